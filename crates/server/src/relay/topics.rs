//! Who listens where: the sockets of this process by topic.

use super::outbox::{Outbox, Outgoing, Reading};
use crate::db::relay::NewMessage;
use protocol::relay::refusal::Refusal;
use protocol::relay::token::ClientId;
use protocol::relay::topic::Topic;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// How many sockets listen to one topic at most.
const MOST_LISTENERS: usize = 64;

/// All topics that anybody listens to.
#[derive(Default)]
pub(super) struct Topics(Mutex<HashMap<Topic, Listeners>>);

#[derive(Default)]
struct Listeners {
    subscribers: Vec<Arc<Outbox>>,
    /// Who wants to know when another client comes.
    watchers: Vec<Arc<Outbox>>,
}

impl Topics {
    /// A socket listens to a topic from here on.
    pub(super) fn subscribe(&self, topic: Topic, outbox: &Arc<Outbox>) -> Result<(), Refusal> {
        let mut topics = self.topics();
        let listeners = topics.entry(topic).or_default();
        if listeners.subscribers.iter().any(|it| Arc::ptr_eq(it, outbox)) {
            return Ok(());
        }
        if listeners.subscribers.len() >= MOST_LISTENERS {
            return Err(Refusal::SubscriberLimitExceeded);
        }
        listeners.subscribers.push(outbox.clone());
        Ok(())
    }

    /// It does not any more.
    pub(super) fn unsubscribe(&self, topic: &Topic, outbox: &Arc<Outbox>) {
        self.remove(topic, |listeners| listeners.subscribers.retain(|it| !Arc::ptr_eq(it, outbox)));
    }

    /// A socket wants to know when another client comes to a topic. Says whether one is there already.
    pub(super) fn watch(&self, topic: Topic, outbox: &Arc<Outbox>) -> Result<bool, Refusal> {
        let mut topics = self.topics();
        let listeners = topics.entry(topic).or_default();
        if listeners.subscribers.iter().any(|it| it.client != outbox.client) {
            return Ok(true);
        }
        if listeners.watchers.len() >= MOST_LISTENERS {
            return Err(Refusal::SubscriberLimitExceeded);
        }
        if !listeners.watchers.iter().any(|it| Arc::ptr_eq(it, outbox)) {
            listeners.watchers.push(outbox.clone());
        }
        Ok(false)
    }

    /// It does not any more.
    pub(super) fn unwatch(&self, topic: &Topic, outbox: &Arc<Outbox>) {
        self.remove(topic, |listeners| listeners.watchers.retain(|it| !Arc::ptr_eq(it, outbox)));
    }

    /// A client came to a topic: others who watch it are told, once.
    pub(super) fn come(&self, topic: &Topic, client: &ClientId) {
        self.remove(topic, |listeners| {
            for outbox in listeners.watchers.extract_if(.., |it| it.client != *client) {
                outbox.send(Outgoing::TopicTaken(*topic));
            }
        });
    }

    /// A client that listens to a topic and is not this one.
    pub(super) fn other_than(&self, topic: &Topic, client: &ClientId) -> Option<ClientId> {
        let topics = self.topics();
        let clients = topics.get(topic)?.subscribers.iter().map(|it| it.client);
        clients.into_iter().find(|it| it != client)
    }

    /// Offers a message to who listens, but for who left it.
    pub(super) fn deliver(&self, message: &Arc<NewMessage>) {
        let listeners = self.topics().get(&message.delivery.topic).map(|it| it.subscribers.clone());
        for outbox in listeners.unwrap_or_default() {
            if outbox.client != message.publisher {
                outbox.offer(message);
            }
        }
    }

    /// Something was left at a topic, and it is not said what.
    pub(super) fn tell(&self, topic: &Topic, why: Reading) {
        let listeners = self.topics().get(topic).map(|it| it.subscribers.clone());
        for outbox in listeners.unwrap_or_default() {
            outbox.tell(*topic, why);
        }
    }

    /// Something may have been left at any.
    pub(super) fn tell_all(&self) {
        let topics = self.topics();
        let all: Vec<(Topic, Arc<Outbox>)> = topics
            .iter()
            .flat_map(|(topic, it)| it.subscribers.iter().map(|outbox| (*topic, outbox.clone())))
            .collect();
        drop(topics);
        for (topic, outbox) in all {
            outbox.tell(topic, Reading::on());
        }
    }

    /// How many topics anybody listens to.
    pub(super) fn count(&self) -> usize {
        self.topics().len()
    }

    fn remove(&self, topic: &Topic, remove: impl FnOnce(&mut Listeners)) {
        let mut topics = self.topics();
        let Some(listeners) = topics.get_mut(topic) else { return };
        remove(listeners);
        if listeners.subscribers.is_empty() && listeners.watchers.is_empty() {
            topics.remove(topic);
        }
    }

    fn topics(&self) -> MutexGuard<'_, HashMap<Topic, Listeners>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
