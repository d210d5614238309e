//! The layer that bounds how many requests are in flight, in all and of one client: from their head
//! until their answer is written.

use crate::app::App;
use crate::client_address::client_of;
use crate::error::ApiError;
use crate::holding::holding;
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::sync::Arc;

pub(super) async fn limit(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    match app.requests.enter(client_of(&request, &app.config.trusted_proxies)) {
        Ok(entered) => holding(next.run(request).await, entered),
        Err(full) => ApiError::Busy(full).into_response(),
    }
}
