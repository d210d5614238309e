//! What brings a wallet back, as the frame hands it over.

use keys::factor::{FactorKey, RecoveryCode};
use protocol::api::vault::FactorKind;
use protocol::module::signer::SignerRefusal;
use protocol::relay::base64;

use crate::outcome::Outcome;

/// The key of a factor; nothing of `automatic`, whose recovery key goes to the server itself.
pub(crate) fn key(kind: FactorKind, given: Option<&str>) -> Outcome<Option<FactorKey>> {
    let made_of = || given.ok_or(SignerRefusal::FactorUnfit);
    match kind {
        FactorKind::Automatic => Ok(None),
        FactorKind::Code => {
            let code = RecoveryCode::read(made_of()?);
            let code = code.map_err(|_| SignerRefusal::FactorUnfit)?;
            Ok(Some(FactorKey::of_code(&code)))
        }
        FactorKind::Passkey => {
            let given = base64::decode(made_of()?).ok_or(SignerRefusal::FactorUnfit)?;
            let key = FactorKey::of_passkey(&given);
            Ok(Some(key.map_err(|_| SignerRefusal::FactorUnfit)?))
        }
        // What makes one dear to guess comes from the server, which does not tell it yet.
        FactorKind::Passphrase => Err(SignerRefusal::FactorUnfit),
    }
}
