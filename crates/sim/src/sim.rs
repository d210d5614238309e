//! An engine in its world.

use std::cell::RefCell;
use std::rc::Rc;

use engine::{Ask, Boot, Config, Engine, Intent, ModuleWallet, WayKind};
use protocol::caip::{ChainId, Namespace};
use runtime::Host;
use wire::{Json, Put, from_text, to_text};

use crate::browser::NO_ENGINES;
use crate::clock::Event;
use crate::hosted::EMBEDS;
use crate::networks::ethereum;
use crate::page::{Page, failed};
use crate::server::Server;
use crate::stand_in::PHONES;
use crate::wallet::Wallet;

/// The dev chain.
pub const DEV_CHAIN: u64 = 31337;
/// Ethereum.
pub const ETHEREUM: u64 = 1;
/// The first account of anvil's default mnemonic.
pub const ANVIL: &str = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
/// An address of Solana.
pub const SOLANA_ADDRESS: &str = "7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv";
/// The second.
pub const OTHER_ADDRESS: &str = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";

/// The key of the snapshot.
pub const SNAPSHOT: &str = "@latchkit/default:snapshot";

/// The key of the way back, in session storage.
pub const WAY_BACK: &str = "@latchkit/default:way-back";

/// An engine and everything around it.
pub struct Sim {
    /// The host's options.
    pub config: Config,
    page: Rc<RefCell<Page>>,
    outbox: Rc<RefCell<Vec<Out>>>,
    engine: Engine,
    last_question: u32,
}

/// What the engine said in a turn.
enum Out {
    Publish(String, String),
    Answer(u32, String),
    Perform(u32, String),
}

struct Outbox(Rc<RefCell<Vec<Out>>>);

impl Host for Outbox {
    fn publish(&self, slice: &str, value: &str) {
        self.0.borrow_mut().push(Out::Publish(slice.to_owned(), value.to_owned()));
    }

    fn answer(&self, id: u32, answer: &str) {
        self.0.borrow_mut().push(Out::Answer(id, answer.to_owned()));
    }

    fn perform(&self, id: u32, op: &str) {
        self.0.borrow_mut().push(Out::Perform(id, op.to_owned()));
    }
}

/// What the modules of a page say they hold sessions with.
fn modules(wallets: &[Wallet]) -> Vec<ModuleWallet> {
    let mut held: Vec<ModuleWallet> = Vec::new();
    for wallet in wallets {
        let Some(module) = wallet.module.clone().filter(|it| it != PHONES) else { continue };
        let known = held.iter_mut().find(|it| it.module == module && it.id == wallet.id);
        if let Some(known) = known {
            known.namespaces.push(wallet.namespace);
            continue;
        }
        let (id, name, namespaces) =
            (wallet.id.clone(), wallet.name.clone(), vec![wallet.namespace]);
        held.push(ModuleWallet { module, id, name, icon: None, kind: wallet.kind, namespaces });
    }
    held
}

/// A host with the dev chain and Ethereum.
pub fn config() -> Config {
    Config {
        project_id: "de7de7de7de7de7de7de7de7de7de7de".to_owned(),
        server_url: "http://localhost:8787".to_owned(),
        networks: vec![ethereum(DEV_CHAIN, "Latchkit Dev"), ethereum(ETHEREUM, "Ethereum")],
        default_network: Some(ChainId::eip155(DEV_CHAIN)),
        sdk_version: "html-universal-0.1.0".to_owned(),
        provider_wait_ms: 1000,
        origin: "http://localhost:8788".to_owned(),
        is_mobile: false,
        is_insecure: None,
        store: Some(WayKind::ChromeStore),
        options: Json::Object(vec![]),
    }
}

impl Sim {
    /// A page whose host and server are as given.
    pub fn of(wallets: Vec<Wallet>, server: Server, config: Config) -> Self {
        Sim::seeded(wallets, server, config, 1)
    }

    /// A page with these wallets, just opened; nothing has been clicked.
    pub fn new(wallets: Vec<Wallet>) -> Self {
        Sim::of(wallets, Server::default(), config())
    }

    /// The same, with chance that starts from a seed.
    pub fn seeded(wallets: Vec<Wallet>, server: Server, config: Config, seed: u64) -> Self {
        Sim::opened(Page::new(wallets, server, seed), config)
    }

    /// A page that has just been opened.
    pub(crate) fn opened(page: Page, config: Config) -> Self {
        Sim::on(Rc::new(RefCell::new(page)), config)
    }

    fn on(page: Rc<RefCell<Page>>, config: Config) -> Self {
        let outbox = Rc::<RefCell<Vec<Out>>>::default();
        let snapshot = page.borrow().storage.item(SNAPSHOT).and_then(|text| {
            let json: Json = from_text(text).ok()?;
            json.get("value").cloned()
        });
        let accounts = snapshot.as_ref().and_then(|it: &Json| it.get("accounts"));
        let is_stored = matches!(accounts, Some(Json::Object(them)) if !them.is_empty());
        let way_back = page.borrow_mut().take_session_item(WAY_BACK);
        let modules = from_text(&to_text(&modules(&page.borrow().wallets))).ok();
        let instance = "default".to_owned();
        let boot = Boot { instance, config: config.clone(), snapshot, way_back, modules };
        let delay_ms = page.borrow().server.second_half_delay_ms;
        let start = if delay_ms == 0 { Engine::new } else { Engine::first_half };
        let engine = start(Box::new(Outbox(outbox.clone())), &to_text(&boot));
        let engine = engine.expect("a boot reads back");
        if delay_ms > 0 {
            page.borrow_mut().clock.after(delay_ms, Event::Complete);
        }
        let mut sim = Sim { config, page, outbox, engine, last_question: 0 };
        sim.deliver();
        if is_stored {
            sim.send(&Intent::Restore);
        }
        sim.run_for(0);
        sim
    }

    /// Everything around the engine.
    pub fn page(&self) -> std::cell::RefMut<'_, Page> {
        self.page.borrow_mut()
    }

    /// The person does something.
    pub fn send(&mut self, intent: &Intent) {
        self.page.borrow_mut().has_gesture = true;
        self.engine.dispatch(&to_text(intent));
        self.deliver();
        self.run_for(0);
        self.page.borrow_mut().has_gesture = false;
    }

    /// The page hands in any text at all as an intent.
    pub fn send_text(&mut self, text: &str) {
        self.engine.dispatch(text);
        self.deliver();
    }

    /// The host asks something; its answer appears in the page's `answers` under the returned id.
    pub fn ask(&mut self, ask: &Ask) -> u32 {
        self.last_question += 1;
        self.engine.ask(self.last_question, &to_text(ask));
        self.deliver();
        self.run_for(0);
        self.last_question
    }

    /// An EIP-1193 request of the host that the engine answers.
    pub fn request(&mut self, method: &str) -> u32 {
        self.ask(&Ask::Request {
            namespace: Namespace::Eip155,
            method: method.to_owned(),
            params: None,
        })
    }

    /// Lets time pass.
    pub fn run_for(&mut self, ms: u64) {
        let until_ms = self.page.borrow().clock.now_ms + ms;
        loop {
            let next = self.page.borrow_mut().next_event(until_ms);
            let Some(event) = next else { break };
            let mut event = Some(event);
            while let Some(cause) = event {
                event = self.happen(cause);
            }
            self.deliver();
        }
        self.page.borrow_mut().clock.now_ms = until_ms;
    }

    /// The page is reloaded.
    pub fn reload(mut self) -> Self {
        self.start_over();
        self
    }

    /// The page is reloaded where it is.
    pub(crate) fn start_over(&mut self) {
        self.page.borrow_mut().reload();
        *self = Sim::on(self.page.clone(), self.config.clone());
    }

    /// Another wallet puts itself into the page.
    pub fn install(&mut self, wallet: Wallet) {
        let mut page = self.page.borrow_mut();
        let index = page.wallets.len();
        let delay_ms = wallet.quirks.announce_delay_ms;
        let uuid = wallet.uuid.or_else(|| Some(format!("installed {index}")));
        page.wallets.push(Wallet { uuid, ..wallet });
        page.clock.after(delay_ms, Event::Announce { index });
        drop(page);
        self.run_for(0);
    }

    /// A wallet tells something.
    pub fn emit(&mut self, index: usize, name: &'static str, value: &impl Put) {
        self.page.borrow_mut().clock.after(0, Event::Emit { index, name, value: to_text(value) });
        self.run_for(0);
    }

    /// The modules of the page trap: whoever waits for one hears that it failed.
    pub fn trap_modules(&mut self) {
        let asked = self.page.borrow_mut().trap_modules();
        let reply = to_text(&failed("unreachable"));
        for id in asked {
            self.engine.reply(id, &reply);
        }
        self.deliver();
        self.run_for(0);
    }

    /// The lines since the last call.
    pub fn transcript(&mut self) -> String {
        self.page.borrow_mut().transcript.take()
    }

    /// Something happens to the tab: `stored` with `{key, value?}`, or one of the other events of the op.
    pub fn tab(&mut self, name: &str, value: Option<Json>) {
        let reply = to_text(&runtime::Reply::Event { name: name.to_owned(), value });
        let ids = {
            let mut page = self.page.borrow_mut();
            page.is_hidden = name == "hidden" || (page.is_hidden && name != "visible");
            page.is_offline = name == "offline" || (page.is_offline && name != "online");
            page.listeners("tab")
        };
        for id in ids {
            self.reply(id, &reply);
        }
        self.deliver();
        self.run_for(0);
    }

    /// How many ops the engine still waits for.
    pub fn open_ops(&self) -> usize {
        self.engine.open_ops()
    }

    /// Lets an event happen; it may cause another.
    fn happen(&mut self, event: Event) -> Option<Event> {
        match event {
            Event::Reply { id, reply } => self.reply(id, &reply),
            Event::Share { id, index, method, params } => {
                let replies = self.page.borrow_mut().share(index, &method, &params);
                for reply in replies {
                    self.reply(id, &reply);
                }
            }
            Event::Complete => self.engine.complete(),
            Event::Expire { id, is_prepared } => self.page.borrow_mut().expire(id, is_prepared),
            Event::Announce { index } => {
                let mut page = self.page.borrow_mut();
                let told = page.announce(index);
                let (ids, reply) = (page.listeners("wallets"), page.announcement(told));
                drop(page);
                for id in ids {
                    self.engine.reply(id, &reply);
                }
            }
            Event::Emit { index, name, value } => {
                let value = from_text(&value).ok();
                let event = runtime::Reply::Event { name: name.to_owned(), value };
                let (ids, reply) = {
                    let wallet = &self.page.borrow().wallets[index];
                    (wallet.listeners.clone(), to_text(&wallet.reply(event)))
                };
                for id in ids {
                    self.reply(id, &reply);
                }
            }
            Event::Arrive { index, chain } => {
                let wallet = &mut self.page.borrow_mut().wallets[index];
                let moved = std::mem::replace(&mut wallet.chain, chain) != chain;
                if moved && !wallet.quirks.tells_nothing {
                    let value = to_text(&wallet.told_chain());
                    return Some(Event::Emit { index, name: "chainChanged", value });
                }
            }
        }
        None
    }

    /// Op `id` gets a reply.
    pub(crate) fn reply(&mut self, id: u32, reply: &str) {
        let mut page = self.page.borrow_mut();
        let Some(index) = page.running.iter().position(|(it, _)| *it == id) else {
            // A wallet that answers twice: the engine must not mind.
            drop(page);
            if id < EMBEDS {
                self.engine.reply(id, reply);
            }
            return;
        };
        if !matches!(
            page.running[index].1.as_str(),
            "wallets" | "events" | "module" | "tab" | "socket" | "channel" | "lock" | "frame"
        ) {
            page.running.remove(index);
        }
        if id > NO_ENGINES {
            let told = from_text(reply).expect("what the page replies reads back");
            return page.replies.push((id, told));
        }
        if id > EMBEDS {
            return page.reply_hosted(id, reply);
        }
        drop(page);
        self.engine.reply(id, reply);
    }

    fn deliver(&mut self) {
        let outs = std::mem::take(&mut *self.outbox.borrow_mut());
        let mut page = self.page.borrow_mut();
        for out in outs {
            match out {
                Out::Publish(slice, value) => page.publish(&slice, &value),
                Out::Answer(id, answer) => page.answer(id, &answer),
                Out::Perform(id, op) => page.perform(id, &op),
            }
        }
    }
}

/// The page is gone, and its engine with it: thousands of walks fit into memory.
impl Drop for Sim {
    fn drop(&mut self) {
        self.engine.end();
    }
}
