//! Asks of the worker, which alone has keys in clear.

use protocol::module::signer::{SignerAnswer, SignerAsk, SignerRefusal, SignerSecrets};
use runtime::{Op, Reply, Secret};
use wire::{from_text, to_text};

use crate::fault::Fault;
use crate::vault::Vault;

/// Asks the worker, with what goes beside the ask.
pub(crate) async fn ask(
    vault: &Vault,
    ask: &SignerAsk,
    secrets: &SignerSecrets,
) -> Result<(SignerAnswer, SignerSecrets), Fault> {
    let secret = Some(Secret::new(to_text(secrets)));
    let op = Op::AskSigner { ask: to_text(ask), secret };
    let Reply::Signer { answer, secret } = vault.world().perform(op).await else {
        return Err(Fault::Unexpected);
    };
    let beside = secret.and_then(|it| from_text(it.text()).ok()).unwrap_or_default();
    match from_text(&answer).map_err(|_| Fault::Unexpected)? {
        SignerAnswer::Refused { why } => Err(fault(why)),
        answer => Ok((answer, beside)),
    }
}

/// Asks what nobody waits for.
pub(crate) fn tell(vault: &Vault, ask: &SignerAsk) {
    vault.world().tell(&Op::AskSigner { ask: to_text(ask), secret: None });
}

/// A key to receive one answer of the server with: its name, and its public half.
pub(crate) async fn receive(vault: &Vault) -> Result<(u32, String), Fault> {
    match ask(vault, &SignerAsk::Receive, &SignerSecrets::default()).await? {
        (SignerAnswer::Receiving { receiver, seal_to }, _) => Ok((receiver, seal_to)),
        _ => Err(Fault::Unexpected),
    }
}

fn fault(why: SignerRefusal) -> Fault {
    match why {
        SignerRefusal::FactorMissing => Fault::FactorMissing,
        SignerRefusal::FactorWrong | SignerRefusal::FactorUnfit => Fault::FactorWrong,
        SignerRefusal::Malformed
        | SignerRefusal::ReceiverUnknown
        | SignerRefusal::DeviceShareMissing
        | SignerRefusal::SharesUnfit
        | SignerRefusal::OtherWallet
        | SignerRefusal::PreparedUnknown
        | SignerRefusal::Blocked
        | SignerRefusal::NetworkUnfit => Fault::Unexpected,
    }
}
