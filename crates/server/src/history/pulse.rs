//! Between those who ask about an account and the one who reads its chain: a question has the chain read
//! soon, and can wait until that was done.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::{Notify, watch};
use tokio::time::timeout;

/// For so long after a question it is likely that somebody asks again.
const ATTENDED: Duration = Duration::from_mins(2);

/// What is known of the reading of a chain.
pub(super) struct Pulse {
    wake: Notify,
    passes: watch::Sender<Passes>,
    asked: Mutex<Option<Instant>>,
}

#[derive(Clone, Copy, Default)]
struct Passes {
    begun: u64,
    done: u64,
    /// When everything was read last.
    whole: Option<Instant>,
}

impl Default for Pulse {
    fn default() -> Self {
        Pulse { wake: Notify::new(), passes: watch::Sender::default(), asked: Mutex::default() }
    }
}

impl Pulse {
    /// Somebody asked. Waits, a while, until a reading that begins after this ended.
    pub(super) async fn read_anew(&self, wait: Duration) {
        *self.asked.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
        let mut passes = self.passes.subscribe();
        let begun = passes.borrow().begun;
        self.wake.notify_one();
        let _ = timeout(wait, passes.wait_for(|it| it.done > begun)).await;
    }

    /// Whether everything was read lately.
    pub(super) fn is_whole(&self, within: Duration) -> bool {
        self.age().is_some_and(|it| it < within)
    }

    /// How long ago everything was read; nothing where the last reading was not whole, or none was yet.
    pub(super) fn age(&self) -> Option<Duration> {
        self.passes.borrow().whole.map(|it| it.elapsed())
    }

    /// Whether somebody asked lately.
    pub(super) fn is_attended(&self) -> bool {
        let asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        asked.is_some_and(|it| it.elapsed() < ATTENDED)
    }

    /// A reading begins.
    pub(super) fn begin(&self) {
        self.passes.send_modify(|it| it.begun += 1);
    }

    /// It ended, and whether everything was read.
    pub(super) fn end(&self, is_whole: bool) {
        self.passes.send_modify(|it| {
            it.done = it.begun;
            it.whole = if is_whole { Some(Instant::now()) } else { None };
        });
    }

    /// Waits for a question, at most so long.
    pub(super) async fn rest(&self, most: Duration) {
        let _ = timeout(most, self.wake.notified()).await;
    }
}
