//! Requests over HTTP, tried again where they did not get through.

use std::pin::Pin;

use runtime::{Backoff, Op, Reply, Verb, World};

/// How long a request may take, in milliseconds.
pub const TIMEOUT_MS: u32 = 10_000;
const TRIES: u32 = 4;
const FIRST_DELAY_MS: u32 = 150;
const LONGEST_DELAY_MS: u32 = 2_000;

/// Why a request has no answer.
pub enum Unanswered {
    /// It did not get through.
    Unreached,
    /// It was refused with this status, and with these words.
    Refused(u32, String),
}

/// A request without a body.
pub fn get(url: String) -> Op {
    Op::Fetch { url, method: Verb::Get, headers: vec![], body: None, timeout_ms: TIMEOUT_MS }
}

/// The body of the answer to an [`Op::Fetch`]. A request that did not get through is tried again, three times
/// at most; what a server refuses it refuses again.
// In a box, so that what waits for it does not hold a copy of it.
pub fn fetch(world: &World, op: Op) -> Pin<Box<dyn Future<Output = Result<String, Unanswered>>>> {
    let world = world.clone();
    Box::pin(async move { tries(&world, op).await })
}

async fn tries(world: &World, op: Op) -> Result<String, Unanswered> {
    let mut backoff = Backoff::new(FIRST_DELAY_MS, LONGEST_DELAY_MS);
    for tries in 1..=TRIES {
        match world.perform(op.clone()).await {
            Reply::Fetched { status: 200..=299, body, .. } => return Ok(body),
            Reply::Fetched { status, body, .. }
                if tries == TRIES || matches!(status, 400..=428 | 430..=499) =>
            {
                return Err(Unanswered::Refused(status, body));
            }
            // A server that wants to be left alone for longer is.
            Reply::Fetched { status, retry_after_ms: Some(ms), body, .. }
                if ms > LONGEST_DELAY_MS =>
            {
                return Err(Unanswered::Refused(status, body));
            }
            Reply::Fetched { retry_after_ms: Some(ms), .. } => world.sleep(ms).await,
            _ if tries == TRIES => break,
            _ => world.wait(&mut backoff).await,
        }
    }
    Err(Unanswered::Unreached)
}
