//! The simulated relay may not lie: what clients ask is answered, and pushed on, alike by both.
//!
//! One list of cases; `Real` does them over sockets, `Simulated` in a world of tests. What cannot be told
//! apart by a client, as whether an answer or a push comes first, is no part of it.

use crate::database::Other;
use crate::relay_peer::{Peer, client, now, open};
use crate::test_app::{PROJECT, PUBLIC, TestApp};
use protocol::relay::call::{Call, Publish};
use protocol::relay::frame::{self, Frame, FrameId};
use protocol::relay::push::{Delivery, Push, subscription_id};
use protocol::relay::refusal::Refusal;
use protocol::relay::token;
use protocol::relay::topic::Topic;
use serde_json::{Value, json};
use sim::{Relay, Said, What};
use std::collections::{BTreeMap, HashMap};
use wire::{Json, from_text, to_text};

/// What somebody does.
enum Does {
    /// Opens a socket, as the client with this seed.
    Comes(u8, Manners),
    /// Asks.
    Asks(Call),
    /// Asks what no client of ours does: method and parameters.
    Says(&'static str, &'static str),
    /// Its socket is gone.
    Leaves,
    /// Lets five minutes pass.
    Waits,
}
use Does::{Asks, Comes, Leaves, Says, Waits};

/// What a client says to a message that is pushed.
#[derive(Clone, Copy)]
enum Manners {
    /// That it has it.
    Takes,
    /// That it cannot be.
    Refuses,
    SaysNothing,
}
use Manners::{Refuses, SaysNothing, Takes};

/// Who does what, and what all hear then: answers first, then by topic and by name.
type Step = (&'static str, Does, &'static [&'static str]);

const MINUTES_MS: u64 = 300_000;
const TOPICS: [&str; 3] = ["a", "b", "c"];

type Case = (&'static str, Vec<Step>);

fn cases() -> Vec<Case> {
    [dialects(), listening(), mailbox(), refusals()].into_iter().flatten().collect()
}

fn dialects() -> Vec<Case> {
    vec![
        (
            "the classic dialect: who comes later gets what waits, in its order",
            vec![
                ("page", Comes(1, Takes), &[]),
                ("page", subscribe("a"), &["page: hears a"]),
                ("page", publish("a", "one"), &["page: true"]),
                ("page", publish("a", "two"), &["page: true"]),
                ("wallet", Comes(2, Takes), &[]),
                (
                    "wallet",
                    subscribe("a"),
                    &["wallet: hears a", "wallet: a one 7", "wallet: a two 7"],
                ),
                ("wallet", publish("a", "three"), &["wallet: true", "page: a three 7"]),
            ],
        ),
        (
            "the bundled dialect: who proposes hears the answer",
            vec![
                ("page", Comes(1, Takes), &[]),
                ("page", propose("a", "one", Some("x.y.z"), Some(300)), &["page: true"]),
                ("wallet", Comes(2, Takes), &[]),
                ("wallet", subscribe("a"), &["wallet: hears a", "wallet: a one 1100 x.y.z"]),
                ("wallet", publish("a", "two"), &["wallet: true", "page: a two 7"]),
            ],
        ),
        (
            "a proposal lasts five minutes where it is not said how long",
            vec![
                ("page", Comes(1, Takes), &[]),
                ("page", propose("a", "short", None, None), &["page: true"]),
                ("page", propose("a", "long", None, Some(301)), &["page: true"]),
                ("page", Waits, &[]),
                ("wallet", Comes(2, Takes), &[]),
                ("wallet", subscribe("a"), &["wallet: hears a", "wallet: a long 1100"]),
            ],
        ),
        (
            "a batch is answered by ids in its order, and drains each topic",
            vec![
                ("page", Comes(1, Takes), &[]),
                ("page", publish("b", "one"), &["page: true"]),
                ("page", publish("a", "two"), &["page: true"]),
                ("wallet", Comes(2, Takes), &[]),
                (
                    "wallet",
                    Asks(Call::BatchSubscribe {
                        topics: vec![topic("b"), topic("a"), topic("c")],
                        is_blocking: false,
                    }),
                    &["wallet: hears b a c", "wallet: a two 7", "wallet: b one 7"],
                ),
                ("page", publish("c", "three"), &["page: true", "wallet: c three 7"]),
            ],
        ),
    ]
}

fn listening() -> Vec<Case> {
    vec![
        (
            "nobody hears themselves, on whichever socket, nor as they come again",
            vec![
                ("page", Comes(1, Takes), &[]),
                ("tab", Comes(1, Takes), &[]),
                ("wallet", Comes(2, Takes), &[]),
                ("page", subscribe("a"), &["page: hears a"]),
                ("tab", subscribe("a"), &["tab: hears a"]),
                ("wallet", subscribe("a"), &["wallet: hears a"]),
                ("page", publish("a", "one"), &["page: true", "wallet: a one 7"]),
                ("wallet", publish("a", "two"), &["wallet: true", "page: a two 7", "tab: a two 7"]),
                ("page", Leaves, &[]),
                ("page", Comes(1, Takes), &[]),
                ("page", subscribe("a"), &["page: hears a"]),
            ],
        ),
        (
            "who unsubscribes hears nothing, and what came meanwhile as it subscribes again",
            vec![
                ("wallet", Comes(2, Takes), &[]),
                ("wallet", subscribe("a"), &["wallet: hears a"]),
                ("wallet", Asks(Call::Unsubscribe { topic: topic("a") }), &["wallet: true"]),
                ("wallet", Asks(Call::Unsubscribe { topic: topic("b") }), &["wallet: true"]),
                ("page", Comes(1, Takes), &[]),
                ("page", publish("a", "one"), &["page: true"]),
                ("wallet", subscribe("a"), &["wallet: hears a", "wallet: a one 7"]),
            ],
        ),
        (
            "who watches a topic is told once that another client came, or is there",
            vec![
                ("page", Comes(1, Takes), &[]),
                ("tab", Comes(1, Takes), &[]),
                ("page", watch("a"), &["page: true"]),
                ("tab", subscribe("a"), &["tab: hears a"]),
                ("wallet", Comes(2, Takes), &[]),
                ("wallet", subscribe("b"), &["wallet: hears b"]),
                ("wallet", subscribe("a"), &["wallet: hears a", "page: a is taken"]),
                ("other", Comes(3, Takes), &[]),
                ("other", subscribe("a"), &["other: hears a"]),
                ("page", watch("a"), &["page: true", "page: a is taken"]),
                ("page", watch("c"), &["page: true"]),
                ("wallet", propose("c", "one", None, None), &["wallet: true", "page: c is taken"]),
            ],
        ),
    ]
}

fn mailbox() -> Vec<Case> {
    vec![
        (
            "what was not said to be there comes again to who comes again, as it was",
            vec![
                ("wallet", Comes(2, SaysNothing), &[]),
                ("wallet", subscribe("a"), &["wallet: hears a"]),
                ("page", Comes(1, Takes), &[]),
                ("page", publish("a", "one"), &["page: true", "wallet: a one 7"]),
                ("wallet", subscribe("a"), &["wallet: hears a"]),
                ("wallet", Leaves, &[]),
                ("wallet", Comes(2, Takes), &[]),
                ("wallet", subscribe("a"), &["wallet: hears a", "wallet: a one 7"]),
                ("wallet", Leaves, &[]),
                ("wallet", Comes(2, Takes), &[]),
                ("wallet", subscribe("a"), &["wallet: hears a"]),
                ("stranger", Comes(3, Takes), &[]),
                ("stranger", subscribe("a"), &["stranger: hears a", "stranger: a one 7"]),
            ],
        ),
        (
            "who refuses a message has it, and so has its every socket",
            vec![
                ("wallet", Comes(2, Refuses), &[]),
                ("wallet", subscribe("a"), &["wallet: hears a"]),
                ("page", Comes(1, Takes), &[]),
                ("page", publish("a", "one"), &["page: true", "wallet: a one 7"]),
                ("other", Comes(2, Takes), &[]),
                ("other", subscribe("a"), &["other: hears a"]),
            ],
        ),
        (
            "what is left again is not sent again; at another topic it is another message",
            vec![
                ("wallet", Comes(2, Takes), &[]),
                ("wallet", subscribe("a"), &["wallet: hears a"]),
                ("wallet", subscribe("b"), &["wallet: hears b"]),
                ("page", Comes(1, Takes), &[]),
                ("page", publish("a", "one"), &["page: true", "wallet: a one 7"]),
                ("page", publish("a", "one"), &["page: true"]),
                ("page", publish("b", "one"), &["page: true", "wallet: b one 7"]),
                ("other", Comes(3, Takes), &[]),
                ("other", publish("a", "one"), &["other: true"]),
                ("other", subscribe("a"), &["other: hears a", "other: a one 7"]),
            ],
        ),
        (
            "a message whose time is over is gone",
            vec![
                ("page", Comes(1, Takes), &[]),
                ("page", lasting(300), &["page: true"]),
                ("page", publish("b", "two"), &["page: true"]),
                ("page", Waits, &[]),
                ("wallet", Comes(2, Takes), &[]),
                ("wallet", subscribe("a"), &["wallet: hears a"]),
                ("wallet", subscribe("b"), &["wallet: hears b", "wallet: b two 7"]),
            ],
        ),
    ]
}

fn refusals() -> Vec<Case> {
    vec![(
        "what cannot be done is refused by its name, and nothing follows from it",
        vec![
            ("wallet", Comes(2, Takes), &[]),
            ("wallet", subscribe("a"), &["wallet: hears a"]),
            ("page", Comes(1, Takes), &[]),
            ("page", lasting(0), &["page: -32000 TtlTooShort"]),
            ("page", lasting(7 * 24 * 3600 + 1), &["page: -32000 TtlTooLong"]),
            ("page", lasting(7 * 24 * 3600), &["page: true", "wallet: a one 7"]),
            ("page", propose("a", "two", None, Some(0)), &["page: -32000 TtlTooShort"]),
            ("page", Says("wc_sessionNothing", "{}"), &["page: -32600 InvalidMethod"]),
            ("page", Says("irn_subscribe", "{}"), &["page: -32600 InvalidParams"]),
            ("page", Says("irn_subscribe", r#"{"topic":"A"}"#), &["page: -32600 InvalidTopic"]),
            ("page", Says("irn_batchSubscribe", r#"{"topics":[]}"#), &["page: -32600 BatchEmpty"]),
        ],
    )]
}

#[tokio::test]
async fn the_simulated_relay_does_as_this_one_does() {
    for (name, steps) in cases() {
        let mut real = Real { app: TestApp::with(&[], |_| {}).await, peers: BTreeMap::new() };
        let mut simulated = Simulated {
            relay: Relay::new(&audience(), PROJECT, 1),
            sockets: BTreeMap::new(),
            opened: 0,
            now_ms: now() * 1_000,
        };
        let (mut by_real, mut by_simulated) = (Ears::default(), Ears::default());
        for (at, (who, does, heard)) in steps.iter().enumerate() {
            let place = format!("{name}, step {}: {who}", at + 1);
            if let Comes(seed, _) = does {
                by_real.seeds.insert(who, *seed);
                by_simulated.seeds.insert(who, *seed);
            }
            let frames = real.does(who, does, FRAME + at as u64).await;
            assert_eq!(by_real.lines(&frames), *heard, "the server: {place}");
            let frames = simulated.does(who, does, FRAME + at as u64);
            assert_eq!(by_simulated.lines(&frames), *heard, "the simulated one: {place}");
        }
    }
}

#[tokio::test]
async fn who_may_not_come_hears_the_same_of_both() {
    let token = |seed: u8, at: &str, from: u64, until: u64| {
        Some(token::sign(&[seed; 32], "subject", at, from, until))
    };
    let (here, now) = (audience(), now());
    let good = token(1, &here, now, now + 60);
    let of = |token: &Option<String>| token.clone().expect("a token");
    let (head, other) = (of(&good), of(&token(2, &here, now, now + 60)));
    let (head, other) = (head.rsplit_once('.').expect("parts"), other.rsplit_once('.'));
    let forged = format!("{}.{}", head.0, other.expect("parts").1);
    let app = TestApp::with(&[], |_| {}).await;
    let mut kept_out = Vec::new();
    for (project, auth, tag) in [
        (None, good.clone(), "ProjectIdNotSpecified"),
        (Some(""), good.clone(), "ProjectNotFound"),
        (Some("ffffffffffffffffffffffffffffffff"), None, "ProjectNotFound"),
        (Some(PROJECT), None, "MissingJwt"),
        (Some(PROJECT), Some(String::new()), "InvalidJwt"),
        (Some(PROJECT), Some(forged), "InvalidJwt"),
        (Some(PROJECT), token(1, "wss://relay.example", now, now + 60), "InvalidJwt"),
        (Some(PROJECT), token(1, &here, now - 1_000, now - 500), "InvalidJwt"),
        (Some(PROJECT), token(1, &here, now + 500, now + 1_000), "InvalidJwt"),
    ] {
        let field = |name: &str, value: Option<&str>| {
            value.map_or(String::new(), |it| format!("{name}={it}&"))
        };
        let query = field("projectId", project) + &field("auth", auth.as_deref());
        let path = format!("/relay?{query}useOnCloseEvent=true");
        let socket = open(app.address(), &path, &[]).await.expect("a socket");
        let mut relay = Relay::new(&here, PROJECT, 1);
        let said = relay.open(1, &format!("{here}?{query}useOnCloseEvent=true"), now * 1_000);
        kept_out.push((tag, path, Peer::on(socket), said));
    }
    for (tag, path, mut peer, said) in kept_out {
        let told = peer.frame().await.to_string();
        let by_real = (refusal_of(&told), u32::from(peer.closed().await.0));
        let [Said { what: What::Frame(told), .. }, Said { what: What::Close(code), .. }] = &*said
        else {
            panic!("it is told, and its socket ends: {path}");
        };
        assert_eq!(by_real, (refusal_of(told), *code), "{path}");
        assert_eq!((by_real.0.tag(), by_real.1), (tag, 3000), "{path}");
    }
}

fn refusal_of(text: &str) -> Refusal {
    match Frame::read(text) {
        Ok(Frame::Refused { id, error }) if id == FrameId::number(0) => {
            Refusal::of_error(&error).expect(text)
        }
        other => panic!("{other:?}"),
    }
}

/// The first id of a request of these cases.
const FRAME: u64 = 1_000_000_000;

fn audience() -> String {
    format!("ws://{PUBLIC}/relay")
}

fn topic(name: &str) -> Topic {
    Topic::of(name.as_bytes())
}

fn published(at: &str, message: &str) -> Publish {
    let (topic, message) = (topic(at), message.to_owned());
    Publish { topic, message, ttl: 600, tag: 7, prompt: false, attestation: None }
}

fn publish(at: &str, message: &str) -> Does {
    Asks(Call::Publish(published(at, message)))
}

fn lasting(ttl: u32) -> Does {
    Asks(Call::Publish(Publish { ttl, ..published("a", "one") }))
}

fn propose(at: &str, proposal: &str, attestation: Option<&str>, ttl: Option<u32>) -> Does {
    let (proposal, attestation) = (proposal.to_owned(), attestation.map(str::to_owned));
    Asks(Call::ProposeSession { pairing: topic(at), proposal, attestation, ttl })
}

fn subscribe(at: &str) -> Does {
    Asks(Call::Subscribe { topic: topic(at), is_blocking: false })
}

fn watch(at: &str) -> Does {
    Asks(Call::WatchTopic { topic: topic(at) })
}

fn query(seed: u8, now: u64) -> String {
    let auth = token::sign(&[seed; 32], "subject", &audience(), now, now + 60);
    format!("auth={auth}&projectId={PROJECT}&useOnCloseEvent=true")
}

/// The server, and a socket of everybody.
struct Real {
    app: TestApp,
    peers: BTreeMap<&'static str, (Peer, Manners)>,
}

impl Real {
    async fn does(&mut self, who: &'static str, does: &Does, id: u64) -> Heard {
        let mut heard = Vec::new();
        match does {
            Comes(seed, manners) => {
                let path = format!("/relay?{}", query(*seed, now()));
                let socket = open(self.app.address(), &path, &[]).await.expect("let in");
                let mut peer = Peer::on(socket);
                peer.is_polite = false;
                self.peers.insert(who, (peer, *manners));
            }
            Leaves => drop(self.peers.remove(who)),
            Waits => {
                let mut other = Other::open(self.app.folder()).await;
                other.run("UPDATE relay_messages SET expires_at_ms = expires_at_ms - 300000").await;
            }
            Asks(_) | Says(..) => {
                let (peer, manners) = self.peers.get_mut(who).expect("it came");
                peer.say(request(does, id).expect("it asks")).await;
                hear(who, peer, *manners, &json!(id), &mut heard).await;
            }
        }
        self.settle(&mut heard).await;
        heard
    }

    /// Hears what there is: what a socket asks is answered after all that was for it before.
    async fn settle(&mut self, heard: &mut Heard) {
        loop {
            let before = heard.len();
            for (who, (peer, manners)) in &mut self.peers {
                let id =
                    peer.send("irn_fetchMessages", json!({ "topic": topic("d").text() })).await;
                hear(who, peer, *manners, &id, heard).await;
                heard.pop();
            }
            self.app.relay_idle().await;
            if heard.len() == before {
                return;
            }
        }
    }
}

/// Hears what comes, up to an answer.
async fn hear(who: &'static str, peer: &mut Peer, manners: Manners, id: &Value, heard: &mut Heard) {
    loop {
        let frame = peer.frame().await;
        let (text, is_it) = (frame.to_string(), frame["id"] == *id);
        if let Some(said) = said_to(&text, manners) {
            peer.say(said).await;
        }
        heard.push((who, text));
        if is_it {
            return;
        }
    }
}

/// The relay of simulated worlds, and a socket of everybody.
struct Simulated {
    relay: Relay,
    sockets: BTreeMap<&'static str, (u32, Manners)>,
    opened: u32,
    now_ms: u64,
}

impl Simulated {
    fn does(&mut self, who: &'static str, does: &Does, id: u64) -> Heard {
        let mut said = match does {
            Comes(seed, manners) => {
                self.opened += 1;
                self.sockets.insert(who, (self.opened, *manners));
                let query = query(*seed, self.now_ms / 1_000);
                self.relay.open(self.opened, &format!("{}?{query}", audience()), self.now_ms)
            }
            Leaves => {
                let (socket, _) = self.sockets.remove(who).expect("it came");
                self.relay.close(socket);
                Vec::new()
            }
            Waits => {
                self.now_ms += MINUTES_MS;
                Vec::new()
            }
            Asks(_) | Says(..) => {
                let text = request(does, id).expect("it asks");
                self.relay.hear(self.sockets[who].0, &text, self.now_ms)
            }
        };
        let mut heard = Vec::new();
        while !said.is_empty() {
            for Said { socket, what, .. } in std::mem::take(&mut said) {
                let What::Frame(text) = what else { panic!("{who} is hung up on") };
                let mut all = self.sockets.iter();
                let (who, (_, manners)) = all.find(|(_, it)| it.0 == socket).expect("it is there");
                if let Some(answer) = said_to(&text, *manners) {
                    said.extend(self.relay.hear(socket, &answer, self.now_ms));
                }
                heard.push((*who, text));
            }
        }
        heard
    }
}

/// Frames, and who heard them.
type Heard = Vec<(&'static str, String)>;

/// What is asked by a step, if anything.
fn request(does: &Does, id: u64) -> Option<String> {
    let id = FrameId::number(id);
    match does {
        Asks(call) => Some(frame::request(&id, call.method(), call)),
        Says(method, params) => {
            let params: Json = from_text(params).expect("JSON");
            Some(frame::request(&id, method, &params))
        }
        _ => None,
    }
}

/// What a client says to a push, if anything.
fn said_to(push: &str, manners: Manners) -> Option<String> {
    let Ok(Frame::Request { id, .. }) = Frame::read(push) else { return None };
    match manners {
        Takes => Some(frame::answer(&id, &true)),
        Refuses => Some(frame::refused(&id, Refusal::InvalidParams)),
        SaysNothing => None,
    }
}

/// What was heard, as the cases write it.
#[derive(Default)]
struct Ears {
    seeds: BTreeMap<&'static str, u8>,
    /// When each message was left, as it was told first.
    published: HashMap<(Topic, String), u64>,
}

impl Ears {
    fn lines(&mut self, heard: &Heard) -> Vec<String> {
        let mut lines: Vec<_> = heard.iter().map(|(who, text)| self.line(who, text)).collect();
        // Each topic has its order, and there is none between topics, nor between two who hear.
        lines.sort_by(|one, other| (one.0, one.1).cmp(&(other.0, other.1)));
        lines.into_iter().map(|(.., line)| line).collect()
    }

    /// Of what is pushed the topic, who hears, and how it is written.
    fn line(
        &mut self,
        who: &'static str,
        text: &str,
    ) -> (Option<&'static str>, &'static str, String) {
        let (topic, line) = match Frame::read(text).expect(text) {
            Frame::Refused { error, .. } => {
                let tag = error.data.as_ref().and_then(Json::as_text).unwrap_or_default();
                (None, format!("{} {tag}", error.code))
            }
            Frame::Answer { result, .. } => (None, self.result(who, &result)),
            Frame::Request { method, params, .. } => {
                match Push::read(&method, &params).expect(text) {
                    Push::TopicTaken { topic } => {
                        (Some(name_of(topic)), format!("{} is taken", name_of(topic)))
                    }
                    Push::Message { subscription, message } => {
                        assert_eq!(subscription, self.subscription(who, message.topic), "{text}");
                        self.message(message)
                    }
                }
            }
        };
        (topic, who, format!("{who}: {line}"))
    }

    fn message(&mut self, message: Delivery) -> (Option<&'static str>, String) {
        let Delivery { topic, message, published_ms, tag, attestation } = message;
        let at = *self.published.entry((topic, message.clone())).or_insert(published_ms);
        assert_eq!(published_ms, at, "when it was left: {message}");
        let attestation = attestation.map_or(String::new(), |it| format!(" {it}"));
        (Some(name_of(topic)), format!("{} {message} {tag}{attestation}", name_of(topic)))
    }

    fn result(&self, who: &str, result: &Json) -> String {
        let ids = result.as_list().map_or(vec![result.clone()], <[Json]>::to_vec);
        let of = |id: &Json| {
            let is_of = |it: &&str| id.as_text() == Some(&*self.subscription(who, topic(it)));
            TOPICS.into_iter().find(is_of)
        };
        match ids.iter().map(of).collect::<Option<Vec<_>>>() {
            Some(topics) => format!("hears {}", topics.join(" ")),
            None => to_text(result),
        }
    }

    fn subscription(&self, who: &str, topic: Topic) -> String {
        subscription_id(&topic, &client(self.seeds[who]))
    }
}

fn name_of(of: Topic) -> &'static str {
    TOPICS.into_iter().find(|it| topic(it) == of).expect("a topic of these cases")
}
