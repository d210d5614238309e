//! What keys of `kms/` sealed of wallets, to be sealed anew once there are newer ones.

use super::super::Db;
use super::super::statement::Row;
use crate::kms::Purpose;

/// How many are looked at at once, and written together.
const PIECE: i64 = 200;

/// A text that was sealed for a purpose.
pub(crate) struct Wrapped {
    pub(crate) id: String,
    pub(crate) wallet_id: String,
    pub(crate) sealed: String,
}

/// The same, sealed anew.
pub(crate) struct Rewrapped {
    pub(crate) before: Wrapped,
    pub(crate) sealed: String,
}

/// Where the texts of a purpose are: what finds some after an id, and what puts another in the place of one.
struct Statements {
    find: &'static str,
    put: &'static str,
}

impl Statements {
    fn of(purpose: Purpose) -> Option<Self> {
        match purpose {
            Purpose::AuthShare => Some(Statements {
                find: "SELECT id, id AS wallet_id, key_sealed AS sealed FROM wallets \
                       WHERE id > $1 ORDER BY id LIMIT $2",
                put: "UPDATE wallets SET key_sealed = $3 WHERE id = $1 AND key_sealed = $2",
            }),
            Purpose::RecoveryAuto => Some(Statements {
                find: "SELECT id, wallet_id, wrapped AS sealed FROM recovery_factors \
                       WHERE kind = 'automatic' AND id > $1 ORDER BY id LIMIT $2",
                put: "UPDATE recovery_factors SET wrapped = $3 WHERE id = $1 AND wrapped = $2",
            }),
            _ => None,
        }
    }
}

impl Db {
    /// The next ones after an id, in the order of their ids; none where there are no more.
    pub(crate) async fn wrapped(&self, of: Purpose, after: &str) -> sqlx::Result<Vec<Wrapped>> {
        let Some(Statements { find, .. }) = Statements::of(of) else { return Ok(Vec::new()) };
        let rows = self.rows(find, vec![after.into(), PIECE.into()]).await?;
        let read = |row: &Row| {
            let (id, wallet_id) = (row.get("id")?, row.get("wallet_id")?);
            Ok(Wrapped { id, wallet_id, sealed: row.get("sealed")? })
        };
        rows.iter().map(read).collect()
    }

    /// Puts all in the place of what they were made of, as far as that is still there. Says of how many it was.
    pub(crate) async fn put_rewrapped(&self, of: Purpose, all: &[Rewrapped]) -> sqlx::Result<u64> {
        let Some(Statements { put, .. }) = Statements::of(of) else { return Ok(0) };
        let mut lease = self.lasting().await?;
        let mut count = 0;
        for Rewrapped { before, sealed } in all {
            let texts = [&before.id, &before.sealed, sealed].map(|it| (&**it).into());
            count += lease.run(put, texts.into()).await?;
        }
        lease.commit().await?;
        Ok(count)
    }
}
