//! The module as the engine asks it, and which tab answers.
//!
//! Each ask has a name that no other tab gives, so that it is the same ask when another tab leads. The
//! tab that holds the lock leads; it tells so, and the others hand it whatever is open with them, again and
//! again: what it hears no more of was asked by a tab that is gone.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use protocol::module::session::{SessionAnswer, SessionAsk, SessionWhat};
use protocol::module::tabs::Said;
use protocol::relay::topic::Topic;
use protocol::rpc::{INTERNAL, RpcError};
use runtime::{Host, Op, Reply, Runtime, Scope, World};
use wire::{from_text, keep, to_text};

use crate::ask::{Asker, serve};
use crate::book::Book;
use crate::desk::{Desk, json};
use crate::kept::Kept;
use crate::moment::Moment;
use crate::{role, work};

/// The module.
#[derive(Clone)]
pub struct Module(Rc<Inner>);

struct Inner {
    runtime: Runtime,
    /// What the name of each ask of this tab begins with.
    tab: RefCell<String>,
    /// The asks of this tab that are neither answered nor dropped: their numbers, and what was asked.
    asks: RefCell<Vec<(u32, String)>>,
    others: RefCell<Vec<Other>>,
    last_other: Cell<u32>,
    /// What this tab says the others hear by.
    channel: Cell<Option<u32>>,
    /// There while this tab leads.
    desk: RefCell<Option<Desk>>,
    is_started: Cell<bool>,
    /// What is kept here was written by a newer version of this page: this one leaves it alone.
    is_behind: Cell<bool>,
}

/// An ask of another tab.
struct Other {
    name: String,
    /// The scope in which it is answered.
    id: u32,
    /// Pulses since that tab said last that it is open.
    missed: u32,
    /// After how many of them that tab is gone.
    most_missed: u32,
    /// Its last answer. Whoever is still asking did not hear it.
    answer: Option<Said>,
}

/// An ask of this tab.
fn own(id: u32) -> Scope {
    Scope::of("own", id)
}

/// An ask of another.
fn other(id: u32) -> Scope {
    Scope::of("other", id)
}

impl Module {
    /// A module that speaks to `host`.
    pub fn new(host: Box<dyn Host>) -> Self {
        Module(Rc::new(Inner {
            runtime: Runtime::new(host),
            tab: RefCell::default(),
            asks: RefCell::default(),
            others: RefCell::default(),
            last_other: Cell::new(0),
            channel: Cell::new(None),
            desk: RefCell::default(),
            is_started: Cell::new(false),
            is_behind: Cell::new(false),
        }))
    }

    /// Asks something, by the JSON text of a [`SessionAsk`]; [`SessionAnswer`]s come under `id`.
    pub fn ask(&self, id: u32, request: &str) {
        let Ok(ask) = from_text::<SessionAsk>(request) else { return };
        let (this, request) = (self.clone(), request.to_owned());
        self.0.runtime.turn(move || {
            this.start(&ask.config.name);
            this.0.asks.borrow_mut().push((id, request.clone()));
            this.pass_on(id, &request);
        });
    }

    /// Drops ask `id`.
    pub fn cancel(&self, id: u32) {
        let this = self.clone();
        self.0.runtime.turn(move || {
            keep(&mut this.0.asks.borrow_mut(), |(it, _)| *it != id);
            this.0.runtime.cancel(own(id));
            let name = this.name(id);
            match &*this.0.desk.borrow() {
                Some(desk) => desk.give_up(&name),
                None => this.say(&Said::Cancel { name }),
            }
        });
    }

    /// Hands in the page's reply to op `id`.
    pub fn reply(&self, id: u32, reply: &str) {
        self.0.runtime.reply(id, reply);
    }

    /// Ends all flows, as the end of the page does.
    pub fn end(&self) {
        self.0.runtime.end();
        self.0.desk.borrow_mut().take();
    }

    fn world(&self) -> &World {
        self.0.runtime.world()
    }

    fn name(&self, id: u32) -> String {
        [&*self.0.tab.borrow(), "/", &to_text(&id)].concat()
    }

    fn start(&self, slot: &str) {
        if self.0.is_started.replace(true) {
            return;
        }
        let (this, slot) = (self.clone(), slot.to_owned());
        self.0.runtime.spawn(Scope::new("lead"), async move { this.lead(&slot).await });
    }

    /// Leads whenever it can.
    async fn lead(&self, slot: &str) {
        let name = Topic::of(&Moment::now(self.world()).await.bytes::<32>()).text();
        self.0.tab.replace(name);
        let (this, name) = (self.clone(), [slot, CHANNEL].concat());
        self.0.runtime.spawn(Scope::new("channel"), async move { this.listen(&name).await });
        let this = self.clone();
        self.0.runtime.spawn(Scope::new("lease"), async move { this.beat().await });
        loop {
            let mut lock = self.world().open(Op::Lock { name: slot.to_owned() });
            while lock.next().await == Reply::Done {
                let Some(kept) = Kept::open(&self.0.runtime, slot).await else {
                    self.0.is_behind.set(true);
                    return self.pass_all_on();
                };
                self.open(kept);
            }
            self.step_down();
            // A page that was left is asked again when it comes back.
            self.world().sleep(AGAIN_MS).await;
        }
    }

    /// This tab leads.
    fn open(&self, kept: Kept<Book>) {
        self.0.desk.replace(Some(role::open(kept)));
        self.pass_all_on();
        self.say(&Said::Leads);
    }

    /// Tells the tab that leads from time to time what is open here, and drops there what is not any more.
    async fn beat(&self) {
        loop {
            self.world().sleep(PULSE_MS).await;
            if self.leads() {
                self.0.others.borrow_mut().iter_mut().for_each(|it| it.missed += 1);
                self.drop_other(|it| it.missed > it.most_missed);
            } else {
                self.pass_all_on();
            }
        }
    }

    fn leads(&self) -> bool {
        self.0.desk.borrow().is_some()
    }

    /// Another tab may lead now. What was open here is handed to it, and nothing is given up.
    fn step_down(&self) {
        let Some(desk) = self.0.desk.borrow_mut().take() else { return };
        for (id, _) in self.0.asks.borrow().iter() {
            self.0.runtime.cancel(own(*id));
        }
        self.drop_other(|_| true);
        work::end(desk.post());
    }

    fn pass_all_on(&self) {
        let asks = self.0.asks.borrow().clone();
        for (id, request) in asks {
            self.pass_on(id, &request);
        }
    }

    /// Has an ask of this tab answered, here or there.
    fn pass_on(&self, id: u32, request: &str) {
        if self.0.is_behind.get() {
            let error = RpcError::new(INTERNAL, "A newer version of this page holds the sessions.");
            return self.tell(id, &SessionAnswer::Refused { error: json(&error) });
        }
        let desk = self.0.desk.borrow().clone();
        let Some(desk) = desk else {
            return self.say(&Said::Ask { name: self.name(id), ask: request.to_owned() });
        };
        let Ok(ask) = from_text::<SessionAsk>(request) else { return };
        let this = self.clone();
        let tell = Rc::new(move |answer: &SessionAnswer| this.tell(id, answer));
        let asker = Asker { name: self.name(id), tell };
        self.0.runtime.spawn(own(id), serve(desk, asker, ask));
    }

    /// Says something to the other tabs.
    fn say(&self, said: &Said) {
        if let Some(socket) = self.0.channel.get() {
            self.world().tell(&Op::Send { socket, text: to_text(said) });
        }
    }

    /// Listens to the other tabs.
    async fn listen(&self, name: &str) {
        let mut channel = self.world().open(Op::Channel { name: name.to_owned() });
        loop {
            match channel.next().await {
                Reply::Opened { socket } => {
                    self.0.channel.set(Some(socket));
                    self.say(if self.leads() { &Said::Leads } else { &Said::Who });
                }
                Reply::Frame { text } => self.hear(&text),
                _ => {
                    self.0.channel.set(None);
                    self.world().sleep(AGAIN_MS).await;
                    channel = self.world().open(Op::Channel { name: name.to_owned() });
                }
            }
        }
    }

    fn hear(&self, text: &str) {
        let Ok(said) = from_text::<Said>(text) else { return };
        match said {
            Said::Who if self.leads() => self.say(&Said::Leads),
            Said::Leads if !self.leads() => self.pass_all_on(),
            Said::Ask { name, ask } => self.serve_other(name, &ask),
            Said::Cancel { name } => {
                if let Some(desk) = &*self.0.desk.borrow() {
                    desk.give_up(&name);
                }
                self.drop_other(|it| it.name == name);
            }
            Said::Answer { name, answer } => self.answer(&name, &answer),
            Said::Who | Said::Leads => {}
        }
    }

    /// The leading tab answers an ask of this one.
    fn answer(&self, name: &str, text: &str) {
        let Ok(answer) = from_text::<SessionAnswer>(text) else { return };
        let ids: Vec<u32> = self.0.asks.borrow().iter().map(|(id, _)| *id).collect();
        if let Some(id) = ids.into_iter().find(|id| self.name(*id) == name) {
            self.tell(id, &answer);
        }
    }

    /// Answers an ask of this tab. After its last answer nobody is asked again, whoever leads then.
    fn tell(&self, id: u32, answer: &SessionAnswer) {
        if is_last(answer) {
            keep(&mut self.0.asks.borrow_mut(), |(it, _)| *it != id);
        }
        self.0.runtime.answer(id, answer);
    }

    /// Answers an ask of another tab.
    fn serve_other(&self, name: String, request: &str) {
        let Some(desk) = self.0.desk.borrow().clone() else { return };
        let mut others = self.0.others.borrow_mut();
        if let Some(known) = others.iter_mut().find(|it| it.name == name) {
            known.missed = 0;
            if let Some(answer) = &known.answer {
                self.say(answer);
            }
            return;
        }
        let Ok(ask) = from_text::<SessionAsk>(request) else { return };
        let id = self.0.last_other.get() + 1;
        self.0.last_other.set(id);
        let most_missed = match &ask.what {
            SessionWhat::Request { method, .. } if method != "connect" => ANSWERED_PULSES,
            _ => LEASE_PULSES,
        };
        others.push(Other { name: name.clone(), id, missed: 0, most_missed, answer: None });
        drop(others);
        let (this, to) = (self.clone(), name.clone());
        let tell = Rc::new(move |answer: &SessionAnswer| {
            let said = Said::Answer { name: to.clone(), answer: to_text(answer) };
            this.say(&said);
            let mut others = this.0.others.borrow_mut();
            if let Some(it) = others.iter_mut().find(|it| it.id == id && is_last(answer)) {
                it.answer = Some(said);
            }
        });
        self.0.runtime.spawn(other(id), serve(desk, Asker { name, tell }, ask));
    }

    fn drop_other(&self, is_meant: impl Fn(&Other) -> bool) {
        keep(&mut self.0.others.borrow_mut(), |it| {
            if is_meant(it) {
                self.0.runtime.cancel(other(it.id));
                if let Some(desk) = &*self.0.desk.borrow() {
                    desk.wait_no_more(&it.name);
                }
            }
            !is_meant(it)
        });
    }
}

/// Whether nothing comes after it.
fn is_last(answer: &SessionAnswer) -> bool {
    matches!(answer, SessionAnswer::Value { .. } | SessionAnswer::Refused { .. })
}

/// The version of what tabs say to each other, in the name of their channel: those of another hear nothing.
const CHANNEL: &str = "/1";
/// How often a tab says what is open there. Browsers let it wait a minute while it is out of sight.
const PULSE_MS: u32 = 20_000;
/// Pulses of silence after which the tab of an ask is gone: one that is not asks the same again.
const LEASE_PULSES: u32 = 8;
/// The same for requests, whose names are known that long: no wallet is asked twice.
const ANSWERED_PULSES: u32 = 180;
/// Until a lock or a channel is asked for again that was lost with the page.
const AGAIN_MS: u32 = 1_000;
