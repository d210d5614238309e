//! `/v1/vault/email/change…`: giving a wallet another address.

use super::call::Call;
use super::site::named;
use crate::app::App;
use crate::error::ApiError;
use crate::project::Project;
use crate::vault::fault::VaultFault;
use crate::vault::session::Caller;
use axum::Json;
use axum::extract::State;
use protocol::api::vault::{EmailChange, EmailChangeOtp, EmailChangeStarted, EmailChanged};
use std::sync::Arc;

/// A code goes to the old address.
pub(super) async fn start(
    State(app): State<Arc<App>>,
    call: Call<EmailChange>,
) -> Result<Json<EmailChangeStarted>, ApiError> {
    let caller = call.caller().await?;
    let project = project(&app, &caller).await?;
    call.vault.start_change(&caller, &call.body, &project, &call.visitor(None)).await.map(Json)
}

/// It came back: another goes to the new address.
pub(super) async fn primary(
    State(app): State<Arc<App>>,
    call: Call<EmailChangeOtp>,
) -> Result<Json<EmailChangeStarted>, ApiError> {
    let caller = call.caller().await?;
    let project = project(&app, &caller).await?;
    call.vault.go_on_with_change(&caller, &call.body, &project, &call.visitor(None)).await.map(Json)
}

/// That came back, too.
pub(super) async fn secondary(
    State(app): State<Arc<App>>,
    call: Call<EmailChangeOtp>,
) -> Result<Json<EmailChanged>, ApiError> {
    let caller = call.caller().await?;
    let project = project(&app, &caller).await?;
    call.vault.finish_change(&caller, &call.body, &project, &call.visitor(None)).await.map(Json)
}

async fn project(app: &App, caller: &Caller) -> Result<Arc<Project>, ApiError> {
    let project = named(app, &caller.sign_in.project_id).await?;
    Ok(project.ok_or(VaultFault::SessionRefused)?)
}
