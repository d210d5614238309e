//! What is kept of the embedded wallet and of who signs in to it.
//!
//! `attempt.rs` has who is about to, `sign_in.rs` who did, in which browser; `throttle.rs` counts what must
//! not happen too often; `wallet.rs` has what is kept of wallets, `wallet_event.rs` what happened to them. Times are milliseconds since 1970 and come from whoever asks.

pub(crate) mod attempt;
pub(crate) mod sign_in;
pub(crate) mod throttle;
pub(crate) mod wallet;
pub(crate) mod wallet_event;

use super::Db;

impl Db {
    /// Forgets what is of no use any more: what ended before a time.
    pub(crate) async fn sweep_vault(&self, now_ms: i64) -> sqlx::Result<()> {
        const OVER: [&str; 4] = [
            "DELETE FROM attempts WHERE until_ms < $1",
            "DELETE FROM throttles WHERE until_ms < $1",
            "DELETE FROM proofs WHERE until_ms < $1",
            "DELETE FROM sign_ins WHERE until_ms < $1 OR idle_until_ms < $1",
        ];
        for sql in OVER {
            self.run(sql, vec![now_ms.into()]).await?;
        }
        Ok(())
    }
}
