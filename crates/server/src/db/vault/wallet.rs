//! Wallets, their share sets and what brings them back. All that is sealed here was sealed before it came.

use super::super::Db;
use super::super::statement::{Lease, Row};

/// How many browsers of one site have a set; older ones go.
const MOST_SETS: i64 = 5;

/// A wallet.
#[derive(Clone)]
pub(crate) struct Wallet {
    pub(crate) id: String,
    pub(crate) user_id: String,
    pub(crate) key_sealed: String,
    /// JSON.
    pub(crate) addresses: String,
    pub(crate) created_at_ms: i64,
}

/// What one splitting left with the server.
#[derive(Clone)]
pub(crate) struct Set {
    pub(crate) id: String,
    pub(crate) wallet_id: String,
    pub(crate) device_id: String,
    pub(crate) auth_sealed: String,
    pub(crate) recovery_sealed: String,
    pub(crate) commitment: String,
    pub(crate) created_at_ms: i64,
}

/// What opens a recovery key.
#[derive(Clone)]
pub(crate) struct KeptFactor {
    pub(crate) id: String,
    pub(crate) kind: String,
    pub(crate) params: String,
    pub(crate) wrapped: String,
}

/// What became of a set that was to be kept.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Enrolled {
    Kept,
    IdTaken,
    /// The set that it was made of was taken back.
    FromGone,
}

impl Db {
    /// The wallet of somebody.
    pub(crate) async fn wallet_of(&self, user_id: &str) -> sqlx::Result<Option<Wallet>> {
        let rows =
            self.rows("SELECT * FROM wallets WHERE user_id = $1", vec![user_id.into()]).await?;
        rows.first().map(wallet).transpose()
    }

    /// Keeps a wallet with its first set. False, and nothing is kept, where there is one already, of this
    /// person or of this id.
    pub(crate) async fn add_wallet(
        &self,
        it: &Wallet,
        set: &Set,
        factors: &[KeptFactor],
    ) -> sqlx::Result<bool> {
        const ADD: &str = "INSERT INTO wallets (id, user_id, key_sealed, addresses, created_at_ms) \
             VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING";
        let values = vec![
            (&*it.id).into(),
            (&*it.user_id).into(),
            (&*it.key_sealed).into(),
            (&*it.addresses).into(),
            it.created_at_ms.into(),
        ];
        let mut lease = self.writer.lease().await?;
        lease.begin().await?;
        if lease.run(ADD, values).await? == 0 || !add_set(&mut lease, set).await? {
            lease.undo().await?;
            return Ok(false);
        }
        add_factors(&mut lease, &it.id, factors, it.created_at_ms).await?;
        lease.commit().await?;
        Ok(true)
    }

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

    /// What opens the recovery key, the oldest first.
    pub(crate) async fn factors(&self, wallet: &str) -> sqlx::Result<Vec<KeptFactor>> {
        const FIND: &str =
            "SELECT * FROM recovery_factors WHERE wallet_id = $1 ORDER BY created_at_ms, kind, id";
        self.rows(FIND, vec![wallet.into()]).await?.iter().map(factor).collect()
    }

    /// Keeps a set for a browser, in the place of its last one; of the others of its site the newest stay. The
    /// set `from` has to be there still: with a rotation in between all that was read is of no use any more.
    pub(crate) async fn enrol(&self, it: &Set, from: &str) -> sqlx::Result<Enrolled> {
        const FROM: &str = "SELECT 1 FROM share_sets WHERE wallet_id = $1 AND id = $2";
        const LAST: &str =
            "DELETE FROM share_sets WHERE wallet_id = $1 AND device_id = $2 AND id <> $3";
        const OLD: &str = "DELETE FROM share_sets WHERE id IN (SELECT share_sets.id FROM share_sets \
             JOIN devices ON devices.id = share_sets.device_id WHERE wallet_id = $1 \
             AND origin = (SELECT origin FROM devices WHERE id = $2) \
             ORDER BY share_sets.created_at_ms DESC, share_sets.id LIMIT 1000 OFFSET $3)";
        let mut lease = self.writer.lease().await?;
        lease.begin().await?;
        take_turn(&mut lease, &it.wallet_id).await?;
        let known = vec![(&*it.wallet_id).into(), from.into()];
        if lease.rows(FROM, known).await?.is_empty() {
            lease.undo().await?;
            return Ok(Enrolled::FromGone);
        }
        if !add_set(&mut lease, it).await? {
            lease.undo().await?;
            return Ok(Enrolled::IdTaken);
        }
        let of = || vec![(&*it.wallet_id).into(), (&*it.device_id).into()];
        let mut last = of();
        last.push((&*it.id).into());
        lease.run(LAST, last).await?;
        let mut old = of();
        old.push(MOST_SETS.into());
        lease.run(OLD, old).await?;
        lease.commit().await?;
        Ok(Enrolled::Kept)
    }

    /// Keeps one set and these factors, and nothing else; whoever is signed in elsewhere is not any more. False
    /// where its id is taken.
    pub(crate) async fn rotate(&self, it: &Set, factors: &[KeptFactor]) -> sqlx::Result<bool> {
        const SETS: &str = "DELETE FROM share_sets WHERE wallet_id = $1 AND id <> $2";
        const FACTORS: &str = "DELETE FROM recovery_factors WHERE wallet_id = $1";
        const OUT: &str = "DELETE FROM sign_ins WHERE device_id <> $1 AND device_id IN \
             (SELECT id FROM devices WHERE user_id = (SELECT user_id FROM wallets WHERE id = $2))";
        let mut lease = self.writer.lease().await?;
        lease.begin().await?;
        take_turn(&mut lease, &it.wallet_id).await?;
        if !add_set(&mut lease, it).await? {
            lease.undo().await?;
            return Ok(false);
        }
        lease.run(SETS, vec![(&*it.wallet_id).into(), (&*it.id).into()]).await?;
        lease.run(FACTORS, vec![(&*it.wallet_id).into()]).await?;
        lease.run(OUT, vec![(&*it.device_id).into(), (&*it.wallet_id).into()]).await?;
        add_factors(&mut lease, &it.wallet_id, factors, it.created_at_ms).await?;
        lease.commit().await?;
        Ok(true)
    }
}

/// Waits until nobody else changes the sets of a wallet, behind whichever node.
async fn take_turn(lease: &mut Lease, wallet: &str) -> sqlx::Result<()> {
    const TURN: &str = "UPDATE wallets SET created_at_ms = created_at_ms WHERE id = $1";
    lease.run(TURN, vec![wallet.into()]).await.map(drop)
}

async fn add_set(lease: &mut Lease, it: &Set) -> sqlx::Result<bool> {
    const ADD: &str = "INSERT INTO share_sets (id, wallet_id, device_id, auth_sealed, recovery_sealed, \
         commitment, created_at_ms) VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING";
    let values = vec![
        (&*it.id).into(),
        (&*it.wallet_id).into(),
        (&*it.device_id).into(),
        (&*it.auth_sealed).into(),
        (&*it.recovery_sealed).into(),
        (&*it.commitment).into(),
        it.created_at_ms.into(),
    ];
    Ok(lease.run(ADD, values).await? == 1)
}

async fn add_factors(
    lease: &mut Lease,
    wallet: &str,
    factors: &[KeptFactor],
    now_ms: i64,
) -> sqlx::Result<()> {
    const ADD: &str = "INSERT INTO recovery_factors (id, wallet_id, kind, params, wrapped, created_at_ms) \
         VALUES ($1, $2, $3, $4, $5, $6)";
    for it in factors {
        let values = vec![
            (&*it.id).into(),
            wallet.into(),
            (&*it.kind).into(),
            (&*it.params).into(),
            (&*it.wrapped).into(),
            now_ms.into(),
        ];
        lease.run(ADD, values).await?;
    }
    Ok(())
}

fn wallet(row: &Row) -> sqlx::Result<Wallet> {
    Ok(Wallet {
        id: row.get("id")?,
        user_id: row.get("user_id")?,
        key_sealed: row.get("key_sealed")?,
        addresses: row.get("addresses")?,
        created_at_ms: row.get("created_at_ms")?,
    })
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
    })
}

fn factor(row: &Row) -> sqlx::Result<KeptFactor> {
    Ok(KeptFactor {
        id: row.get("id")?,
        kind: row.get("kind")?,
        params: row.get("params")?,
        wrapped: row.get("wrapped")?,
    })
}
