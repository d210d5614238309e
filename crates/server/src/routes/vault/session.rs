//! `/v1/vault/session/…`: who is signed in, and where.

use super::call::Call;
use crate::error::ApiError;
use axum::Json;
use protocol::api::vault::{Nothing, SessionRevoke, SignOut, SignedIn, VaultSessions, VaultUser};

/// Who is signed in.
pub(super) async fn get(call: Call<Nothing>) -> Result<Json<VaultUser>, ApiError> {
    call.vault.user(&call.caller().await?).await.map(Json)
}

/// Another session in the place of the caller's.
pub(super) async fn refresh(call: Call<Nothing>) -> Result<Json<SignedIn>, ApiError> {
    call.vault.refresh(&call.caller().await?).await.map(Json)
}

/// Signs out.
pub(super) async fn delete(call: Call<SignOut>) -> Result<Json<Nothing>, ApiError> {
    let signed_out = call.vault.sign_out(&call.caller().await?, call.body.forget).await;
    signed_out.map(|()| Json(Nothing {}))
}

/// Where else.
pub(super) async fn list(call: Call<Nothing>) -> Result<Json<VaultSessions>, ApiError> {
    call.vault.sessions(&call.caller().await?).await.map(Json)
}

/// Ends another session, or all others.
pub(super) async fn revoke(call: Call<SessionRevoke>) -> Result<Json<Nothing>, ApiError> {
    let revoked = call.vault.revoke(&call.caller().await?, call.body.id.as_deref()).await;
    revoked.map(|()| Json(Nothing {}))
}
