//! `GET /getWallets`: a page of the wallet directory. `wallets/query.rs` is what it may be asked, the
//! crate `directory` how it searches.

use crate::app::App;
use crate::error::ApiError;
use crate::extract::AskingProject;
use crate::wallets::query::WalletQuery;
use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use protocol::api::WalletPage;
use std::sync::Arc;

pub(super) async fn page(
    State(app): State<Arc<App>>,
    _: AskingProject,
    query: WalletQuery,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let found = app.wallets.find(&query.filter, &query.text);
    let count = u32::try_from(found.len()).unwrap_or(u32::MAX);
    let before = (query.page - 1).saturating_mul(query.entries);
    let data = found.into_iter().skip(before).take(query.entries).cloned().collect();
    let body = wire::to_text(&WalletPage { count, data });
    let tag = crate::files::tag(body.as_bytes());
    let cached = match app.dev {
        Some(_) => "no-cache",
        None => "public, max-age=3600",
    };
    let told = [(CACHE_CONTROL, cached), (ETAG, &tag)];
    if crate::files::is_known(&headers, IF_NONE_MATCH, &tag) {
        return Ok((StatusCode::NOT_MODIFIED, told).into_response());
    }
    Ok((told, [(CONTENT_TYPE, "application/json")], body).into_response())
}
