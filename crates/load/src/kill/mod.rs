//! The JSON-RPC proxy while its nodes fail: `cargo xtask load rpc --kill 100`.
//!
//! Three nodes of our own (`node.rs`) are behind it. As often as it is said, one of them, at times two, gets a
//! fault (`fault.rs`) for two seconds and is restored; one is always good. Meanwhile many read (`reading.rs`)
//! and transactions are sent (`sending.rs`). A result names the chain, the block and what was asked (`word.rs`,
//! `clock.rs`), so a wrong one is known from a right one; `ledger.rs` knows which node got which transaction.
//! `counts.rs` is what came of it, and fails where a read had no answer, an answer was wrong, or a transaction
//! that a node had taken was given to another. What is chosen by chance (`chance.rs`) is the same for a seed;
//! when it happens is not.

mod chance;
mod clock;
mod counts;
mod fault;
mod ledger;
mod node;
mod reading;
mod sending;
mod word;

use std::fs::{self, File};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use futures_util::future::try_join_all;
use tokio::time::sleep;

use crate::chain;
use crate::server::Server;
use crate::table;
use chance::Chance;
use clock::Clock;
use counts::Counts;
use fault::{FAULTS, Fault};
use ledger::Ledger;
use node::FaultyNode;
use reading::Reader;
use sending::Sender;

const NODES: usize = 3;
const READERS: usize = 24;
/// How long a fault lasts.
const LASTS: Duration = Duration::from_secs(2);
/// Until the next one.
const BETWEEN: Duration = Duration::from_secs(1);
/// Two nodes have a fault in one of so many rounds.
const TWO_IN: u64 = 4;

/// What is asked of it.
pub(crate) struct Wish {
    program: String,
    /// How often a node gets a fault.
    times: usize,
    seed: u64,
}

impl Wish {
    /// Reads words; nothing where one is not understood.
    pub(crate) fn read(program: &str, words: &[(&str, &str)]) -> Option<Self> {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).ok()?;
        let (mut times, mut seed) = (None, since.as_secs());
        for (name, value) in words {
            match *name {
                "times" => times = Some(value.parse().ok().filter(|it| *it > 0)?),
                "seed" => seed = value.parse().ok()?,
                _ => return None,
            }
        }
        Some(Wish { program: program.to_owned(), times: times?, seed })
    }
}

/// Does it, prints what came of it, and fails where that is not as it should be.
pub(crate) async fn run(wish: &Wish) -> Result<(), String> {
    println!("{}", table::machine());
    println!("{} times a fault, seed={}\n", wish.times, wish.seed);
    let (clock, ledger) = (Clock::start(), Arc::new(Ledger::default()));
    let counts = Arc::new(Counts::new());
    let starting = (0..NODES).map(|place| FaultyNode::start(place, clock, ledger.clone()));
    let mut nodes = try_join_all(starting).await?;
    let addresses: Vec<_> = nodes.iter().map(|node| node.address).collect();
    let log = std::env::temp_dir().join(format!("latchkit-kill-{}.log", std::process::id()));
    let file = File::create(&log).map_err(|error| format!("{}: {error}", log.display()))?;
    let variables = [chain::variable(&addresses), ("LATCHKIT_LOG", "warn".to_owned())];
    let server = Server::start(&wish.program, &variables, file).await?;
    let target = chain::of_server(&server);
    let is_over = Arc::new(AtomicBool::new(false));
    let mut chance = Chance::of(wish.seed);
    let mut tasks: Vec<_> = (0..READERS)
        .map(|number| {
            let (chance, counts) = (chance.child(), counts.clone());
            let reader = Reader { number, target: target.clone(), clock, chance, counts };
            tokio::spawn(reader.run(is_over.clone()))
        })
        .collect();
    let (sent, kept) = (ledger.clone(), counts.clone());
    let sender = Sender { target, clock, ledger: sent, counts: kept };
    tasks.push(tokio::spawn(sender.run(is_over.clone())));
    sleep(BETWEEN).await;
    for round in 1..=wish.times {
        play(round, &mut nodes, &mut chance, &counts).await?;
    }
    is_over.store(true, Ordering::Relaxed);
    for task in tasks {
        task.await.map_err(|error| error.to_string())?;
    }
    let verdict = counts.verdict(&ledger);
    if verdict.is_err() {
        println!("\nWhat the server said is in {}.", log.display());
    } else {
        fs::remove_file(&log).ok();
    }
    verdict
}

/// One node, at times two, get a fault, and are restored.
async fn play(
    round: usize,
    nodes: &mut [FaultyNode],
    chance: &mut Chance,
    counts: &Counts,
) -> Result<(), String> {
    let first = chance.place(NODES);
    let second = (first + 1 + chance.place(NODES - 1)) % NODES;
    let mut chosen: Vec<(usize, Fault)> = Vec::new();
    for place in [first, second] {
        chosen.push((place, FAULTS[chance.place(FAULTS.len())]));
    }
    if chance.below(TWO_IN) > 0 {
        chosen.pop();
    }
    counts.begin(round, &chosen);
    for &(place, fault) in &chosen {
        nodes[place].fail(fault, chance).await?;
    }
    sleep(LASTS).await;
    for &(place, _) in &chosen {
        nodes[place].restore(chance).await?;
    }
    sleep(BETWEEN).await;
    Ok(())
}
