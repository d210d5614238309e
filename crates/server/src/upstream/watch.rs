//! When the nodes of a chain are polled: every few seconds while calls come, and never without any.

use super::nodes::Nodes;
use super::probe::Probe;
use chains::rank::POLL_MS;
use futures_util::future::join_all;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::watch;
use tokio::time::timeout;

/// What was learned by a poll is good enough to begin with for so long.
const LATELY: Duration = Duration::from_mins(1);
/// How long the first call after a quiet time waits for what a poll says.
const FIRST_WAIT: Duration = Duration::from_millis(300);
const POLL: Duration = Duration::from_millis(POLL_MS as u64);

/// When the nodes of a chain were polled.
pub(super) struct Watch {
    begun: Mutex<Option<Instant>>,
    ended: watch::Sender<Option<Instant>>,
}

impl Default for Watch {
    fn default() -> Self {
        Watch { begun: Mutex::default(), ended: watch::Sender::new(None) }
    }
}

impl Watch {
    /// Has the nodes polled where that is due. The first call after a quiet time waits for what they say:
    /// nobody knows which of them are well, and which are behind.
    pub(super) async fn look(self: &Arc<Self>, nodes: &Arc<Nodes>) {
        let Some(probe) = Probe::of(nodes.id.namespace) else { return };
        if self.begins() {
            let (this, nodes) = (self.clone(), nodes.clone());
            tokio::spawn(async move {
                join_all(nodes.iter().map(|node| nodes.poll(node, probe))).await;
                this.ended.send_replace(Some(Instant::now()));
            });
        }
        let is_lately = |it: &Option<Instant>| it.is_some_and(|it| it.elapsed() < LATELY);
        if !is_lately(&self.ended.borrow()) {
            let mut ended = self.ended.subscribe();
            let _ = timeout(FIRST_WAIT, ended.wait_for(is_lately)).await;
        }
    }

    /// Whether a poll is due, which then begins.
    fn begins(&self) -> bool {
        let mut begun = self.begun.lock().unwrap_or_else(PoisonError::into_inner);
        let is_due = begun.is_none_or(|it| it.elapsed() >= POLL);
        if is_due {
            *begun = Some(Instant::now());
        }
        is_due
    }
}
