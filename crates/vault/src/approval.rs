//! What a person approves: read by the worker, shown, decided, and then signed exactly as it was read.
//!
//! One shows at a time, those behind it wait. A request that its page does not want any more, or that is dropped, goes
//! from the queue and from the worker.

use protocol::api::vault::{SharePurpose, WalletSummary};
use protocol::caip::ChainId;
use protocol::frame::wait::APPROVAL_MS;
use protocol::module::reading::{Reading, ReadingKind};
use protocol::module::reading_row::{ReadingRow, RowKind, RowLabel};
use protocol::module::signer::{
    SignRequest, SignSetting, Signed, SignerAnswer, SignerAsk, SignerSecrets,
};
use protocol::rpc::{LIMIT_EXCEEDED, RpcError, USER_REJECTED};
use runtime::{Race, race};
use wire::{Json, Long};

use crate::decision::{Decision, Signal, Verdict};
use crate::fault::Fault;
use crate::memory::Entry;
use crate::recovery::{PasskeyAsk, PasskeyGiven};
use crate::review::Decided;
use crate::state::{Approval, InWindow};
use crate::vault::Vault;
use crate::wallet::{self, Means, Unlocked};
use crate::{chain, nodes, passkey, review, signer};

/// How much earlier than the page around nobody waits for a decision any more: what is signed is heard of.
const MARGIN_MS: u32 = 10_000;

/// How many wait at most.
const MOST: usize = 10;

/// A place in the queue. Whoever drops it is in it no more.
struct Place {
    vault: Vault,
    request: u32,
    /// What the worker is to sign, where it is to sign something.
    prepared: Option<u32>,
    decision: Decision,
}

/// Has a person approve a request of the page around, and signs it.
pub(crate) async fn sign(
    vault: &Vault,
    name: &str,
    params: Option<Json>,
    chain: &ChainId,
) -> Result<Signed, RpcError> {
    let aborted = vault.0.queue.borrow().aborted;
    let wallet = wallet::opened(vault, &Means::SignIn).await.map_err(|it| it.to_rpc())?;
    let setting = SignSetting {
        origin: vault.slices().screen.with(|it| it.origin.clone()),
        addresses: wallet.addresses.clone(),
        own: vec![],
        chain: chain.clone(),
        now_ms: Long(vault.world().now_ms().await),
        known: vec![],
    };
    let request = SignRequest { method: name.to_owned(), params, network: None };
    let (prepared, reading) = read(vault, request, setting).await?;
    if vault.0.queue.borrow().aborted != aborted {
        forget(vault, prepared);
        return Err(refused("Request was aborted"));
    }
    let place = Place::take(vault, Some(prepared), reading, None)?;
    loop {
        place.approved().await?;
        // The page around may give it up meanwhile. Nobody else decides anything then.
        match race(place.decision.taken(), wallet::unlocked(vault, SharePurpose::Sign)).await {
            Race::Left(_) => return Err(refused("Request was aborted")),
            Race::Right(Ok(unlocked)) => return signed(vault, prepared, unlocked).await,
            Race::Right(Err(fault)) => place.mark(false, Some(fault)),
        }
    }
}

/// Has a person approve something that is no request to the wallet: a row each of what it is about.
pub(crate) async fn agree(
    vault: &Vault,
    kind: ReadingKind,
    brief: &[(RowLabel, &str)],
) -> Result<(), RpcError> {
    let wallet = wallet::opened(vault, &Means::SignIn).await.map_err(|it| it.to_rpc())?;
    let row = |(label, value): &(RowLabel, &str)| ReadingRow {
        label: *label,
        value: (*value).to_owned(),
        kind: RowKind::Text,
    };
    let brief = brief.iter().map(row).collect();
    let origin = vault.slices().screen.with(|it| it.origin.clone());
    let (account, chain) = (wallet.addresses.eip155, chain::current(vault));
    let reading = Reading { brief, ..Reading::new(kind, &origin, account, chain) };
    Place::take(vault, None, reading, None)?.approved().await.map(drop)
}

/// Has a person make or use a passkey of a wallet, in a window.
pub(crate) async fn passkey(
    vault: &Vault,
    kind: ReadingKind,
    wallet: Option<&WalletSummary>,
    ask: PasskeyAsk,
) -> Result<PasskeyGiven, Fault> {
    let origin = vault.slices().screen.with(|it| it.origin.clone());
    let account = wallet.map(|it| it.addresses.eip155.clone()).unwrap_or_default();
    let reading = Reading::new(kind, &origin, account, chain::current(vault));
    let place = Place::take(vault, None, reading, Some(ask)).map_err(|_| Fault::Unexpected)?;
    let given = place.approved().await.map_err(|_| Fault::Declined)?;
    given.ok_or(Fault::Unexpected)
}

/// The same where the page around could draw over what somebody presses in the frame; elsewhere they have meant it.
pub(crate) async fn agree_if_needed(
    vault: &Vault,
    kind: ReadingKind,
    brief: &[(RowLabel, &str)],
) -> Result<(), Fault> {
    if !review::is_needed(vault) {
        return Ok(());
    }
    agree(vault, kind, brief).await.map_err(|_| Fault::Declined)
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

/// The page around waits for none of them any more, nor for what is still being read.
pub(crate) fn abort(vault: &Vault) {
    let mut queue = vault.0.queue.borrow_mut();
    queue.aborted = queue.aborted.wrapping_add(1);
    for entry in &queue.entries {
        entry.decision.give(Verdict::Aborted);
    }
}

/// Has the worker read a request, with what the network says where that is needed.
async fn read(
    vault: &Vault,
    mut request: SignRequest,
    setting: SignSetting,
) -> Result<(u32, Reading), RpcError> {
    loop {
        let ask = SignerAsk::Read { request: request.clone(), setting: setting.clone() };
        let answer = signer::ask(vault, &ask, &SignerSecrets::default()).await;
        match answer.map_err(|it| it.to_rpc())?.0 {
            SignerAnswer::Read { prepared, reading } => return Ok((prepared, reading)),
            SignerAnswer::Incomplete { estimate, .. } if request.network.is_none() => {
                let account = &setting.addresses.eip155;
                let numbers = nodes::numbers(vault, &setting.chain, account, estimate).await?;
                request.network = Some(numbers);
            }
            SignerAnswer::Unfit { error } => return Err(error),
            _ => return Err(Fault::unexpected()),
        }
    }
}

async fn signed(vault: &Vault, prepared: u32, unlocked: Unlocked) -> Result<Signed, RpcError> {
    let Unlocked { wallet, receiver, told, secrets } = unlocked;
    let ask = SignerAsk::Sign { prepared, receiver, wallet, told };
    match signer::ask(vault, &ask, &secrets).await.map_err(|it| it.to_rpc())?.0 {
        SignerAnswer::Signed { signed } => Ok(signed),
        _ => Err(Fault::unexpected()),
    }
}

/// What came to this window shows, until it is decided. A passkey that it is about is asked for in the turn in which it
/// was approved, and once more where none came of it.
pub(crate) async fn shown(
    vault: &Vault,
    reading: Reading,
    passkey: Option<&PasskeyAsk>,
) -> Result<Decided, Fault> {
    let place = Place::take(vault, None, reading, None).map_err(|_| Fault::Unexpected)?;
    loop {
        let Verdict::Approved(_) = place.decision.taken().await else {
            return Ok(Decided { is_approved: false, passkey: None });
        };
        let Some(ask) = passkey else {
            return Ok(Decided { is_approved: true, passkey: None });
        };
        place.mark(true, None);
        match passkey::asked(vault, ask).await {
            Ok(given) => return Ok(Decided { is_approved: true, passkey: Some(given) }),
            Err(fault) => place.mark(false, Some(fault)),
        }
    }
}

impl Place {
    fn take(
        vault: &Vault,
        prepared: Option<u32>,
        reading: Reading,
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

    /// Waits until a person has approved it; what a passkey gave. What the page around does not wait for any more is not
    /// approved.
    async fn approved(&self) -> Result<Option<PasskeyGiven>, RpcError> {
        let taken =
            self.vault.world().within(APPROVAL_MS - MARGIN_MS, Box::pin(self.verdict())).await;
        let given = match taken.unwrap_or(Verdict::Aborted) {
            Verdict::Approved(given) => given,
            Verdict::Refused => return Err(refused("User rejected the request")),
            Verdict::Aborted => return Err(refused("Request was aborted")),
        };
        self.mark(true, None);
        Ok(given)
    }

    /// What a person decides, here or in a window.
    async fn verdict(&self) -> Verdict {
        let entry = self.with(|it| {
            let is_in_window = it.in_window.is_some();
            is_in_window.then(|| {
                let shown = (it.reading.clone(), it.passkey.clone());
                (shown, it.window_wanted.clone())
            })
        });
        let Some((shown, window_wanted)) = entry.flatten() else {
            return self.decision.taken().await;
        };
        let in_window = async {
            loop {
                let step = |step| self.change(|it| it.in_window = Some(step));
                match review::decided(&self.vault, shown.clone(), &window_wanted, step).await {
                    Ok(verdict) => return verdict,
                    Err(fault) => self.mark(false, Some(fault)),
                }
                // Whoever wants the window then has it prepared once more, and opened.
                window_wanted.taken().await;
                window_wanted.give(());
                self.mark(false, None);
            }
        };
        match race(self.decision.taken(), in_window).await {
            Race::Left(verdict) | Race::Right(verdict) => verdict,
        }
    }

    fn mark(&self, is_busy: bool, fault: Option<Fault>) {
        self.change(|it| (it.is_busy, it.fault) = (is_busy, fault));
    }

    fn change(&self, change: impl FnOnce(&mut Entry)) {
        self.with(change);
        publish(&self.vault);
    }

    fn with<T>(&self, with: impl FnOnce(&mut Entry) -> T) -> Option<T> {
        let mut queue = self.vault.0.queue.borrow_mut();
        queue.entries.iter_mut().find(|it| it.request == self.request).map(with)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.vault.0.queue.borrow_mut().entries.retain(|it| it.request != self.request);
        if let Some(prepared) = self.prepared {
            forget(&self.vault, prepared);
        }
        publish(&self.vault);
    }
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
fn forget(vault: &Vault, prepared: u32) {
    signer::tell(vault, &SignerAsk::Forget { prepared });
}

fn refused(text: &str) -> RpcError {
    RpcError::new(USER_REJECTED, text)
}
