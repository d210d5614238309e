//! Answers that are kept: what never changes until there is no room, the rest until the next block.

use super::flights::Question;
use bytes::Bytes;
use quick_cache::Weighter;
use quick_cache::sync::Cache;

/// Larger results are not kept: a few would push out many.
const LARGEST_BYTES: usize = 64 * 1024;
/// What an entry takes besides its text, about.
const ENTRY_BYTES: u64 = 128;

/// How long an answer holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Holds {
    Forever,
    /// While this block is the latest, and no more transactions were sent by us than then.
    AtHead {
        block: u64,
        sent: u64,
    },
}

#[derive(Clone)]
struct Entry {
    result: Bytes,
    holds: Holds,
}

/// The answers of all chains, in so much room.
pub(crate) struct Kept(Option<Cache<Question, Entry, Weight>>);

#[derive(Clone)]
struct Weight;

impl Weighter<Question, Entry> for Weight {
    fn weight(&self, _: &Question, entry: &Entry) -> u64 {
        ENTRY_BYTES + entry.result.len() as u64
    }
}

impl Kept {
    /// Room for so many bytes; 0 keeps nothing.
    pub(crate) fn new(bytes: usize) -> Self {
        let entries = bytes / 1024;
        Kept((bytes > 0).then(|| Cache::with_weighter(entries, bytes as u64, Weight)))
    }

    /// What is kept, and how long it holds.
    pub(super) fn get(&self, question: &Question) -> Option<(Bytes, Holds)> {
        let entry = self.0.as_ref()?.get(question)?;
        Some((entry.result, entry.holds))
    }

    /// Keeps a result. It is copied: it may be a small part of a large answer.
    pub(super) fn keep(&self, question: Question, result: &Bytes, holds: Holds) {
        let Some(cache) = self.0.as_ref().filter(|_| result.len() <= LARGEST_BYTES) else { return };
        cache.insert(question, Entry { result: Bytes::copy_from_slice(result), holds });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_an_end_to_what_is_kept() {
        let kept = Kept::new(64 * 1024);
        let result = Bytes::from(vec![b'1'; 1024]);
        for at in 0..=255_u8 {
            kept.keep([at; 32], &result, Holds::Forever);
        }
        let still = (0..=255_u8).filter(|&at| kept.get(&[at; 32]).is_some()).count();
        assert!((32..=57).contains(&still), "{still}");
        kept.keep([0; 32], &Bytes::from(vec![b'1'; LARGEST_BYTES + 1]), Holds::Forever);
        assert!(kept.get(&[0; 32]).is_none_or(|(it, _)| it.len() == 1024));
        let nothing = Kept::new(0);
        nothing.keep([1; 32], &result, Holds::AtHead { block: 1, sent: 0 });
        assert_eq!(nothing.get(&[1; 32]), None);
    }
}
