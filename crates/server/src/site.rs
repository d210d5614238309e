//! The site that a frame is on: its project, and which pages that lets in.

use crate::ancestors::is_sayable;
use crate::app::App;
use crate::dev::settings::Dev;
use crate::error::ApiError;
use crate::origin::Origin;
use crate::project::{Project, ProjectId, ProjectSettings};
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
        // In tests of developers, names of other sites lead to this machine.
        let has_keys = |it: &str| is_dev || !(is_local(host(it)) || is_open(it));
        let is_fit = |it: &&String| fault(it).is_none() && has_keys(it);
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

    /// Whether there is a page that browsers let have the frame in it.
    pub(crate) fn has_pages(&self) -> bool {
        self.patterns.iter().any(|it| is_sayable(it))
    }

    /// Whether a page of an origin, which stands in mails, is one of them: it is written as browsers do.
    pub(crate) fn lets_in(&self, origin: &str) -> bool {
        let is_written = |it: Origin| it.to_string() == origin && origin.len() <= MOST_ORIGIN;
        let allowed = Allowed { patterns: &self.patterns, is_dev: self.is_dev };
        Origin::parse(origin).is_some_and(is_written) && allowed.lets_in(origin)
    }
}

/// Why nobody signs in by e-mail on any page of a project, a sentence each; nothing where some page may have the frame,
/// or the project has no signing in by e-mail.
pub(crate) fn why_nowhere(settings: &ProjectSettings) -> Vec<String> {
    if !settings.features.has_email() || settings.dev {
        return Vec::new();
    }
    if settings.origins.is_empty() {
        let told = "signing in by e-mail works on none of its pages: it names no origins. Add them by \
                    `latchkit project set --add-origin`, or by `origins` where the configuration has it; pages of \
                    this machine have it with `--dev`, or `dev = true`";
        return vec![told.to_owned()];
    }
    let told: Option<Vec<_>> = settings.origins.iter().map(|it| why_not(it)).collect();
    told.unwrap_or_default()
}

/// Why no page of a pattern has the frame in a project that is not of developers.
fn why_not(pattern: &str) -> Option<String> {
    let why = if is_local(host(pattern)) {
        "is this machine, whose pages have it with `--dev`, or `dev = true`, alone"
    } else if is_open(pattern) {
        "is not https, and browsers give such pages no keys"
    } else if is_sayable(pattern) {
        return None;
    } else {
        "has a star behind the first label, or an address of IPv6, for which the frame's policy has no words"
    };
    Some(format!("signing in by e-mail does not work there: `{pattern}` {why}"))
}

/// Whether pages of a pattern came over the network for everybody to change: browsers give them no keys
/// ([secure contexts](https://www.w3.org/TR/secure-contexts/)).
fn is_open(pattern: &str) -> bool {
    pattern.split_once("://").is_some_and(|(scheme, _)| scheme.eq_ignore_ascii_case("http"))
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
