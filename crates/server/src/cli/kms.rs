//! `latchkit kms …`: makes the keys of the vault, and puts new ones in their place.

use crate::config::Config;
use crate::db::Db;
use crate::db::tables::Tables;
use crate::kms::local::LocalKms;
use crate::problem::Problem;
use crate::vault::matching::{self, absolute};
use crate::vault::rewrapping::{Outcome, SEALING, rewrap};
use clap::Subcommand;
use std::path::Path;

#[derive(Subcommand)]
pub(super) enum Action {
    /// Make the keys that are missing in the folder that `vault.keys` names
    Create,
    /// Put a new key in the place of each that seals, and seal anew with it what the database holds of wallets. The
    /// old ones stay beside it, for older copies of the database
    Rotate {
        /// Only make the keys. `rewrap` does the rest, once the folder was copied to all nodes
        #[arg(long)]
        keys_only: bool,
    },
    /// Seal anew what older keys sealed: the second half of `rotate`. It goes on wherever that was cut off
    Rewrap,
}

pub(super) async fn perform(config: &Config, action: &Action) -> Result<(), Problem> {
    let folder = config.vault.keys.as_deref().ok_or_else(|| {
        Problem::new(
            "No folder is named for the keys of the vault. Name one by `keys` of the table `[vault]` in \
             latchkit.toml.",
        )
    })?;
    match action {
        Action::Create => create(config, folder).await,
        Action::Rotate { keys_only: true } => rotate(folder),
        Action::Rotate { keys_only: false } => {
            // What cannot be finished is not begun.
            let db = database(config).await?;
            rotate(folder)?;
            rewrap_all(folder, db.as_ref()).await
        }
        Action::Rewrap => {
            let db = database(config).await?.ok_or_else(|| not_there(config))?;
            rewrap_all(folder, Some(&db)).await
        }
    }
}

async fn create(config: &Config, folder: &Path) -> Result<(), Problem> {
    let (db, tables) = match connected(config).await? {
        Some((_, Tables::Newer)) => {
            let fault = Tables::Newer.fault().unwrap_or_default();
            let told = format!("Which keys the database was written with cannot be seen: {fault}");
            return Err(Problem::new(told));
        }
        Some((db, tables)) => (Some(db), tables),
        None => (None, Tables::Missing),
    };
    let is_current = tables == Tables::Current;
    if let Some(db) = &db {
        matching::require_none_lost(config, db, folder, !is_current).await?;
    }
    let made = LocalKms::create(folder)?;
    if let Some(db) = db.filter(|_| is_current) {
        matching::require(config, &db, folder).await?;
        db.close().await;
    }
    let place = absolute(folder);
    if made.is_empty() {
        println!("All keys are there already, in {place}.");
        return Ok(());
    }
    let names: Vec<&str> = made.iter().map(|it| it.name()).collect();
    println!("Made in {place}: {}.", names.join(", "));
    println!(
        "Keep a copy of the folder where the database's copies are not: without these keys nobody gets"
    );
    println!("into a wallet any more, and keys and database together open every wallet.");
    Ok(())
}

fn rotate(folder: &Path) -> Result<(), Problem> {
    // What cannot be used is not rotated either.
    LocalKms::load(folder)?;
    for purpose in SEALING {
        LocalKms::rotate(folder, purpose)?;
        println!(
            "{}: a new key. Keep the old one beside it, and copy the folder again.",
            purpose.name()
        );
    }
    Ok(())
}

/// The database, with which tables it has; nothing where there is none yet, or nothing in it.
pub(super) async fn connected(config: &Config) -> Result<Option<(Db, Tables)>, Problem> {
    if config.database_url.is_none() && !config.database.exists() {
        return Ok(None);
    }
    let db = Db::connect(&config.database, config.database_url.as_ref()).await?;
    let tables = db.tables().await.map_err(|error| unread(&error))?;
    Ok((tables != Tables::Missing).then_some((db, tables)))
}

/// The database, where what keys sealed can be sealed anew in it.
async fn database(config: &Config) -> Result<Option<Db>, Problem> {
    let Some((db, tables)) = connected(config).await? else { return Ok(None) };
    match tables.fault() {
        None => Ok(Some(db)),
        Some(fault) => {
            Err(Problem::new(format!("What the keys sealed cannot be sealed anew: {fault}")))
        }
    }
}

async fn rewrap_all(folder: &Path, db: Option<&Db>) -> Result<(), Problem> {
    let kms = LocalKms::load(folder)?;
    let mut unreadable = 0;
    for purpose in SEALING {
        let outcome = match db {
            Some(db) => rewrap(db, &kms, purpose).await.map_err(|error| unread(&error))?,
            None => Outcome::default(),
        };
        println!("{}: {} sealed anew.", purpose.name(), outcome.anew);
        unreadable += outcome.unreadable;
    }
    if let Some(db) = db {
        db.close().await;
    }
    if unreadable == 0 {
        return Ok(());
    }
    Err(Problem::new(format!(
        "{unreadable} were sealed by keys that are not in {}, or were changed, and are as they were. Put the \
         keys back from your copy, and run `latchkit kms rewrap`.",
        folder.display()
    )))
}

/// Whoever looks whether copies fit each other would take silence for a yes.
fn not_there(config: &Config) -> Problem {
    let place = match &config.database_url {
        Some(url) => url.to_string(),
        None => config.database.display().to_string(),
    };
    Problem::new(format!(
        "The database {place} is not there, or has no tables, so nothing was sealed anew. Correct `database` or \
         `database_url` in latchkit.toml."
    ))
}

fn unread(error: &sqlx::Error) -> Problem {
    Problem::new(format!(
        "What the keys sealed was not all sealed anew ({error}). Nothing is lost: run `latchkit kms rewrap`."
    ))
}
