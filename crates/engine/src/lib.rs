//! What happens: the flows behind the modal.
//!
//! The [`Engine`] is a synchronous object. In come intents of the person ([`Engine::dispatch`]),
//! questions of the host ([`Engine::ask`]) and replies of the page ([`Engine::reply`]); out go
//! slices, answers and ops, through [`runtime::Host`]. All of it is JSON text.
//!
//! Each file imports only those of the layers before it:
//! - what is said: `state/` (the slices, their shapes, what is remembered), `config.rs`, `options.rs`,
//!   `announcement.rs`, `intent.rs` (what can come in), `waiting.rs`;
//! - `engine.rs`, which all flows hold, with the door between the two halves;
//! - what reaches the world: `item.rs` (the storage), `relays.rs`, `http.rs`, `alert.rs`,
//!   `analytics.rs`, `server.rs`, `node.rs`;
//! - the owners of slices and their flows: `route.rs` `toast.rs` `sharing.rs` `preference.rs` `account.rs` `network/` `directory/`
//!   `catalog/` `features/` `modal.rs` `holdings/balance.rs` `identity.rs` `receive.rs` `connect/` `vault.rs` `entry.rs` `holdings/` `copy.rs` `tab.rs` `question.rs`
//!   `provider.rs`;
//! - what comes in: `first.rs` and `second.rs`, by the half that does it; and what follows from it,
//!   `derive.rs`.

mod account;
mod alert;
mod analytics;
pub mod announcement;
mod catalog;
mod config;
mod connect;
mod copy;
mod custom_wallet;
mod derive;
mod directory;
mod engine;
mod entry;
mod features;
mod first;
#[cfg(feature = "types")]
pub mod given;
mod holdings;
mod http;
mod identity;
mod intent;
mod item;
mod modal;
mod network;
mod node;
mod options;
mod preference;
mod provider;
mod question;
mod receive;
mod relays;
mod route;
mod second;
mod server;
mod sharing;
mod state;
mod tab;
mod toast;
mod vault;
mod waiting;
#[cfg(target_arch = "wasm32")]
mod web;

use std::cell::{Cell, OnceCell, RefCell};
use std::hint::black_box;
use std::rc::Rc;

use protocol::caip::ChainId;
use protocol::rpc::{INVALID_PARAMS, RpcError};
use runtime::{Host, Runtime};
use wire::{WireError, from_text, read};

pub use config::{Assets, Boot, Config, Explorer, ModuleWallet, NativeCurrency, Network};
pub use custom_wallet::CustomWallet;
pub use engine::Engine;
pub use intent::{Answer, Ask, EntryIntent, Intent};
pub use item::{Connection, ITEMS, Snapshot, WayBack};
pub use options::{
    AllWallets, ConnectorType, EngineFeatures, EngineOptions, RemoteFeatures, SocialProvider,
};
pub use state::{
    Account, AccountEntry, AccountTab, AccountType, Accounts, Activity, AddressTotal, Alert,
    Carrier, Catalog, CatalogRow, Chosen, Code, Connect, ConnectError, ConnectStep,
    ConnectedWallet, Directory, DirectoryStep, EmailEntry, EntryFault, EntryStep, Failure,
    Features, Handoff, HandoffStep, Here, LIST_ROWS, LISTS, LinkStep, Message, MessageKind, Method,
    Modal, NetworkRow, Networks, Nfts, Presence, Provider, ProviderKind, Reach, ReadStep, Readers,
    Receive, Recent, Route, RowKind, SentTransaction, State, Status, SwitchStep, Target, Toast,
    ToastText, Tokens, Totals, Unavailable, Unexpected, User, VaultFrame, VaultStep, View,
    WaitingWallet, WalletRow, Way, WayKind,
};

use crate::engine::Inner;
use crate::state::{Derived, Memory, Slices};
use crate::waiting::{Deferred, Waiting};

impl Engine {
    /// Starts an engine from the JSON text of a [`Boot`].
    pub fn new(host: Box<dyn Host>, boot: &str) -> Result<Self, WireError> {
        Engine::start(host, boot, true)
    }

    /// Starts an engine whose second half is still to come: see [`Engine::complete`].
    pub fn first_half(host: Box<dyn Host>, boot: &str) -> Result<Self, WireError> {
        Engine::start(host, boot, false)
    }

    /// The chain that is used in each namespace of the host.
    pub fn chains(&self) -> Vec<ChainId> {
        let chain = |namespace: &_| network::chain_for(self, *namespace);
        network::namespaces(self).iter().map(chain).collect()
    }

    fn start(host: Box<dyn Host>, boot: &str, is_whole: bool) -> Result<Self, WireError> {
        let boot: Boot = from_text(boot)?;
        let runtime = Runtime::new(host);
        #[cfg(not(target_arch = "wasm32"))]
        runtime.set_whole(is_whole);
        let read = boot.snapshot.as_ref().map(read::<Snapshot>);
        let is_broken = matches!(read, Some(Err(_)));
        let snapshot = read.and_then(Result::ok).unwrap_or_default();
        let active = Some(boot.config.first_chain(snapshot.active));
        let networks = state::Networks { active, ..state::Networks::default() };
        let slices = Slices::new(&runtime, account::restored(&snapshot.accounts), networks);
        let engine = Engine(Rc::new(Inner {
            runtime,
            slices,
            late_slices: OnceCell::new(),
            instance: boot.instance,
            config: Memory::new(boot.config),
            options: RefCell::default(),
            catalog: Memory::default(),
            directory: Memory::default(),
            analytics: RefCell::default(),
            decided: Memory::default(),
            relays: RefCell::default(),
            handoff: RefCell::default(),
            raised: Memory::default(),
            is_server_told: Cell::default(),
            waiting: RefCell::new(Waiting::new(is_whole)),
            is_hidden: Cell::default(),
            served: RefCell::default(),
            ranks: ::node::Ranks::default(),
            holdings: RefCell::default(),
            identity: RefCell::default(),
            vault: RefCell::default(),
            checksums: RefCell::default(),
            open_prompts: RefCell::default(),
            shared_before: Cell::new(false),
            toasts: Cell::new(0),
            derived: Derived::default(),
            // Called where the compiler cannot see it: otherwise it would put the halves together.
            second: black_box(second::run as fn(&Engine, Deferred)),
        }));
        let followed = Rc::downgrade(&engine.0);
        engine.0.runtime.at_end_of_turn(move || {
            followed.upgrade().is_some_and(|inner| derive::derive(&Engine(inner)))
        });
        let this = engine.clone();
        engine.0.runtime.turn(move || {
            this.read_options();
            if is_broken {
                this.warn(&item::broken(item::SNAPSHOT_ITEM));
            }
            catalog::hold_own(&this);
            catalog::read_recent(&this);
            this.defer(Deferred::Start { modules: boot.modules, way_back: boot.way_back });
        });
        Ok(engine)
    }

    /// The second half is there.
    pub fn complete(&self) {
        let this = self.clone();
        self.0.runtime.turn(move || {
            #[cfg(not(target_arch = "wasm32"))]
            this.runtime().set_whole(true);
            let deferred = this.0.waiting.borrow_mut().deferred.take();
            for what in deferred.into_iter().flatten() {
                this.defer(what);
            }
        });
    }

    /// Does what a person asked for: the JSON text of an [`Intent`].
    pub fn dispatch(&self, intent: &str) {
        let (this, intent) = (self.clone(), from_text::<Intent>(intent));
        self.0.runtime.turn(move || match intent {
            Ok(intent) => first::run(&this, intent),
            Err(error) => this.warn(&["An intent could not be read: ", error.what].concat()),
        });
    }

    /// Answers question `id` of the host: the JSON text of an [`Ask`]. The answer is an [`Answer`].
    pub fn ask(&self, id: u32, request: &str) {
        let (this, request) = (self.clone(), from_text::<Ask>(request));
        self.0.runtime.turn(move || match request {
            Ok(ask) => first::ask(&this, id, ask),
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

    /// Lets go of all that it does, when its page is gone.
    pub fn end(&self) {
        self.0.runtime.end();
        self.0.open_prompts.take();
    }

    /// How many ops the page still performs; at rest only streams and timers remain.
    pub fn open_ops(&self) -> usize {
        self.world().open_ops()
    }
}
