//! A world without an engine: tabs that hold the module of sessions, phones, and the relays between.
//!
//! Everything happens in turns of one virtual clock. What a tab or a phone performs is done here; what
//! relays say arrives some milliseconds later.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use protocol::caip::{ChainId, Namespace};
use protocol::module::phone::{Phone as Shown, PhoneIntent};
use protocol::module::session::{
    Metadata, Pairing, Relay as RelayAt, SessionAnswer, SessionAsk, SessionConfig, SessionWhat,
};
use runtime::{Host, Op, Reply, Secret};
use walletconnect::{Module, Phone};
use wire::{Json, to_text};

use crate::browser::Browser;
use crate::chance::Chance;
use crate::relay::Relay;

/// When the clock starts, in milliseconds since 1970.
pub(crate) const START_MS: u64 = 1_700_000_000_000;

mod perform;
mod trouble;

/// Tabs, phones and relays.
pub struct Afar {
    /// The relays.
    pub relays: Vec<Relay>,
    /// What the tabs' asks bring along.
    pub config: SessionConfig,
    devices: Vec<Device>,
    now_ms: u64,
    last_serial: u64,
    due: BTreeMap<(u64, u64), Due>,
    /// Sockets and channels, by their names less one.
    lines: Vec<Line>,
    chance: Chance,
    transcript: Vec<String>,
}

enum Due {
    Reply { device: usize, life: u32, op: u32, reply: String },
    Heard { relay: usize, socket: u32, text: String },
}

struct Line {
    device: usize,
    op: u32,
    /// The relay; none of a channel.
    relay: Option<usize>,
    is_open: bool,
}

struct Device {
    kind: Kind,
    out: Rc<RefCell<Vec<Out>>>,
    browser: Rc<RefCell<Browser>>,
    number: u32,
    /// How often it was opened anew.
    life: u32,
    running: Vec<(u32, Op)>,
    is_offline: bool,
    is_ahead_ms: i64,
    last_ask: u32,
    answers: Vec<(u32, SessionAnswer)>,
    code: Option<String>,
    shown: Shown,
}

enum Kind {
    Tab(Module),
    Phone(Phone),
    Closed,
}

enum Out {
    Publish(String),
    Answer(u32, String),
    Perform(u32, String),
}

struct Outbox(Rc<RefCell<Vec<Out>>>);

impl Host for Outbox {
    fn publish(&self, _: &str, value: &str) {
        self.0.borrow_mut().push(Out::Publish(value.to_owned()));
    }

    fn answer(&self, id: u32, answer: &str) {
        self.0.borrow_mut().push(Out::Answer(id, answer.to_owned()));
    }

    fn perform(&self, id: u32, op: &str) {
        self.0.borrow_mut().push(Out::Perform(id, op.to_owned()));
    }
}

/// A tab or a phone, by its number.
pub type At = usize;

impl Afar {
    /// A world with one relay, which the tabs are told of.
    pub fn new(seed: u64) -> Self {
        let relay = Relay::new("wss://relay.example", "p1", seed);
        let metadata = Metadata {
            name: "Shop".to_owned(),
            description: "A shop".to_owned(),
            url: "https://shop.example".to_owned(),
            icons: Vec::new(),
            redirect: None,
        };
        let chains = vec![ChainId::eip155(1), ChainId::eip155(137)];
        let config = SessionConfig {
            name: "@latchkit/default:walletconnect".to_owned(),
            relays: vec![at(&relay)],
            metadata,
            chains,
            wallet: None,
        };
        Afar {
            relays: vec![relay],
            config,
            devices: Vec::new(),
            now_ms: START_MS,
            last_serial: 0,
            due: BTreeMap::new(),
            lines: Vec::new(),
            chance: Chance::new(seed),
            transcript: Vec::new(),
        }
    }

    /// Another relay of a network, which the tabs are told of.
    pub fn add_relay(&mut self, url: &str, project: &str) {
        let relay = Relay::new(url, project, self.relays.len() as u64);
        self.config.relays.push(at(&relay));
        self.relays.push(relay);
    }

    /// Opens the site in a tab of the one browser that all tabs share.
    pub fn tab(&mut self) -> At {
        let first = self.devices.iter().find(|it| matches!(it.kind, Kind::Tab(_)));
        let browser = first.map(|it| it.browser.clone()).unwrap_or_default();
        let make = |out| Kind::Tab(Module::new(Box::new(Outbox(out))));
        self.open(browser, make)
    }

    /// A phone that listens at these relays, by their numbers.
    pub fn phone(&mut self, relays: &[usize]) -> At {
        self.phone_of("Pocket", relays)
    }

    /// A phone with the wallet of this name.
    pub fn phone_of(&mut self, name: &str, relays: &[usize]) -> At {
        let make = |out| Kind::Phone(Phone::new(Box::new(Outbox(out))));
        let phone = self.open(Rc::default(), make);
        self.switch_on(phone, name, relays);
        phone
    }

    fn switch_on(&mut self, phone: At, name: &str, relays: &[usize]) {
        let metadata = Metadata {
            name: name.to_owned(),
            description: String::new(),
            url: "https://pocket.example".to_owned(),
            icons: vec!["https://pocket.example/icon.png".to_owned()],
            redirect: None,
        };
        let relays = relays.iter().map(|it| at(&self.relays[*it])).collect();
        self.person(phone, &PhoneIntent::Start { slot: "phone".to_owned(), relays, metadata });
    }

    fn open(
        &mut self,
        browser: Rc<RefCell<Browser>>,
        make: impl FnOnce(Rc<RefCell<Vec<Out>>>) -> Kind,
    ) -> At {
        let out: Rc<RefCell<Vec<Out>>> = Rc::default();
        let number = browser.borrow_mut().next_number();
        self.devices.push(Device {
            kind: make(out.clone()),
            out,
            browser,
            number,
            life: 0,
            running: Vec::new(),
            is_offline: false,
            is_ahead_ms: 0,
            last_ask: 0,
            answers: Vec::new(),
            code: None,
            shown: Shown::default(),
        });
        self.devices.len() - 1
    }

    /// The page is loaded anew, or the phone switched off and on again. What it keeps stays.
    pub fn reload(&mut self, device: At, relays: &[usize]) {
        self.note(device, "reload");
        self.leave(device);
        let it = &mut self.devices[device];
        let out: Rc<RefCell<Vec<Out>>> = Rc::default();
        it.out = out.clone();
        it.answers.clear();
        it.kind = match it.kind {
            Kind::Phone(_) => Kind::Phone(Phone::new(Box::new(Outbox(out)))),
            _ => Kind::Tab(Module::new(Box::new(Outbox(out)))),
        };
        if matches!(it.kind, Kind::Phone(_)) {
            self.switch_on(device, "Pocket", relays);
        }
        self.settle();
    }

    /// The tab is closed.
    pub fn close(&mut self, device: At) {
        self.note(device, "close");
        self.leave(device);
        self.devices[device].kind = Kind::Closed;
        self.settle();
    }

    fn leave(&mut self, device: At) {
        let it = &mut self.devices[device];
        match &it.kind {
            Kind::Tab(module) => module.end(),
            Kind::Phone(phone) => phone.end(),
            Kind::Closed => {}
        }
        it.life += 1;
        it.running.clear();
        it.browser.borrow_mut().let_go(it.number, |_| true);
        for at in 0..self.lines.len() {
            if self.lines[at].device == device {
                self.close_line(at);
            }
        }
    }

    fn close_line(&mut self, at: usize) {
        let Line { relay, is_open, .. } = &mut self.lines[at];
        if std::mem::take(is_open)
            && let Some(relay) = *relay
        {
            self.relays[relay].close(name_of(at));
        }
    }

    /// Asks the module of a tab; for eip155, with the wallet `phone`.
    pub fn ask(&mut self, tab: At, session: Option<&str>, what: SessionWhat) -> u32 {
        self.ask_of(tab, Namespace::Eip155, session, what)
    }

    /// The same for the wallet of this row.
    pub fn ask_for(&mut self, tab: At, row: &str, what: SessionWhat) -> u32 {
        let (wallet, namespace) = ("phone".to_owned(), Namespace::Eip155);
        let config = SessionConfig { wallet: Some(row.to_owned()), ..self.config.clone() };
        self.ask_as(tab, &SessionAsk { wallet, namespace, session: None, config, what })
    }

    /// The same in another namespace.
    pub fn ask_of(
        &mut self,
        tab: At,
        namespace: Namespace,
        session: Option<&str>,
        what: SessionWhat,
    ) -> u32 {
        let (wallet, session) = ("phone".to_owned(), session.map(str::to_owned));
        let ask = SessionAsk { wallet, namespace, session, config: self.config.clone(), what };
        self.ask_as(tab, &ask)
    }

    /// Asks exactly this.
    pub(crate) fn ask_as(&mut self, tab: At, ask: &SessionAsk) -> u32 {
        let it = &mut self.devices[tab];
        it.last_ask += 1;
        let id = it.last_ask;
        if let Kind::Tab(module) = &it.kind {
            module.ask(id, &to_text(ask));
        }
        self.settle();
        id
    }

    /// Drops an ask.
    pub fn cancel(&mut self, tab: At, id: u32) {
        if let Kind::Tab(module) = &self.devices[tab].kind {
            module.cancel(id);
        }
        self.settle();
    }

    /// The person does something with a phone.
    pub fn person(&mut self, phone: At, intent: &PhoneIntent) {
        if let Kind::Phone(phone) = &self.devices[phone].kind {
            phone.dispatch(&to_text(intent));
        }
        self.settle();
    }

    /// What a phone shows.
    pub fn shown(&self, phone: At) -> &Shown {
        &self.devices[phone].shown
    }

    /// What an ask of a tab was answered so far.
    pub fn answers(&self, tab: At, id: u32) -> Vec<&SessionAnswer> {
        let answers = self.devices[tab].answers.iter();
        answers.filter(|(it, _)| *it == id).map(|(_, answer)| answer).collect()
    }

    /// What the asks of a tab were answered since the last call.
    pub(crate) fn take_answers(&mut self, tab: At) -> Vec<(u32, SessionAnswer)> {
        let it = &mut self.devices[tab];
        for (_, answer) in &it.answers {
            if let SessionAnswer::Progress { value: Pairing::Ready { uri, .. } } = answer {
                it.code = Some(uri.clone());
            }
        }
        std::mem::take(&mut it.answers)
    }

    /// Whether asks of a tab were answered since.
    pub(crate) fn has_answers(&self, tab: At) -> bool {
        !self.devices[tab].answers.is_empty()
    }

    /// When the next thing is due, in milliseconds since 1970.
    pub(crate) fn next_ms(&self) -> Option<u64> {
        self.due.first_key_value().map(|((at_ms, _), _)| *at_ms)
    }

    /// The last code that a tab of an engine was told.
    pub fn uri(&self, tab: At) -> Option<String> {
        self.devices[tab].code.clone()
    }

    /// All secrets that the browser of a device keeps.
    pub fn secrets(&self, device: At) -> Vec<String> {
        let browser = self.devices[device].browser.borrow();
        browser.secrets.iter().map(|(_, _, secret)| secret.text().to_owned()).collect()
    }

    /// Something else is kept, as another version of the page may have written it.
    pub fn put_secret(&mut self, device: At, text: &str) {
        let it = &self.devices[device];
        let secret = Some(Secret::new(text.to_owned()));
        it.browser.borrow_mut().keep(it.number, &self.config.name, secret);
    }

    /// All that is kept is lost.
    pub fn lose_secrets(&mut self, device: At) {
        self.devices[device].browser.borrow_mut().secrets.clear();
    }

    /// What was performed and said so far, a line each.
    pub fn transcript(&self) -> String {
        self.transcript.join("\n")
    }

    /// Milliseconds since 1970.
    pub fn now_ms(&self) -> u64 {
        self.now_ms
    }
}

fn at(relay: &Relay) -> RelayAt {
    RelayAt { url: relay.url.clone(), project_id: relay.project.clone() }
}

fn name_of(at: usize) -> u32 {
    u32::try_from(at + 1).expect("few lines")
}

fn index_of(name: u32) -> usize {
    usize::try_from(name).expect("a small number") - 1
}

/// The page could not do it.
fn failed(reason: &str) -> Reply {
    Reply::Failed { reason: reason.to_owned() }
}

/// A request of the engine, for the chain in use.
pub fn request(method: &str, params: Json) -> SessionWhat {
    SessionWhat::Request { method: method.to_owned(), params: Some(params), chain: None }
}

/// `connect`, of a person or in silence.
pub fn connect(chain: &ChainId, is_silent: bool) -> SessionWhat {
    let fields = [("chain", Json::Text(chain.text())), ("silent", Json::Bool(is_silent))];
    request("connect", Json::list([Json::object(fields)]))
}
