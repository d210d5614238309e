//! A web origin, `scheme://host[:port]`, and the comparison with what a request names as `Host`.
//!
//! Read as browsers do ([URL](https://url.spec.whatwg.org/)): small letters, and without the scheme's own
//! port, so that equal origins are equal texts.

use axum::http::HeaderValue;
use serde::Deserialize;
use std::fmt;
use url::{Host, Position, Url};

/// An origin such as `https://api.example.com` or `http://localhost:8787`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct Origin(Url);

impl Origin {
    /// Reads an origin; nothing where there is a path, a query, a user, or another scheme.
    pub fn parse(text: &str) -> Option<Self> {
        let url = Url::parse(text).ok()?;
        let is_web = matches!(url.scheme(), "http" | "https");
        let is_bare = url.path() == "/" && url[Position::AfterPath..].is_empty();
        (is_web && is_bare && !text.contains('@')).then_some(Origin(url))
    }

    /// `http://localhost:<port>`, or the same for a host below `localhost`.
    pub fn local(host: &str, port: u16) -> Self {
        Origin::parse(&format!("http://{host}:{port}")).expect("a host of ours makes an origin")
    }

    /// The origin of a URL of `http` or `https`, whatever its path.
    pub fn of(url: &Url) -> Option<Self> {
        Origin::parse(&url[..Position::BeforePath])
    }

    /// Whether a `Host` header (or the authority of an absolute request line) names this origin.
    pub fn is_named_by(&self, host: &str) -> bool {
        let whole = || {
            let port = self.0.port_or_known_default()?;
            Some(format!("{}:{port}", &self.0[Position::BeforeHost..Position::AfterHost]))
        };
        host.eq_ignore_ascii_case(self.authority())
            || whole().is_some_and(|it| host.eq_ignore_ascii_case(&it))
    }

    /// `host[:port]`, as a `Host` header names it.
    pub fn authority(&self) -> &str {
        &self.0[Position::BeforeHost..Position::AfterPort]
    }

    /// Its port, be it the scheme's own.
    pub fn port(&self) -> Option<u16> {
        self.0.port_or_known_default()
    }

    /// Whether it is one of `https`.
    pub fn is_secure(&self) -> bool {
        self.0.scheme() == "https"
    }

    /// Whether browsers trust it without `https`, since it does not leave this machine.
    pub fn is_local(&self) -> bool {
        match self.0.host() {
            Some(Host::Domain(name)) => name == "localhost" || name.ends_with(".localhost"),
            Some(Host::Ipv4(it)) => it.is_loopback(),
            Some(Host::Ipv6(it)) => it.is_loopback(),
            None => false,
        }
    }

    /// The origin of WebSocket connections to the same place.
    pub fn web_socket(&self) -> String {
        let scheme = if self.is_secure() { "wss" } else { "ws" };
        format!("{scheme}://{}", self.authority())
    }

    /// The origin as an `Origin` header carries it.
    pub fn header(&self) -> HeaderValue {
        HeaderValue::from_str(&self.to_string()).expect("a host of a URL is ASCII")
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0[..Position::BeforePath])
    }
}

impl TryFrom<String> for Origin {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        Origin::parse(&text).ok_or(
            "it is not an origin such as https://api.example.com: http:// or https://, a host, and a \
             port where it is not the scheme's own",
        )
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
        for text in [
            "",
            "x",
            "ftp://a",
            "http://a/b",
            "http://a?b",
            "http://u@a",
            "http://a#b",
            "http://a?",
            "http://@a",
            "http://",
            "data:x",
            "http://a:99999",
        ] {
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
        for other in
            ["api.example.com.evil.example", "api.example.com:80", "u@api.example.com", "", "[::1]"]
        {
            assert!(!open.is_named_by(other), "{other}");
        }
        let six = Origin::parse("http://[0:0::1]").expect("an origin");
        assert!(six.is_named_by("[::1]") && six.is_named_by("[::1]:80"));
    }
}
