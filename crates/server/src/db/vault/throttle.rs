//! What must not happen too often, and what must not happen twice.

use super::super::Db;
use crate::kms::Hidden;

/// So often in so long a time. The key tells of nobody who has not got the pepper.
pub(crate) struct Limit {
    pub(crate) key: Hidden,
    pub(crate) most: i64,
    pub(crate) window_ms: i64,
}

/// Wrong codes in a row.
#[derive(Clone, Copy, Default)]
pub(crate) struct Lockout {
    pub(crate) failures: i64,
    /// Until then nothing is let in.
    pub(crate) until_ms: i64,
}

impl Db {
    /// Counts one of each, or none of any: then it says when the one that is full may be asked again.
    pub(crate) async fn count_all(
        &self,
        limits: &[Limit],
        now_ms: i64,
    ) -> sqlx::Result<Option<i64>> {
        const COUNT: &str = "INSERT INTO throttles (key, until_ms, count) VALUES ($1, $2, 1) \
             ON CONFLICT (key) DO UPDATE SET \
             count = CASE WHEN throttles.until_ms <= $3 THEN 1 ELSE throttles.count + 1 END, \
             until_ms = CASE WHEN throttles.until_ms <= $3 THEN $2 ELSE throttles.until_ms END \
             WHERE throttles.until_ms <= $3 OR throttles.count < $4";
        const UNTIL: &str = "SELECT until_ms FROM throttles WHERE key = $1";
        let mut lease = self.writer.lease().await?;
        lease.begin().await?;
        for limit in limits {
            let until = now_ms.saturating_add(limit.window_ms);
            let of = vec![limit.key.text().into(), until.into(), now_ms.into(), limit.most.into()];
            if lease.run(COUNT, of).await? == 0 {
                let rows = lease.rows(UNTIL, vec![limit.key.text().into()]).await?;
                let until = rows.first().map(|row| row.get("until_ms")).transpose()?;
                lease.undo().await?;
                return Ok(Some(until.unwrap_or(now_ms)));
            }
        }
        lease.commit().await?;
        Ok(None)
    }

    /// Forgets what was counted.
    pub(crate) async fn count_anew(&self, key: &Hidden) -> sqlx::Result<()> {
        const FORGET: &str = "DELETE FROM throttles WHERE key = $1";
        self.run(FORGET, vec![key.text().into()]).await.map(drop)
    }

    /// Keeps the name of something until a time. False where it was kept before.
    pub(crate) async fn is_first(&self, name: &str, until_ms: i64) -> sqlx::Result<bool> {
        const KEEP: &str =
            "INSERT INTO proofs (id, until_ms) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING";
        Ok(self.run(KEEP, vec![name.into(), until_ms.into()]).await? == 1)
    }

    /// How many codes in a row were wrong.
    pub(crate) async fn lockout(&self, key: &Hidden) -> sqlx::Result<Lockout> {
        const FIND: &str = "SELECT failures, until_ms FROM lockouts WHERE key = $1";
        let rows = self.rows(FIND, vec![key.text().into()]).await?;
        let Some(row) = rows.first() else { return Ok(Lockout::default()) };
        Ok(Lockout { failures: row.get("failures")?, until_ms: row.get("until_ms")? })
    }

    /// Counts one more. `lock` says until when nothing is let in after so many.
    pub(crate) async fn count_failure(
        &self,
        key: &Hidden,
        lock: impl FnOnce(i64) -> i64,
    ) -> sqlx::Result<Lockout> {
        const COUNT: &str = "INSERT INTO lockouts (key, failures, until_ms) VALUES ($1, 1, 0) \
             ON CONFLICT (key) DO UPDATE SET failures = lockouts.failures + 1 RETURNING failures";
        const LOCK: &str = "UPDATE lockouts SET until_ms = $2 WHERE key = $1";
        let mut lease = self.writer.lease().await?;
        lease.begin().await?;
        let rows = lease.rows(COUNT, vec![key.text().into()]).await?;
        let failures = rows.first().ok_or(sqlx::Error::RowNotFound)?.get("failures")?;
        let until_ms = lock(failures);
        lease.run(LOCK, vec![key.text().into(), until_ms.into()]).await?;
        lease.commit().await?;
        Ok(Lockout { failures, until_ms })
    }

    /// Somebody got it right.
    pub(crate) async fn forget_failures(&self, key: &Hidden) -> sqlx::Result<()> {
        const FORGET: &str = "DELETE FROM lockouts WHERE key = $1";
        self.run(FORGET, vec![key.text().into()]).await.map(drop)
    }
}
