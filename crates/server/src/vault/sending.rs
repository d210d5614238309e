//! Mails about an attempt to sign in: the code, the link, and what its owner should hear of.

use super::Vault;
use super::code::Code;
use super::email_address::EmailAddress;
use super::fault::VaultFault;
use super::notice::Newcomer;
use crate::db::vault::attempt::Attempt;
use crate::db::vault::sign_in::Arrived;
use crate::error::ApiError;
use crate::mail::{Letter, MailFault, Occasion};
use crate::project::Project;
use std::sync::Arc;

/// What a code is for that signs in.
pub(super) const SIGN_IN: &str = "sign-in";
/// How long a code is good.
pub(super) const CODE_MINUTES: i64 = 5;
/// How long an attempt lasts, and so a mailed link.
pub(super) const ATTEMPT_MINUTES: i64 = 10;
pub(super) const MINUTE_MS: i64 = 60_000;

/// A mail about an attempt.
pub(super) struct Sending {
    pub(super) vault: Arc<Vault>,
    pub(super) attempt: Attempt,
    pub(super) address: EmailAddress,
    pub(super) project: Arc<Project>,
}

impl Sending {
    /// Mails a code, and makes it the one that is good.
    pub(super) async fn code(self) -> Result<(), ApiError> {
        let code = Code::random();
        self.send(&Letter::code(&self.occasion(), code.digits(), CODE_MINUTES)).await?;
        let Sending { vault, attempt, .. } = self;
        let tag =
            code.tag(&*vault.kms, SIGN_IN, &attempt.bound()).await.map_err(VaultFault::from)?;
        let until_ms = vault.clock.now_ms() + CODE_MINUTES * MINUTE_MS;
        Ok(vault.db.set_code(&attempt, &tag, until_ms).await?)
    }

    /// Mails the link, at `url`, that lets a new browser in.
    pub(super) async fn link(self, url: &str) -> Result<(), ApiError> {
        self.send(&Letter::link(&self.occasion(), url, ATTEMPT_MINUTES)).await
    }

    /// Tells of something. Where it cannot be told now it is not told.
    pub(super) async fn notice(&self, letter: impl FnOnce(&Occasion<'_>) -> Letter) {
        if self.send(&letter(&self.occasion())).await.is_err() {
            tracing::warn!("a notice was not sent");
        }
    }

    /// Whether the owner should hear of who signed in.
    pub(super) async fn is_news(&self, arrived: &Arrived) -> Result<bool, ApiError> {
        if arrived.is_new_user || !arrived.is_new_device {
            return Ok(false);
        }
        let newcomer = Newcomer {
            user_id: &arrived.user_id,
            origin: &self.attempt.origin,
            browser: &self.attempt.browser,
            seen_at_ms: arrived.browser_seen_at_ms,
        };
        self.vault.is_news("notice", &newcomer).await
    }

    async fn send(&self, letter: &Letter) -> Result<(), ApiError> {
        let sent = self.vault.mailer.send(&self.address, letter).await;
        sent.map_err(|fault| match fault {
            MailFault::AddressRefused => VaultFault::EmailUnknown.into(),
            MailFault::NotSent => VaultFault::MailNotSent.into(),
        })
    }

    fn occasion(&self) -> Occasion<'_> {
        Occasion {
            site: &self.project.settings.name,
            origin: &self.attempt.origin,
            browser: &self.attempt.browser,
            at_ms: self.vault.clock.now_ms(),
            language: &self.attempt.language,
        }
    }
}
