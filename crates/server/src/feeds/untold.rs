//! What is to be told in a socket and was not sent yet.
//!
//! No feed waits for a client. What a client does not read counts as held for it, with what its subscriptions
//! take; who has too much unread is told no more, for it would not know what it missed.

use super::listening::Lost;
use crate::held_bytes::{NoRoom, Room};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::Notify;

/// Whoever has more unread as something comes is too slow, whatever room there is.
const MOST_UNREAD_BYTES: usize = 4 * 1024 * 1024;
/// What a text takes besides its letters, about.
const TEXT_BYTES: usize = 64;

/// What one socket is to be told.
pub(crate) struct Untold {
    texts: Mutex<Texts>,
    news: Notify,
}

/// What a subscription takes, until it is dropped.
pub(crate) struct Place {
    untold: Arc<Untold>,
    bytes: usize,
}

struct Texts {
    waiting: VecDeque<String>,
    /// How much waits or is being sent.
    unread: usize,
    /// How much is being sent.
    sending: usize,
    /// What subscriptions take.
    places: usize,
    room: Room,
    lost: Option<Lost>,
}

impl Untold {
    /// Nothing yet, in room of a client.
    pub(crate) fn new(room: Room) -> Arc<Self> {
        let (waiting, news) = Default::default();
        let texts = Texts { waiting, unread: 0, sending: 0, places: 0, room, lost: None };
        Arc::new(Untold { texts: Mutex::new(texts), news })
    }

    /// Makes room for a subscription.
    pub(crate) fn place(self: &Arc<Self>, bytes: usize) -> Result<Place, NoRoom> {
        let mut texts = self.texts();
        let wanted = texts.unread + texts.places + bytes;
        texts.room.grow_to(wanted)?;
        texts.places += bytes;
        Ok(Place { untold: self.clone(), bytes })
    }

    /// Some more, each after the same beginning and before the same end. Whoever cannot be told all of it is told
    /// nothing any more.
    pub(crate) fn tell(&self, begin: &str, said: &[&str], end: &str) -> Result<(), Lost> {
        let mut texts = self.texts();
        let around = TEXT_BYTES + begin.len() + end.len();
        let more: usize = said.iter().map(|it| it.len() + around).sum();
        let wanted = texts.unread + texts.places + more;
        if texts.lost.is_some()
            || texts.unread > MOST_UNREAD_BYTES
            || texts.room.grow_to(wanted).is_err()
        {
            drop(texts);
            self.end(Lost::Unread);
            return Err(Lost::Unread);
        }
        texts.unread += more;
        texts.waiting.extend(said.iter().map(|it| [begin, it, end].concat()));
        drop(texts);
        self.news.notify_one();
        Ok(())
    }

    /// There will be no more.
    pub(crate) fn end(&self, why: Lost) {
        let mut texts = self.texts();
        texts.lost.get_or_insert(why);
        texts.waiting = VecDeque::new();
        texts.unread = texts.sending;
        let left = texts.unread + texts.places;
        texts.room.shrink_to(left);
        drop(texts);
        self.news.notify_one();
    }

    /// What is told next. What was told before was sent by then.
    pub(crate) async fn next(&self) -> Result<String, Lost> {
        loop {
            if let Some(next) = self.texts().next() {
                return next;
            }
            self.news.notified().await;
        }
    }

    fn texts(&self) -> MutexGuard<'_, Texts> {
        self.texts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Texts {
    fn next(&mut self) -> Option<Result<String, Lost>> {
        self.unread -= std::mem::take(&mut self.sending);
        self.room.shrink_to(self.unread + self.places);
        if let Some(why) = self.lost {
            return Some(Err(why));
        }
        let text = self.waiting.pop_front()?;
        self.sending = TEXT_BYTES + text.len();
        Some(Ok(text))
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut texts = self.untold.texts();
        texts.places -= self.bytes;
        let left = texts.unread + texts.places;
        texts.room.shrink_to(left);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::held_bytes::HeldBytes;
    use std::net::{IpAddr, Ipv4Addr};

    const CLIENT: IpAddr = IpAddr::V4(Ipv4Addr::new(192, 0, 2, 1));
    const KIB: usize = 1024;

    #[tokio::test]
    async fn what_is_not_read_counts_until_it_was_sent() {
        let held = HeldBytes::new(8 * 64 * KIB, &[]);
        let untold = Untold::new(held.room(CLIENT));
        let large = "a".repeat(30 * KIB);
        untold.tell("<", &[&large, &large], ">").expect("room");
        let is_free = |bytes: usize| held.room(CLIENT).grow_to(16 * KIB + bytes).is_ok();
        assert!(is_free(16 * KIB) && !is_free(24 * KIB));
        assert_eq!(untold.next().await.map(|it| it.len()), Ok(30 * KIB + 2));
        assert!(!is_free(24 * KIB), "it is being sent");
        assert!(untold.next().await.is_ok());
        assert!(is_free(40 * KIB));
        let place = untold.place(40 * KIB).expect("room");
        assert!(!is_free(40 * KIB) && untold.place(60 * KIB).is_err());
        drop(place);
        assert!(is_free(16 * KIB));
    }

    #[tokio::test]
    async fn who_does_not_read_is_told_no_more() {
        let held = HeldBytes::new(8 * 64 * KIB, &[]);
        let untold = Untold::new(held.room(CLIENT));
        let large = "a".repeat(30 * KIB);
        assert_eq!(untold.tell("", &[&large], ""), Ok(()));
        assert_eq!(untold.tell("", &[&large, &large], ""), Err(Lost::Unread));
        assert!(
            held.room(CLIENT).grow_to(80 * KIB).is_ok(),
            "nothing is held of what nobody is told"
        );
        assert_eq!(untold.tell("", &["a"], ""), Err(Lost::Unread));
        assert_eq!(untold.next().await, Err(Lost::Unread));
        let untold = Untold::new(HeldBytes::new(0, &[]).room(CLIENT));
        let larger = "a".repeat(MOST_UNREAD_BYTES);
        assert_eq!(untold.tell("", &[&larger], ""), Ok(()), "of one block as much as there is");
        assert_eq!(untold.tell("", &["a"], ""), Err(Lost::Unread));
    }

    #[tokio::test]
    async fn an_end_is_told_at_once() {
        let untold = Untold::new(HeldBytes::new(0, &[]).room(CLIENT));
        untold.tell("", &["a"], "").expect("room");
        untold.end(Lost::Unknown);
        untold.end(Lost::Unread);
        assert_eq!(untold.next().await, Err(Lost::Unknown));
    }
}
