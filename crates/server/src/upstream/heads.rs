//! What is known of a chain's latest block, by what its nodes told.

use super::node::{Head, Node};
use chains::rank;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// What a node told is believed for so long: where nobody who knew of a later block says anything any more,
/// who is behind is all there is.
const BELIEVED: Duration = Duration::from_mins(1);
/// From so many nodes on, what the first of them says alone is not believed.
const MANY: usize = 3;
/// By then a node that answers was asked again.
const ASKED_AGAIN: Duration = Duration::from_millis(2 * rank::POLL_MS as u64);
/// How long blocks are counted before their pace is measured anew.
const MEASURED: Duration = Duration::from_mins(5);
/// From this time on the pace says something.
const SHORT: Duration = Duration::from_secs(2);
/// A latest block is as good as new for a quarter of the time to the next, within these bounds.
const NEW: [Duration; 2] = [Duration::from_millis(100), Duration::from_secs(1)];
/// The same where the pace is not known.
const NEW_AT_ANY_PACE: Duration = Duration::from_millis(250);

/// How fast blocks come.
#[derive(Default)]
pub(super) struct Heads(Mutex<Pace>);

#[derive(Default)]
struct Pace {
    since: Option<Head>,
    blocks_in_1000_s: u64,
}

/// What is known at a moment.
#[derive(Clone, Copy)]
pub(crate) struct Seen {
    /// The latest block that is believed.
    pub(crate) block: u64,
    /// Whether it is as good as new.
    pub(super) is_new: bool,
    told: Instant,
    blocks_in_1000_s: u64,
}

impl Heads {
    /// The latest block that any of the nodes told of lately.
    pub(super) fn seen(&self, nodes: &[Node]) -> Option<Seen> {
        let heads = nodes.iter().filter_map(Node::head);
        let mut lately: Vec<Head> = heads.filter(|it| it.told.elapsed() < BELIEVED).collect();
        lately.sort_unstable_by_key(|head| std::cmp::Reverse((head.block, head.told)));
        // Of many, one alone may say anything.
        let best = *if lately.len() >= MANY { lately.get(1) } else { lately.first() }?;
        let blocks_in_1000_s = self.pace(best);
        let new = match blocks_in_1000_s {
            0 => NEW_AT_ANY_PACE,
            some => Duration::from_millis(250_000 / some).clamp(NEW[0], NEW[1]),
        };
        let Head { block, told } = best;
        Some(Seen { block, is_new: told.elapsed() < new, told, blocks_in_1000_s })
    }

    fn pace(&self, best: Head) -> u64 {
        let mut pace = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let since = *pace.since.get_or_insert(best);
        let time = best.told.saturating_duration_since(since.told);
        if time >= SHORT {
            let ms = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
            let blocks = best.block.saturating_sub(since.block);
            pace.blocks_in_1000_s = blocks.saturating_mul(1_000_000) / ms;
        }
        if time >= MEASURED || best.block < since.block {
            pace.since = Some(best);
        }
        pace.blocks_in_1000_s
    }
}

impl Seen {
    /// Whether a node knows less of the chain than others. One that told nothing lately is not known to; what
    /// one told a moment ago has grown since.
    pub(super) fn is_ahead_of(&self, node: &Node) -> bool {
        let Some(head) = node.head().filter(|it| it.told.elapsed() < ASKED_AGAIN) else {
            return false;
        };
        rank::is_behind(self.grown(head.block, head.told), self.block, self.blocks_in_1000_s)
    }

    /// Whether a block may be the latest by now, or one before it.
    pub(crate) fn allows(&self, block: u64) -> bool {
        !rank::is_behind(self.grown(self.block, self.told), block, self.blocks_in_1000_s)
    }

    /// Which block is the latest where this one was.
    fn grown(&self, block: u64, since: Instant) -> u64 {
        let age = u64::try_from(since.elapsed().as_millis()).unwrap_or(0);
        block.saturating_add(self.blocks_in_1000_s.saturating_mul(age) / 1_000_000)
    }
}
