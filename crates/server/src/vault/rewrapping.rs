//! After keys were replaced: what the older ones sealed of wallets is sealed with the newest.
//!
//! It goes from row to row and leaves alone what is sealed with the newest already, so it goes on wherever it was cut
//! off, and may run beside servers: whoever changes a row meanwhile goes before it.

use crate::db::Db;
use crate::db::vault::rewrapping::Rewrapped;
use crate::kms::{Kms, Purpose};

/// What seals something that is kept for longer than an attempt to sign in, and can be replaced.
pub(crate) const SEALING: [Purpose; 2] = [Purpose::AuthShare, Purpose::RecoveryAuto];

/// What became of the texts of one purpose.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Outcome {
    /// So many are sealed with the newest key since.
    pub(crate) anew: u64,
    /// So many cannot be opened, and are as they were.
    pub(crate) unreadable: u64,
}

/// Seals anew what was sealed for a purpose.
pub(crate) async fn rewrap(db: &Db, kms: &dyn Kms, purpose: Purpose) -> sqlx::Result<Outcome> {
    let mut outcome = Outcome::default();
    let mut after = String::new();
    loop {
        let piece = db.wrapped(purpose, &after).await?;
        let Some(last) = piece.last() else { return Ok(outcome) };
        after = last.id.clone();
        let mut anew = Vec::new();
        for before in piece {
            match kms.rewrap(purpose, &before.wallet_id, &before.sealed).await {
                Ok(Some(sealed)) => anew.push(Rewrapped { before, sealed }),
                Ok(None) => {}
                Err(_) => outcome.unreadable += 1,
            }
        }
        if !anew.is_empty() {
            outcome.anew += db.put_rewrapped(purpose, &anew).await?;
        }
    }
}
