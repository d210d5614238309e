//! `/v1/vault/email/…`: signing in by e-mail.

use super::call::Call;
use crate::app::App;
use crate::error::ApiError;
use crate::project::ProjectId;
use crate::site::{MOST_ORIGIN, Site, named};
use crate::vault::fault::VaultFault;
use axum::Json;
use axum::extract::State;
use protocol::api::vault::{
    EmailDevice, EmailDeviceState, EmailOtp, EmailStart, EmailStarted, SignedIn,
};
use std::sync::Arc;

/// Somebody wants to sign in.
pub(super) async fn start(
    State(app): State<Arc<App>>,
    call: Call<EmailStart>,
) -> Result<Json<EmailStarted>, ApiError> {
    let id = ProjectId::parse(&call.body.project_id).ok_or(ApiError::ProjectMalformed)?;
    let project = app.project(id).await?.ok_or(ApiError::ProjectUnknown)?;
    if !Site::of(&app, &project).lets_in(&call.body.origin) {
        let origin = call.body.origin.chars().take(MOST_ORIGIN).collect();
        return Err(ApiError::OriginNotAllowed(origin));
    }
    // A page may show the field all the same.
    if !project.settings.features.has_email() {
        return Err(VaultFault::SwitchedOff.into());
    }
    let caller = call.caller().await.ok();
    let started = call.vault.start(&call.body, &project, &call.visitor(caller.as_ref())).await?;
    Ok(Json(started))
}

/// Whether the link that was mailed was followed.
pub(super) async fn device(call: Call<EmailDevice>) -> Result<Json<EmailDeviceState>, ApiError> {
    let _waiting = call.vault.waiting.enter(call.client()).map_err(ApiError::Busy)?;
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
