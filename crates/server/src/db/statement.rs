//! Statements on either database: the only place that tells them apart, and none without a limit of
//! time.
//!
//! Many rows go as one value, a JSON list of lists ([`Value::rows`]), and a statement reads them from
//! `each_of($1)`: their columns are `value ->> 0`, `value ->> 1` and so on, all of them texts. So its words
//! are the same for any number of rows, and a database reads them once.

use futures_util::TryStreamExt;
use futures_util::future::ready;
use serde::Serialize;
use serde::de::DeserializeOwned;
use sqlx::pool::PoolConnection;
use sqlx::postgres::{PgRow, Postgres};
use sqlx::query::Query;
use sqlx::sqlite::{Sqlite, SqliteRow};
use sqlx::{AssertSqlSafe, Database, Decode, Encode, Row as _, SqlSafeStr, SqlStr, Type};
use std::time::Duration;

/// How long a statement may take. A database that stops answering must not keep those who ask.
pub(super) const STATEMENT_TIME: Duration = Duration::from_secs(5);

/// A value's rows, in the words of a statement.
const EACH: &str = "each_of($1)";

/// What stands for a `$1` of a statement.
pub(super) enum Value {
    Text(String),
    TextOrNull(Option<String>),
    Number(i64),
}

impl Value {
    /// What `each_of` reads.
    pub(super) fn rows<T: Serialize>(rows: impl IntoIterator<Item = T>) -> Self {
        Value::Text(json(&rows.into_iter().collect::<Vec<T>>()))
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Value::Text(text.to_owned())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Value::Text(text)
    }
}

impl From<Option<String>> for Value {
    fn from(text: Option<String>) -> Self {
        Value::TextOrNull(text)
    }
}

impl From<i64> for Value {
    fn from(number: i64) -> Self {
        Value::Number(number)
    }
}

impl From<bool> for Value {
    fn from(is_so: bool) -> Self {
        Value::Number(i64::from(is_so))
    }
}

/// A row that was found.
pub(super) enum Row {
    Sqlite(SqliteRow),
    Postgres(PgRow),
}

impl Row {
    /// The value of a column.
    pub(super) fn get<T>(&self, column: &str) -> sqlx::Result<T>
    where
        T: Type<Sqlite> + Type<Postgres>,
        T: for<'r> Decode<'r, Sqlite> + for<'r> Decode<'r, Postgres>,
    {
        match self {
            Row::Sqlite(row) => row.try_get(column),
            Row::Postgres(row) => row.try_get(column),
        }
    }
}

/// The connections to a database.
#[derive(Clone)]
pub(super) enum Connections {
    /// To a file, in write-ahead mode.
    Sqlite(sqlx::SqlitePool),
    /// To a server that other nodes may use, too.
    Postgres(sqlx::PgPool),
}

impl Connections {
    pub(super) async fn lease(&self) -> sqlx::Result<Lease> {
        let leased = match self {
            Connections::Sqlite(pool) => Leased::Sqlite(pool.acquire().await?),
            Connections::Postgres(pool) => Leased::Postgres(pool.acquire().await?),
        };
        Ok(Lease { leased: Some(leased), is_midway: false, is_lasting: false })
    }

    pub(super) async fn close(&self) {
        match self {
            Connections::Sqlite(pool) => pool.close().await,
            Connections::Postgres(pool) => pool.close().await,
        }
    }
}

/// A connection that one has for oneself. Let go in the middle of a statement or of a transaction
/// (it took too long, it failed, who asked left) it is closed, which undoes the transaction: given
/// back, it would hold up whoever gets it next.
pub(super) struct Lease {
    /// There until it is let go.
    leased: Option<Leased>,
    is_midway: bool,
    /// Whether what it does is on the disk when it is kept ([`Lease::begin_lasting`]).
    is_lasting: bool,
}

enum Leased {
    Sqlite(PoolConnection<Sqlite>),
    Postgres(PoolConnection<Postgres>),
}

impl Lease {
    /// Begins a transaction. Only [`Lease::commit`] and [`Lease::keep`] keep what it does.
    pub(super) async fn begin(&mut self) -> sqlx::Result<()> {
        let sql = match self.leased() {
            // Otherwise it would begin as one that reads, and could not always become one that writes.
            Leased::Sqlite(_) => "BEGIN IMMEDIATE",
            Leased::Postgres(_) => "BEGIN",
        };
        self.run(sql, vec![]).await?;
        self.is_midway = true;
        Ok(())
    }

    /// The same, and what it keeps is on the disk when it is kept, for what somebody is told of that they cannot do
    /// again.
    ///
    /// In write-ahead mode SQLite syncs the log at a commit with `FULL` alone; with `NORMAL`, which is otherwise
    /// enough here, it does at a checkpoint, and a power cut takes the last commits back
    /// ([pragma](https://www.sqlite.org/pragma.html#pragma_synchronous)). One sync of the log is less than a
    /// checkpoint, which also waits for those who read, and what was committed before is in the same log. Postgres
    /// syncs unless it is told not to.
    pub(super) async fn begin_lasting(&mut self) -> sqlx::Result<()> {
        const SYNC: &str = "SELECT set_config('synchronous_commit', 'on', true) \
             WHERE current_setting('synchronous_commit') = 'off'";
        self.is_lasting = true;
        if matches!(self.leased(), Leased::Sqlite(_)) {
            self.pragma("PRAGMA synchronous = FULL").await?;
            return self.begin().await;
        }
        self.begin().await?;
        self.rows(SYNC, vec![]).await.map(drop)
    }

    /// Keeps what was done since [`Lease::begin`], and gives the connection back.
    pub(super) async fn commit(mut self) -> sqlx::Result<()> {
        self.keep().await
    }

    /// Keeps what was done since [`Lease::begin`], and goes on.
    pub(super) async fn keep(&mut self) -> sqlx::Result<()> {
        self.run("COMMIT", vec![]).await?;
        self.is_midway = false;
        self.end_lasting().await
    }

    /// Undoes what was done since [`Lease::begin`], and gives the connection back as it was.
    pub(super) async fn undo(mut self) -> sqlx::Result<()> {
        self.run("ROLLBACK", vec![]).await?;
        self.is_midway = false;
        self.end_lasting().await
    }

    /// What comes next on this connection need not last.
    async fn end_lasting(&mut self) -> sqlx::Result<()> {
        let was_lasting = std::mem::take(&mut self.is_lasting);
        if was_lasting && matches!(self.leased(), Leased::Sqlite(_)) {
            self.pragma("PRAGMA synchronous = NORMAL").await?;
        }
        Ok(())
    }

    /// Sets something of an SQLite connection. That happens when a statement is read, so one that was read before
    /// and is kept would set nothing ([pragma](https://www.sqlite.org/pragma.html)).
    async fn pragma(&mut self, sql: &'static str) -> sqlx::Result<()> {
        self.is_midway = true;
        if let Leased::Sqlite(it) = self.leased() {
            in_time(sqlx::query(sql).persistent(false).execute(&mut **it)).await??;
        }
        self.is_midway = false;
        Ok(())
    }

    /// Runs a statement and says how many rows it changed.
    pub(super) async fn run(
        &mut self,
        sql: impl SqlSafeStr,
        values: Vec<Value>,
    ) -> sqlx::Result<u64> {
        let was_midway = std::mem::replace(&mut self.is_midway, true);
        let sql = self.in_its_words(sql);
        let done = match self.leased() {
            Leased::Sqlite(it) => in_time(bound(sqlx::query(sql), values).execute(&mut **it))
                .await?
                .map(|done| done.rows_affected()),
            Leased::Postgres(it) => in_time(bound(sqlx::query(sql), values).execute(&mut **it))
                .await?
                .map(|done| done.rows_affected()),
        };
        self.is_midway = was_midway;
        done
    }

    /// Runs a query and gives all it finds.
    pub(super) async fn rows(
        &mut self,
        sql: impl SqlSafeStr,
        values: Vec<Value>,
    ) -> sqlx::Result<Vec<Row>> {
        let was_midway = std::mem::replace(&mut self.is_midway, true);
        let sql = self.in_its_words(sql);
        let found = match self.leased() {
            Leased::Sqlite(it) => in_time(bound(sqlx::query(sql), values).fetch_all(&mut **it))
                .await?
                .map(|rows| rows.into_iter().map(Row::Sqlite).collect()),
            Leased::Postgres(it) => in_time(bound(sqlx::query(sql), values).fetch_all(&mut **it))
                .await?
                .map(|rows| rows.into_iter().map(Row::Postgres).collect()),
        };
        self.is_midway = was_midway;
        found
    }

    /// Runs a query and hands over what it finds, one row after the other: all of them are never there at once.
    pub(super) async fn each(
        &mut self,
        sql: impl SqlSafeStr,
        values: Vec<Value>,
        mut take: impl FnMut(&Row) -> sqlx::Result<()>,
    ) -> sqlx::Result<()> {
        let was_midway = std::mem::replace(&mut self.is_midway, true);
        let sql = self.in_its_words(sql);
        let taken = match self.leased() {
            Leased::Sqlite(it) => {
                let found = bound(sqlx::query(sql), values).fetch(&mut **it).map_ok(Row::Sqlite);
                in_time(found.try_for_each(|row| ready(take(&row)))).await?
            }
            Leased::Postgres(it) => {
                let found = bound(sqlx::query(sql), values).fetch(&mut **it).map_ok(Row::Postgres);
                in_time(found.try_for_each(|row| ready(take(&row)))).await?
            }
        };
        // What is left of it after a fault of `take` would come to whoever asks next.
        self.is_midway = was_midway || taken.is_err();
        taken
    }

    fn in_its_words(&mut self, sql: impl SqlSafeStr) -> SqlStr {
        let sql = sql.into_sql_str();
        if !sql.as_str().contains(EACH) {
            return sql;
        }
        let each = match self.leased() {
            Leased::Sqlite(_) => "json_each($1)",
            Leased::Postgres(_) => "jsonb_array_elements(CAST($1 AS JSONB)) AS rows (value)",
        };
        AssertSqlSafe(sql.as_str().replace(EACH, each)).into_sql_str()
    }

    fn leased(&mut self) -> &mut Leased {
        self.leased.as_mut().expect("it is there until it is let go")
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        match self.leased.take().filter(|_| self.is_midway) {
            Some(Leased::Sqlite(it)) => drop(it.detach()),
            Some(Leased::Postgres(it)) => drop(it.detach()),
            None => {}
        }
    }
}

/// Fails on the outside where a statement took too long, on the inside where the database says no.
async fn in_time<T>(
    statement: impl Future<Output = sqlx::Result<T>>,
) -> sqlx::Result<sqlx::Result<T>> {
    let limited = tokio::time::timeout(STATEMENT_TIME, statement).await;
    limited.map_err(|_| sqlx::Error::Io(std::io::ErrorKind::TimedOut.into()))
}

type Bound<'q, D> = Query<'q, D, <D as Database>::Arguments>;

fn bound<'q, D: Database>(query: Bound<'q, D>, values: Vec<Value>) -> Bound<'q, D>
where
    i64: Type<D> + Encode<'q, D>,
    String: Type<D> + Encode<'q, D>,
    Option<String>: Type<D> + Encode<'q, D>,
{
    values.into_iter().fold(query, |query, value| match value {
        Value::Text(text) => query.bind(text),
        Value::TextOrNull(text) => query.bind(text),
        Value::Number(number) => query.bind(number),
    })
}

/// A column that holds JSON, written.
pub(super) fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("text and lists of it can be written")
}

/// A column that holds JSON, read.
pub(super) fn read<T: DeserializeOwned>(row: &Row, column: &str) -> sqlx::Result<T> {
    serde_json::from_str(&row.get::<String>(column)?).map_err(|error| unreadable(column, error))
}

pub(super) fn unreadable(column: &str, source: impl Into<sqlx::error::BoxDynError>) -> sqlx::Error {
    sqlx::Error::ColumnDecode { index: column.to_owned(), source: source.into() }
}

#[cfg(test)]
mod tests {
    use super::super::Db;

    /// Also the second time: a pragma is set when it is read.
    #[tokio::test]
    async fn what_is_to_last_waits_for_the_disk_and_nothing_else_does() {
        let name = format!("latchkit-lasting-{}.db", std::process::id());
        let file = std::env::temp_dir().join(name);
        let db = Db::open(&file, None).await.unwrap_or_else(|_| panic!("a database"));
        for is_undone in [false, true, false] {
            let mut lease = db.lasting().await.expect("the only one");
            let level = lease.rows("PRAGMA synchronous", vec![]).await.expect("a row");
            assert_eq!(level[0].get::<i64>("synchronous").expect("a number"), 2);
            if is_undone { lease.undo().await } else { lease.commit().await }.expect("ended");
            let mut lease = db.writer.lease().await.expect("the only one");
            let level = lease.rows("PRAGMA synchronous", vec![]).await.expect("a row");
            assert_eq!(level[0].get::<i64>("synchronous").expect("a number"), 1);
        }
        // Let go midway the connection is closed, and the next one is as they are.
        let lease = db.lasting().await.expect("the only one");
        drop(lease);
        let mut lease = db.writer.lease().await.expect("another");
        let level = lease.rows("PRAGMA synchronous", vec![]).await.expect("a row");
        assert_eq!(level[0].get::<i64>("synchronous").expect("a number"), 1);
        drop(lease);
        db.close().await;
        std::fs::remove_file(file).expect("gone");
    }
}
