//! `GET /ready`: whether the server can do its work now, for who spreads requests over servers. It is
//! 503 while the database does not answer; `/health` says only that the program runs. A database that
//! answers and cannot write, as on a full disk, keeps events away and nothing else: that is ready.

use crate::app::App;
use crate::error::ApiError;
use axum::Json;
use axum::extract::State;
use axum::http::header::CACHE_CONTROL;
use axum::response::IntoResponse;
use serde_json::json;
use std::sync::Arc;

/// Whether the server can do its work now.
#[utoipa::path(
    get,
    path = "/ready",
    responses((status = 200, description = "It can."), (status = 503, description = "Its database does not answer."))
)]
pub(super) async fn ready(State(app): State<Arc<App>>) -> Result<impl IntoResponse, ApiError> {
    if app.readiness.holds(&app.db).await {
        Ok(([(CACHE_CONTROL, "no-store")], Json(json!({ "status": "OK" }))))
    } else {
        Err(ApiError::NotReady)
    }
}
