//! Events that pages sent. What they take is counted in a table of its own, in the transaction that
//! changes it, so that a flood meets a limit and not a full disk.

use super::Db;
use super::statement::{self, Connections, Lease, Row, json, read};
use crate::project::ProjectId;
use serde::Serialize;
use serde_json::{Map, Value};
use sqlx::AssertSqlSafe;
use std::collections::BTreeMap;

/// How many events one statement keeps: a statement of SQLite takes 32,766 values.
const AT_ONCE: usize = 500;
/// How many values an event has.
const VALUES: usize = 11;
/// What a row takes besides its texts: its times, and its places in the indexes.
const ROW_BYTES: usize = 256;
/// The room that an event takes, as [`NewEvent`] and `0004_event_totals.sql` count it, too.
const BYTES: &str = "CAST(octet_length(id) + octet_length(kind) + octet_length(name) + \
                     octet_length(properties) + COALESCE(octet_length(address), 0) + \
                     octet_length(url) + octet_length(domain) + octet_length(sdk) + 256 AS BIGINT)";

/// An event as it is kept.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
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

/// An event that is to be kept, with the room it takes.
#[derive(Clone, Debug)]
pub struct NewEvent {
    project: ProjectId,
    /// Without its properties.
    event: StoredEvent,
    /// As they are written: read, they take a hundred times as much.
    properties: String,
    bytes: u64,
}

impl NewEvent {
    /// An event of a project.
    pub fn new(project: &ProjectId, mut event: StoredEvent) -> Self {
        let properties = json(&std::mem::take(&mut event.properties));
        let StoredEvent { id, kind, name, address, url, domain, sdk, .. } = &event;
        let texts = [id, kind, name, &properties, url, domain, sdk].map(String::len);
        let address = address.as_ref().map_or(0, String::len);
        let bytes = u64::try_from(texts.iter().sum::<usize>() + address + ROW_BYTES);
        let bytes = bytes.unwrap_or(u64::MAX);
        NewEvent { project: project.clone(), event, properties, bytes }
    }

    /// The room it takes, about.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }
}

/// How many events are kept at most, and how much room they may take: what comes then is refused.
#[derive(Clone, Copy, Debug)]
pub struct EventLimits {
    /// Of one project.
    pub project: Total,
    /// Of all projects.
    pub all: Total,
}

/// A number of events, and the room they take.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Total {
    /// How many.
    pub events: u64,
    /// How large, about.
    pub bytes: u64,
}

impl Total {
    fn add(&mut self, other: Total) {
        self.events += other.events;
        self.bytes += other.bytes;
    }

    fn has_room_for(self, more: Total, limit: Total) -> bool {
        self.events + more.events <= limit.events && self.bytes + more.bytes <= limit.bytes
    }
}

/// How many events were not kept, and why.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Refused {
    /// Their project has as many as it may.
    pub project_full: u64,
    /// All projects together have.
    pub all_full: u64,
}

/// Which events are meant: those of which all is true that is given.
#[derive(Clone, Debug, Default)]
pub struct EventFilter {
    /// They are of this project.
    pub project: Option<ProjectId>,
    /// They came before this time.
    pub before_ms: Option<i64>,
    /// They carry this address of an account, in whichever case.
    pub address: Option<String>,
}

impl EventFilter {
    fn condition(&self) -> (String, Vec<statement::Value>) {
        let mut values: Vec<statement::Value> = Vec::new();
        let mut terms = vec!["1 = 1".to_owned()];
        if let Some(project) = &self.project {
            values.push(project.as_str().into());
            terms.push(format!("project_id = ${}", values.len()));
        }
        if let Some(before_ms) = self.before_ms {
            values.push(before_ms.into());
            terms.push(format!("received_at_ms < ${}", values.len()));
        }
        if let Some(address) = &self.address {
            values.push(address.to_ascii_lowercase().into());
            terms.push(format!("address IS NOT NULL AND lower(address) = ${}", values.len()));
        }
        (terms.join(" AND "), values)
    }
}

impl Db {
    /// Keeps events, in one transaction, as far as there is room. One whose id is known in its
    /// project is kept once.
    pub async fn add_events(
        &self,
        events: &[NewEvent],
        limits: &EventLimits,
    ) -> sqlx::Result<Refused> {
        let mut lease = self.writer.lease().await?;
        lease.begin().await?;
        let mut totals = totals(&mut lease).await?;
        let (kept, refused) = admitted(events, &mut totals, limits);
        let mut added = BTreeMap::new();
        for some in kept.chunks(AT_ONCE) {
            let values = some.iter().flat_map(|it| values(it)).collect();
            // It is made of our own words and numbers of places.
            let rows = lease.rows(AssertSqlSafe(insert(some.len())), values).await?;
            sum(&rows, &mut added)?;
        }
        for (project, total) in added {
            const SQL: &str = "INSERT INTO event_totals (project_id, events, bytes) \
                               VALUES ($1, $2, $3) ON CONFLICT (project_id) DO UPDATE SET \
                               events = event_totals.events + excluded.events, \
                               bytes = event_totals.bytes + excluded.bytes";
            lease.run(SQL, total_values(&project, total)).await?;
        }
        lease.commit().await?;
        Ok(refused)
    }

    /// The last `most` events of a project, the newest first.
    pub async fn events(&self, project: &ProjectId, most: u32) -> sqlx::Result<Vec<StoredEvent>> {
        const SQL: &str = "SELECT * FROM events WHERE project_id = $1 \
                           ORDER BY received_at_ms DESC, sent_at_ms DESC, id LIMIT $2";
        let values = vec![project.as_str().into(), i64::from(most).into()];
        self.rows(SQL, values).await?.iter().map(event).collect()
    }

    /// How many events are kept of each project, and how much room they take.
    pub async fn event_totals(&self) -> sqlx::Result<BTreeMap<String, Total>> {
        totals(&mut self.readers.lease().await?).await
    }

    /// How many of these events there are.
    pub async fn count_events(&self, which: &EventFilter) -> sqlx::Result<u64> {
        let (condition, values) = which.condition();
        let sql = format!("SELECT COUNT(*) AS events FROM events WHERE {condition}");
        // It is made of our own words and numbers of places.
        let rows = self.rows(AssertSqlSafe(sql), values).await?;
        rows.first().map_or(Ok(0), |row| natural(row, "events"))
    }

    /// Forgets events, `most` at most, so that nobody waits long for it; the file gives their room
    /// back. Says how many there were.
    pub async fn forget_events(&self, which: &EventFilter, most: u32) -> sqlx::Result<u64> {
        let (condition, mut values) = which.condition();
        values.push(i64::from(most).into());
        // Postgres may run a subquery more than once, and find other rows each time.
        let sql = format!(
            "WITH gone AS MATERIALIZED \
             (SELECT project_id, id FROM events WHERE {condition} LIMIT ${}) \
             DELETE FROM events WHERE (project_id, id) IN (SELECT project_id, id FROM gone) \
             RETURNING project_id, {BYTES} AS bytes",
            values.len()
        );
        let mut lease = self.writer.lease().await?;
        lease.begin().await?;
        // It is made of our own words and numbers of places.
        let rows = lease.rows(AssertSqlSafe(sql), values).await?;
        let mut gone = BTreeMap::new();
        sum(&rows, &mut gone)?;
        for (project, total) in gone {
            const SQL: &str = "UPDATE event_totals SET events = events - $2, bytes = bytes - $3 \
                               WHERE project_id = $1";
            lease.run(SQL, total_values(&project, total)).await?;
        }
        lease.run("DELETE FROM event_totals WHERE events <= 0", vec![]).await?;
        lease.commit().await?;
        if matches!(self.writer, Connections::Sqlite(_)) && !rows.is_empty() {
            self.run("PRAGMA incremental_vacuum", vec![]).await?;
        }
        Ok(rows.len().try_into().unwrap_or(u64::MAX))
    }
}

/// Those for which there is room, in the order in which they came.
fn admitted<'e>(
    events: &'e [NewEvent],
    totals: &mut BTreeMap<String, Total>,
    limits: &EventLimits,
) -> (Vec<&'e NewEvent>, Refused) {
    let mut all = Total::default();
    for total in totals.values() {
        all.add(*total);
    }
    let (mut kept, mut refused) = (Vec::new(), Refused::default());
    for event in events {
        let more = Total { events: 1, bytes: event.bytes };
        let project = totals.entry(event.project.as_str().to_owned()).or_default();
        if !project.has_room_for(more, limits.project) {
            refused.project_full += 1;
        } else if !all.has_room_for(more, limits.all) {
            refused.all_full += 1;
        } else {
            project.add(more);
            all.add(more);
            kept.push(event);
        }
    }
    (kept, refused)
}

fn insert(count: usize) -> String {
    let places = (0..count).map(|row| {
        let first = row * VALUES + 1;
        let places: Vec<String> =
            (first..first + VALUES).map(|place| format!("${place}")).collect();
        format!("({})", places.join(","))
    });
    format!(
        "INSERT INTO events (project_id, id, kind, name, properties, address, url, domain, sdk, \
         sent_at_ms, received_at_ms) VALUES {} ON CONFLICT (project_id, id) DO NOTHING \
         RETURNING project_id, {BYTES} AS bytes",
        places.collect::<Vec<_>>().join(",")
    )
}

async fn totals(lease: &mut Lease) -> sqlx::Result<BTreeMap<String, Total>> {
    let rows = lease.rows("SELECT * FROM event_totals", vec![]).await?;
    let total = |row: &Row| {
        Ok((
            row.get("project_id")?,
            Total { events: natural(row, "events")?, bytes: natural(row, "bytes")? },
        ))
    };
    rows.iter().map(total).collect()
}

/// Adds up the rows of a statement by their project. The order keeps two nodes from waiting for each
/// other when they write the totals.
fn sum(rows: &[Row], totals: &mut BTreeMap<String, Total>) -> sqlx::Result<()> {
    for row in rows {
        let more = Total { events: 1, bytes: natural(row, "bytes")? };
        totals.entry(row.get("project_id")?).or_default().add(more);
    }
    Ok(())
}

fn natural(row: &Row, column: &str) -> sqlx::Result<u64> {
    Ok(u64::try_from(row.get::<i64>(column)?).unwrap_or(0))
}

fn total_values(project: &str, total: Total) -> Vec<statement::Value> {
    let number = |it: u64| i64::try_from(it).unwrap_or(i64::MAX).into();
    vec![project.into(), number(total.events), number(total.bytes)]
}

fn values(NewEvent { project, event, properties, .. }: &NewEvent) -> [statement::Value; VALUES] {
    [
        project.as_str().into(),
        event.id.as_str().into(),
        event.kind.as_str().into(),
        event.name.as_str().into(),
        properties.as_str().into(),
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
