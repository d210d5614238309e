//! Which node got which transaction.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// All that any node got.
#[derive(Default)]
pub(crate) struct Ledger(Mutex<HashMap<u64, Vec<Reach>>>);

/// A node got a transaction.
struct Reach {
    node: usize,
    /// Otherwise it refused it.
    is_taken: bool,
}

/// What became of them.
#[derive(Default)]
pub(crate) struct Reached {
    /// How many reached a node.
    pub(crate) any: usize,
    /// How many reached more than one.
    pub(crate) several: usize,
    /// Those that were given to another node after the first had taken them.
    pub(crate) sent_on: Vec<u64>,
}

impl Ledger {
    /// Notes that a node got one.
    pub(crate) fn reached(&self, number: u64, node: usize, is_taken: bool) {
        self.all().entry(number).or_default().push(Reach { node, is_taken });
    }

    /// Whether a node took it.
    pub(crate) fn is_taken(&self, number: u64) -> bool {
        self.all().get(&number).is_some_and(|it| it.iter().any(|reach| reach.is_taken))
    }

    /// What became of all of them.
    pub(crate) fn sum(&self) -> Reached {
        let all = self.all();
        let mut sum = Reached { any: all.len(), ..Reached::default() };
        for (number, reaches) in all.iter() {
            let first = reaches[0].node;
            sum.several += usize::from(reaches.iter().any(|it| it.node != first));
            let taken = reaches.iter().position(|it| it.is_taken);
            let is_sent_on =
                taken.is_some_and(|at| reaches[at..].iter().any(|it| it.node != reaches[at].node));
            sum.sent_on.extend(is_sent_on.then_some(*number));
        }
        sum.sent_on.sort_unstable();
        sum
    }

    fn all(&self) -> MutexGuard<'_, HashMap<u64, Vec<Reach>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_took_it_is_to_be_the_last() {
        let ledger = Ledger::default();
        ledger.reached(1, 0, true);
        ledger.reached(2, 0, false);
        ledger.reached(2, 1, true);
        ledger.reached(3, 0, true);
        ledger.reached(3, 2, false);
        ledger.reached(4, 0, true);
        ledger.reached(4, 0, true);
        let sum = ledger.sum();
        assert_eq!((sum.any, sum.several, sum.sent_on), (4, 2, vec![3]));
        assert!(ledger.is_taken(2) && !ledger.is_taken(5));
    }
}
