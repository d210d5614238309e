//! `GET /openapi.json`: all routes in the words of [OpenAPI](https://spec.openapis.org/oas/v3.1.0),
//! written from the table that answers them. Each handler says above itself what it takes and answers.

use crate::VERSION;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::routing::{MethodRouter, get};
use bytes::Bytes;
use utoipa::openapi::{Info, OpenApi};

/// The answer, written once.
pub(super) fn telling<S: Clone + Send + Sync + 'static>(mut told: OpenApi) -> MethodRouter<S> {
    told.info = Info::new("Latchkit", VERSION);
    let paths = std::mem::take(&mut told.paths.paths);
    // Axum's sign for the rest of a path.
    told.paths.paths =
        paths.into_iter().map(|(path, item)| (path.replace("{*", "{"), item)).collect();
    let text = Bytes::from(told.to_json().expect("names and texts are JSON"));
    let headers = [(CONTENT_TYPE, "application/json"), (CACHE_CONTROL, "no-cache")];
    get(move || async move { (headers, text) })
}
