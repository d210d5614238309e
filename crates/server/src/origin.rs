//! A web origin, `scheme://host[:port]`, and the comparison with what a request names as `Host`.
//!
//! Source: [RFC 6454](https://www.rfc-editor.org/rfc/rfc6454). Text is kept in lower case and
//! without the scheme's own port, so that equal origins are equal texts.

use axum::http::{HeaderValue, Uri};
use serde::Deserialize;
use std::fmt;
use std::net::IpAddr;

/// An origin such as `https://api.example.com` or `http://localhost:8787`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct Origin {
    scheme: Scheme,
    authority: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Scheme {
    Http,
    Https,
}

impl Scheme {
    fn text(self) -> &'static str {
        match self {
            Scheme::Http => "http",
            Scheme::Https => "https",
        }
    }

    fn own_port(self) -> &'static str {
        match self {
            Scheme::Http => ":80",
            Scheme::Https => ":443",
        }
    }
}

impl Origin {
    /// Reads an origin; nothing where there is a path, a query, a user, or another scheme.
    pub fn parse(text: &str) -> Option<Self> {
        let uri: Uri = text.parse().ok()?;
        let scheme = match uri.scheme_str()? {
            "http" => Scheme::Http,
            "https" => Scheme::Https,
            _ => return None,
        };
        let authority = uri.authority()?.as_str();
        let is_bare = matches!(uri.path(), "" | "/") && uri.query().is_none();
        let is_fit = is_bare && !authority.contains('@') && !text.contains('#');
        is_fit.then(|| Origin { scheme, authority: without_own_port(scheme, authority) })
    }

    /// `http://localhost:<port>`, or the same for a host below `localhost`.
    pub fn local(host: &str, port: u16) -> Self {
        let authority = without_own_port(Scheme::Http, &format!("{host}:{port}"));
        Origin { scheme: Scheme::Http, authority }
    }

    /// Whether a `Host` header (or the authority of an absolute request line) names this origin.
    pub fn is_named_by(&self, host: &str) -> bool {
        without_own_port(self.scheme, host) == self.authority
    }

    /// `host[:port]`, as a `Host` header names it.
    pub fn authority(&self) -> &str {
        &self.authority
    }

    /// Whether it is one of `https`.
    pub fn is_secure(&self) -> bool {
        self.scheme == Scheme::Https
    }

    /// Whether browsers trust it without `https`, since it does not leave this machine.
    pub fn is_local(&self) -> bool {
        let host = self.authority.rsplit_once(':').map_or(&*self.authority, |(host, _)| host);
        host == "localhost"
            || host.ends_with(".localhost")
            || host.trim_matches(['[', ']']).parse().is_ok_and(|it: IpAddr| it.is_loopback())
    }

    /// The origin of WebSocket connections to the same place.
    pub fn web_socket(&self) -> String {
        let scheme = match self.scheme {
            Scheme::Http => "ws",
            Scheme::Https => "wss",
        };
        format!("{scheme}://{}", self.authority)
    }

    /// The origin as an `Origin` header carries it.
    pub fn header(&self) -> HeaderValue {
        HeaderValue::from_str(&self.to_string()).expect("an authority of a URI fits into a header")
    }
}

fn without_own_port(scheme: Scheme, authority: &str) -> String {
    let authority = authority.to_ascii_lowercase();
    authority.strip_suffix(scheme.own_port()).map(str::to_owned).unwrap_or(authority)
}

impl fmt::Display for Origin {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}://{}", self.scheme.text(), self.authority)
    }
}

impl TryFrom<String> for Origin {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        Origin::parse(&text)
            .ok_or_else(|| format!("`{text}` is not an origin such as https://api.example.com"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_origins_are_equal_texts() {
        for text in ["https://API.example.com", "https://api.example.com:443/"] {
            let origin = Origin::parse(text).expect(text);
            assert_eq!(origin.to_string(), "https://api.example.com");
            assert_eq!(origin.web_socket(), "wss://api.example.com");
        }
    }

    #[test]
    fn a_path_a_user_or_another_scheme_is_refused() {
        for text in ["", "x", "ftp://a", "http://a/b", "http://a?b", "http://u@a", "http://a#b"] {
            assert_eq!(Origin::parse(text), None, "{text}");
        }
    }

    #[test]
    fn this_machine_is_local() {
        for (text, is_local) in [
            ("http://localhost", true),
            ("http://vault.localhost:8787", true),
            ("http://127.0.0.1:80", true),
            ("http://[::1]:8787", true),
            ("http://notlocalhost", false),
            ("http://localhost.example:1", false),
            ("http://10.0.0.1:8787", false),
        ] {
            assert_eq!(Origin::parse(text).expect(text).is_local(), is_local, "{text}");
        }
    }

    #[test]
    fn a_host_is_compared_with_its_port() {
        let local = Origin::parse("http://localhost:8787").expect("an origin");
        assert!(local.is_named_by("LOCALHOST:8787"));
        assert!(!local.is_named_by("localhost"));
        let open = Origin::parse("https://api.example.com").expect("an origin");
        assert!(open.is_named_by("api.example.com") && open.is_named_by("api.example.com:443"));
        assert!(!open.is_named_by("api.example.com.evil.example"));
    }
}
