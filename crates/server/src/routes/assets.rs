//! `GET /assets/<version>/<file>`: the built package, for hosts that do not serve its chunks
//! themselves and for the single-file script.
//!
//! Where they are kept (`kept_assets.rs`), those of the versions before this one are there, too.
//!
//! Pages of any origin load these, also under `Cross-Origin-Embedder-Policy`. Files inside the
//! binary never change under their version; in a folder only those with a hash in their name do not.

use crate::VERSION;
use crate::app::App;
use crate::cache_control::CacheControl;
use crate::error::ApiError;
use crate::extract::Path;
use crate::files::cache_control_of;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use axum::response::Response;
use std::sync::Arc;

const RESOURCE_POLICY: HeaderName = HeaderName::from_static("cross-origin-resource-policy");

/// A file of the package.
#[utoipa::path(
    get,
    path = "/assets/{version}/{*file}",
    params(("version" = String, Path, description = "The version of this server, or one before it that is kept"), ("file" = String, Path, description = "Its path in the package")),
    responses((status = 200, description = "The file."), (status = 304, description = "It is known."), (status = 404, description = "There is none in this build, or the version is another."))
)]
pub(super) async fn file(
    State(app): State<Arc<App>>,
    Path((version, path)): Path<(String, String)>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let own = (version == VERSION).then_some(&app.assets);
    let files = own.or_else(|| app.kept_assets.version(&version));
    let files = files.ok_or(ApiError::VersionUnknown)?;
    let cached = if files.is_fixed() { CacheControl::Immutable } else { cache_control_of(&path) };
    let mut response = files.answer(&path, &headers, cached).await.ok_or(ApiError::AssetUnknown)?;
    response.headers_mut().insert(RESOURCE_POLICY, HeaderValue::from_static("cross-origin"));
    Ok(response)
}
