//! `latchkit kms …`: makes the keys of the vault, and puts new ones in their place.

use crate::config::Config;
use crate::kms::Purpose;
use crate::kms::local::LocalKms;
use crate::problem::Problem;
use clap::Subcommand;
use std::path::Path;

#[derive(Subcommand)]
pub(super) enum Action {
    /// Make the keys that are missing in the folder that `vault.keys` names
    Create,
    /// Put a new key in the place of each that seals. The old ones stay beside it, for what they sealed. Start
    /// the server anew afterwards
    Rotate,
}

/// Those that seal. What hashes has to find again what it hashed.
const SEALING: [Purpose; 2] = [Purpose::AuthShare, Purpose::RecoveryAuto];

pub(super) fn perform(config: &Config, action: &Action) -> Result<(), Problem> {
    let folder = config.vault.keys.as_deref().ok_or_else(|| {
        Problem::new(
            "No folder is named for the keys of the vault. Name one by `keys` of the table `[vault]` in \
             latchkit.toml.",
        )
    })?;
    match action {
        Action::Create => create(folder),
        Action::Rotate => rotate(folder),
    }
}

fn create(folder: &Path) -> Result<(), Problem> {
    let made = LocalKms::create(folder)?;
    if made.is_empty() {
        println!("All keys are there already.");
        return Ok(());
    }
    let names: Vec<&str> = made.iter().map(|it| it.name()).collect();
    println!("Made in {}: {}.", folder.display(), names.join(", "));
    println!(
        "Keep a copy of the folder where the database's copies are not: without these keys nobody gets"
    );
    println!("into a wallet any more, and with both anybody does.");
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
