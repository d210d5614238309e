//! A URL, or the scheme of one, as a policy sees it: scheme, host, port, path.

use crate::origin::Origin;
use url::Url;

/// Where something is fetched from. Of `data:` and `blob:` only the scheme is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Target(Url);

impl Target {
    /// Reads `https://host:port/path` or `data:`.
    pub(super) fn read(text: &str) -> Option<Self> {
        Url::parse(text).ok().map(Target)
    }

    /// Nothing where it is no page's.
    pub(super) fn origin(&self) -> Option<Origin> {
        Origin::of(&self.0)
    }

    pub(super) fn scheme(&self) -> &str {
        self.0.scheme()
    }

    /// Empty where there is none.
    pub(super) fn host(&self) -> &str {
        self.0.host_str().unwrap_or_default()
    }

    pub(super) fn port(&self) -> Option<u16> {
        self.0.port_or_known_default()
    }

    pub(super) fn path(&self) -> &str {
        self.0.path()
    }

    /// Whether its port is the one that its scheme means where none is written.
    pub(super) fn has_own_port(&self) -> bool {
        self.0.port().is_none()
    }

    pub(super) fn is_network(&self) -> bool {
        self.port().is_some()
    }
}
