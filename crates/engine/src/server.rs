//! The operator's server: its calls, and that one failed is told to whoever counts.

use runtime::Verb;
use wire::Get;

use crate::engine::Engine;
use crate::http::Request;
use crate::{analytics, http};

/// Reads `GET {path}` with the query that all calls carry and more of it, `&name=value…`.
pub(crate) async fn get<T: Get>(engine: &Engine, path: &str, query: &str) -> Option<T> {
    request(engine, Request { verb: Verb::Get, path, query, body: None }).await
}

/// Asks the server; where that has no result, nothing, and whoever counts is told why.
pub(crate) async fn request<T: Get>(engine: &Engine, asked: Request<'_>) -> Option<T> {
    let path = asked.path;
    let result = http::request(engine, asked).await;
    result.map_err(|failure| analytics::failed(engine, path, &failure)).ok()
}
