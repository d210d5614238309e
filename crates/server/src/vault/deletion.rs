//! Deleting a wallet: at once where the wallet itself signs it, and else in seven days.
//!
//! Whoever reads somebody's mails signs in as them, and has no wallet by that. So without the wallet's signature its
//! owner is told by mail first, with a link that keeps it, and whoever uses the wallet meanwhile keeps it as well.

use super::Vault;
use super::fault::VaultFault;
use super::incoming::{check, check_signed};
use super::link::Secret;
use super::proof;
use super::session::Caller;
use super::sign_in::Visitor;
use super::wallet::Event;
use super::wallet_parts::WalletKey;
use crate::db::vault::deletion::{Deletion, Due};
use crate::db::vault::sign_in::SignIn;
use crate::db::vault::wallet::Wallet;
use crate::db::vault::wallet_event::{Happened, Noting};
use crate::error::ApiError;
use crate::mail::{Letter, Occasion};
use keys::claim::Claim;
use protocol::api::vault::{AccountDelete, AccountDeleted, WalletClaim};
use protocol::path::MAILED_KEEP;
use std::sync::Arc;
use wire::Long;

const WAIT_DAYS: i64 = 7;
const DAY_MS: i64 = 24 * 60 * 60 * 1000;

impl Vault {
    /// Forgets the caller with their wallet, and tells them. What happened to the wallet stays, without a name.
    pub(crate) async fn delete(
        self: &Arc<Self>,
        caller: &Caller,
        it: &AccountDelete,
        visitor: &Visitor<'_>,
    ) -> Result<AccountDeleted, ApiError> {
        self.require_fresh(caller)?;
        check(it.is_given_up, "isGivenUp")?;
        let SignIn { subject, email_sealed, user_id, .. } = &caller.sign_in;
        let wallet = self.wallet_of(user_id).await?;
        if let Some(wallet) = &wallet {
            self.require_unlocked(caller, wallet).await?;
        }
        match (&wallet, &it.signature) {
            (Some(wallet), Some(by)) => {
                check_signed(Claim::Delete, caller, wallet, &WalletClaim::Delete.parts(), by)?;
            }
            (Some(wallet), None) => return self.plan(caller, wallet, visitor).await,
            (None, _) => {}
        }
        let address = self.email(subject, email_sealed).await?;
        let is_done = match &wallet {
            Some(wallet) => {
                let chain = self.key_of(wallet).await?.chain();
                let noting = self.noting(caller, &wallet.id, &chain, Event::Deleted);
                self.db.forget_user(user_id, Some(&noting)).await?
            }
            None => self.db.forget_user(user_id, None).await?,
        };
        check(is_done, "signature")?;
        self.send_later(address, Letter::deleted(&self.occasion_of(caller, "")), None);
        Ok(AccountDeleted { at_ms: None })
    }

    /// Tells the owner that their wallet is to be deleted; it is planned only once that mail left.
    async fn plan(
        &self,
        caller: &Caller,
        wallet: &Wallet,
        visitor: &Visitor<'_>,
    ) -> Result<AccountDeleted, ApiError> {
        let SignIn { subject, email_sealed, user_id, origin, browser, .. } = &caller.sign_in;
        let told = |at_ms: i64| AccountDeleted { at_ms: Some(Long(at_ms.unsigned_abs())) };
        if let Some(at_ms) = self.db.deletion_at(user_id).await? {
            return Ok(told(at_ms));
        }
        let address = self.email(subject, email_sealed).await?;
        let secret = Secret::random();
        let url = secret.url(&self.origin, MAILED_KEEP);
        let letter = Letter::leaving(&self.occasion_of(caller, ""), &url, WAIT_DAYS);
        self.mail(&address, &letter, caller, visitor).await?;
        let deletion = Deletion {
            user_id: user_id.clone(),
            link_hash: secret.hash(),
            at_ms: self.clock.now_ms() + WAIT_DAYS * DAY_MS,
            site: caller.project.settings.name.clone(),
            origin: origin.clone(),
            browser: browser.clone(),
        };
        let chain = self.key_of(wallet).await?.chain();
        let noting = self.noting(caller, &wallet.id, &chain, Event::Leaving);
        Ok(told(self.db.plan_deletion(&deletion, &noting).await?))
    }

    /// The caller uses their wallet, so it is not deleted.
    pub(super) async fn keep(
        &self,
        caller: &Caller,
        wallet: &str,
        key: &WalletKey,
    ) -> Result<(), ApiError> {
        let user_id = &*caller.sign_in.user_id;
        if self.db.deletion_at(user_id).await?.is_some() {
            let chain = key.chain();
            let noting = self.noting(caller, wallet, &chain, Event::Kept);
            self.db.end_deletion(user_id, &noting).await?;
        }
        Ok(())
    }

    /// Whether a link keeps a wallet.
    pub(crate) async fn can_keep(&self, secret: &str) -> Result<bool, ApiError> {
        Ok(self.db.can_keep(&proof::hash(secret.as_bytes())).await?)
    }

    /// Keeps it. False where the link is of no use.
    pub(crate) async fn keep_by_link(&self, secret: &str) -> Result<bool, ApiError> {
        Ok(self.db.keep_by_link(&proof::hash(secret.as_bytes())).await?)
    }

    /// Deletes those whose time has come.
    pub(super) async fn delete_due(&self) -> sqlx::Result<()> {
        let mut after = String::new();
        loop {
            let piece = self.db.due_deletions(&after, self.clock.now_ms()).await?;
            let Some(last) = piece.last() else { return Ok(()) };
            after.clone_from(&last.deletion.user_id);
            for due in piece {
                if self.delete_one(&due).await.is_err() {
                    tracing::error!("a wallet whose time has come cannot be deleted");
                }
            }
        }
    }

    async fn delete_one(&self, due: &Due) -> Result<(), ApiError> {
        let Due { deletion, subject, email_sealed } = due;
        let Deletion { user_id, site, origin, browser, .. } = deletion;
        let address = self.email(subject, email_sealed).await?;
        let wallet = self.wallet_of(user_id).await?.ok_or(VaultFault::WalletUnknown)?;
        let chain = self.key_of(&wallet).await?.chain();
        let (wallet_id, kind, at_ms) = (&*wallet.id, Event::Deleted.word(), self.clock.now_ms());
        let noting =
            Noting { what: Happened { wallet_id, kind, origin, browser, at_ms }, key: &chain };
        if self.db.delete_due(deletion, &noting).await? {
            let occasion = Occasion { site, origin, browser, at_ms, language: "" };
            let (mailer, letter) = (self.mailer.clone(), Letter::deleted(&occasion));
            tokio::spawn(async move {
                if mailer.send(&address, &letter).await.is_err() {
                    tracing::warn!("a notice was not sent");
                }
            });
        }
        Ok(())
    }
}
