//! What a person is asked, one thing at a time: each has a place in the queue, and what shows is the first. Those behind
//! it wait.
//!
//! A request that its page does not want any more, or that is dropped, goes from the queue and from the worker.

use protocol::frame::wait::APPROVAL_MS;
use protocol::module::reading::{Reading, ReadingKind};
use protocol::module::reading_row::{ReadingRow, RowKind, RowLabel};
use protocol::module::signer::SignerAsk;
use protocol::rpc::{LIMIT_EXCEEDED, RpcError, USER_REJECTED};
use runtime::{Race, Scope, race};
use wire::{Fields, Json, Opaque, Put, to_text};

use crate::decision::{Decision, Signal, Verdict};
use crate::fault::Fault;
use crate::memory::Entry;
use crate::recovery::{PasskeyAsk, PasskeyGiven};
use crate::state::{Approval, InWindow};
use crate::vault::Vault;
use crate::{chain, review, signer};

/// How long a decision is waited for, in milliseconds, from when it was asked for. The page around waits somewhat longer:
/// what is signed is heard of.
const DECIDE_MS: u32 = APPROVAL_MS - 10_000;
/// By when the wallet is open that is to sign.
pub(crate) const OPEN_MS: u32 = APPROVAL_MS - 5_000;

/// By when a window is there that was opened, in milliseconds.
const THERE_MS: u32 = 3_000;

/// How many wait at most.
const MOST: usize = 10;

/// A place in the queue. Whoever drops it is in it no more.
pub(crate) struct Place {
    vault: Vault,
    request: u32,
    /// What the worker is to sign, where it is to sign something.
    prepared: Option<u32>,
    /// What is decided of it.
    pub(crate) decision: Decision,
}

/// A person decides what shows. Nobody approves here what takes a window.
pub(crate) fn decide(vault: &Vault, request: u32, is_approved: bool) {
    let queue = vault.0.queue.borrow();
    let can_be = |it: &&Entry| {
        it.request == request && !it.is_busy && !(is_approved && it.in_window.is_some())
    };
    if let Some(entry) = queue.entries.first().filter(can_be) {
        let verdict = if is_approved { Verdict::Approved(None) } else { Verdict::Refused };
        entry.decision.give(verdict);
    }
}

/// Somebody wants the window of what shows.
pub(crate) fn want_window(vault: &Vault, request: u32) {
    let queue = vault.0.queue.borrow();
    if let Some(entry) = queue.entries.first().filter(|it| it.request == request) {
        entry.window_wanted.give(());
    }
}

/// The page around waits for none of them any more, nor for what is still being read.
pub(crate) fn abort(vault: &Vault) {
    let mut queue = vault.0.queue.borrow_mut();
    queue.aborted = queue.aborted.wrapping_add(1);
    for entry in &queue.entries {
        entry.decision.give(Verdict::Aborted);
    }
}

/// What stands of something that is no request: a row each of what it is about. It is written here by its names, as
/// [`Reading`] is written by others: all that can stand in one would be brought along for it.
pub(crate) fn own(
    vault: &Vault,
    kind: ReadingKind,
    account: String,
    brief: &[(RowLabel, &str)],
) -> Opaque<Reading> {
    let row = |(label, value): &(RowLabel, &str)| ReadingRow {
        label: *label,
        value: (*value).to_owned(),
        kind: RowKind::Text,
    };
    let brief: Vec<_> = brief.iter().map(row).collect();
    let origin = vault.slices().screen.with(|it| it.origin.clone());
    let none = Json::list([]);
    let names =
        "kind origin account chain flags brief rows steps stepsLeftOut fields fieldsLeftOut";
    let chain = chain::current(vault);
    let values: [&dyn Put; 11] =
        [&kind, &origin, &account, &chain, &none, &brief, &none, &none, &0_u32, &none, &0_u32];
    Opaque::written(to_text(&Fields(names, &values)))
}

impl Place {
    /// The last place, which shows at once where no other does.
    pub(crate) fn take(
        vault: &Vault,
        prepared: Option<u32>,
        reading: Opaque<Reading>,
        passkey: Option<PasskeyAsk>,
    ) -> Result<Place, RpcError> {
        let decision = Decision::default();
        let mut queue = vault.0.queue.borrow_mut();
        if queue.entries.len() >= MOST {
            if let Some(prepared) = prepared {
                forget(vault, prepared);
            }
            return Err(RpcError::new(LIMIT_EXCEEDED, "too many requests wait to be approved"));
        }
        queue.last += 1;
        let request = queue.last;
        let needs_window =
            vault.boot().review.is_none() && (passkey.is_some() || review::is_needed(vault));
        let entry = Entry {
            request,
            reading,
            passkey,
            decision: decision.clone(),
            is_busy: false,
            fault: None,
            in_window: needs_window.then(InWindow::default),
            window_wanted: Signal::default(),
        };
        queue.entries.push(entry);
        drop(queue);
        publish(vault);
        Ok(Place { vault: vault.clone(), request, prepared, decision })
    }

    /// Waits until a person has approved what was wanted at a time; what a passkey gave. What the page around does not wait
    /// for any more is not approved: it counts from when it asked, however long that took to read, or to try.
    pub(crate) async fn approved(&self, began_ms: u64) -> Result<Option<PasskeyGiven>, RpcError> {
        let left_ms = left_ms(&self.vault, began_ms, DECIDE_MS).await;
        let taken = self.vault.world().within(left_ms, Box::pin(self.verdict())).await;
        let given = match taken.unwrap_or(Verdict::Aborted) {
            Verdict::Approved(given) => given,
            Verdict::Refused => return Err(refused("User rejected the request")),
            Verdict::Aborted => return Err(refused("Request was aborted")),
        };
        self.mark(true, None);
        Ok(given)
    }

    /// What a person decides: here, or in a window where it takes one, or where they want one for want of room.
    async fn verdict(&self) -> Verdict {
        let entry = self.with(|it| {
            let shown = (it.reading.clone(), it.passkey.clone());
            (it.in_window.is_some(), shown, it.window_wanted.clone())
        });
        let Some((is_in_window, shown, window_wanted)) = entry else { return Verdict::Aborted };
        if !is_in_window {
            match race(self.decision.taken(), window_wanted.taken()).await {
                Race::Left(verdict) => return verdict,
                Race::Right(()) => window_wanted.give(()),
            }
        }
        let step = |step| self.step(step);
        let fail = |fault| self.mark(false, fault);
        let in_window = review::decided(&self.vault, &shown, &window_wanted, step, fail);
        match race(self.decision.taken(), in_window).await {
            Race::Left(verdict) | Race::Right(verdict) => verdict,
        }
    }

    /// How far its window is.
    fn step(&self, step: InWindow) {
        self.change(|it| it.in_window = Some(step));
        if step != InWindow::Opening {
            return self.vault.runtime().cancel(self.lateness());
        }
        let (vault, request) = (self.vault.clone(), self.request);
        self.vault.runtime().spawn(self.lateness(), async move {
            vault.world().sleep(THERE_MS).await;
            with(&vault, request, |it| it.in_window = Some(InWindow::Late));
            publish(&vault);
        });
    }

    fn lateness(&self) -> Scope {
        Scope::of("windowLate", self.request)
    }

    /// Whether it is being done, and why it was not.
    pub(crate) fn mark(&self, is_busy: bool, fault: Option<Fault>) {
        self.change(|it| (it.is_busy, it.fault) = (is_busy, fault));
    }

    fn change(&self, change: impl FnOnce(&mut Entry)) {
        self.with(change);
        publish(&self.vault);
    }

    fn with<T>(&self, with: impl FnOnce(&mut Entry) -> T) -> Option<T> {
        self::with(&self.vault, self.request, with)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.vault.runtime().cancel(self.lateness());
        self.vault.0.queue.borrow_mut().entries.retain(|it| it.request != self.request);
        if let Some(prepared) = self.prepared {
            forget(&self.vault, prepared);
        }
        publish(&self.vault);
    }
}

/// How much is left of a time that began.
pub(crate) async fn left_ms(vault: &Vault, began_ms: u64, of_ms: u32) -> u32 {
    let gone_ms = vault.world().now_ms().await.saturating_sub(began_ms);
    of_ms.saturating_sub(u32::try_from(gone_ms).unwrap_or(of_ms))
}

fn with<T>(vault: &Vault, request: u32, with: impl FnOnce(&mut Entry) -> T) -> Option<T> {
    let mut queue = vault.0.queue.borrow_mut();
    queue.entries.iter_mut().find(|it| it.request == request).map(with)
}

fn publish(vault: &Vault) {
    let queue = vault.0.queue.borrow();
    let waiting = u32::try_from(queue.entries.len().saturating_sub(1)).unwrap_or_default();
    let shown = queue.entries.first().map(|it| Approval {
        request: it.request,
        reading: it.reading.clone(),
        is_busy: it.is_busy,
        fault: it.fault.clone(),
        waiting,
        in_window: it.in_window,
    });
    vault.slices().approval.set(shown);
}

/// Where it was signed, this changes nothing.
pub(crate) fn forget(vault: &Vault, prepared: u32) {
    signer::tell(vault, &SignerAsk::Forget { prepared });
}

/// A person did not want it, or nobody wants it any more.
pub(crate) fn refused(text: &str) -> RpcError {
    RpcError::new(USER_REJECTED, text)
}
