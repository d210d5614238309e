//! The page of a vault's frame: ops in, replies out, with the worker that has the keys, what the browser keeps, and
//! the page around that speaks to it. What needs a server, or this browser's key, is handed out to whoever has those:
//! the simulated one, or a real one.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use protocol::frame::answer::Answer;
use protocol::frame::envelope::MessageId;
use protocol::frame::handshake::{Hello, hello};
use protocol::frame::request::Request;
use protocol::frame::sender::{Heard, Sender};
use protocol::frame::unasked::Unasked;
use protocol::module::signer::{SignerAnswer, SignerSecrets};
use protocol::relay::base64;
use protocol::rpc::RpcError;
use runtime::{Host, Op, Reply, Secret};
use signer::Signer;
use vault::{Boot, Intent, State, Vault};
use wire::{Json, Long, from_text, read, to_text};

use crate::Chance;
use crate::authenticator::Authenticator;
use crate::clock::{Clock, Event};
use crate::frame_secrets::Secrets;
use crate::page::EPOCH_MS;

/// What one browser keeps for frames: secrets by their slots. Beside that stands what no page around is told.
#[derive(Clone, Default)]
pub struct Kept(Rc<RefCell<Vec<(String, Secret)>>>, Rc<Cell<u64>>, Secrets);

impl Kept {
    /// The browser forgets all of it, as browsers do.
    pub fn clear(&self) {
        self.0.borrow_mut().clear();
    }

    /// It forgets one thing, by the last part of its slot; whether that was there.
    pub fn lose(&self, name: &str) -> bool {
        let before = self.0.borrow().len();
        self.0.borrow_mut().retain(|it| it.0.rsplit(':').next() != Some(name));
        self.0.borrow().len() < before
    }

    /// What is kept, as one text: for tests of what is nowhere in it.
    pub fn text(&self) -> String {
        self.0
            .borrow()
            .iter()
            .map(|(slot, secret)| [slot, "=", secret.text(), "\n"].concat())
            .collect()
    }
}

/// An op that somebody else performs.
#[derive(Clone, Debug)]
pub struct Outside {
    id: u32,
    /// A fetch, or a proof.
    pub op: Op,
}

/// A page of the frame.
pub struct FramePage {
    vault: Vault,
    out: Rc<RefCell<Out>>,
    signer: Signer,
    kept: Kept,
    clock: Clock,
    chance: Chance,
    parent: Option<u32>,
    line: Option<u32>,
    knocks: Vec<(String, bool)>,
    sender: Sender,
    outside: Vec<Outside>,
    /// The time at which the clock began, in milliseconds since 1970.
    pub epoch_ms: u64,
    /// What came of what the page around requested, in order.
    pub answers: Vec<(MessageId, Result<Answer, RpcError>)>,
    /// What it was told unasked, but for `READY`.
    pub told: Vec<Unasked>,
    /// Whether it was told that the frame takes requests.
    pub is_ready: bool,
    /// What shows of secrets, by their places.
    pub shown: Vec<(String, String)>,
    /// How often the worker signed what a page requested.
    pub signatures: u32,
    /// What developers were told.
    pub warnings: Vec<String>,
    /// The windows that it opened, and what stands behind the `#` of their addresses.
    pub windows: Vec<(String, Secret)>,
    /// What stands behind the passkeys of this device.
    pub authenticator: Authenticator,
    /// All that went to the page around, and how often the frame loaded itself anew.
    pub said: Vec<String>,
    pub reloads: u32,
}

#[derive(Default)]
struct Out {
    ops: Vec<(u32, String)>,
    state: State,
}

struct Page(Rc<RefCell<Out>>);

impl Host for Page {
    fn publish(&self, slice: &str, value: &str) {
        let mut out = self.0.borrow_mut();
        let Json::Object(mut slices) = from_text(&to_text(&out.state)).expect("a state") else {
            panic!("a state is an object")
        };
        slices.retain(|(name, _)| name != slice);
        slices.push((slice.to_owned(), from_text(value).expect("JSON")));
        out.state = read(&Json::Object(slices)).expect("a state");
    }

    fn answer(&self, _: u32, _: &str) {}

    fn perform(&self, id: u32, op: &str) {
        self.0.borrow_mut().ops.push((id, op.to_owned()));
    }
}

impl FramePage {
    /// A page that was just loaded.
    pub fn new(boot: &Boot, kept: &Kept, seed: u64) -> Self {
        // Another chance each time that it is loaded.
        let seed = seed.wrapping_add(kept.1.replace(kept.1.get() + 1_000));
        let out = Rc::<RefCell<Out>>::default();
        let vault = Vault::new(Box::new(Page(out.clone())), &to_text(boot)).expect("it starts");
        let mut page = FramePage {
            vault,
            out,
            signer: Signer::default(),
            kept: kept.clone(),
            clock: Clock::default(),
            chance: Chance::new(seed),
            parent: None,
            line: None,
            knocks: Vec::new(),
            sender: Sender::default(),
            outside: Vec::new(),
            epoch_ms: EPOCH_MS,
            answers: Vec::new(),
            told: Vec::new(),
            is_ready: false,
            shown: Vec::new(),
            signatures: 0,
            warnings: Vec::new(),
            windows: Vec::new(),
            authenticator: Authenticator::default(),
            said: Vec::new(),
            reloads: 0,
        };
        page.settle();
        page
    }

    /// A page of `origin` knocks, as it should.
    pub fn knock(&mut self, origin: &str) {
        let id = MessageId::of([1; 16]);
        let text = hello(&Hello { id, version: "4".to_owned() });
        self.hear(origin, true, Some(&text), 1);
    }

    /// A window says something to this one.
    pub fn hear(&mut self, origin: &str, is_from_parent: bool, text: Option<&str>, ports: u32) {
        self.knocks.push((origin.to_owned(), ports == 1));
        let knock = u32::try_from(self.knocks.len() - 1).expect("few");
        let Some(id) = self.parent else { return };
        let text = text.map_or(Json::Null, Json::text);
        let number = |it: u32| Json::Number(it.to_string().into());
        let value = Json::object([
            ("origin", Json::text(origin)),
            ("isFromParent", Json::Bool(is_from_parent)),
            ("text", text),
            ("ports", number(ports)),
            ("knock", number(knock)),
        ]);
        self.reply_to(id, &Reply::Event { name: "message".to_owned(), value: Some(value) });
        self.settle();
    }

    /// The page around requests something.
    pub fn request(&mut self, request: &Request) -> MessageId {
        let bytes = self.chance.bytes();
        let id = MessageId::of(bytes);
        let text = self.sender.send(id, request, self.clock.now_ms).expect("it may be sent");
        self.say(&text);
        id
    }

    /// The page around says something by its channel.
    pub fn say(&mut self, text: &str) {
        let line = self.line.expect("it was let in");
        self.reply_to(line, &Reply::Frame { text: text.to_owned() });
        self.settle();
    }

    /// What came of a request, which is taken.
    pub fn take(&mut self, id: MessageId) -> Option<Result<Answer, RpcError>> {
        let place = self.answers.iter().position(|it| it.0 == id)?;
        Some(self.answers.remove(place).1)
    }

    /// Does what a person wants.
    pub fn dispatch(&mut self, intent: &Intent) {
        self.vault.dispatch(&to_text(intent));
        self.settle();
    }

    /// What shows.
    pub fn state(&self) -> State {
        self.out.borrow().state.clone()
    }

    /// The ops that somebody else is to perform; each is handed out once.
    pub fn outside(&mut self) -> Vec<Outside> {
        std::mem::take(&mut self.outside)
    }

    /// What came of one.
    pub fn reply(&mut self, outside: &Outside, reply: &Reply) {
        self.reply_to(outside.id, reply);
        self.settle();
    }

    /// Nobody waits for it any more after so long.
    pub fn give_up(&mut self, outside: &Outside, after_ms: u32) {
        let reply = to_text(&Reply::Failed { reason: "too late".to_owned() });
        self.clock.after(after_ms.into(), Event::Reply { id: outside.id, reply });
    }

    /// Time passes.
    pub fn elapse(&mut self, ms: u64) {
        let until_ms = self.clock.now_ms + ms;
        while let Some(event) = self.clock.next(until_ms) {
            if let Event::Reply { id, reply } = event {
                self.vault.reply(id, &reply);
                self.settle();
            }
        }
        self.clock.now_ms = until_ms;
    }

    fn reply_to(&mut self, id: u32, reply: &Reply) {
        self.vault.reply(id, &to_text(reply));
    }

    /// Performs all that is performed here.
    fn settle(&mut self) {
        loop {
            let ops = std::mem::take(&mut self.out.borrow_mut().ops);
            if ops.is_empty() {
                return;
            }
            for (id, text) in ops {
                let op: Op = from_text(&text).expect("what is performed reads back");
                self.kept.2.learn(&op);
                if let Some(reply) = self.perform(id, op) {
                    self.reply_to(id, &reply);
                }
            }
        }
    }

    fn perform(&mut self, id: u32, op: Op) -> Option<Reply> {
        Some(match op {
            Op::Abort => {
                self.clock.forget(id);
                self.outside.retain(|it| it.id != id);
                return None;
            }
            Op::Sleep { ms } => {
                let reply = to_text(&Reply::Done);
                self.clock.after(ms.into(), Event::Reply { id, reply });
                return None;
            }
            Op::Now => Reply::Time { ms: Long(self.epoch_ms + self.clock.now_ms) },
            Op::Random { bytes } => Reply::Bytes { base64: base64::encode(&self.random(bytes)) },
            op @ (Op::Fetch { .. } | Op::Prove { .. }) => {
                self.outside.push(Outside { id, op });
                return None;
            }
            Op::Keep { slot, secret } => {
                let mut kept = self.kept.0.borrow_mut();
                kept.retain(|it| it.0 != slot);
                kept.extend(secret.map(|it| (slot, it)));
                Reply::Done
            }
            Op::Recall { slot } => {
                let kept = self.kept.0.borrow();
                let secret = kept.iter().find(|it| it.0 == slot).map(|it| it.1.clone());
                Reply::Secret { secret }
            }
            Op::AskSigner { ask, secret } => self.ask_signer(&ask, secret),
            Op::Passkey { id, salt, .. } => self.authenticator.passkey(id, &salt),
            Op::Show { slot, secret } => {
                self.shown.retain(|it| it.0 != slot);
                self.shown.extend(secret.map(|it| (slot, it.text().to_owned())));
                Reply::Done
            }
            Op::Parent => {
                self.parent = Some(id);
                return None;
            }
            Op::Admit { knock, text } => self.admit(id, knock, text),
            Op::Send { text, .. } => {
                self.heard(text);
                Reply::Done
            }
            Op::Warn { text } => {
                self.warnings.push(text);
                Reply::Done
            }
            Op::Reload => {
                self.reloads += 1;
                return None;
            }
            op @ (Op::OpenWindow { .. } | Op::Seal { .. } | Op::Unseal { .. }) => self.review(op),
            op => panic!("a frame does not perform {op:?}"),
        })
    }

    /// What approving in a window takes.
    fn review(&mut self, op: Op) -> Reply {
        match op {
            Op::OpenWindow { url, secret } => {
                self.windows.push((url, secret.expect("something stands behind it")));
                Reply::Done
            }
            Op::Seal { secret, place, text } => {
                let sealed = base64::encode(sealing(secret, &place, &text).as_bytes());
                Reply::Value { value: Json::text(&sealed) }
            }
            Op::Unseal { secret, place, sealed } => unsealed(secret, &place, &sealed),
            op => panic!("{op:?} has nothing to do with it"),
        }
    }

    fn ask_signer(&mut self, ask: &str, secret: Option<Secret>) -> Reply {
        let ask = from_text(ask).expect("an ask");
        let secrets: SignerSecrets =
            secret.map(|it| from_text(it.text()).expect("secrets")).unwrap_or_default();
        let chance = &mut self.chance;
        let mut fill = |bytes: &mut [u8]| bytes.fill_with(|| chance.byte());
        let (answer, beside) = self.signer.ask(&ask, &secrets, &mut fill);
        self.signatures += u32::from(matches!(answer, SignerAnswer::Signed { .. }));
        Reply::Signer { answer: to_text(&answer), secret: Some(Secret::new(to_text(&beside))) }
    }

    fn admit(&mut self, id: u32, knock: u32, text: String) -> Reply {
        self.said.push(text);
        let has_port = self.knocks.get(knock as usize).is_some_and(|it| it.1);
        if !has_port {
            return Reply::Failed { reason: "no port".to_owned() };
        }
        self.line = Some(id);
        Reply::Opened { socket: 1 }
    }

    /// The page around hears something. In every test there is no secret in it.
    fn heard(&mut self, text: String) {
        assert!(!self.kept.2.are_in(&text), "the page around is told a secret: {text}");
        match self.sender.hear(&text) {
            Heard::Answered { id, answer } => self.answers.push((id, answer)),
            Heard::Unasked(Unasked::Ready { .. }) => self.is_ready = true,
            Heard::Unasked(unasked) => self.told.push(unasked),
            Heard::Ignored(why) => panic!("the page around ignores {text}: {why:?}"),
        }
        self.said.push(text);
    }

    fn random(&mut self, bytes: u32) -> Vec<u8> {
        (0..bytes).map(|_| self.chance.byte()).collect()
    }
}

/// What stands for a sealed text: no more secret than it looks, but of one key and place.
fn sealing(key: Option<Secret>, place: &str, text: &str) -> String {
    [key.expect("a key").text(), "|", place, "|", text].concat()
}

fn unsealed(key: Option<Secret>, place: &str, sealed: &str) -> Reply {
    let text = base64::decode(sealed).and_then(|it| String::from_utf8(it).ok());
    match text.as_deref().and_then(|it| it.strip_prefix(&*sealing(key, place, ""))) {
        Some(text) => Reply::Value { value: Json::text(text) },
        None => Reply::Failed { reason: "it does not open".to_owned() },
    }
}
