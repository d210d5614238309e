//! How many calls are answered where each connection asks as soon as it has its answer.

use std::net::Ipv4Addr;
use std::time::{Duration, Instant};

use super::reads::Reads;
use super::ways::Way;
use crate::connection::Connection;

/// Each way has its turn so often: what else the machine does then hits all of them alike.
const ROUNDS: u32 = 3;
/// So many requests of each connection go before those that count.
const BEFORE: usize = 20;

/// What is asked.
#[derive(Clone, Copy)]
pub(crate) struct Load {
    pub(crate) reads: Reads,
    pub(crate) connections: usize,
    /// In each way.
    pub(crate) time: Duration,
}

/// Calls a second in each way.
pub(crate) async fn run(ways: &[Way], load: Load) -> Result<Vec<f64>, String> {
    let mut rates = vec![0.0; ways.len()];
    for _ in 0..ROUNDS {
        for (way, rate) in ways.iter().zip(&mut rates) {
            *rate += of_way(way, load, load.time / ROUNDS).await? / f64::from(ROUNDS);
        }
    }
    Ok(rates)
}

async fn of_way(way: &Way, load: Load, time: Duration) -> Result<f64, String> {
    let mut opened = Vec::new();
    for _ in 0..load.connections {
        let mut connection = Connection::open(&way.target, Ipv4Addr::LOCALHOST).await?;
        opened.push(tokio::spawn(async move {
            let asked = ask(&mut connection, load.reads, |asked| asked < BEFORE).await;
            asked.map(|_| connection)
        }));
    }
    let mut connections = Vec::new();
    for opening in opened {
        let opened = opening.await.map_err(|error| error.to_string())?;
        connections.push(opened.map_err(|why| format!("{}: {why}", way.name))?);
    }
    let start = Instant::now();
    let asking: Vec<_> = connections
        .into_iter()
        .map(|mut connection| {
            tokio::spawn(async move {
                ask(&mut connection, load.reads, |_| start.elapsed() < time).await
            })
        })
        .collect();
    let mut requests = 0;
    for asking in asking {
        let asked = asking.await.map_err(|error| error.to_string())?;
        requests += asked.map_err(|why| format!("{}: {why}", way.name))?;
    }
    let calls = u32::try_from(requests * load.reads.calls).map_err(|error| error.to_string())?;
    Ok(f64::from(calls) / start.elapsed().as_secs_f64())
}

/// Asks as long as `goes_on` says, which is told how often it asked; how often that was.
async fn ask(
    connection: &mut Connection,
    reads: Reads,
    goes_on: impl Fn(usize) -> bool,
) -> Result<usize, String> {
    let (mut asked, mut body) = (0, String::new());
    while goes_on(asked) {
        reads.write(&mut body);
        reads.check(connection.ask(&body).await?)?;
        asked += 1;
    }
    Ok(asked)
}
