//! The other role: a wallet on a phone, as tests and the dev phone have it.

mod book;
mod code;
mod pocket;
mod relays;

use std::cell::RefCell;
use std::rc::Rc;

use protocol::module::phone::{Phone as Shown, PhoneIntent};
use protocol::module::session::{Metadata, Relay};
use protocol::relay::sign::Event;
use protocol::rpc::RpcError;
use runtime::{Bell, Host, Runtime, Scope, Slice};
use wire::from_text;

use self::pocket::Pocket;
use crate::kept::Kept;
use crate::moment::Moment;
use crate::post::Role;
use crate::work;

/// A phone. It publishes the slice `phone`, a [`Shown`].
#[derive(Clone)]
pub struct Phone {
    runtime: Runtime,
    shown: Slice<Shown>,
    pocket: Rc<RefCell<Option<Pocket>>>,
    /// What its person did and was not done yet.
    intents: Rc<RefCell<Vec<PhoneIntent>>>,
    bell: Bell,
}

impl Phone {
    /// A phone that speaks to `host`, switched off.
    pub fn new(host: Box<dyn Host>) -> Self {
        let runtime = Runtime::new(host);
        let shown = runtime.slice("phone", Shown::default());
        let (pocket, intents, bell) = (Rc::default(), Rc::default(), Bell::default());
        let phone = Phone { runtime, shown, pocket, intents, bell };
        let this = phone.clone();
        phone.runtime.spawn(Scope::new("person"), async move { this.follow().await });
        phone
    }

    /// Does what its person does, one thing after the other.
    async fn follow(&self) {
        loop {
            let next = || {
                let mut intents = self.intents.borrow_mut();
                (!intents.is_empty()).then(|| intents.remove(0))
            };
            let intent = self.bell.until(next).await;
            self.act(intent).await;
        }
    }

    /// Its person does something, by the JSON text of a [`PhoneIntent`].
    pub fn dispatch(&self, intent: &str) {
        let Ok(intent) = from_text::<PhoneIntent>(intent) else { return };
        let this = self.clone();
        self.runtime.turn(move || {
            this.intents.borrow_mut().push(intent);
            this.bell.ring();
        });
    }

    /// Hands in the page's reply to op `id`.
    pub fn reply(&self, id: u32, reply: &str) {
        self.runtime.reply(id, reply);
    }

    /// Ends all flows, as the end of the page does.
    pub fn end(&self) {
        self.runtime.end();
        self.pocket.borrow_mut().take();
    }

    async fn act(&self, intent: PhoneIntent) {
        if let PhoneIntent::Start { slot, relays, metadata } = intent {
            return self.start(&slot, &relays, metadata).await;
        }
        let Some(pocket) = self.pocket.borrow().clone() else { return };
        let mut moment = Moment::now(self.runtime.world()).await;
        let moment = &mut moment;
        match intent {
            PhoneIntent::Start { .. } => {}
            PhoneIntent::Pair { uri } => pocket.pair(&uri, moment),
            PhoneIntent::Approve { proposal, namespaces } => {
                pocket.approve(&proposal, &namespaces, moment);
            }
            PhoneIntent::Refuse { proposal } => pocket.refuse(&proposal, moment),
            PhoneIntent::Answer { request, value } => pocket.reply(request.0, Ok(value), moment),
            PhoneIntent::Decline { request, error } => {
                pocket.reply(request.0, Err(RpcError::of(&error)), moment);
            }
            PhoneIntent::Emit { session, chain, name, value } => {
                pocket.emit(&session, &Event { chain, name, value }, moment);
            }
            PhoneIntent::Update { session, namespaces } => {
                pocket.update(&session, &namespaces, moment);
            }
            PhoneIntent::Extend { session } => pocket.extend(&session, moment),
            PhoneIntent::Ping { session } => pocket.ping(&session, moment),
            PhoneIntent::End { session } => pocket.end(&session, moment),
            PhoneIntent::Background { is_away } => pocket.set_away(is_away),
        }
    }

    async fn start(&self, slot: &str, relays: &[Relay], metadata: Metadata) {
        let Some(kept) = Kept::open(&self.runtime, slot).await else { return };
        let shown = self.shown.clone();
        let pocket = Pocket::new(kept, work::networks_of(relays), metadata, shown);
        let role: Rc<dyn Role> = Rc::new(pocket.clone());
        work::start(pocket.post(), &role);
        work::reach(pocket.post(), relays, true, &role);
        let watched = pocket.clone();
        let watch = relays::watch(pocket.post().clone(), move || watched.show());
        self.runtime.spawn(Scope::new("watch"), watch);
        self.pocket.replace(Some(pocket));
    }
}
