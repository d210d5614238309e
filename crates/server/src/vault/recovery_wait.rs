//! A wallet that signing in brings back comes to a new browser after a while, where its project wants that: whoever
//! reads somebody's mails does not have it at once, and its owner, who hears of it, ends that session or moves what is
//! in the wallet. The wait ends with the session, and whoever has waited brings the wallet back within a day; until then
//! they sign others out, and take no share from them.
//!
//! A browser that was cleared looks like a new one. So nobody waits where one of its family has the wallet on that site
//! and was seen there within a month; which projects may have people wait says `recovery_delay.rs`.

use super::Vault;
use super::fault::VaultFault;
use super::limits::HOUR_MS;
use super::notice::{Notice, SAME_BROWSER_MS};
use super::session::Caller;
use super::wallet::Event;
use super::wallet_parts::WalletKey;
use crate::db::vault::sign_in::SignIn;
use crate::error::ApiError;
use protocol::api::vault::FactorKind;
use std::sync::Arc;
use std::time::Duration;
use wire::Word;

/// How long whoever waited has the wallet then, in milliseconds: a wait that nobody remembers is none.
const OVER_MS: i64 = 24 * HOUR_MS;

impl Vault {
    /// Whether the caller has yet to wait, or has waited and does not have the wallet: they take nothing from those who do.
    pub(super) async fn is_newcomer(&self, caller: &Caller) -> Result<bool, ApiError> {
        let SignIn { user_id, device_id, .. } = &caller.sign_in;
        if caller.project.settings.sign_in.recovery_delay_hours == 0 {
            return Ok(false);
        }
        match self.wallet_of(user_id).await? {
            Some(wallet) => Ok(self.db.set_of(&wallet.id, device_id).await?.is_none()),
            None => Ok(false),
        }
    }

    /// Refuses a browser that has not waited yet, and tells the owner where it begins to.
    pub(super) async fn require_waited(
        self: &Arc<Self>,
        caller: &Caller,
        wallet: &str,
        key: &WalletKey,
    ) -> Result<(), ApiError> {
        let hours = caller.project.settings.sign_in.recovery_delay_hours;
        if hours == 0 {
            return Ok(());
        }
        let factors = self.db.factors(wallet).await?;
        if factors.iter().all(|it| it.kind != FactorKind::Automatic.word()) {
            return Ok(());
        }
        let now_ms = self.clock.now_ms();
        let seen_at_ms = self.db.opened_beside(&caller.sign_in).await?;
        if seen_at_ms.is_some_and(|it| it + SAME_BROWSER_MS >= now_ms) {
            return Ok(());
        }
        let device = &*caller.sign_in.device_id;
        let until_ms = now_ms + i64::from(hours) * HOUR_MS;
        let over_ms = now_ms - OVER_MS;
        let (until_ms, is_new) = self.db.recovery_wait(device, until_ms, over_ms).await?;
        if is_new {
            self.note(caller, wallet, key, Event::Waits).await?;
            self.tell(caller, wallet, Notice::Waits { hours }).await;
        }
        let left_ms = u64::try_from(until_ms - now_ms).unwrap_or_default();
        match left_ms {
            0 => Ok(()),
            _ => Err(VaultFault::RecoveryWaits(Duration::from_millis(left_ms)).into()),
        }
    }
}
