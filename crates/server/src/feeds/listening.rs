//! Who listens to feeds: a feed runs while somebody does, once for all of them.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use tokio::sync::broadcast;
use tokio::task::AbortHandle;

/// Listens to a feed, which runs for as long.
pub(crate) struct Listener<T> {
    heard: broadcast::Receiver<T>,
    _feed: Arc<Feed<T>>,
}

/// Why somebody is told no more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lost {
    /// What was told is not read.
    Unread,
    /// Nodes are asked for it more often than its client or project may.
    Unpaid,
    /// It is not known any more what happened, or what of all that was told still holds.
    Unknown,
}

/// Feeds that run, by what they are of.
pub(super) struct Running<K, T>(Mutex<HashMap<K, Weak<Feed<T>>>>);

struct Feed<T> {
    /// The task has it: when that ends, all who listen hear so.
    said: broadcast::WeakSender<T>,
    task: AbortHandle,
}

impl<T: Clone> Listener<T> {
    /// What is said next. Who did not listen for too long, or listens to a feed that ended, does not know what
    /// was said.
    pub(crate) async fn next(&mut self) -> Result<T, Lost> {
        self.heard.recv().await.map_err(|_| Lost::Unknown)
    }
}

impl<K: Eq + Hash, T: Clone> Running<K, T> {
    pub(super) fn new() -> Self {
        Running(Mutex::default())
    }

    /// Listens to a feed; `start` starts it where it does not run. Whoever leaves more than `unheard` of what is
    /// said unheard is lost.
    pub(super) fn listen(
        &self,
        key: K,
        unheard: usize,
        start: impl FnOnce(broadcast::Sender<T>) -> AbortHandle,
    ) -> Listener<T> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let running = all.get(&key).and_then(Weak::upgrade);
        if let Some((heard, feed)) = running.and_then(|it| Some((it.said.upgrade()?, it))) {
            return Listener { heard: heard.subscribe(), _feed: feed };
        }
        all.retain(|_, feed| feed.strong_count() > 0);
        let (said, heard) = broadcast::channel(unheard);
        let weak = said.downgrade();
        let feed = Arc::new(Feed { said: weak, task: start(said) });
        all.insert(key, Arc::downgrade(&feed));
        Listener { heard, _feed: feed }
    }
}

impl<T> Drop for Feed<T> {
    fn drop(&mut self) {
        self.task.abort();
    }
}
