//! The engine that all flows hold: its runtime, the slices, the host's options, what is remembered, and
//! the one door between its halves.
//!
//! In a page the engine comes in two WebAssembly files. The first has what the Connect list needs; the
//! second, with what happens between the person, the wallets and the server, comes right behind it.
//! What the first half calls directly is part of it. A flow of the second is started by the second
//! only, since its place in the table traps until then: the first half hands such work to
//! [`Engine::defer`], where it waits in order. Flows of the first half run in scopes that are
//! `Scope::early`; natively no other may start while the second is missing. `xtask` lists the modules
//! whose flows come late; see `crates/xtask/src/bin/glue/halves.rs`.

use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;

use chains::evm::address::ChecksumCache;
use protocol::caip::ChainId;
use protocol::event::Event;
use runtime::{Op, Runtime, World};
use wire::to_text;

use crate::config::Config;
use crate::intent::Intent;
use crate::options::{self, Options, RemoteFeatures};
use crate::state::{
    Alert, AnalyticsMemory, CatalogMemory, Derived, DirectoryMemory, HandoffMemory, HoldingsMemory,
    IdentityMemory, LateSlices, Memory, Prompt, RelayMemory, Slices, VaultMemory,
};
use crate::waiting::{Deferred, Waiting};

/// The engine of one modal. Clones share it; flows hold one.
#[derive(Clone)]
pub struct Engine(pub(crate) Rc<Inner>);

pub(crate) struct Inner {
    pub(crate) runtime: Runtime,
    pub(crate) slices: Slices,
    pub(crate) late_slices: OnceCell<LateSlices>,
    pub(crate) instance: String,
    pub(crate) config: Memory<Config>,
    pub(crate) options: RefCell<Rc<Options>>,
    pub(crate) catalog: Memory<CatalogMemory>,
    pub(crate) directory: Memory<DirectoryMemory>,
    pub(crate) analytics: RefCell<AnalyticsMemory>,
    /// What the server has on; nothing until it has said so.
    pub(crate) decided: Memory<RemoteFeatures>,
    pub(crate) relays: RefCell<RelayMemory>,
    pub(crate) handoff: RefCell<HandoffMemory>,
    /// The alerts raised so far, each with all that it says.
    pub(crate) raised: Memory<Vec<(Alert, String)>>,
    /// Whether the host's developer heard that the server is not there, or refuses.
    pub(crate) is_server_told: Cell<bool>,
    pub(crate) waiting: RefCell<Waiting>,
    /// Whether the page is out of sight. Owned by `tab.rs`.
    pub(crate) is_hidden: Cell<bool>,
    /// The chains the server reaches, once asked.
    pub(crate) served: RefCell<Option<Vec<ChainId>>>,
    pub(crate) ranks: ::node::Ranks,
    pub(crate) holdings: RefCell<HoldingsMemory>,
    pub(crate) identity: RefCell<IdentityMemory>,
    pub(crate) vault: RefCell<VaultMemory>,
    pub(crate) checksums: RefCell<ChecksumCache>,
    pub(crate) open_prompts: RefCell<Vec<Prompt>>,
    /// The wallet that has a request open shares only what it shared before, as far as anybody knows: that
    /// is no answer.
    pub(crate) shared_before: Cell<bool>,
    pub(crate) toasts: Cell<u32>,
    pub(crate) derived: Derived,
    /// The door to the second half.
    pub(crate) second: fn(&Engine, Deferred),
}

impl Engine {
    pub(crate) fn runtime(&self) -> &Runtime {
        &self.0.runtime
    }

    pub(crate) fn world(&self) -> &World {
        self.0.runtime.world()
    }

    pub(crate) fn slices(&self) -> &Slices {
        &self.0.slices
    }

    /// The slices that the second half writes; only it may ask for them.
    pub(crate) fn late_slices(&self) -> &LateSlices {
        self.0.late_slices.get_or_init(|| LateSlices::new(&self.0.runtime))
    }

    /// Reads the host's options.
    pub(crate) fn config<R>(&self, read: impl FnOnce(&Config) -> R) -> R {
        read(&self.0.config.borrow())
    }

    /// The host's other options.
    pub(crate) fn options(&self) -> Rc<Options> {
        self.0.options.borrow().clone()
    }

    /// Reads the host's other options anew.
    pub(crate) fn read_options(&self) {
        let (options, warnings) = self.config(|config| options::read(&config.options));
        self.0.options.replace(Rc::new(options));
        for warning in warnings {
            self.warn(&warning);
        }
    }

    /// Whether the host's developer is told of what is wrong: unless the option `debug` is false.
    pub(crate) fn is_debug(&self) -> bool {
        self.options().is_debug
    }

    /// The address in use: of the account on the network in use.
    pub(crate) fn address(&self) -> Option<String> {
        let active = self.slices().networks.with(|networks| networks.active.clone())?;
        self.slices().accounts.with(|accounts| accounts.get(active.namespace)?.address.clone())
    }

    /// Warns the host's developer.
    pub(crate) fn warn(&self, text: &str) {
        if !self.is_debug() {
            return;
        }
        self.world().tell(&Op::Warn { text: text.to_owned() });
    }

    /// Has the second half do something: now, or in its order as soon as it is there.
    pub(crate) fn defer(&self, what: Deferred) {
        if let Some(waiting) = &mut self.0.waiting.borrow_mut().deferred {
            return waiting.push(what);
        }
        (self.0.second)(self, what);
    }

    /// Has the second half do something if it is there; else there is nothing to be done.
    pub(crate) fn follow_up(&self, what: Deferred) {
        if self.is_whole() {
            (self.0.second)(self, what);
        }
    }

    pub(crate) fn is_whole(&self) -> bool {
        self.0.waiting.borrow().deferred.is_none()
    }

    /// Tells of an event.
    pub(crate) fn track(&self, event: &impl Event) {
        self.defer(Deferred::Track(to_text(event)));
    }

    /// Whether this intent has to wait for another, or for a question.
    pub(crate) fn has_to_wait(&self, intent: &Intent) -> bool {
        self.0.waiting.borrow().holds_back(intent)
    }
}
