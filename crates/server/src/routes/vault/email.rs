//! `/v1/vault/email/…`: signing in by e-mail.

use super::call::Call;
use crate::app::App;
use crate::error::ApiError;
use crate::extract::asking_project;
use crate::project::{Project, ProjectId};
use axum::Json;
use axum::extract::State;
use axum::http::header::ORIGIN;
use axum::http::{HeaderMap, HeaderValue};
use protocol::api::vault::{
    EmailDevice, EmailDeviceState, EmailOtp, EmailStart, EmailStarted, SignedIn,
};
use std::sync::Arc;

/// Somebody wants to sign in.
pub(super) async fn start(
    State(app): State<Arc<App>>,
    call: Call<EmailStart>,
) -> Result<Json<EmailStarted>, ApiError> {
    // The page that embeds the frame has to be one that the project allows, as if it asked itself.
    let origin = HeaderValue::from_str(&call.body.origin);
    let origin = origin.map_err(|_| ApiError::OriginNotAllowed(call.body.origin.clone()))?;
    let headers = HeaderMap::from_iter([(ORIGIN, origin)]);
    let project = asking_project(&app, &headers, Some(&call.body.project_id)).await?;
    let caller = call.caller().await.ok();
    let started = call.vault.start(&call.body, &project.0, &call.visitor(caller.as_ref())).await?;
    Ok(Json(started))
}

/// Whether the link that was mailed was followed.
pub(super) async fn device(call: Call<EmailDevice>) -> Result<Json<EmailDeviceState>, ApiError> {
    call.vault.device_state(&call.body, call.key()).await.map(Json)
}

/// The code that was mailed.
pub(super) async fn otp(
    State(app): State<Arc<App>>,
    call: Call<EmailOtp>,
) -> Result<Json<SignedIn>, ApiError> {
    let project = async |id: &str| named(&app, id).await;
    call.vault.finish(&call.body, project, &call.visitor(None)).await.map(Json)
}

/// The project of an id that was kept; nothing where it was deleted since.
pub(super) async fn named(app: &App, id: &str) -> Result<Option<Arc<Project>>, ApiError> {
    match ProjectId::parse(id) {
        Some(id) => app.project(id).await,
        None => Ok(None),
    }
}
