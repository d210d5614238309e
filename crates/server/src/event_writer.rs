//! The one writer of events, and the one who forgets them.
//!
//! What pages sent waits here, as far as there is room, and is written in groups, each in one
//! transaction: a request never waits for the disk, and a flood holds one connection. Old events are
//! forgotten in pieces between the groups. What is not kept is counted ([`EventWriter::dropped`]).

use crate::clock::{days_before, now_ms};
use crate::config::Config;
use crate::db::Db;
use crate::db::event::{EventFilter, EventLimits, NewEvent};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tokio::sync::watch;

/// How much may wait, with what is being written.
const MOST_WAITING_BYTES: u64 = 16 * 1024 * 1024;
/// How often events are looked through for old ones.
const FORGET_TIME: Duration = Duration::from_hours(1);
/// How many are forgotten in one piece.
const PIECE: u32 = 2_000;
/// At most one in so many is forgotten at each look: a clock that jumps ahead leaves its operator the
/// time to notice.
const SHARE: u64 = 10;

/// Clones are the same writer.
#[derive(Clone)]
pub struct EventWriter(Arc<Inner>);

struct Inner {
    db: Db,
    limits: EventLimits,
    retention_days: u32,
    queue: watch::Sender<Queue>,
    dropped: [AtomicU64; 4],
}

#[derive(Default)]
struct Queue {
    waiting: Vec<NewEvent>,
    waiting_bytes: u64,
    writing_bytes: u64,
    is_closed: bool,
}

impl Queue {
    /// Takes an event, if there is room.
    fn push(&mut self, event: NewEvent) -> bool {
        let bytes = self.waiting_bytes + event.bytes();
        let has_room = self.writing_bytes + bytes <= MOST_WAITING_BYTES;
        if has_room {
            self.waiting_bytes = bytes;
            self.waiting.push(event);
        }
        has_room
    }

    /// What waits, to be written.
    fn take(&mut self) -> Vec<NewEvent> {
        self.writing_bytes = std::mem::take(&mut self.waiting_bytes);
        std::mem::take(&mut self.waiting)
    }
}

/// Why an event was not kept.
#[derive(Clone, Copy)]
enum Loss {
    QueueFull,
    ProjectFull,
    AllFull,
    NotWritten,
}

impl Loss {
    const ALL: [(&str, Loss); 4] = [
        ("queue_full", Loss::QueueFull),
        ("project_full", Loss::ProjectFull),
        ("all_full", Loss::AllFull),
        ("not_written", Loss::NotWritten),
    ];
}

impl EventWriter {
    pub(crate) fn new(config: &Config, db: Db) -> Self {
        EventWriter(Arc::new(Inner {
            db,
            limits: config.event_limits(),
            retention_days: config.analytics_retention_days,
            queue: watch::Sender::default(),
            dropped: Default::default(),
        }))
    }

    /// Keeps events soon, as far as there is room.
    pub(crate) fn add(&self, events: Vec<NewEvent>) {
        let mut too_many = 0;
        self.0.queue.send_modify(|queue| {
            for event in events {
                too_many += u64::from(!queue.push(event));
            }
        });
        self.note(Loss::QueueFull, too_many);
    }

    /// Writes and forgets until it is closed and nothing waits any more.
    pub async fn run(&self) {
        tokio::select! {
            () = self.write_all() => {}
            () = self.forget_for_ever() => {}
        }
    }

    /// Nothing comes any more: [`EventWriter::run`] ends when it has written what waits.
    pub fn close(&self) {
        self.0.queue.send_modify(|queue| queue.is_closed = true);
    }

    /// Ends when nothing waits.
    pub async fn idle(&self) {
        let mut queue = self.0.queue.subscribe();
        // The sender is ours, so it cannot be gone.
        let _ = queue.wait_for(|it| it.waiting.is_empty() && it.writing_bytes == 0).await;
    }

    /// How many events were not kept, by why.
    pub(crate) fn dropped(&self) -> impl Iterator<Item = (&'static str, u64)> {
        let count = |why: Loss| self.0.dropped[why as usize].load(Ordering::Relaxed);
        Loss::ALL.into_iter().map(move |(name, why)| (name, count(why)))
    }

    fn note(&self, why: Loss, count: u64) {
        self.0.dropped[why as usize].fetch_add(count, Ordering::Relaxed);
    }

    async fn write_all(&self) {
        let mut queue = self.0.queue.subscribe();
        loop {
            // The sender is ours, so it cannot be gone.
            let _ = queue.wait_for(|it| it.is_closed || !it.waiting.is_empty()).await;
            let mut events = Vec::new();
            self.0.queue.send_modify(|queue| events = queue.take());
            if events.is_empty() {
                return;
            }
            self.write(&events).await;
            drop(events);
            self.0.queue.send_modify(|queue| queue.writing_bytes = 0);
        }
    }

    async fn write(&self, events: &[NewEvent]) {
        match self.0.db.add_events(events, &self.0.limits).await {
            Ok(refused) => {
                self.note(Loss::ProjectFull, refused.project_full);
                self.note(Loss::AllFull, refused.all_full);
            }
            Err(error) => {
                tracing::error!(%error, count = events.len(), "events were not written");
                self.note(Loss::NotWritten, events.len().try_into().unwrap_or(u64::MAX));
            }
        }
    }

    async fn forget_for_ever(&self) {
        loop {
            match self.forget_old().await {
                Ok(0) => {}
                Ok(count) => tracing::info!(count, "old events were forgotten"),
                Err(error) => tracing::error!(%error, "old events were not forgotten"),
            }
            tokio::time::sleep(FORGET_TIME).await;
        }
    }

    /// Forgets what is too old, in pieces and no more than a share of all. Says how many there were.
    pub async fn forget_old(&self) -> sqlx::Result<u64> {
        let Inner { db, retention_days, .. } = &*self.0;
        let all: u64 = db.event_totals().await?.values().map(|total| total.events).sum();
        let share = all.div_ceil(SHARE);
        let before_ms = days_before(now_ms(), *retention_days);
        let old = EventFilter { before_ms: Some(before_ms), ..EventFilter::default() };
        let mut count = 0;
        while count < share {
            let piece = u32::try_from(share - count).unwrap_or(u32::MAX).min(PIECE);
            let gone = db.forget_events(&old, piece).await?;
            count += gone;
            if gone < u64::from(piece) {
                return Ok(count);
            }
        }
        if count > SHARE {
            tracing::warn!(
                "a tenth of all events was too old: is the clock of this machine right?"
            );
        }
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::db::event::StoredEvent;
    use crate::project::ProjectId;

    #[test]
    fn what_is_being_written_takes_room_until_it_is() {
        let project = ProjectId::parse(&"a".repeat(32)).expect("an id");
        let event = || {
            let url = "x".repeat(4 * 1024 * 1024 - 300);
            NewEvent::new(&project, StoredEvent { url, ..StoredEvent::default() })
        };
        let mut queue = Queue::default();
        assert!(queue.push(event()) && queue.push(event()));
        assert_eq!(queue.take().len(), 2);
        assert!(queue.push(event()) && queue.push(event()));
        assert!(!queue.push(event()), "two of four are being written");
        queue.writing_bytes = 0;
        assert!(queue.push(event()));
    }
}
