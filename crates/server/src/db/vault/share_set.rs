//! Share sets: what each splitting of a wallet left with the server.
//!
//! A set is of one browser. One whose browser is gone, or did not use it for long, is nobody's: no browser gets its
//! share any more. All but the last are deleted then. The last one of a wallet stays, for without a set nothing
//! brings the wallet back; it goes as soon as a browser has one again.

use super::super::Db;
use super::super::statement::{Lease, Row};
use super::wallet_event::{Noting, note};

/// How many browsers of one site have a set; older ones go.
const MOST_SETS: i64 = 5;
const DAY_MS: i64 = 24 * 60 * 60 * 1000;
/// For how long a browser keeps a set that it does not use.
const UNUSED_MS: i64 = 90 * DAY_MS;
/// How many wallets are looked at at once.
const PIECE: i64 = 100;

/// What one splitting left with the server.
#[derive(Clone)]
pub(crate) struct Set {
    pub(crate) id: String,
    pub(crate) wallet_id: String,
    /// Whose it is; nobody's where nothing is said.
    pub(crate) device_id: Option<String>,
    pub(crate) auth_sealed: String,
    pub(crate) recovery_sealed: String,
    pub(crate) commitment: String,
    pub(crate) created_at_ms: i64,
    pub(crate) used_at_ms: i64,
}

/// What became of a set that was to be kept.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Enrolled {
    Kept,
    IdTaken,
    /// The set that it was made of was taken back.
    FromGone,
    /// The operator locked the wallet.
    Locked,
}

impl Db {
    /// The newest set of a browser.
    pub(crate) async fn set_of(&self, wallet: &str, device: &str) -> sqlx::Result<Option<Set>> {
        const FIND: &str = "SELECT * FROM share_sets WHERE wallet_id = $1 AND device_id = $2 \
             ORDER BY created_at_ms DESC, id LIMIT 1";
        let rows = self.rows(FIND, vec![wallet.into(), device.into()]).await?;
        rows.first().map(set).transpose()
    }

    /// The newest set of all.
    pub(crate) async fn newest_set(&self, wallet: &str) -> sqlx::Result<Option<Set>> {
        const FIND: &str = "SELECT * FROM share_sets WHERE wallet_id = $1 \
             ORDER BY created_at_ms DESC, id LIMIT 1";
        let rows = self.rows(FIND, vec![wallet.into()]).await?;
        rows.first().map(set).transpose()
    }

    /// A browser uses its set. Once a day is enough to know that.
    pub(crate) async fn use_set(&self, it: &Set, now_ms: i64) -> sqlx::Result<()> {
        const USE: &str = "UPDATE share_sets SET used_at_ms = $2 WHERE id = $1 AND used_at_ms < $2";
        if it.used_at_ms > now_ms - DAY_MS {
            return Ok(());
        }
        self.run(USE, vec![(&*it.id).into(), now_ms.into()]).await.map(drop)
    }

    /// Keeps a set for a browser, in the place of its last one; of the others of its site the newest stay. The
    /// set `from` has to be there still: with a rotation in between all that was read is of no use any more.
    pub(crate) async fn enrol(
        &self,
        it: &Set,
        from: &str,
        noting: &Noting<'_>,
    ) -> sqlx::Result<Enrolled> {
        const FROM: &str = "SELECT 1 FROM share_sets WHERE wallet_id = $1 AND id = $2";
        const LAST: &str =
            "DELETE FROM share_sets WHERE wallet_id = $1 AND device_id = $2 AND id <> $3";
        const OLD: &str = "DELETE FROM share_sets WHERE id IN (SELECT share_sets.id FROM share_sets \
             JOIN devices ON devices.id = share_sets.device_id WHERE wallet_id = $1 \
             AND origin = (SELECT origin FROM devices WHERE id = $2) \
             ORDER BY share_sets.created_at_ms DESC, share_sets.id LIMIT 1000 OFFSET $3)";
        let mut lease = self.lasting().await?;
        take_turn(&mut lease, &it.wallet_id).await?;
        if is_locked(&mut lease, &it.wallet_id).await? {
            lease.undo().await?;
            return Ok(Enrolled::Locked);
        }
        let known = vec![(&*it.wallet_id).into(), from.into()];
        if lease.rows(FROM, known).await?.is_empty() {
            lease.undo().await?;
            return Ok(Enrolled::FromGone);
        }
        if !add_set(&mut lease, it).await? {
            lease.undo().await?;
            return Ok(Enrolled::IdTaken);
        }
        let of = || vec![(&*it.wallet_id).into(), it.device_id.clone().into()];
        let mut last = of();
        last.push((&*it.id).into());
        lease.run(LAST, last).await?;
        let mut old = of();
        old.push(MOST_SETS.into());
        lease.run(OLD, old).await?;
        drop_spare(&mut lease, &it.wallet_id).await?;
        note(&mut lease, noting).await?;
        lease.commit().await?;
        Ok(Enrolled::Kept)
    }

    /// Signs a browser out and forgets it: it has no share set any more.
    pub(crate) async fn forget_device(&self, device_id: &str) -> sqlx::Result<()> {
        const USER: &str = "SELECT user_id FROM devices WHERE id = $1";
        const REVOKE: &str = "UPDATE share_sets SET device_id = NULL WHERE device_id = $1";
        const FORGET: &str = "DELETE FROM devices WHERE id = $1";
        let mut lease = self.lasting().await?;
        let rows = lease.rows(USER, vec![device_id.into()]).await?;
        let Some(row) = rows.first() else { return lease.undo().await };
        let wallet = turn_of(&mut lease, &row.get::<String>("user_id")?).await?;
        if let Some(wallet) = &wallet {
            lease.run(REVOKE, vec![device_id.into()]).await?;
            drop_spare(&mut lease, wallet).await?;
        }
        lease.run(FORGET, vec![device_id.into()]).await?;
        lease.commit().await
    }

    /// The same of all browsers of somebody but one.
    pub(crate) async fn forget_other_devices(
        &self,
        user_id: &str,
        device_id: &str,
    ) -> sqlx::Result<()> {
        const REVOKE: &str =
            "UPDATE share_sets SET device_id = NULL WHERE wallet_id = $1 AND device_id <> $2";
        const FORGET: &str = "DELETE FROM devices WHERE user_id = $1 AND id <> $2";
        let mut lease = self.lasting().await?;
        let wallet = turn_of(&mut lease, user_id).await?;
        if let Some(wallet) = &wallet {
            lease.run(REVOKE, vec![(&**wallet).into(), device_id.into()]).await?;
            drop_spare(&mut lease, wallet).await?;
        }
        lease.run(FORGET, vec![user_id.into(), device_id.into()]).await?;
        lease.commit().await
    }

    /// Takes back the sets that no browser used for long, though it could.
    pub(crate) async fn sweep_sets(&self, now_ms: i64) -> sqlx::Result<()> {
        const OLD: &str = "SELECT DISTINCT wallet_id FROM share_sets \
             WHERE used_at_ms < $1 AND device_id IS NOT NULL \
             AND wallet_id NOT IN (SELECT id FROM wallets WHERE locked_at_ms IS NOT NULL) LIMIT $2";
        const REVOKE: &str = "UPDATE share_sets SET device_id = NULL \
             WHERE wallet_id = $1 AND used_at_ms < $2";
        let before_ms = now_ms - UNUSED_MS;
        loop {
            let rows = self.rows(OLD, vec![before_ms.into(), PIECE.into()]).await?;
            if rows.is_empty() {
                return Ok(());
            }
            for row in rows {
                let wallet: String = row.get("wallet_id")?;
                let mut lease = self.writer.lease().await?;
                lease.begin().await?;
                take_turn(&mut lease, &wallet).await?;
                lease.run(REVOKE, vec![(&*wallet).into(), before_ms.into()]).await?;
                drop_spare(&mut lease, &wallet).await?;
                lease.commit().await?;
            }
        }
    }
}

/// Waits until nobody else changes the sets of a wallet, behind whichever node.
pub(super) async fn take_turn(lease: &mut Lease, wallet: &str) -> sqlx::Result<()> {
    const TURN: &str = "UPDATE wallets SET created_at_ms = created_at_ms WHERE id = $1";
    lease.run(TURN, vec![wallet.into()]).await.map(drop)
}

/// Whether the operator locked a wallet, which nobody changes while it is one's turn.
pub(super) async fn is_locked(lease: &mut Lease, wallet: &str) -> sqlx::Result<bool> {
    const FIND: &str = "SELECT 1 FROM wallets WHERE id = $1 AND locked_at_ms IS NOT NULL";
    Ok(!lease.rows(FIND, vec![wallet.into()]).await?.is_empty())
}

/// The wallet of somebody, whose sets nobody else changes from now on.
pub(super) async fn turn_of(lease: &mut Lease, user_id: &str) -> sqlx::Result<Option<String>> {
    const FIND: &str = "SELECT id FROM wallets WHERE user_id = $1";
    let rows = lease.rows(FIND, vec![user_id.into()]).await?;
    let Some(row) = rows.first() else { return Ok(None) };
    let wallet: String = row.get("id")?;
    take_turn(lease, &wallet).await?;
    Ok(Some(wallet))
}

/// Deletes what is nobody's, but for the newest where no browser has a set.
async fn drop_spare(lease: &mut Lease, wallet: &str) -> sqlx::Result<()> {
    const DROP: &str = "DELETE FROM share_sets WHERE wallet_id = $1 AND device_id IS NULL \
         AND id NOT IN (SELECT id FROM share_sets WHERE wallet_id = $1 \
         ORDER BY CASE WHEN device_id IS NULL THEN 1 ELSE 0 END, created_at_ms DESC, id LIMIT 1)";
    lease.run(DROP, vec![wallet.into()]).await.map(drop)
}

/// False where its id is taken.
pub(super) async fn add_set(lease: &mut Lease, it: &Set) -> sqlx::Result<bool> {
    const ADD: &str = "INSERT INTO share_sets (id, wallet_id, device_id, auth_sealed, recovery_sealed, \
         commitment, created_at_ms, used_at_ms) VALUES ($1, $2, $3, $4, $5, $6, $7, $8) \
         ON CONFLICT DO NOTHING";
    let values = vec![
        (&*it.id).into(),
        (&*it.wallet_id).into(),
        it.device_id.clone().into(),
        (&*it.auth_sealed).into(),
        (&*it.recovery_sealed).into(),
        (&*it.commitment).into(),
        it.created_at_ms.into(),
        it.used_at_ms.into(),
    ];
    Ok(lease.run(ADD, values).await? == 1)
}

fn set(row: &Row) -> sqlx::Result<Set> {
    Ok(Set {
        id: row.get("id")?,
        wallet_id: row.get("wallet_id")?,
        device_id: row.get("device_id")?,
        auth_sealed: row.get("auth_sealed")?,
        recovery_sealed: row.get("recovery_sealed")?,
        commitment: row.get("commitment")?,
        created_at_ms: row.get("created_at_ms")?,
        used_at_ms: row.get("used_at_ms")?,
    })
}
