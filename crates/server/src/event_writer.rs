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

/// How much may wait.
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
    is_writing: bool,
    is_closed: bool,
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
                let bytes = queue.waiting_bytes + event.bytes();
                if bytes <= MOST_WAITING_BYTES {
                    queue.waiting_bytes = bytes;
                    queue.waiting.push(event);
                } else {
                    too_many += 1;
                }
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
        let _ = queue.wait_for(|it| it.waiting.is_empty() && !it.is_writing).await;
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
            self.0.queue.send_modify(|queue| {
                events = std::mem::take(&mut queue.waiting);
                queue.waiting_bytes = 0;
                queue.is_writing = !events.is_empty();
            });
            if events.is_empty() {
                return;
            }
            self.write(&events).await;
            self.0.queue.send_modify(|queue| queue.is_writing = false);
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
