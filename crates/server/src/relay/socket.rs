//! One socket: reads what its client sends, writes what is left for it, and sees whether it is there.

use super::Relay;
use super::admission::Admitted;
use super::counts::Counted;
use super::outbox::{Outbox, Outgoing};
use super::sent::Sent;
use crate::ceiling::Entered;
use crate::clock::now_ms;
use crate::db::relay::{Payer, Taken};
use crate::websocket::{End, NO_ROOM, Received, WebSocket, What};
use protocol::relay::envelope::MessageId;
use protocol::relay::frame::{self, Frame, FrameId};
use protocol::relay::push::{Delivery, Push, subscription_id};
use protocol::relay::refusal::{Refusal, UNAUTHORIZED};
use protocol::relay::topic::Topic;
use std::future::pending;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::watch;
use tokio::time::{Interval, MissedTickBehavior, interval_at, sleep_until, timeout};

/// How many pings may be unanswered.
const MOST_UNANSWERED: u32 = 2;
/// How often more a client may be refused for asking too much than it was not.
const MOST_LIMITED: u32 = 1_000;
/// How long a good-bye may take.
const CLOSE_TIME: Duration = Duration::from_secs(2);

/// A socket and what is known of its client.
pub(super) struct Socket {
    pub(super) stream: WebSocket,
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
    pub(super) read_at: Instant,
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
        outbox: Outbox::new(client, relay.room(address)),
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
    if end == NO_ROOM {
        served.relay.counts.refuse(Refusal::TooManyRequests);
    }
    if let End::Closed(code, reason) = end {
        served.close(code, reason).await;
    }
    drop((entered, ending));
}

/// Tells a client that it may not be here, after a while: who connects again at once is slowed down.
pub(crate) async fn turn_away(mut socket: WebSocket, refusal: Refusal, wait: Duration) {
    let text = frame::refused(&FrameId::number(0), refusal);
    let _ = socket.send(&text).await;
    tokio::time::sleep(wait).await;
    let code = match refusal {
        Refusal::TooManyRequests => 1013,
        Refusal::StorageError => 1011,
        _ => u16::try_from(UNAUTHORIZED).expect("it is a close code"),
    };
    let _ = timeout(CLOSE_TIME, socket.close(code, &refusal.words())).await;
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
        let read_at = self.catch_up().await?;
        let outbox = self.outbox.clone();
        tokio::select! {
            biased;
            () = ended(ending) => Err(End::Closed(1001, "going away")),
            _ = ping.tick() => self.ping().await,
            received = self.stream.receive(), if outbox.has_room() => self.receive(received?).await,
            () = come(read_at) => Ok(()),
            () = outbox.left.notified() => Ok(()),
        }
    }

    async fn ping(&mut self) -> Result<(), End> {
        if self.unanswered >= MOST_UNANSWERED {
            return Err(End::Gone);
        }
        self.unanswered += 1;
        self.sent.forget(Instant::now());
        self.stream.ping().await
    }

    async fn receive(&mut self, Received { bytes, what }: Received) -> Result<(), End> {
        // Who answers pings in the middle of a message without end is not there.
        if matches!(what, What::Text(_)) || !self.stream.is_midway() {
            self.unanswered = 0;
        }
        let may_send = self.relay.limits.may_send(self.address, bytes, Instant::now());
        match what {
            What::Close => Err(End::Gone),
            What::Text(text) if may_send => self.read_frame(text).await,
            What::Text(_) => self.limit(&FrameId::number(0)),
            _ if !may_send || !self.takes(1) => self.note_limited(),
            What::Ping(said) => self.stream.pong(&said).await,
            What::Pong | What::Piece => Ok(()),
        }
    }

    async fn read_frame(&mut self, text: String) -> Result<(), End> {
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

    /// The same, and nobody is told.
    pub(super) fn takes(&mut self, count: usize) -> bool {
        let now = Instant::now();
        let takes = self.relay.limits.may_ask(self.outbox.client, self.address, count, now);
        if takes {
            self.limited = self.limited.saturating_sub(1);
        }
        takes
    }

    pub(super) fn limit(&mut self, id: &FrameId) -> Result<(), End> {
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
        let taken: Vec<Taken> = said.map(|(topic, id)| self.taken(topic, id)).into_iter().collect();
        let has_taken = !taken.is_empty();
        self.relay.writer.take(self.address, taken);
        has_taken
    }

    async fn send(&mut self, outgoing: Outgoing) -> Result<(), End> {
        match outgoing {
            Outgoing::Text(text) => self.stream.send(&text).await,
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
                self.stream.send(&frame::request(&id, push.method(), &push)).await
            }
        }
    }

    pub(super) async fn push(&mut self, id: MessageId, delivery: &Delivery) -> Result<(), End> {
        if !self.outbox.has(&delivery.topic) {
            return Ok(());
        }
        let request = self.sent.id();
        self.sent.send((delivery.topic, id), request, Instant::now());
        self.relay.counts.note(Counted::Pushed, 1);
        let subscription = subscription_id(&delivery.topic, &self.outbox.client);
        let push = Push::Message { subscription, message: delivery.clone() };
        let frame = frame::request(&FrameId::number(request), push.method(), &push);
        self.stream.send(&frame).await
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
        let bye = async {
            // What was kept meanwhile is still answered.
            while let Some(outgoing) = self.outbox.pop() {
                self.send(outgoing).await?;
            }
            self.stream.close(code, reason).await
        };
        let _ = timeout(CLOSE_TIME, bye).await;
    }
}

/// Ends when a time has come, at once where it is over.
async fn come(time: Option<Instant>) {
    match time {
        Some(time) if time > Instant::now() => sleep_until(time.into()).await,
        Some(_) => {}
        None => pending().await,
    }
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
