//! What both kinds of its answers are made of, and what of that can be told.

use crate::history::spam;
use crate::holdings::token::{self, MOST_DECIMALS};
use crate::holdings::tokens::native;
use crate::holdings::{Owner, Token, owner};
use chains::amount::Amount;
use protocol::api::EIP155_NATIVE;
use protocol::caip::ChainId;
use serde::Deserialize;
use serde_json::value::RawValue;
use std::collections::BTreeMap;

/// How the native currency is sometimes named where it should be nothing.
const NATIVE: [&str; 3] = ["", "0x0000000000000000000000000000000000000000", EIP155_NATIVE];

/// The chains that it was asked about, by what it calls them.
pub(super) struct Chains(pub(super) BTreeMap<String, ChainId>);

impl Chains {
    /// All names, with commas between.
    pub(super) fn names(&self) -> String {
        self.0.keys().map(String::as_str).collect::<Vec<_>>().join(",")
    }
}

/// A list, whose entries are read one by one: what cannot be takes no other with it.
#[derive(Deserialize)]
pub(super) struct Listed<'a> {
    #[serde(borrow)]
    pub(super) data: Vec<&'a RawValue>,
    #[serde(default)]
    pub(super) links: Links,
}

#[derive(Default, Deserialize)]
pub(super) struct Links {
    #[serde(default)]
    pub(super) next: Option<String>,
}

/// What an entry leads to.
#[derive(Deserialize)]
pub(super) struct Related {
    chain: Relation,
}

#[derive(Deserialize)]
struct Relation {
    data: Named,
}

#[derive(Deserialize)]
struct Named {
    id: String,
}

impl Related {
    /// The name of its chain.
    pub(super) fn chain(&self) -> &str {
        &self.chain.data.id
    }
}

/// How much, counted in the smallest unit.
#[derive(Deserialize)]
pub(super) struct Quantity {
    int: String,
    decimals: u8,
}

impl Quantity {
    /// The amount, and where its point is; nothing of what is none.
    pub(super) fn amount(&self) -> Option<(Amount, u8)> {
        let amount = Amount::from_decimal(&self.int, 0).ok()?;
        (self.decimals <= MOST_DECIMALS).then_some((amount, self.decimals))
    }
}

/// A token, wherever it is.
#[derive(Deserialize)]
pub(super) struct Fungible {
    name: Option<String>,
    symbol: Option<String>,
    #[serde(default)]
    flags: Flags,
    #[serde(default)]
    implementations: Vec<Implementation>,
}

#[derive(Default, Deserialize)]
struct Flags {
    #[serde(default)]
    verified: bool,
}

#[derive(Deserialize)]
struct Implementation {
    chain_id: String,
    address: Option<String>,
}

/// What a token is on a chain.
pub(super) enum Known {
    Native,
    Token(Token),
}

impl Fungible {
    /// What it is on a chain, where its point is there; nothing of what is not on it.
    pub(super) fn on(&self, name: &str, chain: &ChainId, decimals: u8) -> Option<Known> {
        let there = self.implementations.iter().find(|it| it.chain_id == name)?;
        let address = there.address.as_deref().unwrap_or_default();
        if NATIVE.iter().any(|it| address.eq_ignore_ascii_case(it)) {
            return (native(chain)?.decimals == decimals).then_some(Known::Native);
        }
        let address = match owner(chain, address)? {
            Owner::Evm(address) => address.to_checksum(),
            Owner::Solana(mint) => mint,
        };
        let (symbol, name) = (self.symbol(), self.name());
        Some(Known::Token(Token { address, symbol, name, decimals }))
    }

    /// What it calls itself, as one short line.
    pub(super) fn name(&self) -> String {
        self.name.as_deref().map(token::name).unwrap_or_default()
    }

    /// Its symbol, likewise.
    pub(super) fn symbol(&self) -> String {
        self.symbol.as_deref().map(token::symbol).unwrap_or_default()
    }

    /// Whether it is there to lure: nobody vouches for it, and it says so of itself.
    pub(super) fn is_lure(&self) -> bool {
        let texts = [self.name.as_deref(), self.symbol.as_deref()].map(Option::unwrap_or_default);
        !self.flags.verified && !spam::reasons(&texts, 0).is_empty()
    }
}

/// A number of dollars that can be one.
pub(super) fn dollars(number: Option<&RawValue>) -> Option<f64> {
    let number: f64 = serde_json::from_str(number?.get()).ok()?;
    (number.is_finite() && number >= 0.0).then_some(number)
}
