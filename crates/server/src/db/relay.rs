//! What waits at the relay's topics, and how it is read; `relay_writing.rs` changes it.

use super::Db;
use super::statement::{Row, Value, unreadable};
use protocol::relay::envelope::MessageId;
use protocol::relay::push::Delivery;
use protocol::relay::token::ClientId;
use protocol::relay::topic::Topic;
use sqlx::{AssertSqlSafe, SqlSafeStr};
use std::sync::Arc;

/// Who pays with their room for a message: names of `relay_totals`, empty where nobody does.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Payer {
    /// A project's id.
    pub project: String,
    /// What stands for an address.
    pub address: String,
}

/// A message that is to be kept.
#[derive(Clone, Debug)]
pub struct NewMessage {
    /// Its name.
    pub id: MessageId,
    /// What is handed out.
    pub delivery: Delivery,
    /// Who left it, and does not get it.
    pub publisher: ClientId,
    /// Whose room it takes.
    pub payer: Arc<Payer>,
    /// Microseconds since 1970, another for each message.
    pub published_at_us: i64,
    /// Until when it is kept.
    pub expires_at_ms: i64,
}

/// A message that a client has.
#[derive(Clone, Copy, Debug)]
pub struct Taken {
    /// Where it was left.
    pub topic: Topic,
    /// Which.
    pub id: MessageId,
    /// Who has it.
    pub client: ClientId,
}

/// A message that waits for a client, without its text.
#[derive(Clone, Copy, Debug)]
pub struct Waiting {
    /// Where.
    pub topic: Topic,
    /// Which.
    pub id: MessageId,
    /// Its place in the order.
    pub published_at_us: i64,
    /// How much room it takes.
    pub bytes: usize,
}

/// For whom something waits.
#[derive(Clone, Copy, Debug)]
pub struct Reader {
    /// The client.
    pub client: ClientId,
    /// What the client said to have after this waits, too: another socket of it said so.
    pub since_us: i64,
    /// What is over does not wait.
    pub now_ms: i64,
}

/// Whether a message waits for a client: the words for it, and for [`Reader::since_us`]; `$2` is the time.
/// They leave a database one way to find it: at its topic, and who has it by its name. With `+ 0` there is no
/// index of times, of which all might be read for each topic; nor is a subquery for one row read for all.
fn waits(client: &str, since_us: &str) -> String {
    format!(
        "publisher <> {client} AND expires_at_ms + 0 > $2 AND (SELECT 1 FROM relay_deliveries \
         WHERE relay_deliveries.topic = relay_messages.topic \
         AND relay_deliveries.id = relay_messages.id AND relay_deliveries.client = {client} \
         AND relay_deliveries.taken_at_us <= {since_us} LIMIT 1) IS NULL"
    )
}

impl Db {
    /// For whom of these anything waits at which of their topics: places in the list, each with a topic.
    pub async fn relay_topics(
        &self,
        asked: &[(Reader, Vec<Topic>)],
    ) -> sqlx::Result<Vec<(usize, Topic)>> {
        let sql = format!(
            "WITH asked (place, topic, client, since_us) AS (SELECT CAST(value ->> 0 AS BIGINT), \
             value ->> 1, value ->> 2, CAST(value ->> 3 AS BIGINT) FROM each_of($1)) \
             SELECT place, topic FROM asked WHERE (SELECT 1 FROM relay_messages \
             WHERE relay_messages.topic = asked.topic AND {} LIMIT 1) IS NOT NULL",
            waits("asked.client", "asked.since_us")
        );
        let rows = asked.iter().enumerate().flat_map(|(place, (reader, topics))| {
            let (place, since_us) = (place.to_string(), reader.since_us.to_string());
            let client = reader.client.text();
            topics
                .iter()
                .map(move |it| [place.clone(), it.text(), client.clone(), since_us.clone()])
        });
        let now_ms = asked.iter().map(|(reader, _)| reader.now_ms).max().unwrap_or(0);
        let values = vec![Value::rows(rows), now_ms.into()];
        // It is made of our own words.
        let rows = self.relay_rows(AssertSqlSafe(sql), values).await?;
        rows.iter().map(|row| Ok((place(row)?, topic(row)?))).collect()
    }

    /// What waits for a client at a topic after a place in its order, oldest first: `most` at most.
    pub async fn relay_waiting(
        &self,
        reader: &Reader,
        at: &Topic,
        after: Option<&Waiting>,
        most: usize,
    ) -> sqlx::Result<Vec<Waiting>> {
        let sql = format!(
            "SELECT topic, id, published_at_us, bytes FROM relay_messages \
             WHERE topic = $1 AND (published_at_us, id) > ($5, $6) AND {} \
             ORDER BY published_at_us, id LIMIT $7",
            waits("$3", "$4")
        );
        let (after_us, after_id) = match after {
            Some(it) => (it.published_at_us, it.id.text()),
            None => (0, String::new()),
        };
        let values = vec![
            at.text().into(),
            reader.now_ms.into(),
            reader.client.text().into(),
            reader.since_us.into(),
            after_us.into(),
            after_id.into(),
            i64::try_from(most).unwrap_or(i64::MAX).into(),
        ];
        // It is made of our own words.
        let rows = self.relay_rows(AssertSqlSafe(sql), values).await?;
        let waiting = |row: &Row| {
            Ok(Waiting {
                topic: topic(row)?,
                id: id(row)?,
                published_at_us: row.get("published_at_us")?,
                bytes: usize::try_from(row.get::<i64>("bytes")?).unwrap_or(0),
            })
        };
        rows.iter().map(waiting).collect()
    }

    /// The messages of these names that are still there, oldest first.
    pub async fn relay_messages(
        &self,
        wanted: &[Waiting],
    ) -> sqlx::Result<Vec<(MessageId, Delivery)>> {
        const SQL: &str = "SELECT topic, id, message, tag, attestation, published_at_us \
             FROM relay_messages WHERE (topic, id) IN (SELECT value ->> 0, value ->> 1 FROM each_of($1)) \
             ORDER BY published_at_us, id";
        if wanted.is_empty() {
            return Ok(Vec::new());
        }
        let names = wanted.iter().map(|it| [it.topic.text(), it.id.text()]);
        let rows = self.relay_rows(SQL, vec![Value::rows(names)]).await?;
        rows.iter().map(|row| Ok((id(row)?, delivery(row)?))).collect()
    }

    /// All that a query finds, once it is its turn.
    async fn relay_rows(&self, sql: impl SqlSafeStr, values: Vec<Value>) -> sqlx::Result<Vec<Row>> {
        let turn = self.relay_turns.acquire().await;
        let rows = self.rows(sql, values).await;
        drop(turn);
        rows
    }
}

fn delivery(row: &Row) -> sqlx::Result<Delivery> {
    let published_at_us: i64 = row.get("published_at_us")?;
    Ok(Delivery {
        topic: topic(row)?,
        message: row.get("message")?,
        published_ms: u64::try_from(published_at_us / 1000).unwrap_or(0),
        tag: u32::try_from(row.get::<i64>("tag")?).unwrap_or(0),
        attestation: row.get("attestation")?,
    })
}

fn place(row: &Row) -> sqlx::Result<usize> {
    usize::try_from(row.get::<i64>("place")?).map_err(|_| unreadable("place", "no place"))
}

pub(super) fn topic(row: &Row) -> sqlx::Result<Topic> {
    Topic::parse(&row.get::<String>("topic")?).ok_or_else(|| unreadable("topic", "no topic"))
}

pub(super) fn id(row: &Row) -> sqlx::Result<MessageId> {
    MessageId::parse(&row.get::<String>("id")?).ok_or_else(|| unreadable("id", "no id"))
}
