//! A transaction that a node says to have already: by what it says that, and what the answer is then.

use super::call::{Call, Outcome};
use chains::evm::contracts::hex;
use serde::Deserialize;
use sha3::{Digest, Keccak256};
use std::borrow::Cow;

/// What nodes say of it: geth, reth, erigon and anvil, `OpenEthereum`, Nethermind, Besu.
const WORDS: [&str; 4] = ["already known", "already imported", "alreadyknown", "known transaction"];
/// Of these the hash is not that of what is sent: their blobs are no part of it
/// ([EIP-4844](https://eips.ethereum.org/EIPS/eip-4844#networking)).
const OF_BLOBS: u8 = 3;

/// The result of a call that sends a transaction which a node has already; nothing where it does not say so, or
/// nobody knows the hash.
pub(super) fn result(call: &Call<'_>, outcome: Outcome<'_>) -> Option<String> {
    let is_sending = call.method == "eth_sendRawTransaction";
    (is_sending && is_known(outcome)).then(|| hash(call))?
}

fn is_known(outcome: Outcome<'_>) -> bool {
    #[derive(Deserialize)]
    struct Fault<'a> {
        #[serde(borrow, default)]
        message: Cow<'a, str>,
    }
    let Outcome::Error(text) = outcome else { return false };
    let Ok(fault) = serde_json::from_str::<Fault<'_>>(text) else { return false };
    let message = fault.message.to_ascii_lowercase();
    !message.contains("unknown") && WORDS.iter().any(|words| message.contains(words))
}

fn hash(call: &Call<'_>) -> Option<String> {
    let [text] = serde_json::from_str::<[Cow<'_, str>; 1]>(call.params()?).ok()?;
    let bytes = hex::decode(&*text).ok()?;
    let is_hashed_whole = bytes.first().is_some_and(|it| *it != OF_BLOBS);
    is_hashed_whole.then(|| format!("\"0x{}\"", hex::encode(Keccak256::digest(bytes))))
}

#[cfg(test)]
mod tests {
    use super::super::call::Calls;
    use super::*;

    fn said(body: &str, message: &str) -> Option<String> {
        let Ok(Calls::One(call)) = Calls::read(body.as_bytes()) else { panic!("{body}") };
        let error = format!(r#"{{"code":-32000,"message":"{message}"}}"#);
        result(&call, Outcome::Error(&error))
    }

    #[test]
    fn who_has_it_already_took_it() {
        let sent =
            |raw: &str| format!(r#"{{"method":"eth_sendRawTransaction","params":["{raw}"]}}"#);
        let hash = r#""0xbc36789e7a1e281436464229828f817d6612f7b477d66591ff96a9e064bcc98a""#;
        for words in [
            "already known",
            "AlreadyKnown",
            "Transaction with the same hash was already imported.",
            "Known transaction",
            "known transaction: 0x00",
        ] {
            assert_eq!(said(&sent("0x00"), words).as_deref(), Some(hash), "{words}");
        }
        for words in
            ["unknown transaction type", "nonce too low", "replacement transaction underpriced"]
        {
            assert_eq!(said(&sent("0x00"), words), None, "{words}");
        }
        assert_eq!(said(&sent("0x0300"), "already known"), None);
        assert_eq!(said(&sent("0xzz"), "already known"), None);
        let other = r#"{"method":"sendTransaction","params":["0x00"]}"#;
        assert_eq!(said(other, "already known"), None);
    }
}
