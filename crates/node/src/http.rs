//! Requests over HTTP, tried again where they did not get through.

use std::pin::Pin;

use protocol::event::error::{ErrorEvent, ErrorPart};
use runtime::{Backoff, Op, Reply, Verb, World};
use wire::WireError;

/// How long a request may take, in milliseconds.
pub(crate) const TIMEOUT_MS: u32 = 10_000;
/// How often a request is sent at most.
pub(crate) const TRIES: u32 = 4;
const FIRST_DELAY_MS: u32 = 150;
const LONGEST_DELAY_MS: u32 = 2_000;

/// Why a request has no answer.
pub enum Unanswered {
    /// It did not get through.
    Unreached,
    /// It was refused.
    Refused {
        /// With this status.
        status: u32,
        /// And with these words.
        said: String,
        /// For how long whoever refused it asks to be left alone, in milliseconds.
        rest_ms: Option<u32>,
    },
    /// The answer cannot be read.
    Unreadable(WireError),
}

impl Unanswered {
    /// What is told of it to whoever counts: that a server refused a call, or answered what cannot be read; not with
    /// what it was. Of one that was not reached nobody could be told either.
    pub fn event(&self, path: &str) -> Option<ErrorEvent> {
        let (event, error_type, error_message) = match self {
            Unanswered::Unreached => return None,
            Unanswered::Refused { status, .. } => {
                let message = ["HTTP status code: ", &status.to_string()].concat();
                (ErrorPart::ApiError, "HttpError", message)
            }
            Unanswered::Unreadable(problem) => {
                let message = [path, ": ", &problem.to_string()].concat();
                (ErrorPart::DataParsingError, "WireError", message)
            }
        };
        Some(ErrorEvent::new(event, error_type, error_message))
    }
}

/// A request without a body.
pub fn get(url: String) -> Op {
    Op::Fetch { url, method: Verb::Get, headers: vec![], body: None, timeout_ms: TIMEOUT_MS }
}

/// A request that says something, or asks with a body. Of a body of this type the browser sends no preflight.
pub fn post(url: String, body: String) -> Op {
    let headers = vec![("content-type".to_owned(), "text/plain".to_owned())];
    Op::Fetch { url, method: Verb::Post, headers, body: Some(body), timeout_ms: TIMEOUT_MS }
}

/// The body of the answer to an [`Op::Fetch`]. A request that did not get through is tried again, three times
/// at most; what a server refuses it refuses again.
pub fn fetch(world: &World, op: Op) -> Fetching {
    tries(world, op, TRIES)
}

/// A request that is on its way. In a box, so that what waits for it does not hold a copy of it.
pub(crate) type Fetching = Pin<Box<dyn Future<Output = Result<String, Unanswered>>>>;

/// The same, with as many tries at most.
pub(crate) fn tries(world: &World, op: Op, most: u32) -> Fetching {
    let world = world.clone();
    Box::pin(async move {
        let mut backoff = Backoff::new(FIRST_DELAY_MS, LONGEST_DELAY_MS);
        for tries in 1..=most {
            match world.perform(op.clone()).await {
                Reply::Fetched { status: 200..=299, body, .. } => return Ok(body),
                // A server that wants to be left alone for longer is.
                Reply::Fetched { status, retry_after_ms: rest_ms, body: said }
                    if tries == most
                        || matches!(status, 400..=428 | 430..=499)
                        || rest_ms.is_some_and(|ms| ms > LONGEST_DELAY_MS) =>
                {
                    return Err(Unanswered::Refused { status, said, rest_ms });
                }
                Reply::Fetched { retry_after_ms: Some(ms), .. } => world.sleep(ms).await,
                _ if tries == most => break,
                _ => world.wait(&mut backoff).await,
            }
        }
        Err(Unanswered::Unreached)
    })
}
