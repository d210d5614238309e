//! `POST /e`, one event of a page, and `POST /batch`, a list of them, as any content type: beacons
//! are `text/plain`.
//!
//! They are read and kept where the project wants them and the visitor's browser does not say no (`Sec-GPC`,
//! `DNT`). Pages tell their developer to look at the configuration when the status is 403, so that
//! is also what an unknown project gets here.

use crate::analytics::SentEvent;
use crate::app::App;
use crate::batch::entries;
use crate::db::event::NewEvent;
use crate::error::ApiError;
use crate::extract::{AskingProject, Body, parameter};
use crate::project::Project;
use crate::rate_limits::Asker;
use axum::extract::{FromRequestParts, State};
use axum::http::request::Parts;
use axum::{Extension, Json};
use protocol::api::Success;
use std::sync::Arc;

/// The most events of a list; pages of ours send up to 20.
const MOST_EVENTS: usize = 100;

/// Who sends, and whether it is to be kept.
pub(super) struct Sender {
    project: Arc<Project>,
    sdk: String,
    is_kept: bool,
}

impl FromRequestParts<Arc<App>> for Sender {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, ApiError> {
        let asking = AskingProject::from_request_parts(parts, app).await;
        let AskingProject(project) = asking.map_err(|error| match error {
            ApiError::ProjectUnknown => ApiError::ProjectRefused,
            other => other,
        })?;
        let sdk =
            ["st", "sv"].map(|name| parameter(&parts.uri, name).unwrap_or_default()).join(" ");
        let sdk = sdk.trim().to_owned();
        let says_no = ["sec-gpc", "dnt"]
            .iter()
            .any(|name| parts.headers.get(*name).is_some_and(|value| value == "1"));
        let is_kept = project.settings.analytics && !says_no;
        Ok(Sender { project, sdk, is_kept })
    }
}

/// Takes an event of a page.
#[utoipa::path(
    post,
    path = "/e",
    params(("projectId" = String, Query, description = "32 hex digits")),
    responses((status = 200, description = "It was taken."), (status = 400, description = "It is no event."), (status = 403, description = "There is no such project, or the page may not use it."), (status = 429, description = "Too much of one client or project."))
)]
pub(super) async fn one(
    State(app): State<Arc<App>>,
    sender: Sender,
    Body(body): Body,
) -> Result<Json<Success>, ApiError> {
    if sender.is_kept {
        app.events.add(vec![sender.event(&body)?]);
    }
    Ok(Json(Success { success: true }))
}

/// Takes a list of events.
#[utoipa::path(
    post,
    path = "/batch",
    params(("projectId" = String, Query, description = "32 hex digits")),
    responses((status = 200, description = "It was taken."), (status = 400, description = "It is no event."), (status = 403, description = "There is no such project, or the page may not use it."), (status = 429, description = "Too much of one client or project."))
)]
pub(super) async fn batch(
    State(app): State<Arc<App>>,
    sender: Sender,
    Extension(asker): Extension<Asker>,
    Body(body): Body,
) -> Result<Json<Success>, ApiError> {
    let entries = entries(&body, MOST_EVENTS, fault)?;
    app.limits.admit_batch(&asker, entries.len())?;
    if sender.is_kept {
        let events = entries.into_iter().map(|entry| sender.event(entry.get().as_bytes()));
        app.events.add(events.collect::<Result<_, _>>()?);
    }
    Ok(Json(Success { success: true }))
}

impl Sender {
    /// An event as it waits to be written. Nothing else of what it was read into stays.
    fn event(&self, text: &[u8]) -> Result<NewEvent, ApiError> {
        let sent: SentEvent<'_> = serde_json::from_slice(text).map_err(fault)?;
        let event = sent.stored(&self.sdk).map_err(ApiError::EventMalformed)?;
        Ok(NewEvent::new(&self.project.id, event))
    }
}

fn fault(error: serde_json::Error) -> ApiError {
    let problem = error.to_string();
    if error.is_data() { ApiError::EventMalformed(problem) } else { ApiError::BodyNotJson(problem) }
}
