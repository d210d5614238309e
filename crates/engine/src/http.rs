//! Requests to the operator's server over HTTP.

use node::{TIMEOUT_MS, Unanswered, fetch};
use runtime::{Op, Verb};
use wire::{Get, WireError, from_text};

use crate::engine::Engine;
use crate::relays;

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
    let query = [asked.query, &relays::client_query(engine)].concat();
    let op = Op::Fetch {
        url: engine.config(|config| config.server(asked.path, &query)),
        method: asked.verb,
        headers: if asked.body.is_some() { plain() } else { vec![] },
        body: asked.body,
        timeout_ms: TIMEOUT_MS,
    };
    match fetch(engine.world(), op).await {
        Ok(text) => from_text(&text).map_err(Failure::Unreadable),
        Err(Unanswered::Unreached) => Err(Failure::Unreached),
        Err(Unanswered::Refused { status, said, .. }) => Err(Failure::Refused(status, said)),
    }
}

/// The headers of a body for the server: of this type the browser sends no preflight.
pub(crate) fn plain() -> Vec<(String, String)> {
    vec![("content-type".to_owned(), "text/plain".to_owned())]
}
