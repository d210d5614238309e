//! `/review` and `/v1/vault/review/…`: a window of the vault's own, in which something is approved.

use super::call::Call;
use super::frame;
use crate::app::App;
use crate::error::ApiError;
use crate::extract::NamedProject;
use crate::vault::fault::VaultFault;
use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderName};
use axum::response::Response;
use protocol::api::vault::{
    Nothing, ReviewDecide, ReviewOffer, ReviewState, ReviewTake, ReviewTaken, ReviewWait,
};
use std::sync::Arc;

const FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// The page: that of the frame, for a window that nobody frames and that has no hold on any other.
pub(super) async fn page(
    State(app): State<Arc<App>>,
    NamedProject(project): NamedProject,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    // The frame opens it. A link that somebody made or sent leads nowhere, in browsers that tell whose it is
    // (https://www.w3.org/TR/fetch-metadata/#sec-fetch-site-header). Nor does loading it anew: what stood behind the
    // `#` is gone by then.
    if headers.get(FETCH_SITE).is_some_and(|it| it != "same-origin") {
        return Err(VaultFault::OriginRefused.into());
    }
    frame::window(&app, &project).await
}

/// Somebody who is signed in has something to be approved.
pub(super) async fn offer(call: Call<ReviewOffer>) -> Result<Json<Nothing>, ApiError> {
    call.caller().await?;
    call.vault.offer(&call.body, call.key()).await.map(|()| Json(Nothing {}))
}

/// What was decided.
pub(super) async fn wait(call: Call<ReviewWait>) -> Result<Json<ReviewState>, ApiError> {
    call.caller().await?;
    // Who finds no room hears how it is, and comes again.
    let waiting = call.vault.reading.enter(call.client()).ok();
    call.vault.review_state(&call.body, call.key(), waiting.is_some()).await.map(Json)
}

/// What is to be shown. Nobody is signed in in a window.
pub(super) async fn take(call: Call<ReviewTake>) -> Result<Json<ReviewTaken>, ApiError> {
    call.vault.take_review(&call.body).await.map(Json)
}

/// What somebody decided.
pub(super) async fn decide(call: Call<ReviewDecide>) -> Result<Json<Nothing>, ApiError> {
    call.vault.decide_review(&call.body).await.map(|()| Json(Nothing {}))
}
