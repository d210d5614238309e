//! How many calls are answered where each connection asks as soon as it has its answer.

use std::net::Ipv4Addr;
use std::time::{Duration, Instant};

use super::reads::Reads;
use super::ways::Way;
use crate::connection::Connection;
use crate::processor;

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

/// What came of it.
#[derive(Clone, Copy, Default)]
pub(crate) struct Answered {
    calls: u32,
    time: Duration,
    /// How long whoever is between had a processor for them.
    processor: Option<Duration>,
}

impl Answered {
    /// How many in a second.
    pub(crate) fn calls_per_s(self) -> f64 {
        f64::from(self.calls) / self.time.as_secs_f64()
    }

    /// How long one takes of a processor.
    pub(crate) fn processor_us(self) -> Option<f64> {
        self.processor.map(|it| it.as_secs_f64() * 1_000_000.0 / f64::from(self.calls))
    }

    fn add(&mut self, other: Answered) {
        self.calls += other.calls;
        self.time += other.time;
        self.processor = other.processor.map(|it| it + self.processor.unwrap_or_default());
    }
}

/// What is answered in each way.
pub(crate) async fn run(ways: &[Way], load: Load) -> Result<Vec<Answered>, String> {
    let mut all = vec![Answered::default(); ways.len()];
    for _ in 0..ROUNDS {
        for (way, answered) in ways.iter().zip(&mut all) {
            answered.add(of_way(way, load, load.time / ROUNDS).await?);
        }
    }
    Ok(all)
}

async fn of_way(way: &Way, load: Load, time: Duration) -> Result<Answered, String> {
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
    let before = way.process.and_then(processor::time);
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
    let time = start.elapsed();
    let after = way.process.and_then(processor::time);
    let processor = after.zip(before).map(|(after, before)| after.saturating_sub(before));
    let calls = u32::try_from(requests * load.reads.calls).map_err(|error| error.to_string())?;
    Ok(Answered { calls, time, processor })
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
