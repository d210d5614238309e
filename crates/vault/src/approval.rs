//! What a person approves: read by the worker, shown, decided, and then signed exactly as it was read.
//!
//! One shows at a time, those behind it wait. A request that its page does not want any more, or that is dropped, goes
//! from the queue and from the worker.

use protocol::api::vault::SharePurpose;
use protocol::caip::ChainId;
use protocol::frame::wait::APPROVAL_MS;
use protocol::module::reading::Reading;
use protocol::module::signer::{
    SignRequest, SignSetting, Signed, SignerAnswer, SignerAsk, SignerSecrets,
};
use protocol::rpc::{LIMIT_EXCEEDED, RpcError, USER_REJECTED};
use wire::{Json, Long};

use crate::decision::{Decision, Verdict};
use crate::fault::Fault;
use crate::memory::Entry;
use crate::state::Approval;
use crate::vault::Vault;
use crate::wallet::{self, Means, Unlocked};
use crate::{nodes, signer};

/// How much earlier than the page around nobody waits for a decision any more: what is signed is heard of.
const MARGIN_MS: u32 = 10_000;

/// How many wait at most.
const MOST: usize = 10;

/// A place in the queue. Whoever drops it is in it no more.
struct Place {
    vault: Vault,
    request: u32,
    prepared: u32,
    decision: Decision,
}

/// Has a person approve a request of the page around, and signs it.
pub(crate) async fn sign(
    vault: &Vault,
    name: &str,
    params: Option<Json>,
    chain: &ChainId,
) -> Result<Signed, RpcError> {
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
    let place = Place::take(vault, prepared, reading)?;
    loop {
        // What the page around does not wait for any more is not signed.
        let taken = vault.world().within(APPROVAL_MS - MARGIN_MS, place.decision.taken()).await;
        match taken.unwrap_or(Verdict::Aborted) {
            Verdict::Approved => {}
            Verdict::Refused => return Err(refused("User rejected the request")),
            Verdict::Aborted => return Err(refused("Request was aborted")),
        }
        place.mark(true, None);
        match wallet::unlocked(vault, SharePurpose::Sign).await {
            Ok(unlocked) => return signed(vault, prepared, unlocked).await,
            Err(fault) => place.mark(false, Some(fault)),
        }
    }
}

/// A person decides what shows.
pub(crate) fn decide(vault: &Vault, request: u32, is_approved: bool) {
    let queue = vault.0.queue.borrow();
    if let Some(entry) = queue.entries.first().filter(|it| it.request == request && !it.is_busy) {
        entry.decision.decide(if is_approved { Verdict::Approved } else { Verdict::Refused });
    }
}

/// The page around waits for none of them any more.
pub(crate) fn abort(vault: &Vault) {
    for entry in &vault.0.queue.borrow().entries {
        entry.decision.decide(Verdict::Aborted);
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

impl Place {
    fn take(vault: &Vault, prepared: u32, reading: Reading) -> Result<Place, RpcError> {
        let decision = Decision::default();
        let mut queue = vault.0.queue.borrow_mut();
        if queue.entries.len() >= MOST {
            forget(vault, prepared);
            return Err(RpcError::new(LIMIT_EXCEEDED, "too many requests wait to be approved"));
        }
        queue.last += 1;
        let request = queue.last;
        let entry =
            Entry { request, reading, decision: decision.clone(), is_busy: false, fault: None };
        queue.entries.push(entry);
        drop(queue);
        publish(vault);
        Ok(Place { vault: vault.clone(), request, prepared, decision })
    }

    fn mark(&self, is_busy: bool, fault: Option<Fault>) {
        let mut queue = self.vault.0.queue.borrow_mut();
        let entry = queue.entries.iter_mut().find(|it| it.request == self.request);
        if let Some(entry) = entry {
            (entry.is_busy, entry.fault) = (is_busy, fault);
        }
        drop(queue);
        publish(&self.vault);
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.vault.0.queue.borrow_mut().entries.retain(|it| it.request != self.request);
        forget(&self.vault, self.prepared);
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
