//! How many requests the nodes of a chain got, by what came of each; and how many calls were answered, by
//! whom.

use super::node::Failure;
use std::sync::atomic::{AtomicU64, Ordering};

/// What came of a request to a node.
#[derive(Clone, Copy)]
pub(super) enum CallOutcome {
    /// An answer of use.
    Answered,
    /// It said that it is limited or not well, left calls out, or answered junk.
    Useless,
    /// It was not reached, or did not take the request.
    NotTaken,
    /// It broke off, or took too long.
    Broken,
    /// Its answer was larger than the limit.
    TooLarge,
    /// There was no room for its answer.
    NoRoom,
    /// It was not asked: it was being asked too much at once.
    Crowded,
}

/// Where the answer to a call came from.
#[derive(Clone, Copy)]
pub(super) enum Answered {
    /// A node was asked.
    ByNode,
    /// It was kept.
    FromMemory,
    /// A node was being asked the same.
    WithOthers,
}

/// The counts.
#[derive(Default)]
pub(crate) struct Tally {
    outcomes: [AtomicU64; 7],
    answered: [AtomicU64; 3],
}

impl Tally {
    pub(super) fn add(&self, outcome: CallOutcome) {
        self.outcomes[outcome as usize].fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn answered(&self, by: Answered, calls: usize) {
        self.answered[by as usize].fetch_add(calls as u64, Ordering::Relaxed);
    }

    /// Calls that were answered, by where the answer came from.
    pub(crate) fn answers(&self) -> impl Iterator<Item = (&'static str, u64)> {
        let names = ["node", "memory", "others"];
        names.into_iter().zip(self.answered.iter().map(|count| count.load(Ordering::Relaxed)))
    }

    /// Requests to nodes, by the name of what came of them.
    pub(crate) fn counts(&self) -> impl Iterator<Item = (&'static str, u64)> {
        let names =
            ["answered", "useless", "not_taken", "broken", "too_large", "no_room", "crowded"];
        names.into_iter().zip(self.outcomes.iter().map(|count| count.load(Ordering::Relaxed)))
    }
}

impl From<&Failure> for CallOutcome {
    fn from(failure: &Failure) -> Self {
        match failure {
            Failure::Away(_) | Failure::NotTaken(_) | Failure::Refused(_) => CallOutcome::NotTaken,
            Failure::Broken(_) | Failure::Slow => CallOutcome::Broken,
            Failure::TooLarge(_) => CallOutcome::TooLarge,
            Failure::NoRoom(_) => CallOutcome::NoRoom,
        }
    }
}
