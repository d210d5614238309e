//! What an explorer with the API of Etherscan tells
//! ([Etherscan v2](https://docs.etherscan.io/etherscan-v2), [Blockscout](https://docs.blockscout.com/devs/apis/rpc)):
//! lists of rows whose values are all texts.

use super::chain_records::Hash;
use super::logs::Kind;
use crate::db::history::{StoredTransaction, StoredTransfer};
use crate::holdings::Token;
use crate::holdings::token::{self, MOST_DECIMALS};
use chains::amount::Amount;
use chains::evm::address::{Address, Strictness};
use serde::Deserialize;
use serde_json::Value;

/// The lists that are asked for, and what each of them moves.
pub(super) const LISTS: [(&str, Kind); 4] = [
    ("txlist", Kind::Native),
    ("tokentx", Kind::Fungible),
    ("tokennfttx", Kind::Single),
    ("token1155tx", Kind::Multiple),
];

/// A row of any of the lists.
#[derive(Clone, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct Row {
    block_number: String,
    block_hash: String,
    time_stamp: String,
    hash: String,
    nonce: String,
    transaction_index: String,
    from: String,
    to: String,
    value: String,
    input: String,
    is_error: String,
    contract_address: String,
    token_name: String,
    token_symbol: String,
    token_decimal: String,
    #[serde(rename = "tokenID")]
    token_id: String,
    token_value: String,
}

#[derive(Deserialize)]
struct Answer {
    result: Value,
    #[serde(default)]
    message: String,
}

/// The rows of an answer; nothing where it says that it does not answer.
pub(super) fn rows(body: &[u8]) -> Option<Vec<Row>> {
    let answer: Answer = serde_json::from_slice(body).ok()?;
    match answer.result {
        Value::Array(rows) => rows.into_iter().map(|it| serde_json::from_value(it).ok()).collect(),
        // Some say so where there are none.
        _ if answer.message.starts_with("No ") => Some(Vec::new()),
        _ => None,
    }
}

/// What an answer without rows says, as one short line.
pub(super) fn refusal(body: &[u8]) -> String {
    let Ok(answer) = serde_json::from_slice::<Answer>(body) else {
        return "it answers something else".to_owned();
    };
    let said = answer.result.as_str().unwrap_or(&answer.message);
    said.chars().take(80).collect()
}

impl Row {
    /// The block, and the place there.
    pub(super) fn place(&self) -> Option<(i64, i64)> {
        let place = self.transaction_index.parse().unwrap_or_default();
        Some((self.block_number.parse().ok()?, place))
    }

    /// The transaction, as far as the row tells; `is_list` says that it is the list of those.
    pub(super) fn transaction(&self, is_list: bool) -> Option<StoredTransaction> {
        let (block, place) = self.place()?;
        let seconds: i64 = self.time_stamp.parse().ok()?;
        let selector = self.input.get(..10).filter(|it| it.starts_with("0x"));
        Some(StoredTransaction {
            hash: Hash::try_from(self.hash.clone()).ok()?.0,
            block,
            block_hash: self.block_hash.clone(),
            place,
            at_ms: seconds.saturating_mul(1_000),
            sender: self.from.to_lowercase(),
            // The other lists tell to whom something went.
            recipient: if is_list { self.to.to_lowercase() } else { String::new() },
            nonce: self.nonce.parse().unwrap_or(-1),
            is_failed: is_list && self.is_error == "1",
            selector: selector.filter(|_| is_list).unwrap_or_default().to_lowercase(),
            receivers: 0,
        })
    }

    /// What it moves, the `log`th of its list; nothing where that is nothing.
    pub(super) fn transfer(&self, kind: Kind, log: i64) -> Option<StoredTransfer> {
        let (amount, token) = match kind {
            Kind::Native | Kind::Fungible => (self.value.as_str(), ""),
            Kind::Single => ("1", self.token_id.as_str()),
            Kind::Multiple => (self.token_value.as_str(), self.token_id.as_str()),
        };
        let is_number = |it: &str| Amount::from_decimal(it, 0).is_ok();
        let is_fit = is_number(amount) && (token.is_empty() || is_number(token));
        let is_moved = is_fit && amount.bytes().any(|it| it != b'0') && self.is_error != "1";
        (is_moved && !self.to.is_empty()).then(|| StoredTransfer {
            hash: self.hash.to_lowercase(),
            log,
            part: 0,
            kind: kind.name().to_owned(),
            contract: self.contract_of(kind),
            token: token.to_owned(),
            sender: self.from.to_lowercase(),
            recipient: self.to.to_lowercase(),
            amount: amount.to_owned(),
        })
    }

    /// The token or collection that it is about.
    pub(super) fn contract_of(&self, kind: Kind) -> String {
        let is_native = kind == Kind::Native;
        if is_native { String::new() } else { self.contract_address.to_lowercase() }
    }

    /// What the collection calls itself.
    pub(super) fn collection(&self) -> String {
        token::name(&self.token_name)
    }

    /// What the token is; nothing where nobody knows where its point is.
    pub(super) fn token(&self) -> Option<Token> {
        let address = Address::parse(&self.contract_address.to_lowercase(), Strictness::Lenient);
        let decimals = self.token_decimal.parse().ok().filter(|it| *it <= MOST_DECIMALS)?;
        let (symbol, name) = (token::symbol(&self.token_symbol), token::name(&self.token_name));
        Some(Token { address: address.ok()?.to_checksum(), symbol, name, decimals })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_that_is_none_is_told_from_an_empty_one() {
        let told = |body: &str| rows(body.as_bytes()).map(|it| it.len());
        assert_eq!(told(r#"{"status":"1","message":"OK","result":[{"hash":"0x1"},{}]}"#), Some(2));
        let none = r#"{"status":"0","message":"No transactions found","result":[]}"#;
        assert_eq!(told(none), Some(0));
        let none = r#"{"status":"0","message":"No token transfers found","result":null}"#;
        assert_eq!(told(none), Some(0));
        for refused in [
            r#"{"status":"0","message":"NOTOK","result":"Max rate limit reached"}"#,
            r#"{"status":"1","message":"OK","result":[{"hash":1}]}"#,
            r#"{"message":"OK"}"#,
            "<html>",
        ] {
            assert_eq!(told(refused), None, "{refused}");
        }
    }

    #[test]
    fn what_is_no_number_or_moves_nothing_is_no_transfer() {
        let row = |value: &str, is_error: &str| Row {
            value: value.to_owned(),
            to: "0x1".to_owned(),
            is_error: is_error.to_owned(),
            ..Row::default()
        };
        assert!(row("12", "0").transfer(Kind::Native, -1).is_some());
        for (value, is_error) in [("0", "0"), ("00", "0"), ("", "0"), ("1e9", "0"), ("12", "1")] {
            assert_eq!(row(value, is_error).transfer(Kind::Native, -1), None, "{value} {is_error}");
        }
    }
}
