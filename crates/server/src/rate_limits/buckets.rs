//! Token buckets in bounded memory: each key may make as many requests at once as it may make in a
//! minute, or in another time, and gets them back evenly.
//!
//! A bucket is one moment, the one at which it is full again: a request moves it on by the time in
//! which one token comes back. A bucket that is full is the same as none, so it is forgotten. Where
//! there are too many, those that were used longest ago are, too: whoever asks all the time stays
//! counted, however many strangers come.
//! (This is the generic cell rate algorithm of ATM, ITU-T I.371, in the words of buckets.)

use std::collections::HashMap;
use std::hash::Hash;
use std::mem;
use std::num::NonZeroU32;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The time in which an empty bucket fills, where nobody says.
pub(super) const WINDOW: Duration = Duration::from_mins(1);
/// The most keys that are remembered; the half of them that was used last always is.
const MOST_KEYS: usize = 65_536;
/// How often full buckets are forgotten.
const SWEEP_TIME: Duration = WINDOW;

/// The buckets of all keys of one kind.
pub(crate) struct Buckets<K> {
    most: NonZeroU32,
    /// In which all of them come back.
    window: Duration,
    /// In which one token comes back.
    token: Duration,
    store: Mutex<BucketStore<K>>,
}

/// When the bucket of each key is full, in two halves: where the recent one has no place left, it
/// becomes the older one, and what was in that is forgotten. So nobody has to look for the oldest.
struct BucketStore<K> {
    recent: HashMap<K, Instant>,
    older: HashMap<K, Instant>,
    swept_at: Option<Instant>,
}

/// What is left for a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RateLimitStatus {
    pub(crate) per_minute: u32,
    pub(crate) remaining: u32,
    /// Until the bucket is full again.
    pub(crate) wait: Duration,
}

impl<K: Eq + Hash> Buckets<K> {
    /// So many a minute.
    pub(crate) fn new(per_minute: NonZeroU32) -> Self {
        Buckets::within(WINDOW, per_minute)
    }

    /// So many in a time.
    pub(crate) fn within(window: Duration, most: NonZeroU32) -> Self {
        let store = BucketStore { recent: HashMap::new(), older: HashMap::new(), swept_at: None };
        Buckets { most, window, token: window / most.get(), store: Mutex::new(store) }
    }

    /// How many tokens a bucket holds.
    pub(super) fn per_minute(&self) -> u32 {
        self.most.get()
    }

    /// Takes tokens. Where there are fewer it takes none, and says when there will be enough.
    pub(crate) fn take(&self, key: K, tokens: u32, now: Instant) -> Result<(), Duration> {
        let mut store = self.store.lock().unwrap_or_else(PoisonError::into_inner);
        let before = store.missing(&key, now);
        let missing = before + self.token.saturating_mul(tokens);
        let taken = match missing.checked_sub(self.window) {
            Some(wait) if !wait.is_zero() => Err(wait),
            _ => Ok(()),
        };
        store.note(key, now, if taken.is_ok() { missing } else { before });
        taken
    }

    /// Gives tokens back that were taken.
    pub(super) fn give_back(&self, key: &K, tokens: u32) {
        let time = self.token.saturating_mul(tokens);
        let mut store = self.store.lock().unwrap_or_else(PoisonError::into_inner);
        let BucketStore { recent, older, .. } = &mut *store;
        if let Some(full_at) = recent.get_mut(key).or_else(|| older.get_mut(key)) {
            *full_at = full_at.checked_sub(time).unwrap_or(*full_at);
        }
    }

    /// What is left for a key now.
    pub(super) fn status(&self, key: &K, now: Instant) -> RateLimitStatus {
        let store = self.store.lock().unwrap_or_else(PoisonError::into_inner);
        let wait = store.missing(key, now);
        let left = self.window.saturating_sub(wait).as_nanos() / self.token.as_nanos();
        let per_minute = self.most.get();
        let remaining = u32::try_from(left).unwrap_or(per_minute).min(per_minute);
        RateLimitStatus { per_minute, remaining, wait }
    }
}

impl<K: Eq + Hash> BucketStore<K> {
    /// What is missing to a full bucket.
    fn missing(&self, key: &K, now: Instant) -> Duration {
        let full_at = self.recent.get(key).or_else(|| self.older.get(key));
        full_at.map_or(Duration::ZERO, |at| at.saturating_duration_since(now))
    }

    fn note(&mut self, key: K, now: Instant, missing: Duration) {
        if now.saturating_duration_since(*self.swept_at.get_or_insert(now)) >= SWEEP_TIME {
            self.recent.retain(|_, full_at| *full_at > now);
            self.older.retain(|_, full_at| *full_at > now);
            self.swept_at = Some(now);
        }
        if self.recent.len() >= MOST_KEYS / 2 && !self.recent.contains_key(&key) {
            self.older = mem::take(&mut self.recent);
        }
        self.older.remove(&key);
        self.recent.insert(key, now + missing);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn buckets(per_minute: u32) -> Buckets<u32> {
        Buckets::new(NonZeroU32::new(per_minute).expect("not zero"))
    }

    fn keys(buckets: &Buckets<u32>) -> usize {
        let store = buckets.store.lock().expect("sound");
        store.recent.len() + store.older.len()
    }

    #[test]
    fn a_minutes_requests_may_come_at_once_and_come_back_evenly() {
        for per_minute in [1, 3, 7, 1_200] {
            let (buckets, start) = (buckets(per_minute), Instant::now());
            for left in (0..per_minute).rev() {
                assert_eq!(buckets.take(1, 1, start), Ok(()));
                assert_eq!(buckets.status(&1, start).remaining, left);
            }
            let wait = buckets.take(1, 1, start).expect_err("none is left");
            assert!(wait <= buckets.token);
            let too_early = wait.saturating_sub(Duration::from_nanos(1));
            assert!(buckets.take(1, 1, start + too_early).is_err());
            assert_eq!(buckets.take(1, 1, start + wait), Ok(()));
            assert!(buckets.take(1, 1, start + wait).is_err());
            assert_eq!(buckets.take(2, 1, start), Ok(()), "another key has its own");
        }
    }

    #[test]
    fn many_are_taken_whole_or_not_at_all() {
        let (buckets, start) = (buckets(60), Instant::now());
        assert_eq!(buckets.take(1, 50, start), Ok(()));
        assert_eq!(buckets.take(1, 20, start), Err(Duration::from_secs(10)));
        assert_eq!(buckets.status(&1, start).remaining, 10, "nothing was taken");
        assert_eq!(buckets.take(1, 10, start), Ok(()));
        assert_eq!(buckets.status(&1, start).wait, WINDOW);
        for _ in 0..1_000 {
            assert!(buckets.take(1, u32::MAX, start).is_err());
        }
        assert_eq!(buckets.status(&1, start).wait, WINDOW, "nobody owes anything");
    }

    #[test]
    fn what_is_given_back_can_be_taken_again() {
        let (buckets, start) = (buckets(60), Instant::now());
        assert_eq!(buckets.take(1, 50, start), Ok(()));
        buckets.give_back(&1, 20);
        buckets.give_back(&2, 20);
        assert_eq!(buckets.status(&1, start).remaining, 30);
        buckets.give_back(&1, 60);
        assert_eq!(buckets.status(&1, start).remaining, 60, "never more than there is");
    }

    #[test]
    fn full_buckets_are_forgotten() {
        let (buckets, start) = (buckets(60), Instant::now());
        for key in 0..1_000 {
            assert_eq!(buckets.take(key, 1, start), Ok(()));
        }
        assert_eq!(keys(&buckets), 1_000);
        let later = start + SWEEP_TIME;
        assert_eq!(buckets.take(7, 60, start + SWEEP_TIME / 2), Ok(()));
        assert_eq!(buckets.take(5_000, 1, later), Ok(()));
        assert_eq!(keys(&buckets), 2, "the one that is not full, and the new one");
    }

    #[test]
    fn memory_is_bounded_and_whoever_asks_all_the_time_stays_counted() {
        let (buckets, start) = (buckets(60), Instant::now());
        assert_eq!(buckets.take(0, 60, start), Ok(()));
        assert_eq!(buckets.take(1, 60, start), Ok(()));
        let most = u32::try_from(MOST_KEYS).expect("it fits");
        for key in 2..2 * most {
            assert_eq!(buckets.take(key, 1, start), Ok(()), "a stranger is let in");
            if key % 1_000 == 0 {
                assert!(buckets.take(0, 1, start).is_err(), "though only refused");
                assert!(keys(&buckets) <= MOST_KEYS);
            }
        }
        assert_eq!(buckets.take(1, 1, start), Ok(()), "it was forgotten for those who came");
        let last = 2 * most - 1;
        assert_eq!(buckets.take(last, 59, start), Ok(()));
        assert!(buckets.take(last, 1, start).is_err(), "a stranger is counted, however many came");
    }
}
