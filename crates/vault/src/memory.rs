//! What flows remember between turns. Plain values, which know nothing of the flows.

use protocol::api::vault::WalletSummary;
use protocol::module::reading::Reading;
use wire::{Long, Opaque, wire};

use crate::decision::{Decision, Signal};
use crate::fault::Fault;
use crate::recovery::{PasskeyAsk, Recovery};
use crate::state::InWindow;

/// What the browser keeps, once it was asked.
#[derive(Default)]
pub(crate) enum Recalled<T> {
    /// It was not asked yet.
    #[default]
    NotYet,
    /// This, or nothing.
    Is(Option<T>),
}

/// Somebody is signed in.
#[wire(secret)]
pub(crate) struct KeptSession {
    /// What shows it to the server, together with this browser's key.
    pub(crate) session: String,
    /// Who it is.
    pub(crate) email: String,
    /// Until when at most, in milliseconds since 1970.
    pub(crate) until_ms: Long,
    /// Their wallet, once it is there.
    pub(crate) wallet: Option<WalletSummary>,
}

/// A share of a wallet.
#[wire(secret)]
pub(crate) struct KeptShare {
    /// Of which wallet.
    pub(crate) wallet: String,
    /// Of which set.
    pub(crate) set: String,
    /// It, in base64.
    pub(crate) share: String,
    /// That of another set, which the server was sent and may have by now, in place of this one.
    pub(crate) next: Option<NextShare>,
}

/// Whom the account of a wallet has dealt with.
#[wire(secret)]
pub(crate) struct KeptDealings {
    /// The account, on chains of eip155.
    pub(crate) account: String,
    /// Addresses of the same, the latest first.
    pub(crate) addresses: Vec<String>,
}

/// A share of a set that may be in the place of another one.
#[wire(secret)]
pub(crate) struct NextShare {
    /// Of which set.
    pub(crate) set: String,
    /// It, in base64.
    pub(crate) share: String,
}

impl KeptShare {
    /// Whether it is of this set, or may be by now.
    pub(crate) fn has(&self, set: &str) -> bool {
        self.set == set || self.next.as_ref().is_some_and(|it| it.set == set)
    }

    /// The same of one set alone, which the server has; as it is where that is another one.
    pub(crate) fn of_set(self, set: &str) -> Self {
        let KeptShare { wallet, next, .. } = &self;
        match next {
            Some(it) if it.set == set => KeptShare {
                wallet: wallet.clone(),
                set: it.set.clone(),
                share: it.share.clone(),
                next: None,
            },
            _ => self,
        }
    }
}

/// An attempt to sign in.
#[derive(Clone)]
pub(crate) struct Attempt {
    pub(crate) id: String,
    pub(crate) email: String,
}

/// A change of address that was begun.
#[derive(Clone)]
pub(crate) struct Change {
    pub(crate) id: String,
    /// The new address, as the server has it.
    pub(crate) new_email: String,
    /// Whether the page around requested it.
    pub(crate) is_of_page: bool,
}

/// Something dear that is wanted.
#[derive(Clone)]
pub(crate) enum Wanted {
    /// The words of the wallet.
    Words,
    /// That nothing but this brings it back.
    Recovery(Recovery),
    /// That nobody has it any more.
    Delete,
}

/// What waits for a person.
#[derive(Default)]
pub(crate) struct Queue {
    pub(crate) last: u32,
    pub(crate) entries: Vec<Entry>,
    /// How often the page around gave up all that it had requested.
    pub(crate) aborted: u32,
}

/// One of them.
pub(crate) struct Entry {
    pub(crate) request: u32,
    pub(crate) reading: Opaque<Reading>,
    /// The passkey that is to be made or used, where that is what it is about.
    pub(crate) passkey: Option<PasskeyAsk>,
    pub(crate) decision: Decision,
    pub(crate) is_busy: bool,
    pub(crate) fault: Option<Fault>,
    /// How far the window is in which it is approved, where it is not approved here.
    pub(crate) in_window: Option<InWindow>,
    /// That the window is wanted.
    pub(crate) window_wanted: Signal<()>,
}
