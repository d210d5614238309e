//! Puts load on a relay and says how it bears it: `cargo xtask load relay`.
//!
//! It starts the server that it is given, with a database of its own, and speaks to it from 200 addresses
//! of this machine, as clients do; and does the same with plain pub/sub of a Redis server, which keeps
//! nothing, as a yardstick. `place.rs` says what either must do, `relay.rs` is the server, `client.rs` a
//! client of it, `pubsub.rs` Redis, `idle.rs` sockets that hear nothing, `traffic.rs` messages, `spread.rs`
//! how times are spread, `table.rs` what is printed.

mod client;
mod idle;
mod place;
mod pubsub;
mod relay;
mod spread;
mod table;
mod traffic;

use std::process::ExitCode;
use std::time::Duration;

use place::Place;
use pubsub::PubSub;
use relay::{Relay, Store};

/// What is done, unless it is said otherwise.
const SOCKETS: [usize; 3] = [2, 1_000, 10_000];

/// How to call it.
const USAGE: &str = "\
load <latchkit> [sockets=2,1000,10000] [rate=2000] [seconds=10] [database=postgres://… redis=redis://…]
";

/// What is asked of it.
struct Wish {
    program: String,
    sockets: Vec<usize>,
    /// Messages a second, over all sockets.
    rate: u32,
    time: Duration,
    /// Where there are a Postgres and a Redis, each is measured, too.
    database: Option<String>,
    redis: Option<String>,
}

#[tokio::main]
async fn main() -> ExitCode {
    let Some(wish) = Wish::read(std::env::args().skip(1)) else {
        eprint!("{USAGE}");
        return ExitCode::FAILURE;
    };
    match run(&wish).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(sentence) => {
            eprintln!("{sentence}");
            ExitCode::FAILURE
        }
    }
}

async fn run(wish: &Wish) -> Result<(), String> {
    // A socket is a file, here and in the server, which asks for its own.
    rlimit::increase_nofile_limit(u64::MAX).map_err(|error| error.to_string())?;
    println!("{}", table::head());
    let mut stores = vec![Store::Sqlite];
    if let (Some(database), Some(redis)) = (&wish.database, &wish.redis) {
        stores.push(Store::Postgres { database: database.clone(), redis: redis.clone() });
    }
    for store in &stores {
        for count in &wish.sockets {
            // Anew each time: what the run before kept is not measured.
            let relay = Relay::start(&wish.program, store)?;
            relay.wait().await?;
            println!("{}", measure(&relay, *count, wish).await?);
        }
    }
    if let Some(url) = &wish.redis {
        for count in &wish.sockets {
            println!("{}", measure(&PubSub::at(url)?, *count, wish).await?);
        }
    }
    Ok(())
}

/// A row of the table.
async fn measure(place: &impl Place, sockets: usize, wish: &Wish) -> Result<String, String> {
    let idle = idle::hold(place, sockets).await?;
    let outcome = traffic::run(place, sockets, wish.rate, wish.time).await?;
    let memory = place.memory_bytes().await?;
    Ok(table::row(place.name(), sockets, &idle, outcome, memory))
}

impl Wish {
    fn read(mut words: impl Iterator<Item = String>) -> Option<Self> {
        let mut wish = Wish {
            program: words.next()?,
            sockets: SOCKETS.to_vec(),
            rate: 2_000,
            time: Duration::from_secs(10),
            database: None,
            redis: None,
        };
        for word in words {
            let (name, value) = word.split_once('=')?;
            match name {
                "sockets" => {
                    let counts = value.split(',').map(|it| it.parse().ok().filter(|it| *it > 1));
                    wish.sockets = counts.collect::<Option<_>>()?;
                }
                "rate" => wish.rate = value.parse().ok().filter(|it| *it > 0)?,
                "seconds" => {
                    let seconds = value.parse().ok().filter(|it| *it > 0)?;
                    wish.time = Duration::from_secs(seconds);
                }
                "database" => wish.database = Some(value.to_owned()),
                "redis" => wish.redis = Some(value.to_owned()),
                _ => return None,
            }
        }
        Some(wish)
    }
}
