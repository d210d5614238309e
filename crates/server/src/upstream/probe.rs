//! How a node is asked which chain it is of, and what the latest block is that it knows.
//!
//! A URL may lead to another chain than it is configured for, by a slip or because somebody else has its
//! port now. A node is given no call before it said that it is of the right chain, and no answer counts where
//! it may have gone since (`client.rs`).

use super::call::{Answer, Outcome};
use super::lasting::number;
use protocol::caip::{ChainId, Namespace};

/// The id of our own calls: logs and tests tell them by it.
pub(super) const ID: &str = "\"latchkit\"";

/// What is asked of the nodes of a namespace: methods with their parameters.
pub(crate) struct Probe {
    pub(crate) chain: (&'static str, &'static str),
    pub(super) head: (&'static str, &'static str),
}

const EIP155: Probe = Probe { chain: ("eth_chainId", "[]"), head: ("eth_blockNumber", "[]") };
const SOLANA: Probe =
    Probe { chain: ("getGenesisHash", "[]"), head: ("getSlot", r#"[{"commitment":"confirmed"}]"#) };
const BIP122: Probe = Probe { chain: ("getblockhash", "[0]"), head: ("getblockcount", "[]") };

impl Probe {
    /// Of the nodes of a chain, where there is something to ask.
    pub(crate) fn of(namespace: Namespace) -> Option<&'static Probe> {
        match namespace {
            Namespace::Eip155 => Some(&EIP155),
            Namespace::Solana => Some(&SOLANA),
            Namespace::Bip122 => Some(&BIP122),
            Namespace::Polkadot | Namespace::Cosmos => None,
        }
    }
}

/// The body of one of our calls.
pub(crate) fn body((method, params): (&str, &str)) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":{ID},"method":"{method}","params":{params}}}"#)
}

/// Whether a node that answers so is of this chain; nothing where it does not say. Of a genesis block's
/// hash, a name has the first 32 characters ([CAIP-30](https://chainagnostic.org/CAIPs/caip-30),
/// [CAIP-4](https://chainagnostic.org/CAIPs/caip-4)).
pub(super) fn is_of(chain: &ChainId, answer: &[u8]) -> Option<bool> {
    names(chain, &serde_json::from_str::<String>(result(answer)?).ok()?)
}

/// Whether what a node says of its chain means this one; nothing where it means none.
pub(crate) fn names(chain: &ChainId, said: &str) -> Option<bool> {
    Some(match chain.namespace {
        Namespace::Eip155 => number(said)?.to_string() == chain.reference,
        _ => said.get(..32)? == chain.reference,
    })
}

/// The latest block of an answer.
pub(super) fn block(answer: &[u8]) -> Option<u64> {
    block_of(result(answer)?)
}

/// The latest block of a result: a quantity, or a number.
pub(super) fn block_of(result: &str) -> Option<u64> {
    match result.strip_prefix('"') {
        Some(quoted) => number(quoted.strip_suffix('"')?),
        None => result.parse().ok(),
    }
}

fn result(answer: &[u8]) -> Option<&str> {
    match serde_json::from_slice::<Answer<'_>>(answer).ok()?.outcome()? {
        Outcome::Result(text) => Some(text),
        Outcome::Error(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_says_which_chain_it_is_of() {
        let says = |chain: &str, result: &str| {
            let answer = format!(r#"{{"id":1,"result":{result}}}"#);
            is_of(&ChainId::parse(chain).expect(chain), answer.as_bytes())
        };
        assert_eq!(says("eip155:8453", "\"0x2105\""), Some(true));
        assert_eq!(says("eip155:1", "\"0x2105\""), Some(false));
        assert_eq!(says("eip155:1", "\"1\""), None);
        assert_eq!(says("eip155:1", "1"), None);
        let solana = "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp";
        assert_eq!(says(solana, "\"5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d\""), Some(true));
        assert_eq!(says(solana, "\"EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG\""), Some(false));
        assert_eq!(says(solana, "\"x\""), None);
        assert_eq!(is_of(&ChainId::parse("eip155:1").expect("it is"), b"<html>"), None);
    }

    #[test]
    fn the_latest_block_is_a_quantity_or_a_number() {
        assert_eq!(block(br#"{"id":1,"result":"0x10"}"#), Some(16));
        assert_eq!(block(br#"{"id":1,"result":16}"#), Some(16));
        assert_eq!(block(br#"{"id":1,"result":"16"}"#), None);
        assert_eq!(block(br#"{"id":1,"error":{"code":1}}"#), None);
    }
}
