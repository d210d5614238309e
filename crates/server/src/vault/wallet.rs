//! What the server does with a wallet: it keeps one share of three, and gives it back to the browser that it
//! was dealt to.
//!
//! A share is released to who is signed in, with the key of the browser that its set was dealt to, on the
//! site where that was, so often and no more, and each time is written down (`releasing.rs`). What makes a wallet anew
//! somewhere else (another browser, its words, another splitting) takes somebody who signed in a moment ago, and what
//! changes its shares the wallet's own signature (`incoming.rs`); its owner hears of it by mail (`notice.rs`).
//! Shares come and go sealed to keys of the frame and of this server, so nothing between them reads one; what
//! is kept is sealed with a key of the wallet's own, which is sealed by the keys of `kms/`.

use super::Vault;
use super::fault::VaultFault;
use super::incoming::{Signed, are_addresses, check, malformed};
use super::notice::Notice;
use super::session::Caller;
use super::wallet_parts::{WalletId, WalletKey};
use crate::db::vault::share_set::Enrolled;
use crate::db::vault::sign_in::SignIn;
use crate::db::vault::wallet::Wallet;
use crate::db::vault::wallet_event::{CREATED, ChainKey, Happened, Noting};
use crate::error::ApiError;
use crate::kms::Purpose;
use keys::claim::Claim;
use protocol::api::vault::{
    FactorKind, WalletCreate, WalletEnrol, WalletEvent, WalletEvents, WalletRotate, WalletState,
    WalletSummary,
};
use std::sync::Arc;
use wire::{Long, Word};

/// What is written down of a wallet.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Event {
    Created,
    Signed,
    Enrolled,
    Waits,
    Recovered,
    Exported,
    Rotated,
    Moved,
    Refused,
    Leaving,
    Kept,
    Deleted,
    Peppered,
    Locked,
    Unlocked,
}

impl Event {
    pub(super) fn word(self) -> &'static str {
        match self {
            Event::Created => CREATED,
            Event::Signed => "signed",
            Event::Enrolled => "enrolled",
            Event::Waits => "waits",
            Event::Recovered => "recovered",
            Event::Exported => "exported",
            Event::Rotated => "rotated",
            Event::Moved => "moved",
            Event::Refused => "refused",
            Event::Leaving => "leaving",
            Event::Kept => "kept",
            Event::Deleted => "deleted",
            Event::Peppered => "passphrase",
            Event::Locked => "locked",
            Event::Unlocked => "unlocked",
        }
    }
}

impl Vault {
    /// The wallet of who asks, as far as it is no secret.
    pub(crate) async fn wallet(&self, caller: &Caller) -> Result<WalletState, ApiError> {
        let seal_to = self.receiver().await?.public();
        let Some(wallet) = self.wallet_of(&caller.sign_in.user_id).await? else {
            return Ok(WalletState { wallet: None, seal_to });
        };
        let set = self.db.set_of(&wallet.id, &caller.sign_in.device_id).await?;
        let factors = self.kinds(&wallet.id).await?;
        let addresses = serde_json::from_str(&wallet.addresses).map_err(|_| VaultFault::Keys)?;
        let wallet =
            WalletSummary { id: wallet.id, addresses, set_id: set.map(|it| it.id), factors };
        Ok(WalletState { wallet: Some(wallet), seal_to })
    }

    /// What brings a wallet back.
    pub(super) async fn kinds(&self, wallet: &str) -> Result<Vec<FactorKind>, ApiError> {
        let kinds = self.db.factors(wallet).await?;
        let kinds: Result<_, VaultFault> = kinds.iter().map(|it| read_kind(&it.kind)).collect();
        Ok(kinds?)
    }

    /// Keeps a new wallet.
    pub(crate) async fn create(&self, caller: &Caller, it: &WalletCreate) -> Result<(), ApiError> {
        self.require_fresh(caller)?;
        WalletId::read(&it.id)?;
        check(are_addresses(&it.addresses), "addresses")?;
        let key = WalletKey::random();
        let key_sealed = self.kms.wrap(Purpose::AuthShare, &it.id, key.bytes()).await;
        let mut wallet = Wallet {
            id: it.id.clone(),
            user_id: caller.sign_in.user_id.clone(),
            key_sealed: key_sealed.map_err(VaultFault::from)?,
            addresses: serde_json::to_string(&it.addresses).expect("two texts can be written"),
            created_at_ms: self.clock.now_ms(),
            code: String::new(),
            is_locked: false,
        };
        wallet.code = self.row_key().await?.code(&wallet.row());
        let set = self.set_in(caller, &wallet.id, &key, &it.set).await?;
        let factors = self.factors_in(caller, &wallet.id, &it.factors).await?;
        let (claim, by) = (Claim::Create, &*it.signature);
        Signed { claim, set: &it.set, factors: &it.factors, by }.check(caller, &wallet)?;
        let chain = key.chain();
        let noting = self.noting(caller, &wallet.id, &chain, Event::Created);
        if self.db.add_wallet(&wallet, &set, &factors, &noting).await? {
            Ok(())
        } else {
            Err(VaultFault::WalletExists.into())
        }
    }

    /// Keeps a set for this browser.
    pub(crate) async fn enrol(
        self: &Arc<Self>,
        caller: &Caller,
        it: &WalletEnrol,
    ) -> Result<(), ApiError> {
        self.require_fresh(caller)?;
        let wallet = self.required_wallet(caller).await?;
        let key = self.key_of(&wallet).await?;
        let set = self.set_in(caller, &wallet.id, &key, &it.set).await?;
        let (claim, by) = (Claim::Enrol, &*it.signature);
        Signed { claim, set: &it.set, factors: &[], by }.check(caller, &wallet)?;
        let chain = key.chain();
        let noting = self.noting(caller, &wallet.id, &chain, Event::Enrolled);
        self.keep(caller, &wallet.id, &key).await?;
        match self.db.enrol(&set, &it.from, &noting).await? {
            Enrolled::Kept => {}
            Enrolled::IdTaken => return Err(malformed("set.id")),
            Enrolled::FromGone => return Err(VaultFault::ShareUnknown.into()),
            Enrolled::Locked => return Err(VaultFault::WalletLocked.into()),
        }
        self.tell(caller, &wallet.id, Notice::Recovered).await;
        Ok(())
    }

    /// Keeps one set and new factors, and nothing else.
    pub(crate) async fn rotate(
        self: &Arc<Self>,
        caller: &Caller,
        it: &WalletRotate,
    ) -> Result<(), ApiError> {
        self.require_fresh(caller)?;
        let wallet = self.required_wallet(caller).await?;
        let key = self.key_of(&wallet).await?;
        let set = self.set_in(caller, &wallet.id, &key, &it.set).await?;
        let factors = self.factors_in(caller, &wallet.id, &it.factors).await?;
        let (claim, by) = (Claim::Rotate, &*it.signature);
        Signed { claim, set: &it.set, factors: &it.factors, by }.check(caller, &wallet)?;
        let chain = key.chain();
        let noting = self.noting(caller, &wallet.id, &chain, Event::Rotated);
        self.keep(caller, &wallet.id, &key).await?;
        match self.db.rotate(&set, &factors, &noting).await? {
            Enrolled::Kept => {}
            Enrolled::Locked => return Err(VaultFault::WalletLocked.into()),
            Enrolled::IdTaken | Enrolled::FromGone => return Err(malformed("set.id")),
        }
        self.tell(caller, &wallet.id, Notice::Rotated).await;
        Ok(())
    }

    /// What happened to the wallet.
    pub(crate) async fn events(&self, caller: &Caller) -> Result<WalletEvents, ApiError> {
        let wallet = self.known_wallet(caller).await?;
        let chain = self.key_of(&wallet).await?.chain();
        let (all, is_whole) = self.db.noted(&wallet.id, &chain).await?;
        let leaves_at_ms = self.db.deletion_at(&wallet.user_id).await?;
        let leaves_at_ms = leaves_at_ms.map(|it| Long(it.unsigned_abs()));
        let events = all.into_iter().map(|it| WalletEvent {
            kind: it.kind,
            origin: it.origin,
            browser: it.browser,
            at_ms: Long(it.at_ms.unsigned_abs()),
        });
        Ok(WalletEvents { events: events.collect(), is_whole, leaves_at_ms })
    }

    pub(super) fn require_fresh(&self, caller: &Caller) -> Result<(), ApiError> {
        if caller.sign_in.span.fresh_until_ms > self.clock.now_ms() {
            Ok(())
        } else {
            Err(VaultFault::NotFresh.into())
        }
    }

    /// The wallet of somebody, unless somebody who has not the keys changed whose it is.
    pub(super) async fn wallet_of(&self, user_id: &str) -> Result<Option<Wallet>, ApiError> {
        let Some(wallet) = self.db.wallet_of(user_id).await? else { return Ok(None) };
        if self.row_key().await?.vouches(&wallet.row(), &wallet.code) {
            Ok(Some(wallet))
        } else {
            Err(VaultFault::RowChanged.into())
        }
    }

    /// The wallet of who asks, which they are about to use.
    pub(super) async fn required_wallet(&self, caller: &Caller) -> Result<Wallet, ApiError> {
        let wallet = self.known_wallet(caller).await?;
        self.require_unlocked(caller, &wallet).await?;
        Ok(wallet)
    }

    /// The same, to read what is known of it.
    async fn known_wallet(&self, caller: &Caller) -> Result<Wallet, ApiError> {
        let wallet = self.wallet_of(&caller.sign_in.user_id).await?;
        Ok(wallet.ok_or(VaultFault::WalletUnknown)?)
    }

    pub(super) async fn note(
        &self,
        caller: &Caller,
        wallet_id: &str,
        key: &WalletKey,
        event: Event,
    ) -> Result<(), ApiError> {
        Ok(self.db.note(&self.noting(caller, wallet_id, &key.chain(), event)).await?)
    }

    pub(super) fn noting<'a>(
        &self,
        caller: &'a Caller,
        wallet_id: &'a str,
        key: &'a ChainKey,
        event: Event,
    ) -> Noting<'a> {
        let SignIn { origin, browser, .. } = &caller.sign_in;
        let (kind, at_ms) = (event.word(), self.clock.now_ms());
        Noting { what: Happened { wallet_id, kind, origin, browser, at_ms }, key }
    }
}

pub(super) fn read_kind(word: &str) -> Result<FactorKind, VaultFault> {
    FactorKind::from_word(word).ok_or(VaultFault::Keys)
}
