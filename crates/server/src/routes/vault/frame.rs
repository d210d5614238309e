//! `GET /frame`: the page of the frame, on the pages of one project's sites; and `GET /frame/<file>`, what it is
//! made of.
//!
//! Which pages may have it around them says [`Site`]; where there is no project, or none can be asked for, the
//! refusal has a policy by which nobody may. The page carries what it has to know of its project in an element
//! that is never run. Nothing here sets a cookie.

use crate::ancestors::sources;
use crate::app::App;
use crate::error::ApiError;
use crate::extract::{NamedProject, Path};
use crate::files::{FRAME_PAGE, cache_control_of};
use crate::html::escaped;
use crate::origin::Origin;
use crate::project::Project;
use crate::site::Site;
use crate::vault::fault::VaultFault;
use axum::extract::State;
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, STRICT_TRANSPORT_SECURITY,
};
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use axum::response::{IntoResponse, Response};
use protocol::api::vault::RecoveryPolicy;
use serde::Serialize;
use std::sync::Arc;

/// What stands in the page for what it has to know.
const PROJECT: &str = "{project}";

/// Of the page; who may have it around them follows. The one policy of trusted types is for the address of the
/// worker.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
                      img-src 'self' data:; font-src 'self'; connect-src 'self'; worker-src 'self'; \
                      frame-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'; \
                      require-trusted-types-for 'script'; trusted-types latchkit-worker; frame-ancestors ";
/// Of a file, which matters to the worker alone: it computes, and asks nobody for anything.
const FILE_POLICY: &str = "default-src 'none'; script-src 'wasm-unsafe-eval'; \
                           require-trusted-types-for 'script'; trusted-types 'none'; frame-ancestors 'none'";
/// Keys of passkeys and the clipboard, as far as the host's element hands them on; of the rest what a page
/// could have without being asked, or ask a person for, as far as browsers know it by that name.
const PERMISSIONS: &str = "publickey-credentials-get=(self), publickey-credentials-create=(self), \
                           clipboard-write=(self), clipboard-read=(), accelerometer=(), autoplay=(), camera=(), \
                           display-capture=(), encrypted-media=(), fullscreen=(), gamepad=(), geolocation=(), \
                           gyroscope=(), hid=(), idle-detection=(), local-fonts=(), magnetometer=(), \
                           microphone=(), midi=(), payment=(), picture-in-picture=(), screen-wake-lock=(), \
                           serial=(), storage-access=(), sync-xhr=(), usb=(), window-management=(), \
                           xr-spatial-tracking=()";
const SECURE: HeaderValue = HeaderValue::from_static("max-age=31536000");

const EMBEDDER_POLICY: HeaderName = HeaderName::from_static("cross-origin-embedder-policy");
const OPENER_POLICY: HeaderName = HeaderName::from_static("cross-origin-opener-policy");
const RESOURCE_POLICY: HeaderName = HeaderName::from_static("cross-origin-resource-policy");
const PERMISSIONS_POLICY: HeaderName = HeaderName::from_static("permissions-policy");

/// What the page has to know of its project.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Told<'a> {
    /// What the operator calls it.
    name: &'a str,
    /// Patterns of the pages that are let in.
    origins: &'a [String],
    /// Patterns of the pages on which something may be approved in the frame.
    trusted: &'a [String],
    /// Who decides what brings wallets back.
    recovery: RecoveryPolicy,
    /// Whether pages of this machine are among them.
    is_dev: bool,
}

/// The page.
pub(super) async fn page(
    State(app): State<Arc<App>>,
    NamedProject(project): NamedProject,
) -> Result<Response, ApiError> {
    page_of(&app, &project, &Site::of(&app, &project)).await
}

/// The same for a window of its own: nobody may have it around them, and it has no hold on a window that opened it.
pub(super) async fn window(app: &App, project: &Project) -> Result<Response, ApiError> {
    let nobody = Site { patterns: vec![], trusted: vec![], is_dev: false };
    let mut page = page_of(app, project, &nobody).await?;
    page.headers_mut().insert(OPENER_POLICY, HeaderValue::from_static("same-origin"));
    Ok(page)
}

async fn page_of(app: &App, project: &Project, site: &Site) -> Result<Response, ApiError> {
    let vault = app.vault.as_ref().ok_or(VaultFault::NotSetUp)?;
    let page = app.frame.text(FRAME_PAGE).await.ok_or(VaultFault::NotBuilt)?;
    let Site { patterns, trusted, is_dev } = site;
    let name = &project.settings.name;
    let recovery = project.settings.sign_in.recovery;
    let told = Told { name, origins: patterns, trusted, recovery, is_dev: *is_dev };
    let told = serde_json::to_string(&told).expect("text is JSON");
    let policy = format!("{POLICY}{}", sources(patterns));
    let policy = HeaderValue::from_str(&policy).expect("patterns are ASCII");
    let headers = [
        (CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8")),
        (CACHE_CONTROL, HeaderValue::from_static("no-store")),
        (CONTENT_SECURITY_POLICY, policy),
        (PERMISSIONS_POLICY, HeaderValue::from_static(PERMISSIONS)),
        (EMBEDDER_POLICY, HeaderValue::from_static("require-corp")),
        // So that it loads on pages that have such a policy, too.
        (RESOURCE_POLICY, HeaderValue::from_static("cross-origin")),
    ];
    let page = page.replace(PROJECT, &escaped(&told));
    Ok(over_https(&vault.origin, (headers, page).into_response()))
}

/// A file of the page. Nobody but the page asks for one.
pub(super) async fn file(
    State(app): State<Arc<App>>,
    Path(path): Path<String>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    // Without what is put into it, it is no page.
    let is_asked = path != FRAME_PAGE;
    let cached = cache_control_of(&path);
    let answer = if is_asked { app.frame.answer(&path, &headers, cached).await } else { None };
    let mut answer = answer.ok_or(ApiError::AssetUnknown)?;
    let own = [
        (CONTENT_SECURITY_POLICY, FILE_POLICY),
        (EMBEDDER_POLICY, "require-corp"),
        (RESOURCE_POLICY, "same-origin"),
    ];
    for (name, value) in own {
        answer.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    Ok(over_https(&app.config.vault_url, answer))
}

/// A browser that came by https once never comes by http.
fn over_https(origin: &Origin, mut answer: Response) -> Response {
    if origin.is_secure() {
        answer.headers_mut().insert(STRICT_TRANSPORT_SECURITY, SECURE);
    }
    answer
}
