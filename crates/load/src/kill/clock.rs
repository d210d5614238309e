//! The latest block, which every good node knows: one more each second.

use std::ops::RangeInclusive;
use std::time::{Duration, Instant};

const FIRST_BLOCK: u64 = 1_000;
/// An answer may be so much older than its question: a node may be a few blocks late, and who asks what is
/// being asked gets that answer.
const LATE_BLOCKS: u64 = 20;

/// When the first block was made.
#[derive(Clone, Copy)]
pub(crate) struct Clock(Instant);

impl Clock {
    pub(crate) fn start() -> Self {
        Clock(Instant::now())
    }

    /// How long it runs.
    pub(crate) fn elapsed(self) -> Duration {
        self.0.elapsed()
    }

    /// The latest block.
    pub(crate) fn head(self) -> u64 {
        FIRST_BLOCK + self.elapsed().as_secs()
    }

    /// Of which blocks an answer may be that is there now, where this one was the latest when it was asked.
    pub(crate) fn good(self, asked_at: u64) -> RangeInclusive<u64> {
        asked_at - LATE_BLOCKS..=self.head()
    }
}
