//! What a person wants of a wallet that they connect.

use protocol::caip::{ChainId, Namespace};

use crate::engine::Engine;
use crate::network;

/// How a wallet is asked.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Manner {
    /// For accounts, and to come to the chain that somebody chose.
    Afresh,
    /// Only for what it does not share already: it was asked before.
    Again,
    /// Likewise, and it stays on the chain that it is on.
    Here,
}

/// What a wallet is asked for.
pub(crate) struct Wish {
    /// The chain to be on.
    pub(crate) chain: ChainId,
    /// Somebody chose that one; else a wallet on another of the host's stays there.
    pub(crate) is_chosen: bool,
    /// Accounts that it shares already will do.
    pub(super) takes_shared: bool,
}

impl Wish {
    pub(super) fn new(engine: &Engine, namespace: Namespace, manner: Manner) -> Self {
        let chosen = network::chosen_in(engine, namespace).filter(|_| manner != Manner::Here);
        Wish {
            is_chosen: chosen.is_some(),
            chain: chosen.unwrap_or_else(|| network::chain_for(engine, namespace)),
            takes_shared: manner != Manner::Afresh,
        }
    }

    /// Whether a wallet may stay on a chain.
    pub(crate) fn takes(&self, engine: &Engine, chain: &ChainId) -> bool {
        let is_known = || network::name_of(engine, chain).is_some();
        *chain == self.chain || !self.is_chosen && is_known()
    }
}
