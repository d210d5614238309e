//! What a host may ask a provider that is not simply handed to the wallet.

use Wants::{Accounts, Chain, Connection, Disconnection, Permission};

use crate::caip::Namespace::{self, Bip122, Cosmos, Eip155, Polkadot, Solana};

/// What a request wants of us.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wants {
    /// The accounts, now if there are any, and no dialog.
    Accounts,
    /// The accounts, after a person connected.
    Connection,
    /// The permission to see them (EIP-2255), after a person connected; the wallet is asked only where
    /// one is connected.
    Permission,
    /// That nothing is connected any more.
    Disconnection,
    /// The wallet on another chain: it is asked, and we follow.
    Chain,
}

/// The namespaces whose providers answer so, the method, and what it wants.
///
/// A page asks with `eth_accounts` in any namespace whether a stored connection is back. Outside of
/// eip155 `connect` and `disconnect` are words of ours to a wallet, so that a host's are not handed to
/// it.
pub const METHODS: &[(&[Namespace], &str, Wants)] = &[
    (ALL, "eth_accounts", Accounts),
    (&[Solana], "solana_getAccounts", Accounts),
    (&[Bip122], "getAccountAddresses", Accounts),
    (&[Polkadot], "polkadot_getAccounts", Accounts),
    (&[Cosmos], "cosmos_getAccounts", Accounts),
    (ALL, "eth_requestAccounts", Connection),
    (&[Solana], "solana_requestAccounts", Connection),
    (OTHERS, "connect", Connection),
    (ALL, "wallet_requestPermissions", Permission),
    (ALL, "wallet_revokePermissions", Disconnection),
    (OTHERS, "disconnect", Disconnection),
    (&[Eip155], "wallet_switchEthereumChain", Chain),
    (&[Eip155], "wallet_addEthereumChain", Chain),
];
const ALL: &[Namespace] = &[Eip155, Solana, Polkadot, Bip122, Cosmos];
const OTHERS: &[Namespace] = &[Solana, Polkadot, Bip122, Cosmos];

/// What a request to the provider of a namespace wants of us; nothing: only the wallet answers it.
pub fn wants(namespace: Namespace, method: &str) -> Option<Wants> {
    let is_meant = |(namespaces, name, _): &&(&[Namespace], &str, Wants)| {
        *name == method && namespaces.contains(&namespace)
    };
    METHODS.iter().find(is_meant).map(|(.., wants)| *wants)
}

/// Whether only a wallet answers a request of eip155: it needs keys, or is about the wallet itself. All others
/// a node may know as well.
pub fn is_of_wallets(method: &str) -> bool {
    let parts = ["sign", "Sign", "send", "wallet_", "personal_", "crypt"];
    parts.iter().any(|part| method.contains(part))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_needs_a_key_is_for_a_node() {
        for method in [
            "personal_sign",
            "personal_importRawKey",
            "eth_sign",
            "eth_signTypedData_v4",
            "eth_sendTransaction",
            "eth_sendRawTransaction",
            "eth_sendUserOperation",
            "wallet_sendCalls",
            "wallet_getCallsStatus",
            "eth_decrypt",
            "eth_getEncryptionPublicKey",
        ] {
            assert!(is_of_wallets(method), "{method}");
        }
        for method in ["eth_call", "eth_getTransactionReceipt", "net_version", "debug_traceCall"] {
            assert!(!is_of_wallets(method), "{method}");
        }
    }

    #[test]
    fn a_method_is_of_its_namespaces_only() {
        assert_eq!(wants(Solana, "connect"), Some(Connection));
        assert_eq!(wants(Eip155, "connect"), None);
        assert_eq!(wants(Eip155, "solana_getAccounts"), None);
        assert_eq!(wants(Cosmos, "eth_accounts"), Some(Accounts));
        assert_eq!(wants(Eip155, "personal_sign"), None);
    }
}
