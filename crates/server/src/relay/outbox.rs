//! What is to be sent to one socket, and how far it is with each topic that it subscribed to.
//!
//! Whoever has something for a socket leaves it here and never waits; the task of the socket takes it.
//! Nothing grows without bound: where there is no room for a message, in its socket or for its address, it is
//! not left, and its topic becomes *due*: the task reads from the database what waits there as soon as the
//! socket has room. What is left while it reads it sends after that, so that nothing overtakes what is older.

use super::sent::ACK_TIME;
use crate::clock::now_us;
use crate::db::relay::NewMessage;
use crate::held_bytes::Room;
use protocol::relay::frame;
use protocol::relay::frame::FrameId;
use protocol::relay::refusal::Refusal;
use protocol::relay::token::ClientId;
use protocol::relay::topic::Topic;
use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::Notify;
use wire::Put;

/// How many frames wait for a socket at most, and how many bytes of them, before nothing more is taken
/// from it or left for it. A frame more may always wait.
const MOST_FRAMES: usize = 256;
const MOST_BYTES: usize = 1024 * 1024;
/// How many of its requests may wait to be kept.
const MOST_OPEN: usize = 64;
/// How many topics are read at once.
const READ_AT_ONCE: usize = 100;

/// What is left for one socket.
pub(super) struct Outbox {
    /// Who is at its other end.
    pub(super) client: ClientId,
    queue: Mutex<Queue>,
    pub(super) left: Notify,
}

struct Queue {
    frames: VecDeque<Outgoing>,
    /// Of these, and of the one that is being sent.
    bytes: usize,
    sending_bytes: usize,
    /// For messages, and for the frames that are made of them.
    room: Room,
    /// Requests that are answered once they are kept.
    open: usize,
    flows: HashMap<Topic, Flow>,
    due: VecDeque<Topic>,
}

/// What is sent.
pub(super) enum Outgoing {
    /// A frame.
    Text(String),
    /// A message of a topic.
    Message(Arc<NewMessage>),
    /// Another client came to a topic that is watched.
    TopicTaken(Topic),
}

impl Outgoing {
    fn bytes(&self) -> usize {
        match self {
            Outgoing::Text(text) => text.len(),
            Outgoing::Message(message) => usize::try_from(message.bytes()).unwrap_or(usize::MAX),
            Outgoing::TopicTaken(_) => 0,
        }
    }
}

/// How far a socket is with a topic.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Flow {
    /// It has all; what comes is sent at once.
    Live,
    /// It is to be read.
    Due(Reading),
    /// It is being read; what comes is sent after that.
    Reading,
    /// It is being read, and must be again: there was no room for what came, or not all is kept.
    Missed(Reading),
}

/// Why a topic is read, and how much of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Reading {
    /// The client subscribed: it gets again what it did not say to have. Otherwise there may be more than
    /// it was sent.
    pub(super) is_anew: bool,
    /// What the client said to have after this was said by another socket of it, and waits for this one.
    pub(super) since_us: i64,
}

impl Reading {
    fn anew() -> Self {
        Reading { is_anew: true, since_us: now_us() }
    }

    /// At another node another socket of its client may be told of a message before it: by as long as what
    /// this one was sent itself is remembered.
    pub(super) fn on() -> Self {
        let late_us = i64::try_from(ACK_TIME.as_micros()).unwrap_or(0);
        Reading { is_anew: false, since_us: now_us() - late_us }
    }

    /// What was left here before is left again: only who did not hear it is to get it.
    pub(super) fn again() -> Self {
        Reading { is_anew: false, since_us: now_us() }
    }

    fn and(self, other: Self) -> Self {
        let is_anew = self.is_anew || other.is_anew;
        Reading { is_anew, since_us: self.since_us.min(other.since_us) }
    }
}

impl Outbox {
    pub(super) fn new(client: ClientId, room: Room) -> Arc<Self> {
        let queue = Queue {
            frames: VecDeque::new(),
            bytes: 0,
            sending_bytes: 0,
            room,
            open: 0,
            flows: HashMap::new(),
            due: VecDeque::new(),
        };
        Arc::new(Outbox { client, queue: Mutex::new(queue), left: Notify::new() })
    }

    /// Leaves a frame.
    pub(super) fn send(&self, outgoing: Outgoing) {
        self.queue().push(outgoing);
        self.left.notify_one();
    }

    /// A request is on its way to be kept; [`Outbox::answer`] or [`Outbox::refuse`] follows.
    pub(super) fn open(&self) {
        self.queue().open += 1;
    }

    /// Answers a request that was kept.
    pub(super) fn answer(&self, id: &FrameId, result: &dyn Put) {
        self.close(frame::answer(id, result));
    }

    /// Answers a request that was not.
    pub(super) fn refuse(&self, id: &FrameId, refusal: Refusal) {
        self.close(frame::refused(id, refusal));
    }

    fn close(&self, text: String) {
        let mut queue = self.queue();
        queue.open = queue.open.saturating_sub(1);
        queue.push(Outgoing::Text(text));
        drop(queue);
        self.left.notify_one();
    }

    /// Leaves a message for a subscription that has, or is about to have, all before it, and room for this
    /// one; otherwise the topic is read later.
    pub(super) fn offer(&self, message: &Arc<NewMessage>) {
        let mut queue = self.queue();
        let topic = message.delivery.topic;
        let is_next = matches!(queue.flows.get(&topic), Some(Flow::Live | Flow::Reading));
        let outgoing = Outgoing::Message(message.clone());
        if is_next && queue.has_room_for(&outgoing) {
            queue.push(outgoing);
        } else {
            queue.missed(topic, Reading::on());
        }
        drop(queue);
        self.left.notify_one();
    }

    /// Something was left at a topic, and it is not said what.
    pub(super) fn tell(&self, topic: Topic, why: Reading) {
        self.queue().missed(topic, why);
        self.left.notify_one();
    }

    /// Begins a subscription, or begins it anew. Says whether there was none.
    pub(super) fn subscribe(&self, topic: Topic) -> bool {
        let mut queue = self.queue();
        let is_new = !queue.flows.contains_key(&topic);
        if is_new {
            queue.flows.insert(topic, Flow::Live);
        }
        queue.missed(topic, Reading::anew());
        drop(queue);
        self.left.notify_one();
        is_new
    }

    /// Ends a subscription. Says whether there was one.
    pub(super) fn unsubscribe(&self, topic: &Topic) -> bool {
        self.queue().flows.remove(topic).is_some()
    }

    /// The topics it subscribed to.
    pub(super) fn topics(&self) -> Vec<Topic> {
        self.queue().flows.keys().copied().collect()
    }

    /// How many topics it subscribed to.
    pub(super) fn count(&self) -> usize {
        self.queue().flows.len()
    }

    pub(super) fn has(&self, topic: &Topic) -> bool {
        self.queue().flows.contains_key(topic)
    }

    /// The next frame, when the one before was sent.
    pub(super) fn pop(&self) -> Option<Outgoing> {
        let mut queue = self.queue();
        let outgoing = queue.frames.pop_front();
        queue.bytes -= queue.sending_bytes;
        queue.sending_bytes = outgoing.as_ref().map_or(0, Outgoing::bytes);
        if outgoing.is_none() {
            queue.room.clear();
        }
        outgoing
    }

    /// Whether more is taken from the socket.
    pub(super) fn has_room(&self) -> bool {
        let queue = self.queue();
        queue.has_room() && queue.open < MOST_OPEN
    }

    /// Topics that are to be read now, and why; all of one kind.
    pub(super) fn begin_reading(&self) -> Option<(Vec<Topic>, Reading)> {
        let mut queue = self.queue();
        let mut found: Option<(Vec<Topic>, Reading)> = None;
        while let Some(topic) = queue.due.pop_front() {
            // Who has unsubscribed meanwhile is not due any more.
            let Some(Flow::Due(reading)) = queue.flows.get(&topic).copied() else { continue };
            let (topics, kind) = found.get_or_insert_with(|| (Vec::new(), reading));
            if kind.is_anew != reading.is_anew || topics.len() == READ_AT_ONCE {
                queue.due.push_front(topic);
                break;
            }
            *kind = kind.and(reading);
            topics.push(topic);
            queue.flows.insert(topic, Flow::Reading);
        }
        found
    }

    /// What waited at these topics is sent.
    pub(super) fn end_reading(&self, topics: &[Topic]) {
        let mut queue = self.queue();
        for topic in topics {
            match queue.flows.get(topic).copied() {
                Some(Flow::Reading) => drop(queue.flows.insert(*topic, Flow::Live)),
                Some(Flow::Missed(reading)) => {
                    queue.flows.insert(*topic, Flow::Due(reading));
                    queue.due.push_back(*topic);
                }
                _ => {}
            }
        }
    }

    /// Some of what came before is not kept yet: what is kept is a beginning of it, and after that they are
    /// read on, so that nothing of what comes meanwhile overtakes the rest.
    pub(super) fn miss(&self, topics: &[Topic], why: Reading) {
        let mut queue = self.queue();
        queue.leave_out(topics);
        for topic in topics {
            queue.missed(*topic, Reading { is_anew: false, ..why });
        }
    }

    /// They could not be read, and are to be read again, with what was left meanwhile.
    pub(super) fn read_again(&self, topics: &[Topic], why: Reading) {
        let mut queue = self.queue();
        queue.leave_out(topics);
        for topic in topics {
            let why = match queue.flows.get(topic).copied() {
                Some(Flow::Reading) => why,
                Some(Flow::Missed(reading)) => why.and(reading),
                _ => continue,
            };
            queue.flows.insert(*topic, Flow::Due(why));
            queue.due.push_back(*topic);
        }
    }

    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Queue {
    fn push(&mut self, outgoing: Outgoing) {
        self.bytes += outgoing.bytes();
        self.frames.push_back(outgoing);
    }

    fn leave_out(&mut self, topics: &[Topic]) {
        let is_of = |it: &Outgoing| matches!(it, Outgoing::Message(it) if topics.contains(&it.delivery.topic));
        self.frames.retain(|it| !is_of(it));
        self.bytes = self.sending_bytes + self.frames.iter().map(Outgoing::bytes).sum::<usize>();
    }

    fn has_room(&self) -> bool {
        self.frames.len() < MOST_FRAMES && self.bytes < MOST_BYTES
    }

    /// The same, also where its address has much that waits.
    fn has_room_for(&mut self, outgoing: &Outgoing) -> bool {
        self.has_room() && self.room.grow_to(2 * (self.bytes + outgoing.bytes())).is_ok()
    }

    /// A topic is to be read, or to be read again.
    fn missed(&mut self, topic: Topic, why: Reading) {
        let Some(flow) = self.flows.get_mut(&topic) else { return };
        match *flow {
            Flow::Live => {
                *flow = Flow::Due(why);
                self.due.push_back(topic);
            }
            Flow::Due(before) => *flow = Flow::Due(before.and(why)),
            Flow::Reading => *flow = Flow::Missed(why),
            Flow::Missed(before) => *flow = Flow::Missed(before.and(why)),
        }
    }
}

/// How much of what waits is read at once: no more than one answer may hold.
pub(super) const PAGE_BYTES: usize = protocol::relay::envelope::MOST_CHARACTERS;
/// How many messages are: no more than a client may confirm at once.
pub(super) const PAGE: usize = protocol::relay::call::BATCH;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::held_bytes::HeldBytes;
    use protocol::relay::envelope::MessageId;
    use protocol::relay::push::Delivery;
    use std::net::IpAddr;

    fn message(letters: usize) -> Arc<NewMessage> {
        let message = "A".repeat(letters);
        Arc::new(NewMessage {
            id: MessageId::of(&message),
            delivery: Delivery {
                topic: Topic::of(b"a"),
                message,
                published_ms: 0,
                tag: 0,
                attestation: None,
            },
            publisher: ClientId::of([0; 32]),
            payer: Arc::default(),
            published_at_us: 0,
            expires_at_ms: 0,
        })
    }

    fn is_read(outbox: &Outbox, topic: Topic, is_anew: bool) -> bool {
        let read = outbox.begin_reading();
        read.is_some_and(|(topics, why)| topics == [topic] && why.is_anew == is_anew)
    }

    fn subscribed() -> (Arc<Outbox>, Topic) {
        subscribed_in(&HeldBytes::new(0, &[]))
    }

    fn subscribed_in(held: &HeldBytes) -> (Arc<Outbox>, Topic) {
        let address = IpAddr::from([192, 0, 2, 1]);
        let (outbox, topic) =
            (Outbox::new(ClientId::of([1; 32]), held.room(address)), Topic::of(b"a"));
        assert!(outbox.subscribe(topic) && !outbox.subscribe(topic));
        assert!(is_read(&outbox, topic, true));
        (outbox, topic)
    }

    #[test]
    fn what_comes_while_a_topic_is_read_is_sent_after_that() {
        let (outbox, topic) = subscribed();
        outbox.offer(&message(1));
        assert!(outbox.begin_reading().is_none());
        outbox.end_reading(&[topic]);
        outbox.offer(&message(1));
        assert!(matches!(outbox.pop(), Some(Outgoing::Message(_))));
        assert!(matches!(outbox.pop(), Some(Outgoing::Message(_))));
        assert!(outbox.begin_reading().is_none());
    }

    #[test]
    fn what_another_process_keeps_while_a_topic_is_read_makes_it_read_again() {
        let (outbox, topic) = subscribed();
        outbox.tell(topic, Reading::on());
        outbox.offer(&message(1));
        assert!(outbox.pop().is_none() && outbox.begin_reading().is_none());
        outbox.end_reading(&[topic]);
        assert!(is_read(&outbox, topic, false));
    }

    #[test]
    fn what_comes_while_something_before_it_is_being_kept_is_read_after_that() {
        let (outbox, topic) = subscribed();
        let why = Reading { is_anew: true, since_us: 7 };
        outbox.offer(&message(1));
        outbox.miss(&[topic], why);
        outbox.offer(&message(1));
        outbox.end_reading(&[topic]);
        assert!(outbox.pop().is_none(), "it would overtake");
        let (topics, on) = outbox.begin_reading().expect("it is due");
        assert!(topics == [topic] && !on.is_anew && on.since_us == 7);
        outbox.miss(&[topic], why);
        outbox.read_again(&[topic], why);
        assert_eq!(outbox.begin_reading(), Some((vec![topic], why)), "it was not read at all");
    }

    #[test]
    fn what_could_not_be_read_stays_to_be_read_as_it_was() {
        let (outbox, topic) = subscribed();
        let why = Reading { is_anew: true, since_us: 7 };
        outbox.offer(&message(1));
        outbox.read_again(&[topic], why);
        assert!(outbox.pop().is_none());
        assert_eq!(outbox.begin_reading(), Some((vec![topic], why)));
        outbox.end_reading(&[topic]);
        outbox.offer(&message(1));
        assert!(matches!(outbox.pop(), Some(Outgoing::Message(_))));
    }

    #[test]
    fn who_does_not_read_has_a_bounded_queue_and_loses_nothing() {
        let (outbox, topic) = subscribed();
        outbox.end_reading(&[topic]);
        for _ in 0..10_000 {
            outbox.offer(&message(1000));
        }
        let mut count = 0;
        while outbox.pop().is_some() {
            count += 1;
        }
        assert_eq!(count, MOST_FRAMES);
        assert!(is_read(&outbox, topic, false));
        assert!(outbox.begin_reading().is_none());
    }

    /// The attack: one large message to many sockets of one address, none of which reads.
    #[test]
    fn what_waits_for_the_sockets_of_one_address_is_bounded_and_read_later() {
        let held = HeldBytes::new(8 * 1024 * 1024, &[]);
        let all: Vec<(Arc<Outbox>, Topic)> = (0..64).map(|_| subscribed_in(&held)).collect();
        let large = message(200_000);
        for (outbox, topic) in &all {
            outbox.end_reading(&[*topic]);
            outbox.offer(&large);
        }
        let has = |it: &&(Arc<Outbox>, Topic)| it.0.pop().is_some();
        let (some, others): (Vec<_>, Vec<_>) = all.iter().partition(has);
        assert_eq!(some.len(), 2, "twice 200 kB of 1 MiB, each");
        assert!(others.iter().all(|(outbox, topic)| is_read(outbox, *topic, false)));
        let (outbox, topic) = others[0];
        outbox.end_reading(&[*topic]);
        outbox.offer(&large);
        assert!(outbox.pop().is_none(), "those are being sent");
        assert!(is_read(outbox, *topic, false));
        outbox.end_reading(&[*topic]);
        assert!(some[0].0.pop().is_none(), "it is sent");
        outbox.offer(&large);
        assert!(outbox.pop().is_some());
    }

    #[test]
    fn who_has_unsubscribed_gets_nothing() {
        let (outbox, topic) = subscribed();
        assert!(outbox.unsubscribe(&topic) && !outbox.unsubscribe(&topic));
        outbox.end_reading(&[topic]);
        outbox.offer(&message(1));
        outbox.tell(topic, Reading::on());
        assert!(outbox.pop().is_none() && outbox.begin_reading().is_none());
    }

    #[test]
    fn who_asks_too_much_waits_until_it_is_answered() {
        let (outbox, _) = subscribed();
        (0..MOST_OPEN).for_each(|_| outbox.open());
        assert!(!outbox.has_room());
        outbox.answer(&FrameId::number(1), &true);
        assert!(outbox.has_room());
        outbox.send(Outgoing::Text(" ".repeat(MOST_BYTES)));
        assert!(!outbox.has_room());
    }
}
