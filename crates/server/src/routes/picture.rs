//! `GET /v1/picture/{token}`: a picture that this server named, of an account or of an NFT.
//!
//! It is drawn anew from what lies elsewhere; see `pictures/`. Nobody's URL is asked: a token says nothing that
//! this server did not sign.

use crate::app::App;
use crate::cache_control::CacheControl;
use crate::ceiling::Full;
use crate::error::ApiError;
use crate::extract::Path;
use crate::holdings::NotRead;
use crate::pictures::Pictures;
use crate::pictures::source::Source;
use crate::rate_limits::Asker;
use crate::upstream::Errand;
use axum::Extension;
use axum::extract::State;
use axum::http::header::CONTENT_SECURITY_POLICY;
use axum::http::{HeaderMap, HeaderValue};
use axum::response::Response;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::timeout;

/// How long one may take, with waiting for one's turn.
const TIME: Duration = Duration::from_secs(20);
/// A picture is nothing else, whatever opens it.
const POLICY: HeaderValue =
    HeaderValue::from_static("default-src 'none'; frame-ancestors 'none'; sandbox");

/// A picture that this server named.
#[utoipa::path(
    get,
    path = "/v1/picture/{token}",
    params(("token" = String, Path, description = "Of a URL that this server told")),
    responses((status = 200, description = "The picture, at most 256 pixels wide and high."), (status = 304, description = "It is known."), (status = 404, description = "There is none."), (status = 429, description = "Too much of one client."), (status = 503, description = "Too much at once, or no node of its chain answered."))
)]
pub(super) async fn named(
    State(app): State<Arc<App>>,
    Path(token): Path<String>,
    Extension(asker): Extension<Asker>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let links = app.pictures.links(&app.db).await?;
    let source = links.read(&token).ok_or(ApiError::ImageUnknown)?;
    let place = place(&app, Errand::new(asker.client, app.config.upstream_timeout()), &source);
    let having = app.pictures.of(&app.outside, asker.client, &token, place);
    let had = timeout(TIME, Box::pin(having)).await.map_err(|_| ApiError::Busy(Full::All))??;
    let image = had.ok_or(ApiError::ImageUnknown)?;
    // What others keep they may change.
    let holds = if source.is_lasting() { CacheControl::Immutable } else { CacheControl::Day };
    let mut answer = image.answer(&headers, holds);
    answer.headers_mut().insert(CONTENT_SECURITY_POLICY, POLICY);
    Ok(answer)
}

/// The URI of a source.
async fn place(app: &App, errand: Errand, source: &Source) -> Result<Option<String>, ApiError> {
    let (chain, found) = match source {
        Source::Place(uri) => return Ok(Some(uri.clone())),
        Source::Nft(nft) => {
            let id = nft.chain.text();
            let Some(chain) = app.chains.get(&id) else { return Ok(None) };
            let Pictures { elsewhere, metadata, .. } = &app.pictures;
            (id, metadata.picture(chain, elsewhere, &app.outside, errand, nft).await)
        }
        Source::Record(name) => {
            let id = app.config.ens_chain.clone();
            let Some(chain) = app.chains.get(&id) else { return Ok(None) };
            (id, app.names.avatar(chain, &app.outside, errand, name).await)
        }
    };
    found.map_err(|why| match why {
        NotRead::Silent => ApiError::NodesSilent(chain),
        NotRead::NoRoom(full) => ApiError::NoRoom(full),
    })
}
