//! Which JSON-RPC methods are handed to nodes, and what handing each of them on means.
//!
//! Reads and the sending of signed transactions, by namespace. Nothing that holds state in one node
//! (filters), holds keys (`eth_accounts`, `eth_sign`), steers the node (`admin_`, `debug_`, `anvil_`)
//! or is dear beyond measure (`trace_`). An operator adds methods with `rpc_methods`, and with
//! `rpc_read_methods` those that send nothing.

use crate::config::Config;
use protocol::caip::Namespace;

/// What a method is to nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    /// A read that takes a sound node no time.
    Read,
    /// A read that its caller can make slow: that says nothing of the node.
    Dear,
    /// Asking a second node could do the thing twice, or hide that the first one did it.
    Sending,
}

type Table = [(Kind, &'static [&'static str]); 3];

const EIP155: Table = [
    (
        Kind::Read,
        &[
            "eth_blobBaseFee",
            "eth_blockNumber",
            "eth_chainId",
            "eth_feeHistory",
            "eth_gasPrice",
            "eth_getBalance",
            "eth_getBlockByHash",
            "eth_getBlockByNumber",
            "eth_getBlockTransactionCountByHash",
            "eth_getBlockTransactionCountByNumber",
            "eth_getCode",
            "eth_getStorageAt",
            "eth_getTransactionByBlockHashAndIndex",
            "eth_getTransactionByBlockNumberAndIndex",
            "eth_getTransactionByHash",
            "eth_getTransactionCount",
            "eth_getTransactionReceipt",
            "eth_getUncleCountByBlockHash",
            "eth_getUncleCountByBlockNumber",
            "eth_maxPriorityFeePerGas",
            "eth_syncing",
            "net_listening",
            "net_version",
            "web3_clientVersion",
        ],
    ),
    (
        Kind::Dear,
        &[
            "eth_call",
            "eth_createAccessList",
            "eth_estimateGas",
            "eth_getBlockReceipts",
            "eth_getLogs",
            "eth_getProof",
            "eth_simulateV1",
        ],
    ),
    (Kind::Sending, &["eth_sendRawTransaction"]),
];

const SOLANA: Table = [
    (
        Kind::Read,
        &[
            "getAccountInfo",
            "getBalance",
            "getBlockHeight",
            "getEpochInfo",
            "getFeeForMessage",
            "getGenesisHash",
            "getHealth",
            "getLatestBlockhash",
            "getMinimumBalanceForRentExemption",
            "getRecentPrioritizationFees",
            "getSignatureStatuses",
            "getSlot",
            "getTokenAccountBalance",
            "getTokenSupply",
            "getTransaction",
            "getVersion",
            "isBlockhashValid",
        ],
    ),
    (
        Kind::Dear,
        &[
            "getMultipleAccounts",
            "getSignaturesForAddress",
            "getTokenAccountsByOwner",
            "simulateTransaction",
        ],
    ),
    (Kind::Sending, &["sendTransaction"]),
];

const BIP122: Table = [
    (
        Kind::Read,
        &[
            "estimatesmartfee",
            "getbestblockhash",
            "getblockchaininfo",
            "getblockcount",
            "getblockhash",
            "getblockheader",
            "getmempoolinfo",
            "getrawtransaction",
            "gettxout",
        ],
    ),
    (Kind::Dear, &["testmempoolaccept"]),
    (Kind::Sending, &["sendrawtransaction"]),
];

/// The list, with what the operator added to it.
#[derive(Clone)]
pub(crate) struct Methods {
    sending: Vec<String>,
    reads: Vec<String>,
}

impl Methods {
    pub(crate) fn new(config: &Config) -> Self {
        Methods { sending: config.rpc_methods.clone(), reads: config.rpc_read_methods.clone() }
    }

    /// What a method is to nodes of the namespace; nothing where it is not handed on. Of what an
    /// operator added nobody knows what it does, so it is taken for sending unless it is said to read.
    pub(crate) fn kind(&self, namespace: Namespace, method: &str) -> Option<Kind> {
        let built_in: &[_] = match namespace {
            Namespace::Eip155 => &EIP155,
            Namespace::Solana => &SOLANA,
            Namespace::Bip122 => &BIP122,
            Namespace::Polkadot | Namespace::Cosmos => &[],
        };
        let is_in = |added: &[String]| added.iter().any(|it| it == method);
        let built_in = built_in.iter().find(|(_, methods)| methods.contains(&method));
        match built_in {
            Some((kind, _)) => Some(*kind),
            None if is_in(&self.reads) => Some(Kind::Dear),
            None => is_in(&self.sending).then_some(Kind::Sending),
        }
    }
}

#[cfg(test)]
mod tests {
    use protocol::frame::method::{self, Class};

    use super::*;

    #[test]
    fn keys_and_steering_are_refused() {
        let methods = Methods::new(&Config::default());
        for method in ["eth_accounts", "eth_sign", "eth_sendTransaction", "admin_addPeer", ""] {
            assert_eq!(methods.kind(Namespace::Eip155, method), None, "{method}");
        }
        assert_eq!(methods.kind(Namespace::Eip155, "getBalance"), None);
        assert_eq!(methods.kind(Namespace::Cosmos, "eth_call"), None);
    }

    #[test]
    fn what_the_embedded_wallet_reads_is_handed_on_but_for_these() {
        let methods = Methods::new(&Config::default());
        let reads = method::METHODS.iter().filter(|it| it.class == Class::Safe);
        let left_out = reads
            .map(|it| it.name)
            .filter(|it| !method::is_local(it) && methods.kind(Namespace::Eip155, it).is_none());
        let left_out: Vec<_> = left_out.collect();
        let these = [
            "eth_estimateUserOperationGas",
            "eth_getAccount",
            "eth_getFilterChanges",
            "eth_getFilterLogs",
            "eth_getUserOperationByHash",
            "eth_getUserOperationReceipt",
            "eth_newBlockFilter",
            "eth_newFilter",
            "eth_newPendingTransactionFilter",
            "eth_supportedEntryPoints",
            "eth_uninstallFilter",
            "wallet_getAssets",
            "wallet_getCallsStatus",
            "wallet_getCapabilities",
        ];
        assert_eq!(left_out, these);
    }

    #[test]
    fn what_an_operator_adds_sends_unless_it_is_said_to_read() {
        let methods = Methods::new(&Config {
            rpc_methods: vec!["eth_sendBundle".to_owned()],
            rpc_read_methods: vec!["trace_call".to_owned()],
            ..Config::default()
        });
        let kind = |method| methods.kind(Namespace::Eip155, method);
        assert_eq!(kind("eth_sendBundle"), Some(Kind::Sending));
        assert_eq!(kind("trace_call"), Some(Kind::Dear));
        assert_eq!(kind("eth_gasPrice"), Some(Kind::Read));
    }
}
