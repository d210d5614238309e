//! `GET /health`: whether the server runs, and which one it is.

use crate::app::App;
use crate::{COMMIT, VERSION};
use axum::Json;
use axum::extract::State;
use axum::http::header::CACHE_CONTROL;
use axum::response::IntoResponse;
use protocol::api::Health;
use std::sync::Arc;

/// Whether the program runs, and which one it is.
#[utoipa::path(
    get,
    path = "/health",
    responses((status = 200, description = "It runs."))
)]
pub(super) async fn health(State(app): State<Arc<App>>) -> impl IntoResponse {
    let health = Health {
        status: "OK".to_owned(),
        version: VERSION.to_owned(),
        commit: COMMIT.to_owned(),
        instance: app.instance.clone(),
        uptime_seconds: u32::try_from(app.start.elapsed().as_secs()).unwrap_or(u32::MAX),
    };
    ([(CACHE_CONTROL, "no-store")], Json(health))
}
