//! The post between two clients: sealed letters out, sealed letters in, whatever becomes of sockets,
//! relays and this page.
//!
//! A *line* is a topic with its key. A *letter* is a sealed message that some network of relays has not
//! said yet that it has; it is written down before it is sent, and sent as the same text until it is
//! taken or its time is over, so that no relay and no wallet has it twice. What comes in is acknowledged
//! once what follows from it is written down. [`Role`] is who speaks: a page or a wallet.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use protocol::relay::envelope::{MessageId, open, seal};
use protocol::relay::key::SymKey;
use protocol::relay::message::Message;
use protocol::relay::method::Publishing;
use protocol::relay::push::Delivery;
use protocol::relay::topic::Topic;
use protocol::rpc::RpcError;
use runtime::{Bell, Runtime, World};
use wire::{Json, Long, keep};

use crate::link::Link;
use crate::mail::{Letter, Line, Mail};
use crate::moment::Moment;
use crate::stored::Key;

/// Messages of a line, of either side, that are known when they come again. One from before them changes nothing either:
/// each step looks whether it still belongs.
const MOST_SEEN: usize = 64;
/// Letters that may wait for one network: while there are as many, nobody is heard there, since whoever
/// says something may have to be answered.
const MOST_UNSENT: usize = 256;
/// How long it is tried to hand a relay an answer.
const ANSWER_TRIES_MS: u64 = 300_000;

/// A message that came.
pub(crate) struct Heard {
    /// On which line.
    pub(crate) topic: Topic,
    /// By which network.
    pub(crate) network: String,
    /// What.
    pub(crate) message: Message,
}

/// Who speaks by the post.
pub(crate) trait Role {
    /// A message came, which never came before. What follows from it is done before this returns.
    fn hear(&self, heard: Heard, moment: &mut Moment);
    /// All letters to this network are about to be written to a socket that is open. What is changed is
    /// written down before.
    fn leaving(&self, network: &str, now_ms: u64);
    /// A relay let nobody in: it heard nothing of what left since then.
    fn unheard(&self, since_ms: u64);
    /// A relay says that it has this letter. It may have had it long before.
    fn delivered(&self, letter: &Letter);
    /// Another client came to a topic that is watched.
    fn taken(&self, topic: Topic);
    /// Some seconds passed.
    fn tick(&self, moment: &mut Moment);
    /// Everything that is to be kept, as text; none where there is nothing.
    fn kept(&self) -> Option<String>;
}

/// The post of a page that leads, or of a phone. Clones share it.
#[derive(Clone)]
pub(crate) struct Post(Rc<Inner>);

struct Inner {
    runtime: Runtime,
    slot: String,
    bell: Bell,
    mail: RefCell<Mail>,
    links: RefCell<Vec<Link>>,
    changed: Cell<u64>,
    written: Cell<u64>,
    is_offline: Cell<bool>,
}

impl Post {
    /// The post that was kept in this slot.
    pub(crate) fn new(runtime: &Runtime, slot: &str, mail: Mail) -> Self {
        Post(Rc::new(Inner {
            runtime: runtime.clone(),
            slot: slot.to_owned(),
            bell: Bell::default(),
            mail: RefCell::new(mail),
            links: RefCell::default(),
            changed: Cell::new(0),
            written: Cell::new(0),
            is_offline: Cell::new(false),
        }))
    }

    pub(crate) fn runtime(&self) -> &Runtime {
        &self.0.runtime
    }

    pub(crate) fn world(&self) -> &World {
        self.0.runtime.world()
    }

    pub(crate) fn bell(&self) -> &Bell {
        &self.0.bell
    }

    /// What is kept.
    pub(crate) fn mail<R>(&self, read: impl FnOnce(&Mail) -> R) -> R {
        read(&self.0.mail.borrow())
    }

    pub(crate) fn with_links<R>(&self, act: impl FnOnce(&mut Vec<Link>) -> R) -> R {
        act(&mut self.0.links.borrow_mut())
    }

    fn change<R>(&self, act: impl FnOnce(&mut Mail) -> R) -> R {
        let result = act(&mut self.0.mail.borrow_mut());
        self.touch();
        result
    }

    /// Something changed that is kept.
    pub(crate) fn touch(&self) {
        self.0.changed.set(self.0.changed.get() + 1);
        self.bell().ring();
    }

    /// The number of the last change.
    pub(crate) fn changed(&self) -> u64 {
        self.0.changed.get()
    }

    /// Everything up to this change is written down.
    pub(crate) fn set_written(&self, change: u64) {
        self.0.written.set(change);
        self.bell().ring();
    }

    /// Where it is kept.
    pub(crate) fn slot(&self) -> &str {
        &self.0.slot
    }

    /// The number of the last change that is written down.
    pub(crate) fn written(&self) -> u64 {
        self.0.written.get()
    }

    pub(crate) fn is_offline(&self) -> bool {
        self.0.is_offline.get()
    }

    pub(crate) fn set_offline(&self, is_offline: bool) {
        self.0.is_offline.set(is_offline);
        self.bell().ring();
    }

    /// Listens to a line.
    pub(crate) fn listen(&self, key: &SymKey, networks: Vec<String>, is_watched: bool) -> Topic {
        let topic = key.topic();
        let key = Key(key.clone());
        self.change(|mail| {
            if !mail.lines.iter().any(|it| it.topic == topic) {
                mail.lines.push(Line { topic, key, networks, is_watched, seen: Vec::new() });
            }
        });
        topic
    }

    /// The networks on which a line is listened to.
    pub(crate) fn networks(&self, topic: Topic) -> Vec<String> {
        let line = |mail: &Mail| mail.lines.iter().find(|it| it.topic == topic).cloned();
        self.mail(line).map(|it| it.networks).unwrap_or_default()
    }

    /// Listens no more. What was said there is still sent.
    pub(crate) fn hang_up(&self, topic: Topic) {
        self.change(|mail| keep(&mut mail.lines, |it| it.topic != topic));
    }

    /// Takes back what was not sent yet.
    pub(crate) fn withdraw(&self, is_meant: &dyn Fn(&Letter) -> bool) {
        self.change(|mail| keep(&mut mail.letters, |it| !is_meant(it)));
    }

    /// Says something on a line, on each of its networks. The serial of the last letter.
    pub(crate) fn say(
        &self,
        topic: Topic,
        message: &Message,
        publishing: Publishing,
        until_ms: u64,
        moment: &mut Moment,
    ) -> u32 {
        let line = self.mail(|mail| mail.lines.iter().find(|it| it.topic == topic).cloned());
        let Some(line) = line else { return 0 };
        self.say_by(&line.key.0, &line.networks, message, publishing, until_ms, moment)
    }

    /// Answers a request.
    pub(crate) fn answer(
        &self,
        topic: Topic,
        publishing: Publishing,
        id: u64,
        result: Result<Json, RpcError>,
        moment: &mut Moment,
    ) {
        let until_ms = moment.now_ms + ANSWER_TRIES_MS;
        self.say(topic, &Message::Answer { id, result }, publishing, until_ms, moment);
    }

    /// Says something with a key, whether it is listened to what is answered or not.
    pub(crate) fn say_by(
        &self,
        key: &SymKey,
        networks: &[String],
        message: &Message,
        publishing: Publishing,
        until_ms: u64,
        moment: &mut Moment,
    ) -> u32 {
        let sealed = seal(key, moment.bytes(), &message.text());
        // Both sides have one key: what a relay echoes would be taken for the other's.
        self.see(key.topic(), MessageId::of(&sealed).text());
        self.change(|mail| {
            for network in networks {
                mail.last_serial += 1;
                mail.letters.push(Letter {
                    serial: mail.last_serial,
                    network: network.clone(),
                    topic: key.topic(),
                    sealed: sealed.clone(),
                    tag: publishing.tag,
                    lifetime_seconds: publishing.lifetime_seconds,
                    wakes: publishing.wakes,
                    until_ms: Long(until_ms),
                    is_proposal: is_proposal(message),
                });
            }
            mail.last_serial
        })
    }

    /// A relay pushed this. The number of the change after which it may be acknowledged; none where it is
    /// to be pushed again, since too much waits to be sent.
    pub(crate) fn receive(
        &self,
        network: String,
        delivery: Delivery,
        role: &dyn Role,
        moment: &mut Moment,
    ) -> Option<u64> {
        let is_unsent = |it: &&Letter| it.network == network;
        if self.mail(|mail| mail.letters.iter().filter(is_unsent).count()) >= MOST_UNSENT {
            return None;
        }
        let Delivery { topic, message: sealed, .. } = delivery;
        let name = MessageId::of(&sealed).text();
        let line = self.mail(|mail| mail.lines.iter().find(|it| it.topic == topic).cloned());
        let line = line.filter(|it| !it.seen.contains(&name));
        // Anybody may publish there; only who has the key is heard.
        if let Some(Ok(text)) = line.map(|it| open(&it.key.0, &sealed)) {
            self.see(topic, name);
            if let Ok(message) = Message::parse(&text) {
                role.hear(Heard { topic, network, message }, moment);
            }
        }
        Some(self.changed())
    }

    fn see(&self, topic: Topic, name: String) {
        self.change(|mail| {
            let Some(line) = mail.lines.iter_mut().find(|it| it.topic == topic) else { return };
            if line.seen.len() >= MOST_SEEN {
                line.seen.remove(0);
            }
            line.seen.push(name);
        });
    }

    /// A relay has taken a letter.
    pub(crate) fn delivered(&self, serial: u32, role: &dyn Role) {
        let letter = self.change(|mail| {
            let at = mail.letters.iter().position(|it| it.serial == serial)?;
            Some(mail.letters.remove(at))
        });
        if let Some(letter) = letter {
            role.delivered(&letter);
        }
    }

    /// A relay publishes no proposals: it is a letter like any other.
    pub(crate) fn make_plain(&self, serial: u32) {
        self.change(|mail| {
            if let Some(letter) = mail.letters.iter_mut().find(|it| it.serial == serial) {
                letter.is_proposal = false;
            }
        });
    }
}

fn is_proposal(message: &Message) -> bool {
    use protocol::relay::method::SignMethod::SessionPropose;
    matches!(message, Message::Request { method, .. } if method == SessionPropose.name())
}

#[cfg(test)]
mod tests {
    use protocol::relay::method::SignMethod;

    use super::*;

    /// A page that is gone: what is performed there is never answered.
    struct Nowhere;

    impl runtime::Host for Nowhere {
        fn publish(&self, _: &str, _: &str) {}
        fn answer(&self, _: u32, _: &str) {}
        fn perform(&self, _: u32, _: &str) {}
    }

    /// Says yes to everything.
    struct Polite(Post);

    impl Role for Polite {
        fn hear(&self, heard: Heard, moment: &mut Moment) {
            let publishing = SignMethod::SessionPing.request();
            self.0.answer(heard.topic, publishing, heard.message.id(), Ok(Json::Null), moment);
        }
        fn leaving(&self, _: &str, _: u64) {}
        fn unheard(&self, _: u64) {}
        fn delivered(&self, _: &Letter) {}
        fn taken(&self, _: Topic) {}
        fn tick(&self, _: &mut Moment) {}
        fn kept(&self) -> Option<String> {
            None
        }
    }

    #[test]
    fn a_peer_that_says_ever_more_waits_until_the_answers_have_gone() {
        let runtime = Runtime::new(Box::new(Nowhere));
        let post = Post::new(&runtime, "", Mail::new([1; 32]));
        let (polite, key) = (Polite(post.clone()), SymKey::new([2; 32]));
        let topic = post.listen(&key, vec!["a".to_owned(), "b".to_owned()], false);
        let mut moment = Moment::of_test([3; 32]);
        let mut push = |network: &str| {
            let ping = Message::request(moment.id(), "wc_sessionPing", Json::Null).text();
            let message = seal(&key, moment.bytes(), &ping);
            let (tag, attestation, published_ms) = (1114, None, 0);
            let pushed = Delivery { topic, message, published_ms, tag, attestation };
            post.receive(network.to_owned(), pushed, &polite, &mut moment).is_some()
        };
        let heard = (0..10_000).filter(|_| push("a")).count();
        assert_eq!(heard, MOST_UNSENT);
        let kept = post.mail(|mail| (mail.letters.len(), mail.lines[0].seen.len()));
        assert_eq!(kept, (2 * MOST_UNSENT, MOST_SEEN));
        let first = post.mail(|mail| mail.letters[0].serial);
        post.delivered(first, &polite);
        assert!(push("a") && !push("a"));
    }
}
