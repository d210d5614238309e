//! Messages from one half of the sockets to the other, at a rate that waits for nobody: each has a time
//! at which it is to be sent, and what it took is counted from there.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use futures_util::stream::{self, StreamExt, TryStreamExt};
use tokio::time::{sleep_until, timeout};

use super::place::{Hears, Place, Sends};
use crate::spread::Spread;

/// As long as a sealed request for a signature is.
const CHARACTERS: usize = 700;
/// How long the last message may take.
const LAST: Duration = Duration::from_secs(5);
const AT_ONCE: usize = 64;
/// So many messages one topic gets at most: a relay keeps no more than 2,000 that somebody has.
const MOST_AT_TOPIC: usize = 1_000;
/// Idle sockets have the numbers below.
const FIRST: usize = 1_000_000;

/// When one pair sends.
struct Times {
    /// Of the run.
    start: Instant,
    /// The first message.
    first: Instant,
    /// From one to the next.
    every: Duration,
    /// The last is before this.
    end: Instant,
}

/// What came of it.
#[derive(Default)]
pub(crate) struct Outcome {
    pub(crate) sent: usize,
    /// Messages a second.
    pub(crate) rate: u64,
    pub(crate) acknowledged: Spread,
    pub(crate) delivered: Spread,
}

/// Sends at this rate over so many sockets for so long.
pub(crate) async fn run<P: Place>(
    place: &P,
    sockets: usize,
    rate: u32,
    time: Duration,
) -> Result<Outcome, String> {
    let each = usize::try_from(u64::from(rate) * time.as_secs()).map_err(|it| it.to_string())?
        / (sockets / 2);
    let topics = each.div_ceil(MOST_AT_TOPIC).max(1);
    let open = |number: usize| async move {
        let listener = place.listener(number, topics).await?;
        Ok::<_, String>((listener, place.sender(number, topics).await?))
    };
    let opened: Vec<(P::Listener, P::Sender)> = stream::iter(FIRST..FIRST + sockets / 2)
        .map(open)
        .buffer_unordered(AT_ONCE)
        .try_collect()
        .await?;
    let count = u32::try_from(opened.len()).map_err(|it| it.to_string())?;
    let every = Duration::from_secs(1) * count / rate;
    let start = Instant::now();
    let end = start + time;
    let tasks: Vec<_> = opened
        .into_iter()
        .zip(0..count)
        .map(|((to, from), at)| {
            // Spread over the time between two messages of one pair.
            let first = start + every * at / count;
            let sending = tokio::spawn(send(from, Times { start, first, every, end }));
            (sending, tokio::spawn(hear(to, start, end + LAST)))
        })
        .collect();
    let mut all = Outcome::default();
    for (sending, hearing) in tasks {
        let (sent, acknowledged) = sending.await.map_err(|it| it.to_string())??;
        all.sent += sent;
        all.acknowledged.join(acknowledged);
        all.delivered.join(hearing.await.map_err(|it| it.to_string())??);
    }
    all.rate = all.sent as u64 / time.as_secs().max(1);
    Ok(all)
}

/// Sends at its times; how many, and how long until each was acknowledged.
async fn send(mut from: impl Sends, times: Times) -> Result<(usize, Spread), String> {
    let Times { start, first, every, end } = times;
    let mut open: HashMap<u64, Instant> = HashMap::new();
    let (mut sent, mut acknowledged, mut at) = (0, Spread::default(), first);
    while at < end || !open.is_empty() {
        let next = if at < end { at } else { end + LAST };
        tokio::select! {
            () = sleep_until(next.into()) => {
                if at >= end {
                    break;
                }
                from.send(message(at - start)).await?;
                open.insert(sent, at);
                (sent, at) = (sent + 1, at + every);
            }
            number = from.acknowledged() => {
                if let Some(at) = open.remove(&number?) {
                    acknowledged.add(at.elapsed());
                }
            }
        }
    }
    Ok((usize::try_from(sent).map_err(|it| it.to_string())?, acknowledged))
}

/// Listens until the end; how long each message took.
async fn hear(mut to: impl Hears, start: Instant, end: Instant) -> Result<Spread, String> {
    let mut delivered = Spread::default();
    while let Ok(heard) = timeout(end.saturating_duration_since(Instant::now()), to.hear()).await {
        if let Some(sent) = sent_at(&heard?) {
            delivered.add(start.elapsed().saturating_sub(sent));
        }
    }
    Ok(delivered)
}

/// A message that says when it was to be sent: microseconds of the run, then padding.
fn message(sent: Duration) -> String {
    format!("{:016}{}", sent.as_micros(), "A".repeat(CHARACTERS - 16))
}

fn sent_at(message: &str) -> Option<Duration> {
    message.get(..16)?.parse().ok().map(Duration::from_micros)
}
