//! Wallets, and what brings them back. All that is sealed here was sealed before it came.
//!
//! What somebody is told to be kept is on the disk by then: a browser that was told throws away what it replaces.

use super::super::Db;
use super::super::statement::{Lease, Row};
use super::row_key;
use super::share_set::{Enrolled, Set, add_set, is_locked, take_turn};
use super::wallet_event::{Noting, note};
use chains::evm::address::Address;

/// A wallet.
#[derive(Clone)]
pub(crate) struct Wallet {
    pub(crate) id: String,
    pub(crate) user_id: String,
    pub(crate) key_sealed: String,
    /// JSON.
    pub(crate) addresses: String,
    pub(crate) created_at_ms: i64,
    /// What vouches for it.
    pub(crate) code: String,
    /// The operator locked it.
    pub(crate) is_locked: bool,
}

/// What opens a recovery key.
#[derive(Clone)]
pub(crate) struct KeptFactor {
    pub(crate) id: String,
    pub(crate) kind: String,
    pub(crate) params: String,
    pub(crate) wrapped: String,
}

impl Wallet {
    /// Its row.
    pub(crate) fn row(&self) -> row_key::Row<'_> {
        let Wallet { id, user_id, addresses, .. } = self;
        row_key::Row::Wallet { id, user_id, addresses }
    }
}

impl Db {
    /// The wallet of somebody, as the row says.
    pub(crate) async fn wallet_of(&self, user_id: &str) -> sqlx::Result<Option<Wallet>> {
        let rows =
            self.rows("SELECT * FROM wallets WHERE user_id = $1", vec![user_id.into()]).await?;
        rows.first().map(wallet).transpose()
    }

    /// The wallets among whose addresses is this one, as it is written there.
    pub(crate) async fn wallets_with(&self, address: &Address) -> sqlx::Result<Vec<Wallet>> {
        const FIND: &str = "SELECT * FROM wallets WHERE addresses LIKE $1";
        let like = format!("%\"{}\"%", address.to_checksum());
        self.rows(FIND, vec![like.into()]).await?.iter().map(wallet).collect()
    }

    /// Locks a wallet, or takes that back, at a time. False where it is so already. What was to become of it is off: it is
    /// not deleted, nobody has waited for it, and its sets are as good as used.
    pub(crate) async fn lock_wallet(
        &self,
        id: &str,
        is_locked: bool,
        noting: &Noting<'_>,
    ) -> sqlx::Result<bool> {
        const LOCK: &str =
            "UPDATE wallets SET locked_at_ms = $2 WHERE id = $1 AND locked_at_ms IS NULL";
        const UNLOCK: &str =
            "UPDATE wallets SET locked_at_ms = NULL WHERE id = $1 AND locked_at_ms IS NOT NULL";
        const STAYS: &str =
            "DELETE FROM deletions WHERE user_id = (SELECT user_id FROM wallets WHERE id = $1)";
        const WAITS: &str = "DELETE FROM recovery_waits WHERE device_id IN (SELECT id FROM devices \
             WHERE user_id = (SELECT user_id FROM wallets WHERE id = $1))";
        const USED: &str = "UPDATE share_sets SET used_at_ms = $2 WHERE wallet_id = $1";
        let at_ms = noting.what.at_ms;
        let mut lease = self.lasting().await?;
        let changed = if is_locked {
            lease.run(LOCK, vec![id.into(), at_ms.into()]).await?
        } else {
            lease.run(UNLOCK, vec![id.into()]).await?
        };
        if changed == 1 {
            lease.run(STAYS, vec![id.into()]).await?;
            lease.run(WAITS, vec![id.into()]).await?;
            lease.run(USED, vec![id.into(), at_ms.into()]).await?;
            note(&mut lease, noting).await?;
        }
        lease.commit().await?;
        Ok(changed == 1)
    }

    /// Keeps a wallet with its first set. False, and nothing is kept, where there is one already, of this
    /// person or of this id, or was one of this id.
    pub(crate) async fn add_wallet(
        &self,
        it: &Wallet,
        set: &Set,
        factors: &[KeptFactor],
        noting: &Noting<'_>,
    ) -> sqlx::Result<bool> {
        const KNOWN: &str = "SELECT 1 FROM wallet_events WHERE wallet_id = $1 LIMIT 1";
        const ADD: &str = "INSERT INTO wallets (id, user_id, key_sealed, addresses, created_at_ms, code) \
             VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING";
        let values = vec![
            (&*it.id).into(),
            (&*it.user_id).into(),
            (&*it.key_sealed).into(),
            (&*it.addresses).into(),
            it.created_at_ms.into(),
            (&*it.code).into(),
        ];
        let mut lease = self.lasting().await?;
        let is_known = !lease.rows(KNOWN, vec![(&*it.id).into()]).await?.is_empty();
        if is_known || lease.run(ADD, values).await? == 0 || !add_set(&mut lease, set).await? {
            lease.undo().await?;
            return Ok(false);
        }
        add_factors(&mut lease, &it.id, factors, it.created_at_ms).await?;
        note(&mut lease, noting).await?;
        lease.commit().await?;
        Ok(true)
    }

    /// What opens the recovery key, the oldest first.
    pub(crate) async fn factors(&self, wallet: &str) -> sqlx::Result<Vec<KeptFactor>> {
        const FIND: &str =
            "SELECT * FROM recovery_factors WHERE wallet_id = $1 ORDER BY created_at_ms, kind, id";
        self.rows(FIND, vec![wallet.into()]).await?.iter().map(factor).collect()
    }

    /// Keeps one set and these factors, and nothing else; whoever is signed in elsewhere is not any more.
    pub(crate) async fn rotate(
        &self,
        it: &Set,
        factors: &[KeptFactor],
        noting: &Noting<'_>,
    ) -> sqlx::Result<Enrolled> {
        const SETS: &str = "DELETE FROM share_sets WHERE wallet_id = $1 AND id <> $2";
        const FACTORS: &str = "DELETE FROM recovery_factors WHERE wallet_id = $1";
        const OUT: &str = "DELETE FROM sign_ins WHERE device_id <> $1 AND device_id IN \
             (SELECT id FROM devices WHERE user_id = (SELECT user_id FROM wallets WHERE id = $2))";
        let mut lease = self.lasting().await?;
        take_turn(&mut lease, &it.wallet_id).await?;
        if is_locked(&mut lease, &it.wallet_id).await? {
            lease.undo().await?;
            return Ok(Enrolled::Locked);
        }
        if !add_set(&mut lease, it).await? {
            lease.undo().await?;
            return Ok(Enrolled::IdTaken);
        }
        lease.run(SETS, vec![(&*it.wallet_id).into(), (&*it.id).into()]).await?;
        lease.run(FACTORS, vec![(&*it.wallet_id).into()]).await?;
        lease.run(OUT, vec![it.device_id.clone().into(), (&*it.wallet_id).into()]).await?;
        add_factors(&mut lease, &it.wallet_id, factors, it.created_at_ms).await?;
        note(&mut lease, noting).await?;
        lease.commit().await?;
        Ok(Enrolled::Kept)
    }
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
        code: row.get("code")?,
        is_locked: row.get::<Option<i64>>("locked_at_ms")?.is_some(),
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

#[cfg(test)]
mod tests {
    use super::super::deletion::Deletion;
    use super::super::email_change::{Before, Change, Ended, Undo};
    use super::super::wallet_event::{ChainKey, Happened};
    use super::*;
    use crate::db::vault::row_key::RowKey;
    use std::fs;

    const ROWS: [&str; 5] = [
        "INSERT INTO users (id, created_at_ms) VALUES ('u', 0)",
        "INSERT INTO wallets (id, user_id, key_sealed, addresses, created_at_ms) \
         VALUES ('w', 'u', '', '', 0)",
        "INSERT INTO share_sets (id, wallet_id, auth_sealed, recovery_sealed, commitment, \
         created_at_ms, used_at_ms) VALUES ('first', 'w', '', '', '', 0, 0)",
        "INSERT INTO devices (id, user_id, key, origin, browser, created_at_ms, seen_at_ms) \
         VALUES ('d', 'u', '', '', '', 0, 0)",
        "INSERT INTO recovery_waits (device_id, until_ms) VALUES ('d', 1)",
    ];

    /// Whoever was let through before an operator locked it is stopped where they would write.
    #[tokio::test]
    async fn what_was_asked_before_a_lock_is_not_done_after_it() {
        let folder = std::env::temp_dir().join(format!("latchkit-locks-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let db = Db::open(&folder.join("latchkit.db"), None).await;
        let db = db.unwrap_or_else(|_| panic!("a database"));
        for sql in ROWS {
            db.run(sql, vec![]).await.expect(sql);
        }
        let key = ChainKey::of(b"a key");
        let noting = |kind| {
            let what = Happened { wallet_id: "w", kind, origin: "o", browser: "b", at_ms: 5 };
            Noting { what, key: &key }
        };
        let (locked, rotated) = (noting("locked"), noting("rotated"));
        assert!(db.lock_wallet("w", true, &locked).await.expect("it is there"));
        assert!(!db.lock_wallet("w", true, &locked).await.expect("it is there"), "it was");
        let waits = db.rows("SELECT 1 FROM recovery_waits", vec![]).await.expect("rows");
        assert!(waits.is_empty(), "nobody has waited for it");

        let set = Set {
            id: "second".to_owned(),
            wallet_id: "w".to_owned(),
            device_id: None,
            auth_sealed: String::new(),
            recovery_sealed: String::new(),
            commitment: String::new(),
            created_at_ms: 5,
            used_at_ms: 5,
        };
        let enrolled = db.enrol(&set, "first", &rotated).await.expect("it is asked");
        let split = db.rotate(&set, &[], &rotated).await.expect("it is asked");
        assert!(enrolled == Enrolled::Locked && split == Enrolled::Locked);
        let is_forgotten = db.forget_user("u", Some(&rotated)).await.expect("it is asked");
        let it = Deletion {
            user_id: "u".to_owned(),
            link_hash: "link".to_owned(),
            at_ms: 6,
            site: String::new(),
            origin: String::new(),
            browser: String::new(),
        };
        db.plan_deletion(&it, &noting("planned")).await.expect("it is planned");
        assert!(!is_forgotten && !db.delete_due(&it, &rotated).await.expect("it is asked"));
        let change = Change {
            id: "c".to_owned(),
            user_id: "u".to_owned(),
            hash: "hash".to_owned(),
            subject: "other".to_owned(),
            email_sealed: String::new(),
            is_second: true,
            until_ms: 9,
        };
        let rows = RowKey::new([7; 32]);
        let before = Before { change: &change, tag: "tag", rows: &rows };
        let undo = Undo { link_hash: "undo", subject: "own", email_sealed: "", until_ms: 9 };
        let ended = db.finish_change(&before, "email", &undo, Some(&rotated), 5).await;
        assert!(matches!(ended, Ok(Ended::OtherWallet)));

        let newest = db.newest_set("w").await.expect("rows").expect("the first one");
        assert_eq!((&*newest.id, newest.used_at_ms), ("first", 5));
        let (told, _) = db.noted("w", &key).await.expect("told");
        let kinds: Vec<_> = told.iter().map(|it| &*it.kind).collect();
        assert_eq!(kinds, ["planned", "locked"]);

        assert!(db.lock_wallet("w", false, &noting("unlocked")).await.expect("it is there"));
        assert_eq!(db.deletion_at("u").await.expect("rows"), None, "it is off");
        assert!(db.rotate(&set, &[], &rotated).await.expect("it is asked") == Enrolled::Kept);
        db.close().await;
        fs::remove_dir_all(folder).expect("gone");
    }
}
