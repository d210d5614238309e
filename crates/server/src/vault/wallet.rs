//! What the server does with a wallet: it keeps one share of three, and gives it back to the browser that it
//! was dealt to.
//!
//! A share is released to who is signed in, with the key of the browser that its set was dealt to, on the
//! site where that was, so often and no more, and each time is written down. What makes a wallet anew
//! somewhere else (another browser, its words, another splitting) takes somebody who signed in a moment ago.
//! Shares come and go sealed to keys of the frame and of this server, so nothing between them reads one; what
//! is kept is sealed with a key of the wallet's own, which is sealed by the keys of `kms/`.

use super::Vault;
use super::fault::VaultFault;
use super::limits;
use super::session::Caller;
use super::wallet_parts::{SealTo, WalletId, WalletKey};
use crate::db::vault::sign_in::{SignIn, random_id};
use crate::db::vault::wallet::{Enrolled, KeptFactor, Set, Wallet};
use crate::db::vault::wallet_event::Happened;
use crate::error::ApiError;
use crate::kms::Purpose;
use crate::mail::Letter;
use crate::project::Project;
use chains::evm::contracts::hex;
use keys::claim::Claim;
use keys::evm_signature::EvmSignature;
use keys::part::{Part, place};
use keys::sealed_box::{self, RecipientKey};
use keys::secret::SecretBytes;
use keys::share::{Holder, Share};
use protocol::api::vault::{
    AccountDelete, Factor, FactorKind, RecoverAsk, Recovered, ShareAsk, SharePurpose, ShareSet,
    ShareTold, WalletAddresses, WalletCreate, WalletEnrol, WalletEvent, WalletEvents, WalletRotate,
    WalletState, WalletSummary, claimed,
};
use protocol::relay::base64;
use wire::{Long, Word};

/// How many factors a wallet has at most.
const MOST_FACTORS: usize = 10;
/// How long what a frame says of a factor may be, in bytes.
const MOST_PARAMS: usize = 1024;

impl Vault {
    /// The wallet of who asks, as far as it is no secret.
    pub(crate) async fn wallet(&self, caller: &Caller) -> Result<WalletState, ApiError> {
        let seal_to = base64::encode(&self.receiver().await?.public().0);
        let Some(wallet) = self.db.wallet_of(&caller.sign_in.user_id).await? else {
            return Ok(WalletState { wallet: None, seal_to });
        };
        let set = self.db.set_of(&wallet.id, &caller.sign_in.device_id).await?;
        let kinds = self.db.factors(&wallet.id).await?;
        let kinds: Result<_, _> = kinds.iter().map(|it| read_kind(&it.kind)).collect();
        let addresses = serde_json::from_str(&wallet.addresses).map_err(|_| VaultFault::Keys)?;
        let wallet = WalletSummary {
            id: wallet.id,
            addresses,
            set_id: set.map(|it| it.id),
            factors: kinds?,
        };
        Ok(WalletState { wallet: Some(wallet), seal_to })
    }

    /// Keeps a new wallet.
    pub(crate) async fn create(&self, caller: &Caller, it: &WalletCreate) -> Result<(), ApiError> {
        self.require_fresh(caller)?;
        WalletId::read(&it.id)?;
        check(is_address(&it.addresses.eip155) && is_address(&it.addresses.solana), "addresses")?;
        let key = WalletKey::random();
        let key_sealed = self.kms.wrap(Purpose::AuthShare, &it.id, key.bytes()).await;
        let wallet = Wallet {
            id: it.id.clone(),
            user_id: caller.sign_in.user_id.clone(),
            key_sealed: key_sealed.map_err(VaultFault::from)?,
            addresses: serde_json::to_string(&it.addresses).expect("two texts can be written"),
            created_at_ms: self.clock.now_ms(),
        };
        let set = self.set_in(caller, &wallet.id, &key, &it.set).await?;
        let factors = self.factors_in(&wallet.id, &it.factors).await?;
        let (claim, by) = (Claim::Create, &*it.signature);
        Signed { claim, set: &it.set, factors: &it.factors, by }.check(caller, &wallet)?;
        if !self.db.add_wallet(&wallet, &set, &factors).await? {
            return Err(VaultFault::WalletExists.into());
        }
        self.note(caller, &wallet.id, "created").await
    }

    /// The server's share of the set that was dealt to this browser.
    pub(crate) async fn share(
        &self,
        caller: &Caller,
        ask: &ShareAsk,
    ) -> Result<ShareTold, ApiError> {
        let to = SealTo::read(&ask.seal_to)?;
        let wallet = self.required_wallet(caller).await?;
        let kind = match ask.purpose {
            SharePurpose::Sign => "signed",
            SharePurpose::Enrol => "enrolled",
            SharePurpose::Export => "exported",
            SharePurpose::Rotate => "rotated",
        };
        if ask.purpose != SharePurpose::Sign {
            self.require_fresh(caller)?;
        }
        self.count_release(caller, &wallet.id).await?;
        let set = self.db.set_of(&wallet.id, &caller.sign_in.device_id).await?;
        let Some(set) = set else {
            self.note(caller, &wallet.id, "refused").await?;
            return Err(VaultFault::ShareUnknown.into());
        };
        let key = self.key_of(&wallet).await?;
        let id = WalletId::read(&wallet.id)?;
        let place = place(Part::Auth, &set.id, id.bytes());
        let share = key.open(&place, &set.auth_sealed)?;
        self.note(caller, &wallet.id, kind).await?;
        let auth_share = to.seal(&place, share.bytes())?;
        Ok(ShareTold { set_id: set.id, commitment: set.commitment, auth_share })
    }

    /// All that brings the wallet back in a browser that has no set.
    pub(crate) async fn recover(
        &self,
        caller: &Caller,
        ask: &RecoverAsk,
    ) -> Result<Recovered, ApiError> {
        let to = SealTo::read(&ask.seal_to)?;
        self.require_fresh(caller)?;
        let wallet = self.required_wallet(caller).await?;
        self.count_release(caller, &wallet.id).await?;
        let set = self.db.newest_set(&wallet.id).await?.ok_or(VaultFault::ShareUnknown)?;
        let key = self.key_of(&wallet).await?;
        let id = WalletId::read(&wallet.id)?;
        let of = |part| place(part, &set.id, id.bytes());
        let share = key.open(&of(Part::Auth), &set.auth_sealed)?;
        let recovery_share = key.open(&of(Part::Recovery), &set.recovery_sealed)?;
        let auth_share = to.seal(&of(Part::Auth), share.bytes())?;
        let mut factors = Vec::new();
        for it in self.db.factors(&wallet.id).await? {
            let kind = read_kind(&it.kind)?;
            let wrapped = match kind {
                FactorKind::Automatic => {
                    let opened =
                        self.kms.unwrap(Purpose::RecoveryAuto, &wallet.id, &it.wrapped).await;
                    let opened = opened.map_err(VaultFault::from)?;
                    to.seal(&place(Part::Factor, kind.word(), id.bytes()), opened.bytes())?
                }
                _ => it.wrapped,
            };
            factors.push(Factor { kind, params: it.params, wrapped });
        }
        self.note(caller, &wallet.id, "recovered").await?;
        let set = ShareSet {
            auth_share,
            recovery_share: base64::encode(recovery_share.bytes()),
            id: set.id,
            commitment: set.commitment,
        };
        Ok(Recovered { set, factors })
    }

    /// Keeps a set for this browser.
    pub(crate) async fn enrol(&self, caller: &Caller, it: &WalletEnrol) -> Result<(), ApiError> {
        self.require_fresh(caller)?;
        let wallet = self.required_wallet(caller).await?;
        let key = self.key_of(&wallet).await?;
        let set = self.set_in(caller, &wallet.id, &key, &it.set).await?;
        let (claim, by) = (Claim::Enrol, &*it.signature);
        Signed { claim, set: &it.set, factors: &[], by }.check(caller, &wallet)?;
        match self.db.enrol(&set, &it.from).await? {
            Enrolled::Kept => {}
            Enrolled::IdTaken => return Err(malformed("set.id")),
            Enrolled::FromGone => return Err(VaultFault::ShareUnknown.into()),
        }
        self.note(caller, &wallet.id, "enrolled").await
    }

    /// Keeps one set and new factors, and nothing else.
    pub(crate) async fn rotate(&self, caller: &Caller, it: &WalletRotate) -> Result<(), ApiError> {
        self.require_fresh(caller)?;
        let wallet = self.required_wallet(caller).await?;
        let key = self.key_of(&wallet).await?;
        let set = self.set_in(caller, &wallet.id, &key, &it.set).await?;
        let factors = self.factors_in(&wallet.id, &it.factors).await?;
        let (claim, by) = (Claim::Rotate, &*it.signature);
        Signed { claim, set: &it.set, factors: &it.factors, by }.check(caller, &wallet)?;
        if !self.db.rotate(&set, &factors).await? {
            return Err(malformed("set.id"));
        }
        self.note(caller, &wallet.id, "rotated").await
    }

    /// What happened to the wallet.
    pub(crate) async fn events(&self, caller: &Caller) -> Result<WalletEvents, ApiError> {
        let wallet = self.required_wallet(caller).await?;
        let (all, is_whole) = self.db.noted(&wallet.id).await?;
        let events = all.into_iter().map(|it| WalletEvent {
            kind: it.kind,
            origin: it.origin,
            browser: it.browser,
            at_ms: Long(it.at_ms.unsigned_abs()),
        });
        Ok(WalletEvents { events: events.collect(), is_whole })
    }

    /// Forgets the caller with their wallet, and tells them. What happened to the wallet stays, without a name.
    pub(crate) async fn delete(
        &self,
        caller: &Caller,
        it: &AccountDelete,
        project: &Project,
    ) -> Result<(), ApiError> {
        self.require_fresh(caller)?;
        check(it.is_given_up, "isGivenUp")?;
        let SignIn { subject, email_sealed, user_id, .. } = &caller.sign_in;
        let address = self.email(subject, email_sealed).await?;
        if let Some(wallet) = self.db.wallet_of(user_id).await? {
            self.note(caller, &wallet.id, "deleted").await?;
        }
        self.db.forget_user(user_id).await?;
        let letter = Letter::deleted(&self.occasion_of(caller, project, ""));
        if self.mailer.send(&address, &letter).await.is_err() {
            tracing::warn!("nobody was told that a wallet was deleted");
        }
        Ok(())
    }

    pub(super) fn require_fresh(&self, caller: &Caller) -> Result<(), ApiError> {
        if caller.sign_in.span.fresh_until_ms > self.clock.now_ms() {
            Ok(())
        } else {
            Err(VaultFault::NotFresh.into())
        }
    }

    async fn required_wallet(&self, caller: &Caller) -> Result<Wallet, ApiError> {
        let wallet = self.db.wallet_of(&caller.sign_in.user_id).await?;
        Ok(wallet.ok_or(VaultFault::WalletUnknown)?)
    }

    async fn count_release(&self, caller: &Caller, wallet: &str) -> Result<(), ApiError> {
        let limits = limits::of_shares(&*self.kms, wallet).await.map_err(VaultFault::from)?;
        let counted = self.count(&limits).await;
        if counted.is_err() {
            let once = limits::refusal(&*self.kms, wallet).await.map_err(VaultFault::from)?;
            if self.count(&[once]).await.is_ok() {
                self.note(caller, wallet, "refused").await?;
            }
        }
        counted
    }

    async fn note(&self, caller: &Caller, wallet_id: &str, kind: &str) -> Result<(), ApiError> {
        let (origin, browser) = (&*caller.sign_in.origin, &*caller.sign_in.browser);
        let at_ms = self.clock.now_ms();
        Ok(self.db.note(&Happened { wallet_id, kind, origin, browser, at_ms }).await?)
    }

    /// What opens shares that come here. It is made of a key of `kms/`, so it is the same behind every node.
    async fn receiver(&self) -> Result<RecipientKey, ApiError> {
        let bytes = self.kms.mac(Purpose::AuthShare, b"latchkit/receiver/v1").await;
        Ok(RecipientKey::new(SecretBytes::copied(&bytes.map_err(VaultFault::from)?)))
    }

    async fn key_of(&self, wallet: &Wallet) -> Result<WalletKey, ApiError> {
        let opened = self.kms.unwrap(Purpose::AuthShare, &wallet.id, &wallet.key_sealed).await;
        Ok(WalletKey::of(opened.map_err(VaultFault::from)?.bytes()).ok_or(VaultFault::Keys)?)
    }

    /// A set that came, as it is kept.
    async fn set_in(
        &self,
        caller: &Caller,
        wallet: &str,
        key: &WalletKey,
        it: &ShareSet,
    ) -> Result<Set, ApiError> {
        check(WalletId::read(&it.id).is_ok(), "set.id")?;
        let id = WalletId::read(wallet)?;
        let of = |part| place(part, &it.id, id.bytes());
        let commitment = base64::decode(&it.commitment).filter(|it| it.len() == 32);
        check(commitment.is_some(), "set.commitment")?;
        let sealed = base64::decode(&it.auth_share).ok_or_else(|| malformed("set.authShare"))?;
        let receiver = self.receiver().await?;
        let opened = sealed_box::open(&receiver, &of(Part::Auth), &sealed);
        let share = opened.map_err(|_| malformed("set.authShare"))?;
        let read = Share::read(share.bytes()).map_err(|_| malformed("set.authShare"))?;
        let is_ours = read.holder() == Holder::Auth && read.set().wallet == *id.bytes();
        check(is_ours && hex::encode(read.set().set) == it.id, "set.authShare")?;
        let recovery = base64::decode(&it.recovery_share).filter(|it| it.len() <= 1024);
        let recovery = recovery.ok_or_else(|| malformed("set.recoveryShare"))?;
        Ok(Set {
            id: it.id.clone(),
            wallet_id: wallet.to_owned(),
            device_id: caller.sign_in.device_id.clone(),
            auth_sealed: key.seal(&of(Part::Auth), share.bytes()),
            recovery_sealed: key.seal(&of(Part::Recovery), &recovery),
            commitment: it.commitment.clone(),
            created_at_ms: self.clock.now_ms(),
        })
    }

    /// Factors that came, as they are kept: at least one, and of each kind but passkeys one.
    async fn factors_in(&self, wallet: &str, all: &[Factor]) -> Result<Vec<KeptFactor>, ApiError> {
        let once = |kind: FactorKind| all.iter().filter(|it| it.kind == kind).count() <= 1;
        let kinds = [FactorKind::Automatic, FactorKind::Code, FactorKind::Passphrase];
        check((1..=MOST_FACTORS).contains(&all.len()) && kinds.into_iter().all(once), "factors")?;
        let id = WalletId::read(wallet)?;
        let mut kept = Vec::new();
        for it in all {
            check(it.params.len() <= MOST_PARAMS, "factors.params")?;
            let bytes = base64::decode(&it.wrapped).filter(|it| it.len() <= 1024);
            let bytes = bytes.ok_or_else(|| malformed("factors.wrapped"))?;
            let wrapped = match it.kind {
                FactorKind::Automatic => {
                    let receiver = self.receiver().await?;
                    let place = place(Part::Factor, it.kind.word(), id.bytes());
                    let opened = sealed_box::open(&receiver, &place, &bytes);
                    let key = opened.map_err(|_| malformed("factors.wrapped"))?;
                    check(key.bytes().len() == 32, "factors.wrapped")?;
                    let wrapped = self.kms.wrap(Purpose::RecoveryAuto, wallet, key.bytes()).await;
                    wrapped.map_err(VaultFault::from)?
                }
                _ => it.wrapped.clone(),
            };
            let kind = it.kind.word().to_owned();
            kept.push(KeptFactor { id: random_id(), kind, params: it.params.clone(), wrapped });
        }
        Ok(kept)
    }
}

/// What the wallet itself has to have signed: no code that somebody was mailed is enough to change its shares.
struct Signed<'a> {
    claim: Claim,
    set: &'a ShareSet,
    factors: &'a [Factor],
    by: &'a str,
}

impl Signed<'_> {
    fn check(&self, caller: &Caller, wallet: &Wallet) -> Result<(), ApiError> {
        let id = WalletId::read(&wallet.id)?;
        let parts = claimed(self.set, self.factors);
        let digest = self.claim.digest(id.bytes(), &caller.session_hash, &parts);
        let signature = base64::decode(self.by).and_then(|it| EvmSignature::read(&it).ok());
        let signer = signature.and_then(|it| it.recover(&digest).ok());
        let addresses: WalletAddresses =
            serde_json::from_str(&wallet.addresses).map_err(|_| VaultFault::Keys)?;
        check(signer.is_some_and(|it| it.to_checksum() == addresses.eip155), "signature")
    }
}

fn check(is_fit: bool, field: &'static str) -> Result<(), ApiError> {
    if is_fit { Ok(()) } else { Err(malformed(field)) }
}

fn malformed(field: &'static str) -> ApiError {
    VaultFault::Malformed(field).into()
}

fn read_kind(word: &str) -> Result<FactorKind, VaultFault> {
    FactorKind::from_word(word).ok_or(VaultFault::Keys)
}

fn is_address(text: &str) -> bool {
    (1..=64).contains(&text.len()) && text.bytes().all(|it| it.is_ascii_alphanumeric())
}
