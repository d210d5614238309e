//! One socket: reads what its client sends, writes what is left for it, and sees whether it is there.

use super::Relay;
use super::admission::Admitted;
use super::counts::Counted;
use super::outbox::{Outbox, Outgoing, PAGE, PAGE_BYTES, Reading};
use super::sent::{Found, Sent};
use crate::ceiling::Entered;
use crate::clock::now_ms;
use crate::db::relay::{Payer, Reader, Waiting};
use crate::held_bytes::Room;
use axum::extract::ws::{CloseFrame, Message, WebSocket};
use protocol::relay::envelope::MessageId;
use protocol::relay::frame::{self, Frame, FrameId};
use protocol::relay::push::{Delivery, Push, subscription_id};
use protocol::relay::refusal::{Refusal, UNAUTHORIZED};
use protocol::relay::topic::Topic;
use std::future::ready;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::watch;
use tokio::time::{Interval, MissedTickBehavior, interval_at, sleep_until, timeout};

/// How many pings may be unanswered.
const MOST_UNANSWERED: u32 = 2;
/// How often more a client may be refused for asking too much than it was not.
const MOST_LIMITED: u32 = 1_000;
/// When what could not be read is read again.
const AGAIN_TIME: Duration = Duration::from_secs(1);
/// How long it is waited for what is being kept. A client that asks something meanwhile waits, too.
const SETTLE_TIME: Duration = Duration::from_secs(1);
/// How long a good-bye may take.
const CLOSE_TIME: Duration = Duration::from_secs(2);

/// Why a socket ends.
pub(super) enum End {
    /// It is gone already.
    Gone,
    /// It is told why: a close code, and a reason.
    Closed(u16, &'static str),
}

/// A socket and what is known of its client.
pub(super) struct Socket {
    stream: WebSocket,
    pub(super) relay: Arc<Relay>,
    pub(super) outbox: Arc<Outbox>,
    pub(super) sent: Sent,
    pub(super) address: IpAddr,
    pub(super) payer: Arc<Payer>,
    /// Its subscriptions, counted for its address.
    pub(super) subscriptions: Entered,
    /// The topics at which it wants to know who comes.
    pub(super) watched: Vec<Topic>,
    limited: u32,
    unanswered: u32,
    /// Before that nothing is read from the database.
    read_at: Instant,
}

/// Serves a socket until it ends. `entered` is its place among all.
pub(crate) async fn serve(
    relay: Arc<Relay>,
    socket: WebSocket,
    Admitted { client, project }: Admitted,
    address: IpAddr,
    entered: Entered,
) {
    let ending = relay.is_ending.subscribe();
    let mut served = Socket {
        outbox: Outbox::new(client),
        sent: Sent::new(now_ms()),
        address,
        payer: relay.payer(&project, address),
        subscriptions: relay.subscriptions.nothing(address),
        watched: Vec::new(),
        limited: 0,
        unanswered: 0,
        read_at: Instant::now(),
        stream: socket,
        relay,
    };
    let end = served.run(ending.clone()).await;
    served.leave();
    if let End::Closed(code, reason) = end {
        served.close(code, reason).await;
    }
    drop((entered, ending));
}

/// Tells a client that it may not be here, after a while: who connects again at once is slowed down.
pub(crate) async fn turn_away(mut socket: WebSocket, refusal: Refusal, wait: Duration) {
    let text = frame::refused(&FrameId::number(0), refusal);
    let _ = socket.send(Message::text(text)).await;
    tokio::time::sleep(wait).await;
    let code = match refusal {
        Refusal::TooManyRequests => 1013,
        Refusal::StorageError => 1011,
        _ => u16::try_from(UNAUTHORIZED).expect("it is a close code"),
    };
    let reason = refusal.words().into();
    let _ = socket.send(Message::Close(Some(CloseFrame { code, reason }))).await;
    let _ = timeout(CLOSE_TIME, socket.recv()).await;
}

impl Socket {
    async fn run(&mut self, mut ending: watch::Receiver<bool>) -> End {
        let mut ping = pings(self.relay.ping_time);
        loop {
            if let Err(end) = self.step(&mut ping, &mut ending).await {
                return end;
            }
        }
    }

    async fn step(
        &mut self,
        ping: &mut Interval,
        ending: &mut watch::Receiver<bool>,
    ) -> Result<(), End> {
        while let Some(outgoing) = self.outbox.pop() {
            self.send(outgoing).await?;
        }
        let is_behind = self.catch_up().await?;
        let (outbox, read_at) = (self.outbox.clone(), self.read_at);
        tokio::select! {
            biased;
            () = ended(ending) => Err(End::Closed(1001, "going away")),
            _ = ping.tick() => self.ping().await,
            received = self.stream.recv(), if outbox.has_room() => {
                self.unanswered = 0;
                match received {
                    Some(Ok(message)) => self.receive(message).await,
                    Some(Err(_)) => Err(End::Closed(1009, "a message is too large or malformed")),
                    None => Err(End::Gone),
                }
            }
            () = ready(()), if is_behind => Ok(()),
            () = sleep_until(read_at.into()), if read_at > Instant::now() => Ok(()),
            () = outbox.left.notified() => Ok(()),
        }
    }

    async fn ping(&mut self) -> Result<(), End> {
        if self.unanswered >= MOST_UNANSWERED {
            return Err(End::Gone);
        }
        self.unanswered += 1;
        self.sent.forget(Instant::now());
        self.stream.send(Message::Ping(bytes::Bytes::new())).await.map_err(|_| End::Gone)
    }

    async fn receive(&mut self, message: Message) -> Result<(), End> {
        let text = match message {
            Message::Text(text) => text,
            Message::Binary(_) => {
                self.refuse(&FrameId::number(0), Refusal::Serialization);
                return Ok(());
            }
            Message::Ping(_) | Message::Pong(_) => return Ok(()),
            Message::Close(_) => return Err(End::Gone),
        };
        if !self.relay.limits.may_send(self.address, text.len(), Instant::now()) {
            return self.limit(&FrameId::number(0));
        }
        match Frame::read(&text) {
            // Who refuses a message has it, and no use for it.
            Ok(Frame::Answer { id, .. } | Frame::Refused { id, .. }) => {
                if self.has_taken(&id) || self.takes(1) {
                    return Ok(());
                }
                self.note_limited()
            }
            Ok(Frame::Request { id, method, params }) => {
                drop(text);
                self.asked(id, &method, params).await
            }
            Err(unread) => {
                self.may_ask(&unread.id, 1)?;
                self.refuse(&unread.id, unread.refusal);
                Ok(())
            }
        }
    }

    /// Whether the client may ask so much more; if not, it is told.
    pub(super) fn may_ask(&mut self, id: &FrameId, count: usize) -> Result<bool, End> {
        if self.takes(count) {
            return Ok(true);
        }
        self.limit(id).map(|()| false)
    }

    fn takes(&mut self, count: usize) -> bool {
        let now = Instant::now();
        let takes = self.relay.limits.may_ask(self.outbox.client, self.address, count, now);
        if takes {
            self.limited = self.limited.saturating_sub(1);
        }
        takes
    }

    fn limit(&mut self, id: &FrameId) -> Result<(), End> {
        self.note_limited()?;
        self.refuse(id, Refusal::TooManyRequests);
        Ok(())
    }

    fn note_limited(&mut self) -> Result<(), End> {
        self.limited += 1;
        if self.limited > MOST_LIMITED {
            return Err(End::Closed(1013, "too many requests"));
        }
        Ok(())
    }

    pub(super) fn refuse(&self, id: &FrameId, refusal: Refusal) {
        self.relay.counts.refuse(refusal);
        self.outbox.send(Outgoing::Text(frame::refused(id, refusal)));
    }

    /// Whether an answer says that the client has what it was sent.
    fn has_taken(&mut self, id: &FrameId) -> bool {
        let said = id.value().and_then(|id| self.sent.said(id, Instant::now()));
        let taken = said.map(|(topic, id)| self.taken(topic, id));
        let has_taken = taken.is_some();
        self.relay.writer.take(taken);
        has_taken
    }

    async fn send(&mut self, outgoing: Outgoing) -> Result<(), End> {
        match outgoing {
            Outgoing::Text(text) => self.write(text).await,
            // It was read while it was offered.
            Outgoing::Message(it)
                if self.sent.is_there(&(it.delivery.topic, it.id), Instant::now()) =>
            {
                Ok(())
            }
            Outgoing::Message(message) => self.push(message.id, &message.delivery).await,
            Outgoing::TopicTaken(topic) => {
                self.watched.retain(|it| *it != topic);
                let id = FrameId::number(self.sent.id());
                let push = Push::TopicTaken { topic };
                self.write(frame::request(&id, push.method(), &push)).await
            }
        }
    }

    async fn push(&mut self, id: MessageId, delivery: &Delivery) -> Result<(), End> {
        if !self.outbox.has(&delivery.topic) {
            return Ok(());
        }
        let request = self.sent.id();
        self.sent.send((delivery.topic, id), request, Instant::now());
        self.relay.counts.note(Counted::Pushed, 1);
        let subscription = subscription_id(&delivery.topic, &self.outbox.client);
        let push = Push::Message { subscription, message: delivery.clone() };
        self.write(frame::request(&FrameId::number(request), push.method(), &push)).await
    }

    pub(super) async fn write(&mut self, text: String) -> Result<(), End> {
        self.stream.send(Message::text(text)).await.map_err(|_| End::Gone)
    }

    /// Reads topics that are due. Says whether it did.
    async fn catch_up(&mut self) -> Result<bool, End> {
        if self.read_at > Instant::now() {
            return Ok(false);
        }
        let Some((topics, why)) = self.outbox.begin_reading() else { return Ok(false) };
        // What comes from here on is left in the outbox; what came before is there, or not kept in time.
        let settled = timeout(SETTLE_TIME, self.relay.writer.settled(&topics)).await;
        if settled.is_ok() && self.read(&topics, why).await? {
            self.outbox.end_reading(&topics);
            return Ok(true);
        }
        self.outbox.read_again(&topics, why);
        self.read_at = Instant::now() + AGAIN_TIME;
        Ok(false)
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
        self.relay.writer.take(said);
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
        let mut room = self.relay.held.room(self.address);
        room.grow_to(2 * messages.iter().map(|it| it.bytes).sum::<usize>()).ok()?;
        Some(room)
    }

    /// This client, as the database asks for whom it reads.
    pub(super) fn reader(&self, since_us: i64) -> Reader {
        Reader { client: self.outbox.client, since_us, now_ms: now_ms() }
    }

    /// Nothing is left for it any more.
    fn leave(&mut self) {
        for topic in self.outbox.topics() {
            self.relay.topics.unsubscribe(&topic, &self.outbox);
        }
        for topic in &self.watched {
            self.relay.topics.unwatch(topic, &self.outbox);
        }
    }

    async fn close(&mut self, code: u16, reason: &'static str) {
        let frame = CloseFrame { code, reason: reason.into() };
        let bye = async {
            // What was kept meanwhile is still answered.
            while let Some(outgoing) = self.outbox.pop() {
                self.send(outgoing).await.ok()?;
            }
            self.stream.send(Message::Close(Some(frame))).await.ok()?;
            while self.stream.recv().await?.is_ok() {}
            Some(())
        };
        let _ = timeout(CLOSE_TIME, bye).await;
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

async fn ended(ending: &mut watch::Receiver<bool>) {
    // The sender is the relay's, so it cannot be gone.
    let _ = ending.wait_for(|is_ending| *is_ending).await;
}

fn pings(time: Duration) -> Interval {
    let mut pings = interval_at(tokio::time::Instant::now() + time, time);
    pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
    pings
}
