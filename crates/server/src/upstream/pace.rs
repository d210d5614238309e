//! How long nodes usually take, and so when it is worth to ask a second one.

use std::collections::HashMap;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// How many answers of a method count.
const SAMPLES: usize = 64;
/// From how many on they say something.
const FEW: usize = 20;
/// A second node is asked for one of so many requests at most: where all are slow, asking more of them
/// makes it worse.
const REQUESTS_FOR_ONE: i64 = 10;
/// How many second nodes may be asked at once after a quiet time.
const MOST_AT_ONCE: i64 = 10;
/// Nobody is asked a second time sooner than this: what takes so little may take twice of it by chance.
const SOONEST: Duration = Duration::from_millis(2);

/// How long the nodes of a chain take for each method.
pub(super) struct Pace {
    by_method: Mutex<HashMap<String, Times>>,
    /// In requests.
    spare: AtomicI64,
}

struct Times {
    us: [u32; SAMPLES],
    count: usize,
    /// Nineteen of twenty answers took less.
    usual_us: u32,
}

impl Default for Pace {
    fn default() -> Self {
        let spare = AtomicI64::new(MOST_AT_ONCE * REQUESTS_FOR_ONE);
        Pace { by_method: Mutex::default(), spare }
    }
}

impl Pace {
    /// How long nineteen of twenty answers take, once enough came.
    pub(super) fn usual(&self, method: &str) -> Option<Duration> {
        let all = self.by_method.lock().unwrap_or_else(PoisonError::into_inner);
        let times = all.get(method).filter(|it| it.count >= FEW)?;
        Some(Duration::from_micros(times.usual_us.into()).max(SOONEST))
    }

    /// Notes how long an answer took.
    pub(super) fn note(&self, method: &str, took: Duration) {
        let us = u32::try_from(took.as_micros()).unwrap_or(u32::MAX);
        let mut all = self.by_method.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(times) = all.get_mut(method) {
            return times.add(us);
        }
        let mut times = Times { us: [0; SAMPLES], count: 0, usual_us: 0 };
        times.add(us);
        all.insert(method.to_owned(), times);
    }

    /// Notes a request.
    pub(super) fn asked(&self) {
        let more = |spare| (spare < MOST_AT_ONCE * REQUESTS_FOR_ONE).then_some(spare + 1);
        let _ = self.spare.fetch_update(Ordering::Relaxed, Ordering::Relaxed, more);
    }

    /// Whether one more second node may be asked, which is then counted.
    pub(super) fn may_hedge(&self) -> bool {
        let less = |spare| (spare >= REQUESTS_FOR_ONE).then_some(spare - REQUESTS_FOR_ONE);
        self.spare.fetch_update(Ordering::Relaxed, Ordering::Relaxed, less).is_ok()
    }
}

impl Times {
    fn add(&mut self, us: u32) {
        self.us[self.count % SAMPLES] = us;
        self.count += 1;
        // Sorting them for each answer would cost more than an answer from memory.
        if self.count.is_multiple_of(SAMPLES / 4) || self.count == FEW {
            let mut sorted = self.us;
            let known = &mut sorted[..self.count.min(SAMPLES)];
            known.sort_unstable();
            self.usual_us = known[known.len() * 19 / 20];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_usual_is_known_after_some_answers() {
        let pace = Pace::default();
        for ms in 1..20 {
            pace.note("eth_call", Duration::from_millis(ms));
        }
        assert_eq!(pace.usual("eth_call"), None);
        pace.note("eth_call", Duration::from_millis(20));
        assert_eq!(pace.usual("eth_call"), Some(Duration::from_millis(20)));
        (0..640).for_each(|_| pace.note("eth_call", Duration::from_micros(10)));
        assert_eq!(pace.usual("eth_call"), Some(SOONEST));
        assert_eq!(pace.usual("eth_getLogs"), None);
    }

    #[test]
    fn second_nodes_are_asked_for_a_part_of_the_requests() {
        let pace = Pace::default();
        assert_eq!((0..50).filter(|_| pace.may_hedge()).count(), 10);
        (0..25).for_each(|_| pace.asked());
        assert_eq!((0..50).filter(|_| pace.may_hedge()).count(), 2);
    }
}
