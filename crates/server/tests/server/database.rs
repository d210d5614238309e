//! Where a test keeps what it keeps: in an SQLite file, or, under `cargo xtask postgres`, in a schema
//! of its own on a Postgres server.

use sqlx::{AssertSqlSafe, Connection, Executor, PgConnection, SqliteConnection};
use std::path::Path;

/// The URL of the Postgres database of this test, made at the first call; nothing without Postgres.
pub(crate) fn postgres(folder: &Path) -> Option<String> {
    let server = std::env::var("TEST_DATABASE_URL").ok()?;
    let name = folder.file_name().expect("a folder of a test has a name").to_string_lossy();
    let schema = format!("test_{}", name.replace('-', "_"));
    let url = format!("{server}?options[search_path]={schema}&application_name={schema}");
    // On a thread of its own: some tests are asynchronous, others are not.
    let made = std::thread::spawn(move || make(&server, &schema));
    made.join().expect("Postgres answers");
    Some(url)
}

#[tokio::main(flavor = "current_thread")]
async fn make(server: &str, schema: &str) {
    let mut connection = PgConnection::connect(server).await.expect("Postgres");
    let sql = AssertSqlSafe(format!("CREATE SCHEMA IF NOT EXISTS {schema}"));
    connection.execute(sql).await.expect("a schema");
}

/// A connection that is not the server's, to the database of a test.
pub(crate) enum Other {
    Sqlite(SqliteConnection),
    Postgres(PgConnection),
}

impl Other {
    pub(crate) async fn open(folder: &Path) -> Self {
        if let Some(url) = postgres(folder) {
            return Other::Postgres(PgConnection::connect(&url).await.expect("Postgres"));
        }
        let file = format!("sqlite:{}", folder.join("latchkit.db").display());
        Other::Sqlite(SqliteConnection::connect(&file).await.expect("the file"))
    }

    pub(crate) async fn run(&mut self, sql: &'static str) {
        match self {
            Other::Sqlite(it) => drop(it.execute(sql).await.expect(sql)),
            Other::Postgres(it) => drop(it.execute(sql).await.expect(sql)),
        }
    }

    /// The first column of what a query finds, where that is text.
    pub(crate) async fn texts(&mut self, sql: &'static str) -> Vec<String> {
        match self {
            Other::Sqlite(it) => sqlx::query_scalar(sql).fetch_all(it).await.expect(sql),
            Other::Postgres(it) => sqlx::query_scalar(sql).fetch_all(it).await.expect(sql),
        }
    }

    /// The same of numbers.
    pub(crate) async fn numbers(mut self, sql: &'static str) -> Vec<i64> {
        match &mut self {
            Other::Sqlite(it) => sqlx::query_scalar(sql).fetch_all(it).await.expect(sql),
            Other::Postgres(it) => sqlx::query_scalar(sql).fetch_all(it).await.expect(sql),
        }
    }

    /// All that is kept of the vault, as text.
    pub(crate) async fn vault_rows(&mut self) -> String {
        const TABLES: [&str; 17] = [
            "users",
            "identities",
            "devices",
            "sign_ins",
            "attempts",
            "codes",
            "email_changes",
            "email_undos",
            "deletions",
            "throttles",
            "lockouts",
            "wallets",
            "share_sets",
            "recovery_factors",
            "wallet_events",
            "recovery_waits",
            "reviews",
        ];
        let mut all = String::new();
        for table in TABLES {
            let rows: Vec<String> = match self {
                Other::Sqlite(it) => {
                    let names = sqlx::query_scalar::<_, String>(AssertSqlSafe(format!(
                        "SELECT name FROM pragma_table_info('{table}')"
                    )));
                    let names = names.fetch_all(&mut *it).await.expect("columns");
                    let columns: Vec<_> =
                        names.iter().map(|name| format!("coalesce({name}, '')")).collect();
                    let columns = columns.join(" || ' ' || ");
                    let sql = AssertSqlSafe(format!("SELECT {columns} FROM {table}"));
                    sqlx::query_scalar(sql).fetch_all(&mut *it).await.expect("rows")
                }
                Other::Postgres(it) => {
                    let sql = AssertSqlSafe(format!("SELECT CAST({table} AS TEXT) FROM {table}"));
                    sqlx::query_scalar(sql).fetch_all(&mut *it).await.expect("rows")
                }
            };
            all.extend(rows.into_iter().map(|row| row + "\n"));
        }
        all
    }

    /// Nobody else writes events until it is let go.
    pub(crate) async fn hold_events(&mut self) {
        match self {
            Other::Sqlite(_) => self.run("BEGIN IMMEDIATE").await,
            Other::Postgres(_) => self.run("BEGIN; LOCK TABLE events").await,
        }
    }

    /// Nobody else changes what the relay keeps, until it is told `ROLLBACK`.
    pub(crate) async fn hold_messages(&mut self) {
        match self {
            Other::Sqlite(_) => self.run("BEGIN IMMEDIATE").await,
            Other::Postgres(_) => {
                self.run("BEGIN; LOCK TABLE relay_messages IN EXCLUSIVE MODE").await;
            }
        }
    }
}
