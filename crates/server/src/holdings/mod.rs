//! What accounts hold, read from nodes.
//!
//! `tokens.rs` knows which tokens are worth asking for, `evm.rs` reads the balances of an account of eip155
//! by one call a chain, `solana.rs` those of one of Solana. [`Holdings::read`] is the way of a question.

mod evm;
mod solana;
pub(crate) mod tokens;

use crate::ceiling::Full;
use crate::upstream::Chain;
use chains::amount::Amount;
use chains::evm::address::{Address, Strictness};
use chains::solana::address as solana_address;
use protocol::caip::{ChainId, Namespace};
use std::net::IpAddr;
use tokens::{Lists, Token};

/// What is needed to read what accounts hold.
pub(crate) struct Holdings {
    pub(crate) lists: Lists,
    evm: evm::Reader,
}

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

impl Holdings {
    pub(crate) fn new(lists: Lists) -> Self {
        Holdings { lists, evm: evm::Reader::default() }
    }

    /// The tokens of these addresses on a chain of eip155, in their order: as they are listed, else by what
    /// they say of themselves; nothing of what is no token.
    pub(crate) async fn describe(
        &self,
        chain: &Chain,
        from: IpAddr,
        tokens: &[Address],
    ) -> Result<Vec<Option<Token>>, NotRead> {
        let id = chain.nodes().id.text();
        let listed = |it: &Address| self.lists.find(&id, &it.to_checksum()).cloned();
        let known: Vec<Option<Token>> = tokens.iter().map(listed).collect();
        let others: Vec<Address> = tokens
            .iter()
            .zip(&known)
            .filter_map(|(it, known)| known.is_none().then_some(*it))
            .collect();
        let mut others = match &*others {
            [] => Vec::new(),
            some => evm::describe(chain, from, some).await?,
        }
        .into_iter();
        Ok(known.into_iter().map(|it| it.or_else(|| others.next().flatten())).collect())
    }

    /// What an account holds on a chain of its namespace, of what is listed there and of these tokens
    /// besides; what it has nothing of is left out, but for the tokens that were named.
    pub(crate) async fn read(
        &self,
        chain: &Chain,
        from: IpAddr,
        owner: &Owner,
        named: &[Address],
    ) -> Result<Vec<Holding>, NotRead> {
        let listed = self.lists.of(&chain.nodes().id.text());
        match owner {
            Owner::Evm(owner) => self.evm.read(chain, from, *owner, listed, named).await,
            Owner::Solana(owner) => solana::read(chain, from, owner, listed).await,
        }
    }
}
