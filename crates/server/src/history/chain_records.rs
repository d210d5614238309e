//! Blocks, transactions, receipts and logs as nodes of eip155 write them
//! ([execution-apis](https://ethereum.github.io/execution-apis/)), read strictly: a hash is 32 bytes, an
//! address 20.

use chains::amount::Amount;
use chains::evm::address::{Address, Strictness};
use chains::evm::contracts::hex;
use serde::{Deserialize, Deserializer};

/// How many characters say the first four bytes.
const SELECTOR: usize = 10;

/// A number, such as `0x1b`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(try_from = "String")]
pub(super) struct Natural(pub(super) i64);

impl TryFrom<String> for Natural {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        let digits = text.strip_prefix("0x").ok_or("no quantity")?;
        if !digits.bytes().all(|it| it.is_ascii_hexdigit()) {
            return Err("no quantity");
        }
        i64::from_str_radix(digits, 16).map(Natural).map_err(|_| "no quantity")
    }
}

/// 32 bytes, in lower case.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(try_from = "String")]
pub(super) struct Hash(pub(super) String);

impl TryFrom<String> for Hash {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        let digits = text.strip_prefix("0x").ok_or("no hash")?;
        let is_hash = digits.len() == 64 && digits.bytes().all(|it| it.is_ascii_hexdigit());
        is_hash.then(|| Hash(text.to_ascii_lowercase())).ok_or("no hash")
    }
}

/// A block; its transactions whole where they were asked for so.
#[derive(Deserialize)]
pub(super) struct Block<T = serde::de::IgnoredAny> {
    pub(super) number: Natural,
    pub(super) hash: Hash,
    pub(super) timestamp: Natural,
    #[serde(default = "Vec::new")]
    pub(super) transactions: Vec<T>,
}

/// A transaction that is in a block.
#[derive(Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Transaction {
    pub(super) hash: Hash,
    pub(super) block_number: Natural,
    pub(super) block_hash: Hash,
    #[serde(rename = "transactionIndex")]
    pub(super) place: Natural,
    #[serde(deserialize_with = "address")]
    pub(super) from: Address,
    #[serde(default, deserialize_with = "address_or_none")]
    pub(super) to: Option<Address>,
    pub(super) nonce: Natural,
    #[serde(deserialize_with = "amount")]
    pub(super) value: Amount,
    /// The first four bytes of what it was called with.
    #[serde(deserialize_with = "beginning")]
    input: String,
}

impl Transaction {
    /// Who signed it, and whom it called.
    pub(super) fn ends(&self) -> impl Iterator<Item = Address> {
        [Some(self.from), self.to].into_iter().flatten()
    }

    /// The first four bytes of what it called; empty where it called nothing.
    pub(super) fn selector(&self) -> String {
        if self.to.is_some() { self.input.to_ascii_lowercase() } else { String::new() }
    }
}

/// What came of a transaction.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Receipt {
    /// Before Byzantium there was none.
    pub(super) status: Option<Natural>,
    pub(super) logs: Vec<Log>,
}

/// What a contract told.
#[derive(Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Log {
    #[serde(deserialize_with = "address")]
    pub(super) address: Address,
    pub(super) topics: Vec<Hash>,
    pub(super) data: String,
    pub(super) block_number: Natural,
    pub(super) block_hash: Hash,
    pub(super) transaction_hash: Hash,
    #[serde(rename = "logIndex")]
    pub(super) index: Natural,
    #[serde(default)]
    pub(super) removed: bool,
}

impl Log {
    /// The data, as bytes.
    pub(super) fn bytes(&self) -> Option<Vec<u8>> {
        hex::decode(&self.data).ok()
    }
}

fn address<'de, D: Deserializer<'de>>(from: D) -> Result<Address, D::Error> {
    let text = String::deserialize(from)?.to_ascii_lowercase();
    Address::parse(&text, Strictness::Lenient).map_err(|_| serde::de::Error::custom("no address"))
}

fn address_or_none<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Address>, D::Error> {
    let Some(text) = Option::<String>::deserialize(from)? else { return Ok(None) };
    let read = Address::parse(&text.to_ascii_lowercase(), Strictness::Lenient);
    read.map(Some).map_err(|_| serde::de::Error::custom("no address"))
}

/// What a transaction was called with may be long, and many are held at once.
fn beginning<'de, D: Deserializer<'de>>(from: D) -> Result<String, D::Error> {
    let text = String::deserialize(from)?;
    Ok(text.get(..SELECTOR).unwrap_or_default().to_owned())
}

fn amount<'de, D: Deserializer<'de>>(from: D) -> Result<Amount, D::Error> {
    let text = String::deserialize(from)?;
    Amount::from_quantity(&text).map_err(serde::de::Error::custom)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_hash_or_number_is_not_read() {
        let hash = |text: &str| Hash::try_from(text.to_owned()).is_ok();
        assert!(hash(&format!("0x{}", "aB".repeat(32))));
        for wrong in ["", "0x", "ab", &"ab".repeat(33), &format!("0x{}", "zz".repeat(32))] {
            assert!(!hash(wrong), "{wrong}");
        }
        let number = |text: &str| Natural::try_from(text.to_owned()).ok();
        assert_eq!(number("0x1b"), Some(Natural(27)));
        for wrong in ["", "0x", "27", "0x-1", "0x8000000000000000"] {
            assert_eq!(number(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_transaction_that_makes_a_contract_calls_nobody() {
        let text = format!(
            r#"{{"hash":"0x{0}","blockNumber":"0x1","blockHash":"0x{0}","transactionIndex":"0x0",
            "from":"0xF39fd6e51aad88f6f4ce6ab8827279cfffb92266","to":null,"nonce":"0x2","value":"0x0",
            "input":"0x6080604052"}}"#,
            "11".repeat(32)
        );
        let read: Transaction = serde_json::from_str(&text).expect("a transaction");
        assert_eq!((read.to, read.selector()), (None, String::new()));
        assert_eq!(read.input, "0x60806040", "no more is held");
    }
}
