//! Requests over HTTP: to the operator's server, tried again where they did not get through, and to
//! servers of others.

use std::pin::Pin;

use runtime::{Backoff, Op, Reply, Verb};
use wire::{Get, Json, WireError, from_text};

use crate::engine::Engine;
use crate::relays;

const TIMEOUT_MS: u32 = 10_000;
const TRIES: u32 = 4;
const FIRST_DELAY_MS: u32 = 150;
const LONGEST_DELAY_MS: u32 = 2_000;

/// Why a call to the server has no result.
pub(crate) enum Failure {
    /// It did not get through.
    Unreached,
    /// The server refused it with this status, and said why.
    Refused(u32, String),
    /// The server answered what cannot be read.
    Unreadable(WireError),
}

/// What a request asks of a path of the server.
pub(crate) struct Request<'a> {
    /// What it is to do there.
    pub(crate) verb: Verb,
    /// Such as `/v1/…`.
    pub(crate) path: &'a str,
    /// More than the query that all requests carry, `&name=value…`.
    pub(crate) query: &'a str,
    /// JSON.
    pub(crate) body: Option<String>,
}

/// Asks the operator's server, with the query that all requests carry (`projectId`, `st`, `sv`, while a phone
/// is connected `clientId`), and reads
/// its answer of JSON. A status other than 2xx is a [`Failure`]; a flow that is dropped aborts it.
pub(crate) async fn request<T: Get>(engine: &Engine, asked: Request<'_>) -> Result<T, Failure> {
    // With this type the browser sends no preflight.
    let content_type = ("content-type".to_owned(), "text/plain".to_owned());
    let query = [asked.query, &relays::client_query(engine)].concat();
    let op = Op::Fetch {
        url: engine.config(|config| config.server(asked.path, &query)),
        method: asked.verb,
        headers: asked.body.iter().map(|_| content_type.clone()).collect(),
        body: asked.body,
        timeout_ms: TIMEOUT_MS,
    };
    from_text(&fetch(engine.clone(), op).await?).map_err(Failure::Unreadable)
}

/// Reads `POST {url}` of somebody else's server, with a body of JSON; asked once.
pub(crate) async fn once(
    engine: &Engine,
    url: String,
    mut headers: Vec<(String, String)>,
    body: String,
) -> Option<Json> {
    if headers.iter().all(|(name, _)| name != "content-type") {
        headers.push(("content-type".to_owned(), "application/json".to_owned()));
    }
    let method = Verb::Post;
    let op = Op::Fetch { url, method, headers, body: Some(body), timeout_ms: TIMEOUT_MS };
    match engine.world().perform(op).await {
        Reply::Fetched { status: 200..=299, body, .. } => from_text(&body).ok(),
        _ => None,
    }
}

/// A call that did not get through is tried again, three times at most; what the server refuses it
/// refuses again.
// In a box, so that what waits for it does not hold a copy of it.
fn fetch(engine: Engine, op: Op) -> Pin<Box<dyn Future<Output = Result<String, Failure>>>> {
    Box::pin(async move { tries(&engine, op).await })
}

async fn tries(engine: &Engine, op: Op) -> Result<String, Failure> {
    let mut backoff = Backoff::new(FIRST_DELAY_MS, LONGEST_DELAY_MS);
    for tries in 1..=TRIES {
        match engine.world().perform(op.clone()).await {
            Reply::Fetched { status: 200..=299, body, .. } => return Ok(body),
            Reply::Fetched { status, body, .. }
                if tries == TRIES || matches!(status, 400..=428 | 430..=499) =>
            {
                return Err(Failure::Refused(status, body));
            }
            // A server that wants to be left alone for longer is.
            Reply::Fetched { status, retry_after_ms: Some(ms), body, .. }
                if ms > LONGEST_DELAY_MS =>
            {
                return Err(Failure::Refused(status, body));
            }
            Reply::Fetched { retry_after_ms: Some(ms), .. } => engine.world().sleep(ms).await,
            _ if tries == TRIES => break,
            _ => engine.world().wait(&mut backoff).await,
        }
    }
    Err(Failure::Unreached)
}
