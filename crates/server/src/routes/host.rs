//! Which table of routes a request is for, by the host that it names.
//!
//! The server answers under two names, `public_url` and `vault_url`; a request that names neither is
//! answered 421, so that no other site can point its name here and read answers as its own (DNS
//! rebinding).

use super::layers::any_origin;
use crate::config::Config;
use crate::error::ApiError;
use crate::origin::Origin;
use axum::Router;
use axum::extract::Request;
use axum::http::header::HOST;
use axum::http::uri::Authority;
use axum::response::IntoResponse;
use std::sync::Arc;
use tower::ServiceExt;

/// Both tables as one, told apart by the names of the configuration.
pub(super) fn by_host(public: Router, vault: Router, config: &Config) -> Router {
    let (public_url, vault_url) = (config.public_url.clone(), config.vault_url.clone());
    let known = format!("{public_url} and {vault_url}");
    let refuse = || async move { ApiError::HostUnknown(known) };
    let unknown = Router::new().fallback(refuse).layer(any_origin());
    let tables = Arc::new(Tables { public_url, vault_url, public, vault, unknown });
    Router::new().fallback(move |request: Request| {
        let table = tables.of(&request).clone();
        async move { table.oneshot(request).await.into_response() }
    })
}

struct Tables {
    public_url: Origin,
    vault_url: Origin,
    public: Router,
    vault: Router,
    unknown: Router,
}

impl Tables {
    fn of(&self, request: &Request) -> &Router {
        match named(request) {
            Some(host) if self.public_url.is_named_by(host) => &self.public,
            Some(host) if self.vault_url.is_named_by(host) => &self.vault,
            _ => &self.unknown,
        }
    }
}

/// The host that a request names, if it names one.
fn named(request: &Request) -> Option<&str> {
    let mut hosts = request.headers().get_all(HOST).iter();
    let header = match (hosts.next(), hosts.next()) {
        (Some(host), None) => host.to_str().ok(),
        _ => None,
    };
    // The absolute form of a request line names the host itself and goes before the header.
    request.uri().authority().map(Authority::as_str).or(header)
}
