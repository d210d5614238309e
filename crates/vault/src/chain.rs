//! The chains that the page around is on: one is in use, and of each other namespace the last one counts.

use protocol::caip::{ChainId, Namespace};
use protocol::module::embedded;

use crate::vault::Vault;

/// Solana itself, which is meant where the page never named a chain of it.
const SOLANA: &str = "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp";
/// Likewise Ethereum.
const ETHEREUM: &str = "eip155:1";

/// The chain in use.
pub(crate) fn current(vault: &Vault) -> ChainId {
    vault.0.chains.borrow()[0].clone()
}

/// Another chain is in use; whether the wallet is on chains of that kind at all.
pub(crate) fn switch(vault: &Vault, chain: ChainId) -> bool {
    if !embedded::serves(chain.namespace) {
        return false;
    }
    let mut chains = vault.0.chains.borrow_mut();
    chains.retain(|it| it.namespace != chain.namespace);
    chains.insert(0, chain);
    true
}

/// The chain of a namespace.
pub(crate) fn of(vault: &Vault, namespace: Namespace) -> ChainId {
    let known = vault.0.chains.borrow().iter().find(|it| it.namespace == namespace).cloned();
    known.unwrap_or_else(|| {
        let text = if namespace == Namespace::Solana { SOLANA } else { ETHEREUM };
        ChainId::parse(text).unwrap_or_else(|| current(vault))
    })
}
