//! What a socket reads from the database: what waits at topics that are due.

use super::outbox::{PAGE, PAGE_BYTES, Reading};
use super::sent::Found;
use super::socket::Socket;
use crate::clock::now_ms;
use crate::db::relay::{Reader, Waiting};
use crate::held_bytes::Room;
use crate::websocket::End;
use protocol::relay::topic::Topic;
use std::time::{Duration, Instant};
use tokio::time::timeout;

/// When it is read again what could not be, or what was not kept yet.
const AGAIN_TIME: Duration = Duration::from_secs(1);
/// How long it is waited for what is being kept. A client that asks something meanwhile waits, too.
const SETTLE_TIME: Duration = Duration::from_secs(1);

impl Socket {
    /// Reads topics that are due. Says when there is more to read.
    pub(super) async fn catch_up(&mut self) -> Result<Option<Instant>, End> {
        if self.read_at > Instant::now() {
            return Ok(Some(self.read_at));
        }
        let Some((topics, why)) = self.outbox.begin_reading() else { return Ok(None) };
        // What comes from here on is left in the outbox; what came before is kept, or not kept in time.
        let settled = timeout(SETTLE_TIME, self.relay.writer.settled(&topics)).await;
        if settled.is_err() {
            self.outbox.miss(&topics, why);
        }
        let is_read = self.read(&topics, why).await?;
        if is_read {
            self.outbox.end_reading(&topics);
        } else {
            self.outbox.read_again(&topics, why);
        }
        let is_done = is_read && settled.is_ok();
        self.read_at = Instant::now() + if is_done { Duration::ZERO } else { AGAIN_TIME };
        Ok(Some(self.read_at))
    }

    /// Sends what waits at topics, oldest first at each. Says whether it could be read.
    async fn read(&mut self, topics: &[Topic], why: Reading) -> Result<bool, End> {
        let reader = self.reader(why.since_us);
        let Some(some) = self.relay.looks.at(reader, topics).await else { return Ok(false) };
        for topic in some {
            let mut after: Option<Waiting> = None;
            loop {
                let page = self.relay.db.relay_waiting(&reader, &topic, after.as_ref(), PAGE);
                let Some(page) = readable(page.await) else { return Ok(false) };
                let is_last = page.len() < PAGE;
                after = page.last().copied();
                if !self.push_page(page, why).await? {
                    return Ok(false);
                }
                if is_last {
                    break;
                }
            }
        }
        Ok(true)
    }

    async fn push_page(&mut self, mut page: Vec<Waiting>, why: Reading) -> Result<bool, End> {
        let now = Instant::now();
        let mut said = Vec::new();
        page.retain(|it| {
            let name = (it.topic, it.id);
            if why.is_anew {
                return !self.sent.is_late(&name, now);
            }
            let found = self.sent.find(&name);
            if found == Found::Said {
                said.push(self.taken(it.topic, it.id));
            }
            found == Found::New
        });
        // It was said before it was kept, when that failed.
        self.relay.writer.take(self.address, said);
        let mut rest = &page[..];
        while !rest.is_empty() {
            let (some, others) = rest.split_at(page_of(rest));
            let Some(_room) = self.room_for(some) else { return Ok(false) };
            let messages = self.relay.db.relay_messages(some).await;
            let Some(messages) = readable(messages) else { return Ok(false) };
            for (id, delivery) in messages {
                self.push(id, &delivery).await?;
            }
            rest = others;
        }
        Ok(true)
    }

    /// Room for messages, and for the frames that are made of them, until they are sent.
    pub(super) fn room_for(&self, messages: &[Waiting]) -> Option<Room> {
        let mut room = self.relay.room(self.address);
        room.grow_to(2 * messages.iter().map(|it| it.bytes).sum::<usize>()).ok()?;
        Some(room)
    }

    /// This client, as the database asks for whom it reads.
    pub(super) fn reader(&self, since_us: i64) -> Reader {
        Reader { client: self.outbox.client, since_us, now_ms: now_ms() }
    }
}

/// How many of these messages are read at once.
pub(super) fn page_of(waiting: &[Waiting]) -> usize {
    let mut bytes = 0;
    let fits = |it: &&Waiting| {
        bytes += it.bytes;
        bytes <= PAGE_BYTES
    };
    waiting.iter().take_while(fits).count().max(1)
}

/// What was read from the database, if it could be.
pub(super) fn readable<T>(read: sqlx::Result<T>) -> Option<T> {
    let tell = |error: &sqlx::Error| tracing::error!(%error, "messages of the relay are not read");
    read.inspect_err(tell).ok()
}
