//! The one writer of the relay: what is published waits here and is written in groups, each in one
//! transaction.
//!
//! A message is offered to who listens as it comes, and its request answered once it is kept: what was
//! said to be there is there, whenever this process ends. Groups are as large as what came while the one
//! before was written. What there is no room for is refused (`keeping.rs`), whoever heard it; what nobody
//! has yet is never forgotten to make some.

use super::counts::{Counted, Counts};
use super::keeping::{Written, keep};
use super::lately::Lately;
use super::nodes::{Nodes, Word};
use super::outbox::Reading;
use super::publication::Publication;
use super::room::Room;
use super::topics::Topics;
use crate::ceiling::{Ceiling, Entered, Full};
use crate::client_address::Block;
use crate::clock::now_us;
use crate::db::Db;
use crate::db::relay::{Payer, Taken};
use crate::db::relay_writing::{ALL, DELIVERY_BYTES, RelayWriting, is_deadlock};
use protocol::relay::refusal::Refusal;
use protocol::relay::topic::Topic;
use std::collections::{HashMap, HashSet, VecDeque};
use std::hash::RandomState;
use std::net::IpAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::watch;

/// How many bytes of messages may wait to be written; of one address an eighth.
const MOST_WAITING_BYTES: usize = 32 * 1024 * 1024;
/// How often it may wait to be written that a client has a message; of one address an eighth. What is beyond
/// that is not noted: the client gets it again.
const MOST_WAITING_TAKEN: usize = 50_000;
/// How many changes one group holds, of each kind, and how many bytes.
const GROUP: usize = 500;
const GROUP_BYTES: usize = 4 * 1024 * 1024;

/// What waits to be written, and what is to know of it.
pub(super) struct Writer {
    db: Db,
    topics: Arc<Topics>,
    nodes: Option<Arc<Nodes>>,
    counts: Arc<Counts>,
    most_bytes: u64,
    /// About: what is over is counted until it is forgotten.
    kept_bytes: AtomicU64,
    waiting: Ceiling,
    waiting_taken: Ceiling,
    queue: Mutex<Queue>,
    /// The time of the last message of which it is known whether it was kept.
    done_us: watch::Sender<i64>,
    wish: watch::Sender<Wish>,
    /// By which messages are chosen, so that nobody can know which.
    chance: RandomState,
}

#[derive(Default)]
struct Queue {
    publications: Vec<Publication>,
    taken: VecDeque<WaitingTaken>,
    last_us: i64,
    /// The time of the last message at each topic of which it is not known yet whether it was kept.
    unsettled: HashMap<Topic, i64>,
    lately: Lately,
}

/// A client has a message.
struct WaitingTaken {
    taken: Taken,
    /// The time of the last message that there was: who has one may say so before it is kept.
    last_us: i64,
    /// Of it and of those that were said with it.
    _place: Arc<Entered>,
}

/// What is to be done.
#[derive(Clone, Copy, Default)]
struct Wish {
    is_something_left: bool,
    is_writing: bool,
    is_ending: bool,
}

/// What is written together.
struct Group {
    publications: Vec<Publication>,
    taken: Vec<Taken>,
    last_us: i64,
}

impl Writer {
    pub(super) fn new(
        db: Db,
        topics: Arc<Topics>,
        nodes: Option<Arc<Nodes>>,
        counts: Arc<Counts>,
        most_bytes: u64,
        proxies: &[Block],
    ) -> Self {
        let (queue, done_us) = (Mutex::default(), watch::Sender::default());
        let wish = watch::Sender::default();
        let waiting = Ceiling::in_parts(MOST_WAITING_BYTES, proxies);
        let waiting_taken = Ceiling::in_parts(MOST_WAITING_TAKEN, proxies);
        let kept_bytes = AtomicU64::new(0);
        let chance = RandomState::new();
        Writer {
            db,
            topics,
            nodes,
            counts,
            most_bytes,
            kept_bytes,
            waiting,
            waiting_taken,
            queue,
            done_us,
            wish,
            chance,
        }
    }

    /// How much room is taken.
    pub(super) fn kept_bytes(&self) -> u64 {
        self.kept_bytes.load(Ordering::Relaxed)
    }

    /// So much is.
    pub(super) fn set_kept_bytes(&self, bytes: u64) {
        self.kept_bytes.store(bytes, Ordering::Relaxed);
    }

    /// A place for what somebody publishes.
    pub(super) fn place(&self, address: IpAddr) -> Entered {
        self.waiting.nothing(address)
    }

    /// Messages are to be kept, and who listens hears them; who waits is answered. Where too much waits
    /// already, they are refused.
    pub(super) fn publish(&self, mut publication: Publication) {
        let bytes = publication.bytes();
        if let Err(full) = publication.place.grow(bytes) {
            let refusal = match full {
                Full::All => Refusal::StorageError,
                Full::Client(_) => Refusal::TooManyRequests,
            };
            self.counts.refuse(refusal);
            return publication.outbox.refuse(&publication.id, refusal);
        }
        let mut queue = self.queue();
        for message in publication.messages.iter_mut().map(Arc::make_mut) {
            queue.last_us = (queue.last_us + 1).max(now_us());
            message.published_at_us = queue.last_us;
            message.delivery.published_ms = u64::try_from(queue.last_us / 1000).unwrap_or(0);
        }
        // In the order in which they are kept.
        for message in &publication.messages {
            let topic = message.delivery.topic;
            queue.unsettled.insert(topic, message.published_at_us);
            if queue.lately.note((topic, message.id)) {
                self.topics.tell(&topic, Reading::again());
            } else {
                self.topics.deliver(message);
            }
        }
        queue.publications.push(publication);
        drop(queue);
        self.wish.send_modify(|wish| wish.is_something_left = true);
    }

    /// A client at an address has messages.
    pub(super) fn take(&self, address: IpAddr, taken: Vec<Taken>) {
        let mut place = self.waiting_taken.nothing(address);
        if taken.is_empty() || place.grow(taken.len()).is_err() {
            return;
        }
        let place = Arc::new(place);
        let mut queue = self.queue();
        let last_us = queue.last_us;
        let waits = |taken| WaitingTaken { taken, last_us, _place: place.clone() };
        queue.taken.extend(taken.into_iter().map(waits));
        drop(queue);
        self.wish.send_modify(|wish| wish.is_something_left = true);
    }

    /// Ends when all that was published at these topics until now is kept or refused.
    pub(super) async fn settled(&self, topics: &[Topic]) {
        let last_us = {
            let queue = self.queue();
            topics.iter().filter_map(|it| queue.unsettled.get(it).copied()).max()
        };
        if let Some(last_us) = last_us {
            // The sender is ours, so it cannot be gone.
            let _ = self.done_us.subscribe().wait_for(|it| *it >= last_us).await;
        }
    }

    /// Nothing comes any more.
    pub(super) fn end(&self) {
        self.wish.send_modify(|wish| wish.is_ending = true);
    }

    /// Ends when nothing waits to be written.
    pub(super) async fn idle(&self) {
        let mut wish = self.wish.subscribe();
        // The sender is ours, so it cannot be gone.
        let _ = wish.wait_for(|it| !it.is_something_left && !it.is_writing).await;
    }

    /// Writes until nothing comes any more.
    pub(super) async fn run(&self) {
        let mut wish = self.wish.subscribe();
        loop {
            // The sender is ours, so it cannot be gone.
            let _ = wish.wait_for(|it| it.is_something_left || it.is_ending).await;
            self.wish.send_modify(|wish| {
                wish.is_something_left = false;
                wish.is_writing = true;
            });
            let is_ending = self.wish.borrow().is_ending;
            while let Some(group) = self.group() {
                Box::pin(self.write(group)).await;
            }
            self.wish.send_modify(|wish| wish.is_writing = false);
            if is_ending {
                return;
            }
        }
    }

    /// The next group, its messages in order.
    fn group(&self) -> Option<Group> {
        let mut queue = self.queue();
        let (mut count, mut bytes) = (0, 0);
        for publication in &queue.publications {
            let more = publication.bytes();
            if count > 0
                && (count + publication.messages.len() > GROUP || bytes + more > GROUP_BYTES)
            {
                break;
            }
            count += publication.messages.len();
            bytes += more;
        }
        let mut left = count;
        let fits = |it: &&Publication| {
            let is_of_group = left > 0;
            left = left.saturating_sub(it.messages.len());
            is_of_group
        };
        let last = queue.publications.iter().take_while(fits).count();
        let publications: Vec<Publication> = queue.publications.drain(..last).collect();
        let of_next = queue.publications.first().and_then(|it| it.messages.first());
        let last_us = of_next.map_or(queue.last_us, |it| it.published_at_us - 1);
        let is_told = |it: &&WaitingTaken| it.last_us <= last_us;
        let some = queue.taken.iter().take(GROUP).take_while(is_told).count();
        let taken: Vec<Taken> = queue.taken.drain(..some).map(|it| it.taken).collect();
        let is_something = !publications.is_empty() || !taken.is_empty();
        is_something.then_some(Group { publications, taken, last_us })
    }

    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes a group, and answers who waits for it.
    async fn write(&self, group: Group) {
        let last_us = group.last_us;
        self.write_and_answer(group).await;
        self.queue().unsettled.retain(|_, it| *it > last_us);
        self.done_us.send_replace(last_us);
    }

    async fn write_and_answer(&self, group: Group) {
        let mut written = self.try_write(&group).await;
        if written.as_ref().err().is_some_and(is_deadlock) {
            written = self.try_write(&group).await;
        }
        self.counts.note(Counted::Written, 1);
        let Written { mut new, full } = match written {
            Ok(written) => written,
            Err(error) => {
                tracing::error!(%error, "messages of the relay were not kept");
                for it in &group.publications {
                    it.outbox.refuse(&it.id, Refusal::StorageError);
                }
                return;
            }
        };
        self.counts.note(Counted::Taken, group.taken.len());
        for (at, publication) in group.publications.into_iter().enumerate() {
            let Publication { messages, outbox, id, place: _ } = publication;
            if full.contains(&at) {
                self.counts.refuse(Refusal::MailboxLimitExceeded);
                outbox.refuse(&id, Refusal::MailboxLimitExceeded);
                continue;
            }
            for message in messages {
                let is_new = new.remove(&(message.delivery.topic, message.id));
                self.counts.note(if is_new { Counted::Published } else { Counted::Repeated }, 1);
                // What is repeated may have been kept without our hearing that it was.
                if let Some(nodes) = &self.nodes {
                    nodes.tell(Word::News(message.delivery.topic));
                }
            }
            outbox.answer(&id, &true);
        }
    }

    async fn try_write(&self, group: &Group) -> sqlx::Result<Written> {
        let mut writing = self.db.relay_writing().await?;
        let mut room = self.room(&mut writing, group).await?;
        let written = match &*group.publications {
            [] => Written::default(),
            publications => keep(&mut writing, publications, &self.chance, &mut room).await?,
        };
        let noted = usize::try_from(room.left() / DELIVERY_BYTES).unwrap_or(usize::MAX);
        let taken = &group.taken[..noted.min(group.taken.len())];
        if !taken.is_empty() {
            writing.take(taken, now_us()).await?;
        }
        writing.commit().await?;
        self.set_kept_bytes(room.all());
        Ok(written)
    }

    /// The room that there is for a group, made where that is to be.
    async fn room(&self, writing: &mut RelayWriting, group: &Group) -> sqlx::Result<Room> {
        let messages = || group.publications.iter().flat_map(|it| &it.messages);
        let payers: HashSet<&Payer> = messages().map(|it| &*it.payer).collect();
        let names = || payers.iter().flat_map(|it| it.totals()).chain([ALL]);
        let room = Room::new(self.most_bytes, writing.totals(names()).await?);
        let fair = messages().filter(|it| room.is_fair(&it.payer, it.bytes()));
        let wanted = fair.map(|it| it.bytes()).sum::<u64>();
        let lacking = room.lacks(wanted + group.taken.len() as u64 * DELIVERY_BYTES);
        if lacking == 0 {
            return Ok(room);
        }
        writing.make_room(lacking).await?;
        Ok(Room::new(self.most_bytes, writing.totals(names()).await?))
    }
}
