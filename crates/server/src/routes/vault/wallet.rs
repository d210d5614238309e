//! `/v1/vault/wallet/…`: the server's part of a wallet.

use super::call::Call;
use crate::error::ApiError;
use axum::Json;
use protocol::api::vault::{
    AccountDelete, AccountDeleted, Nothing, PepperAsk, PepperTold, RecoverAsk, Recovered, ShareAsk,
    ShareTold, WalletCreate, WalletEnrol, WalletEvents, WalletRotate, WalletState,
};

/// The wallet of who asks.
pub(super) async fn get(call: Call<Nothing>) -> Result<Json<WalletState>, ApiError> {
    call.vault.wallet(&call.caller().await?).await.map(Json)
}

/// Keeps a new one.
pub(super) async fn create(call: Call<WalletCreate>) -> Result<Json<Nothing>, ApiError> {
    call.vault.create(&call.caller().await?, &call.body).await.map(|()| Json(Nothing {}))
}

/// The server's share of this browser's set.
pub(super) async fn share(call: Call<ShareAsk>) -> Result<Json<ShareTold>, ApiError> {
    call.vault.share(&call.caller().await?, &call.body).await.map(Json)
}

/// All that brings it back.
pub(super) async fn recover(call: Call<RecoverAsk>) -> Result<Json<Recovered>, ApiError> {
    call.vault.recover(&call.caller().await?, &call.body).await.map(Json)
}

/// What a passphrase is stretched with.
pub(super) async fn pepper(call: Call<PepperAsk>) -> Result<Json<PepperTold>, ApiError> {
    call.vault.pepper(&call.caller().await?, &call.body).await.map(Json)
}

/// Keeps a set for this browser.
pub(super) async fn enrol(call: Call<WalletEnrol>) -> Result<Json<Nothing>, ApiError> {
    call.vault.enrol(&call.caller().await?, &call.body).await.map(|()| Json(Nothing {}))
}

/// Keeps one set and new factors, and nothing else.
pub(super) async fn rotate(call: Call<WalletRotate>) -> Result<Json<Nothing>, ApiError> {
    call.vault.rotate(&call.caller().await?, &call.body).await.map(|()| Json(Nothing {}))
}

/// Forgets who asks, with their wallet.
pub(super) async fn delete(call: Call<AccountDelete>) -> Result<Json<AccountDeleted>, ApiError> {
    let caller = call.caller().await?;
    call.vault.delete(&caller, &call.body, &call.visitor(None)).await.map(Json)
}

/// What happened to it.
pub(super) async fn events(call: Call<Nothing>) -> Result<Json<WalletEvents>, ApiError> {
    call.vault.events(&call.caller().await?).await.map(Json)
}
