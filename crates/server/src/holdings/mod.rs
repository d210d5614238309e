//! What accounts hold, read from nodes.
//!
//! `tokens.rs` knows which tokens are worth asking for, `evm.rs` reads the balances of an account of eip155
//! by one call a chain, `solana.rs` those of one of Solana. [`Holdings::read`] is the way of a question.

mod evm;
mod holding;
mod solana;
pub(crate) mod token;
pub(crate) mod tokens;

pub(crate) use holding::{Held, Holding, NotRead, Owner, owner, owner_of};
pub(crate) use token::{Described, Token};

use crate::upstream::{Chain, Errand};
use chains::evm::address::Address;
use tokens::Lists;

/// What is needed to read what accounts hold.
pub(crate) struct Holdings {
    pub(crate) lists: Lists,
    evm: evm::Reader,
}

impl Holdings {
    pub(crate) fn new(lists: Lists) -> Self {
        Holdings { lists, evm: evm::Reader::default() }
    }

    /// The tokens of these addresses on a chain of eip155, in their order: as they are listed, else by what
    /// they say of themselves. Of what cannot be asked together up to `singles` reads are made alone.
    pub(crate) async fn describe(
        &self,
        chain: &Chain,
        errand: Errand,
        tokens: &[Address],
        singles: usize,
    ) -> Result<Vec<Described>, NotRead> {
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
            some => evm::describe(chain, errand, some, singles).await?,
        }
        .into_iter();
        let described = |it: Option<Token>| match it {
            Some(_) => Described { token: it, is_sure: true },
            None => others.next().unwrap_or_default(),
        };
        Ok(known.into_iter().map(described).collect())
    }

    /// What an account holds on a chain of its namespace, of what is listed there and of these tokens
    /// besides; what it has nothing of is left out, but for the tokens that were named.
    pub(crate) async fn read(
        &self,
        chain: &Chain,
        errand: Errand,
        owner: &Owner,
        named: &[Address],
    ) -> Result<Held, NotRead> {
        let listed = self.lists.of(&chain.nodes().id.text());
        match owner {
            Owner::Evm(owner) => self.evm.read(chain, errand, *owner, listed, named).await,
            Owner::Solana(owner) => solana::read(chain, errand, owner, listed).await,
        }
    }
}
