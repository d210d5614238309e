//! One statement on either database: the only place that tells them apart.

use super::Db;
use serde::Serialize;
use serde::de::DeserializeOwned;
use sqlx::postgres::{PgRow, Postgres};
use sqlx::query::Query;
use sqlx::sqlite::{Sqlite, SqliteRow};
use sqlx::{Database, Decode, Encode, Row as _, SqlSafeStr, Type};

/// What stands for a `$1` of a statement.
pub(super) enum Value {
    Text(String),
    TextOrNull(Option<String>),
    Number(i64),
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

impl Db {
    /// Runs a statement and says how many rows it changed.
    pub(super) async fn run(&self, sql: impl SqlSafeStr, values: Vec<Value>) -> sqlx::Result<u64> {
        match self {
            Db::Sqlite(pool) => {
                Ok(bound(sqlx::query(sql), values).execute(pool).await?.rows_affected())
            }
            Db::Postgres(pool) => {
                Ok(bound(sqlx::query(sql), values).execute(pool).await?.rows_affected())
            }
        }
    }

    /// Runs a query and gives all it finds.
    pub(super) async fn rows(
        &self,
        sql: impl SqlSafeStr,
        values: Vec<Value>,
    ) -> sqlx::Result<Vec<Row>> {
        match self {
            Db::Sqlite(pool) => {
                let rows = bound(sqlx::query(sql), values).fetch_all(pool).await?;
                Ok(rows.into_iter().map(Row::Sqlite).collect())
            }
            Db::Postgres(pool) => {
                let rows = bound(sqlx::query(sql), values).fetch_all(pool).await?;
                Ok(rows.into_iter().map(Row::Postgres).collect())
            }
        }
    }
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
