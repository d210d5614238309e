//! What goes out of a wallet: the server's share, what brings the wallet back, what a passphrase is stretched with.
//!
//! Each is sealed to a key that the frame made for it, counted, and but for what somebody still has to make is
//! written down.

use super::Vault;
use super::fault::VaultFault;
use super::incoming::{check, malformed};
use super::limits;
use super::notice::Notice;
use super::session::Caller;
use super::wallet::{Event, read_kind};
use super::wallet_parts::{SealTo, WalletId, WalletKey};
use crate::error::ApiError;
use crate::kms::Purpose;
use keys::part::{Part, place};
use protocol::api::vault::{
    Factor, FactorKind, PepperAsk, PepperTold, RecoverAsk, Recovered, ShareAsk, SharePurpose,
    ShareSet, ShareTold,
};
use protocol::relay::base64;
use std::sync::Arc;
use wire::Word;

/// How long a salt is.
const SALT_BYTES: usize = 16;

impl Vault {
    /// The server's share of the set that was dealt to this browser.
    pub(crate) async fn share(
        self: &Arc<Self>,
        caller: &Caller,
        ask: &ShareAsk,
    ) -> Result<ShareTold, ApiError> {
        let to = SealTo::read(&ask.seal_to)?;
        let wallet = self.required_wallet(caller).await?;
        let event = match ask.purpose {
            // What comes of a claim is written down by itself.
            SharePurpose::Sign | SharePurpose::Claim => Event::Signed,
            SharePurpose::Enrol => Event::Enrolled,
            SharePurpose::Export => Event::Exported,
            SharePurpose::Rotate => Event::Rotated,
        };
        // What a claim is for takes somebody who signed in a moment ago or entered a code that was mailed since.
        if !matches!(ask.purpose, SharePurpose::Sign | SharePurpose::Claim) {
            self.require_fresh(caller)?;
            let kinds = self.kinds(&wallet.id).await?;
            if !kinds.contains(&FactorKind::Automatic) {
                return Err(VaultFault::FactorNeeded.into());
            }
        }
        let key = self.key_of(&wallet).await?;
        // Whoever has none uses up nothing of those who have one.
        let set = self.db.set_of(&wallet.id, &caller.sign_in.device_id).await?;
        let Some(set) = set else {
            self.note_refusal(caller, &wallet.id, &key).await?;
            return Err(VaultFault::ShareUnknown.into());
        };
        self.count_release(caller, &wallet.id, &key).await?;
        let id = WalletId::read(&wallet.id)?;
        let place = place(Part::Auth, &set.id, id.bytes());
        let share = key.open(&place, &set.auth_sealed)?;
        self.keep(caller, &wallet.id, &key).await?;
        self.note(caller, &wallet.id, &key, event).await?;
        self.db.use_set(&set, self.clock.now_ms()).await?;
        let auth_share = to.seal(&place, share.bytes())?;
        if event == Event::Exported {
            self.tell(caller, &wallet.id, Notice::Exported).await;
        }
        Ok(ShareTold { set_id: set.id, commitment: set.commitment, auth_share })
    }

    /// All that brings the wallet back: in a browser that has no set, and of a wallet whose owner keeps what does that,
    /// wherever its words are shown or it is split anew. Of what is told here nothing is to be had without it.
    pub(crate) async fn recover(
        self: &Arc<Self>,
        caller: &Caller,
        ask: &RecoverAsk,
    ) -> Result<Recovered, ApiError> {
        let to = SealTo::read(&ask.seal_to)?;
        let (event, notice) = match ask.purpose {
            SharePurpose::Enrol => (Event::Recovered, Some(Notice::Recovered)),
            SharePurpose::Export => (Event::Exported, Some(Notice::Exported)),
            // That it was split anew is written down and told once it was.
            SharePurpose::Rotate => (Event::Recovered, None),
            SharePurpose::Sign | SharePurpose::Claim => return Err(malformed("purpose")),
        };
        self.require_fresh(caller)?;
        let wallet = self.required_wallet(caller).await?;
        let key = self.key_of(&wallet).await?;
        self.require_waited(caller, &wallet.id, &key).await?;
        self.count_release(caller, &wallet.id, &key).await?;
        let set = self.db.newest_set(&wallet.id).await?.ok_or(VaultFault::ShareUnknown)?;
        let id = WalletId::read(&wallet.id)?;
        let of = |part| place(part, &set.id, id.bytes());
        let share = key.open(&of(Part::Auth), &set.auth_sealed)?;
        let recovery_share = key.open(&of(Part::Recovery), &set.recovery_sealed)?;
        let auth_share = to.seal(&of(Part::Auth), share.bytes())?;
        let factors = self.factors_out(&wallet.id, &to).await?;
        self.keep(caller, &wallet.id, &key).await?;
        self.note(caller, &wallet.id, &key, event).await?;
        if let Some(notice) = notice {
            self.tell(caller, &wallet.id, notice).await;
        }
        let set = ShareSet {
            auth_share,
            recovery_share: base64::encode(recovery_share.bytes()),
            id: set.id,
            commitment: set.commitment,
        };
        Ok(Recovered { set, factors })
    }

    /// What a passphrase of the caller's is stretched with: another one for each person, wallet and salt. Who has
    /// no wallet yet asks for the one that they are about to make.
    pub(crate) async fn pepper(
        &self,
        caller: &Caller,
        ask: &PepperAsk,
    ) -> Result<PepperTold, ApiError> {
        let to = SealTo::read(&ask.seal_to)?;
        self.require_fresh(caller)?;
        let id = WalletId::read(&ask.wallet).map_err(|_| malformed("wallet"))?;
        let salt = base64::decode(&ask.salt).filter(|it| it.len() == SALT_BYTES);
        let salt = salt.ok_or_else(|| malformed("salt"))?;
        let user_id = &*caller.sign_in.user_id;
        let wallet = self.wallet_of(user_id).await?;
        check(wallet.as_ref().is_none_or(|it| it.id == ask.wallet), "wallet")?;
        let limits = limits::of_peppers(&*self.kms, user_id).await.map_err(VaultFault::from)?;
        self.count(&limits).await?;
        let about =
            [b"latchkit/pepper/v1\0", user_id.as_bytes(), b"\0", id.bytes(), &salt].concat();
        let pepper = self.kms.mac(Purpose::PassphrasePepper, &about).await;
        let pepper = zeroize::Zeroizing::new(pepper.map_err(VaultFault::from)?);
        if let Some(wallet) = &wallet {
            self.require_unlocked(caller, wallet).await?;
            let key = self.key_of(wallet).await?;
            self.note(caller, &wallet.id, &key, Event::Peppered).await?;
        }
        let place = place(Part::Pepper, FactorKind::Passphrase.word(), id.bytes());
        Ok(PepperTold { pepper: to.seal(&place, &*pepper)? })
    }

    /// What brings a wallet back, as it goes to the frame.
    async fn factors_out(&self, wallet: &str, to: &SealTo) -> Result<Vec<Factor>, ApiError> {
        let id = WalletId::read(wallet)?;
        let mut factors = Vec::new();
        for it in self.db.factors(wallet).await? {
            let kind = read_kind(&it.kind)?;
            let wrapped = match kind {
                FactorKind::Automatic => {
                    let opened = self.kms.unwrap(Purpose::RecoveryAuto, wallet, &it.wrapped).await;
                    let opened = opened.map_err(VaultFault::from)?;
                    to.seal(&place(Part::Factor, kind.word(), id.bytes()), opened.bytes())?
                }
                _ => it.wrapped,
            };
            factors.push(Factor { kind, params: it.params, wrapped });
        }
        Ok(factors)
    }

    async fn count_release(
        &self,
        caller: &Caller,
        wallet: &str,
        key: &WalletKey,
    ) -> Result<(), ApiError> {
        let limits = limits::of_shares(&*self.kms, wallet).await.map_err(VaultFault::from)?;
        let counted = self.count(&limits).await;
        if counted.is_err() {
            self.note_refusal(caller, wallet, key).await?;
        }
        counted
    }

    /// Once an hour for each browser: nobody buries what else is written down.
    pub(super) async fn note_refusal(
        &self,
        caller: &Caller,
        wallet: &str,
        key: &WalletKey,
    ) -> Result<(), ApiError> {
        let device = &caller.sign_in.device_id;
        let once = limits::refusal(&*self.kms, device).await.map_err(VaultFault::from)?;
        match self.count(&[once]).await {
            Ok(()) => self.note(caller, wallet, key, Event::Refused).await,
            Err(_) => Ok(()),
        }
    }
}
