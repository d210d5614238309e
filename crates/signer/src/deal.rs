//! How a wallet is split: one share stays in this browser, the others go to the server, sealed.

use chains::evm::hex::to_hex;
use keys::account::Account;
use keys::claim::Claim;
use keys::entropy::{Entropy, Length};
use keys::part::{Part, place};
use keys::path::Index;
use keys::recovery::RecoveryKey;
use keys::sealed_box::{self, RecipientPublicKey};
use keys::secret::Fill;
use keys::share::{self, ShareSet as Set};
use protocol::api::vault::{Factor, FactorKind, ShareSet, WalletAddresses, claimed};
use protocol::module::signer::{SignerAnswer, SignerRefusal, SignerSecrets};
use protocol::relay::base64;

use wire::Word;

use crate::factor;
use crate::outcome::{Outcome, id_of};
use crate::rebuild::Rebuilt;

/// A set that is to be dealt.
pub(crate) struct Dealing {
    set: Set,
    to: RecipientPublicKey,
    session: String,
}

impl Dealing {
    pub(crate) fn read(wallet: &str, set: &str, seal_to: &str, session: &str) -> Outcome<Self> {
        let malformed = SignerRefusal::Malformed;
        let ids = id_of(wallet).zip(id_of(set)).ok_or(malformed)?;
        let to = base64::decode(seal_to).and_then(|it| it.try_into().ok());
        let to = RecipientPublicKey(to.ok_or(SignerRefusal::Malformed)?);
        let set = Set { wallet: ids.0, set: ids.1 };
        Ok(Dealing { set, to, session: session.to_owned() })
    }

    /// Splits a wallet: what goes to the server, and what stays here.
    pub(crate) fn deal(
        &self,
        entropy: &Entropy,
        key: &RecoveryKey,
        fill: Fill<'_>,
    ) -> Outcome<(ShareSet, SignerSecrets)> {
        let dealt = share::deal(entropy, self.set, &mut *fill);
        let id = to_hex(&self.set.set).split_off(2);
        let auth = dealt.auth.bytes();
        let place = place(Part::Auth, &id, &self.set.wallet);
        let auth = sealed_box::seal(&self.to, &place, auth.bytes(), &mut *fill);
        let auth = auth.map_err(|_| SignerRefusal::Malformed)?;
        let recovery = key.seal(&dealt.recovery, fill).map_err(|_| SignerRefusal::Malformed)?;
        let set = ShareSet {
            id,
            commitment: base64::encode(&dealt.commitment.0),
            auth_share: base64::encode(&auth),
            recovery_share: base64::encode(&recovery),
        };
        let device_share = Some(base64::encode(dealt.device.bytes().bytes()));
        Ok((set, SignerSecrets { device_share, ..SignerSecrets::default() }))
    }

    /// The same with a new recovery key, which a factor opens. What has to be known to use that goes with it.
    pub(crate) fn split(
        &self,
        entropy: &Entropy,
        by: (FactorKind, &str),
        secrets: &SignerSecrets,
        fill: Fill<'_>,
    ) -> Outcome<(ShareSet, Factor, SignerSecrets)> {
        let key = RecoveryKey::random(&mut *fill);
        let factor = self.wrapped(&key, by, secrets, &mut *fill)?;
        let (set, kept) = self.deal(entropy, &key, fill)?;
        Ok((set, factor, kept))
    }

    /// What shows the server that it is the wallet itself that sends this.
    pub(crate) fn signed(
        &self,
        claim: Claim,
        account: &Account,
        set: &ShareSet,
        factors: &[Factor],
    ) -> String {
        let digest = claim.digest(&self.set.wallet, &self.session, &claimed(set, factors));
        base64::encode(&account.evm().sign(&digest).bytes())
    }

    fn wrapped(
        &self,
        key: &RecoveryKey,
        (kind, params): (FactorKind, &str),
        secrets: &SignerSecrets,
        fill: Fill<'_>,
    ) -> Outcome<Factor> {
        let wallet = &self.set.wallet;
        let wrapped = if let Some(factor) = factor::key(kind, secrets.factor.as_deref())? {
            factor.wrap(key, wallet, kind.word().as_bytes(), fill)
        } else {
            let place = place(Part::Factor, kind.word(), wallet);
            let sealed = sealed_box::seal(&self.to, &place, key.bytes(), fill);
            sealed.map_err(|_| SignerRefusal::Malformed)?
        };
        Ok(Factor { kind, params: params.to_owned(), wrapped: base64::encode(&wrapped) })
    }
}

/// Makes a wallet.
pub(crate) fn create(
    dealing: &Dealing,
    by: (FactorKind, &str),
    secrets: &SignerSecrets,
    fill: Fill<'_>,
) -> Outcome<(SignerAnswer, SignerSecrets)> {
    // One entropy of 2¹²⁷ has no key by BIP-32, so the second is never drawn.
    let (entropy, account) = loop {
        let entropy = Entropy::random(Length::Words12, &mut *fill);
        if let Ok(account) = Account::new(&entropy, Index::FIRST) {
            break (entropy, account);
        }
    };
    let pinned = account.addresses();
    let (set, factor, kept) = dealing.split(&entropy, by, secrets, fill)?;
    let addresses = WalletAddresses { eip155: pinned.eip155, solana: pinned.solana };
    let signature = dealing.signed(Claim::Create, &account, &set, std::slice::from_ref(&factor));
    Ok((SignerAnswer::Created { addresses, set, factor, signature }, kept))
}

/// A set of a wallet for a browser that has none, under the same recovery key.
pub(crate) fn enrol(
    dealing: &Dealing,
    of: &Rebuilt,
    key: &RecoveryKey,
    fill: Fill<'_>,
) -> Outcome<(SignerAnswer, SignerSecrets)> {
    let (set, kept) = dealing.deal(&of.entropy, key, fill)?;
    let signature = dealing.signed(Claim::Enrol, &of.account, &set, &[]);
    Ok((SignerAnswer::Dealt { set, signature }, kept))
}

/// A wallet split anew, under another recovery key, which a factor is to open.
pub(crate) fn rotate(
    dealing: &Dealing,
    of: &Rebuilt,
    factor: (FactorKind, &str),
    secrets: &SignerSecrets,
    fill: Fill<'_>,
) -> Outcome<(SignerAnswer, SignerSecrets)> {
    let (set, factor, kept) = dealing.split(&of.entropy, factor, secrets, fill)?;
    let factors = std::slice::from_ref(&factor);
    let signature = dealing.signed(Claim::Rotate, &of.account, &set, factors);
    Ok((SignerAnswer::Split { set, factor, signature }, kept))
}
