//! What happened to a wallet, for its owner to read: a chain of entries, each with the hash of all before it.

use super::super::Db;
use super::super::statement::Row;
use sha2::{Digest, Sha256};

/// How many are told.
const MOST: usize = 100;

/// Something that happened.
pub(crate) struct Happened<'a> {
    pub(crate) wallet_id: &'a str,
    pub(crate) kind: &'a str,
    pub(crate) origin: &'a str,
    pub(crate) browser: &'a str,
    pub(crate) at_ms: i64,
}

/// The same, as it was kept.
pub(crate) struct Kept {
    pub(crate) number: i64,
    pub(crate) kind: String,
    pub(crate) origin: String,
    pub(crate) browser: String,
    pub(crate) at_ms: i64,
    hash: String,
}

impl Db {
    /// Writes it down.
    pub(crate) async fn note(&self, it: &Happened<'_>) -> sqlx::Result<()> {
        const LAST: &str = "SELECT number, hash FROM wallet_events WHERE wallet_id = $1 \
             ORDER BY number DESC LIMIT 1";
        // Through another node somebody may be as fast: then it is the next one's turn.
        const ADD: &str = "INSERT INTO wallet_events (wallet_id, number, kind, origin, browser, at_ms, hash) \
             VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING";
        loop {
            let mut lease = self.writer.lease().await?;
            let rows = lease.rows(LAST, vec![it.wallet_id.into()]).await?;
            let (number, before) = match rows.first() {
                Some(row) => (row.get::<i64>("number")? + 1, row.get::<String>("hash")?),
                None => (1, String::new()),
            };
            let values = vec![
                it.wallet_id.into(),
                number.into(),
                it.kind.into(),
                it.origin.into(),
                it.browser.into(),
                it.at_ms.into(),
                hash(&before, number, it).into(),
            ];
            if lease.run(ADD, values).await? == 1 {
                return Ok(());
            }
        }
    }

    /// The last ones, the newest first, and whether each follows from the one before it.
    pub(crate) async fn noted(&self, wallet_id: &str) -> sqlx::Result<(Vec<Kept>, bool)> {
        const FIND: &str = "SELECT * FROM wallet_events WHERE wallet_id = $1 \
             ORDER BY number DESC LIMIT $2";
        // One more, from which the last that is told follows.
        let limit = i64::try_from(MOST + 1).unwrap_or(i64::MAX);
        let rows = self.rows(FIND, vec![wallet_id.into(), limit.into()]).await?;
        let mut all = rows.iter().map(kept).collect::<sqlx::Result<Vec<_>>>()?;
        let follows = |it: &Kept, before: &str| {
            let happened = Happened {
                wallet_id,
                kind: &it.kind,
                origin: &it.origin,
                browser: &it.browser,
                at_ms: it.at_ms,
            };
            it.hash == hash(before, it.number, &happened)
        };
        let linked = all
            .windows(2)
            .all(|two| two[0].number == two[1].number + 1 && follows(&two[0], &two[1].hash));
        let is_first = |it: &Kept| it.number != 1 || follows(it, "");
        let is_whole = linked
            && all.last().is_none_or(is_first)
            && (all.len() > MOST || all.last().is_none_or(|it| it.number == 1));
        all.truncate(MOST);
        Ok((all, is_whole))
    }
}

fn hash(before: &str, number: i64, it: &Happened<'_>) -> String {
    let (number, at) = (number.to_string(), it.at_ms.to_string());
    let parts = [before, it.wallet_id, &number, it.kind, it.origin, it.browser, &at];
    chains::evm::contracts::hex::encode(Sha256::digest(parts.join("\0")))
}

fn kept(row: &Row) -> sqlx::Result<Kept> {
    Ok(Kept {
        number: row.get("number")?,
        kind: row.get("kind")?,
        origin: row.get("origin")?,
        browser: row.get("browser")?,
        at_ms: row.get("at_ms")?,
        hash: row.get("hash")?,
    })
}
