//! A relay between clients: what it is said, what it says, and what can be wrong with it.
//!
//! It answers as the server's own does in all that clients here ask; `crates/server/tests/server/relay_contract.rs`
//! holds both to one list.

use protocol::relay::address::{AUTH, PROJECT_ID};
use protocol::relay::call::{Call, Publish};
use protocol::relay::envelope::MessageId;
use protocol::relay::frame::{self, Frame, FrameId};
use protocol::relay::push::{Delivery, Push, subscription_id};
use protocol::relay::refusal::{Refusal, UNAUTHORIZED};
use protocol::relay::token::{self, ClientId};
use protocol::relay::topic::Topic;
use wire::Json;

use crate::chance::Chance;
use crate::relay_faults::{Faults, Forgets};

/// What a relay says.
pub struct Said {
    /// To which socket.
    pub socket: u32,
    /// After so many milliseconds.
    pub in_ms: u64,
    /// What it is.
    pub what: What,
}

/// A frame, or the end of a socket with its close code.
pub enum What {
    Frame(String),
    Close(u32),
}

/// The longest that a message is kept, in seconds.
const MOST_TTL_SECONDS: u32 = 7 * 24 * 60 * 60;
/// So long a message that was pushed may still be on its way, and is not pushed to the same socket again.
const ON_ITS_WAY_MS: u64 = 4_000;

/// A relay.
pub struct Relay {
    /// Where it is, without a query.
    pub url: String,
    /// The project that it knows.
    pub project: String,
    /// What is wrong with it.
    pub faults: Faults,
    /// The messages that were left there, oldest first: topic, sealed text and tag.
    pub left: Vec<Publish>,
    /// How many sockets were opened there.
    pub opened: u32,
    sockets: Vec<Socket>,
    kept: Vec<Kept>,
    last_push: u64,
    chance: Chance,
}

struct Socket {
    number: u32,
    client: ClientId,
    topics: Vec<Topic>,
    watched: Vec<Topic>,
    /// Pushes that were not answered.
    pushed: Vec<Pushed>,
}

struct Pushed {
    id: u64,
    name: Name,
    at_ms: u64,
}

/// The name of a message.
type Name = (Topic, MessageId);

struct Kept {
    publish: Publish,
    name: Name,
    by: Option<ClientId>,
    at_ms: u64,
    taken: Vec<ClientId>,
}

impl Relay {
    /// A relay that knows one project.
    pub fn new(url: &str, project: &str, seed: u64) -> Self {
        Relay {
            url: url.to_owned(),
            project: project.to_owned(),
            faults: Faults::default(),
            left: Vec::new(),
            opened: 0,
            sockets: Vec::new(),
            kept: Vec::new(),
            last_push: 1_000_000_000_000,
            chance: Chance::new(seed),
        }
    }

    /// How many sockets are open.
    pub fn open_sockets(&self) -> usize {
        self.sockets.len()
    }

    /// The clients whose sockets are open, as they name themselves.
    pub fn clients(&self) -> Vec<String> {
        self.sockets.iter().map(|it| it.client.text()).collect()
    }

    /// How many messages wait for `topic`.
    pub fn waits(&self, topic: Topic) -> usize {
        self.kept.iter().filter(|it| it.publish.topic == topic && it.taken.is_empty()).count()
    }

    /// A client comes. The URL's query tells who it is.
    pub fn open(&mut self, socket: u32, url: &str, now_ms: u64) -> Vec<Said> {
        self.opened += 1;
        let now_ms = now_ms.saturating_add_signed(self.faults.is_ahead_ms);
        let query = url.split_once('?').map_or("", |it| it.1);
        let field = |name: &str| {
            let mut fields = query.split('&').filter_map(|it| it.split_once('='));
            fields.find(|(it, _)| *it == name).map(|it| it.1)
        };
        let verified = |it| token::verify(it, now_ms / 1_000, |it| it == self.url);
        let admitted = match (self.faults.refuses, field(PROJECT_ID), field(AUTH)) {
            (Some(refusal), ..) => Err(refusal),
            (_, None, _) => Err(Refusal::ProjectIdNotSpecified),
            (_, Some(project), _) if project != self.project => Err(Refusal::ProjectNotFound),
            (_, _, None) => Err(Refusal::MissingJwt),
            (_, _, Some(token)) => verified(token).map_err(Refusal::InvalidJwt),
        };
        match admitted {
            Ok(client) => {
                let (topics, watched, pushed) = (Vec::new(), Vec::new(), Vec::new());
                self.sockets.push(Socket { number: socket, client, topics, watched, pushed });
                Vec::new()
            }
            Err(refusal) => {
                let text = frame::refused(&FrameId::number(0), refusal);
                let code = u32::try_from(UNAUTHORIZED).expect("a code");
                let frame = Said { socket, in_ms: 500, what: What::Frame(text) };
                vec![frame, Said { socket, in_ms: 501, what: What::Close(code) }]
            }
        }
    }

    /// A client is gone.
    pub fn close(&mut self, socket: u32) {
        self.sockets.retain(|it| it.number != socket);
    }

    /// All sockets are dead, and nobody is told.
    pub fn forget_sockets(&mut self) {
        self.sockets.clear();
    }

    /// All sockets break.
    pub(crate) fn break_all(&mut self, code: u32) -> Vec<Said> {
        let close = |it: Socket| Said { socket: it.number, in_ms: 0, what: What::Close(code) };
        self.sockets.drain(..).map(close).collect()
    }

    /// A client says something.
    pub fn hear(&mut self, socket: u32, text: &str, now_ms: u64) -> Vec<Said> {
        let Some(at) = self.sockets.iter().position(|it| it.number == socket) else {
            return vec![];
        };
        if self.faults.is_mute {
            return Vec::new();
        }
        if self.breaks() {
            return vec![self.broken(socket)];
        }
        let mut said = match Frame::read(text).expect("a client speaks JSON-RPC") {
            Frame::Request { id, method, params } => self.asked(at, &id, &method, &params, now_ms),
            // Who refuses a message has it, and no use for it.
            Frame::Answer { id, .. } | Frame::Refused { id, .. } => {
                let Socket { client, pushed, .. } = &mut self.sockets[at];
                if let Some(taken) = pushed.iter().position(|it| Some(it.id) == id.value()) {
                    let (client, name) = (*client, pushed.remove(taken).name);
                    let of = |it: &&mut Kept| it.name == name;
                    self.kept.iter_mut().filter(of).for_each(|it| it.taken.push(client));
                }
                Vec::new()
            }
        };
        if let Some(broken) = said.iter().position(|_| self.breaks()) {
            let socket = said[broken].socket;
            let mut at = 0..;
            said.retain(|it| at.next() < Some(broken) || it.socket != socket);
            said.push(self.broken(socket));
        }
        said
    }

    /// Whether a socket breaks at this frame.
    fn breaks(&mut self) -> bool {
        self.faults.breaks > 0 && self.chance.one_in(self.faults.breaks)
    }

    fn broken(&mut self, socket: u32) -> Said {
        self.close(socket);
        Said { socket, in_ms: 0, what: What::Close(1006) }
    }

    fn asked(
        &mut self,
        at: usize,
        id: &FrameId,
        method: &str,
        params: &Json,
        now_ms: u64,
    ) -> Vec<Said> {
        let socket = self.sockets[at].number;
        let is_unknown = self.faults.is_classic && method.starts_with("wc_");
        let read = || Call::read(method, params);
        let call = if is_unknown { Err(Refusal::InvalidMethod) } else { read() };
        let call = match call {
            Ok(Call::WatchTopic { .. }) if self.faults.is_discreet => Err(Refusal::InvalidMethod),
            call => call,
        };
        let forgets = self.faults.forgets.filter(|_| matches!(call, Ok(Call::Publish(_))));
        let done = call.and_then(|call| self.done(at, call, now_ms));
        let (text, said) = match (done, forgets) {
            (Ok((_, said)), Some(forgets)) => {
                self.kept.pop();
                match forgets {
                    Forgets::Told => (frame::refused(id, Refusal::StorageError), said),
                    Forgets::Untold => return said,
                }
            }
            (Ok((result, said)), None) => (frame::answer(id, &result), said),
            (Err(refusal), _) => (frame::refused(id, refusal), Vec::new()),
        };
        let answer = Said { socket, in_ms: 0, what: What::Frame(text) };
        std::iter::once(answer).chain(said).collect()
    }

    /// What is answered, and what else is said.
    fn done(&mut self, at: usize, call: Call, now_ms: u64) -> Result<(Json, Vec<Said>), Refusal> {
        let subscription =
            |it: &Self, topic: &Topic| Json::Text(subscription_id(topic, &it.sockets[at].client));
        let yes = Json::Bool(true);
        Ok(match call {
            Call::Publish(publish) => (yes, self.publish(Some(at), publish, now_ms)?),
            Call::Subscribe { topic, .. } => {
                (subscription(self, &topic), self.subscribe(at, topic, now_ms))
            }
            Call::BatchSubscribe { topics, .. } => {
                let ids = Json::list(topics.iter().map(|it| subscription(self, it)));
                (ids, topics.into_iter().flat_map(|it| self.subscribe(at, it, now_ms)).collect())
            }
            Call::Unsubscribe { topic } => {
                self.sockets[at].topics.retain(|it| *it != topic);
                (yes, Vec::new())
            }
            Call::ProposeSession { pairing, proposal, attestation, ttl } => {
                let publish = Publish {
                    topic: pairing,
                    message: proposal,
                    ttl: ttl.unwrap_or(300),
                    tag: 1100,
                    prompt: true,
                    attestation,
                };
                let mut said = self.subscribe(at, pairing, now_ms);
                said.extend(self.publish(Some(at), publish, now_ms)?);
                (yes, said)
            }
            Call::WatchTopic { topic } => (yes, self.watch(at, topic)),
            call => panic!("nobody here says {}", call.method()),
        })
    }

    fn watch(&mut self, at: usize, topic: Topic) -> Vec<Said> {
        let client = self.sockets[at].client;
        if self.sockets.iter().any(|it| it.client != client && it.topics.contains(&topic)) {
            return vec![self.tell_of(at, topic)];
        }
        self.sockets[at].watched.push(topic);
        Vec::new()
    }

    /// Who watches a topic is told once that another client came.
    fn tell_of(&mut self, at: usize, topic: Topic) -> Said {
        self.sockets[at].watched.retain(|it| *it != topic);
        self.last_push += 1;
        let (id, taken) = (FrameId::number(self.last_push), Push::TopicTaken { topic });
        let what = What::Frame(frame::request(&id, taken.method(), &taken));
        Said { socket: self.sockets[at].number, in_ms: 0, what }
    }

    fn subscribe(&mut self, at: usize, topic: Topic, now_ms: u64) -> Vec<Said> {
        let Socket { client, topics, pushed, .. } = &mut self.sockets[at];
        let client = *client;
        if !topics.contains(&topic) {
            topics.push(topic);
        }
        let is_late = |name: &Name| {
            pushed.iter().any(|it| it.name == *name && now_ms < it.at_ms + ON_ITS_WAY_MS)
        };
        let waits = |it: &&Kept| {
            let is_over = it.at_ms + u64::from(it.publish.ttl) * 1_000 <= now_ms;
            it.publish.topic == topic
                && it.by != Some(client)
                && !it.taken.contains(&client)
                && !is_over
                && !is_late(&it.name)
        };
        let waiting: Vec<Publish> =
            self.kept.iter().filter(waits).map(|it| it.publish.clone()).collect();
        let watches = |it: &Socket| it.client != client && it.watched.contains(&topic);
        let watchers: Vec<usize> =
            (0..self.sockets.len()).filter(|it| watches(&self.sockets[*it])).collect();
        let mut said: Vec<Said> = watchers.into_iter().map(|it| self.tell_of(it, topic)).collect();
        for publish in waiting {
            said.extend(self.push(at, &publish, now_ms));
        }
        said
    }

    /// Somebody leaves a message; nobody where it is from elsewhere.
    pub(crate) fn publish(
        &mut self,
        by: Option<usize>,
        publish: Publish,
        now_ms: u64,
    ) -> Result<Vec<Said>, Refusal> {
        match publish.ttl {
            0 => return Err(Refusal::TtlTooShort),
            ttl if ttl > MOST_TTL_SECONDS => return Err(Refusal::TtlTooLong),
            _ => {}
        }
        let by = by.map(|at| self.sockets[at].client);
        let name = (publish.topic, MessageId::of(&publish.message));
        if self.kept.iter().any(|it| it.name == name) {
            return Ok(Vec::new());
        }
        self.left.push(publish.clone());
        let (kept, taken) = (publish.clone(), Vec::new());
        self.kept.push(Kept { publish: kept, name, by, at_ms: now_ms, taken });
        let mut said = Vec::new();
        for at in 0..self.sockets.len() {
            let socket = &self.sockets[at];
            if Some(socket.client) != by && socket.topics.contains(&publish.topic) {
                said.extend(self.push(at, &publish, now_ms));
            }
        }
        Ok(said)
    }

    /// Pushes a message to all that listen, whoever said it.
    pub(crate) fn echo(&mut self, publish: &Publish, now_ms: u64) -> Vec<Said> {
        let listens = |at: &usize| self.sockets[*at].topics.contains(&publish.topic);
        let all: Vec<usize> = (0..self.sockets.len()).filter(listens).collect();
        all.into_iter().flat_map(|at| self.push(at, publish, now_ms)).collect()
    }

    fn push(&mut self, at: usize, publish: &Publish, now_ms: u64) -> Vec<Said> {
        let Publish { topic, message, tag, attestation, .. } = publish.clone();
        let name = (topic, MessageId::of(&message));
        let published_ms =
            self.kept.iter().find(|it| it.name == name).map_or(now_ms, |it| it.at_ms);
        let message = Delivery { topic, message, published_ms, tag, attestation };
        let doubles = self.faults.doubles;
        let times = if doubles > 0 && self.chance.one_in(doubles) { 2 } else { 1 };
        let mut said = Vec::new();
        for _ in 0..times {
            self.last_push += 1;
            let dawdles = self.chance.below(self.faults.dawdles_ms + 1);
            let socket = &mut self.sockets[at];
            socket.pushed.push(Pushed { id: self.last_push, name, at_ms: now_ms });
            let subscription = subscription_id(&topic, &socket.client);
            let push = Push::Message { subscription, message: message.clone() };
            let text = frame::request(&FrameId::number(self.last_push), push.method(), &push);
            let in_ms = u64::try_from(dawdles).expect("milliseconds");
            said.push(Said { socket: socket.number, in_ms, what: What::Frame(text) });
        }
        said
    }
}
