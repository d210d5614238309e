//! The methods of a provider that the frame has, and which of them a person approves. Whatever is not here
//! does not exist.
//!
//! Left out on purpose are methods that sign what nobody can read (`eth_sign`), that sign without sending
//! (`eth_signTransaction`), and those for which there is a message of its own (`wallet_switchEthereumChain`).

use Class::{Approved, Safe};

use crate::caip::Namespace::{self, Eip155, Solana};

/// What a method takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Class {
    /// Nobody is asked: it reads, or sends what was signed elsewhere.
    Safe,
    /// A person sees what it is about and approves it, each time.
    Approved,
}

/// How a method is treated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Method {
    /// As a page calls it.
    pub name: &'static str,
    /// What it takes.
    pub class: Class,
    /// Of which namespace it is.
    pub namespace: Namespace,
}

/// All of them.
pub const METHODS: &[Method] = &[
    read("eth_accounts"),
    read("eth_blockNumber"),
    read("eth_call"),
    read("eth_chainId"),
    read("eth_estimateGas"),
    read("eth_estimateUserOperationGas"),
    read("eth_feeHistory"),
    read("eth_gasPrice"),
    read("eth_getAccount"),
    read("eth_getBalance"),
    read("eth_getBlockByHash"),
    read("eth_getBlockByNumber"),
    read("eth_getBlockReceipts"),
    read("eth_getBlockTransactionCountByHash"),
    read("eth_getBlockTransactionCountByNumber"),
    read("eth_getCode"),
    read("eth_getFilterChanges"),
    read("eth_getFilterLogs"),
    read("eth_getLogs"),
    read("eth_getProof"),
    read("eth_getStorageAt"),
    read("eth_getTransactionByBlockHashAndIndex"),
    read("eth_getTransactionByBlockNumberAndIndex"),
    read("eth_getTransactionByHash"),
    read("eth_getTransactionCount"),
    read("eth_getTransactionReceipt"),
    read("eth_getUncleCountByBlockHash"),
    read("eth_getUncleCountByBlockNumber"),
    read("eth_getUserOperationByHash"),
    read("eth_getUserOperationReceipt"),
    read("eth_maxPriorityFeePerGas"),
    read("eth_newBlockFilter"),
    read("eth_newFilter"),
    read("eth_newPendingTransactionFilter"),
    read("eth_sendRawTransaction"),
    read("eth_supportedEntryPoints"),
    read("eth_syncing"),
    read("eth_uninstallFilter"),
    read("wallet_getAssets"),
    read("wallet_getCallsStatus"),
    read("wallet_getCapabilities"),
    approved("eth_sendTransaction", Eip155),
    approved("eth_sendUserOperation", Eip155),
    approved("eth_signTypedData_v4", Eip155),
    approved("personal_sign", Eip155),
    approved("wallet_grantPermissions", Eip155),
    approved("wallet_revokePermissions", Eip155),
    approved("wallet_sendCalls", Eip155),
    approved("solana_signAllTransactions", Solana),
    approved("solana_signAndSendTransaction", Solana),
    approved("solana_signMessage", Solana),
    approved("solana_signTransaction", Solana),
];

/// Those that are answered without asking anybody, of what is known here.
pub const LOCAL: [&str; 2] = ["eth_accounts", "eth_chainId"];

/// The method of this name; nothing where it does not exist.
pub fn named(name: &str) -> Option<&'static Method> {
    METHODS.iter().find(|it| it.name == name)
}

/// What a method takes; nothing where it does not exist.
pub fn class_of(name: &str) -> Option<Class> {
    named(name).map(|it| it.class)
}

/// Whether it is answered of what is known here.
pub fn is_local(name: &str) -> bool {
    LOCAL.contains(&name)
}

const fn read(name: &'static str) -> Method {
    Method { name, class: Safe, namespace: Eip155 }
}

const fn approved(name: &'static str, namespace: Namespace) -> Method {
    Method { name, class: Approved, namespace }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As the lists of wallets of this kind have them.
    const READS: &str = "eth_accounts eth_blockNumber eth_call eth_chainId eth_estimateGas eth_feeHistory \
        eth_gasPrice eth_getAccount eth_getBalance eth_getBlockByHash eth_getBlockByNumber eth_getBlockReceipts \
        eth_getBlockTransactionCountByHash eth_getBlockTransactionCountByNumber eth_getCode \
        eth_getFilterChanges eth_getFilterLogs eth_getLogs eth_getProof eth_getStorageAt \
        eth_getTransactionByBlockHashAndIndex eth_getTransactionByBlockNumberAndIndex \
        eth_getTransactionByHash eth_getTransactionCount eth_getTransactionReceipt \
        eth_getUncleCountByBlockHash eth_getUncleCountByBlockNumber eth_maxPriorityFeePerGas \
        eth_newBlockFilter eth_newFilter eth_newPendingTransactionFilter eth_sendRawTransaction eth_syncing \
        eth_uninstallFilter wallet_getCapabilities wallet_getCallsStatus eth_getUserOperationReceipt \
        eth_estimateUserOperationGas eth_getUserOperationByHash eth_supportedEntryPoints wallet_getAssets";
    const ASKED: &str = "personal_sign eth_signTypedData_v4 eth_sendTransaction solana_signMessage \
        solana_signTransaction solana_signAllTransactions solana_signAndSendTransaction wallet_sendCalls \
        wallet_grantPermissions wallet_revokePermissions eth_sendUserOperation";

    #[test]
    fn every_method_has_its_class_and_there_are_no_others() {
        let count = READS.split(' ').count() + ASKED.split(' ').count();
        assert_eq!((count, METHODS.len()), (52, 52));
        for (names, class) in [(READS, Safe), (ASKED, Approved)] {
            for name in names.split(' ') {
                assert_eq!(class_of(name), Some(class), "{name}");
                let is_solana = name.starts_with("solana_");
                let namespace = if is_solana { Solana } else { Eip155 };
                assert_eq!(named(name).map(|it| it.namespace), Some(namespace), "{name}");
            }
        }
    }

    #[test]
    fn whatever_signs_is_approved() {
        for method in METHODS {
            let signs = [
                "sign",
                "Sign",
                "sendTransaction",
                "sendCalls",
                "sendUserOperation",
                "Permissions",
            ];
            let signs = signs.iter().any(|it| method.name.contains(it));
            assert_eq!(method.class == Approved, signs, "{}", method.name);
        }
        for name in LOCAL {
            assert!(is_local(name) && class_of(name) == Some(Safe), "{name}");
        }
        assert!(!is_local("eth_call"));
    }

    #[test]
    fn what_is_not_listed_does_not_exist() {
        for name in [
            "",
            "eth_sign",
            "eth_signTransaction",
            "eth_signTypedData",
            "eth_signTypedData_v3",
            "wallet_addEthereumChain",
            "wallet_switchEthereumChain",
            "wallet_requestPermissions",
            "eth_requestAccounts",
            "personal_ecRecover",
            "debug_traceCall",
            "ETH_CALL",
            "eth_call ",
            "eth_calls",
            "__proto__",
        ] {
            assert_eq!(class_of(name), None, "{name}");
        }
    }
}
