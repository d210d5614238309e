//! What is kept of the embedded wallet and of who signs in to it.
//!
//! `attempt.rs` has who is about to, `sign_in.rs` who did, in which browser, `email_change.rs` who takes another
//! address, `code.rs` the codes that are awaited of both; `review.rs` has what is approved in a window; `throttle.rs` counts what must
//! not happen too often; `wallet.rs` has what is kept of wallets, `share_set.rs` the shares of each browser,
//! `wallet_event.rs` what happened to them, `deletion.rs` when one is deleted; `row_key.rs` vouches for who is who, `rewrapping.rs` seals anew what keys sealed that were replaced,
//! `key_rows.rs` has what shows whether keys are those that it was written with. Times are
//! milliseconds since 1970 and come from whoever asks.

pub(crate) mod attempt;
pub(crate) mod code;
pub(crate) mod deletion;
pub(crate) mod email_change;
pub(crate) mod key_rows;
mod recovery_wait;
pub(crate) mod review;
pub(crate) mod rewrapping;
pub(crate) mod row_key;
pub(crate) mod share_set;
pub(crate) mod sign_in;
pub(crate) mod throttle;
pub(crate) mod wallet;
pub(crate) mod wallet_event;

use super::Db;

impl Db {
    /// Forgets what is of no use any more: what ended before a time, a part of it at once, for others wait to
    /// write.
    pub(crate) async fn sweep_vault(&self, now_ms: i64) -> sqlx::Result<()> {
        const OVER: [&str; 10] = [
            "DELETE FROM codes WHERE id IN (SELECT id FROM codes WHERE until_ms < $1 LIMIT 1000)",
            "DELETE FROM attempts WHERE id IN (SELECT id FROM attempts WHERE until_ms < $1 \
             AND id NOT IN (SELECT id FROM codes) LIMIT 1000)",
            "DELETE FROM email_changes WHERE id IN \
             (SELECT id FROM email_changes WHERE until_ms < $1 LIMIT 1000)",
            "DELETE FROM email_undos WHERE link_hash IN \
             (SELECT link_hash FROM email_undos WHERE until_ms < $1 LIMIT 1000)",
            "DELETE FROM reviews WHERE id_hash IN \
             (SELECT id_hash FROM reviews WHERE until_ms < $1 LIMIT 1000)",
            "DELETE FROM throttles WHERE key IN \
             (SELECT key FROM throttles WHERE until_ms < $1 LIMIT 1000)",
            // A month after the last wrong code, and after a lock, nobody remembers what was wrong.
            "DELETE FROM lockouts WHERE key IN (SELECT key FROM lockouts \
             WHERE until_ms < $1 - 2592000000 AND at_ms < $1 - 2592000000 LIMIT 1000)",
            "DELETE FROM proofs WHERE id IN (SELECT id FROM proofs WHERE until_ms < $1 LIMIT 1000)",
            "DELETE FROM sign_ins WHERE hash IN \
             (SELECT hash FROM sign_ins WHERE until_ms < $1 LIMIT 1000)",
            "DELETE FROM sign_ins WHERE hash IN \
             (SELECT hash FROM sign_ins WHERE idle_until_ms < $1 LIMIT 1000)",
        ];
        for sql in OVER {
            while self.run(sql, vec![now_ms.into()]).await? > 0 {}
        }
        self.sweep_sets(now_ms).await?;
        self.sweep_people(now_ms).await
    }

    /// Forgets browsers that were not there for long and have nothing here, and then people who have neither a browser
    /// nor a wallet: who comes again is as new, and loses nothing by it.
    async fn sweep_people(&self, now_ms: i64) -> sqlx::Result<()> {
        const UNSEEN_MS: i64 = 90 * 24 * 60 * 60 * 1000;
        const GONE: [&str; 2] = [
            "DELETE FROM devices WHERE id IN (SELECT id FROM devices WHERE seen_at_ms < $1 \
             AND NOT EXISTS (SELECT 1 FROM sign_ins WHERE device_id = devices.id) \
             AND NOT EXISTS (SELECT 1 FROM share_sets WHERE device_id = devices.id) LIMIT 1000)",
            "DELETE FROM users WHERE id IN (SELECT id FROM users WHERE created_at_ms < $1 \
             AND NOT EXISTS (SELECT 1 FROM wallets WHERE user_id = users.id) \
             AND NOT EXISTS (SELECT 1 FROM devices WHERE user_id = users.id) LIMIT 1000)",
        ];
        let before_ms = now_ms - UNSEEN_MS;
        for sql in GONE {
            while self.run(sql, vec![before_ms.into()]).await? > 0 {}
        }
        Ok(())
    }
}
