//! What is kept of the histories of accounts, as it is read: who is watched, how far each chain was read, and
//! the pages of an account.
//!
//! Accounts, contracts and hashes are hex digits in lower case; see `0008_history.sql`. How it changes is
//! `history_writing.rs`, who is watched `history_watching.rs`, and what of it goes `history_forgetting.rs`.

use super::Db;
use super::statement::{Row, Value};

/// Whose history is followed on a chain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Watch {
    /// The account.
    pub account: String,
    /// The lowest block that was read for it; -1 before any was.
    pub lowest: i64,
    /// The block at which reading backwards ends.
    pub floor: i64,
    /// When the lowest block was made.
    pub since_ms: i64,
    /// When somebody last asked about it.
    pub visited_at_ms: i64,
}

/// How far a chain was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Walk {
    /// The block that is read next.
    pub next: i64,
    /// Grows with every change.
    pub version: i64,
}

/// A transaction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredTransaction {
    /// Its hash.
    pub hash: String,
    /// Its block.
    pub block: i64,
    /// That block's hash.
    pub block_hash: String,
    /// Its place in the block.
    pub place: i64,
    /// When the block was made.
    pub at_ms: i64,
    /// Who signed it.
    pub sender: String,
    /// Whom it called; empty where it made a contract.
    pub recipient: String,
    /// Its place among those of who signed it.
    pub nonce: i64,
    /// Whether it was reverted.
    pub is_failed: bool,
    /// The first four bytes of what it called; empty where it called nothing.
    pub selector: String,
    /// How many were given something of one collection; 0 where nobody counted.
    pub receivers: i64,
}

/// Something that a transaction moved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredTransfer {
    /// The transaction.
    pub hash: String,
    /// The index of the log that says so; -1 for the native currency.
    pub log: i64,
    /// The place in a batch.
    pub part: i64,
    /// `native`, `erc20`, `erc721` or `erc1155`.
    pub kind: String,
    /// The contract; empty for the native currency.
    pub contract: String,
    /// Which of a collection, in decimal; empty otherwise.
    pub token: String,
    /// From whom.
    pub sender: String,
    /// To whom.
    pub recipient: String,
    /// How much in the smallest unit, in decimal.
    pub amount: String,
}

/// Where a transaction stands among those of an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// When its block was made.
    pub at_ms: i64,
    /// The chain.
    pub chain: String,
    /// The block.
    pub block: i64,
    /// Its place there.
    pub place: i64,
}

/// What an account was given and gave of collections, with the place of the transaction.
pub struct NftTransfer {
    /// Where it stands.
    pub at: Place,
    /// How many were given something of the collection in that transaction; 0 where nobody counted.
    pub receivers: i64,
    /// Whether the account dealt with the collection itself: signed a transaction that moved some of it, or was
    /// called by one.
    pub is_known: bool,
    /// Its place among those that are looked at, from 1: where there are too many the last ones are not.
    pub rank: i64,
    /// What was moved.
    pub transfer: StoredTransfer,
}

/// How many NFTs that came and went are looked at for what is left.
pub(crate) const MOST_MOVED: i64 = 20_000;
/// How many of those are of one collection, as long as there are others that the account dealt with.
const MOST_OF_ONE: i64 = 1_000;

impl Db {
    /// Everybody who is watched on a chain.
    pub async fn history_watches(&self, chain: &str) -> sqlx::Result<Vec<Watch>> {
        const SQL: &str = "SELECT * FROM history_watches WHERE chain = $1 ORDER BY account";
        self.rows(SQL, vec![chain.into()]).await?.iter().map(watch).collect()
    }

    /// On which chains an account is watched.
    pub async fn history_watches_of(&self, account: &str) -> sqlx::Result<Vec<(String, Watch)>> {
        const SQL: &str = "SELECT * FROM history_watches WHERE account = $1";
        let rows = self.rows(SQL, vec![account.into()]).await?;
        rows.iter().map(|row| Ok((row.get("chain")?, watch(row)?))).collect()
    }

    /// How far a chain was read.
    pub async fn history_walk(&self, chain: &str) -> sqlx::Result<Option<Walk>> {
        const SQL: &str = "SELECT next_block, version FROM history_chains WHERE chain = $1";
        let rows = self.rows(SQL, vec![chain.into()]).await?;
        let walk =
            |row: &Row| Ok(Walk { next: row.get("next_block")?, version: row.get("version")? });
        rows.first().map(walk).transpose()
    }

    /// The blocks whose hashes are known, the latest first.
    pub async fn history_blocks(&self, chain: &str) -> sqlx::Result<Vec<(i64, String)>> {
        const SQL: &str =
            "SELECT block, hash FROM history_blocks WHERE chain = $1 ORDER BY block DESC";
        let rows = self.rows(SQL, vec![chain.into()]).await?;
        rows.iter().map(|row| Ok((row.get("block")?, row.get("hash")?))).collect()
    }

    /// The transactions of an account on some chains that come before a place, the newest first.
    pub async fn history_page(
        &self,
        account: &str,
        chains: &[String],
        before: Option<&Place>,
        most: i64,
    ) -> sqlx::Result<Vec<(Place, StoredTransaction)>> {
        const SQL: &str = "SELECT entries.at_ms AS at_ms, entries.chain AS chain, \
             entries.block AS block, entries.place AS place, txs.hash, txs.block_hash, txs.sender, \
             txs.recipient, txs.nonce, txs.is_failed, txs.selector, txs.receivers \
             FROM history_entries AS entries JOIN history_transactions AS txs \
             ON txs.chain = entries.chain AND txs.hash = entries.hash \
             WHERE entries.account = $2 AND entries.chain IN (SELECT value ->> 0 FROM each_of($1)) \
             AND (entries.at_ms, entries.chain, entries.block, entries.place) < ($3, $4, $5, $6) \
             ORDER BY entries.at_ms DESC, entries.chain DESC, entries.block DESC, entries.place DESC \
             LIMIT $7";
        let last =
            Place { at_ms: i64::MAX, chain: String::new(), block: i64::MAX, place: i64::MAX };
        let Place { at_ms, chain, block, place } = before.unwrap_or(&last);
        let values = vec![
            Value::rows(chains.iter().map(|it| [it])),
            account.into(),
            (*at_ms).into(),
            chain.as_str().into(),
            (*block).into(),
            (*place).into(),
            most.into(),
        ];
        let rows = self.rows(SQL, values).await?;
        rows.iter().map(|row| Ok((at(row)?, transaction(row)?))).collect()
    }

    /// What transactions moved from or to an account, one transaction after the other and each in the order of its
    /// logs; of much the first.
    pub async fn history_transfers(
        &self,
        account: &str,
        of: &[(&str, &str)],
        most: i64,
    ) -> sqlx::Result<Vec<(String, StoredTransfer)>> {
        const SQL: &str = "WITH asked (chain, hash, place) AS \
             (SELECT value ->> 0, value ->> 1, CAST(value ->> 2 AS BIGINT) FROM each_of($1)) \
             SELECT moved.* FROM asked JOIN history_transfers AS moved \
             ON moved.chain = asked.chain AND moved.hash = asked.hash \
             WHERE moved.sender = $2 OR moved.recipient = $2 \
             ORDER BY asked.place, moved.log, moved.part LIMIT $3";
        let of = of.iter().enumerate().map(|(place, (chain, hash))| (chain, hash, place));
        let rows = self.rows(SQL, vec![Value::rows(of), account.into(), most.into()]).await?;
        rows.iter().map(|row| Ok((row.get("chain")?, transfer(row)?))).collect()
    }

    /// How much the transactions moved with which an account was given or gave something of collections, as far as it is
    /// looked at.
    pub async fn history_nft_moves(&self, account: &str, chains: &[String]) -> sqlx::Result<i64> {
        const SQL: &str = "SELECT CAST(COALESCE(SUM(moves), 0) AS BIGINT) AS moves \
             FROM history_entries WHERE account = $2 AND has_nft = 1 \
             AND chain IN (SELECT value ->> 0 FROM each_of($1))";
        let chains = Value::rows(chains.iter().map(|it| [it]));
        let rows = self.rows(SQL, vec![chains, account.into()]).await?;
        let moves = rows.first().map_or(Ok(0), |row| row.get::<i64>("moves"))?;
        Ok(moves.clamp(0, MOST_MOVED))
    }

    /// Hands over what an account was given and gave of collections, one after the other, the oldest first. Of many
    /// first the last of each that it dealt with itself, then the rest of those, then of those of strangers the
    /// smallest: anybody can give very many of what they made.
    pub async fn each_history_nft(
        &self,
        account: &str,
        chains: &[String],
        mut take: impl FnMut(NftTransfer),
    ) -> sqlx::Result<()> {
        const SQL: &str = "WITH own AS (SELECT moved.*, entries.at_ms, entries.block, \
             entries.place, txs.receivers, \
             CASE WHEN txs.sender = $2 OR txs.recipient = $2 THEN 1 ELSE 0 END AS is_own \
             FROM history_entries AS entries JOIN history_transfers AS moved \
             ON moved.chain = entries.chain AND moved.hash = entries.hash \
             JOIN history_transactions AS txs \
             ON txs.chain = entries.chain AND txs.hash = entries.hash \
             WHERE entries.account = $2 AND entries.has_nft = 1 \
             AND entries.chain IN (SELECT value ->> 0 FROM each_of($1)) \
             AND moved.kind IN ('erc721', 'erc1155') \
             AND (moved.sender = $2 OR moved.recipient = $2)), \
             counted AS (SELECT own.*, \
             CAST(MAX(is_own) OVER (PARTITION BY chain, contract) AS BIGINT) AS is_known, \
             COUNT(*) OVER (PARTITION BY chain, contract) AS many, \
             ROW_NUMBER() OVER (PARTITION BY chain, contract ORDER BY is_own DESC, at_ms DESC) \
             AS nth FROM own), \
             ranked AS (SELECT counted.*, ROW_NUMBER() OVER (ORDER BY is_known DESC, \
             CASE WHEN is_known = 0 THEN many WHEN nth > $4 THEN 1 ELSE 0 END, at_ms DESC, \
             chain DESC, block DESC, place DESC, log DESC, part DESC) AS number FROM counted) \
             SELECT * FROM ranked WHERE number <= $3 ORDER BY at_ms, chain, block, place, log, part";
        let chains = Value::rows(chains.iter().map(|it| [it]));
        let found = |row: &Row| {
            let (receivers, rank) = (row.get("receivers")?, row.get("number")?);
            let is_known = row.get::<i64>("is_known")? != 0;
            let transfer = transfer(row)?;
            take(NftTransfer { at: at(row)?, receivers, is_known, rank, transfer });
            Ok(())
        };
        let values = vec![chains, account.into(), MOST_MOVED.into(), MOST_OF_ONE.into()];
        self.readers.lease().await?.each(SQL, values, found).await
    }
}

fn watch(row: &Row) -> sqlx::Result<Watch> {
    Ok(Watch {
        account: row.get("account")?,
        lowest: row.get("lowest")?,
        floor: row.get("floor_block")?,
        since_ms: row.get("since_ms")?,
        visited_at_ms: row.get("visited_at_ms")?,
    })
}

fn at(row: &Row) -> sqlx::Result<Place> {
    Ok(Place {
        at_ms: row.get("at_ms")?,
        chain: row.get("chain")?,
        block: row.get("block")?,
        place: row.get("place")?,
    })
}

fn transaction(row: &Row) -> sqlx::Result<StoredTransaction> {
    Ok(StoredTransaction {
        hash: row.get("hash")?,
        block: row.get("block")?,
        block_hash: row.get("block_hash")?,
        place: row.get("place")?,
        at_ms: row.get("at_ms")?,
        sender: row.get("sender")?,
        recipient: row.get("recipient")?,
        nonce: row.get("nonce")?,
        is_failed: row.get::<i64>("is_failed")? != 0,
        selector: row.get("selector")?,
        receivers: row.get("receivers")?,
    })
}

fn transfer(row: &Row) -> sqlx::Result<StoredTransfer> {
    Ok(StoredTransfer {
        hash: row.get("hash")?,
        log: row.get("log")?,
        part: row.get("part")?,
        kind: row.get("kind")?,
        contract: row.get("contract")?,
        token: row.get("token")?,
        sender: row.get("sender")?,
        recipient: row.get("recipient")?,
        amount: row.get("amount")?,
    })
}
