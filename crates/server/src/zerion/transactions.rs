//! What an account did, as it tells it.

use super::said::{Chains, Fungible, Known, Links, Listed, Quantity, Related, dollars};
use crate::clock::iso;
use crate::history::spam;
use crate::holdings::token;
use crate::holdings::tokens::Lists;
use crate::holdings::{Owner, owner};
use chains::amount::Amount;
use chains::evm::timestamp::milliseconds;
use protocol::api::history::{
    Application, Link, MovedNft, MovedToken, NftFlags, Transaction, TransactionMetadata, Transfer,
    TransferQuantity,
};
use protocol::caip::{ChainId, Namespace};
use serde::Deserialize;
use serde_json::value::RawValue;
use url::Url;
use wire::Number;

/// How many moves of one transaction are told.
const MOST_MOVES: usize = 100;

/// How what it says is shown.
pub(crate) struct Shown<'a> {
    pub(crate) lists: &'a Lists,
    /// Where the picture of a symbol is, if there is one.
    pub(crate) icon: &'a (dyn Fn(&str) -> Option<Link> + Sync),
    /// Whether values are told: they are in dollars.
    pub(crate) has_values: bool,
}

/// A page.
pub(crate) struct Page {
    pub(crate) data: Vec<Transaction>,
    /// The token that names the next one.
    pub(crate) next: Option<String>,
}

#[derive(Deserialize)]
struct Entry<'a> {
    #[serde(borrow)]
    attributes: Attributes<'a>,
    relationships: Related,
}

#[derive(Deserialize)]
struct Attributes<'a> {
    operation_type: String,
    hash: String,
    mined_at: String,
    sent_from: Option<String>,
    sent_to: Option<String>,
    status: String,
    nonce: Option<i64>,
    #[serde(borrow, default)]
    transfers: Vec<&'a RawValue>,
    application_metadata: Option<Made>,
    #[serde(default)]
    flags: Flags,
}

/// Through what it was made.
#[derive(Deserialize)]
struct Made {
    name: Option<String>,
}

#[derive(Default, Deserialize)]
struct Flags {
    #[serde(default)]
    is_trash: bool,
}

#[derive(Deserialize)]
struct Moved {
    fungible_info: Option<Fungible>,
    nft_info: Option<Nft>,
    direction: String,
    quantity: Quantity,
    value: Option<Box<RawValue>>,
    price: Option<Box<RawValue>>,
    sender: Option<String>,
    recipient: Option<String>,
}

#[derive(Deserialize)]
struct Nft {
    name: Option<String>,
    #[serde(default)]
    flags: NftSaid,
}

#[derive(Default, Deserialize)]
struct NftSaid {
    #[serde(default)]
    is_spam: bool,
}

/// Where something happened: the name of the chain there, and the chain.
#[derive(Clone, Copy)]
struct Place<'a> {
    name: &'a str,
    chain: &'a ChainId,
}

impl Shown<'_> {
    /// Reads an answer; nothing where it is none.
    pub(super) fn read(&self, body: &[u8], chains: &Chains) -> Option<Page> {
        let listed: Listed<'_> = serde_json::from_slice(body).ok()?;
        let entries = listed.data.iter().filter_map(|it| serde_json::from_str(it.get()).ok());
        let told = entries.filter_map(|entry: Entry<'_>| {
            let name = entry.relationships.chain();
            let place = Place { name, chain: chains.0.get(name)? };
            self.transaction(&entry.attributes, place)
        });
        Some(Page { data: told.collect(), next: token_of(&listed.links) })
    }

    fn transaction(&self, said: &Attributes<'_>, place: Place<'_>) -> Option<Transaction> {
        let hash = hash(place.chain, &said.hash)?;
        let at_ms = milliseconds(&said.mined_at)?;
        let moved = said.transfers.iter().take(MOST_MOVES);
        let moved = moved.filter_map(|it| serde_json::from_str::<Moved>(it.get()).ok());
        let transfers: Vec<Transfer> = moved.filter_map(|it| self.transfer(&it, place)).collect();
        let operation_type = word(&said.operation_type)?;
        // Of what only came nothing is left that may be shown.
        let is_lure = operation_type == "receive" && transfers.is_empty();
        if said.flags.is_trash || (is_lure && !said.transfers.is_empty()) {
            return None;
        }
        let application = said.application_metadata.as_ref().and_then(|it| it.name.as_deref());
        let name = application.map(token::name).filter(|it| !it.is_empty());
        let written = |it: &Option<String>| written(place.chain, it.as_deref()).unwrap_or_default();
        Some(Transaction {
            id: format!("{}:{hash}", place.chain.text()),
            metadata: TransactionMetadata {
                operation_type,
                hash,
                mined_at: iso(at_ms),
                sent_from: written(&said.sent_from),
                sent_to: written(&said.sent_to),
                status: word(&said.status)?,
                nonce: said.nonce.and_then(|it| u32::try_from(it).ok()),
                application: name.map(|name| Application { name, icon_url: None }),
                chain: Some(place.chain.clone()),
            },
            transfers,
        })
    }

    /// Nothing of what is there to lure, of nothing, or of what cannot be.
    fn transfer(&self, said: &Moved, place: Place<'_>) -> Option<Transfer> {
        let (amount, decimals) = said.quantity.amount().filter(|it| it.0 != Amount::ZERO)?;
        let (mut fungible_info, mut nft_info) = (None, None);
        if let Some(fungible) = said.fungible_info.as_ref().filter(|it| !it.is_lure()) {
            fungible_info = Some(self.fungible(fungible, place, decimals));
        } else if let Some(nft) = &said.nft_info {
            let name = nft.name.as_deref().map(token::name).unwrap_or_default();
            let is_spam = nft.flags.is_spam || !spam::reasons(&[&name], 0).is_empty();
            nft_info = Some(MovedNft { name, content: None, flags: NftFlags { is_spam } });
        } else {
            return None;
        }
        let counterparty = match said.direction.as_str() {
            "in" => &said.sender,
            "out" | "self" => &said.recipient,
            _ => return None,
        };
        let number = |it: Option<&RawValue>| {
            let dollars = dollars(it.filter(|_| self.has_values))?;
            Number::of(&dollars.to_string())
        };
        Some(Transfer {
            fungible_info,
            nft_info,
            direction: said.direction.clone(),
            quantity: TransferQuantity { numeric: amount.to_decimal(decimals) },
            value: number(said.value.as_deref()),
            price: number(said.price.as_deref()),
            counterparty: written(place.chain, counterparty.as_deref()),
        })
    }

    /// Anybody may call a token as they please: only those that are listed have a picture.
    fn fungible(&self, said: &Fungible, place: Place<'_>, decimals: u8) -> MovedToken {
        let id = place.chain.text();
        let is_known = match said.on(place.name, place.chain, decimals) {
            Some(Known::Native) => true,
            Some(Known::Token(token)) => self.lists.find(&id, &token.address).is_some(),
            None => false,
        };
        let symbol = said.symbol();
        let icon = if is_known { (self.icon)(&symbol) } else { None };
        MovedToken { name: said.name(), symbol, icon }
    }
}

/// A word of theirs, which may be another than ours.
fn word(said: &str) -> Option<String> {
    let is_letter = |it: u8| it.is_ascii_lowercase() || it == b'_';
    let is_fit = (1..=32).contains(&said.len()) && said.bytes().all(is_letter);
    is_fit.then(|| said.to_owned())
}

fn hash(chain: &ChainId, said: &str) -> Option<String> {
    if chain.namespace == Namespace::Solana {
        let is_fit =
            (43..=90).contains(&said.len()) && said.bytes().all(|it| it.is_ascii_alphanumeric());
        return is_fit.then(|| said.to_owned());
    }
    let digits = said.strip_prefix("0x")?;
    let is_fit = digits.len() == 64 && digits.bytes().all(|it| it.is_ascii_hexdigit());
    is_fit.then(|| said.to_lowercase())
}

/// An address as its chain writes it.
fn written(chain: &ChainId, said: Option<&str>) -> Option<String> {
    Some(match owner(chain, said?)? {
        Owner::Evm(address) => address.to_checksum(),
        Owner::Solana(address) => address,
    })
}

/// What names the next page: of their URL nothing else is used.
fn token_of(links: &Links) -> Option<String> {
    let next = Url::parse(links.next.as_deref()?).ok()?;
    let (_, token) = next.query_pairs().find(|(name, _)| name == "page[after]")?;
    Some(token.into_owned())
}
