//! Whose it is, what it is, and how much.

use super::token::Token;
use crate::ceiling::Full;
use crate::upstream::NoResult;
use chains::amount::Amount;
use chains::evm::address::{Address, Strictness};
use chains::solana::address as solana_address;
use protocol::caip::{ChainId, Namespace};

/// An account, as its namespace writes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Owner {
    Evm(Address),
    Solana(String),
}

/// Some of a token, or of the native currency, where it is of none.
#[derive(Clone, Debug)]
pub(crate) struct Holding {
    pub(crate) token: Option<Token>,
    pub(crate) amount: Amount,
}

/// What an account holds on a chain.
pub(crate) struct Held {
    pub(crate) holdings: Vec<Holding>,
    /// Whether all was read that is asked for.
    pub(crate) is_whole: bool,
}

/// Why nothing is known of an account on a chain.
#[derive(Debug)]
pub(crate) enum NotRead {
    /// No node said anything of use.
    Silent,
    /// This server has no room for the answers.
    NoRoom(Full),
}

impl Owner {
    /// Its namespace.
    pub(crate) fn namespace(&self) -> Namespace {
        match self {
            Owner::Evm(_) => Namespace::Eip155,
            Owner::Solana(_) => Namespace::Solana,
        }
    }

    /// Its address, as its namespace writes it.
    pub(crate) fn text(&self) -> String {
        match self {
            Owner::Evm(address) => address.to_checksum(),
            Owner::Solana(address) => address.clone(),
        }
    }
}

impl From<NoResult> for NotRead {
    fn from(why: NoResult) -> Self {
        match why {
            NoResult::Silent | NoResult::Refused(_) | NoResult::TooLarge => NotRead::Silent,
            NoResult::NoRoom(full) => NotRead::NoRoom(full),
        }
    }
}

/// The owner of an address on a chain; nothing where the chain has no such account.
pub(crate) fn owner(chain: &ChainId, address: &str) -> Option<Owner> {
    owner_of(address).filter(|it| it.namespace() == chain.namespace)
}

/// The owner of an address of whichever namespace.
pub(crate) fn owner_of(address: &str) -> Option<Owner> {
    let on_evm = Address::parse(address, Strictness::Lenient).ok().map(Owner::Evm);
    let on_solana = || solana_address::parse(address).map(|_| Owner::Solana(address.to_owned()));
    on_evm.or_else(on_solana)
}
