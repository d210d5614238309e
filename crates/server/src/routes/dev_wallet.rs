//! `GET /dev/wallet/`: the dev phone, in `latchkit dev` only (`dev/phone.rs`).
//!
//! `wc?uri=…` is the same page, as the link of a wallet; `config.json` tells it where its server is, and
//! `assets/` are its files, which it names relative to itself.

use crate::cache_control::CacheControl;
use crate::dev::phone::DevPhone;
use crate::error::ApiError;
use crate::extract::Path;
use crate::files::cache_control_of;
use axum::extract::{RawQuery, State};
use axum::http::HeaderMap;
use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use axum::{Json, Router};
use std::sync::Arc;
use tower_http::set_header::SetResponseHeaderLayer;

type Phone = State<Arc<DevPhone>>;

pub(super) fn routes(phone: &Arc<DevPhone>) -> Router {
    let policy = phone.policy.clone();
    Router::new()
        .route("/dev/wallet", get(to_the_page))
        .route("/dev/wallet/", get(page))
        .route("/dev/wallet/wc", get(page))
        .route("/dev/wallet/config.json", get(deployment))
        .route("/dev/wallet/assets/{*file}", get(asset))
        .method_not_allowed_fallback(async || ApiError::MethodNotAllowed)
        .layer(SetResponseHeaderLayer::overriding(CONTENT_SECURITY_POLICY, policy))
        .with_state(phone.clone())
}

/// With the slash, so that the page's files are below it.
async fn to_the_page(RawQuery(query): RawQuery) -> Redirect {
    let query = query.map(|it| format!("?{it}")).unwrap_or_default();
    Redirect::temporary(&format!("/dev/wallet/{query}"))
}

async fn page(State(phone): Phone, headers: HeaderMap) -> Result<Response, ApiError> {
    file(&phone, "phone.html", &headers, CacheControl::NoCache).await
}

async fn deployment(State(phone): Phone) -> impl IntoResponse {
    ([(CACHE_CONTROL, "no-cache")], Json(phone.deployment.clone()))
}

async fn asset(
    State(phone): Phone,
    Path(path): Path<String>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    file(&phone, &format!("assets/{path}"), &headers, cache_control_of(&path)).await
}

async fn file(
    phone: &DevPhone,
    path: &str,
    headers: &HeaderMap,
    cached: CacheControl,
) -> Result<Response, ApiError> {
    let answer = phone.files.answer(path, headers, cached).await;
    answer.ok_or(ApiError::NotFound)
}
