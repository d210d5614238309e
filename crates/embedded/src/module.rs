//! The module as the engine asks it.

use protocol::frame::message::DappMetadata;
use protocol::frame::request::Request;
use protocol::module::embedded::{EmbeddedAsk, EmbeddedNews};
use protocol::module::session::Metadata;
use runtime::{Host, Scope};
use wire::from_text;

use crate::asking::{ABORT, SHOW};
use crate::hub::Hub;
use crate::{entry, frame, wallet};

/// The module.
#[derive(Clone)]
pub struct Module(Hub);

impl Module {
    /// A module that speaks to `host`.
    pub fn new(host: Box<dyn Host>) -> Self {
        Module(Hub::new(host))
    }

    /// Asks something, by the JSON text of an [`EmbeddedAsk`]; answers come under `id`.
    pub fn ask(&self, id: u32, request: &str) {
        let Ok(ask) = from_text::<EmbeddedAsk>(request) else { return };
        let this = self.clone();
        self.0.0.runtime.turn(move || this.start(id, ask));
    }

    /// Drops ask `id`.
    pub fn cancel(&self, id: u32) {
        let hub = self.0.clone();
        self.0.0.runtime.turn(move || hub.0.runtime.cancel(of(id)));
    }

    /// Hands in the page's reply to op `id`.
    pub fn reply(&self, id: u32, reply: &str) {
        self.0.0.runtime.reply(id, reply);
    }

    /// Ends all flows, as the end of the page does.
    pub fn end(&self) {
        self.0.0.runtime.end();
    }

    /// How many ops the page still performs.
    pub fn open_ops(&self) -> usize {
        self.0.world().open_ops()
    }

    fn start(&self, id: u32, ask: EmbeddedAsk) {
        let (this, hub) = (self.0.clone(), &self.0.0);
        if !matches!(
            ask,
            EmbeddedAsk::Frame { .. } | EmbeddedAsk::Enter { .. } | EmbeddedAsk::Wallet { .. }
        ) {
            self.0.answer(id, &EmbeddedNews::Done);
        }
        match ask {
            EmbeddedAsk::Frame { of: frame } => {
                if let Some(before) = hub.holder.replace(Some(id)) {
                    hub.runtime.cancel(of(before));
                }
                hub.runtime.spawn(of(id), frame::hold(this, frame));
            }
            EmbeddedAsk::Show { view } => {
                hub.view.set(view);
                self.0.say(SHOW, Request::Show { view });
            }
            EmbeddedAsk::Theme { theme } => {
                hub.theme.replace(Some(theme));
                self.0.say_theme();
            }
            EmbeddedAsk::Dapp { metadata: Metadata { name, description, url, icons, .. } } => {
                let metadata = DappMetadata { name, description, url, icons }.cut();
                hub.dapp.borrow_mut().metadata = Some(metadata);
                self.0.say_dapp();
            }
            EmbeddedAsk::Abort => self.0.say(ABORT, Request::RpcAbort),
            EmbeddedAsk::Enter { what } => {
                hub.runtime.spawn(of(id), entry::serve(this, id, what));
            }
            EmbeddedAsk::Wallet { ask } => {
                hub.runtime.spawn(of(id), wallet::serve(this, id, ask));
            }
        }
    }
}

/// The flow of an ask.
fn of(id: u32) -> Scope {
    Scope::of("ask", id)
}
