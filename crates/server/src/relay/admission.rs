//! Who may connect: how often, with which project, from which page, and with which token.
//!
//! What costs least is looked at first: nobody can make the server check signatures as fast as they can
//! connect.

use crate::app::App;
use crate::extract::parameter;
use crate::origin::Origin;
use crate::project::ProjectId;
use axum::http::header::{AUTHORIZATION, ORIGIN};
use axum::http::{HeaderMap, Uri};
use protocol::path;
use protocol::relay::address::{AUTH, PROJECT_ID};
use protocol::relay::refusal::Refusal;
use protocol::relay::token::{self, ClientId};
use std::net::IpAddr;
use std::time::Instant;
use url::{Position, Url};

/// Where the relay is, as tokens may name it; either may end in a slash.
const PATHS: [&str; 2] = ["", path::RELAY];

/// Who connects: a client, for a project.
pub(crate) struct Admitted {
    pub(super) client: ClientId,
    pub(super) project: ProjectId,
}

/// Who connects, if they may.
pub(crate) async fn admit(
    app: &App,
    address: IpAddr,
    uri: &Uri,
    headers: &HeaderMap,
) -> Result<Admitted, Refusal> {
    let token = token_of(uri, headers);
    let claimed = token.as_deref().and_then(token::claimed);
    if !app.relay.limits.may_connect(address, claimed, Instant::now()) {
        return Err(Refusal::TooManyRequests);
    }
    let id = parameter(uri, PROJECT_ID).ok_or(Refusal::ProjectIdNotSpecified)?;
    let id = ProjectId::parse(&id).ok_or(Refusal::ProjectNotFound)?;
    let project = app.project(id).await.map_err(|_| Refusal::StorageError)?;
    let project = project.ok_or(Refusal::ProjectNotFound)?;
    for origin in headers.get_all(ORIGIN) {
        if !project.settings.allows(&String::from_utf8_lossy(origin.as_bytes())) {
            return Err(Refusal::OriginNotAllowed);
        }
    }
    let token = token.ok_or(Refusal::MissingJwt)?;
    let now = u64::try_from(crate::clock::now_ms() / 1000).unwrap_or(0);
    let is_ours = |audience: &str| is_at(audience, &app.config.public_url);
    let client = token::verify(&token, now, is_ours).map_err(Refusal::InvalidJwt)?;
    Ok(Admitted { client, project: project.id.clone() })
}

fn token_of(uri: &Uri, headers: &HeaderMap) -> Option<String> {
    let bearer = || {
        let value = headers.get(AUTHORIZATION)?.to_str().ok()?;
        value.strip_prefix("Bearer ").map(str::to_owned)
    };
    parameter(uri, AUTH).or_else(bearer)
}

/// Whether a URL is this relay's, whatever its scheme: TLS may end before us. A client may have added a
/// query of its own.
fn is_at(audience: &str, public_url: &Origin) -> bool {
    let Ok(url) = Url::parse(audience) else { return false };
    matches!(url.scheme(), "ws" | "wss" | "http" | "https")
        && public_url.is_named_by(&url[Position::BeforeHost..Position::AfterPort])
        && PATHS.contains(&url.path().strip_suffix('/').unwrap_or(url.path()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_may_name_this_relay_in_any_of_its_spellings() {
        let origin = Origin::parse("https://relay.example").expect("an origin");
        for audience in [
            "wss://relay.example",
            "wss://relay.example/",
            "wss://relay.example/relay",
            "wss://relay.example/relay/",
            "https://relay.example/relay",
            "ws://relay.example",
            "wss://RELAY.example:443/relay",
            "wss://relay.example/relay?x=1",
        ] {
            assert!(is_at(audience, &origin), "{audience}");
        }
        for audience in [
            "",
            "relay.example",
            "wss://relay.example.evil.example",
            "wss://evil.example/relay",
            "wss://relay.example:8443",
            "wss://relay.example/other",
            "wss://relay.example@evil.example/relay",
            "ftp://relay.example",
        ] {
            assert!(!is_at(audience, &origin), "{audience}");
        }
    }
}
