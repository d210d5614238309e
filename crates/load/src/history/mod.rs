//! How fast the server reads what an account did: `cargo xtask load history`.
//!
//! A chain of anvil is filled (`busy.rs`), and a server without an index is asked for the history of an account
//! until that is whole: once with the logs of tokens alone, once with every block read for transfers of the
//! native currency, too. `wish.rs` reads the words.

mod busy;
mod wish;

use std::net::Ipv4Addr;
use std::process::Stdio;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::anvil::Anvil;
use crate::chain;
use crate::connection::{Connection, Target};
use crate::server::Server;
use crate::table;
pub(crate) use wish::Wish;

/// How long it may take.
const PATIENCE: Duration = Duration::from_mins(5);
/// How often it is looked.
const EVERY: Duration = Duration::from_millis(20);

/// Does it and prints what came of it.
pub(crate) async fn run(wish: &Wish) -> Result<(), String> {
    println!("{}", table::machine());
    let Wish { blocks, transfers, .. } = wish;
    let begun = Instant::now();
    let anvil = busy::chain(wish).await?;
    let filled = begun.elapsed().as_secs_f64();
    println!("{blocks} blocks of {transfers} transfers, made in {filled:.1} s.\n");
    println!("{}", table::head(&["what is read", "time", "blocks a second"]));
    for (name, scanned) in [("logs of tokens", &[][..]), ("every block besides", &[chain::NAME])] {
        let took = read(wish, &anvil, scanned).await?.as_secs_f64();
        let rate = f64::from(*blocks) / took;
        println!("{}", table::row(&[name, &format!("{took:.2} s"), &format!("{rate:.0}")]));
    }
    Ok(())
}

/// How long it takes a new server until it knows all of the account.
async fn read(wish: &Wish, anvil: &Anvil, scanned: &[&str]) -> Result<Duration, String> {
    let history = json!({ "backfill_blocks": wish.blocks + 1, "scan_native": scanned });
    let variables = [chain::variable(&[anvil.address]), ("LATCHKIT_HISTORY", history.to_string())];
    let server = Server::start(&wish.program, &variables, Stdio::inherit()).await?;
    let (account, chain, project) = (busy::ACCOUNT, chain::NAME, &server.project);
    let path = format!("/v1/account/{account}/history?chainId={chain}&projectId={project}");
    let target = Target { address: server.address, path };
    let mut client = Connection::open(&target, Ipv4Addr::LOCALHOST).await?;
    let begun = Instant::now();
    loop {
        let (status, text) = client.look().await?;
        let said: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
        let coverage = &said["coverage"];
        if status != 200 || !coverage.is_object() {
            return Err(format!("{status}: {said}"));
        }
        if coverage["since"].is_null() && coverage["isBehind"] == json!(false) {
            return Ok(begun.elapsed());
        }
        if begun.elapsed() > PATIENCE {
            return Err(format!("It is not whole after {PATIENCE:?}: {coverage}"));
        }
        tokio::time::sleep(EVERY).await;
    }
}
