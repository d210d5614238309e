//! What of histories goes: accounts that nobody asks about, and of those that do much what is old.
//!
//! Whoever takes something away waits first until nobody adds to the chain ([`take_turn`]), and has what is being
//! read now read again where it is for nobody any more ([`disown`]). So nothing stays that is nobody's.

use super::Db;
use super::statement::{Lease, Value};

/// So long an account that was asked about is safe from making room for others.
const SAFE_MS: i64 = 60 * 60 * 1_000;
/// How many transactions of an account are forgotten in one go.
const FORGOTTEN_AT_ONCE: i64 = 2_000;
/// How many rows one statement takes.
const AT_ONCE: usize = 500;
/// All entries of an account.
const ALL: i64 = i64::MAX;

impl Db {
    /// Forgets an account that nobody asked about since a time, or a part of what is kept of it: others wait to
    /// write. Says whether there may be more.
    pub async fn forget_history(&self, before_ms: i64) -> sqlx::Result<bool> {
        const OLD: &str =
            "SELECT chain, account FROM history_watches WHERE visited_at_ms < $1 LIMIT 1";
        let mut lease = self.writer.lease().await?;
        lease.begin().await?;
        let old = lease.rows(OLD, vec![before_ms.into()]).await?;
        for row in &old {
            let (chain, account): (String, String) = (row.get("chain")?, row.get("account")?);
            forget(&mut lease, &chain, &account, before_ms).await?;
        }
        lease.commit().await?;
        Ok(!old.is_empty())
    }

    /// Of an account among these that has more than `most` transactions on a chain forgets the oldest, a part of
    /// them: nine tenths of `most` stay in the end. One that moved much counts as one more for each ten moves, so no
    /// account has more rows than ten times as many. What it did is known since then, and nothing before is read any
    /// more. Says whether there was one.
    pub async fn trim_history(
        &self,
        chain: &str,
        accounts: &[&str],
        most: i64,
        now_ms: i64,
    ) -> sqlx::Result<bool> {
        const MANY: &str = "SELECT account FROM history_entries WHERE chain = $2 \
             AND account IN (SELECT value ->> 0 FROM each_of($1)) \
             GROUP BY account HAVING SUM(1 + moves / 10) > $3 LIMIT 1";
        const LAST: &str = "SELECT block FROM (SELECT block, SUM(1 + moves / 10) \
             OVER (ORDER BY at_ms DESC, block DESC, place DESC) AS many FROM history_entries \
             WHERE account = $1 AND chain = $2) AS own WHERE many > $3 ORDER BY many LIMIT 1";
        let values = vec![Value::rows(accounts.iter().map(|it| [it])), chain.into(), most.into()];
        let many = self.rows(MANY, values).await?;
        let Some(row) = many.first() else { return Ok(false) };
        let account: String = row.get("account")?;
        let of = |more: i64| vec![account.as_str().into(), chain.into(), more.into()];
        let mut lease = self.writer.lease().await?;
        lease.begin().await?;
        take_turn(&mut lease, chain).await?;
        if let Some(row) = lease.rows(LAST, of(most - most / 10)).await?.first() {
            let last: i64 = row.get("block")?;
            raise(&mut lease, chain, &account, last, now_ms).await?;
            remove(&mut lease, chain, &account, last).await?;
        }
        lease.commit().await?;
        Ok(true)
    }
}

/// Forgets as many accounts of a project, but for one, that nobody asked about for a while: those first that were asked
/// about once, then those whose last question is the oldest. How many went. Each is a transaction of its own: whoever
/// waited for a second chain while others wait for the first might wait for ever.
pub(super) async fn evict(
    lease: &mut Lease,
    project: &str,
    except: &str,
    most: i64,
    now_ms: i64,
) -> sqlx::Result<i64> {
    const IDLE: &str = "SELECT chain, account FROM history_watches WHERE project = $1 \
         AND account <> $4 AND visited_at_ms < $2 \
         ORDER BY CASE WHEN visited_at_ms = watched_at_ms THEN 0 ELSE 1 END, visited_at_ms LIMIT $3";
    let values = vec![project.into(), (now_ms - SAFE_MS).into(), most.into(), except.into()];
    let mut gone = 0;
    for row in lease.rows(IDLE, values).await? {
        let (chain, account): (String, String) = (row.get("chain")?, row.get("account")?);
        lease.begin().await?;
        gone += i64::from(forget(lease, &chain, &account, now_ms).await?);
        lease.keep().await?;
    }
    Ok(gone)
}

/// Waits until nobody adds to a chain; from then on nobody does before this is done.
async fn take_turn(lease: &mut Lease, chain: &str) -> sqlx::Result<()> {
    let sql = "UPDATE history_chains SET version = version WHERE chain = $1";
    lease.run(sql, vec![chain.into()]).await.map(drop)
}

/// What is being read now is not added: an account that is forgotten may be watched again by then, from the
/// beginning.
async fn disown(lease: &mut Lease, chain: &str) -> sqlx::Result<()> {
    let sql = "UPDATE history_chains SET version = version + 1 WHERE chain = $1";
    lease.run(sql, vec![chain.into()]).await.map(drop)
}

/// What an account did on a chain is known above a block, since then, and nothing before is read any more.
async fn raise(
    lease: &mut Lease,
    chain: &str,
    account: &str,
    block: i64,
    now_ms: i64,
) -> sqlx::Result<()> {
    const SINCE: &str = "SELECT CAST(COALESCE(MIN(at_ms), $4) AS BIGINT) AS since_ms \
         FROM history_entries WHERE account = $1 AND chain = $2 AND block > $3";
    const RAISE: &str = "UPDATE history_watches SET lowest = $3, floor_block = $3, since_ms = $4 \
         WHERE account = $1 AND chain = $2 AND lowest < $3";
    let of = |block: i64, ms: i64| vec![account.into(), chain.into(), block.into(), ms.into()];
    let since = lease.rows(SINCE, of(block, now_ms)).await?;
    let since_ms: i64 = since.first().map_or(Ok(now_ms), |row| row.get("since_ms"))?;
    if lease.run(RAISE, of(block + 1, since_ms)).await? > 0 {
        disown(lease, chain).await?;
    }
    Ok(())
}

/// Forgets an account on a chain, and what is nobody else's; of one with much only the oldest, and it is watched on, and
/// known since then. Whether all of it went.
async fn forget(lease: &mut Lease, chain: &str, account: &str, now_ms: i64) -> sqlx::Result<bool> {
    take_turn(lease, chain).await?;
    let removed = remove(lease, chain, account, ALL).await?;
    if let Some(last) = removed {
        raise(lease, chain, account, last, now_ms).await?;
    } else {
        let sql = "DELETE FROM history_watches WHERE chain = $1 AND account = $2";
        lease.run(sql, vec![chain.into(), account.into()]).await?;
        disown(lease, chain).await?;
    }
    Ok(removed.is_none())
}

/// Forgets what an account did on a chain up to a block, the oldest first, and what of it is nobody else's; of much
/// only a part. The last block of that part; nothing where all of it went.
async fn remove(
    lease: &mut Lease,
    chain: &str,
    account: &str,
    to: i64,
) -> sqlx::Result<Option<i64>> {
    const OWN: &str = "SELECT own.hash, own.block, CAST(CASE WHEN EXISTS \
         (SELECT 1 FROM history_entries AS other \
         WHERE other.chain = $1 AND other.hash = own.hash AND other.account <> $2) \
         THEN 1 ELSE 0 END AS BIGINT) AS is_shared \
         FROM history_entries AS own WHERE account = $2 AND chain = $1 AND block <= $3 \
         ORDER BY at_ms, block LIMIT $4";
    let values = vec![chain.into(), account.into(), to.into(), FORGOTTEN_AT_ONCE.into()];
    let entries = lease.rows(OWN, values).await?;
    let is_all = i64::try_from(entries.len()).is_ok_and(|it| it < FORGOTTEN_AT_ONCE);
    let mut hashes: Vec<String> = Vec::new();
    let mut own: Vec<String> = Vec::new();
    for row in &entries {
        hashes.push(row.get("hash")?);
        if row.get::<i64>("is_shared")? == 0 {
            own.push(row.get("hash")?);
        }
    }
    for some in own.chunks(AT_ONCE) {
        for sql in [
            "DELETE FROM history_transfers WHERE chain = $2 \
             AND hash IN (SELECT value ->> 0 FROM each_of($1))",
            "DELETE FROM history_transactions WHERE chain = $2 \
             AND hash IN (SELECT value ->> 0 FROM each_of($1))",
        ] {
            lease.run(sql, vec![Value::rows(some.iter().map(|it| [it])), chain.into()]).await?;
        }
    }
    for some in hashes.chunks(AT_ONCE) {
        let sql = "DELETE FROM history_entries WHERE chain = $2 AND account = $3 \
             AND hash IN (SELECT value ->> 0 FROM each_of($1))";
        let rows = Value::rows(some.iter().map(|it| [it]));
        lease.run(sql, vec![rows, chain.into(), account.into()]).await?;
    }
    match entries.last() {
        Some(row) if !is_all => row.get("block").map(Some),
        _ => Ok(None),
    }
}
