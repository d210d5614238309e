//! What is kept: one way to ask either of the databases that are supported.
//!
//! Queries are portable SQL with `$1` placeholders over TEXT and BIGINT; `statement.rs` runs them on
//! either database, so that none is written twice, and none without a limit of time. `tables.rs`
//! holds the migrations. SQLite has one writer at a time, so we have one, too: what changes something
//! goes through a connection of its own, and nobody who reads waits for it.

pub mod event;
pub mod history;
pub mod history_forgetting;
pub mod history_watching;
pub mod history_writing;
mod project;
pub mod relay;
pub mod relay_writing;
mod secret;
mod statement;
pub mod tables;
pub mod url;
pub(crate) mod vault;

use crate::problem::Problem;
use sqlx::pool::PoolOptions;
use sqlx::sqlite::{SqliteAutoVacuum, SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous};
use sqlx::{ConnectOptions, SqlSafeStr};
use statement::{Connections, Lease, Row, STATEMENT_TIME, Value};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Semaphore;
use url::DatabaseUrl;

/// How long a request waits for a connection to the database.
const CONNECTION_TIME: Duration = Duration::from_secs(5);
/// How long a statement of SQLite waits for another program's transaction: less than it may take, so
/// that SQLite itself says what the matter is.
const LOCK_TIME: Duration = Duration::from_secs(4);
/// How long a database that is well takes at most to say so.
const READY_TIME: Duration = Duration::from_secs(1);

/// How many connections the sockets of the relay read through at once. When another node has ended each of
/// them reads again: thousands wait for each other, and whoever else asks the database does not.
const RELAY_READERS: usize = 2;

/// An open database. Clones share its connections.
#[derive(Clone)]
pub struct Db {
    readers: Connections,
    writer: Connections,
    relay_turns: Arc<Semaphore>,
}

impl Db {
    /// Opens the Postgres server, where there is one, and the SQLite file otherwise; brings the tables
    /// up to date.
    pub async fn open(file: &Path, server: Option<&DatabaseUrl>) -> Result<Self, Problem> {
        let db = Db::connect(file, server).await?;
        db.migrate().await?;
        Ok(db)
    }

    /// The same, but the tables stay as they are. A file that is missing is made, without any.
    pub async fn connect(file: &Path, server: Option<&DatabaseUrl>) -> Result<Self, Problem> {
        match server {
            Some(url) => Db::at(url).await,
            None => Db::in_file(file).await,
        }
    }

    /// Opens an SQLite file; creates it where it is missing.
    async fn in_file(file: &Path) -> Result<Self, Problem> {
        let unusable = |error: sqlx::Error| {
            Problem::new(format!(
                "The database {} cannot be used ({error}). Name a file in a folder that exists \
                 and is writable: `database` in latchkit.toml, or LATCHKIT_DATABASE.",
                file.display()
            ))
        };
        let options = SqliteConnectOptions::new()
            .filename(file)
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Normal)
            .busy_timeout(LOCK_TIME)
            .foreign_keys(true)
            .disable_statement_logging();
        let pool = PoolOptions::new().acquire_timeout(CONNECTION_TIME);
        // Of a new file: what is forgotten gives its room back. Who says so writes, so readers do not.
        let writing = options.clone().auto_vacuum(SqliteAutoVacuum::Incremental);
        let writer = pool.clone().max_connections(1).connect_with(writing);
        let writer = writer.await.map_err(unusable)?;
        let readers = pool.max_connections(4).connect_lazy_with(options);
        Ok(Db::of(Connections::Sqlite(readers), Connections::Sqlite(writer)))
    }

    /// Connects to a Postgres server.
    async fn at(url: &DatabaseUrl) -> Result<Self, Problem> {
        let unusable = |error: sqlx::Error| {
            Problem::new(format!(
                "The database {url} cannot be used ({error}). Start it, or correct `database_url` \
                 in latchkit.toml, or LATCHKIT_DATABASE_URL."
            ))
        };
        let limit = ("statement_timeout", STATEMENT_TIME.as_millis());
        // No statement is worth compiling.
        let options = url.options().options([limit]).options([("jit", "off")]);
        let options = options.disable_statement_logging();
        // What is empty when a server starts soon holds many messages: how to change them is planned each
        // time. To plan how to read takes longer than to read; what is read of much has an index, and what
        // is read as a whole, as projects are, is scanned all the same.
        let planning = options.clone().options([("plan_cache_mode", "force_custom_plan")]);
        let planned = [("plan_cache_mode", "force_generic_plan"), ("enable_seqscan", "off")];
        let pool = PoolOptions::new().acquire_timeout(CONNECTION_TIME);
        let writer = pool.clone().max_connections(1).connect_with(planning);
        let writer = writer.await.map_err(unusable)?;
        let readers = pool.max_connections(9).connect_lazy_with(options.options(planned));
        Ok(Db::of(Connections::Postgres(readers), Connections::Postgres(writer)))
    }

    fn of(readers: Connections, writer: Connections) -> Self {
        Db { readers, writer, relay_turns: Arc::new(Semaphore::new(RELAY_READERS)) }
    }

    /// Whether the database answers, and at once.
    pub async fn is_ready(&self) -> bool {
        let asked = self.rows("SELECT 1 FROM projects LIMIT 1", vec![]);
        tokio::time::timeout(READY_TIME, asked).await.is_ok_and(|answer| answer.is_ok())
    }

    /// Writes what is pending and lets go of the database.
    pub async fn close(&self) {
        self.readers.close().await;
        self.writer.close().await;
    }

    /// A transaction that is on the disk when it is kept ([`Lease::begin_lasting`]).
    async fn lasting(&self) -> sqlx::Result<Lease> {
        let mut lease = self.writer.lease().await?;
        lease.begin_lasting().await?;
        Ok(lease)
    }

    /// Runs a statement that changes something and says how many rows it changed.
    async fn run(&self, sql: impl SqlSafeStr, values: Vec<Value>) -> sqlx::Result<u64> {
        self.writer.lease().await?.run(sql, values).await
    }

    /// Runs a query and gives all it finds.
    async fn rows(&self, sql: impl SqlSafeStr, values: Vec<Value>) -> sqlx::Result<Vec<Row>> {
        self.readers.lease().await?.rows(sql, values).await
    }
}
