//! What flows remember between turns.

use std::cell::{Cell, Ref, RefCell, RefMut};
use std::mem::replace;
use std::task::Waker;

use protocol::api::{WalletConnectRelay, WalletListing};
use protocol::caip::{ChainId, Namespace};
use wire::Json;

use super::holdings::SentTransaction;
use super::wallets::{Announced, Recent};

/// A memory that slices follow from.
#[derive(Default)]
pub(crate) struct Memory<T> {
    value: RefCell<T>,
    version: Cell<u32>,
}

impl<T> Memory<T> {
    pub(crate) fn new(value: T) -> Self {
        Memory { value: RefCell::new(value), version: Cell::new(1) }
    }

    pub(crate) fn borrow(&self) -> Ref<'_, T> {
        self.value.borrow()
    }

    /// To change it.
    pub(crate) fn borrow_mut(&self) -> RefMut<'_, T> {
        self.version.set(self.version.get().wrapping_add(1));
        self.value.borrow_mut()
    }

    /// Changes it, unless `change` says that it did not.
    pub(crate) fn change(&self, change: impl FnOnce(&mut T) -> bool) {
        if change(&mut self.value.borrow_mut()) {
            self.version.set(self.version.get().wrapping_add(1));
        }
    }

    pub(crate) fn replace(&self, value: T) -> T {
        replace(&mut *self.borrow_mut(), value)
    }

    /// A number that is another one after each change.
    pub(crate) fn version(&self) -> u32 {
        self.version.get()
    }
}

/// What the Connect list is made of.
#[derive(Default)]
pub(crate) struct CatalogMemory {
    pub(crate) announced: Vec<Announced>,
    pub(crate) recent: Vec<Recent>,
    /// Only wallets of this namespace are wanted.
    pub(crate) namespace: Option<Namespace>,
}

/// What is known of the directory.
#[derive(Default)]
pub(crate) struct DirectoryMemory {
    pub(crate) stage: Stage,
    pub(crate) featured: Vec<WalletListing>,
    /// Those used lately that are not among the first.
    pub(crate) recent: Vec<WalletListing>,
    /// The reverse domain names of the wallets that the host excludes by id.
    pub(crate) excluded: Vec<String>,
    pub(crate) all: Vec<WalletListing>,
    pub(crate) count: u32,
    pub(crate) has_certified: bool,
    pub(crate) pages: u32,
    pub(crate) found: Vec<WalletListing>,
    /// The one that is being looked for.
    pub(crate) chosen: Option<WalletListing>,
}

impl DirectoryMemory {
    pub(crate) fn known(&self) -> impl Iterator<Item = &WalletListing> {
        self.all.iter().chain(&self.found).chain(&self.featured).chain(&self.recent)
    }
}

/// By which relays wallets are reached that are not in this browser.
#[derive(Default)]
pub(crate) struct RelayMemory {
    /// Those of the operator; nothing until it is known.
    pub(crate) relays: Option<Vec<WalletConnectRelay>>,
    /// Who waits to know.
    pub(crate) awaiting: Vec<Waker>,
    /// The name by which they know this page, once the module has told it.
    pub(crate) client: Option<String>,
    /// The ids of the wallets that are known and reached.
    pub(crate) reached: Vec<String>,
}

/// How far the directory is.
#[derive(Default, Clone, Copy, PartialEq)]
pub(crate) enum Stage {
    #[default]
    Idle,
    Loading,
    Loaded,
    /// The server could not be reached.
    Bundled,
}

/// Whether events are sent, and what waits to be.
#[derive(Default)]
pub(crate) struct AnalyticsMemory {
    pub(crate) is_on: Option<bool>,
    pub(crate) waiting: Vec<Json>,
    pub(crate) sent: u32,
}

/// Whose name is asked for.
#[derive(Default)]
pub(crate) struct IdentityMemory {
    /// Their address.
    pub(crate) of: Option<String>,
    /// Whether the dialog was open.
    pub(crate) is_open: bool,
    /// When their name was told, in milliseconds since 1970; nothing where it was not yet.
    pub(crate) told_at_ms: Option<u64>,
}

/// A transaction that the wallet sent.
pub(crate) struct Followed {
    /// For which account (CAIP-10).
    pub(crate) of: String,
    /// Names the flow that looks for it.
    pub(crate) number: u32,
    /// What is known of it.
    pub(crate) sent: SentTransaction,
}

/// What is read of the account in use, and of whom.
#[derive(Default)]
pub(crate) struct HoldingsMemory {
    /// By kind.
    pub(crate) read: [Option<Subject>; 3],
    /// What cannot be read.
    pub(crate) outage: Outage,
    /// When the native balance could not be read, in milliseconds since 1970; 0 where it could.
    pub(crate) failed_at_ms: u64,
    /// What the wallet sent; the latest first.
    pub(crate) sent: Vec<Followed>,
    /// How many of those there were.
    pub(crate) sent_count: u32,
    /// How often what it has has probably changed.
    pub(crate) changes: u32,
    /// By kind: what that was when it was read last.
    pub(crate) seen: [u32; 3],
    /// The account (CAIP-10) of which its wallet does not tell what it holds.
    pub(crate) untold: Option<String>,
    /// The accounts that show side by side, and their chain.
    pub(crate) compared: Option<(ChainId, Vec<String>)>,
    /// Who was there.
    pub(crate) present: Vec<Namespace>,
}

/// What cannot be read of an account: that is told of once, of the native balance and of tokens together.
#[derive(Default)]
pub(crate) struct Outage {
    is_native_out: bool,
    /// By kind.
    is_out: [bool; 3],
}

impl Outage {
    /// Notes how the native balance was read; whether that is to be told.
    pub(crate) fn native(&mut self, has_failed: bool) -> bool {
        let was_out = replace(&mut self.is_native_out, has_failed) || self.is_out[0];
        has_failed && !was_out
    }

    /// Likewise of a kind, of which tokens are the first.
    pub(crate) fn kind(&mut self, kind: usize, has_failed: bool) -> bool {
        let was_out = replace(&mut self.is_out[kind], has_failed);
        has_failed && !was_out && !(kind == 0 && self.is_native_out)
    }
}

/// An account of which something is read.
#[derive(Clone, PartialEq)]
pub(crate) struct Subject {
    pub(crate) address: String,
    pub(crate) chain: ChainId,
    /// What [`HoldingsMemory::changes`] was.
    pub(crate) changes: u32,
}

impl Subject {
    /// Its CAIP-10 id.
    pub(crate) fn caip(&self) -> String {
        self.chain.account(&self.address)
    }
}

/// What was derived from, when it was last: versions and values to compare with.
#[derive(Default)]
pub(crate) struct Derived {
    /// Who was connected, or about to be.
    pub(crate) present: RefCell<Vec<Namespace>>,
    pub(crate) features: Cell<u32>,
    pub(crate) networks: Cell<u32>,
    pub(crate) catalog: Cell<u32>,
    pub(crate) directory: Cell<u32>,
    pub(crate) reached: Cell<u32>,
    pub(crate) target: Cell<u32>,
    pub(crate) modal: Cell<u32>,
    pub(crate) snapshot: Cell<u32>,
    /// The snapshot that was written last, as text.
    pub(crate) written: RefCell<Option<String>>,
    /// The chain that was written last as the one in use.
    pub(crate) used: RefCell<Option<ChainId>>,
}

impl Derived {
    /// The snapshot is to be written again at the end of the turn: what is stored is not it.
    pub(crate) fn write_again(&self) {
        self.written.replace(Some(String::new()));
        self.snapshot.set(0);
    }
}
