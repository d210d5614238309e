//! A URL, or the scheme of one, as a policy sees it: scheme, host, port, path.

use axum::http::Uri;

/// Where something is fetched from. Of `data:` and `blob:` only the scheme is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Target {
    pub(super) scheme: String,
    pub(super) host: String,
    pub(super) port: u16,
    pub(super) path: String,
}

impl Target {
    /// Reads `https://host:port/path` or `data:`.
    pub(super) fn read(text: &str) -> Option<Self> {
        if let Some(scheme) = text.strip_suffix(':') {
            let (host, path) = (String::new(), String::new());
            return Some(Target { scheme: scheme.to_owned(), host, port: 0, path });
        }
        let uri: Uri = text.parse().ok()?;
        let scheme = uri.scheme_str()?.to_ascii_lowercase();
        let port = uri.port_u16().or(own_port(&scheme))?;
        let host = uri.host()?.to_ascii_lowercase();
        Some(Target { scheme, host, port, path: uri.path().to_owned() })
    }

    pub(super) fn is_network(&self) -> bool {
        own_port(&self.scheme).is_some()
    }
}

/// The port of a scheme where none is written.
pub(super) fn own_port(scheme: &str) -> Option<u16> {
    match scheme {
        "http" | "ws" => Some(80),
        "https" | "wss" => Some(443),
        _ => None,
    }
}
