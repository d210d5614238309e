//! How the relay's messages change: each change is counted where it is made, so that nothing is ever summed
//! anew (`relay_totals`).
//!
//! Everything is idempotent: a message is kept once by its topic and id, a delivery once by its client. A
//! message that nobody has takes the room of who left it. One that somebody has takes nobody's share, nor
//! does it to know who has it: it is forgotten where there is no room otherwise.

use super::Db;
use super::relay::{NewMessage, Payer, Taken, id, topic};
use super::statement::{Lease, Row, Value};
use protocol::relay::envelope::MessageId;
use protocol::relay::topic::Topic;
use serde::Serialize;
use std::collections::{BTreeMap, HashMap, HashSet};

/// What a row of a message takes with its indexes, beside its texts: more than the 0.7 kB that were measured
/// on SQLite.
const MESSAGE_BYTES: u64 = 1024;
/// What it takes to remember that a client has one; 0.47 kB were measured.
pub const DELIVERY_BYTES: u64 = 512;
/// Of how many clients it is remembered that they have a message.
const MOST_CLIENTS: i64 = 64;
/// The totals of all there is, and of all of it that nobody has.
pub const ALL: &str = "all";
/// See [`ALL`].
pub const WAITS: &str = "waits";
/// How many rows are forgotten in one piece: who wants to write something waits for one.
const PIECE: i64 = 250;
/// How many pieces of what somebody has are forgotten for one group of messages at most.
const MOST_PIECES: u32 = 32;

/// What Postgres calls two transactions that wait for each other.
const DEADLOCK: &str = "40P01";

/// Whether a transaction was undone because it and another waited for each other: once more, it may hold.
pub fn is_deadlock(error: &sqlx::Error) -> bool {
    matches!(error, sqlx::Error::Database(it) if it.code().as_deref() == Some(DEADLOCK))
}

/// What waits at a topic, and nobody has.
#[derive(Clone, Copy, Debug, Default)]
pub struct Mailbox {
    /// How many messages.
    pub messages: u64,
    /// How much room those take.
    pub bytes: u64,
}

/// Several changes that hold together or not at all.
pub struct RelayWriting {
    lease: Lease,
    changes: BTreeMap<String, i64>,
}

impl NewMessage {
    /// How much room it takes.
    pub fn bytes(&self) -> u64 {
        let attestation = self.delivery.attestation.as_ref().map_or(0, String::len);
        (self.delivery.message.len() + attestation) as u64 + MESSAGE_BYTES
    }
}

impl Payer {
    /// The totals of which it is a part.
    pub fn totals(&self) -> impl Iterator<Item = &str> {
        [WAITS, &self.project, &self.address].into_iter().filter(|it| !it.is_empty())
    }

    fn of(row: &Row) -> sqlx::Result<Self> {
        Ok(Payer { project: row.get("project")?, address: row.get("address")? })
    }
}

impl Db {
    /// Begins to write.
    pub async fn relay_writing(&self) -> sqlx::Result<RelayWriting> {
        let mut lease = self.writer.lease().await?;
        lease.begin().await?;
        Ok(RelayWriting { lease, changes: BTreeMap::new() })
    }

    /// Forgets what is over, a piece of it. Says whether there may be more.
    pub async fn forget_relay(&self, now_ms: i64) -> sqlx::Result<bool> {
        let mut writing = self.relay_writing().await?;
        let is_more = writing.forget(now_ms).await?;
        writing.commit().await?;
        Ok(is_more)
    }

    /// How much room everything takes.
    pub async fn relay_bytes(&self) -> sqlx::Result<u64> {
        let rows = self.rows("SELECT bytes FROM relay_totals WHERE name = $1", vec![ALL.into()]);
        rows.await?.first().map_or(Ok(0), |row| natural(row, "bytes"))
    }
}

impl RelayWriting {
    /// How much is taken in these names, which are those of totals.
    pub async fn totals<'n>(
        &mut self,
        names: impl Iterator<Item = &'n str>,
    ) -> sqlx::Result<HashMap<String, u64>> {
        const SQL: &str = "SELECT name, bytes FROM relay_totals \
             WHERE name IN (SELECT value ->> 0 FROM each_of($1))";
        let names: HashSet<&str> = names.collect();
        let rows =
            self.lease.rows(SQL, vec![Value::rows(names.into_iter().map(|it| [it]))]).await?;
        let total = |row: &Row| {
            let name: String = row.get("name")?;
            let bytes: i64 = row.get("bytes")?;
            let change = self.changes.get(&name).copied().unwrap_or(0);
            Ok((name, u64::try_from(bytes + change).unwrap_or(0)))
        };
        rows.iter().map(total).collect()
    }

    /// What waits at topics.
    pub async fn mailboxes(
        &mut self,
        topics: &HashSet<Topic>,
        now_ms: i64,
    ) -> sqlx::Result<HashMap<Topic, Mailbox>> {
        const SQL: &str = "WITH asked (topic) AS (SELECT value ->> 0 FROM each_of($1)) SELECT topic, \
             (SELECT COUNT(*) FROM relay_messages WHERE relay_messages.topic = asked.topic \
             AND is_taken = 0 AND expires_at_ms + 0 > $2) AS messages, \
             (SELECT CAST(COALESCE(SUM(bytes), 0) AS BIGINT) FROM relay_messages \
             WHERE relay_messages.topic = asked.topic AND is_taken = 0 AND expires_at_ms + 0 > $2) AS bytes \
             FROM asked";
        let values = vec![Value::rows(topics.iter().map(|it| [it.text()])), now_ms.into()];
        let rows = self.lease.rows(SQL, values).await?;
        let mailbox = |row: &Row| {
            let [messages, bytes] = ["messages", "bytes"].map(|it| natural(row, it));
            Ok((topic(row)?, Mailbox { messages: messages?, bytes: bytes? }))
        };
        rows.iter().map(mailbox).collect()
    }

    /// How many messages are kept at a topic, those that somebody has among them.
    pub async fn kept(&mut self, at: &Topic) -> sqlx::Result<u64> {
        const SQL: &str = "SELECT COUNT(*) AS kept FROM relay_messages WHERE topic = $1";
        let rows = self.lease.rows(SQL, vec![at.text().into()]).await?;
        rows.first().map_or(Ok(0), |row| natural(row, "kept"))
    }

    /// Which of these messages are kept already.
    pub async fn known(
        &mut self,
        names: &[(Topic, MessageId)],
    ) -> sqlx::Result<HashSet<(Topic, MessageId)>> {
        const SQL: &str = "SELECT topic, id FROM relay_messages \
             WHERE (topic, id) IN (SELECT value ->> 0, value ->> 1 FROM each_of($1))";
        let names = names.iter().map(|(topic, id)| [topic.text(), id.text()]);
        let rows = self.lease.rows(SQL, vec![Value::rows(names)]).await?;
        rows.iter().map(|row| Ok((topic(row)?, id(row)?))).collect()
    }

    /// Keeps messages. Says which of them were new.
    pub async fn add(
        &mut self,
        messages: &[&NewMessage],
    ) -> sqlx::Result<HashSet<(Topic, MessageId)>> {
        const SQL: &str = "INSERT INTO relay_messages (topic, id, message, tag, attestation, publisher, \
             published_at_us, expires_at_ms, bytes, project, address) \
             SELECT value ->> 0, value ->> 1, value ->> 2, CAST(value ->> 3 AS BIGINT), value ->> 4, \
             value ->> 5, CAST(value ->> 6 AS BIGINT), CAST(value ->> 7 AS BIGINT), \
             CAST(value ->> 8 AS BIGINT), value ->> 9, value ->> 10 FROM each_of($1) \
             WHERE true ON CONFLICT (topic, id) DO NOTHING \
             RETURNING topic, id, bytes, project, address";
        let values = vec![Value::rows(messages.iter().map(|it| columns(it)))];
        let rows = self.lease.rows(SQL, values).await?;
        for row in &rows {
            self.count_message(row, false, 1)?;
        }
        rows.iter().map(|row| Ok((topic(row)?, id(row)?))).collect()
    }

    /// Notes who has what, from now on; who left a message has it anyway, and does not take it.
    pub async fn take(&mut self, taken: &[Taken], now_us: i64) -> sqlx::Result<()> {
        const NEW: &str = "WITH told (topic, id, client) AS \
             (SELECT value ->> 0, value ->> 1, value ->> 2 FROM each_of($1)) \
             INSERT INTO relay_deliveries (topic, id, client, expires_at_ms, taken_at_us) \
             SELECT DISTINCT told.topic, told.id, told.client, relay_messages.expires_at_ms, \
             CAST($2 AS BIGINT) \
             FROM told JOIN relay_messages ON relay_messages.topic = told.topic \
             AND relay_messages.id = told.id AND relay_messages.publisher <> told.client \
             WHERE (SELECT COUNT(*) FROM relay_deliveries WHERE relay_deliveries.topic = told.topic \
             AND relay_deliveries.id = told.id) < $3 ON CONFLICT (topic, id, client) DO NOTHING \
             RETURNING topic, id";
        const NOW_TAKEN: &str = "UPDATE relay_messages SET is_taken = 1 WHERE is_taken = 0 \
             AND (topic, id) IN (SELECT value ->> 0, value ->> 1 FROM each_of($1)) \
             RETURNING bytes, project, address";
        let told = taken.iter().map(|it| [it.topic.text(), it.id.text(), it.client.text()]);
        let values = vec![Value::rows(told), now_us.into(), MOST_CLIENTS.into()];
        let new = self.lease.rows(NEW, values).await?;
        if new.is_empty() {
            return Ok(());
        }
        self.change(ALL, bytes_of_deliveries(new.len()));
        let now_taken = self.lease.rows(NOW_TAKEN, vec![names(&new)?]).await?;
        for row in &now_taken {
            self.count_message(row, false, -1)?;
            self.count_message(row, true, 1)?;
        }
        Ok(())
    }

    /// Forgets of a topic what somebody has, so many of it, the oldest first.
    pub async fn thin(&mut self, at: &Topic, count: u64) -> sqlx::Result<()> {
        const SQL: &str = "WITH gone AS MATERIALIZED (SELECT topic, id FROM relay_messages \
             WHERE topic = $1 AND is_taken = 1 ORDER BY published_at_us, id LIMIT $2) \
             DELETE FROM relay_messages WHERE (topic, id) IN (SELECT topic, id FROM gone) \
             RETURNING topic, id, bytes, is_taken, project, address";
        let count = i64::try_from(count).unwrap_or(i64::MAX);
        let gone = self.lease.rows(SQL, vec![at.text().into(), count.into()]).await?;
        self.forget_taken(&gone).await?;
        Ok(())
    }

    /// Forgets what somebody has, what would be kept longest first, until there is so much more room or no
    /// more of it.
    pub async fn make_room(&mut self, wanted: u64) -> sqlx::Result<()> {
        const SQL: &str = "WITH gone AS MATERIALIZED (SELECT topic, id FROM relay_messages \
             WHERE is_taken = 1 ORDER BY expires_at_ms DESC LIMIT $1) \
             DELETE FROM relay_messages WHERE (topic, id) IN (SELECT topic, id FROM gone) \
             RETURNING topic, id, bytes, is_taken, project, address";
        let mut made = 0;
        for _ in 0..MOST_PIECES {
            let gone = self.lease.rows(SQL, vec![PIECE.into()]).await?;
            made += self.forget_taken(&gone).await?;
            if gone.is_empty() || made >= wanted {
                break;
            }
        }
        Ok(())
    }

    /// Keeps what was done.
    pub async fn commit(mut self) -> sqlx::Result<()> {
        // In one order everywhere, and last: nodes that wait for each other wait shortly.
        const SQL: &str = "INSERT INTO relay_totals (name, bytes) \
             SELECT value ->> 0, CAST(value ->> 1 AS BIGINT) FROM each_of($1) WHERE true \
             ON CONFLICT (name) DO UPDATE SET bytes = relay_totals.bytes + excluded.bytes";
        let changes = std::mem::take(&mut self.changes).into_iter().filter(|it| it.1 != 0);
        let changes: Vec<(String, i64)> = changes.collect();
        if !changes.is_empty() {
            self.lease.run(SQL, vec![Value::rows(changes)]).await?;
        }
        self.lease.commit().await
    }

    async fn forget(&mut self, now_ms: i64) -> sqlx::Result<bool> {
        const MESSAGES: &str = "WITH gone AS MATERIALIZED (SELECT topic, id FROM relay_messages \
             WHERE expires_at_ms <= $1 LIMIT $2) \
             DELETE FROM relay_messages WHERE (topic, id) IN (SELECT topic, id FROM gone) \
             RETURNING bytes, is_taken, project, address";
        const DELIVERIES: &str = "WITH gone AS MATERIALIZED (SELECT topic, id, client FROM \
             relay_deliveries WHERE expires_at_ms <= $1 LIMIT $2) DELETE FROM relay_deliveries \
             WHERE (topic, id, client) IN (SELECT topic, id, client FROM gone)";
        const TOTALS: &str = "DELETE FROM relay_totals WHERE bytes = 0";
        let values = || vec![now_ms.into(), PIECE.into()];
        let messages = self.lease.rows(MESSAGES, values()).await?;
        for row in &messages {
            self.count_message(row, row.get::<i64>("is_taken")? != 0, -1)?;
        }
        let deliveries = count(self.lease.run(DELIVERIES, values()).await?);
        self.change(ALL, -bytes_of_deliveries(deliveries));
        let is_more = messages.len().max(deliveries) >= count(PIECE.unsigned_abs());
        if !is_more {
            self.lease.run(TOTALS, vec![]).await?;
        }
        Ok(is_more)
    }

    /// These messages are gone, which somebody had; so is that. Says how much room that makes.
    async fn forget_taken(&mut self, gone: &[Row]) -> sqlx::Result<u64> {
        const SQL: &str = "DELETE FROM relay_deliveries \
             WHERE (topic, id) IN (SELECT value ->> 0, value ->> 1 FROM each_of($1))";
        if gone.is_empty() {
            return Ok(0);
        }
        let deliveries = self.lease.run(SQL, vec![names(gone)?]).await?;
        self.change(ALL, -bytes_of_deliveries(count(deliveries)));
        let mut made = deliveries * DELIVERY_BYTES;
        for row in gone {
            self.count_message(row, true, -1)?;
            made += natural(row, "bytes")?;
        }
        Ok(made)
    }

    fn count_message(&mut self, row: &Row, is_taken: bool, sign: i64) -> sqlx::Result<()> {
        let (payer, bytes) = (Payer::of(row)?, sign * row.get::<i64>("bytes")?);
        self.change(ALL, bytes);
        if !is_taken {
            payer.totals().for_each(|it| self.change(it, bytes));
        }
        Ok(())
    }

    fn change(&mut self, name: &str, bytes: i64) {
        *self.changes.entry(name.to_owned()).or_default() += bytes;
    }
}

fn bytes_of_deliveries(count: usize) -> i64 {
    i64::try_from(count as u64 * DELIVERY_BYTES).unwrap_or(i64::MAX)
}

fn count(rows: u64) -> usize {
    usize::try_from(rows).unwrap_or(usize::MAX)
}

fn names(rows: &[Row]) -> sqlx::Result<Value> {
    let name = |row: &Row| Ok([row.get::<String>("topic")?, row.get("id")?]);
    Ok(Value::rows(rows.iter().map(name).collect::<sqlx::Result<Vec<_>>>()?))
}

fn columns(message: &NewMessage) -> impl Serialize {
    let NewMessage { id, delivery, publisher, payer, published_at_us, expires_at_ms } = message;
    (
        delivery.topic.text(),
        id.text(),
        &*delivery.message,
        delivery.tag,
        delivery.attestation.as_deref(),
        publisher.text(),
        *published_at_us,
        *expires_at_ms,
        message.bytes(),
        &*payer.project,
        &*payer.address,
    )
}

fn natural(row: &Row, column: &str) -> sqlx::Result<u64> {
    Ok(u64::try_from(row.get::<i64>(column)?).unwrap_or(0))
}
