//! The tables of the database: how they are made, and whether they are those that this program knows.
//!
//! Migrations are part of the program and each runs once; what was released is never edited, a new
//! file is added. An older program cannot use a database any more that a newer one migrated, so only
//! `latchkit serve` does it; whoever else finds older tables says so ([`Db::require_tables`]).

use super::Db;
use super::statement::Connections;
use crate::problem::Problem;
use sqlx::migrate::{MigrateError, Migration, MigrationType, Migrator};
use sqlx::{Connection, Executor, SqlSafeStr};

/// In the order of their versions.
const MIGRATIONS: [(i64, &str, &str); 20] = [
    (1, "projects", include_str!("../../migrations/0001_projects.sql")),
    (2, "project settings", include_str!("../../migrations/0002_project_settings.sql")),
    (3, "events", include_str!("../../migrations/0003_events.sql")),
    (4, "event totals", include_str!("../../migrations/0004_event_totals.sql")),
    (5, "relay", include_str!("../../migrations/0005_relay.sql")),
    (6, "relay delivery times", include_str!("../../migrations/0006_relay_delivery_times.sql")),
    (7, "relay totals", include_str!("../../migrations/0007_relay_totals.sql")),
    (8, "history", include_str!("../../migrations/0008_history.sql")),
    (9, "secrets", include_str!("../../migrations/0009_secrets.sql")),
    (10, "history moves", include_str!("../../migrations/0010_history_moves.sql")),
    (11, "vault", include_str!("../../migrations/0011_vault.sql")),
    (12, "wallets", include_str!("../../migrations/0012_wallets.sql")),
    (13, "email changes", include_str!("../../migrations/0013_email_changes.sql")),
    (14, "wallet keeping", include_str!("../../migrations/0014_wallet_keeping.sql")),
    (15, "deletions", include_str!("../../migrations/0015_deletions.sql")),
    (16, "vouching", include_str!("../../migrations/0016_vouching.sql")),
    (17, "bounds", include_str!("../../migrations/0017_bounds.sql")),
    (18, "reviews", include_str!("../../migrations/0018_reviews.sql")),
    (19, "recovery waits", include_str!("../../migrations/0019_recovery_waits.sql")),
    (20, "wallet locks", include_str!("../../migrations/0020_wallet_locks.sql")),
];

/// How the tables of a database compare with those that this program knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tables {
    /// There are none.
    Missing,
    /// An older program made them.
    Older,
    /// They are the same.
    Current,
    /// A newer program made them or brought them up to date.
    Newer,
}

impl Tables {
    /// What is to be done about them, where they are not as they should be.
    pub fn fault(self) -> Option<&'static str> {
        match self {
            Tables::Missing => Some(
                "it has no tables yet. `latchkit serve` makes them, and so does `latchkit project \
                 create`.",
            ),
            Tables::Older => Some(
                "its tables are those of an older latchkit. `latchkit serve` brings them up to \
                 date; the older one cannot use them afterwards.",
            ),
            Tables::Current => None,
            Tables::Newer => Some(
                "its tables are those of a newer latchkit. Run that one, or restore the copy of \
                 the database that was made before the upgrade.",
            ),
        }
    }
}

impl Db {
    /// Which tables there are.
    pub async fn tables(&self) -> sqlx::Result<Tables> {
        const FIND: [&str; 2] = [
            "SELECT name FROM sqlite_master WHERE name = '_sqlx_migrations'",
            "SELECT 1 FROM pg_tables WHERE tablename = '_sqlx_migrations' \
             AND schemaname = current_schema()",
        ];
        let find = match self.writer {
            Connections::Sqlite(_) => FIND[0],
            Connections::Postgres(_) => FIND[1],
        };
        if self.rows(find, vec![]).await?.is_empty() {
            return Ok(Tables::Missing);
        }
        let rows = self.rows("SELECT version FROM _sqlx_migrations", vec![]).await?;
        let versions: Vec<i64> =
            rows.iter().map(|row| row.get("version")).collect::<sqlx::Result<_>>()?;
        let is_known = |version: &i64| MIGRATIONS.iter().any(|(known, ..)| known == version);
        Ok(match versions.len() {
            0 => Tables::Missing,
            _ if !versions.iter().all(is_known) => Tables::Newer,
            count if count < MIGRATIONS.len() => Tables::Older,
            _ => Tables::Current,
        })
    }

    /// Makes the tables where there are none, and says what to do where they are not those of this
    /// program.
    pub async fn require_tables(&self) -> Result<(), Problem> {
        match self.tables().await.map_err(not_looked_at)? {
            Tables::Missing => self.migrate().await,
            found => found.fault().map_or(Ok(()), |fault| Err(unfit(fault))),
        }
    }

    /// Brings the tables up to date.
    pub async fn migrate(&self) -> Result<(), Problem> {
        if self.tables().await.map_err(not_looked_at)? == Tables::Newer {
            return Err(unfit(Tables::Newer.fault().unwrap_or_default()));
        }
        let migrated = match &self.writer {
            Connections::Sqlite(pool) => migrator().run(pool).await,
            Connections::Postgres(pool) => {
                async {
                    // A large table may take its time, so this one has no limit, and ends with it.
                    let mut connection = pool.acquire().await?.detach();
                    connection.execute("SET statement_timeout = 0").await?;
                    let migrated = migrator().run(&mut connection).await;
                    connection.close().await?;
                    migrated
                }
                .await
            }
        };
        migrated.map_err(not_migrated)
    }
}

fn unfit(fault: &str) -> Problem {
    Problem::new(format!("The database cannot be used: {fault}"))
}

fn not_looked_at(error: sqlx::Error) -> Problem {
    Problem::new(format!(
        "The database cannot be used ({error}). Name one of latchkit's, or a new one, by `database` or \
         `database_url`."
    ))
}

fn not_migrated(error: MigrateError) -> Problem {
    Problem::new(format!(
        "The tables of the database cannot be brought up to date ({error}). Its user must be allowed to \
         make tables; where that is so, restore the copy that was made before the upgrade."
    ))
}

fn migrator() -> Migrator {
    let all = MIGRATIONS.map(|(version, name, sql)| {
        let kind = MigrationType::Simple;
        Migration::new(version, name.into(), kind, sql.into_sql_str(), false)
    });
    Migrator::with_migrations(all.into())
}
