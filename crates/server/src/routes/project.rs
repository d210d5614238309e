//! What pages ask about their project before anything else: `GET /appkit/v1/config`,
//! `GET /projects/v1/origins` and `GET /getAnalyticsConfig`.
//!
//! None of these depends on the page that asks, so that caches may hold them; a page that is not
//! allowed learns so from the origins. What is decided anew arrives within a minute.

use crate::app::App;
use crate::extract::NamedProject;
use crate::site::Site;
use axum::Json;
use axum::extract::State;
use axum::http::header::CACHE_CONTROL;
use axum::response::{IntoResponse, Response};
use protocol::api::{AnalyticsSwitch, ProjectFeatures, ProjectOrigins};
use serde::Serialize;
use std::sync::Arc;

/// The features of a project, and how its visitors' phones are reached.
#[utoipa::path(
    get,
    path = "/appkit/v1/config",
    params(("projectId" = String, Query, description = "32 hex digits")),
    responses((status = 200, description = "What was decided."), (status = 400, description = "No project is named."), (status = 401, description = "There is no such project."))
)]
pub(super) async fn features(
    State(app): State<Arc<App>>,
    NamedProject(project): NamedProject,
) -> Response {
    let features = project.settings.features.to_project_features();
    let relays = app.config.walletconnect.told(&app.config.public_url, &project.id);
    // Where it is off the vault signs nobody in, and without origins that can no page may have the frame in it.
    let has_vault = project.settings.features.has_email() && Site::of(&app, &project).has_pages();
    let vault = app.vault.as_ref().filter(|_| has_vault);
    let vault_url = vault.map(|it| it.origin.to_string());
    answer(&app, ProjectFeatures { features, wallet_connect: Some(relays), vault_url })
}

/// The origins of a project; none allow every page.
#[utoipa::path(
    get,
    path = "/projects/v1/origins",
    params(("projectId" = String, Query, description = "32 hex digits")),
    responses((status = 200, description = "What was decided."), (status = 400, description = "No project is named."), (status = 401, description = "There is no such project."))
)]
pub(super) async fn origins(
    State(app): State<Arc<App>>,
    NamedProject(project): NamedProject,
) -> Response {
    answer(&app, ProjectOrigins { allowed_origins: project.settings.told_origins() })
}

/// Whether events of a project are stored.
#[utoipa::path(
    get,
    path = "/getAnalyticsConfig",
    params(("projectId" = String, Query, description = "32 hex digits")),
    responses((status = 200, description = "What was decided."), (status = 400, description = "No project is named."), (status = 401, description = "There is no such project."))
)]
pub(super) async fn analytics(
    State(app): State<Arc<App>>,
    NamedProject(project): NamedProject,
) -> Response {
    answer(&app, AnalyticsSwitch { is_analytics_enabled: project.settings.analytics })
}

fn answer(app: &App, body: impl Serialize) -> Response {
    let cached = if app.dev.is_some() { "no-store" } else { "public, max-age=60" };
    ([(CACHE_CONTROL, cached)], Json(body)).into_response()
}
