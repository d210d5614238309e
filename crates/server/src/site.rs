//! The site that a frame is on: its project, and which pages that lets in.

use crate::app::App;
use crate::dev::settings::Dev;
use crate::error::ApiError;
use crate::origin::Origin;
use crate::project::{Project, ProjectId};
use protocol::frame::handshake::Allowed;
use protocol::origin::{fault, host, local_patterns};
use std::sync::Arc;
use url::Host;

/// How long an origin may be, in bytes.
pub(crate) const MOST_ORIGIN: usize = 255;

/// The pages that the frame of a project may be on.
pub(crate) struct Site {
    /// Patterns of their origins; none let nobody in.
    pub(crate) patterns: Vec<String>,
    /// Patterns of the pages on which something may be approved in the frame itself, if they may have it at all.
    pub(crate) trusted: Vec<String>,
    /// Whether pages of this machine are among them.
    pub(crate) is_dev: bool,
}

impl Site {
    /// Those that the operator names. Pages of this machine are let in by projects of developers, and in
    /// `latchkit dev`, alone; without them a project that names nobody lets nobody in.
    pub(crate) fn of(app: &App, project: &Project) -> Self {
        let is_dev = project.settings.dev || app.dev.is_some();
        let is_fit = |it: &&String| fault(it).is_none() && (is_dev || !is_local(host(it)));
        let mut patterns: Vec<_> =
            project.settings.origins.iter().filter(is_fit).cloned().collect();
        if is_dev {
            patterns.extend(local_patterns());
        }
        let demo = app.dev.iter().map(Dev::demo_origin);
        patterns.extend(demo.clone().filter(|it| !it.is_local()).map(ToString::to_string));
        let mut trusted = project.settings.sign_in.trusted.clone();
        trusted.extend(demo.map(ToString::to_string));
        Site { patterns, trusted, is_dev }
    }

    /// Whether a page of an origin, which stands in mails, is one of them: it is written as browsers do.
    pub(crate) fn lets_in(&self, origin: &str) -> bool {
        let is_written = |it: Origin| it.to_string() == origin && origin.len() <= MOST_ORIGIN;
        let allowed = Allowed { patterns: &self.patterns, is_dev: self.is_dev };
        Origin::parse(origin).is_some_and(is_written) && allowed.lets_in(origin)
    }
}

/// Whether a host of a pattern is this machine.
fn is_local(host: &str) -> bool {
    let bare = host.to_ascii_lowercase();
    match Host::parse(&bare) {
        Ok(Host::Ipv4(it)) => it.is_loopback(),
        Ok(Host::Ipv6(it)) => it.is_loopback(),
        _ => bare == "localhost" || bare.ends_with(".localhost"),
    }
}

/// The project of an id that was kept; nothing where it was deleted since.
pub(crate) async fn named(app: &App, id: &str) -> Result<Option<Arc<Project>>, ApiError> {
    match ProjectId::parse(id) {
        Some(id) => app.project(id).await,
        None => Ok(None),
    }
}
