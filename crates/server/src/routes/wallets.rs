//! `GET /getWallets`: a page of the wallet directory. The crate `directory` says what may be asked and
//! how it is found.

use crate::app::App;
use crate::error::ApiError;
use crate::extract::AskingProject;
use axum::extract::{Query, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use std::sync::Arc;

/// A page of the wallet directory.
#[utoipa::path(
    get,
    path = "/getWallets",
    params(("projectId" = String, Query, description = "32 hex digits"), ("page" = Option<u32>, Query, description = "From 1"), ("entries" = Option<u32>, Query, description = "How many on a page"), ("search" = Option<String>, Query, description = "Text, the nearest first"), ("chains" = Option<String>, Query, description = "CAIP-2 ids, with commas between"), ("include" = Option<String>, Query, description = "Ids"), ("exclude" = Option<String>, Query, description = "Ids")),
    responses((status = 200, description = "The page, and how many there are on all."), (status = 304, description = "It is known."), (status = 400, description = "A parameter that cannot be."), (status = 401, description = "There is no such project."), (status = 403, description = "The page may not use the project."))
)]
pub(super) async fn page(
    State(app): State<Arc<App>>,
    _: AskingProject,
    Query(parameters): Query<Vec<(String, String)>>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let query = directory::Query::read(&parameters)
        .map_err(|fault| ApiError::ParameterMalformed(fault.parameter, fault.wanted))?;
    let body = wire::to_text(&query.answer(app.wallets.listings()));
    let tag = crate::files::tag(body.as_bytes());
    let cached = match app.dev {
        Some(_) => "no-cache",
        None => "public, max-age=3600",
    };
    // A page of another origin may be refused.
    let caching = [(CACHE_CONTROL, cached), (ETAG, &*tag), (VARY, "origin")];
    if crate::files::is_known(&headers, IF_NONE_MATCH, &tag) {
        return Ok((StatusCode::NOT_MODIFIED, caching).into_response());
    }
    Ok((caching, [(CONTENT_TYPE, "application/json")], body).into_response())
}
