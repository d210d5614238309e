//! How long a request takes where there is nothing else to do: one at a time, at a rate, in each way in turn.

use std::net::Ipv4Addr;
use std::time::{Duration, Instant};

use tokio::time::sleep_until;

use super::reads::Reads;
use super::ways::Way;
use crate::connection::Connection;
use crate::spread::Spread;

/// So many go before those that count: connections are made, and nodes are polled.
const BEFORE: u32 = 100;

/// The times of each way.
pub(crate) async fn run(
    ways: &[Way],
    reads: Reads,
    rate: u32,
    time: Duration,
) -> Result<Vec<Spread>, String> {
    // Where the node runs, too: what waits elsewhere is woken later.
    let asking = tokio::spawn(ask(ways.to_vec(), reads, Duration::from_secs(1) / rate, time));
    asking.await.map_err(|error| error.to_string())?
}

async fn ask(
    ways: Vec<Way>,
    reads: Reads,
    every: Duration,
    time: Duration,
) -> Result<Vec<Spread>, String> {
    let mut connections = Vec::new();
    for way in &ways {
        connections.push(Connection::open(&way.target, Ipv4Addr::LOCALHOST).await?);
    }
    let mut spreads: Vec<Spread> = ways.iter().map(|_| Spread::default()).collect();
    let (mut turn, mut next) = (0, Instant::now());
    let start = next + every * BEFORE;
    let mut body = String::new();
    while next < start + time {
        sleep_until(next.into()).await;
        for step in 0..ways.len() {
            // Whoever is first wakes the processor up, so each is, in turn.
            let at = (turn + step) % ways.len();
            reads.write(&mut body);
            let asked = Instant::now();
            let answer = connections[at].ask(&body).await;
            let took = asked.elapsed();
            let named = |why: String| format!("{}: {why}", ways[at].name);
            answer.and_then(|answer| reads.check(answer)).map_err(named)?;
            if next >= start {
                spreads[at].add(took);
            }
        }
        turn += 1;
        next = (next + every).max(Instant::now());
    }
    Ok(spreads)
}
