//! The node that always says the same: so much, after so long.

use std::time::{Duration, Instant};

use crate::calls;
use crate::chain;
use crate::node::{Manner, Says};

/// A 32-byte word, as a contract returns it.
const CHARACTERS: usize = 66;
/// Its first block.
const FIRST_BLOCK: u64 = 1_000;

/// What it is to say.
#[derive(Clone, Copy)]
pub(crate) struct Fixed {
    /// How long a result is.
    pub(crate) characters: usize,
    /// How long an answer takes.
    pub(crate) after: Duration,
}

impl Default for Fixed {
    fn default() -> Self {
        Fixed { characters: CHARACTERS, after: Duration::ZERO }
    }
}

/// A node that says so.
pub(crate) struct FixedNode {
    chain: String,
    result: String,
    after: Duration,
    start: Instant,
}

impl FixedNode {
    pub(crate) fn of(fixed: Fixed) -> Self {
        let chain = format!("\"0x{:x}\"", chain::NUMBER);
        let result = format!("\"0x{}\"", "0".repeat(fixed.characters.saturating_sub(2)));
        FixedNode { chain, result, after: fixed.after, start: Instant::now() }
    }

    /// One more every second.
    fn head(&self) -> String {
        format!("\"0x{:x}\"", FIRST_BLOCK + self.start.elapsed().as_secs())
    }
}

impl Says for FixedNode {
    fn say(&self, asked: &[u8], answer: &mut Vec<u8>) -> Manner {
        calls::answer(asked, answer, |call, out| match call.method {
            "eth_chainId" => calls::write(out, call.id(), "result", &self.chain),
            "eth_blockNumber" => calls::write(out, call.id(), "result", &self.head()),
            _ => calls::write(out, call.id(), "result", &self.result),
        });
        Manner { status: 200, after: self.after }
    }
}
