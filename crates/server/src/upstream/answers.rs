//! What nodes said to some reads so far.

use super::said::Said;

/// What was said to a read.
#[derive(Clone)]
pub(super) struct Heard {
    pub(super) said: Said,
    /// The latest block of the node that said it, as far as that told.
    pub(super) head: Option<u64>,
}

/// What there is so far.
pub(super) struct Answers {
    pub(super) said: Vec<Option<Heard>>,
    /// What nodes said that others may do better, for the case that none does.
    pub(super) excuses: Vec<Option<Heard>>,
    /// Whether a node takes no batch, or none like this.
    pub(super) is_batch_refused: bool,
}

impl Answers {
    /// None yet to so many reads.
    pub(super) fn none(reads: usize) -> Self {
        let none = || (0..reads).map(|_| None).collect();
        Answers { said: none(), excuses: none(), is_batch_refused: false }
    }

    /// The places of the reads that have no answer.
    pub(super) fn open(&self) -> Vec<usize> {
        (0..self.said.len()).filter(|&at| self.said[at].is_none()).collect()
    }

    /// What comes first counts.
    pub(super) fn say(&mut self, at: usize, heard: Heard) {
        self.said[at].get_or_insert(heard);
    }

    pub(super) fn or_excuses(self) -> Vec<Option<Heard>> {
        self.said.into_iter().zip(self.excuses).map(|(said, excuse)| said.or(excuse)).collect()
    }
}
