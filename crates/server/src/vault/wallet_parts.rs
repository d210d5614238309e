//! The parts of a wallet that the server holds, and what seals them here and on their way.

use super::fault::VaultFault;
use chains::evm::contracts::hex;
use keys::envelope::{self, EnvelopeKey, Place};
use keys::sealed_box::{self, RecipientPublicKey};
use keys::secret::{SecretBytes, SecretVec};
use protocol::relay::base64;

/// The id of a wallet, as it is written and as it is sealed in.
pub(super) struct WalletId([u8; 16]);

impl WalletId {
    pub(super) fn read(text: &str) -> Result<Self, VaultFault> {
        let bytes = hex::decode(text).ok().and_then(|it| it.try_into().ok());
        bytes.filter(|it| hex::encode(it) == text).map(WalletId).ok_or(VaultFault::Malformed("id"))
    }

    pub(super) fn bytes(&self) -> &[u8; 16] {
        &self.0
    }
}

/// What seals the parts of one wallet in the database.
pub(super) struct WalletKey(EnvelopeKey);

impl WalletKey {
    pub(super) fn random() -> Self {
        WalletKey(EnvelopeKey::random(&mut fill))
    }

    pub(super) fn of(bytes: &[u8]) -> Option<Self> {
        Some(WalletKey(EnvelopeKey::new(SecretBytes::copied(bytes.try_into().ok()?))))
    }

    pub(super) fn bytes(&self) -> &[u8] {
        self.0.bytes()
    }

    pub(super) fn seal(&self, place: &Place<'_>, plain: &[u8]) -> String {
        base64::encode(&envelope::seal(&self.0, place, plain, &mut fill))
    }

    pub(super) fn open(&self, place: &Place<'_>, sealed: &str) -> Result<SecretVec, VaultFault> {
        let sealed = base64::decode(sealed).ok_or(VaultFault::Keys)?;
        envelope::open(&self.0, place, &sealed).map_err(|fault| {
            tracing::error!(?fault, "a part of a wallet cannot be opened");
            VaultFault::Keys
        })
    }
}

/// The key of a frame that receives a share.
pub(super) struct SealTo(RecipientPublicKey);

impl SealTo {
    pub(super) fn read(text: &str) -> Result<Self, VaultFault> {
        let bytes = base64::decode(text).and_then(|it| it.try_into().ok());
        Ok(SealTo(RecipientPublicKey(bytes.ok_or(VaultFault::Malformed("sealTo"))?)))
    }

    pub(super) fn seal(&self, place: &Place<'_>, plain: &[u8]) -> Result<String, VaultFault> {
        let sealed = sealed_box::seal(&self.0, place, plain, &mut fill);
        Ok(base64::encode(&sealed.map_err(|_| VaultFault::Malformed("sealTo"))?))
    }
}

fn fill(bytes: &mut [u8]) {
    getrandom::fill(bytes).expect("the system gives random bytes");
}
