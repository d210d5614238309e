//! What was left here lately: what comes again is handed out by the database, which knows who has it.

use protocol::relay::envelope::MessageId;
use protocol::relay::topic::Topic;
use std::collections::HashSet;
use std::hash::{BuildHasher, RandomState};

/// Of so many messages it is known for certain; of as many more, mostly.
const MOST: usize = 50_000;

/// Marks of messages, in two halves: when the recent one is full, the older one is forgotten.
#[derive(Default)]
pub(super) struct Lately {
    /// Whoever knew it could make two messages of one mark, and the second would be handed out late.
    marks: RandomState,
    recent: HashSet<u64>,
    older: HashSet<u64>,
}

impl Lately {
    /// A message is left at a topic. Says whether it was there before, as far as that is remembered.
    pub(super) fn note(&mut self, name: (Topic, MessageId)) -> bool {
        let mark = self.marks.hash_one(name);
        let is_known = self.older.contains(&mark) || !self.recent.insert(mark);
        if self.recent.len() >= MOST {
            self.older = std::mem::take(&mut self.recent);
        }
        is_known
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_comes_again_is_known_and_memory_is_bounded() {
        let (mut lately, topic) = (Lately::default(), Topic::of(b"a"));
        let name = |count: usize| (topic, MessageId::of(&count.to_string()));
        for count in 0..3 * MOST {
            assert!(!lately.note(name(count)));
            assert!(lately.recent.len() < MOST && lately.older.len() <= MOST);
        }
        assert!(lately.note(name(3 * MOST - 1)) && lately.note(name(2 * MOST)));
        assert!(!lately.note(name(0)));
    }
}
