//! What the relay counts. Nothing here tells of a topic or of a client.

use crate::request_log::Lines;
use protocol::relay::refusal::Refusal;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// How many lines a second tell of what is refused for the same reason.
const REFUSED_LINES: u32 = 1;

/// What was counted.
#[derive(Default)]
pub(crate) struct Counts {
    published: AtomicU64,
    repeated: AtomicU64,
    pushed: AtomicU64,
    taken: AtomicU64,
    writes: AtomicU64,
    refused: Mutex<BTreeMap<&'static str, Refused>>,
}

/// What was refused for one reason.
struct Refused {
    count: u64,
    lines: Lines,
}

/// What there is a number of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Counted {
    /// A message was kept.
    Published,
    /// One came that was kept already.
    Repeated,
    /// One was sent to a socket.
    Pushed,
    /// A client has one.
    Taken,
    /// A group of changes was written.
    Written,
}

impl Counts {
    pub(super) fn note(&self, what: Counted, count: usize) {
        self.of(what).fetch_add(count as u64, Ordering::Relaxed);
    }

    /// Counts a refusal, and logs it by its tag: for the operator has to know of a relay that is full.
    pub(crate) fn refuse(&self, refusal: Refusal) {
        let why = refusal.tag();
        let told = {
            let mut refused = self.refused.lock().unwrap_or_else(PoisonError::into_inner);
            let new = || Refused { count: 0, lines: Lines::new(REFUSED_LINES) };
            let refused = refused.entry(why).or_insert_with(new);
            refused.count += 1;
            refused.lines.note(Instant::now())
        };
        let Some(count) = told else { return };
        let words = refusal.words();
        match refusal {
            Refusal::MailboxLimitExceeded | Refusal::StorageError => {
                tracing::warn!(why, words, count, "refused by the relay, the last of so many");
            }
            _ => tracing::info!(why, words, count, "refused by the relay, the last of so many"),
        }
    }

    /// How often it happened.
    pub(crate) fn get(&self, what: Counted) -> u64 {
        self.of(what).load(Ordering::Relaxed)
    }

    /// How often something was refused, by tag.
    pub(crate) fn refused(&self) -> BTreeMap<&'static str, u64> {
        let refused = self.refused.lock().unwrap_or_else(PoisonError::into_inner);
        refused.iter().map(|(tag, it)| (*tag, it.count)).collect()
    }

    fn of(&self, what: Counted) -> &AtomicU64 {
        match what {
            Counted::Published => &self.published,
            Counted::Repeated => &self.repeated,
            Counted::Pushed => &self.pushed,
            Counted::Taken => &self.taken,
            Counted::Written => &self.writes,
        }
    }
}
