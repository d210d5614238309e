//! How many requests the nodes of a chain got, by what came of each.

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

/// The counts.
#[derive(Default)]
pub(crate) struct Tally([AtomicU64; 7]);

impl Tally {
    pub(super) fn add(&self, outcome: CallOutcome) {
        self.0[outcome as usize].fetch_add(1, Ordering::Relaxed);
    }

    /// By the name of the outcome.
    pub(crate) fn counts(&self) -> impl Iterator<Item = (&'static str, u64)> {
        let names =
            ["answered", "useless", "not_taken", "broken", "too_large", "no_room", "crowded"];
        names.into_iter().zip(self.0.iter().map(|count| count.load(Ordering::Relaxed)))
    }
}

impl From<&Failure> for CallOutcome {
    fn from(failure: &Failure) -> Self {
        match failure {
            Failure::Away(_) | Failure::NotTaken(_) | Failure::Refused(_) => CallOutcome::NotTaken,
            Failure::Broken(_) | Failure::Slow => CallOutcome::Broken,
            Failure::TooLarge(_) => CallOutcome::TooLarge,
            Failure::NoRoom(_) => CallOutcome::NoRoom,
            Failure::Crowded => CallOutcome::Crowded,
        }
    }
}
