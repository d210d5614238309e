//! How what is kept of histories changes: each change is one transaction, with the place from which reading
//! goes on, so that whoever is killed goes on exactly there.
//!
//! Two who read one chain at once both may write: the version that each started from says whether the other
//! was faster, and then nothing is changed ([`Db::add_history`], [`Db::roll_history_back`]).

use super::Db;
use super::history::{StoredTransaction, StoredTransfer, Walk};
use super::statement::{Lease, Value};

/// How many blocks back hashes are kept.
const KEPT_BLOCKS: i64 = 256;
/// How many rows one statement writes.
const AT_ONCE: usize = 500;

/// A transaction in the history of an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The account.
    pub account: String,
    /// The place of the transaction among those of the piece.
    pub transaction: usize,
    /// Whether something of a collection went from or to the account.
    pub has_nft: bool,
    /// How much went from or to the account by its logs.
    pub moves: i64,
}

/// What was read of a chain, to be kept whole or not at all.
#[derive(Default)]
pub struct Piece {
    /// Transactions.
    pub transactions: Vec<StoredTransaction>,
    /// What they moved.
    pub transfers: Vec<StoredTransfer>,
    /// Whose they are.
    pub entries: Vec<Entry>,
    /// Blocks by their hashes.
    pub blocks: Vec<(i64, String)>,
    /// Accounts for which blocks were read down to this one, and when that was made.
    pub lowered: Vec<Lowered>,
}

/// How far down was read for an account.
pub struct Lowered {
    /// The account.
    pub account: String,
    /// The lowest block that was read.
    pub lowest: i64,
    /// Where that ends.
    pub floor: i64,
    /// When the lowest was made.
    pub since_ms: i64,
}

impl Db {
    /// Keeps what was read of a chain, and that `next` is read next. Returns false, and changes nothing, where
    /// somebody else changed something since `since` was read.
    pub async fn add_history(
        &self,
        chain: &str,
        since: Option<Walk>,
        next: i64,
        piece: &Piece,
    ) -> sqlx::Result<bool> {
        let mut lease = self.writer.lease().await?;
        lease.begin().await?;
        if !move_on(&mut lease, chain, since, next).await? {
            return Ok(false);
        }
        add_blocks(&mut lease, chain, next, &piece.blocks).await?;
        add_transactions(&mut lease, chain, &piece.transactions).await?;
        add_transfers(&mut lease, chain, &piece.transfers).await?;
        add_entries(&mut lease, chain, piece).await?;
        lower(&mut lease, chain, &piece.lowered).await?;
        lease.commit().await?;
        Ok(true)
    }

    /// Forgets what was read of a chain above a block, which is known to stand, and reads on from there.
    /// Without one, everything is forgotten, and everybody's history begins anew.
    pub async fn roll_history_back(
        &self,
        chain: &str,
        since: Walk,
        to: Option<i64>,
    ) -> sqlx::Result<bool> {
        let mut lease = self.writer.lease().await?;
        lease.begin().await?;
        let above = to.unwrap_or(-1);
        if !move_on(&mut lease, chain, Some(since), above + 1).await? {
            return Ok(false);
        }
        for sql in [
            "DELETE FROM history_entries WHERE chain = $1 AND block > $2",
            "DELETE FROM history_transfers WHERE chain = $1 AND hash IN \
             (SELECT hash FROM history_transactions WHERE chain = $1 AND block > $2)",
            "DELETE FROM history_transactions WHERE chain = $1 AND block > $2",
            "DELETE FROM history_blocks WHERE chain = $1 AND block > $2",
            "UPDATE history_watches SET lowest = $2 + 1 WHERE chain = $1 AND lowest > $2 + 1",
        ] {
            lease.run(sql, vec![chain.into(), above.into()]).await?;
        }
        if to.is_none() {
            for sql in [
                "UPDATE history_watches SET lowest = -1 WHERE chain = $1",
                "DELETE FROM history_chains WHERE chain = $1",
            ] {
                lease.run(sql, vec![chain.into()]).await?;
            }
        }
        lease.commit().await?;
        Ok(true)
    }
}

/// Changes where a chain is read on, unless somebody else did.
async fn move_on(
    lease: &mut Lease,
    chain: &str,
    since: Option<Walk>,
    next: i64,
) -> sqlx::Result<bool> {
    const ON: &str = "UPDATE history_chains SET next_block = $2, version = version + 1 \
         WHERE chain = $1 AND version = $3";
    const ANEW: &str = "INSERT INTO history_chains (chain, next_block, version) \
         VALUES ($1, $2, 1) ON CONFLICT DO NOTHING";
    let mut values: Vec<Value> = vec![chain.into(), next.into()];
    values.extend(since.map(|walk| walk.version.into()));
    Ok(lease.run(if since.is_some() { ON } else { ANEW }, values).await? == 1)
}

async fn add_blocks(
    lease: &mut Lease,
    chain: &str,
    next: i64,
    blocks: &[(i64, String)],
) -> sqlx::Result<()> {
    let add = "INSERT INTO history_blocks (chain, block, hash) \
         SELECT $2, CAST(value ->> 0 AS BIGINT), value ->> 1 FROM each_of($1) WHERE true \
         ON CONFLICT (chain, block) DO UPDATE SET hash = excluded.hash";
    let rows = Value::rows(blocks.iter().map(|(block, hash)| [block.to_string(), hash.clone()]));
    lease.run(add, vec![rows, chain.into()]).await?;
    let forget = "DELETE FROM history_blocks WHERE chain = $1 AND block < $2";
    lease.run(forget, vec![chain.into(), (next - 1 - KEPT_BLOCKS).into()]).await?;
    Ok(())
}

async fn add_transactions(
    lease: &mut Lease,
    chain: &str,
    transactions: &[StoredTransaction],
) -> sqlx::Result<()> {
    const SQL: &str = "INSERT INTO history_transactions (chain, hash, block, block_hash, place, at_ms, \
         sender, recipient, nonce, is_failed, selector, receivers) \
         SELECT $2, value ->> 0, CAST(value ->> 1 AS BIGINT), value ->> 2, \
         CAST(value ->> 3 AS BIGINT), CAST(value ->> 4 AS BIGINT), value ->> 5, value ->> 6, \
         CAST(value ->> 7 AS BIGINT), CAST(value ->> 8 AS BIGINT), value ->> 9, \
         CAST(value ->> 10 AS BIGINT) FROM each_of($1) WHERE true \
         ON CONFLICT (chain, hash) DO UPDATE SET receivers = CASE \
         WHEN excluded.receivers > history_transactions.receivers THEN excluded.receivers \
         ELSE history_transactions.receivers END";
    for some in transactions.chunks(AT_ONCE) {
        let rows = some.iter().map(|it| {
            [
                it.hash.clone(),
                it.block.to_string(),
                it.block_hash.clone(),
                it.place.to_string(),
                it.at_ms.to_string(),
                it.sender.clone(),
                it.recipient.clone(),
                it.nonce.to_string(),
                i64::from(it.is_failed).to_string(),
                it.selector.clone(),
                it.receivers.to_string(),
            ]
        });
        lease.run(SQL, vec![Value::rows(rows), chain.into()]).await?;
    }
    Ok(())
}

async fn add_transfers(
    lease: &mut Lease,
    chain: &str,
    transfers: &[StoredTransfer],
) -> sqlx::Result<()> {
    const SQL: &str = "INSERT INTO history_transfers (chain, hash, log, part, kind, contract, token, \
         sender, recipient, amount) \
         SELECT $2, value ->> 0, CAST(value ->> 1 AS BIGINT), CAST(value ->> 2 AS BIGINT), \
         value ->> 3, value ->> 4, value ->> 5, value ->> 6, value ->> 7, value ->> 8 \
         FROM each_of($1) WHERE true ON CONFLICT DO NOTHING";
    for some in transfers.chunks(AT_ONCE) {
        let rows = some.iter().map(|it| {
            [
                it.hash.clone(),
                it.log.to_string(),
                it.part.to_string(),
                it.kind.clone(),
                it.contract.clone(),
                it.token.clone(),
                it.sender.clone(),
                it.recipient.clone(),
                it.amount.clone(),
            ]
        });
        lease.run(SQL, vec![Value::rows(rows), chain.into()]).await?;
    }
    Ok(())
}

async fn add_entries(lease: &mut Lease, chain: &str, piece: &Piece) -> sqlx::Result<()> {
    const SQL: &str = "INSERT INTO history_entries (chain, account, hash, at_ms, block, place, has_nft, moves) \
         SELECT $2, value ->> 0, value ->> 1, CAST(value ->> 2 AS BIGINT), \
         CAST(value ->> 3 AS BIGINT), CAST(value ->> 4 AS BIGINT), CAST(value ->> 5 AS BIGINT), \
         CAST(value ->> 6 AS BIGINT) FROM each_of($1) WHERE EXISTS (SELECT 1 FROM history_watches \
         WHERE chain = $2 AND account = value ->> 0) ON CONFLICT DO NOTHING";
    for some in piece.entries.chunks(AT_ONCE) {
        let rows = some.iter().map(|it| {
            let of = &piece.transactions[it.transaction];
            [
                it.account.clone(),
                of.hash.clone(),
                of.at_ms.to_string(),
                of.block.to_string(),
                of.place.to_string(),
                i64::from(it.has_nft).to_string(),
                it.moves.to_string(),
            ]
        });
        lease.run(SQL, vec![Value::rows(rows), chain.into()]).await?;
    }
    Ok(())
}

async fn lower(lease: &mut Lease, chain: &str, lowered: &[Lowered]) -> sqlx::Result<()> {
    const SQL: &str = "UPDATE history_watches SET lowest = $3, floor_block = $4, since_ms = $5 \
         WHERE chain = $1 AND account = $2";
    for it in lowered {
        let numbers = [it.lowest, it.floor, it.since_ms].map(Value::from);
        let values = [chain.into(), it.account.as_str().into()].into_iter().chain(numbers);
        lease.run(SQL, values.collect()).await?;
    }
    Ok(())
}
