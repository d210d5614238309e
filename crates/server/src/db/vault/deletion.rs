//! Wallets that are deleted at a time, unless somebody uses them before; and people who are forgotten at once.

use super::super::Db;
use super::super::statement::{Lease, Row};
use super::share_set::{is_locked, turn_of};
use super::wallet_event::{Noting, note};

/// How many are looked at at once.
const PIECE: i64 = 100;

/// A wallet that is deleted at a time.
pub(crate) struct Deletion {
    pub(crate) user_id: String,
    pub(crate) link_hash: String,
    pub(crate) at_ms: i64,
    /// What the operator calls the project.
    pub(crate) site: String,
    pub(crate) origin: String,
    pub(crate) browser: String,
}

/// One that is due, and how its owner is reached.
pub(crate) struct Due {
    pub(crate) deletion: Deletion,
    pub(crate) subject: String,
    pub(crate) email_sealed: String,
}

impl Db {
    /// Writes down that a wallet is to be deleted. Of two times the first counts, which it says.
    pub(crate) async fn plan_deletion(
        &self,
        it: &Deletion,
        noting: &Noting<'_>,
    ) -> sqlx::Result<i64> {
        const ADD: &str = "INSERT INTO deletions (user_id, link_hash, at_ms, site, origin, browser) \
             VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (user_id) DO NOTHING";
        const FIND: &str = "SELECT at_ms FROM deletions WHERE user_id = $1";
        let values = vec![
            (&*it.user_id).into(),
            (&*it.link_hash).into(),
            it.at_ms.into(),
            (&*it.site).into(),
            (&*it.origin).into(),
            (&*it.browser).into(),
        ];
        let mut lease = self.writer.lease().await?;
        lease.begin().await?;
        if lease.run(ADD, values).await? == 1 {
            note(&mut lease, noting).await?;
        }
        let rows = lease.rows(FIND, vec![(&*it.user_id).into()]).await?;
        let at_ms = rows.first().ok_or(sqlx::Error::RowNotFound)?.get("at_ms")?;
        lease.commit().await?;
        Ok(at_ms)
    }

    /// When somebody's wallet is deleted; nothing where it is not.
    pub(crate) async fn deletion_at(&self, user_id: &str) -> sqlx::Result<Option<i64>> {
        const FIND: &str = "SELECT at_ms FROM deletions WHERE user_id = $1";
        let rows = self.rows(FIND, vec![user_id.into()]).await?;
        rows.first().map(|row| row.get("at_ms")).transpose()
    }

    /// Somebody uses their wallet: it stays.
    pub(crate) async fn end_deletion(
        &self,
        user_id: &str,
        noting: &Noting<'_>,
    ) -> sqlx::Result<()> {
        const END: &str = "DELETE FROM deletions WHERE user_id = $1";
        let mut lease = self.lasting().await?;
        if lease.run(END, vec![user_id.into()]).await? == 1 {
            note(&mut lease, noting).await?;
        }
        lease.commit().await
    }

    /// Whether a link keeps a wallet.
    pub(crate) async fn can_keep(&self, link_hash: &str) -> sqlx::Result<bool> {
        const FIND: &str = "SELECT 1 FROM deletions WHERE link_hash = $1";
        Ok(!self.rows(FIND, vec![link_hash.into()]).await?.is_empty())
    }

    /// Keeps it, and signs everybody out. False where the link is of no use.
    pub(crate) async fn keep_by_link(&self, link_hash: &str) -> sqlx::Result<bool> {
        const FIND: &str = "SELECT user_id FROM deletions WHERE link_hash = $1";
        const END: &str = "DELETE FROM deletions WHERE user_id = $1";
        const OUT: &str = "DELETE FROM sign_ins \
             WHERE device_id IN (SELECT id FROM devices WHERE user_id = $1)";
        let mut lease = self.lasting().await?;
        let rows = lease.rows(FIND, vec![link_hash.into()]).await?;
        let Some(row) = rows.first() else {
            lease.undo().await?;
            return Ok(false);
        };
        let user: String = row.get("user_id")?;
        let is_first = lease.run(END, vec![(&*user).into()]).await? == 1;
        lease.run(OUT, vec![user.into()]).await?;
        lease.commit().await?;
        Ok(is_first)
    }

    /// Some whose time has come, after those of an id, in the order of their ids.
    pub(crate) async fn due_deletions(&self, after: &str, now_ms: i64) -> sqlx::Result<Vec<Due>> {
        const FIND: &str = "SELECT deletions.user_id, link_hash, at_ms, site, origin, browser, subject, \
             email_sealed FROM deletions JOIN identities ON identities.user_id = deletions.user_id \
             WHERE at_ms <= $1 AND deletions.user_id > $2 ORDER BY deletions.user_id LIMIT $3";
        let rows = self.rows(FIND, vec![now_ms.into(), after.into(), PIECE.into()]).await?;
        rows.iter().map(due).collect()
    }

    /// Forgets somebody whose time has come, unless they used their wallet meanwhile or it is locked; says whether it
    /// did.
    pub(crate) async fn delete_due(
        &self,
        it: &Deletion,
        noting: &Noting<'_>,
    ) -> sqlx::Result<bool> {
        const END: &str = "DELETE FROM deletions WHERE user_id = $1 AND link_hash = $2 AND NOT EXISTS \
             (SELECT 1 FROM wallets WHERE user_id = $1 AND locked_at_ms IS NOT NULL)";
        let mut lease = self.lasting().await?;
        if lease.run(END, vec![(&*it.user_id).into(), (&*it.link_hash).into()]).await? == 0 {
            lease.undo().await?;
            return Ok(false);
        }
        forget(&mut lease, &it.user_id, Some(noting)).await?;
        lease.commit().await?;
        Ok(true)
    }

    /// Forgets somebody, with all that is theirs. `noting` is what is written down of their wallet, which stays. False
    /// where they have another wallet than that, or one where none was, or it is locked.
    pub(crate) async fn forget_user(
        &self,
        user_id: &str,
        noting: Option<&Noting<'_>>,
    ) -> sqlx::Result<bool> {
        let mut lease = self.lasting().await?;
        if !is_theirs(&mut lease, user_id, noting).await? {
            lease.undo().await?;
            return Ok(false);
        }
        forget(&mut lease, user_id, noting).await?;
        lease.commit().await?;
        Ok(true)
    }
}

/// Whether somebody's wallet is the one of which something is written down, and none where nothing is; none that is locked.
pub(super) async fn is_theirs(
    lease: &mut Lease,
    user_id: &str,
    noting: Option<&Noting<'_>>,
) -> sqlx::Result<bool> {
    let wallet = turn_of(lease, user_id).await?;
    let is_same = wallet.as_deref() == noting.map(|it| it.what.wallet_id);
    match wallet {
        Some(wallet) => Ok(is_same && !is_locked(lease, &wallet).await?),
        None => Ok(is_same),
    }
}

async fn forget(lease: &mut Lease, user_id: &str, noting: Option<&Noting<'_>>) -> sqlx::Result<()> {
    const FORGET: &str = "DELETE FROM users WHERE id = $1";
    if let Some(noting) = noting {
        note(lease, noting).await?;
    }
    lease.run(FORGET, vec![user_id.into()]).await.map(drop)
}

fn due(row: &Row) -> sqlx::Result<Due> {
    Ok(Due {
        deletion: Deletion {
            user_id: row.get("user_id")?,
            link_hash: row.get("link_hash")?,
            at_ms: row.get("at_ms")?,
            site: row.get("site")?,
            origin: row.get("origin")?,
            browser: row.get("browser")?,
        },
        subject: row.get("subject")?,
        email_sealed: row.get("email_sealed")?,
    })
}
