//! The module as the engine asks it.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use protocol::caip::ChainId;
use protocol::frame::message::{FrameView, MessageName};
use protocol::frame::request::Request;
use protocol::module::embedded::{EmbeddedAsk, EmbeddedNews};
use runtime::{Bell, Host, Runtime, Scope, World};
use wire::{Json, Put, from_text};

use crate::line::Line;
use crate::{frame, wallet};

const SHOW: Scope = Scope::new("show");
const THEME: Scope = Scope::new("theme");
const ABORT: Scope = Scope::new("abort");

/// The module.
#[derive(Clone)]
pub struct Module(pub(crate) Rc<Inner>);

pub(crate) struct Inner {
    pub(crate) runtime: Runtime,
    /// Rings when anything below changes.
    pub(crate) bell: Bell,
    pub(crate) line: RefCell<Line>,
    /// The ask that has the frame there.
    pub(crate) holder: Cell<Option<u32>>,
    /// Whether somebody is signed in, as far as the frame said.
    pub(crate) is_signed_in: Cell<Option<bool>>,
    /// The chain that the frame is on, as far as it was told.
    pub(crate) chain: RefCell<Option<ChainId>>,
    view: Cell<Option<FrameView>>,
    theme: RefCell<Option<Json>>,
}

impl Module {
    /// A module that speaks to `host`.
    pub fn new(host: Box<dyn Host>) -> Self {
        Module(Rc::new(Inner {
            runtime: Runtime::new(host),
            bell: Bell::default(),
            line: RefCell::default(),
            holder: Cell::new(None),
            is_signed_in: Cell::new(None),
            chain: RefCell::new(None),
            view: Cell::new(None),
            theme: RefCell::new(None),
        }))
    }

    /// Asks something, by the JSON text of an [`EmbeddedAsk`]; answers come under `id`.
    pub fn ask(&self, id: u32, request: &str) {
        let Ok(ask) = from_text::<EmbeddedAsk>(request) else { return };
        let this = self.clone();
        self.0.runtime.turn(move || this.start(id, ask));
    }

    /// Drops ask `id`.
    pub fn cancel(&self, id: u32) {
        let this = self.clone();
        self.0.runtime.turn(move || this.0.runtime.cancel(of(id)));
    }

    /// Hands in the page's reply to op `id`.
    pub fn reply(&self, id: u32, reply: &str) {
        self.0.runtime.reply(id, reply);
    }

    /// Ends all flows, as the end of the page does.
    pub fn end(&self) {
        self.0.runtime.end();
    }

    /// How many ops the page still performs.
    pub fn open_ops(&self) -> usize {
        self.world().open_ops()
    }

    pub(crate) fn world(&self) -> &World {
        self.0.runtime.world()
    }

    pub(crate) fn answer(&self, id: u32, answer: &impl Put) {
        self.0.runtime.answer(id, answer);
    }

    /// Tells whoever has the frame there.
    pub(crate) fn tell(&self, news: &EmbeddedNews) {
        if let Some(id) = self.0.holder.get() {
            self.answer(id, news);
        }
    }

    fn start(&self, id: u32, ask: EmbeddedAsk) {
        let this = self.clone();
        if matches!(ask, EmbeddedAsk::Show { .. } | EmbeddedAsk::Theme { .. } | EmbeddedAsk::Abort)
        {
            self.answer(id, &EmbeddedNews::Done);
        }
        match ask {
            EmbeddedAsk::Frame { of: frame } => {
                if let Some(before) = self.0.holder.replace(Some(id)) {
                    self.0.runtime.cancel(of(before));
                }
                self.0.runtime.spawn(of(id), frame::hold(this, frame));
            }
            EmbeddedAsk::Show { view } => {
                self.0.view.set(view);
                self.say(SHOW, Request::Show { view });
            }
            EmbeddedAsk::Theme { theme } => {
                self.0.theme.replace(Some(theme));
                self.say_theme();
            }
            EmbeddedAsk::Abort => self.say(ABORT, Request::RpcAbort),
            EmbeddedAsk::Wallet { ask } => {
                self.0.runtime.spawn(of(id), wallet::serve(this, id, ask));
            }
        }
    }

    /// Says to a frame that has just come how the modal looks, and what it has room for.
    pub(crate) fn greet(&self) {
        self.say_theme();
        if let view @ Some(_) = self.0.view.get() {
            self.say(SHOW, Request::Show { view });
        }
    }

    fn say_theme(&self) {
        let theme = self.0.theme.borrow().clone();
        // One of which the frame would not know a part would be refused there as a whole.
        if let Ok(theme @ Request::SyncTheme(_)) =
            Request::read(MessageName::SyncTheme, theme.as_ref())
        {
            self.say(THEME, theme);
        }
    }

    /// Says something to a frame that takes requests; one that is still to come hears what holds by then.
    fn say(&self, scope: Scope, request: Request) {
        if self.0.line.borrow().is_open() {
            let this = self.clone();
            self.0.runtime.spawn(scope, async move {
                let _ = this.request(&request, None).await;
            });
        }
    }
}

/// The flow of an ask.
fn of(id: u32) -> Scope {
    Scope::of("ask", id)
}
