//! Requests to the operator's server over HTTP.

use node::{Unanswered, fetch};
use wire::{Get, from_text};

use crate::engine::Engine;
use crate::relays;

/// Asks the operator's server for `path`, such as `/v1/…`, with more of the query, `&name=value…`, than that which
/// all requests carry (`projectId`, `st`, `sv`, while a phone is connected `clientId`), and reads its answer of JSON.
/// A flow that is dropped aborts it.
pub(crate) async fn get<T: Get>(engine: &Engine, path: &str, query: &str) -> Result<T, Unanswered> {
    let text = fetch(engine.world(), node::get(url(engine, path, query))).await?;
    from_text(&text).map_err(Unanswered::Unreadable)
}

/// Where a path of the server is asked for, with all of its query.
pub(crate) fn url(engine: &Engine, path: &str, query: &str) -> String {
    let query = [query, &relays::client_query(engine)].concat();
    engine.config(|config| config.server(path, &query))
}
