//! Sockets and messages on a relay: `cargo xtask load relay`.
//!
//! Clients speak to the server from 200 addresses of this machine, and to plain pub/sub of a Redis server,
//! which keeps nothing, as a yardstick. `place.rs` says what either must do, `latchkit.rs` is the server,
//! `client.rs` a client of it, `pubsub.rs` Redis, `idle.rs` sockets that hear nothing, `traffic.rs` messages,
//! `row.rs` what is printed of them.

mod client;
mod idle;
mod latchkit;
mod place;
mod pubsub;
mod row;
mod traffic;

use std::time::Duration;

use crate::table;
use latchkit::{Relay, Store};
use place::Place;
use pubsub::PubSub;

/// What is done, unless it is said otherwise.
const SOCKETS: [usize; 3] = [2, 1_000, 10_000];

/// What is asked of it.
pub(crate) struct Wish {
    program: String,
    sockets: Vec<usize>,
    /// Messages a second, over all sockets.
    rate: u32,
    time: Duration,
    /// Where there are a Postgres and a Redis, each is measured, too.
    database: Option<String>,
    redis: Option<String>,
}

/// Does it and prints what came of it.
pub(crate) async fn run(wish: &Wish) -> Result<(), String> {
    println!("{}\n\n{}", table::machine(), table::head(&row::NAMES));
    let mut stores = vec![Store::Sqlite];
    if let (Some(database), Some(redis)) = (&wish.database, &wish.redis) {
        stores.push(Store::Postgres { database: database.clone(), redis: redis.clone() });
    }
    for store in &stores {
        for count in &wish.sockets {
            // Anew each time: what the run before kept is not measured.
            let relay = Relay::start(&wish.program, store).await?;
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
    Ok(row::of(place.name(), sockets, &idle, outcome, memory))
}

impl Wish {
    /// Reads words; nothing where one is not understood.
    pub(crate) fn read(program: &str, words: &[(&str, &str)]) -> Option<Self> {
        let mut wish = Wish {
            program: program.to_owned(),
            sockets: SOCKETS.to_vec(),
            rate: 2_000,
            time: Duration::from_secs(10),
            database: None,
            redis: None,
        };
        for (name, value) in words {
            match *name {
                "sockets" => {
                    let counts = value.split(',').map(|it| it.parse().ok().filter(|it| *it > 1));
                    wish.sockets = counts.collect::<Option<_>>()?;
                }
                "rate" => wish.rate = value.parse().ok().filter(|it| *it > 0)?,
                "seconds" => {
                    let seconds = value.parse().ok().filter(|it| *it > 0)?;
                    wish.time = Duration::from_secs(seconds);
                }
                "database" => wish.database = Some((*value).to_owned()),
                "redis" => wish.redis = Some((*value).to_owned()),
                _ => return None,
            }
        }
        Some(wish)
    }
}
