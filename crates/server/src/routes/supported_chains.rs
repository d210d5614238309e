//! `GET /v1/supported-chains`: the chains that nodes are configured for. Clients ask once and then
//! switch features by it.

use crate::app::App;
use axum::Json;
use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use protocol::api::SupportedChains;
use protocol::caip::{ChainId, Namespace};
use std::sync::Arc;

/// The chains that nodes are configured for.
#[utoipa::path(
    get,
    path = "/v1/supported-chains",
    responses((status = 200, description = "CAIP-2 ids."), (status = 304, description = "They are known."))
)]
pub(super) async fn list(State(app): State<Arc<App>>, headers: HeaderMap) -> Response {
    // The map is sorted by the text of the ids, so equal configurations give equal answers.
    let http: Vec<ChainId> = app.chains.values().map(|chain| chain.nodes().id.clone()).collect();
    // Those on which there is something to subscribe to.
    let ws = http.iter().filter(|it| it.namespace == Namespace::Eip155).cloned().collect();
    let told = Json(SupportedChains { http, ws });
    let tag = crate::files::tag(&serde_json::to_vec(&told.0).unwrap_or_default());
    let cached = match app.dev {
        Some(_) => "no-cache",
        // A chain that the operator adds is there with the next page but one.
        None => "public, max-age=300, s-maxage=300, stale-while-revalidate=86400",
    };
    let caching = [(CACHE_CONTROL, cached.to_owned()), (ETAG, tag.clone())];
    if crate::files::is_known(&headers, IF_NONE_MATCH, &tag) {
        return (StatusCode::NOT_MODIFIED, caching).into_response();
    }
    (caching, told).into_response()
}
