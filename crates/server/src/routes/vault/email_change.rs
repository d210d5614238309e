//! `/v1/vault/email/change…`: giving a wallet another address.

use super::call::Call;
use crate::error::ApiError;
use axum::Json;
use protocol::api::vault::{
    EmailChange, EmailChangeEnd, EmailChangeOtp, EmailChangeStarted, EmailChanged,
};

/// A code goes to the old address.
pub(super) async fn start(call: Call<EmailChange>) -> Result<Json<EmailChangeStarted>, ApiError> {
    let caller = call.caller().await?;
    call.vault.start_change(&caller, &call.body, &call.visitor(None)).await.map(Json)
}

/// It came back: another goes to the new address.
pub(super) async fn primary(
    call: Call<EmailChangeOtp>,
) -> Result<Json<EmailChangeStarted>, ApiError> {
    let caller = call.caller().await?;
    call.vault.go_on_with_change(&caller, &call.body, &call.visitor(None)).await.map(Json)
}

/// That came back, too, and the wallet agrees.
pub(super) async fn secondary(call: Call<EmailChangeEnd>) -> Result<Json<EmailChanged>, ApiError> {
    let caller = call.caller().await?;
    call.vault.finish_change(&caller, &call.body, &call.visitor(None)).await.map(Json)
}
