//! `latchkit vault …`: what an operator does about a single wallet, while the server runs or does not.

use super::kms::connected;
use crate::config::Config;
use crate::problem::Problem;
use crate::vault::Vault;
use crate::vault::locking::Locking;
use crate::vault::matching;
use chains::evm::address::{Address, Strictness};
use clap::Subcommand;

#[derive(Subcommand)]
pub(super) enum Action {
    /// Lock a wallet that somebody else came into: nothing is signed with it, and it is neither brought back, changed
    /// nor deleted
    Lock {
        /// Its address of eip155
        address: String,
    },
    /// Unlock it
    Unlock {
        /// Its address of eip155
        address: String,
    },
}

pub(super) async fn perform(config: &Config, action: &Action) -> Result<(), Problem> {
    let (text, is_locked) = match action {
        Action::Lock { address } => (address, true),
        Action::Unlock { address } => (address, false),
    };
    let address = Address::parse(text, Strictness::Lenient).map_err(|why| {
        Problem::new(format!(
            "`{text}` is no address of eip155: {why}. Owners see theirs in the modal, such as \
             0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045."
        ))
    })?;
    let nowhere = "No wallet is here: latchkit.toml names no database that is there, or no keys, mail server and sender \
                   under `[vault]`. Run this where the server runs, or name its configuration by --config.";
    let keys = config.vault.keys.as_deref().ok_or_else(|| Problem::new(nowhere))?;
    let (db, tables) = connected(config).await?.ok_or_else(|| Problem::new(nowhere))?;
    if let Some(fault) = tables.fault() {
        return Err(Problem::new(format!("The database cannot be used: {fault}")));
    }
    matching::require(config, &db, keys).await?;
    let vault = Vault::new(config, &db)?.ok_or_else(|| Problem::new(nowhere))?;
    let done = vault.set_locked(&address, is_locked).await.map_err(|error| {
        Problem::new(format!(
            "Nothing may be {} yet: {} Run this again once that is mended.",
            word(is_locked),
            error.description()
        ))
    })?;
    db.close().await;
    let (address, word) = (address.to_checksum(), word(is_locked));
    match done {
        Locking::Done => println!("The wallet of {address} is {word}."),
        Locking::Already => println!("The wallet of {address} was {word} already."),
        Locking::Unknown => {
            return Err(Problem::new(format!(
                "No wallet of this server has the address {address}. Owners see theirs in the modal."
            )));
        }
    }
    if is_locked && done == Locking::Done {
        println!(
            "Whoever has its words, or signed with it before, may have its keys all the same: once you unlock it,"
        );
        println!(
            "its owner moves what is in it. In the wallet's settings they see what was done with it, and where."
        );
    }
    Ok(())
}

fn word(is_locked: bool) -> &'static str {
    if is_locked { "locked" } else { "unlocked" }
}
