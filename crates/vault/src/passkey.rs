//! Passkeys that bring a wallet back, by their PRF. One is made and used in a window of the vault's own, where every
//! browser lets it, whatever the page around permits. What it gives goes back to the frame as what is decided does.

use protocol::api::vault::WalletSummary;
use protocol::module::reading::ReadingKind;
use protocol::relay::base64;
use runtime::{Op, Reply};
use wire::{from_text, to_text, wire};

use crate::fault::Fault;
use crate::queue::{self, Place};
use crate::recovery::{PasskeyAsk, PasskeyGiven, Recovery};
use crate::session;
use crate::vault::Vault;

/// What has to be known to use one: what stands in [`Factor::params`](protocol::api::vault::Factor::params).
#[wire]
struct Params {
    id: String,
    salt: String,
}

/// One that is made now. `wallet` is that which it is to bring back, where there is one.
pub(crate) async fn made(vault: &Vault, wallet: Option<&WalletSummary>) -> Result<Recovery, Fault> {
    let salt = base64::encode_url(&vault.random(32).await);
    let name = name(vault).await;
    let ask = PasskeyAsk { id: None, salt: salt.clone(), name };
    let given = approved(vault, ReadingKind::NewPasskey, wallet, ask).await?;
    let params = to_text(&Params { id: given.id, salt });
    Ok(Recovery::passkey(params, given.secret))
}

/// The one that was made for a wallet, by what had to be known to use it.
pub(crate) async fn used(
    vault: &Vault,
    wallet: &WalletSummary,
    params: String,
) -> Result<Recovery, Fault> {
    let Params { id, salt } = from_text(&params).map_err(|_| Fault::Unexpected)?;
    let ask = PasskeyAsk { id: Some(id), salt, name: name(vault).await };
    let given = approved(vault, ReadingKind::UsePasskey, Some(wallet), ask).await?;
    Ok(Recovery::passkey(params, given.secret))
}

/// Has a person make or use one, in a window.
async fn approved(
    vault: &Vault,
    kind: ReadingKind,
    wallet: Option<&WalletSummary>,
    ask: PasskeyAsk,
) -> Result<PasskeyGiven, Fault> {
    let account = wallet.map(|it| it.addresses.eip155.clone()).unwrap_or_default();
    let reading = queue::own(vault, kind, account, &[]);
    let place = Place::take(vault, None, reading, Some(ask)).map_err(|_| Fault::Unexpected)?;
    let given = place.approved(vault.world().now_ms().await).await.map_err(|_| Fault::Declined)?;
    given.ok_or(Fault::Unexpected)
}

/// In the window: has the browser ask for it, in the turn in which somebody wanted that.
pub(crate) async fn asked(vault: &Vault, ask: &PasskeyAsk) -> Result<PasskeyGiven, Fault> {
    let PasskeyAsk { id, salt, name } = ask;
    let op = Op::Passkey { id: id.clone(), salt: salt.clone(), name: name.clone() };
    match vault.world().perform(op).await {
        Reply::Passkey { secret: None, .. } => Err(Fault::PasskeyUnfit),
        Reply::Passkey { is_backed_up: false, .. } if id.is_none() => Err(Fault::PasskeyAlone),
        Reply::Passkey { id, secret: Some(secret), .. } => Ok(PasskeyGiven { id, secret }),
        _ => Err(Fault::PasskeyRefused),
    }
}

async fn name(vault: &Vault) -> String {
    session::known(vault).await.map(|it| it.email).unwrap_or_default()
}
