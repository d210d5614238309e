//! Events that pages sent.

use super::Db;
use super::statement::{self, Row, json, read};
use crate::project::ProjectId;
use serde::Serialize;
use serde_json::{Map, Value};
use sqlx::AssertSqlSafe;

/// How many events one statement keeps: a statement of SQLite takes 32,766 values.
const AT_ONCE: usize = 500;
/// How many values an event has.
const VALUES: usize = 11;

/// An event as it is kept.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct StoredEvent {
    /// The sender's id of it.
    pub id: String,
    /// `track`, `error`, or what else the sender calls it.
    pub kind: String,
    /// Its name in the catalogue.
    pub name: String,
    /// What else it says.
    pub properties: Map<String, Value>,
    /// The account's address, where the host lets it be sent.
    pub address: Option<String>,
    /// The page, without query and fragment.
    pub url: String,
    /// The page's host.
    pub domain: String,
    /// What sent it, and its version.
    pub sdk: String,
    /// When, by the visitor's clock.
    pub sent_at_ms: i64,
    /// When it came.
    pub received_at_ms: i64,
}

impl Db {
    /// Keeps events of a project. One whose id is known is kept once.
    pub async fn add_events(
        &self,
        project: &ProjectId,
        events: Vec<StoredEvent>,
    ) -> sqlx::Result<()> {
        for some in events.chunks(AT_ONCE) {
            let places = (0..some.len()).map(|row| {
                let first = row * VALUES + 1;
                let places: Vec<String> =
                    (first..first + VALUES).map(|place| format!("${place}")).collect();
                format!("({})", places.join(","))
            });
            let sql = format!(
                "INSERT INTO events (project_id, id, kind, name, properties, address, url, \
                 domain, sdk, sent_at_ms, received_at_ms) VALUES {} \
                 ON CONFLICT (project_id, id) DO NOTHING",
                places.collect::<Vec<_>>().join(",")
            );
            let values = some.iter().flat_map(|event| values(project, event)).collect();
            // It is made of our own words and numbers of places.
            self.run(AssertSqlSafe(sql), values).await?;
        }
        Ok(())
    }

    /// The last `most` events of a project, the newest first.
    pub async fn events(&self, project: &ProjectId, most: u32) -> sqlx::Result<Vec<StoredEvent>> {
        const SQL: &str = "SELECT * FROM events WHERE project_id = $1 \
                           ORDER BY received_at_ms DESC, sent_at_ms DESC, id LIMIT $2";
        let values = vec![project.as_str().into(), i64::from(most).into()];
        self.rows(SQL, values).await?.iter().map(event).collect()
    }

    /// Forgets events that came before a time. Says how many there were.
    pub async fn forget_events(&self, before_ms: i64) -> sqlx::Result<u64> {
        self.run("DELETE FROM events WHERE received_at_ms < $1", vec![before_ms.into()]).await
    }
}

fn values(project: &ProjectId, event: &StoredEvent) -> [statement::Value; VALUES] {
    [
        project.as_str().into(),
        event.id.as_str().into(),
        event.kind.as_str().into(),
        event.name.as_str().into(),
        json(&event.properties).into(),
        event.address.clone().into(),
        event.url.as_str().into(),
        event.domain.as_str().into(),
        event.sdk.as_str().into(),
        event.sent_at_ms.into(),
        event.received_at_ms.into(),
    ]
}

fn event(row: &Row) -> sqlx::Result<StoredEvent> {
    Ok(StoredEvent {
        id: row.get("id")?,
        kind: row.get("kind")?,
        name: row.get("name")?,
        properties: read(row, "properties")?,
        address: row.get("address")?,
        url: row.get("url")?,
        domain: row.get("domain")?,
        sdk: row.get("sdk")?,
        sent_at_ms: row.get("sent_at_ms")?,
        received_at_ms: row.get("received_at_ms")?,
    })
}
