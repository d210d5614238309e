//! Whether the keys of the folder are those of the database: with others nobody gets into a wallet, and what is sealed
//! from then on is lost once the right ones are back.
//!
//! Of each key that sealed something one text is looked at, so a row that somebody changed says nothing of the keys.

use super::session::row_key;
use crate::config::Config;
use crate::db::Db;
use crate::kms::local::LocalKms;
use crate::kms::{Kms, KmsFault, Purpose};
use crate::problem::Problem;
use std::path::Path;

/// What puts it right.
const CURE: &str = "nobody would get into their wallet. Put the folder back from your copy, or correct `keys` of the \
                    table `[vault]`, or `database` or `database_url`; none is relative to the configuration file, but \
                    to the folder that latchkit runs in. What a key sealed that is lost for good is lost with it.";

/// Refuses keys that are not those of the database.
pub(crate) async fn require(config: &Config, db: &Db, folder: &Path) -> Result<(), Problem> {
    let kms = LocalKms::load(folder)?;
    let others = others(db, &kms).await.map_err(|error| unread(config, &error))?;
    if others.is_empty() {
        return Ok(());
    }
    Err(Problem::new(format!(
        "The keys in {} are not all that the database {} was written with (other ones: {}): {CURE}",
        absolute(folder),
        place(config),
        names(&others)
    )))
}

/// Refuses to have keys made where others are missing that something hangs on.
pub(crate) async fn require_none_lost(
    config: &Config,
    db: &Db,
    folder: &Path,
    is_older: bool,
) -> Result<(), Problem> {
    let mut lost = Vec::new();
    for purpose in LocalKms::missing(folder) {
        match db.hangs_on(purpose).await {
            Ok(true) => lost.push(purpose),
            Ok(false) => {}
            // The tables of before had none of it.
            Err(_) if is_older => {}
            Err(error) => return Err(unread(config, &error)),
        }
    }
    if lost.is_empty() {
        return Ok(());
    }
    Err(Problem::new(format!(
        "No key is made: the database {} was written with keys that are not in {} ({}). With new ones {CURE}",
        place(config),
        absolute(folder),
        names(&lost)
    )))
}

/// The purposes for which the database was written with keys that are not here.
async fn others(db: &Db, kms: &dyn Kms) -> sqlx::Result<Vec<Purpose>> {
    let mut others = Vec::new();
    for purpose in Purpose::ALL {
        for sealed in db.sealed_by_each_key(purpose).await? {
            // For no row: that it is none of this one is said only where the key is there.
            let opened = kms.unwrap(purpose, "", &sealed).await;
            if matches!(opened, Err(KmsFault::KeyMissing(_))) {
                others.push(purpose);
                break;
            }
        }
    }
    if let Ok(key) = row_key(kms).await
        && !db.is_vouched_for(&key).await?
    {
        others.push(Purpose::SessionHash);
    }
    Ok(others)
}

fn names(all: &[Purpose]) -> String {
    all.iter().map(|it| it.name()).collect::<Vec<_>>().join(", ")
}

/// Where the folder is, from wherever it is read.
pub(crate) fn absolute(folder: &Path) -> String {
    std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned()).display().to_string()
}

/// What the database is called.
fn place(config: &Config) -> String {
    match &config.database_url {
        Some(url) => url.to_string(),
        None => config.database.display().to_string(),
    }
}

fn unread(config: &Config, error: &sqlx::Error) -> Problem {
    Problem::new(format!(
        "Whether the keys of the vault are those of the database {} cannot be seen ({error}).",
        place(config)
    ))
}
