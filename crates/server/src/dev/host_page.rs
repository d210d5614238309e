//! The demo's host page on an origin of its own, under the strict policy that a careful site has.
//!
//! `/` is the page, `/latchkit/` the package as a host would serve it, `/gallery/` every state of
//! every view, `/config.json` tells the page where its server is.

use super::deployment::Deployment;
use super::settings::DevArgs;
use crate::error::ApiError;
use crate::files::{Embedded, Files, cache_control_of};
use crate::host_policy::{Scripts, host_policy};
use crate::origin::Origin;
use crate::problem::Problem;
use crate::request_log::{self, RequestLog};
use crate::routes::layers::{compression, harmless, no_panics};
use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY};
use axum::http::{HeaderValue, Uri, header};
use axum::middleware::{self, map_response};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use axum::{Json, Router};
use std::sync::Arc;
use tower_http::set_header::SetResponseHeaderLayer;

/// What the demo's origin serves.
pub(super) struct HostPage {
    /// By the beginning of the path; the first that fits is asked.
    places: Vec<(&'static str, Files)>,
    deployment: Deployment,
    policy: HeaderValue,
}

impl HostPage {
    pub(super) fn new(args: &DevArgs, server: &Origin, vault: &Origin) -> Result<Self, Problem> {
        let package = match args.package() {
            Some(folder) => Files::in_folder(&folder, "--package")?,
            None => Files::embedded(Embedded::Package),
        };
        let mut places = vec![("latchkit/", package)];
        if let Some(gallery) = &args.gallery {
            places.push(("gallery/", Files::in_folder(gallery, "--gallery")?));
        }
        places.push(("", Files::in_folder(&args.web, "--web")?));
        // The dev phone is a page of the server.
        let frames = [vault, server];
        let policy = host_policy(server, &frames, None, Scripts::OfHost, &[]);
        let policy = HeaderValue::from_str(&policy).expect("origins fit a header");
        Ok(HostPage { places, deployment: Deployment::of(server), policy })
    }

    pub(super) fn routes(self) -> Router {
        let policy = self.policy.clone();
        Router::new()
            .route("/config.json", get(deployment))
            .fallback(get(file))
            .with_state(Arc::new(self))
            .layer(no_panics())
            .layer(SetResponseHeaderLayer::overriding(CONTENT_SECURITY_POLICY, policy))
            .layer(compression())
            .layer(map_response(harmless))
            .layer(middleware::from_fn_with_state(RequestLog::trusting(&[]), request_log::log))
    }
}

async fn deployment(State(page): State<Arc<HostPage>>) -> impl IntoResponse {
    ([(CACHE_CONTROL, "no-cache")], Json(page.deployment.clone()))
}

async fn file(
    State(page): State<Arc<HostPage>>,
    uri: Uri,
    headers: header::HeaderMap,
) -> Result<Response, ApiError> {
    let path = uri.path().trim_start_matches('/');
    // Without the slash, what the page names would be looked for beside its folder.
    if page.places.iter().any(|(beginning, _)| beginning.strip_suffix('/') == Some(path)) {
        return Ok(Redirect::permanent(&format!("/{path}/")).into_response());
    }
    let is_folder = path.is_empty() || path.ends_with('/');
    let path = if is_folder { format!("{path}index.html") } else { path.to_owned() };
    let place = page.places.iter().find(|(beginning, _)| path.starts_with(beginning));
    let (beginning, files) = place.ok_or(ApiError::NotFound)?;
    let file = &path[beginning.len()..];
    let answer = files.answer(file, &headers, cache_control_of(file)).await;
    answer.ok_or(ApiError::NotFound)
}
