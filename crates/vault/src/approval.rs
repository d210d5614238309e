//! What a person approves: read by the worker, shown, decided, and then signed exactly as it was read.

use protocol::api::vault::SharePurpose;
use protocol::caip::ChainId;
use protocol::module::reading::{Reading, ReadingKind};
use protocol::module::reading_row::RowLabel;
use protocol::module::signer::{
    SignRequest, SignSetting, Signed, SignerAnswer, SignerAsk, SignerSecrets,
};
use protocol::rpc::RpcError;
use runtime::{Race, race};
use wire::{Json, Long, Opaque};

use crate::fault::Fault;
use crate::queue::{self, Place};
use crate::vault::Vault;
use crate::wallet::{self, Means, Unlocked};
use crate::{dealings, nodes, review, signer};

/// What the worker read.
struct Read {
    prepared: u32,
    reading: Opaque<Reading>,
    /// Whom something is sent or allowed.
    parties: Vec<String>,
}

/// Has a person approve a request of the page around, and signs it.
pub(crate) async fn sign(
    vault: &Vault,
    name: &str,
    params: Option<Json>,
    chain: &ChainId,
) -> Result<Signed, RpcError> {
    let aborted = vault.0.queue.borrow().aborted;
    let began_ms = vault.world().now_ms().await;
    let wallet = wallet::opened(vault, &Means::SignIn).await.map_err(|it| it.to_rpc())?;
    let setting = SignSetting {
        origin: vault.slices().screen.with(|it| it.origin.clone()),
        addresses: wallet.addresses.clone(),
        own: vec![],
        chain: chain.clone(),
        now_ms: Long(began_ms),
        known: dealings::of(vault, &wallet.addresses.eip155).await,
    };
    let request = SignRequest { method: name.to_owned(), params, network: None };
    let Read { prepared, reading, parties } = read(vault, request, setting).await?;
    if vault.0.queue.borrow().aborted != aborted {
        queue::forget(vault, prepared);
        return Err(queue::refused("Request was aborted"));
    }
    let place = Place::take(vault, Some(prepared), reading, None)?;
    loop {
        place.approved(began_ms).await?;
        // The page around may give it up meanwhile, or wait no more. Nobody else decides anything then.
        let left_ms = queue::left_ms(vault, began_ms, queue::OPEN_MS).await;
        let opening = wallet::unlocked(vault, SharePurpose::Sign);
        let opening = vault.world().within(left_ms, Box::pin(opening));
        match race(place.decision.taken(), opening).await {
            Race::Left(_) | Race::Right(None) => {
                return Err(queue::refused("Request was aborted"));
            }
            Race::Right(Some(Ok(unlocked))) => {
                let signed = signed(vault, prepared, unlocked).await?;
                dealings::add(vault, &wallet.addresses.eip155, parties).await;
                return Ok(signed);
            }
            Race::Right(Some(Err(fault))) => place.mark(false, Some(fault)),
        }
    }
}

/// Has a person approve something that is no request to the wallet: a row each of what it is about.
pub(crate) async fn agree(
    vault: &Vault,
    kind: ReadingKind,
    brief: &[(RowLabel, &str)],
) -> Result<(), RpcError> {
    let began_ms = vault.world().now_ms().await;
    let account = account(vault).await.map_err(|it| it.to_rpc())?;
    asked(vault, began_ms, queue::own(vault, kind, account, brief)).await
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
    let began_ms = vault.world().now_ms().await;
    let account = account(vault).await?;
    let reading = queue::own(vault, kind, account, brief);
    asked(vault, began_ms, reading).await.map_err(|_| Fault::Declined)
}

/// Whose wallet it is about. It is theirs though it does not open here.
async fn account(vault: &Vault) -> Result<String, Fault> {
    wallet::known(vault).await.map(|(wallet, _)| wallet.addresses.eip155)
}

async fn asked(vault: &Vault, began_ms: u64, reading: Opaque<Reading>) -> Result<(), RpcError> {
    Place::take(vault, None, reading, None)?.approved(began_ms).await.map(drop)
}

/// Has the worker read a request, with what the network says where that is needed, and count it by what tokens say.
async fn read(vault: &Vault, request: SignRequest, setting: SignSetting) -> Result<Read, RpcError> {
    let (chain, account) = (setting.chain.clone(), setting.addresses.eip155.clone());
    let mut ask = SignerAsk::Read { request, setting };
    loop {
        let answer = signer::ask(vault, &ask, &SignerSecrets::default()).await;
        match (answer.map_err(|it| it.to_rpc())?.0, &mut ask) {
            (SignerAnswer::Read { prepared, reading, parties, asks }, _) => {
                if asks.is_empty() {
                    return Ok(Read { prepared, reading, parties });
                }
                ask = SignerAsk::Count { prepared, told: nodes::call(vault, &chain, asks).await };
            }
            (SignerAnswer::Incomplete { call, needs_gas }, SignerAsk::Read { request, .. })
                if request.network.is_none() =>
            {
                let numbers = nodes::numbers(vault, &chain, &account, &call, needs_gas).await?;
                request.network = Some(numbers);
            }
            (SignerAnswer::Unfit { error }, _) => return Err(error),
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
