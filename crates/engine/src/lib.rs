//! What happens: the flows behind the modal.
//!
//! The [`Engine`] is a synchronous object. In come intents of the person ([`Engine::dispatch`]),
//! questions of the host ([`Engine::ask`]) and replies of the page ([`Engine::reply`]); out go
//! slices, answers and ops, through [`runtime::Host`]. All of it is JSON text.
//!
//! `intent.rs` lists what can come in, `state/` what is shown. Then one file per concern, each
//! the one owner of its slice: `modal.rs` `route.rs` `catalog/` `directory/` `connect/` `account.rs`
//! `network/` `features.rs` `provider.rs` `toast.rs`; `http.rs`, `node.rs` and `item.rs` reach the
//! server and the storage, `tab.rs` the other tabs, `analytics.rs` and `alert.rs` tell what happened.
//! `late.rs` is the seam between what the Connect list needs and all the rest.

mod account;
mod alert;
mod analytics;
mod balance;
mod catalog;
mod config;
mod connect;
mod directory;
mod features;
#[cfg(feature = "types")]
pub mod given;
mod http;
mod intent;
mod item;
mod late;
mod modal;
mod network;
mod node;
mod options;
mod provider;
mod route;
mod state;
mod tab;
mod toast;
#[cfg(target_arch = "wasm32")]
mod web;

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use protocol::rpc::{INVALID_PARAMS, RpcError};
use runtime::{Host, Op, Runtime, World};
use wire::{Get, Json, WireError, from_text};

pub use catalog::Recent;
pub use config::{Assets, Boot, Config, Explorer, NativeCurrency, Network, Node};
pub use intent::{Answer, Ask, Intent};
pub use item::{Connection, ITEMS, Snapshot};
pub use options::{
    AllWallets, ConnectorType, CustomWallet, EngineFeatures, EngineOptions, RemoteFeatures,
    SocialProvider,
};
pub use state::{
    Account, AccountEntry, AccountType, Accounts, Balance, Catalog, CatalogRow, Chosen, Connect,
    ConnectError, ConnectStep, ConnectedWallet, Directory, DirectoryStep, Failure, Features,
    Message, MessageKind, Method, Modal, NetworkRow, Networks, Provider, Route, RowKind, State,
    Status, SwitchStep, Target, Toast, ToastText, Unavailable, Unexpected, View, WalletRow,
};

use crate::late::Late;
use crate::options::Options;
use crate::state::Slices;

/// The engine of one modal. Clones share it; flows hold one.
#[derive(Clone)]
pub struct Engine(Rc<Inner>);

struct Inner {
    runtime: Runtime,
    slices: Slices,
    instance: String,
    config: RefCell<Config>,
    options: RefCell<Rc<Options>>,
    catalog: RefCell<catalog::Memory>,
    directory: RefCell<directory::Memory>,
    analytics: RefCell<analytics::Memory>,
    /// What the server has on; nothing until it has said so.
    decided: RefCell<Features>,
    raised: RefCell<Vec<String>>,
    waiting: RefCell<provider::Waiting>,
    late: RefCell<Option<Vec<Late>>>,
    balances: RefCell<balance::Memory>,
    toasts: Cell<u32>,
}

impl Engine {
    /// Starts an engine from the JSON text of a [`Boot`].
    pub fn new(host: Box<dyn Host>, boot: &str) -> Result<Self, WireError> {
        Engine::start(host, boot, None)
    }

    /// Starts an engine whose second half is still to come: see [`Engine::complete`].
    pub fn first_half(host: Box<dyn Host>, boot: &str) -> Result<Self, WireError> {
        Engine::start(host, boot, Some(vec![]))
    }

    fn start(host: Box<dyn Host>, boot: &str, late: Option<Vec<Late>>) -> Result<Self, WireError> {
        let boot: Boot = from_text(boot)?;
        let runtime = Runtime::new(host);
        let snapshot = boot.snapshot.as_ref().map(Snapshot::get);
        let is_broken = matches!(snapshot, Some(Err(_)));
        let slices = Slices::new(&runtime, &boot.config, snapshot.and_then(Result::ok).as_ref());
        let engine = Engine(Rc::new(Inner {
            runtime,
            slices,
            instance: boot.instance,
            config: RefCell::new(boot.config),
            options: RefCell::default(),
            catalog: RefCell::default(),
            directory: RefCell::default(),
            analytics: RefCell::default(),
            decided: RefCell::default(),
            raised: RefCell::default(),
            waiting: RefCell::default(),
            late: RefCell::new(late),
            balances: RefCell::default(),
            toasts: Cell::new(0),
        }));
        let this = engine.clone();
        engine.0.runtime.turn(move || {
            this.read_options();
            if is_broken {
                this.warn(&item::broken("snapshot"));
            }
            features::publish(&this);
            catalog::read_recent(&this);
            this.late(Late::Start);
        });
        Ok(engine)
    }

    /// Does what a person asked for: the JSON text of an [`Intent`].
    pub fn dispatch(&self, intent: &str) {
        let (this, intent) = (self.clone(), from_text::<Intent>(intent));
        self.0.runtime.turn(move || match intent {
            Ok(intent) => intent::run(&this, intent),
            Err(error) => this.warn(&["An intent could not be read: ", error.what].concat()),
        });
    }

    /// Answers question `id` of the host: the JSON text of an [`Ask`]. The answer is an [`Answer`].
    pub fn ask(&self, id: u32, request: &str) {
        let (this, request) = (self.clone(), from_text::<Ask>(request));
        self.0.runtime.turn(move || match request {
            Ok(ask) => {
                provider::anticipate(&this, &ask);
                this.late(Late::Ask(id, ask));
            }
            Err(error) => {
                let error = RpcError::new(INVALID_PARAMS, error.what);
                this.runtime().answer(id, &Answer::Error { error });
            }
        });
    }

    /// Hands in the page's reply to op `id`: the JSON text of a [`runtime::Reply`].
    pub fn reply(&self, id: u32, reply: &str) {
        self.0.runtime.reply(id, reply);
    }

    /// How many ops the page still performs; at rest only streams and timers remain.
    pub fn open_ops(&self) -> usize {
        self.world().open_ops()
    }

    fn runtime(&self) -> &Runtime {
        &self.0.runtime
    }

    fn world(&self) -> &World {
        self.0.runtime.world()
    }

    fn slices(&self) -> &Slices {
        &self.0.slices
    }

    /// Reads the host's options.
    fn config<R>(&self, read: impl FnOnce(&Config) -> R) -> R {
        read(&self.0.config.borrow())
    }

    /// The host's other options.
    fn options(&self) -> Rc<Options> {
        self.0.options.borrow().clone()
    }

    /// Reads the host's other options anew.
    fn read_options(&self) {
        let options = options::read(self);
        self.0.options.replace(Rc::new(options));
    }

    /// Whether the host's developer is told of what is wrong: unless the option `debug` is false.
    fn is_debug(&self) -> bool {
        self.config(|config| config.options.get("debug") != Some(&Json::Bool(false)))
    }

    /// Warns the host's developer.
    fn warn(&self, text: &str) {
        if !self.is_debug() {
            return;
        }
        self.world().tell(&Op::Warn { text: text.to_owned() });
    }
}
