//! What is kept: one enum over the databases that are supported.
//!
//! Queries are portable SQL with `$1` placeholders over TEXT and BIGINT; `statement.rs` runs them on
//! either database, so that none is written twice. Migrations are part of the program and run when
//! the database is opened; what was released is never edited, a new file is added.

pub mod event;
mod project;
mod statement;
pub mod url;

use crate::problem::Problem;
use sqlx::SqlSafeStr;
use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::pool::PoolOptions;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous};
use std::path::Path;
use std::time::Duration;
use url::DatabaseUrl;

/// How long a request waits for a connection to the database.
const CONNECTION_TIME: Duration = Duration::from_secs(5);

/// An open database. Clones share its connections.
#[derive(Clone)]
pub enum Db {
    /// A file, in write-ahead mode.
    Sqlite(sqlx::SqlitePool),
    /// A server that other nodes may use, too.
    Postgres(sqlx::PgPool),
}

const MIGRATIONS: [(i64, &str, &str); 3] = [
    (1, "projects", include_str!("../../migrations/0001_projects.sql")),
    (2, "project settings", include_str!("../../migrations/0002_project_settings.sql")),
    (3, "events", include_str!("../../migrations/0003_events.sql")),
];

impl Db {
    /// Opens the Postgres server, where there is one, and the SQLite file otherwise; brings the tables
    /// up to date.
    pub async fn open(file: &Path, server: Option<&DatabaseUrl>) -> Result<Self, Problem> {
        match server {
            Some(url) => Db::at(url).await,
            None => Db::in_file(file).await,
        }
    }

    /// Opens the SQLite file; creates it where it is missing.
    pub async fn in_file(file: &Path) -> Result<Self, Problem> {
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
            .busy_timeout(Duration::from_secs(5))
            .foreign_keys(true);
        let pool = PoolOptions::new().max_connections(4).acquire_timeout(CONNECTION_TIME);
        let pool = pool.connect_with(options).await.map_err(unusable)?;
        migrations().run(&pool).await.map_err(|error| unusable(error.into()))?;
        Ok(Db::Sqlite(pool))
    }

    /// Connects to a Postgres server.
    pub async fn at(url: &DatabaseUrl) -> Result<Self, Problem> {
        let unusable = |error: sqlx::Error| {
            Problem::new(format!(
                "The database {url} cannot be used ({error}). Start it, or correct `database_url` \
                 in latchkit.toml, or LATCHKIT_DATABASE_URL."
            ))
        };
        let pool = PoolOptions::new().max_connections(10).acquire_timeout(CONNECTION_TIME);
        let pool = pool.connect_with(url.options()).await.map_err(unusable)?;
        migrations().run(&pool).await.map_err(|error| unusable(error.into()))?;
        Ok(Db::Postgres(pool))
    }

    /// Writes what is pending and lets go of the database.
    pub async fn close(&self) {
        match self {
            Db::Sqlite(pool) => pool.close().await,
            Db::Postgres(pool) => pool.close().await,
        }
    }
}

fn migrations() -> Migrator {
    let all = MIGRATIONS.map(|(version, name, sql)| {
        let kind = MigrationType::Simple;
        Migration::new(version, name.into(), kind, sql.into_sql_str(), false)
    });
    Migrator::with_migrations(all.into())
}
