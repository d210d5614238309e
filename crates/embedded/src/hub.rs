//! What all flows of the module share.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use protocol::caip::ChainId;
use protocol::frame::message::{Dapp, FrameView};
use protocol::module::embedded::EmbeddedNews;
use runtime::{Bell, Host, Runtime, World};
use wire::{Json, Put};

use crate::line::Line;

/// The module, as its flows hold it. Clones share it.
#[derive(Clone)]
pub(crate) struct Hub(pub(crate) Rc<Inner>);

pub(crate) struct Inner {
    pub(crate) runtime: Runtime,
    /// Rings when anything below changes.
    pub(crate) bell: Bell,
    pub(crate) line: RefCell<Line>,
    /// The ask that has the frame there.
    pub(crate) holder: Cell<Option<u32>>,
    /// Whether somebody is signed in, as far as the frame said.
    pub(crate) is_signed_in: Cell<Option<bool>>,
    /// How often somebody signed in while this listened.
    pub(crate) sign_ins: Cell<u32>,
    /// Somebody wanted out, and the frame has not heard of it.
    pub(crate) owes_sign_out: Cell<bool>,
    /// The chain that the frame is on, as far as it was told.
    pub(crate) chain: RefCell<Option<ChainId>>,
    /// What the modal has room for.
    pub(crate) view: Cell<Option<FrameView>>,
    /// How the modal looks.
    pub(crate) theme: RefCell<Option<Json>>,
    /// Who the host is.
    pub(crate) dapp: RefCell<Dapp>,
}

impl Hub {
    pub(crate) fn new(host: Box<dyn Host>) -> Self {
        Hub(Rc::new(Inner {
            runtime: Runtime::new(host),
            bell: Bell::default(),
            line: RefCell::default(),
            holder: Cell::new(None),
            is_signed_in: Cell::new(None),
            sign_ins: Cell::new(0),
            owes_sign_out: Cell::new(false),
            chain: RefCell::new(None),
            view: Cell::new(None),
            theme: RefCell::new(None),
            dapp: RefCell::default(),
        }))
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
}
