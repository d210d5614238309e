//! The operator's server: its calls, and that one failed is told to whoever counts.

use wire::Get;

use crate::engine::Engine;
use crate::http::Failure;
use crate::{analytics, http};

/// Reads `GET {path}` with the query that all calls carry and more of it, `&name=value…`.
pub(crate) async fn get<T: Get>(engine: &Engine, path: &str, query: &str) -> Option<T> {
    report_failure(engine, path, http::get(engine, path, query).await)
}

/// Reads `POST {path}` likewise, with a body of JSON.
pub(crate) async fn post<T: Get>(
    engine: &Engine,
    path: &str,
    query: &str,
    body: String,
) -> Option<T> {
    report_failure(engine, path, http::post(engine, path, query, body).await)
}

fn report_failure<T>(engine: &Engine, path: &str, result: Result<T, Failure>) -> Option<T> {
    result.map_err(|failure| analytics::failed(engine, path, &failure)).ok()
}
