//! `GET /v1/identity/{address}`: which name an account has, and which picture.

use crate::app::App;
use crate::clock::iso;
use crate::error::ApiError;
use crate::extract::{AskingProject, Path};
use crate::holdings::{NotRead, Owner, owner_of};
use crate::names::{GOOD, Naming};
use crate::rate_limits::Asker;
use crate::upstream::Errand;
use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, VARY};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use protocol::api::Identity;
use std::sync::Arc;
use std::time::Duration;

/// Which name an account has, and which picture.
#[utoipa::path(
    get,
    path = "/v1/identity/{address}",
    params(("address" = String, Path, description = "Of eip155, in any case, or Solana"), ("projectId" = String, Query, description = "32 hex digits"), ("sender" = Option<String>, Query, description = "Who asks; not used")),
    responses((status = 200, description = "The name and the URL of the picture, where there are some."), (status = 400, description = "A parameter that cannot be."), (status = 401, description = "There is no such project."), (status = 403, description = "The page may not use the project."), (status = 429, description = "Too much of one client or project."), (status = 503, description = "No node of the chain of names answered."))
)]
pub(super) async fn of_account(
    State(app): State<Arc<App>>,
    Path(address): Path<String>,
    _: AskingProject,
    Extension(asker): Extension<Asker>,
) -> Result<Response, ApiError> {
    // Clients send addresses in any case here, checksum or none.
    let read = owner_of(&address).or_else(|| owner_of(&address.to_ascii_lowercase()));
    let wanted =
        "the address of an account: 0x and 40 hex digits, or 32 bytes in base58; not a name";
    let owner = read.ok_or(ApiError::ParameterMalformed("address", wanted))?;
    let chain = app.chains.get(&app.config.ens_chain);
    let (Owner::Evm(account), Some(chain)) = (owner, chain) else {
        return Ok(told(&Identity::default(), GOOD));
    };
    let errand = Errand::new(asker.client, app.config.upstream_timeout());
    let asked = Naming { chains: &app.chains, chain, outside: &app.outside, errand };
    let found = app.names.of(asked, account).await;
    let found = found.map_err(|why| match why {
        NotRead::Silent => ApiError::NodesSilent(app.config.ens_chain.clone()),
        NotRead::NoRoom(full) => ApiError::NoRoom(full),
    })?;
    let avatar = found.avatar.filter(|it| app.pictures.elsewhere.is_had(it));
    let avatar = match avatar {
        Some(source) => Some(app.pictures.links(&app.db).await?.url(&source)),
        None => None,
    };
    let identity = Identity { name: found.name, avatar, resolved_at: Some(iso(found.at_ms)) };
    Ok(told(&identity, found.rest))
}

fn told(identity: &Identity, time: Duration) -> Response {
    let seconds = time.as_secs();
    let caching =
        [(CACHE_CONTROL, format!("private, max-age={seconds}")), (VARY, "origin".to_owned())];
    (caching, Json(identity)).into_response()
}
