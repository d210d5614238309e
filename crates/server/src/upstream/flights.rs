//! Reads that are on their way: who asks what is being asked already waits for that answer. Only what is
//! asked alone is waited for: of many at once the slowest would say how long.

use super::said::Said;
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use tokio::sync::watch;

/// Names a read: what is asked of which chain.
pub(super) type Question = [u8; 32];

/// A question, and how many transactions were sent by us before it was asked: what was asked before one is
/// no answer to who asks after it.
type Asked = (Question, u64);

type Waiting = watch::Receiver<Option<Said>>;

/// What is on its way.
#[derive(Default)]
pub(super) struct Flights(Mutex<HashMap<Asked, Waiting>>);

/// Whose it is to ask.
pub(super) enum Joined<'a> {
    /// Ours.
    Lead(Lead<'a>),
    /// Somebody else asks.
    Follow(Follow),
}

/// Whoever holds it asks. Dropped before it has told, one of those who wait asks in its place.
pub(super) struct Lead<'a> {
    flights: &'a Flights,
    asked: Asked,
    told: watch::Sender<Option<Said>>,
}

/// Waits for what somebody else asks.
pub(super) struct Follow(Waiting);

impl Flights {
    /// Waits with whoever asks this already, if anybody does.
    pub(super) fn follow(&self, asked: Asked) -> Option<Follow> {
        self.all().get(&asked).cloned().map(Follow)
    }

    /// The same, or asks it for all who come now.
    pub(super) fn join(&self, asked: Asked) -> Joined<'_> {
        let mut all = self.all();
        if let Some(waiting) = all.get(&asked) {
            return Joined::Follow(Follow(waiting.clone()));
        }
        let (told, waiting) = watch::channel(None);
        all.insert(asked, waiting);
        Joined::Lead(Lead { flights: self, asked, told })
    }

    fn all(&self) -> MutexGuard<'_, HashMap<Asked, Waiting>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Lead<'_> {
    /// Tells all who wait.
    pub(super) fn tell(self, said: Said) {
        self.told.send_replace(Some(said));
    }
}

impl Drop for Lead<'_> {
    fn drop(&mut self) {
        self.flights.all().remove(&self.asked);
    }
}

impl Follow {
    /// The answer; nothing where whoever asked gave up.
    pub(super) async fn said(mut self) -> Option<Said> {
        self.0.wait_for(Option::is_some).await.ok()?.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bytes::Bytes;

    fn lead(flights: &Flights) -> Lead<'_> {
        match flights.join(([1; 32], 0)) {
            Joined::Lead(lead) => lead,
            Joined::Follow(_) => panic!("nobody asks"),
        }
    }

    fn follow(flights: &Flights) -> Follow {
        match flights.join(([1; 32], 0)) {
            Joined::Lead(_) => panic!("somebody asks"),
            Joined::Follow(follow) => follow,
        }
    }

    #[tokio::test]
    async fn who_asks_the_same_waits_for_the_answer() {
        let flights = Flights::default();
        let first = lead(&flights);
        let (second, third) = (follow(&flights), follow(&flights));
        assert!(matches!(flights.join(([1; 32], 1)), Joined::Lead(_)));
        first.tell(Said::Result(Bytes::from_static(b"1")));
        assert!(matches!(second.said().await, Some(Said::Result(text)) if *text == *b"1"));
        assert!(third.said().await.is_some());
        assert!(matches!(flights.join(([1; 32], 0)), Joined::Lead(_)), "it is over");
    }

    #[tokio::test]
    async fn who_gives_up_leaves_the_question_to_others() {
        let flights = Flights::default();
        let first = lead(&flights);
        let second = follow(&flights);
        drop(first);
        assert!(second.said().await.is_none());
        drop(lead(&flights));
        assert!(flights.all().is_empty());
    }
}
