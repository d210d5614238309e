//! What happened to a wallet, for its owner to read: a chain of entries, each with a code of all before it that
//! takes a key to make ([`ChainKey`]), and at the wallet itself how many there are ([HMAC](https://www.rfc-editor.org/rfc/rfc2104)).
//!
//! So whoever writes to the database changes no entry, adds none and takes none out unseen, not even the last ones.
//! What they can put back is an older copy of all of it.

use super::super::Db;
use super::super::statement::{Lease, Row};
use chains::evm::contracts::hex;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use zeroize::Zeroizing;

/// How many are told.
const MOST: usize = 100;
/// Of what happens all the time the newest so many are kept, and of all else so many; more than are told in any case.
const MOST_USUAL: i64 = 1000;
const MOST_OTHERS: i64 = 10_000;
/// Older ones go once in so many.
const PIECE: i64 = 100;

/// Something that happened.
pub(crate) struct Happened<'a> {
    pub(crate) wallet_id: &'a str,
    pub(crate) kind: &'a str,
    pub(crate) origin: &'a str,
    pub(crate) browser: &'a str,
    pub(crate) at_ms: i64,
}

/// The same, with the key of its wallet.
pub(crate) struct Noting<'a> {
    pub(crate) what: Happened<'a>,
    pub(crate) key: &'a ChainKey,
}

/// The same, as it was kept.
pub(crate) struct Kept {
    number: i64,
    pub(crate) kind: String,
    pub(crate) origin: String,
    pub(crate) browser: String,
    pub(crate) at_ms: i64,
    mac: String,
}

/// What makes the codes of one wallet. It is not in the database.
pub(crate) struct ChainKey(Zeroizing<[u8; 32]>);

impl ChainKey {
    /// The one that is made of another key, which is never used for anything like it.
    pub(crate) fn of(key: &[u8]) -> Self {
        ChainKey(Zeroizing::new(mac(key, &["latchkit/wallet-events/v1"])))
    }

    /// Of an entry that follows from the one with the code `before`.
    fn entry(&self, before: &str, number: i64, it: &Happened<'_>) -> String {
        let (number, at) = (number.to_string(), it.at_ms.to_string());
        self.code(&["entry", before, it.wallet_id, &number, it.kind, it.origin, it.browser, &at])
    }

    /// Of how many there are, the last of which has the code `last`. None of an entry is like it, so whoever takes
    /// entries out makes none for the rest.
    fn head(&self, wallet_id: &str, count: i64, last: &str) -> String {
        self.code(&["head", wallet_id, &count.to_string(), last])
    }

    fn code(&self, parts: &[&str]) -> String {
        hex::encode(mac(&*self.0, parts))
    }
}

/// A code of texts that takes a key to make.
pub(super) fn mac(key: &[u8], parts: &[&str]) -> [u8; 32] {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("of any length");
    for part in parts {
        // Each behind its length, so that no two lists are written alike.
        mac.update(&(part.len() as u64).to_be_bytes());
        mac.update(part.as_bytes());
    }
    mac.finalize().into_bytes().into()
}

impl Db {
    /// Writes it down.
    pub(crate) async fn note(&self, it: &Noting<'_>) -> sqlx::Result<()> {
        let mut lease = self.writer.lease().await?;
        lease.begin().await?;
        note(&mut lease, it).await?;
        lease.commit().await
    }

    /// The last ones, the newest first, and whether they are what was written down, and all of it.
    pub(crate) async fn noted(
        &self,
        wallet_id: &str,
        key: &ChainKey,
    ) -> sqlx::Result<(Vec<Kept>, bool)> {
        // Both by one statement: somebody may write one down meanwhile.
        const FIND: &str = "SELECT event_count, event_head, number, kind, origin, browser, at_ms, hash \
             FROM wallets LEFT JOIN wallet_events ON wallet_events.wallet_id = wallets.id \
             WHERE wallets.id = $1 ORDER BY number DESC LIMIT $2";
        // One more, from which the last that is told follows.
        let limit = i64::try_from(MOST + 1).unwrap_or(i64::MAX);
        let rows = self.rows(FIND, vec![wallet_id.into(), limit.into()]).await?;
        let Some(wallet) = rows.first() else { return Ok((Vec::new(), false)) };
        let (count, head): (i64, String) = (wallet.get("event_count")?, wallet.get("event_head")?);
        let has_some = wallet.get::<Option<i64>>("number")?.is_some();
        let all = rows.iter().filter(|_| has_some).map(kept).collect::<sqlx::Result<Vec<_>>>()?;
        let is_whole = follow(wallet_id, key, &all)
            && all.first().is_some_and(|last| {
                last.number == count && head == key.head(wallet_id, count, &last.mac)
            });
        Ok((all.into_iter().take(MOST).collect(), is_whole))
    }
}

/// Whether each follows from the one behind it, down to the first or to one that is not told.
fn follow(wallet_id: &str, key: &ChainKey, all: &[Kept]) -> bool {
    let follows = |it: &Kept, before: &str| {
        let Kept { kind, origin, browser, at_ms, .. } = it;
        let what = Happened { wallet_id, kind, origin, browser, at_ms: *at_ms };
        it.mac == key.entry(before, it.number, &what)
    };
    let is_linked =
        |two: &[Kept]| two[0].number == two[1].number + 1 && follows(&two[0], &two[1].mac);
    let is_begun = |it: &Kept| all.len() > MOST || (it.number == 1 && follows(it, ""));
    all.windows(2).all(is_linked) && all.last().is_some_and(is_begun)
}

/// Writes it down together with what happens. Where the wallet is gone nobody reads it any more.
pub(super) async fn note(lease: &mut Lease, it: &Noting<'_>) -> sqlx::Result<()> {
    // Whoever is as fast through another node waits here.
    const NEXT: &str = "UPDATE wallets SET event_count = event_count + 1 WHERE id = $1 \
         RETURNING event_count, event_head";
    const LAST: &str = "SELECT hash FROM wallet_events WHERE wallet_id = $1 AND number = $2";
    const ADD: &str = "INSERT INTO wallet_events (wallet_id, number, kind, origin, browser, at_ms, hash) \
         VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (wallet_id, number) DO UPDATE \
         SET kind = $3, origin = $4, browser = $5, at_ms = $6, hash = $7";
    const HEAD: &str = "UPDATE wallets SET event_head = $2 WHERE id = $1";
    let (what, id) = (&it.what, it.what.wallet_id);
    let rows = lease.rows(NEXT, vec![id.into()]).await?;
    let Some(row) = rows.first() else { return Ok(()) };
    let (number, head): (i64, String) = (row.get("event_count")?, row.get("event_head")?);
    let rows = lease.rows(LAST, vec![id.into(), (number - 1).into()]).await?;
    let last = rows.first().map(|row| row.get::<String>("hash")).transpose()?;
    let before = last.clone().unwrap_or_default();
    // What does not hold any more never does again: an entry more must not vouch for those that were changed.
    let is_sound = match &last {
        Some(last) => head == it.key.head(id, number - 1, last),
        None => number == 1 && what.kind == CREATED,
    };
    let mac = it.key.entry(&before, number, what);
    let head = if is_sound { it.key.head(id, number, &mac) } else { String::new() };
    let texts = [what.kind, what.origin, what.browser].map(Into::into);
    let mut values = vec![id.into(), number.into()];
    values.extend(texts);
    values.extend([what.at_ms.into(), mac.into()]);
    lease.run(ADD, values).await?;
    lease.run(HEAD, vec![id.into(), head.into()]).await?;
    if number % PIECE == 0 {
        drop_old(lease, id, number).await?;
    }
    Ok(())
}

/// Whoever has a share released again and again must not fill the database.
async fn drop_old(lease: &mut Lease, id: &str, number: i64) -> sqlx::Result<()> {
    const DROP: &str = "DELETE FROM wallet_events WHERE wallet_id = $1 AND (number <= $2 \
         OR (number <= $3 AND kind IN ('signed', 'refused')))";
    let values = vec![id.into(), (number - MOST_OTHERS).into(), (number - MOST_USUAL).into()];
    lease.run(DROP, values).await.map(drop)
}

/// What each chain begins with.
pub(crate) const CREATED: &str = "created";

fn kept(row: &Row) -> sqlx::Result<Kept> {
    Ok(Kept {
        number: row.get("number")?,
        kind: row.get("kind")?,
        origin: row.get("origin")?,
        browser: row.get("browser")?,
        at_ms: row.get("at_ms")?,
        mac: row.get("hash")?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[tokio::test]
    async fn what_happens_all_the_time_has_an_end_and_what_is_left_is_whole() {
        let name = format!("latchkit-events-{}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        fs::create_dir_all(&folder).expect("a folder");
        let db = Db::open(&folder.join("latchkit.db"), None).await;
        let db = db.unwrap_or_else(|_| panic!("a database"));
        for sql in [
            "INSERT INTO users (id, created_at_ms) VALUES ('u', 0)",
            "INSERT INTO wallets (id, user_id, key_sealed, addresses, created_at_ms) \
             VALUES ('w', 'u', '', '', 0)",
        ] {
            db.run(sql, vec![]).await.expect(sql);
        }
        let key = ChainKey::of(b"a key");
        let usual = MOST_USUAL + 5 * PIECE;
        for number in 1..=usual {
            let kind = match number {
                1 => CREATED,
                2 => "exported",
                _ => "signed",
            };
            let what = Happened { wallet_id: "w", kind, origin: "o", browser: "b", at_ms: number };
            db.note(&Noting { what, key: &key }).await.expect("noted");
        }
        let numbers = db.rows("SELECT number FROM wallet_events ORDER BY number", vec![]).await;
        let numbers: Vec<i64> =
            numbers.expect("rows").iter().map(|row| row.get("number").expect("one")).collect();
        let newest = usual - MOST_USUAL + 1..=usual;
        assert_eq!(numbers, [1, 2].into_iter().chain(newest).collect::<Vec<_>>());
        let (told, is_whole) = db.noted("w", &key).await.expect("told");
        assert_eq!((told.len(), is_whole), (MOST, true));
        db.close().await;
        fs::remove_dir_all(folder).expect("gone");
    }
}
