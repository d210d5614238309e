//! How long the answer to a read holds.
//!
//! Nodes are asked for the state at a block, by its number, its hash or a tag ([block
//! parameter](https://eips.ethereum.org/EIPS/eip-1898)). What a block that nothing can replace any more
//! said, it says for ever; what the latest block says holds until the next one.

use super::call::Call;
use protocol::caip::Namespace;
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

/// A block that has so many after it is taken to stay: the longest reorganisation of a chain of ours was
/// 157 blocks deep ([Polygon, February 2023](https://forum.polygon.technology/t/157-block-reorg-at-block-height-39599624/11388)).
const DEEP_BLOCKS: u64 = 256;

/// How long an answer holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lasting {
    /// For ever, where there is one: `null` may become something.
    Forever,
    /// For ever, once this block is deep enough.
    AtBlock(u64),
    /// The same for the block that the answer itself names as its `blockNumber`.
    AtItsBlock,
    /// Until the next block.
    UntilNextBlock,
    /// Not at all: it is of what has no block yet, or of the node itself.
    Never,
}

impl Lasting {
    /// How long the answer to a call holds.
    pub(super) fn of(namespace: Namespace, call: &Call<'_>) -> Lasting {
        match namespace {
            Namespace::Eip155 => of_eip155(call),
            Namespace::Solana => match &*call.method {
                "getGenesisHash" => Lasting::Forever,
                _ => Lasting::Never,
            },
            Namespace::Polkadot | Namespace::Bip122 | Namespace::Cosmos => Lasting::Never,
        }
    }

    /// Whether a node that is behind the others may answer it wrongly, where `head` is the latest block. Of a
    /// block that is named by its hash nobody knows how young it is.
    pub(super) fn is_of_the_head(self, head: Option<u64>) -> bool {
        match self {
            Lasting::AtBlock(block) => !is_deep(block, head),
            _ => true,
        }
    }

    /// Whether a result holds until the next block. What has no block yet may have one before it.
    pub(super) fn is_until_next_block(self, result: &[u8]) -> bool {
        match self {
            Lasting::AtItsBlock => block_of(result).is_some(),
            Lasting::Forever | Lasting::AtBlock(_) | Lasting::UntilNextBlock => true,
            Lasting::Never => false,
        }
    }

    /// Whether a result holds for ever, where `head` is the latest block.
    pub(super) fn is_forever(self, result: &[u8], head: Option<u64>) -> bool {
        match self {
            Lasting::Forever => result != b"null",
            Lasting::AtBlock(block) => result != b"null" && is_deep(block, head),
            Lasting::AtItsBlock => block_of(result).is_some_and(|block| is_deep(block, head)),
            Lasting::UntilNextBlock | Lasting::Never => false,
        }
    }
}

fn is_deep(block: u64, head: Option<u64>) -> bool {
    head.is_some_and(|head| block.saturating_add(DEEP_BLOCKS) <= head)
}

fn of_eip155(call: &Call<'_>) -> Lasting {
    let at = |place: usize| match parameter(call, place) {
        Some(block) => of_block(&block),
        None => Lasting::UntilNextBlock,
    };
    match &*call.method {
        "eth_blobBaseFee" | "eth_blockNumber" | "eth_gasPrice" | "eth_maxPriorityFeePerGas" => {
            Lasting::UntilNextBlock
        }
        "eth_getBlockByHash"
        | "eth_getBlockTransactionCountByHash"
        | "eth_getTransactionByBlockHashAndIndex"
        | "eth_getUncleCountByBlockHash" => Lasting::Forever,
        "eth_getTransactionByHash" | "eth_getTransactionReceipt" => Lasting::AtItsBlock,
        "eth_getBlockByNumber"
        | "eth_getBlockReceipts"
        | "eth_getBlockTransactionCountByNumber"
        | "eth_getTransactionByBlockNumberAndIndex"
        | "eth_getUncleCountByBlockNumber" => at(0),
        "eth_call"
        | "eth_createAccessList"
        | "eth_estimateGas"
        | "eth_feeHistory"
        | "eth_getBalance"
        | "eth_getCode"
        | "eth_getTransactionCount" => at(1),
        "eth_getProof" | "eth_getStorageAt" => at(2),
        "eth_getLogs" => of_filter(parameter(call, 0)),
        _ => Lasting::Never,
    }
}

/// Of a block parameter.
fn of_block(block: &Value) -> Lasting {
    match block {
        Value::String(text) => match &**text {
            "earliest" => Lasting::AtBlock(0),
            "latest" | "safe" | "finalized" => Lasting::UntilNextBlock,
            text => number(text).map_or(Lasting::Never, Lasting::AtBlock),
        },
        Value::Object(members) if members.contains_key("blockHash") => Lasting::Forever,
        Value::Object(members) => members.get("blockNumber").map_or(Lasting::Never, of_block),
        Value::Null => Lasting::UntilNextBlock,
        _ => Lasting::Never,
    }
}

/// Of a search for logs, as long as its youngest end holds.
fn of_filter(filter: Option<Value>) -> Lasting {
    let Some(Value::Object(members)) = filter else { return Lasting::Never };
    if members.contains_key("blockHash") {
        return Lasting::Forever;
    }
    let end = |name| members.get(name).map_or(Lasting::UntilNextBlock, of_block);
    match (end("fromBlock"), end("toBlock")) {
        (Lasting::AtBlock(from), Lasting::AtBlock(to)) => Lasting::AtBlock(from.max(to)),
        (Lasting::Never, _) | (_, Lasting::Never) => Lasting::Never,
        _ => Lasting::UntilNextBlock,
    }
}

fn parameter(call: &Call<'_>, place: usize) -> Option<Value> {
    let all: Vec<&RawValue> = serde_json::from_str(call.params()?).ok()?;
    serde_json::from_str(all.get(place)?.get()).ok()
}

fn block_of(result: &[u8]) -> Option<u64> {
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Mined {
        block_number: String,
    }
    number(&serde_json::from_slice::<Mined>(result).ok()?.block_number)
}

/// A quantity of JSON-RPC.
pub(crate) fn number(text: &str) -> Option<u64> {
    u64::from_str_radix(text.strip_prefix("0x")?, 16).ok()
}

#[cfg(test)]
mod tests {
    use super::super::call::Calls;
    use super::*;

    fn lasting(method: &str, params: &str) -> Lasting {
        let body = format!(r#"{{"method":"{method}","params":{params}}}"#);
        let Ok(Calls::One(call)) = Calls::read(body.as_bytes()) else { panic!("{body}") };
        Lasting::of(Namespace::Eip155, &call)
    }

    #[test]
    fn the_block_that_is_asked_says_how_long() {
        use Lasting::*;
        for (method, params, want) in [
            ("eth_blockNumber", "[]", UntilNextBlock),
            ("eth_call", r#"[{"to":"0x1"}]"#, UntilNextBlock),
            ("eth_call", r#"[{"to":"0x1"},"latest"]"#, UntilNextBlock),
            ("eth_call", r#"[{"to":"0x1"},null]"#, UntilNextBlock),
            ("eth_call", r#"[{"to":"0x1"},"pending"]"#, Never),
            ("eth_call", r#"[{"to":"0x1"},"0x10"]"#, AtBlock(16)),
            ("eth_call", r#"[{"to":"0x1"},{"blockHash":"0xab"}]"#, Forever),
            ("eth_call", r#"[{"to":"0x1"},{"blockNumber":"0x2"}]"#, AtBlock(2)),
            ("eth_call", r#"[{"to":"0x1"},16]"#, Never),
            ("eth_getTransactionCount", r#"["0x1","pending"]"#, Never),
            ("eth_estimateGas", r#"[{"to":"0x1"},"pending"]"#, Never),
            ("eth_estimateGas", r#"[{"to":"0x1"}]"#, UntilNextBlock),
            ("eth_getStorageAt", r#"["0x1","0x0","0x5"]"#, AtBlock(5)),
            ("eth_getBlockByNumber", r#"["earliest",false]"#, AtBlock(0)),
            ("eth_getBlockByNumber", r#"["finalized",false]"#, UntilNextBlock),
            ("eth_getTransactionReceipt", r#"["0xab"]"#, AtItsBlock),
            ("eth_getBlockByHash", r#"["0xab",true]"#, Forever),
            ("eth_getLogs", "[{}]", UntilNextBlock),
            ("eth_getLogs", r#"[{"fromBlock":"0x1","toBlock":"0x9"}]"#, AtBlock(9)),
            ("eth_getLogs", r#"[{"fromBlock":"0x1","toBlock":"latest"}]"#, UntilNextBlock),
            ("eth_getLogs", r#"[{"fromBlock":"0x1","toBlock":"pending"}]"#, Never),
            ("eth_getLogs", r#"[{"blockHash":"0xab"}]"#, Forever),
            ("eth_sendRawTransaction", r#"["0x"]"#, Never),
            ("eth_syncing", "[]", Never),
        ] {
            assert_eq!(lasting(method, params), want, "{method} {params}");
        }
    }

    #[test]
    fn only_what_is_deep_and_there_holds_for_ever() {
        let mined = br#"{"blockNumber":"0x64","status":"0x1"}"#;
        let holds = |it: Lasting, result: &[u8], head| it.is_forever(result, head);
        assert!(holds(Lasting::AtItsBlock, mined, Some(356)));
        assert!(!holds(Lasting::AtItsBlock, mined, Some(355)));
        assert!(!holds(Lasting::AtItsBlock, mined, None));
        assert!(!holds(Lasting::AtItsBlock, b"null", Some(1_000)));
        assert!(!holds(Lasting::AtItsBlock, br#"{"blockNumber":null}"#, Some(1_000)));
        assert!(holds(Lasting::AtBlock(100), b"\"0x1\"", Some(356)));
        assert!(!holds(Lasting::AtBlock(u64::MAX), b"\"0x1\"", Some(356)));
        assert!(!holds(Lasting::Forever, b"null", Some(356)));
        assert!(holds(Lasting::Forever, b"{}", None));
        assert!(!holds(Lasting::UntilNextBlock, b"{}", Some(356)));
    }

    #[test]
    fn a_node_that_is_behind_is_asked_for_what_is_deep_alone() {
        assert!(!Lasting::AtBlock(100).is_of_the_head(Some(356)));
        assert!(Lasting::AtBlock(101).is_of_the_head(Some(356)));
        assert!(Lasting::AtBlock(0).is_of_the_head(None));
        assert!(Lasting::Forever.is_of_the_head(Some(356)));
    }

    #[test]
    fn what_has_no_block_yet_is_not_kept() {
        assert!(!Lasting::AtItsBlock.is_until_next_block(b"null"));
        assert!(!Lasting::AtItsBlock.is_until_next_block(br#"{"blockNumber":null}"#));
        assert!(Lasting::AtItsBlock.is_until_next_block(br#"{"blockNumber":"0x1"}"#));
    }
}
