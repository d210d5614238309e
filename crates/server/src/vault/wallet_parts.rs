//! The parts of a wallet that the server holds, and what seals them here and on their way.

use super::Vault;
use super::fault::VaultFault;
use crate::db::vault::wallet::Wallet;
use crate::db::vault::wallet_event::ChainKey;
use crate::error::ApiError;
use crate::kms::Purpose;
use chains::evm::contracts::hex;
use keys::envelope::{self, EnvelopeKey, Place};
use keys::sealed_box::{self, BoxFault, RecipientKey, RecipientPublicKey};
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

    fn of(bytes: &[u8]) -> Option<Self> {
        Some(WalletKey(EnvelopeKey::new(SecretBytes::copied(bytes.try_into().ok()?))))
    }

    pub(super) fn bytes(&self) -> &[u8] {
        self.0.bytes()
    }

    /// What vouches for the list of what happened. It stays the same however often the keys that seal this one are
    /// replaced.
    pub(super) fn chain(&self) -> ChainKey {
        ChainKey::of(self.bytes())
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
        let key = base64::decode(text).and_then(|it| it.try_into().ok()).map(RecipientPublicKey);
        let fit = key.filter(RecipientPublicKey::is_fit);
        Ok(SealTo(fit.ok_or(VaultFault::Malformed("sealTo"))?))
    }

    pub(super) fn seal(&self, place: &Place<'_>, plain: &[u8]) -> Result<String, VaultFault> {
        let sealed = sealed_box::seal(&self.0, place, plain, &mut fill);
        Ok(base64::encode(&sealed.map_err(|_| VaultFault::Malformed("sealTo"))?))
    }
}

/// What opens shares that come here. It is made of keys of `kms/`, so it is the same behind every node: shares are
/// sealed to the newest, and what was sealed to one before is opened, too.
pub(super) struct Receiver(Vec<RecipientKey>);

impl Receiver {
    /// What shares are sealed to, in base64.
    pub(super) fn public(&self) -> String {
        base64::encode(&self.0[0].public().0)
    }

    pub(super) fn open(&self, place: &Place<'_>, sealed: &[u8]) -> Result<SecretVec, BoxFault> {
        let opened = self.0.iter().map(|key| sealed_box::open(key, place, sealed));
        opened.reduce(Result::or).expect("there is a key")
    }
}

impl Vault {
    pub(super) async fn receiver(&self) -> Result<Receiver, ApiError> {
        let all = self.kms.macs(Purpose::AuthShare, b"latchkit/receiver/v1").await;
        let all = all.map_err(VaultFault::from)?;
        let key = |bytes: &[u8; 32]| RecipientKey::new(SecretBytes::copied(bytes));
        Ok(Receiver(all.iter().map(key).collect()))
    }

    pub(super) async fn key_of(&self, wallet: &Wallet) -> Result<WalletKey, ApiError> {
        let opened = self.kms.unwrap(Purpose::AuthShare, &wallet.id, &wallet.key_sealed).await;
        Ok(WalletKey::of(opened.map_err(VaultFault::from)?.bytes()).ok_or(VaultFault::Keys)?)
    }
}

fn fill(bytes: &mut [u8]) {
    getrandom::fill(bytes).expect("the system gives random bytes");
}
