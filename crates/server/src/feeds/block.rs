//! A block as its header tells of it.

use super::bloom::Bloom;
use crate::upstream::number;
use serde_json::{Map, Value};
use std::sync::Arc;

/// What a node says of a block besides its header, which `newHeads` does not tell.
const BESIDES: [&str; 4] = ["transactions", "uncles", "withdrawals", "size"];

/// A block.
pub(super) struct Block {
    pub(super) number: u64,
    pub(super) hash: String,
    pub(super) parent: String,
    /// Seconds since 1970.
    pub(super) made_s: u64,
    /// Of its logs, where it is told.
    pub(super) bloom: Option<Bloom>,
    /// Its header, as the text of its JSON.
    pub(super) header: Arc<str>,
}

/// A block became the latest.
pub(crate) struct Step {
    /// The hashes of blocks that are none any more.
    pub(super) gone: Vec<String>,
    /// Whether some of those before it may be none any more, and nobody knows which.
    pub(super) is_torn: bool,
    pub(super) block: Block,
}

impl Block {
    /// Reads one as `eth_getBlockByNumber` and `newHeads` tell of it; nothing where it is none.
    pub(super) fn read(told: Value) -> Option<Self> {
        let Value::Object(mut members) = told else { return None };
        for name in BESIDES {
            members.remove(name);
        }
        let text = |name: &str| Some(members.get(name)?.as_str()?.to_owned());
        Some(Block {
            number: quantity(&members, "number")?,
            hash: text("hash")?,
            parent: text("parentHash")?,
            made_s: quantity(&members, "timestamp")?,
            bloom: text("logsBloom").and_then(|it| Bloom::read(&it)),
            header: Value::Object(members).to_string().into(),
        })
    }
}

fn quantity(members: &Map<String, Value>, name: &str) -> Option<u64> {
    number(members.get(name)?.as_str()?)
}
