//! The proofs that were used, so that none is used twice: written down in groups.
//!
//! Every call has one, whoever makes it, and the database has one writer. What comes while a group is written is the
//! next one, so a flood of calls is one transaction after the other and not one for each, and what else is written
//! waits for one of them at most. A call is answered only once its proof is kept.

use crate::db::Db;
use crate::error::ApiError;
use std::collections::HashSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::oneshot;

/// How many are written together.
const GROUP: usize = 500;

/// Clones are the same.
#[derive(Clone)]
pub(super) struct UsedProofs {
    db: Db,
    queue: Arc<Mutex<Queue>>,
}

#[derive(Default)]
struct Queue {
    waiting: Vec<Waiting>,
    is_writing: bool,
}

/// Somebody who waits to hear whether theirs is new.
struct Waiting {
    name: String,
    until_ms: i64,
    answer: oneshot::Sender<bool>,
}

impl Queue {
    /// Says whether nobody writes, so that somebody has to.
    fn push(&mut self, waiting: Waiting) -> bool {
        self.waiting.push(waiting);
        !std::mem::replace(&mut self.is_writing, true)
    }

    /// The next group; with none nobody writes any more.
    fn take(&mut self) -> Vec<Waiting> {
        let group: Vec<Waiting> = self.waiting.drain(..self.waiting.len().min(GROUP)).collect();
        self.is_writing = !group.is_empty();
        group
    }
}

impl UsedProofs {
    pub(super) fn new(db: &Db) -> Self {
        UsedProofs { db: db.clone(), queue: Arc::default() }
    }

    /// Writes down that a proof was used. False where it was before.
    pub(super) async fn is_first(&self, name: String, until_ms: i64) -> Result<bool, ApiError> {
        let (answer, told) = oneshot::channel();
        if self.queue().push(Waiting { name, until_ms, answer }) {
            // It goes on when whoever began it is gone: others wait for it.
            let writer = self.clone();
            tokio::spawn(async move { writer.write_all().await });
        }
        told.await.map_err(|_| ApiError::Unexpected)
    }

    async fn write_all(&self) {
        loop {
            let group = self.queue().take();
            if group.is_empty() {
                return;
            }
            self.write(group).await;
        }
    }

    async fn write(&self, group: Vec<Waiting>) {
        let mut names: Vec<(&str, i64)> = group.iter().map(|it| (&*it.name, it.until_ms)).collect();
        // Behind another node somebody may write the same ones: in one order nobody waits in a circle.
        names.sort_unstable();
        let first = self.db.are_first(&names).await;
        let first = first.inspect_err(|error| tracing::error!(%error, "proofs were not kept"));
        // Whoever waits for what was not kept hears that nobody answers any more.
        let Ok(first) = first else { return };
        let mut first: HashSet<String> = first.into_iter().collect();
        for it in group {
            // Who asked may be gone.
            let _ = it.answer.send(first.remove(&it.name));
        }
    }

    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn waiting(name: &str) -> Waiting {
        Waiting { name: name.to_owned(), until_ms: 1, answer: oneshot::channel().0 }
    }

    fn names(group: &[Waiting]) -> Vec<&str> {
        group.iter().map(|it| &*it.name).collect()
    }

    #[test]
    fn what_comes_while_one_is_written_is_one_group() {
        let mut queue = Queue::default();
        assert!(queue.push(waiting("a")), "somebody has to write it");
        assert_eq!(names(&queue.take()), ["a"]);
        assert!(!queue.push(waiting("b")) && !queue.push(waiting("c")), "somebody writes");
        assert_eq!(names(&queue.take()), ["b", "c"]);
        assert!(queue.take().is_empty());
        assert!(queue.push(waiting("d")), "nobody writes any more");
    }

    #[test]
    fn a_group_has_an_end() {
        let mut queue = Queue::default();
        for _ in 0..=GROUP {
            queue.push(waiting("a"));
        }
        assert_eq!([queue.take().len(), queue.take().len(), queue.take().len()], [GROUP, 1, 0]);
    }
}
