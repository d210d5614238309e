//! What of histories goes: accounts that nobody asks about, and of those that do much what is old.
//!
//! Whoever takes something away waits first until nobody adds to the chain ([`take_turn`]), and has what is being
//! read now read again where it is for nobody any more ([`disown`]). So nothing stays that is nobody's.

use super::Db;
use super::statement::{Lease, Value};

/// How many transactions of an account are forgotten in one go.
const FORGOTTEN_AT_ONCE: i64 = 2_000;
/// How many rows one statement takes.
const AT_ONCE: usize = 500;
/// All entries of an account.
const ALL: i64 = i64::MAX;

/// What is kept of an account on a chain.
#[derive(Clone, Copy, Debug)]
pub struct Keeping<'a> {
    /// How many transactions.
    pub most: i64,
    /// The contracts of tokens that lists have.
    pub listed: &'a [String],
    /// From so many receivers on a transaction gave something to anybody.
    pub mass: i64,
}

impl Db {
    /// Forgets an account that nobody asked about since a time, or a part of what is kept of it: others wait to
    /// write. Says whether there may be more.
    pub async fn forget_history(&self, before_ms: i64) -> sqlx::Result<bool> {
        const OLD: &str = "SELECT chain, account FROM history_watches WHERE visited_at_ms < $1 \
             ORDER BY visited_at_ms LIMIT 1";
        // Somebody may ask about it meanwhile.
        const STILL: &str = "UPDATE history_watches SET visited_at_ms = visited_at_ms \
             WHERE chain = $1 AND account = $2 AND visited_at_ms < $3";
        let mut lease = self.writer.lease().await?;
        lease.begin().await?;
        let old = lease.rows(OLD, vec![before_ms.into()]).await?;
        for row in &old {
            let (chain, account): (String, String) = (row.get("chain")?, row.get("account")?);
            take_turn(&mut lease, &chain).await?;
            let of = vec![chain.as_str().into(), account.as_str().into(), before_ms.into()];
            if lease.run(STILL, of).await? > 0 {
                forget(&mut lease, &chain, &account, before_ms).await?;
            }
        }
        lease.commit().await?;
        Ok(!old.is_empty())
    }

    /// Of an account among these of which more is kept than may be forgets some, a part of it: nine tenths of the most
    /// stay in the end. One that moved much counts as one more for each ten moves, so no account has more rows than ten
    /// times as many. First goes what strangers gave, the oldest first ([`strangers`]): anybody can give anything.
    /// Where that is not enough the oldest of all goes; what the account did is known since then, and nothing before is
    /// read any more. Says whether there was one.
    pub async fn trim_history(
        &self,
        chain: &str,
        accounts: &[&str],
        keeping: &Keeping<'_>,
        now_ms: i64,
    ) -> sqlx::Result<bool> {
        const MANY: &str = "SELECT account, CAST(SUM(1 + moves / 10) AS BIGINT) AS many \
             FROM history_entries WHERE chain = $2 \
             AND account IN (SELECT value ->> 0 FROM each_of($1)) \
             GROUP BY account HAVING SUM(1 + moves / 10) > $3 LIMIT 1";
        const LAST: &str = "SELECT block FROM (SELECT block, SUM(1 + moves / 10) \
             OVER (ORDER BY at_ms DESC, block DESC, place DESC) AS many FROM history_entries \
             WHERE account = $1 AND chain = $2) AS own WHERE many > $3 ORDER BY many LIMIT 1";
        let (most, left) = (keeping.most, keeping.most - keeping.most / 10);
        let values = vec![Value::rows(accounts.iter().map(|it| [it])), chain.into(), most.into()];
        let many = self.rows(MANY, values).await?;
        let Some(row) = many.first() else { return Ok(false) };
        let account: String = row.get("account")?;
        let too_many = row.get::<i64>("many")? - left;
        let given = self.strangers(chain, &account, keeping, too_many).await?;
        let mut lease = self.writer.lease().await?;
        lease.begin().await?;
        take_turn(&mut lease, chain).await?;
        let values = vec![account.as_str().into(), chain.into(), left.into()];
        if !given.is_empty() {
            take_away(&mut lease, chain, &account, &given).await?;
        } else if let Some(row) = lease.rows(LAST, values).await?.first() {
            let last: i64 = row.get("block")?;
            raise(&mut lease, chain, &account, last, now_ms).await?;
            remove(&mut lease, chain, &account, last).await?;
        }
        lease.commit().await?;
        Ok(true)
    }

    /// The transactions that strangers made, the oldest first, as far as they count for so many: who is given something
    /// did not sign them, nor is it called by them, and most of what they say they moved is of contracts that no list
    /// has and with which the account never dealt itself. Those with which very many were given something come before all
    /// others.
    async fn strangers(
        &self,
        chain: &str,
        account: &str,
        keeping: &Keeping<'_>,
        many: i64,
    ) -> sqlx::Result<Vec<String>> {
        // A contract may say that anybody gave something.
        const SQL: &str = "WITH own AS (SELECT entries.hash, entries.at_ms, entries.block, \
             entries.place, entries.moves, txs.receivers, \
             CASE WHEN txs.sender = $3 THEN 1 ELSE 0 END AS is_signed, \
             CASE WHEN txs.sender = $3 OR txs.recipient = $3 THEN 1 ELSE 0 END AS is_own \
             FROM history_entries AS entries JOIN history_transactions AS txs \
             ON txs.chain = entries.chain AND txs.hash = entries.hash \
             WHERE entries.chain = $2 AND entries.account = $3), \
             known AS (SELECT value ->> 0 AS contract FROM each_of($1) \
             UNION SELECT moved.contract FROM own JOIN history_transfers AS moved \
             ON moved.chain = $2 AND moved.hash = own.hash \
             WHERE own.is_own = 1 AND (moved.sender = $3 OR moved.recipient = $3)) \
             SELECT own.hash, own.moves FROM own WHERE own.is_signed = 0 \
             AND (SELECT COALESCE(SUM(CASE WHEN own.is_own = 1 OR moved.kind = 'native' \
             OR moved.contract IN (SELECT contract FROM known) THEN 1 ELSE -1 END), -1) \
             FROM history_transfers AS moved WHERE moved.chain = $2 AND moved.hash = own.hash \
             AND (moved.sender = $3 OR moved.recipient = $3)) < 0 \
             ORDER BY CASE WHEN own.receivers >= $4 THEN 0 ELSE 1 END, \
             own.at_ms, own.block, own.place LIMIT $5";
        let values = vec![
            Value::rows(keeping.listed.iter().map(|it| [it])),
            chain.into(),
            account.into(),
            keeping.mass.into(),
            FORGOTTEN_AT_ONCE.into(),
        ];
        let (mut given, mut counted) = (Vec::new(), 0);
        for row in self.rows(SQL, values).await? {
            if counted >= many {
                break;
            }
            counted += 1 + row.get::<i64>("moves")? / 10;
            given.push(row.get("hash")?);
        }
        Ok(given)
    }
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
/// known since then.
async fn forget(lease: &mut Lease, chain: &str, account: &str, now_ms: i64) -> sqlx::Result<()> {
    let removed = remove(lease, chain, account, ALL).await?;
    if let Some(last) = removed {
        raise(lease, chain, account, last, now_ms).await?;
    } else {
        let sql = "DELETE FROM history_watches WHERE chain = $1 AND account = $2";
        lease.run(sql, vec![chain.into(), account.into()]).await?;
        disown(lease, chain).await?;
    }
    Ok(())
}

/// Forgets what an account did on a chain up to a block, the oldest first, and what of it is nobody else's; of much
/// only a part. The last block of that part; nothing where all of it went.
async fn remove(
    lease: &mut Lease,
    chain: &str,
    account: &str,
    to: i64,
) -> sqlx::Result<Option<i64>> {
    const OWN: &str = "SELECT hash, block FROM history_entries \
         WHERE account = $2 AND chain = $1 AND block <= $3 ORDER BY at_ms, block LIMIT $4";
    let values = vec![chain.into(), account.into(), to.into(), FORGOTTEN_AT_ONCE.into()];
    let entries = lease.rows(OWN, values).await?;
    let is_all = i64::try_from(entries.len()).is_ok_and(|it| it < FORGOTTEN_AT_ONCE);
    let hashes: Vec<String> =
        entries.iter().map(|row| row.get("hash")).collect::<Result<_, _>>()?;
    take_away(lease, chain, account, &hashes).await?;
    match entries.last() {
        Some(row) if !is_all => row.get("block").map(Some),
        _ => Ok(None),
    }
}

/// Takes transactions out of the history of an account, and forgets those that are in nobody else's.
async fn take_away(
    lease: &mut Lease,
    chain: &str,
    account: &str,
    hashes: &[String],
) -> sqlx::Result<()> {
    const ENTRIES: &str = "DELETE FROM history_entries WHERE chain = $2 AND account = $3 \
         AND hash IN (SELECT value ->> 0 FROM each_of($1))";
    const NOBODYS: &str = "SELECT value ->> 0 AS hash FROM each_of($1) WHERE NOT EXISTS \
         (SELECT 1 FROM history_entries AS other \
         WHERE other.chain = $2 AND other.hash = value ->> 0)";
    const TRANSFERS: &str = "DELETE FROM history_transfers WHERE chain = $2 \
         AND hash IN (SELECT value ->> 0 FROM each_of($1))";
    const TRANSACTIONS: &str = "DELETE FROM history_transactions WHERE chain = $2 \
         AND hash IN (SELECT value ->> 0 FROM each_of($1))";
    for some in hashes.chunks(AT_ONCE) {
        let rows = Value::rows(some.iter().map(|it| [it]));
        lease.run(ENTRIES, vec![rows, chain.into(), account.into()]).await?;
        let rows = Value::rows(some.iter().map(|it| [it]));
        let nobodys = lease.rows(NOBODYS, vec![rows, chain.into()]).await?;
        let nobodys: Vec<String> =
            nobodys.iter().map(|row| row.get("hash")).collect::<sqlx::Result<_>>()?;
        for sql in [TRANSFERS, TRANSACTIONS] {
            let rows = Value::rows(nobodys.iter().map(|it| [it]));
            lease.run(sql, vec![rows, chain.into()]).await?;
        }
    }
    Ok(())
}
