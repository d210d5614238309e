//! At which topics much is left: only there it is worth to count what is kept.

use protocol::relay::topic::Topic;
use std::collections::HashMap;

/// After how many messages a topic is looked at.
const MANY: u32 = 250;
/// Of how many topics it is known what was left since they were looked at; beyond that it begins anew.
const MOST_TOPICS: usize = 20_000;

/// How many messages were left where since it was looked at.
#[derive(Default)]
pub(super) struct Often(HashMap<Topic, u32>);

impl Often {
    /// Messages were left at these topics. Says which of them are to be looked at.
    pub(super) fn note(&mut self, topics: impl Iterator<Item = Topic>) -> Vec<Topic> {
        let mut many = Vec::new();
        for topic in topics {
            let count = self.0.entry(topic).or_default();
            *count += 1;
            if *count == MANY {
                self.0.remove(&topic);
                many.push(topic);
            }
        }
        if self.0.len() > MOST_TOPICS {
            self.0.clear();
        }
        many
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_topic_is_looked_at_after_many_messages() {
        let (mut often, busy) = (Often::default(), Topic::of(b"busy"));
        let mut looks = || (0..1000).flat_map(|_| often.note([busy].into_iter())).count();
        assert_eq!(looks(), 1000 / MANY as usize);
    }

    #[test]
    fn topics_without_end_are_forgotten() {
        let mut often = Often::default();
        for count in 0..3 * MOST_TOPICS {
            often.note([Topic::of(&count.to_be_bytes())].into_iter());
            assert!(often.0.len() <= MOST_TOPICS);
        }
    }
}
