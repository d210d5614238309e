//! The latest blocks of a chain, in their order.

use super::block::Block;
use std::collections::VecDeque;

/// How many are remembered: of more nobody tells that they are replaced.
pub(super) const MOST: u64 = 128;

/// What is remembered of them.
#[derive(Default)]
pub(super) struct Trail(VecDeque<Mark>);

struct Mark {
    number: u64,
    hash: String,
    made_s: u64,
}

impl Trail {
    /// The number of the latest one.
    pub(super) fn latest(&self) -> Option<u64> {
        self.0.back().map(|it| it.number)
    }

    /// The hash of the latest one.
    pub(super) fn latest_hash(&self) -> Option<&str> {
        self.0.back().map(|it| &*it.hash)
    }

    /// The number of the oldest one.
    pub(super) fn oldest(&self) -> Option<u64> {
        self.0.front().map(|it| it.number)
    }

    pub(super) fn holds(&self, hash: &str) -> bool {
        self.0.iter().any(|it| it.hash == hash)
    }

    /// How far one is from the next, in seconds.
    pub(super) fn pace_s(&self) -> Option<u64> {
        let (first, last) = (self.0.front()?, self.0.back()?);
        let blocks = last.number.checked_sub(first.number).filter(|it| *it > 0)?;
        Some(last.made_s.saturating_sub(first.made_s) / blocks)
    }

    /// Makes a block the latest. The hashes of those that are none any more, the latest first.
    pub(super) fn add(&mut self, block: &Block) -> Vec<String> {
        let parent = self.0.iter().position(|it| it.hash == block.parent);
        // Where nobody knows what is between, only what has its place is gone.
        let is_gone = |at: usize, mark: &Mark| match parent {
            Some(parent) => at > parent,
            None => mark.number >= block.number,
        };
        let mut gone = Vec::new();
        while self.0.back().is_some_and(|mark| is_gone(self.0.len() - 1, mark)) {
            gone.extend(self.0.pop_back().map(|it| it.hash));
        }
        if self.0.len() as u64 == MOST {
            self.0.pop_front();
        }
        let hash = block.hash.clone();
        self.0.push_back(Mark { number: block.number, hash, made_s: block.made_s });
        gone
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn block(number: u64, hash: &str, parent: &str) -> Block {
        let told = json!({"number": format!("0x{number:x}"), "hash": hash, "parentHash": parent,
            "timestamp": format!("0x{:x}", 12 * number)});
        Block::read(told).expect("a block")
    }

    #[test]
    fn what_comes_in_place_of_another_replaces_it_and_what_is_after_it() {
        let mut trail = Trail::default();
        assert!(trail.add(&block(1, "a", "0")).is_empty());
        assert!(trail.add(&block(2, "b", "a")).is_empty());
        assert!(trail.add(&block(3, "c", "b")).is_empty());
        assert_eq!(trail.pace_s(), Some(12));
        assert_eq!(trail.add(&block(2, "d", "a")), ["c", "b"]);
        assert!(trail.add(&block(9, "e", "?")).is_empty());
        assert_eq!(trail.add(&block(9, "f", "!")), ["e"]);
        assert!(trail.holds("d") && trail.holds("f") && !trail.holds("b"));
        assert_eq!((trail.oldest(), trail.latest()), (Some(1), Some(9)));
    }

    #[test]
    fn only_so_many_are_remembered() {
        let mut trail = Trail::default();
        for number in 0..1_000 {
            trail.add(&block(number, &format!("{number}"), &format!("{}", number.wrapping_sub(1))));
        }
        assert_eq!((trail.0.len() as u64, trail.latest()), (MOST, Some(999)));
    }
}
