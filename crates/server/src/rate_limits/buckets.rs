//! Token buckets in bounded memory: each key may make as many requests at once as it may make in a
//! minute, and gets them back evenly.
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

/// The time in which an empty bucket fills.
pub(super) const WINDOW: Duration = Duration::from_mins(1);
/// The most keys that are remembered; the half of them that was used last always is.
const MOST_KEYS: usize = 65_536;
/// How often full buckets are forgotten.
const SWEEP_TIME: Duration = WINDOW;

/// The buckets of all keys of one kind.
pub(super) struct Buckets<K> {
    per_minute: NonZeroU32,
    /// In which one token comes back.
    token: Duration,
    book: Mutex<Book<K>>,
}

/// When the bucket of each key is full, in two halves: where the recent one has no place left, it
/// becomes the older one, and what was in that is forgotten. So nobody has to look for the oldest.
struct Book<K> {
    recent: HashMap<K, Instant>,
    older: HashMap<K, Instant>,
    swept_at: Option<Instant>,
}

/// How a key stands after a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Standing {
    pub(crate) per_minute: u32,
    pub(crate) remaining: u32,
    /// Until the bucket is full again; of a refused request, until the next one may come.
    pub(crate) wait: Duration,
    pub(crate) is_refused: bool,
}

impl<K: Eq + Hash> Buckets<K> {
    pub(super) fn new(per_minute: NonZeroU32) -> Self {
        let book = Book { recent: HashMap::new(), older: HashMap::new(), swept_at: None };
        Buckets { per_minute, token: WINDOW / per_minute.get(), book: Mutex::new(book) }
    }

    /// Takes a token. A request that is refused takes none.
    pub(super) fn take(&self, key: K, now: Instant) -> Standing {
        let per_minute = self.per_minute.get();
        let mut book = self.book.lock().unwrap_or_else(PoisonError::into_inner);
        let before = book.missing(&key, now);
        let missing = before + self.token;
        let Some(left) = WINDOW.checked_sub(missing) else {
            book.note(key, now, before);
            let wait = missing.saturating_sub(WINDOW);
            return Standing { per_minute, remaining: 0, wait, is_refused: true };
        };
        book.note(key, now, missing);
        let remaining = left.as_nanos() / self.token.as_nanos();
        let remaining = u32::try_from(remaining).unwrap_or(per_minute);
        Standing { per_minute, remaining, wait: missing, is_refused: false }
    }

    /// Takes tokens for what was let in already, and lends those that are not there: until they have
    /// come back, requests are refused.
    pub(super) fn owe(&self, key: K, tokens: u32, now: Instant) {
        let mut book = self.book.lock().unwrap_or_else(PoisonError::into_inner);
        let missing = book.missing(&key, now) + self.token.saturating_mul(tokens);
        book.note(key, now, missing);
    }
}

impl<K: Eq + Hash> Book<K> {
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
        let book = buckets.book.lock().expect("sound");
        book.recent.len() + book.older.len()
    }

    #[test]
    fn a_minutes_requests_may_come_at_once_and_come_back_evenly() {
        for per_minute in [1, 3, 7, 1_200] {
            let (buckets, start) = (buckets(per_minute), Instant::now());
            for left in (0..per_minute).rev() {
                let standing = buckets.take(1, start);
                assert_eq!((standing.is_refused, standing.remaining), (false, left));
            }
            let refused = buckets.take(1, start);
            assert!(refused.is_refused && refused.wait <= buckets.token);
            let too_early = refused.wait.saturating_sub(Duration::from_nanos(1));
            assert!(buckets.take(1, start + too_early).is_refused);
            assert!(!buckets.take(1, start + refused.wait).is_refused);
            assert!(buckets.take(1, start + refused.wait).is_refused);
            assert!(!buckets.take(2, start).is_refused, "another key has its own");
        }
    }

    #[test]
    fn what_is_owed_is_paid_back_however_much_it_is() {
        let (buckets, start) = (buckets(60), Instant::now());
        buckets.owe(1, 70, start);
        assert!(buckets.take(1, start + Duration::from_secs(10)).is_refused);
        assert!(!buckets.take(1, start + Duration::from_secs(11)).is_refused);
        buckets.owe(2, 600, start);
        assert!(buckets.take(2, start + Duration::from_mins(9)).is_refused);
        assert!(!buckets.take(2, start + Duration::from_secs(541)).is_refused);
        buckets.owe(3, u32::MAX, start);
        buckets.owe(3, u32::MAX, start);
        assert!(buckets.take(3, start + Duration::from_hours(1)).is_refused);
    }

    #[test]
    fn full_buckets_are_forgotten() {
        let (buckets, start) = (buckets(60), Instant::now());
        for key in 0..1_000 {
            buckets.take(key, start);
        }
        assert_eq!(keys(&buckets), 1_000);
        buckets.owe(7, 100, start);
        buckets.take(5_000, start + SWEEP_TIME);
        assert_eq!(keys(&buckets), 2, "the one that owes, and the new one");
    }

    #[test]
    fn memory_is_bounded_and_whoever_asks_all_the_time_stays_counted() {
        let (buckets, start) = (buckets(60), Instant::now());
        buckets.owe(0, 100, start);
        buckets.owe(1, 100, start);
        let most = u32::try_from(MOST_KEYS).expect("it fits");
        for key in 2..2 * most {
            assert!(!buckets.take(key, start).is_refused, "a stranger is let in");
            if key % 1_000 == 0 {
                assert!(buckets.take(0, start).is_refused, "though only refused");
                assert!(keys(&buckets) <= MOST_KEYS);
            }
        }
        assert!(!buckets.take(1, start).is_refused, "it was forgotten for those who came");
        let last = 2 * most - 1;
        for _ in 1..60 {
            buckets.take(last, start);
        }
        assert!(buckets.take(last, start).is_refused, "a stranger is counted, however many came");
    }
}
