//! How seldom an API of others is asked, for its calls may cost money and anybody may bring them about: what it told
//! a moment ago is told to whoever asks the same, what it is being asked is asked once, and there are so many calls
//! a minute and no more.

use super::answer::Answer;
use crate::rate_limits::Buckets;
use crate::upstream::Errand;
use quick_cache::Weighter;
use quick_cache::sync::Cache;
use sha2::{Digest, Sha256};
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tokio::time::timeout_at;

/// How many calls a minute there are, where the operator does not say: 86,400 a day.
const CALLS_PER_MINUTE: u32 = 60;
/// A client has a part of them, and no fewer than a page of a history takes.
const PARTS: u32 = 2;
const LEAST: u32 = 4;
/// For how long an answer is told again.
const GOOD: Duration = Duration::from_secs(30);
/// How much of answers is kept of one API, and how large one is, about.
const MOST_BYTES: u64 = 8 * 1024 * 1024;
const ANSWER_BYTES: usize = 32 * 1024;
/// What an entry takes besides its text, about.
const ENTRY_BYTES: u64 = 128;

/// What is spent of an API, and kept.
pub(crate) struct Thrift {
    name: String,
    kept: Cache<[u8; 32], Kept, Weight>,
    calls: Option<Buckets<()>>,
    /// What a client has of them.
    shares: Option<Buckets<IpAddr>>,
    /// That the calls are spent is said once a minute.
    lines: Buckets<()>,
    asked: AtomicU64,
    refused: AtomicU64,
}

#[derive(Clone)]
struct Kept {
    answer: Answer,
    told: Instant,
}

#[derive(Clone)]
struct Weight;

impl Weighter<[u8; 32], Kept> for Weight {
    fn weight(&self, _: &[u8; 32], kept: &Kept) -> u64 {
        ENTRY_BYTES + kept.answer.body.len() as u64
    }
}

impl Thrift {
    /// Of the API of this name, which may be asked so often a minute; 0 is any number.
    pub(crate) fn new(name: &str, per_minute: Option<u32>) -> Self {
        let calls = NonZeroU32::new(per_minute.unwrap_or(CALLS_PER_MINUTE));
        let share = |all: NonZeroU32| NonZeroU32::new((all.get() / PARTS).max(LEAST));
        let entries = usize::try_from(MOST_BYTES).unwrap_or(usize::MAX) / ANSWER_BYTES;
        Thrift {
            name: name.to_owned(),
            kept: Cache::with_weighter(entries, MOST_BYTES, Weight),
            calls: calls.map(Buckets::new),
            shares: calls.and_then(share).map(Buckets::new),
            lines: Buckets::new(NonZeroU32::MIN),
            asked: AtomicU64::default(),
            refused: AtomicU64::default(),
        }
    }

    /// What was told a moment ago; else what whoever asks now is told, which is kept where its status is 200.
    pub(crate) async fn or_ask<E>(
        &self,
        errand: Errand,
        question: &[&str],
        asking: impl Future<Output = Result<Answer, E>>,
    ) -> Result<Answer, E> {
        let mut digest = Sha256::new();
        for part in question {
            digest.update(part.len().to_le_bytes());
            digest.update(part);
        }
        let question: [u8; 32] = digest.finalize().into();
        self.kept.remove_if(&question, |it| it.told.elapsed() >= GOOD);
        let kept = timeout_at(errand.end, self.kept.get_value_or_guard_async(&question));
        match kept.await {
            Ok(Ok(kept)) => Ok(kept.answer),
            Ok(Err(first)) => {
                let answer = asking.await?;
                if answer.status == 200 {
                    // Kept is a copy: what was told takes room of who asked.
                    let answer = Answer { body: answer.body.to_vec().into(), ..answer };
                    let _ = first.insert(Kept { answer, told: Instant::now() });
                }
                Ok(answer)
            }
            Err(_) => asking.await,
        }
    }

    /// Takes one of the calls, where there is one left, the client has not had its part of them, and there is still
    /// time for it.
    pub(crate) fn takes_call(&self, errand: Errand) -> bool {
        let now = Instant::now();
        let has = |it: &Buckets<IpAddr>| it.take(errand.from, 1, now).is_ok();
        if errand.is_over() || !self.shares.as_ref().is_none_or(has) {
            return false;
        }
        if self.calls.as_ref().is_none_or(|it| it.take((), 1, now).is_ok()) {
            self.asked.fetch_add(1, Ordering::Relaxed);
            return true;
        }
        self.refused.fetch_add(1, Ordering::Relaxed);
        if self.lines.take((), 1, now).is_ok() {
            tracing::warn!(api = self.name, "all calls of a minute are spent");
        }
        false
    }

    /// The API, and how often it was asked, and was not because the calls were spent.
    pub(crate) fn counts(&self) -> (&str, [(&'static str, u64); 2]) {
        let count = |it: &AtomicU64| it.load(Ordering::Relaxed);
        (&self.name, [("asked", count(&self.asked)), ("spent", count(&self.refused))])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_has_half_of_the_calls_of_a_minute() {
        let thrift = Thrift::new("an API", Some(60));
        let taken = |last: u8| {
            let errand = Errand::new([203, 0, 113, last].into(), Duration::from_secs(5));
            (0..60).filter(|_| thrift.takes_call(errand)).count()
        };
        assert_eq!((taken(1), taken(1), taken(2)), (30, 0, 30));
        let late = Errand::new([203, 0, 113, 3].into(), Duration::ZERO);
        assert!(!thrift.takes_call(late), "who waits no more asks nobody");
        assert_eq!(thrift.counts().1[0], ("asked", 60));
    }
}
