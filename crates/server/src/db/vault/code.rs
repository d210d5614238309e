//! One-time codes that are awaited, whatever they are for, and the one place that counts how often they are tried.
//!
//! A try is counted before it is looked at, of its code and of whoever it is an attempt to be ([`Guarded`]), in one
//! transaction: however many come at once, no more are looked at than may be.

use super::super::Db;
use super::super::statement::Lease;
use crate::kms::Hidden;

/// How often a code may be tried.
const TRIES: i64 = 5;

/// Whose wrong codes are counted together, over all their codes.
pub(crate) struct Guarded<'a> {
    pub(crate) key: &'a Hidden,
    /// Until when nothing is looked at after so many wrong ones in a row.
    pub(crate) locked_until: &'a (dyn Fn(i64) -> i64 + Send + Sync),
}

/// What became of a code that somebody entered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Tried {
    /// It is right. Of several that are right at once one uses it up ([`Db::use_code`]).
    Right,
    /// It is wrong, and the last of so many.
    Wrong(i64),
    /// It was not looked at, and so counts for nothing, or anybody could lock anybody out: there is no code, it is
    /// too late, it was tried too often, or there were too many wrong ones.
    Unseen,
}

impl Db {
    /// Counts a try of a code and looks at it. `is_right` is given the tag that it has to have.
    pub(crate) async fn try_code(
        &self,
        id: &str,
        of: &Guarded<'_>,
        now_ms: i64,
        is_right: impl FnOnce(&str) -> bool,
    ) -> sqlx::Result<Tried> {
        const COUNT: &str = "UPDATE codes SET tries = tries + 1 \
             WHERE id = $1 AND tries < $2 AND until_ms > $3 RETURNING tag";
        const FAIL: &str = "INSERT INTO lockouts (key, failures, until_ms, at_ms) VALUES ($1, 1, 0, $2) \
             ON CONFLICT (key) DO UPDATE SET failures = lockouts.failures + 1, at_ms = $2 \
             WHERE lockouts.until_ms <= $2 RETURNING failures";
        const LOCK: &str = "UPDATE lockouts SET until_ms = $2 WHERE key = $1";
        const FORGET: &str = "DELETE FROM lockouts WHERE key = $1";
        let key = || of.key.text().into();
        let mut lease = self.writer.lease().await?;
        lease.begin().await?;
        let code = lease.rows(COUNT, vec![id.into(), TRIES.into(), now_ms.into()]).await?;
        let Some(code) = code.first() else {
            lease.undo().await?;
            return Ok(Tried::Unseen);
        };
        let failed = lease.rows(FAIL, vec![key(), now_ms.into()]).await?;
        let Some(failed) = failed.first() else {
            lease.undo().await?;
            return Ok(Tried::Unseen);
        };
        let (tag, failures): (String, i64) = (code.get("tag")?, failed.get("failures")?);
        let tried = if is_right(&tag) {
            lease.run(FORGET, vec![key()]).await?;
            Tried::Right
        } else {
            lease.run(LOCK, vec![key(), (of.locked_until)(failures).into()]).await?;
            Tried::Wrong(failures)
        };
        lease.commit().await?;
        Ok(tried)
    }

    /// Uses a code up. False where somebody was faster.
    pub(crate) async fn use_code(&self, id: &str, tag: &str) -> sqlx::Result<bool> {
        let mut lease = self.writer.lease().await?;
        use_code(&mut lease, id, tag).await
    }
}

/// The same, together with what it is used for.
pub(super) async fn use_code(lease: &mut Lease, id: &str, tag: &str) -> sqlx::Result<bool> {
    const USE: &str = "DELETE FROM codes WHERE id = $1 AND tag = $2";
    Ok(lease.run(USE, vec![id.into(), tag.into()]).await? == 1)
}

/// Makes a code the one that is good, and untried.
pub(super) async fn set_code(
    lease: &mut Lease,
    id: &str,
    tag: &str,
    until_ms: i64,
) -> sqlx::Result<()> {
    const SET: &str = "INSERT INTO codes (id, tag, tries, until_ms) VALUES ($1, $2, 0, $3) \
         ON CONFLICT (id) DO UPDATE SET tag = $2, tries = 0, until_ms = $3";
    lease.run(SET, vec![id.into(), tag.into(), until_ms.into()]).await.map(drop)
}
