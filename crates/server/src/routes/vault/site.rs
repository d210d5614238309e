//! The site that a frame is on: its project, and whether that lets it.

use crate::app::App;
use crate::error::ApiError;
use crate::origin::Origin;
use crate::project::{Project, ProjectId};
use std::sync::Arc;

/// How long an origin may be, in bytes.
pub(super) const MOST_ORIGIN: usize = 255;

/// Whether the frame may be on pages of an origin, which stands in mails: it has to be one, written as browsers
/// do, and the project has to name it. A project that names none is for developing, on this machine alone.
pub(super) fn may_embed(app: &App, project: &Project, origin: &str) -> bool {
    let is_written = |it: &Origin| it.to_string() == origin && origin.len() <= MOST_ORIGIN;
    let Some(read) = Origin::parse(origin).filter(is_written) else { return false };
    let settings = &project.settings;
    if settings.origins.is_empty() {
        return app.dev.is_some() || (settings.dev && read.is_local());
    }
    settings.allows(origin)
}

/// The project of an id that was kept; nothing where it was deleted since.
pub(super) async fn named(app: &App, id: &str) -> Result<Option<Arc<Project>>, ApiError> {
    match ProjectId::parse(id) {
        Some(id) => app.project(id).await,
        None => Ok(None),
    }
}
