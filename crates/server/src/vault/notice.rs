//! What the owner of a wallet hears of by mail: that a new browser waits for it, that it was brought back there, that its
//! words were asked for, that it was split anew, that it was deleted.
//!
//! Nobody waits for such a mail, and nobody is flooded: of a kind and wallet there is one an hour. A browser whose
//! storage was cleared looks like a new one, so of the same family of browsers on the same site, where it was seen
//! within a month, there is one a week.

use super::Vault;
use super::email_address::EmailAddress;
use super::fault::VaultFault;
use super::limits::{self, HOUR_MS, WEEK_MS};
use super::session::Caller;
use crate::db::vault::sign_in::SignIn;
use crate::db::vault::throttle::Limit;
use crate::error::ApiError;
use crate::mail::{Letter, Occasion};
use std::sync::Arc;

/// How long the same family of browsers is taken for the one whose storage was cleared.
pub(super) const SAME_BROWSER_MS: i64 = 30 * 24 * HOUR_MS;

/// Something that an owner hears of.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Notice {
    /// Another browser waits for it.
    Waits {
        /// For how long.
        hours: u32,
    },
    /// The wallet is in another browser.
    Recovered,
    /// Its words were asked for.
    Exported,
    /// It was split anew, and other factors bring it back.
    Rotated,
}

impl Notice {
    fn name(self) -> &'static str {
        match self {
            Notice::Waits { .. } => "notice-waits",
            Notice::Recovered => "notice-recovered",
            Notice::Exported => "notice-exported",
            Notice::Rotated => "notice-rotated",
        }
    }

    fn letter(self, of: &Occasion<'_>) -> Letter {
        match self {
            Notice::Waits { hours } => Letter::waits(of, hours),
            Notice::Recovered => Letter::recovered(of),
            Notice::Exported => Letter::exported(of),
            Notice::Rotated => Letter::rotated(of),
        }
    }
}

/// A browser on a site, as somebody comes by it.
pub(super) struct Newcomer<'a> {
    pub(super) user_id: &'a str,
    pub(super) origin: &'a str,
    pub(super) browser: &'a str,
    /// When another one of its family was last seen there.
    pub(super) seen_at_ms: Option<i64>,
}

impl Vault {
    /// Tells the owner of the caller's wallet. What was done is done, whether or not they can be told of it.
    pub(super) async fn tell(self: &Arc<Self>, caller: &Caller, wallet: &str, what: Notice) {
        match self.place_of(caller, wallet, what).await {
            Ok(None) => {}
            Ok(Some(place)) => {
                let SignIn { subject, email_sealed, .. } = &caller.sign_in;
                let Ok(address) = self.email(subject, email_sealed).await else { return };
                let letter = what.letter(&self.occasion_of(caller, ""));
                self.send_later(address, letter, Some(place));
            }
            Err(_) => tracing::warn!("whether a notice is due is not known, so it was not sent"),
        }
    }

    /// Sends a letter without anybody who waits for it. Where it cannot be sent its place is free again.
    pub(super) fn send_later(
        self: &Arc<Self>,
        address: EmailAddress,
        letter: Letter,
        place: Option<Limit>,
    ) {
        let vault = self.clone();
        tokio::spawn(async move {
            if vault.mailer.send(&address, &letter).await.is_ok() {
                return;
            }
            tracing::warn!("a notice was not sent");
            if let Some(place) = place {
                // Where that fails, too, the next one is as late as if it had been sent.
                let _ = vault.db.count_anew(&place.key).await;
            }
        });
    }

    /// Whether a newcomer is news to their owner, by notices of one kind.
    pub(super) async fn is_news(&self, kind: &str, of: &Newcomer<'_>) -> Result<bool, ApiError> {
        Ok(self.week_of(kind, of).await?.is_some())
    }

    /// The place of a notice among those of an hour or a week; none where they are taken.
    async fn place_of(
        &self,
        caller: &Caller,
        wallet: &str,
        what: Notice,
    ) -> Result<Option<Limit>, ApiError> {
        let hour = limits::notice(&*self.kms, what.name(), wallet, HOUR_MS).await;
        let hour = [hour.map_err(VaultFault::from)?];
        if self.db.count_all(&hour, self.clock.now_ms()).await?.is_some() {
            return Ok(None);
        }
        let [hour] = hour;
        if what != Notice::Recovered {
            return Ok(Some(hour));
        }
        let SignIn { user_id, origin, browser, .. } = &caller.sign_in;
        let seen_at_ms = self.db.seen_beside(&caller.sign_in).await?;
        self.week_of(what.name(), &Newcomer { user_id, origin, browser, seen_at_ms }).await
    }

    /// The same of a newcomer, who is news in any case where their family of browsers was not there for long.
    async fn week_of(&self, kind: &str, of: &Newcomer<'_>) -> Result<Option<Limit>, ApiError> {
        let now_ms = self.clock.now_ms();
        let text = [of.user_id, "\0", of.origin, "\0", of.browser].concat();
        let week = limits::notice(&*self.kms, kind, &text, WEEK_MS).await;
        let week = [week.map_err(VaultFault::from)?];
        if of.seen_at_ms.is_none_or(|seen| seen + SAME_BROWSER_MS < now_ms) {
            self.db.count_anew(&week[0].key).await?;
        }
        let is_full = self.db.count_all(&week, now_ms).await?.is_some();
        let [week] = week;
        Ok((!is_full).then_some(week))
    }

    /// What a mail says of what it is about.
    pub(super) fn occasion_of<'a>(&self, caller: &'a Caller, language: &'a str) -> Occasion<'a> {
        Occasion {
            site: &caller.project.settings.name,
            origin: &caller.sign_in.origin,
            browser: &caller.sign_in.browser,
            at_ms: self.clock.now_ms(),
            language,
        }
    }
}
