//! Which JSON-RPC methods are handed to nodes, and which of them send something.
//!
//! Reads and the sending of signed transactions, by namespace. Nothing that holds state in one node
//! (filters), holds keys (`eth_accounts`, `eth_sign`), steers the node (`admin_`, `debug_`, `anvil_`)
//! or is dear (`trace_`). An operator adds methods with `rpc_methods`.

use protocol::caip::Namespace;

const EIP155: &[&str] = &[
    "eth_blobBaseFee",
    "eth_blockNumber",
    "eth_call",
    "eth_chainId",
    "eth_createAccessList",
    "eth_estimateGas",
    "eth_feeHistory",
    "eth_gasPrice",
    "eth_getBalance",
    "eth_getBlockByHash",
    "eth_getBlockByNumber",
    "eth_getBlockReceipts",
    "eth_getBlockTransactionCountByHash",
    "eth_getBlockTransactionCountByNumber",
    "eth_getCode",
    "eth_getLogs",
    "eth_getProof",
    "eth_getStorageAt",
    "eth_getTransactionByBlockHashAndIndex",
    "eth_getTransactionByBlockNumberAndIndex",
    "eth_getTransactionByHash",
    "eth_getTransactionCount",
    "eth_getTransactionReceipt",
    "eth_maxPriorityFeePerGas",
    "eth_sendRawTransaction",
    "eth_syncing",
    "net_listening",
    "net_version",
    "web3_clientVersion",
];

const SOLANA: &[&str] = &[
    "getAccountInfo",
    "getBalance",
    "getBlockHeight",
    "getEpochInfo",
    "getFeeForMessage",
    "getGenesisHash",
    "getHealth",
    "getLatestBlockhash",
    "getMinimumBalanceForRentExemption",
    "getMultipleAccounts",
    "getRecentPrioritizationFees",
    "getSignatureStatuses",
    "getSignaturesForAddress",
    "getSlot",
    "getTokenAccountBalance",
    "getTokenAccountsByOwner",
    "getTokenSupply",
    "getTransaction",
    "getVersion",
    "isBlockhashValid",
    "sendTransaction",
    "simulateTransaction",
];

/// Whether a method is handed to nodes of the namespace. `added` are the operator's.
pub(crate) fn is_allowed(namespace: Namespace, method: &str, added: &[String]) -> bool {
    let built_in = match namespace {
        Namespace::Eip155 => EIP155,
        Namespace::Solana => SOLANA,
        Namespace::Polkadot | Namespace::Bip122 | Namespace::Cosmos => &[],
    };
    built_in.contains(&method) || added.iter().any(|it| it == method)
}

/// Whether asking a second node could do the thing twice, or hide that the first one did it.
pub(crate) fn is_sending(method: &str) -> bool {
    matches!(method, "eth_sendRawTransaction" | "sendTransaction")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_and_steering_are_refused() {
        for method in ["eth_accounts", "eth_sign", "eth_sendTransaction", "admin_addPeer", ""] {
            assert!(!is_allowed(Namespace::Eip155, method, &[]), "{method}");
        }
        assert!(!is_allowed(Namespace::Eip155, "getBalance", &[]));
        assert!(!is_allowed(Namespace::Cosmos, "eth_call", &[]));
        assert!(is_allowed(Namespace::Eip155, "trace_call", &["trace_call".to_owned()]));
    }
}
