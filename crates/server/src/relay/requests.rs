//! What a client asks, and what that does.

use super::nodes::Word;
use super::outbox::{Outgoing, PAGE};
use super::publication::Publication;
use super::reading::{page_of, readable};
use super::socket::Socket;
use crate::clock::now_ms;
use crate::db::relay::{NewMessage, Taken, Waiting};
use crate::websocket::End;
use protocol::relay::call::{Call, Publish, Receipt};
use protocol::relay::envelope::MessageId;
use protocol::relay::frame::{self, FrameId};
use protocol::relay::method::{Outcome, Publishing, SignMethod};
use protocol::relay::push::{Delivery, Fetched, subscription_id};
use protocol::relay::refusal::Refusal;
use protocol::relay::topic::Topic;
use std::sync::Arc;
use std::time::Instant;
use wire::{Json, Put, from_text, to_text};

/// How many topics one socket may subscribe to.
const MOST_TOPICS: usize = 2_000;
/// How many it may watch.
const MOST_WATCHED: usize = 100;

impl Socket {
    /// Does what is asked, and answers.
    pub(super) async fn asked(
        &mut self,
        id: FrameId,
        method: &str,
        params: Json,
    ) -> Result<(), End> {
        let call = match Call::read(method, &params) {
            Ok(call) => call,
            Err(refusal) => {
                if self.may_ask(&id, 1)? {
                    self.refuse(&id, refusal);
                }
                return Ok(());
            }
        };
        drop(params);
        if !self.may_ask(&id, weight(&call))? {
            return Ok(());
        }
        let done = match call {
            Call::Publish(publish) => self.publish(&id, vec![publish]),
            Call::BatchPublish(messages) => self.publish(&id, messages),
            Call::Subscribe { topic, .. } => {
                self.subscribe(topic).map(|subscription| self.answer(&id, &subscription))
            }
            Call::BatchSubscribe { topics, is_blocking } => {
                self.subscribe_all(&id, topics, is_blocking)
            }
            Call::Unsubscribe { topic } => {
                self.unsubscribe_all(&id, &[topic]);
                Ok(())
            }
            Call::BatchUnsubscribe { topics } => {
                self.unsubscribe_all(&id, &topics);
                Ok(())
            }
            Call::Fetch { topic } => return self.fetch(&id, &[topic]).await,
            Call::BatchFetch { topics } => return self.fetch(&id, &topics).await,
            Call::BatchReceive(receipts) => {
                self.note_receipts(&id, receipts);
                Ok(())
            }
            Call::CreateTopic { topic } => self.subscribe(topic).map(|_| self.answer(&id, &true)),
            Call::ProposeSession { pairing, proposal, attestation, ttl } => {
                let how = SignMethod::SessionPropose.request();
                let proposal = sealed(pairing, proposal, ttl, how, attestation);
                self.subscribe(pairing).and_then(|_| self.publish(&id, vec![proposal]))
            }
            Call::ApproveSession { pairing, session, response, settlement, ttl } => {
                let approval = approval((session, settlement), (pairing, response), ttl);
                self.subscribe(session).and_then(|_| self.publish(&id, approval))
            }
            Call::WatchTopic { topic } => self.watch(topic).map(|()| self.answer(&id, &true)),
        };
        if let Err(refusal) = done {
            self.refuse(&id, refusal);
        }
        Ok(())
    }

    fn answer(&self, id: &FrameId, result: &dyn Put) {
        self.outbox.send(Outgoing::Text(frame::answer(id, result)));
    }

    /// Keeps messages, and answers when they are.
    fn publish(&self, id: &FrameId, messages: Vec<Publish>) -> Result<(), Refusal> {
        let now_ms = now_ms();
        let kept = |it: Publish| {
            match it.ttl {
                0 => return Err(Refusal::TtlTooShort),
                ttl if ttl > self.relay.most_ttl_seconds => return Err(Refusal::TtlTooLong),
                _ => {}
            }
            let Publish { topic, message, ttl, tag, attestation, .. } = it;
            Ok(Arc::new(NewMessage {
                id: MessageId::of(&message),
                delivery: Delivery { topic, message, published_ms: 0, tag, attestation },
                publisher: self.outbox.client,
                payer: self.payer.clone(),
                published_at_us: 0,
                expires_at_ms: now_ms + i64::from(ttl) * 1000,
            }))
        };
        let messages = messages.into_iter().map(kept).collect::<Result<_, _>>()?;
        self.outbox.open();
        let (outbox, place) = (self.outbox.clone(), self.relay.writer.place(self.address));
        self.relay.writer.publish(Publication { messages, outbox, id: id.clone(), place });
        Ok(())
    }

    /// Subscribes to a topic; says by which id.
    fn subscribe(&mut self, topic: Topic) -> Result<String, Refusal> {
        if !self.outbox.has(&topic) {
            if self.outbox.count() >= MOST_TOPICS {
                return Err(Refusal::SubscriberLimitExceeded);
            }
            self.subscriptions.grow(1).map_err(|_| Refusal::SubscriberLimitExceeded)?;
            if let Err(refusal) = self.relay.topics.subscribe(topic, &self.outbox) {
                self.subscriptions.shrink(1);
                return Err(refusal);
            }
        }
        // Who listens before it reads misses nothing.
        self.outbox.subscribe(topic);
        self.tell_watchers(&topic);
        Ok(subscription_id(&topic, &self.outbox.client))
    }

    /// The same of many. Where it is blocking each has an outcome of its own.
    fn subscribe_all(
        &mut self,
        id: &FrameId,
        topics: Vec<Topic>,
        is_blocking: bool,
    ) -> Result<(), Refusal> {
        let each = topics.into_iter().map(|it| self.subscribe(it));
        if is_blocking {
            let outcomes: Vec<Json> = each.map(outcome).collect();
            self.answer(id, &outcomes);
        } else {
            let subscriptions = each.collect::<Result<Vec<String>, _>>()?;
            self.answer(id, &subscriptions);
        }
        Ok(())
    }

    fn unsubscribe_all(&mut self, id: &FrameId, topics: &[Topic]) {
        for topic in topics {
            self.unsubscribe(topic);
        }
        self.answer(id, &true);
    }

    /// Receipts of what was sent here; others tell of nothing.
    fn note_receipts(&mut self, id: &FrameId, receipts: Vec<Receipt>) {
        let (names, now) =
            (receipts.into_iter().map(|it| (it.topic, it.message_id)), Instant::now());
        let sent: Vec<_> = names.filter(|it| self.sent.said_name(it, now)).collect();
        let taken = sent.into_iter().map(|(topic, id)| self.taken(topic, id)).collect();
        self.relay.writer.take(self.address, taken);
        self.answer(id, &true);
    }

    /// This client has a message.
    pub(super) fn taken(&self, topic: Topic, id: MessageId) -> Taken {
        Taken { topic, id, client: self.outbox.client }
    }

    fn unsubscribe(&mut self, topic: &Topic) {
        if self.outbox.unsubscribe(topic) {
            self.relay.topics.unsubscribe(topic, &self.outbox);
            self.subscriptions.shrink(1);
        }
    }

    fn watch(&mut self, topic: Topic) -> Result<(), Refusal> {
        let is_known = self.watched.contains(&topic);
        if !is_known && self.watched.len() >= MOST_WATCHED {
            return Err(Refusal::SubscriberLimitExceeded);
        }
        if self.relay.topics.watch(topic, &self.outbox)? {
            self.outbox.send(Outgoing::TopicTaken(topic));
            return Ok(());
        }
        if !is_known {
            self.watched.push(topic);
        }
        if let Some(nodes) = &self.relay.nodes {
            nodes.tell(Word::Asked(topic, self.outbox.client));
        }
        Ok(())
    }

    fn tell_watchers(&self, topic: &Topic) {
        self.relay.topics.come(topic, &self.outbox.client);
        if let Some(nodes) = &self.relay.nodes {
            nodes.tell(Word::Came(*topic, self.outbox.client));
        }
    }

    /// Hands out what waits, oldest first at each topic, as much as the client may ask for, and sends it to
    /// this client no more.
    async fn fetch(&mut self, id: &FrameId, topics: &[Topic]) -> Result<(), End> {
        for topic in topics {
            self.tell_watchers(topic);
        }
        let Some((mut page, has_more)) = self.page(topics).await else {
            self.refuse(id, Refusal::StorageError);
            return Ok(());
        };
        let mut count = page.len();
        while count > 0 && !self.takes(count) {
            count /= 2;
        }
        if count == 0 && !page.is_empty() {
            return self.limit(id);
        }
        let has_more = has_more || count < page.len();
        page.truncate(count);
        let Some(_room) = self.room_for(&page) else {
            self.refuse(id, Refusal::TooManyRequests);
            return Ok(());
        };
        let Some(messages) = readable(self.relay.db.relay_messages(&page).await) else {
            self.refuse(id, Refusal::StorageError);
            return Ok(());
        };
        let taken: Vec<Taken> =
            messages.iter().map(|(id, delivery)| self.taken(delivery.topic, *id)).collect();
        let messages = messages.into_iter().map(|(_, delivery)| delivery).collect();
        self.stream.send(&frame::answer(id, &Fetched { messages, has_more })).await?;
        // Only now: what could not be sent is still there for who comes again.
        let now = Instant::now();
        for it in &taken {
            self.sent.say((it.topic, it.id), now);
        }
        self.relay.writer.take(self.address, taken);
        Ok(())
    }

    /// What waits at topics, as much as one answer may hold, and whether there may be more.
    async fn page(&mut self, topics: &[Topic]) -> Option<(Vec<Waiting>, bool)> {
        let (db, reader) = (&self.relay.db, self.reader(i64::MAX));
        let mut page: Vec<Waiting> = Vec::new();
        for topic in self.relay.looks.at(reader, topics).await? {
            if page.len() >= PAGE {
                return Some((page, true));
            }
            page.extend(readable(db.relay_waiting(&reader, &topic, None, PAGE).await)?);
            let fits = page_of(&page[..page.len().min(PAGE)]);
            if fits < page.len() {
                page.truncate(fits);
                return Some((page, true));
            }
        }
        let is_full = page.len() == PAGE;
        Some((page, is_full))
    }
}

/// How many requests a call counts as. What is fetched counts as well, with each message.
fn weight(call: &Call) -> usize {
    match call {
        Call::BatchPublish(messages) => messages.len(),
        Call::BatchReceive(receipts) => receipts.len(),
        Call::BatchSubscribe { topics, .. }
        | Call::BatchUnsubscribe { topics }
        | Call::BatchFetch { topics } => topics.len(),
        _ => 1,
    }
}

fn outcome(subscribed: Result<String, Refusal>) -> Json {
    match subscribed {
        Ok(subscription) => Json::object([("id", Json::Text(subscription))]),
        Err(refusal) => Json::object([("error", tree(&refusal.error()))]),
    }
}

fn tree(value: &impl Put) -> Json {
    from_text(&to_text(value)).unwrap_or_default()
}

/// A settlement at the session's topic, and a response at the pairing's.
fn approval(
    (session, settlement): (Topic, String),
    (pairing, response): (Topic, String),
    ttl: Option<u32>,
) -> Vec<Publish> {
    let settles = SignMethod::SessionSettle.request();
    let answers = SignMethod::SessionPropose.answer(Outcome::Answer);
    vec![
        sealed(session, settlement, ttl, settles, None),
        sealed(pairing, response, ttl, answers, None),
    ]
}

fn sealed(
    topic: Topic,
    message: String,
    ttl: Option<u32>,
    how: Publishing,
    attestation: Option<String>,
) -> Publish {
    let ttl = ttl.unwrap_or(how.lifetime_seconds);
    Publish { topic, message, ttl, tag: how.tag, prompt: how.wakes, attestation }
}
