//! What is known of the way to one network of relays, and what is said and owed on its socket.

use protocol::module::session::Unreachable;
use protocol::relay::call::{BATCH, Call, Publish};
use protocol::relay::frame::{self, FrameId};
use protocol::relay::refusal::Refusal;
use protocol::relay::topic::Topic;
use wire::keep;

use crate::mail::{Letter, Mail};

/// Until a relay has opened its socket, and until it has answered.
pub(crate) const PATIENCE_MS: u32 = 15_000;

/// The same while it is not known whether a socket outlived the sleep of its page.
pub(crate) const PROBE_MS: u32 = 3_000;

/// Where the way to a network is.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Stage {
    /// Nobody has tried, or it is being tried.
    Reaching,
    /// A socket is open.
    Open,
    /// It was tried, and is tried again.
    Failing,
    /// It is not tried any more.
    Stopped(Unreachable),
}

/// The way to a network.
pub(crate) struct Link {
    /// The project id by which the network knows us.
    pub(crate) network: String,
    /// How far it is.
    pub(crate) stage: Stage,
    /// Its relays.
    pub(crate) urls: Vec<String>,
    /// Rises whenever the wait between two rounds is to end.
    pub(crate) woken: u32,
    /// What was said on the socket that is open.
    pub(crate) wire: Wire,
}

/// What was said on one socket.
#[derive(Default)]
pub(crate) struct Wire {
    last_id: u64,
    /// Whether the relay said anything but that we may not be there.
    pub(crate) has_heard: bool,
    /// Why we may not be there.
    pub(crate) refusal: Option<Refusal>,
    topics: Vec<Topic>,
    watched: Vec<Topic>,
    waiting: Vec<Waiting>,
    /// Whether it may have died in its sleep: nothing was heard since.
    is_probed: bool,
    /// What was pushed, and after which change that may be acknowledged.
    pushed: Vec<(FrameId, u64)>,
}

struct Waiting {
    id: u64,
    since_ms: u64,
    what: What,
    is_refused: bool,
}

/// What a relay was asked.
pub(crate) enum What {
    /// To hear of topics.
    Topics(Vec<Topic>),
    /// To take a letter; a proposal brings its topic along.
    Letter { serial: u32, proposed: Option<Topic> },
    /// To tell who comes to a topic.
    Watch,
    /// To hear no more of a topic.
    Leave,
}

impl Link {
    /// There is a link to this network by these relays; its index where it is new.
    pub(crate) fn reach(
        links: &mut Vec<Link>,
        network: &str,
        urls: Vec<String>,
        asks: bool,
    ) -> Option<usize> {
        if let Some(link) = links.iter_mut().find(|it| it.network == network) {
            if asks && link.stage != Stage::Open || link.urls != urls {
                link.wake();
            }
            link.urls = urls;
            return None;
        }
        let (network, stage, wire) = (network.to_owned(), Stage::Reaching, Wire::default());
        links.push(Link { network, stage, urls, woken: 0, wire });
        Some(links.len() - 1)
    }

    /// Tries at once what waits or was given up, and asks an open relay anew for what is there.
    pub(crate) fn wake(&mut self) {
        self.woken += 1;
        self.wire.topics.clear();
        self.wire.is_probed = true;
        if matches!(self.stage, Stage::Stopped(_)) {
            self.stage = Stage::Reaching;
        }
    }

    /// What the relay refused is asked again.
    pub(crate) fn try_again(&mut self) {
        let Wire { waiting, topics, .. } = &mut self.wire;
        for it in waiting.iter().filter(|it| it.is_refused) {
            if let What::Topics(refused) = &it.what {
                keep(topics, |it| !refused.contains(it));
            }
        }
        keep(waiting, |it| !it.is_refused);
    }

    /// All that can be said now: which topics are listened to, then what is to be sent, then what is
    /// done with. Only what `is_written` down is sent: it must be the same after a reload.
    pub(crate) fn frames(&mut self, mail: &Mail, is_written: bool, now_ms: u64) -> Vec<String> {
        let Link { network, wire, .. } = self;
        let mut texts = Vec::new();
        let letters: Vec<&Letter> =
            mail.letters.iter().filter(|it| it.network == *network).collect();
        let is_proposed =
            |topic: Topic| letters.iter().any(|it| it.is_proposal && it.topic == topic);
        let lines: Vec<_> = mail.lines.iter().filter(|it| it.networks.contains(network)).collect();
        let topics: Vec<Topic> = lines.iter().map(|it| it.topic).collect();
        let plain = topics.iter().copied().filter(|it| !is_proposed(*it)).collect();
        wire.subscribe(plain, now_ms, &mut texts);
        if is_written {
            for letter in &letters {
                wire.send(letter, now_ms, &mut texts);
            }
        }
        for line in lines.iter().filter(|it| it.is_watched) {
            wire.watch(line.topic, now_ms, &mut texts);
        }
        wire.leave(&topics, now_ms, &mut texts);
        texts
    }
}

impl Wire {
    /// A socket that is new at this time.
    pub(crate) fn new(now_ms: u64) -> Self {
        Wire { last_id: now_ms * 1_000, ..Wire::default() }
    }

    /// Whether the relay owes an answer for too long.
    pub(crate) fn is_deaf(&self, now_ms: u64) -> bool {
        let patience_ms = u64::from(if self.is_probed { PROBE_MS } else { PATIENCE_MS });
        let is_late = |it: &Waiting| it.since_ms + patience_ms <= now_ms;
        self.waiting.iter().any(|it| !it.is_refused && is_late(it))
    }

    /// The relay says something: it is there.
    pub(crate) fn heard(&mut self) {
        self.has_heard = true;
        self.is_probed = false;
    }

    /// The relay pushed something, which may be acknowledged after this change.
    pub(crate) fn pushed(&mut self, id: FrameId, after: u64) {
        self.pushed.push((id, after));
    }

    fn ask(&mut self, call: &Call, what: What, now_ms: u64, texts: &mut Vec<String>) {
        self.last_id += 1;
        let id = self.last_id;
        texts.push(frame::request(&FrameId::number(id), call.method(), call));
        self.waiting.push(Waiting { id, since_ms: now_ms, what, is_refused: false });
    }

    fn subscribe(&mut self, mut topics: Vec<Topic>, now_ms: u64, texts: &mut Vec<String>) {
        keep(&mut topics, |it| !self.topics.contains(it));
        for batch in topics.chunks(BATCH) {
            self.topics.extend(batch);
            let call = Call::BatchSubscribe { topics: batch.to_vec(), is_blocking: false };
            self.ask(&call, What::Topics(batch.to_vec()), now_ms, texts);
        }
    }

    fn send(&mut self, letter: &Letter, now_ms: u64, texts: &mut Vec<String>) {
        let is_out = |it: &Waiting| matches!(it.what, What::Letter { serial, .. } if serial == letter.serial);
        if self.waiting.iter().any(is_out) {
            return;
        }
        let (topic, message) = (letter.topic, letter.sealed.clone());
        let proposed = letter.is_proposal.then_some(topic);
        let call = if letter.is_proposal {
            self.topics.push(topic);
            let ttl = Some(letter.lifetime_seconds);
            Call::ProposeSession { pairing: topic, proposal: message, attestation: None, ttl }
        } else {
            Call::Publish(Publish {
                topic,
                message,
                ttl: letter.lifetime_seconds,
                tag: letter.tag,
                prompt: letter.wakes,
                attestation: None,
            })
        };
        self.ask(&call, What::Letter { serial: letter.serial, proposed }, now_ms, texts);
    }

    fn watch(&mut self, topic: Topic, now_ms: u64, texts: &mut Vec<String>) {
        if !self.watched.contains(&topic) {
            self.watched.push(topic);
            self.ask(&Call::WatchTopic { topic }, What::Watch, now_ms, texts);
        }
    }

    /// Hears no more of what is not listened to any more.
    fn leave(&mut self, listened: &[Topic], now_ms: u64, texts: &mut Vec<String>) {
        while let Some(at) = self.topics.iter().position(|it| !listened.contains(it)) {
            let topic = self.topics.remove(at);
            self.ask(&Call::Unsubscribe { topic }, What::Leave, now_ms, texts);
        }
    }

    /// What the relay need not push again: its effects are written down.
    pub(crate) fn acknowledge(&mut self, written: u64, texts: &mut Vec<String>) {
        keep(&mut self.pushed, |(id, after)| {
            if *after <= written {
                texts.push(frame::answer(id, &true));
            }
            *after > written
        });
    }

    /// What was answered. What was refused is asked again with the next pulse, but a proposal, which
    /// is sent in another way at once, and what not every relay has.
    pub(crate) fn answered(&mut self, id: &FrameId, is_done: bool) -> Option<What> {
        self.heard();
        let at = self.waiting.iter().position(|it| id.value() == Some(it.id))?;
        let what = &self.waiting[at].what;
        let proposed = match what {
            What::Letter { proposed, .. } => *proposed,
            _ => None,
        };
        let is_over = is_done || proposed.is_some() || matches!(what, What::Watch | What::Leave);
        if !is_done && let Some(topic) = proposed {
            keep(&mut self.topics, |it| *it != topic);
        }
        if is_over {
            return Some(self.waiting.remove(at).what);
        }
        self.waiting[at].is_refused = true;
        None
    }
}
