//! `latchkit vault …`: what an operator does about a single wallet, while the server runs or does not.

use crate::config::Config;
use crate::db::Db;
use crate::problem::Problem;
use crate::vault::Vault;
use crate::vault::locking::Locking;
use clap::Subcommand;

#[derive(Subcommand)]
pub(super) enum Action {
    /// Lock a wallet that somebody else came into: nothing is signed with it, and it is neither brought back, changed
    /// nor deleted
    Lock {
        /// One of its addresses, of eip155 or of Solana
        address: String,
    },
    /// Unlock it
    Unlock {
        /// One of its addresses, of eip155 or of Solana
        address: String,
    },
}

pub(super) async fn perform(config: &Config, action: &Action) -> Result<(), Problem> {
    let (address, is_lock) = match action {
        Action::Lock { address } => (address, true),
        Action::Unlock { address } => (address, false),
    };
    // What else there is in a text would look for more than one address.
    if address.is_empty() || !address.bytes().all(|it| it.is_ascii_alphanumeric()) {
        return Err(Problem::new(format!(
            "`{address}` is no address. Give one of the wallet's, such as \
             0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045, or that of Solana."
        )));
    }
    let db = Db::connect(&config.database, config.database_url.as_ref()).await?;
    let tables = db.tables().await.map_err(|error| unread(&error.to_string()))?;
    if let Some(fault) = tables.fault() {
        return Err(Problem::new(format!("The database cannot be used: {fault}")));
    }
    let vault = Vault::new(config, &db)?.ok_or_else(|| {
        Problem::new(
            "There are no wallets: nothing is set in the table `[vault]` of latchkit.toml.",
        )
    })?;
    let done = vault.lock(address, is_lock).await.map_err(|error| unread(&error.description()))?;
    db.close().await;
    let word = if is_lock { "locked" } else { "unlocked" };
    match done {
        Locking::Done => println!("The wallet of {address} is {word}."),
        Locking::Already => println!("The wallet of {address} was {word} already."),
        Locking::Unknown => {
            return Err(Problem::new(format!(
                "No wallet of this server has the address {address}. Owners see theirs in the modal."
            )));
        }
    }
    if is_lock && done == Locking::Done {
        println!(
            "Whoever has its words has it all the same. Who used it reads its owner in the settings."
        );
    }
    Ok(())
}

fn unread(error: &str) -> Problem {
    Problem::new(format!("What the database says of wallets cannot be used ({error})."))
}
