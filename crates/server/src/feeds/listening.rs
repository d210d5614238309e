//! Who listens to feeds: a feed runs while somebody does, once for all of them.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use tokio::sync::broadcast;
use tokio::task::AbortHandle;

/// Of how many blocks a listener may leave unheard what is said before it is lost.
const UNHEARD: usize = 32;

/// Listens to a feed, which runs for as long.
pub(crate) struct Listener<T> {
    heard: broadcast::Receiver<T>,
    _feed: Arc<Feed<T>>,
}

/// Somebody did not listen for too long, and does not know what was said.
pub(crate) struct Lost;

/// Feeds that run, by what they are of.
pub(super) struct Running<K, T>(Mutex<HashMap<K, Weak<Feed<T>>>>);

struct Feed<T> {
    said: broadcast::Sender<T>,
    task: AbortHandle,
}

impl<T: Clone> Listener<T> {
    /// What is said next.
    pub(crate) async fn next(&mut self) -> Result<T, Lost> {
        self.heard.recv().await.map_err(|_| Lost)
    }
}

impl<K: Eq + Hash, T: Clone> Running<K, T> {
    pub(super) fn new() -> Self {
        Running(Mutex::default())
    }

    /// Listens to a feed; `start` starts it where it does not run.
    pub(super) fn listen(
        &self,
        key: K,
        start: impl FnOnce(broadcast::Sender<T>) -> AbortHandle,
    ) -> Listener<T> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let running = all.get(&key).and_then(Weak::upgrade).filter(|it| !it.task.is_finished());
        let feed = running.unwrap_or_else(|| {
            all.retain(|_, feed| feed.strong_count() > 0);
            let said = broadcast::Sender::new(UNHEARD);
            let feed = Arc::new(Feed { task: start(said.clone()), said });
            all.insert(key, Arc::downgrade(&feed));
            feed
        });
        Listener { heard: feed.said.subscribe(), _feed: feed }
    }
}

impl<T> Drop for Feed<T> {
    fn drop(&mut self) {
        self.task.abort();
    }
}
