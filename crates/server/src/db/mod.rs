//! What is kept: one enum over the databases that are supported.
//!
//! Queries are portable SQL with `$1` placeholders over TEXT, BIGINT and bytes, so that each is
//! written once per statement and not once per database. Migrations are part of the program and run
//! when the database is opened; what was released is never edited, a new file is added.

mod project;

pub use project::{Project, ProjectId};

use crate::problem::Problem;
use sqlx::SqlSafeStr;
use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use std::path::Path;
use std::time::Duration;

/// An open database. Clones share its connections.
#[derive(Clone)]
pub enum Db {
    /// A file, in write-ahead mode.
    Sqlite(sqlx::SqlitePool),
}

const MIGRATIONS: [(i64, &str, &str); 1] =
    [(1, "projects", include_str!("../../migrations/0001_projects.sql"))];

impl Db {
    /// Opens the SQLite file, creates it where it is missing, and brings its tables up to date.
    pub async fn open(file: &Path) -> Result<Self, Problem> {
        let options = SqliteConnectOptions::new()
            .filename(file)
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Normal)
            .busy_timeout(Duration::from_secs(5))
            .foreign_keys(true);
        let opened = SqlitePoolOptions::new().max_connections(4).connect_with(options).await;
        let pool = opened.map_err(|error| unusable(file, &error))?;
        let migrations = MIGRATIONS.map(|(version, name, sql)| {
            let kind = MigrationType::Simple;
            Migration::new(version, name.into(), kind, sql.into_sql_str(), false)
        });
        let migrated = Migrator::with_migrations(migrations.into()).run(&pool).await;
        migrated.map_err(|error| unusable(file, &error))?;
        Ok(Db::Sqlite(pool))
    }

    /// Writes what is pending and closes the file.
    pub async fn close(&self) {
        match self {
            Db::Sqlite(pool) => pool.close().await,
        }
    }
}

fn unusable(file: &Path, error: &dyn std::error::Error) -> Problem {
    Problem::new(format!(
        "The database {} cannot be used ({error}). Name a file in a folder that exists and is \
         writable: `database` in latchkit.toml, or LATCHKIT_DATABASE.",
        file.display()
    ))
}
