//! Where the next page of a list begins, as a text that nobody but this server reads.

use crate::db::history::Place;
use chains::evm::contracts::hex;
use serde::{Deserialize, Serialize};

/// Where an NFT stands: whether the account dealt with its collection, the place of the transaction that brought it, its
/// contract and token.
pub(crate) type NftKey = (bool, i64, String, i64, i64, String, String);

/// After what the next page begins. Its kind says whose list it is of, so that none is taken for another's.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Cursor {
    /// A transaction of the index: its time, chain, block and place there.
    #[serde(rename = "i")]
    Entry(i64, String, i64, i64),
    /// An NFT.
    #[serde(rename = "n")]
    Nft(NftKey),
    /// A slot of Solana.
    #[serde(rename = "s")]
    Slot(Slot),
    /// A block that an explorer told, and how many of its transactions.
    #[serde(rename = "e")]
    Explorer(i64, usize),
    /// A page of a hosted API, by the token that names it there.
    #[serde(rename = "h")]
    Hosted(String),
    /// An NFT of Solana, by its mint.
    #[serde(rename = "m")]
    Mint(String),
}

/// What was told of Solana: all that is later than a slot, and of that what is up to a signature, in the order of
/// their texts; all of it where that is empty.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Slot {
    #[serde(rename = "n")]
    pub(super) number: u64,
    #[serde(rename = "t")]
    pub(super) told: String,
    /// A transaction before which nodes find what was not told; empty where that is the latest.
    #[serde(rename = "b")]
    pub(super) before: String,
}

impl Cursor {
    /// Reads one; nothing where it is none of ours.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let cursor = serde_json::from_slice(&hex::decode(text).ok()?).ok()?;
        let is_plain = |it: &String| it.bytes().all(|it| it.is_ascii_graphic());
        let is_fit = match &cursor {
            Cursor::Entry(_, chain, ..) => is_plain(chain),
            Cursor::Nft((_, _, chain, _, _, contract, token)) => {
                [chain, contract, token].into_iter().all(is_plain)
            }
            Cursor::Slot(Slot { before, told, .. }) => [before, told].into_iter().all(is_plain),
            Cursor::Mint(text) => is_plain(text),
            Cursor::Explorer(..) => true,
            Cursor::Hosted(token) => is_token(token),
        };
        is_fit.then_some(cursor)
    }

    /// Writes it.
    pub(crate) fn text(&self) -> String {
        hex::encode(serde_json::to_string(self).unwrap_or_default())
    }

    /// At a page of a hosted API; nothing where that is not named by a token.
    pub(crate) fn hosted(token: String) -> Option<Self> {
        is_token(&token).then_some(Cursor::Hosted(token))
    }

    /// After a transaction.
    pub(super) fn of(place: &Place) -> Self {
        Cursor::Entry(place.at_ms, place.chain.clone(), place.block, place.place)
    }
}

/// Whether a text is one of letters, digits and the signs of base64, and short: it goes into a URL.
fn is_token(text: &str) -> bool {
    let is_letter = |it: u8| it.is_ascii_alphanumeric() || b"+/=_-.".contains(&it);
    (1..=1024).contains(&text.len()) && text.bytes().all(is_letter)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_and_nothing_else_is() {
        let cursor = Cursor::Entry(1, "eip155:1".to_owned(), 2, 3);
        assert_eq!(Cursor::parse(&cursor.text()), Some(cursor));
        let hex_of = |text: &str| hex::encode(text);
        for wrong in [
            String::new(),
            "2".to_owned(),
            "0x".to_owned(),
            "zz".to_owned(),
            hex_of("{}"),
            hex_of(r#"{"i":[1,"eip155:1",2]}"#),
            hex_of(r#"{"i":[1,"\u0000",2,3]}"#),
            hex_of(r#"{"x":[1,"eip155:1",2,3]}"#),
            hex_of(r#"{"i":[1,"eip155:1",2,3]} "#) + "20zz",
            hex_of(r#"{"h":""}"#),
            hex_of(r#"{"h":"a&filter[trash]=no_filter"}"#),
            hex_of(r#"{"h":"https://evil.example"}"#),
            hex_of(&format!(r#"{{"h":"{}"}}"#, "a".repeat(1025))),
        ] {
            assert_eq!(Cursor::parse(&wrong), None, "{wrong}");
        }
    }
}
