//! The page: performs ops and keeps what a browser keeps.

use std::cell::RefCell;
use std::rc::Rc;

use engine::{Carrier, State};
use protocol::caip::Namespace;
use protocol::module::session::Relay;
use protocol::path;
use runtime::{Op, Place, Reply};
use wire::{Json, Long, Word, from_text, to_text};

use crate::beyond::Beyond;
use crate::browser::Browser;
use crate::chance::Chance;
use crate::clock::{Clock, Event};
use crate::hosted::Hosted;
use crate::server::Server;
use crate::stand_in::SimRelay;
use crate::storage::Storage;
use crate::transcript::{Transcript, line_of};
use crate::vault_frame::VaultFrame;
use crate::wallet::{Wallet, is_silent};

/// When a page is opened, in milliseconds since 1970.
pub(crate) const EPOCH_MS: u64 = 1_700_000_000_000;

/// Everything around an engine.
pub struct Page {
    /// The wallets in the browser.
    pub wallets: Vec<Wallet>,
    /// The operator's server.
    pub server: Server,
    /// Local storage. It outlives a reload.
    pub storage: Storage,
    /// Storage refuses to be written.
    pub is_storage_full: bool,
    /// Session storage. It is this tab's alone, and outlives a reload.
    pub session: Vec<(String, String)>,
    /// The browser blocks session storage.
    pub is_session_blocked: bool,
    /// The clipboard needs a click.
    pub is_copy_blocked: bool,
    /// How often the engine had the page loaded anew.
    pub reloads: u32,
    /// Links need another click, as where the browser blocks what opens.
    pub are_links_blocked: bool,
    /// It is a browser inside of an app, which opens no other by its scheme.
    pub opens_no_schemes: bool,
    /// The links that were opened, and where.
    pub opened: Vec<(String, Place)>,
    /// A person's click is being answered: browsers open no link at any other moment.
    pub(crate) has_gesture: bool,
    /// What the clipboard holds.
    pub clipboard: Option<String>,
    /// The slices as published.
    pub state: State,
    /// Answers to the host's questions: id and text.
    pub answers: Vec<(u32, String)>,
    /// What the host's developer was warned of.
    pub warnings: Vec<String>,
    /// The names of the alerts that were raised.
    pub alerts: Vec<String>,
    /// What they were raised with.
    pub alert_values: Vec<Json>,
    /// The URLs that were asked for.
    pub fetched: Vec<String>,
    /// The events that were told to the server.
    pub tracked: Vec<Json>,
    /// The wallets that came with the package, as JSON; nothing where that file is missing too.
    pub bundled: Option<Json>,
    /// The world beyond the page, where the module that holds sessions is the real one.
    pub beyond: Option<Beyond>,
    /// The module that reads what an account has.
    pub(crate) spending: Option<Hosted<spend::Module>>,
    /// The module that has the vault's frame in the page, and the frame.
    pub(crate) embedded: Option<Hosted<embedded::Module>>,
    pub frame: VaultFrame,
    /// The modules trap at whatever they are asked.
    pub are_modules_broken: bool,
    /// It is out of sight.
    pub(crate) is_hidden: bool,
    pub(crate) is_offline: bool,
    /// What ops that [`Sim::perform`](crate::Sim::perform) performed were replied.
    pub replies: Vec<(u32, Reply)>,
    /// What all tabs share, and which of them this is.
    pub(crate) browser: Rc<RefCell<Browser>>,
    pub(crate) tab: u32,
    /// The relay between the page and a phone.
    pub relay: SimRelay,
    /// By which relays a wallet was asked for last.
    pub relays_asked: Vec<Relay>,
    /// How often slices were published.
    pub(crate) published: u64,
    /// The ops that run, with their kinds.
    pub running: Vec<(u32, String)>,
    /// The ops that asked a person to connect a wallet: which one, and in which words.
    connects: Vec<(u32, String)>,
    pub(crate) clock: Clock,
    pub(crate) transcript: Transcript,
    pub(crate) announced: Vec<usize>,
    /// Where the page was left: the ops that wait until it comes back.
    pub(crate) left: Option<Vec<(u32, Op)>>,
    /// The ops that opened sockets and channels, by their names less one.
    pub(crate) lines: Vec<u32>,
    /// When the modules trapped last.
    pub(crate) trapped_ms: Option<u64>,
    /// When the server was asked last by which relays phones are reached.
    pub(crate) relays_ms: Option<u64>,
    pub(crate) chance: Chance,
}

impl Page {
    pub(crate) fn new(wallets: Vec<Wallet>, server: Server, seed: u64) -> Self {
        let mut page = Page {
            wallets,
            server,
            storage: Storage::default(),
            is_storage_full: false,
            session: Vec::new(),
            is_session_blocked: false,
            is_copy_blocked: false,
            are_links_blocked: false,
            opens_no_schemes: false,
            opened: Vec::new(),
            has_gesture: false,
            reloads: 0,
            clipboard: None,
            state: State::default(),
            answers: Vec::new(),
            warnings: Vec::new(),
            alerts: Vec::new(),
            alert_values: Vec::new(),
            fetched: Vec::new(),
            tracked: Vec::new(),
            bundled: Some(Json::list([])),
            beyond: None,
            spending: None,
            embedded: None,
            frame: VaultFrame::default(),
            are_modules_broken: false,
            is_hidden: false,
            is_offline: false,
            replies: Vec::new(),
            browser: Rc::default(),
            tab: 0,
            relay: SimRelay::default(),
            relays_asked: Vec::new(),
            published: 0,
            running: Vec::new(),
            connects: Vec::new(),
            clock: Clock::default(),
            transcript: Transcript::default(),
            announced: Vec::new(),
            left: None,
            lines: Vec::new(),
            trapped_ms: None,
            relays_ms: None,
            chance: Chance::new(seed),
        };
        page.put_wallets();
        page
    }

    /// The wallet that is spoken to there, if the page listed it or a module holds its session.
    pub(crate) fn wallet_at(&self, carrier: &Carrier, namespace: Namespace) -> Option<usize> {
        match carrier {
            Carrier::Page { handle } => {
                Some(*handle as usize).filter(|index| self.announced.contains(index))
            }
            Carrier::Module { name, wallet, .. } => self.wallet_of(name, wallet, namespace),
        }
    }

    /// The page is gone, and opened again: storage and wallets stay.
    pub(crate) fn reload(&mut self) {
        self.left = None;
        self.leave_browser();
        self.reload_beyond();
        self.spending = None;
        self.embedded = None;
        self.clock.forget_replies();
        self.running.clear();
        self.connects.clear();
        self.answers.clear();
        self.announced.clear();
        self.trapped_ms = None;
        self.relays_ms = None;
        self.state = State::default();
        self.put_wallets();
    }

    pub(crate) fn publish(&mut self, slice: &str, value: &str) {
        self.published += 1;
        let state = &mut self.state;
        match slice {
            "modal" => state.modal = read(value),
            "route" => state.route = read(value),
            "catalog" => state.catalog = read(value),
            "connect" => state.connect = read(value),
            "accounts" => state.accounts = read(value),
            "networks" => state.networks = read(value),
            "directory" => state.directory = read(value),
            "features" => state.features = read(value),
            "tokens" => state.tokens = read(value),
            "activity" => state.activity = read(value),
            "nfts" => state.nfts = read(value),
            "totals" => state.totals = read(value),
            "receive" => state.receive = read(value),
            "presence" => state.presence = read(value),
            "vault" => state.vault = read(value),
            "toast" => state.toast = read(value),
            other => panic!("an unknown slice: {other}"),
        }
        self.transcript.published(self.clock.now_ms, slice, value);
    }

    /// Writes a line into the transcript.
    pub(crate) fn note(&mut self, line: &str) {
        self.transcript.line(self.clock.now_ms, line);
    }

    pub(crate) fn answer(&mut self, id: u32, answer: &str) {
        self.transcript.line(self.clock.now_ms, &format!("= {answer}"));
        self.answers.push((id, answer.to_owned()));
    }

    /// Performs an op; its reply comes by the clock.
    pub(crate) fn perform(&mut self, id: u32, text: &str) {
        let op: Op = from_text(text).expect("what the engine performs reads back");
        if op == Op::Abort {
            return self.abort(id);
        }
        let json: Json = from_text(text).expect("an op is JSON");
        let kind = json.get("type").and_then(Json::as_text).expect("an op has a type");
        self.running.push((id, kind.to_owned()));
        if let Some(line) = line_of(&op, &self.wallets) {
            self.transcript.line(self.clock.now_ms, &line);
        }
        if !self.must_wait(id, &op) {
            self.perform_now(id, op);
        }
    }

    pub(crate) fn perform_now(&mut self, id: u32, op: Op) {
        if let Some((in_ms, reply)) = self.reply_to(id, op) {
            self.reply_after(id, in_ms, &reply);
        }
    }

    /// What the op does; its one reply, and in how many milliseconds that comes. Nothing where it is
    /// told otherwise: streams go on, and a wallet takes its time.
    fn reply_to(&mut self, id: u32, op: Op) -> Option<(u64, Reply)> {
        Some(match op {
            Op::Tab => (0, self.away()?),
            Op::Abort => return None,
            Op::Sleep { ms } => (u64::from(ms), Reply::Done),
            Op::Fetch { url, method, body, .. } => {
                if url.contains(path::FEATURES) {
                    self.relays_ms = Some(self.clock.now_ms);
                }
                let reply = self.ask_server(method.word(), &url, body.as_deref());
                self.fetched.push(url);
                (self.server.answers_in_ms, reply)
            }
            Op::Track { url, event, .. } => self.track(&url, event),
            Op::Wallets { .. } => {
                self.announce_known(id);
                return None;
            }
            Op::Request { wallet, method, params } => {
                self.request(id, wallet, &method, params);
                return None;
            }
            Op::Events { wallet } => {
                self.wallets[wallet as usize].listeners.push(id);
                return None;
            }
            Op::Now => (0, Reply::Time { ms: Long(EPOCH_MS + self.clock.now_ms) }),
            Op::Random { bytes } => (0, Reply::Bytes { base64: self.random(bytes) }),
            Op::Read { key } => (0, self.read(&key)),
            Op::Write { key, value } => (0, self.write(&key, &value)),
            Op::Copy { text } => (0, self.copy(text)),
            Op::OpenLink { url, place } => (0, self.open_link(url, place)),
            Op::Warn { text } => {
                self.warnings.push(text);
                (0, Reply::Done)
            }
            Op::Alert { name, values } => {
                self.alerts.push(name);
                self.alert_values.push(values);
                (0, Reply::Done)
            }
            Op::Preload { .. } | Op::LoadModule { .. } => (0, Reply::Done),
            Op::Leave { key, value } => (0, self.leave_item(key, value)),
            Op::Reload => {
                self.reloads += 1;
                (0, Reply::Done)
            }
            Op::Bundled => (0, self.bundled()),
            Op::Socket { url } => return Some((10, self.open_socket(id, &url))),
            Op::Channel { name } => (0, self.open_channel(id, name)),
            Op::Send { text, .. } if Page::is_frames(id) => (0, self.tell_frame(&text)),
            Op::Send { socket, text } => (0, self.send(socket, text)),
            Op::Frame { hello, .. } => return self.bring_frame(id, &hello),
            Op::Lock { name } => return self.claim_lock(id, name),
            Op::Keep { slot, secret } => self.keep(&slot, secret),
            Op::Recall { slot } => self.recall(&slot),
            Op::Module { name, ask } => return self.ask_module(id, &name, &ask),
            op => panic!("a page of a host does not perform {op:?}"),
        })
    }

    fn bundled(&self) -> Reply {
        self.bundled.clone().map_or_else(|| failed("network"), |value| Reply::Value { value })
    }

    fn ask_server(&self, method: &str, url: &str, body: Option<&str>) -> Reply {
        let Some((status, body)) = self.server.answer(method, url, body) else {
            return failed("offline");
        };
        Reply::Fetched { status, body, retry_after_ms: self.server.retry_after_ms }
    }

    fn track(&mut self, url: &str, event: Json) -> (u64, Reply) {
        if url.is_empty() {
            return (0, failed("not wanted"));
        }
        let reply = self.ask_server("POST", url, Some(&to_text(&event)));
        self.tracked.push(event);
        (50, reply)
    }

    fn request(&mut self, id: u32, wallet: u32, method: &str, params: Option<Json>) {
        let index = wallet as usize;
        if self.wallets[index].is_gone {
            return self.reply_after(id, 0, &failed("the wallet is gone"));
        }
        let params = params.unwrap_or_default();
        if method == "eth_requestAccounts" || method == "connect" && !is_silent(&params) {
            self.connects.push((id, [&wallet.to_string(), method, &to_text(&params)].concat()));
        }
        self.wallets[index].request(&mut self.clock, index, id, method, &params);
    }

    /// What wallets ask a person at this moment about connecting, as often as they do.
    pub(crate) fn asked_to_connect(&self) -> Vec<&str> {
        let is_open = |id: u32| self.running.iter().any(|(it, _)| *it == id);
        self.connects.iter().filter(|(id, _)| is_open(*id)).map(|(_, asked)| &**asked).collect()
    }

    fn random(&mut self, bytes: u32) -> String {
        let alphabet = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
        (0..bytes.div_ceil(3) * 4).map(|_| char::from(self.chance.pick(alphabet))).collect()
    }

    pub(crate) fn reply_after(&mut self, id: u32, in_ms: u64, reply: &Reply) {
        self.clock.after(in_ms, Event::Reply { id, reply: to_text(reply) });
    }

    fn abort(&mut self, id: u32) {
        // It may have replied already, to a flow that was dropped in the same turn.
        self.forget(id);
    }

    /// Op `id` is not performed any more.
    pub(crate) fn forget(&mut self, id: u32) {
        self.drop_beyond(id);
        self.drop_hosted(id);
        self.running.retain(|(it, _)| *it != id);
        self.clock.forget(id);
        self.left.iter_mut().for_each(|waiting| waiting.retain(|(it, _)| *it != id));
        self.let_go(id);
        for wallet in &mut self.wallets {
            wallet.listeners.retain(|it| *it != id);
        }
    }
}

pub(crate) fn failed(reason: &str) -> Reply {
    Reply::Failed { reason: reason.to_owned() }
}

fn read<T: wire::Get>(text: &str) -> T {
    from_text(text).expect("what the engine publishes reads back")
}
