//! `GET /metrics`, on an address of its own, and the layers that count requests for it.
//!
//! `metrics.rs` keeps the counts, `metrics_text.rs` writes them down.

use super::layers::harmless;
use super::metrics_text;
use crate::app::App;
use crate::error::ApiError;
use axum::Router;
use axum::extract::{MatchedPath, Request, State};
use axum::http::header::CONTENT_TYPE;
use axum::middleware::{Next, map_response};
use axum::response::Response;
use axum::routing::get;
use std::sync::Arc;
use std::time::Instant;

/// Requests that no route is for.
const NO_ROUTE: &str = "none";

/// The layer inside the table of routes: only there is it known which one a request is for.
pub(super) async fn name_route(request: Request, next: Next) -> Response {
    let route = request.extensions().get::<MatchedPath>().cloned();
    let mut response = next.run(request).await;
    if let Some(route) = route {
        response.extensions_mut().insert(route);
    }
    response
}

/// The layer around all of them. It measures until the head of the answer.
pub(super) async fn count(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let (method, start) = (request.method().clone(), Instant::now());
    let response = next.run(request).await;
    let route = response.extensions().get::<MatchedPath>().map_or(NO_ROUTE, MatchedPath::as_str);
    app.metrics.note(route, &method, response.status(), start.elapsed());
    response
}

/// What is answered at `metrics_bind`, whatever name it is asked under.
pub fn routes(app: &Arc<App>) -> Router {
    let told = async |State(app): State<Arc<App>>| {
        let text = metrics_text::write(&app).await;
        ([(CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], text)
    };
    Router::new()
        .route("/metrics", get(told))
        .fallback(async || ApiError::NotFound)
        .layer(map_response(harmless))
        .with_state(app.clone())
}
