//! How a wallet is made of two of its shares. What comes of it is held against the addresses that it is known by,
//! so shares of another secret, whoever hands them in, sign nothing.

use keys::account::{Account, Pinned};
use keys::entropy::Entropy;
use keys::part::{Part, place};
use keys::path::Index;
use keys::recovery::RecoveryKey;
use keys::sealed_box::{self, RecipientKey};
use keys::secret::SecretBytes;
use keys::share::{Commitment, Share, ShareSet as Set, combine};
use protocol::api::vault::{FactorKind, Recovered, ShareTold, WalletSummary};
use protocol::module::signer::{Opening, SignerRefusal, SignerSecrets};
use protocol::relay::base64;

use wire::Word;

use crate::factor;
use crate::outcome::{Outcome, id_of};

/// A wallet whose shares come together.
pub(crate) struct Rebuilding<'a> {
    pub(crate) own: RecipientKey,
    pub(crate) wallet: &'a WalletSummary,
}

/// A wallet that is there again.
pub(crate) struct Rebuilt {
    pub(crate) entropy: Entropy,
    pub(crate) account: Account,
}

impl Rebuilding<'_> {
    /// Of the share of this browser, and the server's.
    pub(crate) fn rebuild(&self, told: &ShareTold, secrets: &SignerSecrets) -> Outcome<Rebuilt> {
        let device = secrets.device_share.as_deref().and_then(base64::decode);
        let device = device.and_then(|it| Share::read(&it).ok());
        let device = device.ok_or(SignerRefusal::DeviceShareMissing)?;
        let auth = self.auth(&told.set_id, &told.auth_share)?;
        self.combined(&device, &auth, &told.commitment)
    }

    /// Of what is there for more than a signature.
    pub(crate) fn opened(&self, by: &Opening, secrets: &SignerSecrets) -> Outcome<Rebuilt> {
        match by {
            Opening::Device { told } => self.rebuild(told, secrets),
            Opening::Recovery { recovered, factor } => {
                Ok(self.recover(recovered, *factor, secrets.held.as_deref())?.0)
            }
        }
    }

    /// Of the server's share and the recovery share, which the recovery key opens. `given` is what the factor is made of.
    pub(crate) fn recover(
        &self,
        told: &Recovered,
        kind: FactorKind,
        given: Option<&str>,
    ) -> Outcome<(Rebuilt, RecoveryKey)> {
        let key = self.recovery_key(told, kind, given)?;
        let malformed = SignerRefusal::Malformed;
        let set = id_of(&told.set.id).ok_or(malformed)?;
        let set = Set { wallet: self.id()?, set };
        let sealed = base64::decode(&told.set.recovery_share);
        let sealed = sealed.ok_or(SignerRefusal::Malformed)?;
        let recovery = key.open(&set, &sealed).map_err(|_| SignerRefusal::SharesUnfit)?;
        let auth = self.auth(&told.set.id, &told.set.auth_share)?;
        Ok((self.combined(&auth, &recovery, &told.set.commitment)?, key))
    }

    fn recovery_key(
        &self,
        told: &Recovered,
        kind: FactorKind,
        given: Option<&str>,
    ) -> Outcome<RecoveryKey> {
        let kept = told.factors.iter().find(|it| it.kind == kind);
        let kept = kept.ok_or(SignerRefusal::FactorMissing)?;
        let wrapped = base64::decode(&kept.wrapped).ok_or(SignerRefusal::Malformed)?;
        let (id, row) = (self.id()?, kind.word());
        if let Some(key) = factor::key(kind, given)? {
            return key.open(&id, row.as_bytes(), &wrapped).map_err(|_| SignerRefusal::FactorWrong);
        }
        let opened = sealed_box::open(&self.own, &place(Part::Factor, row, &id), &wrapped);
        let opened = opened.map_err(|_| SignerRefusal::Malformed)?;
        let bytes = opened.bytes().try_into().map_err(|_| SignerRefusal::Malformed)?;
        Ok(RecoveryKey::new(SecretBytes::copied(bytes)))
    }

    fn auth(&self, set: &str, sealed: &str) -> Outcome<Share> {
        let sealed = base64::decode(sealed).ok_or(SignerRefusal::Malformed)?;
        let id = self.id()?;
        let opened = sealed_box::open(&self.own, &place(Part::Auth, set, &id), &sealed);
        let opened = opened.map_err(|_| SignerRefusal::Malformed)?;
        Share::read(opened.bytes()).map_err(|_| SignerRefusal::SharesUnfit)
    }

    fn combined(&self, one: &Share, other: &Share, commitment: &str) -> Outcome<Rebuilt> {
        let commitment = base64::decode(commitment).and_then(|it| it.try_into().ok());
        let commitment = Commitment(commitment.ok_or(SignerRefusal::Malformed)?);
        let entropy = combine(one, other, &commitment).map_err(|_| SignerRefusal::SharesUnfit)?;
        let addresses = &self.wallet.addresses;
        let pinned = Pinned { eip155: addresses.eip155.clone(), solana: addresses.solana.clone() };
        let account = Account::rebuilt(&entropy, Index::FIRST, &pinned);
        let account = account.map_err(|_| SignerRefusal::OtherWallet)?;
        Ok(Rebuilt { entropy, account })
    }

    fn id(&self) -> Outcome<[u8; 16]> {
        id_of(&self.wallet.id).ok_or(SignerRefusal::Malformed)
    }
}
