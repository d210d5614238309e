//! JSON-RPC to the nodes of a chain, as `routes/rpc.rs` hands it on, asked by the frame: it reaches no other server
//! than its own.

use super::call::frame_alone;
use crate::app::App;
use crate::error::ApiError;
use crate::extract::{AskedChain, Body, NamedProject};
use crate::rate_limits::Asker;
use crate::routes::rpc::answer;
use axum::Extension;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use std::sync::Arc;

pub(super) async fn proxy(
    State(app): State<Arc<App>>,
    AskedChain(id): AskedChain,
    _: NamedProject,
    Extension(asker): Extension<Asker>,
    headers: HeaderMap,
    Body(body): Body,
) -> Result<Response, ApiError> {
    frame_alone(&headers, &app.config.vault_url)?;
    let text = id.text();
    let chain = app.chains.get(&text).ok_or(ApiError::ChainUnknown(text))?;
    answer(&app, chain, &asker, &body).await
}
