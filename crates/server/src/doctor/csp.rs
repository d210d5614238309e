//! Reads a Content-Security-Policy and says what it allows, as browsers do.
//!
//! Source: [CSP 3](https://www.w3.org/TR/CSP3/), §6.7.2 for the matching of sources and §6.8.3 for
//! which directive stands in for one that is missing. [`Policy`] is one policy; a page may have
//! several, and each of them has to allow.

use super::target::Target;

/// One policy.
#[derive(Clone, Debug)]
pub(super) struct Policy {
    /// Names in lower case, each once.
    directives: Vec<(String, Vec<String>)>,
}

/// What is fetched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fetch {
    Script,
    Connection,
    Image,
    Frame,
}

impl Fetch {
    /// The directive to write it in, and those that are looked at, the first that is there decides.
    pub(super) fn directives(self) -> &'static [&'static str] {
        match self {
            Fetch::Script => &["script-src-elem", "script-src", "default-src"],
            Fetch::Connection => &["connect-src", "default-src"],
            Fetch::Image => &["img-src", "default-src"],
            Fetch::Frame => &["frame-src", "child-src", "default-src"],
        }
    }
}

impl Policy {
    /// The policies of a header's value, which commas part. Empty ones are none.
    pub(super) fn list(text: &str) -> Vec<Self> {
        text.split(',').map(Policy::read).filter(|it| !it.directives.is_empty()).collect()
    }

    fn read(text: &str) -> Self {
        let mut directives: Vec<(String, Vec<String>)> = Vec::new();
        for part in text.split(';') {
            let mut words = part.split_ascii_whitespace();
            let Some(name) = words.next().filter(|_| part.is_ascii()) else { continue };
            let name = name.to_ascii_lowercase();
            // A second one of the same name is ignored.
            if !directives.iter().any(|(known, _)| *known == name) {
                directives.push((name, words.map(str::to_owned).collect()));
            }
        }
        Policy { directives }
    }

    /// The same without what a `<meta>` element cannot say.
    pub(super) fn of_meta(mut self) -> Self {
        let ignored = ["frame-ancestors", "report-uri", "sandbox"];
        self.directives.retain(|(name, _)| !ignored.contains(&&**name));
        self
    }

    /// What a directive says; nothing where it is missing.
    pub(super) fn directive(&self, name: &str) -> Option<&[String]> {
        let found = self.directives.iter().find(|(known, _)| known == name);
        found.map(|(_, sources)| &**sources)
    }

    /// What the first of these directives that is there says.
    pub(super) fn deciding(&self, names: &[&str]) -> Option<&[String]> {
        names.iter().find_map(|name| self.directive(name))
    }

    /// Whether a page may fetch from there. Of scripts: without a nonce or hash of its own.
    pub(super) fn allows(&self, fetch: Fetch, target: &Target, page: &Target) -> bool {
        let Some(sources) = self.deciding(fetch.directives()) else { return true };
        // Then a script is trusted for who loads it, not for where it is.
        let is_dynamic = fetch == Fetch::Script && has(sources, "'strict-dynamic'");
        !is_dynamic && sources.iter().any(|source| matches(source, target, page))
    }

    /// Whether a script may be named by a nonce.
    pub(super) fn knows_nonce(&self) -> bool {
        self.script_sources().is_some_and(|all| all.iter().any(|it| begins(it, "'nonce-")))
    }

    /// Whether scripts may be named by a hash and then load others.
    pub(super) fn trusts_hashed_loaders(&self) -> bool {
        let hashes = ["'sha256-", "'sha384-", "'sha512-"];
        self.script_sources().is_some_and(|sources| {
            let is_hash = |it: &String| hashes.iter().any(|beginning| begins(it, beginning));
            has(sources, "'strict-dynamic'") && sources.iter().any(is_hash)
        })
    }

    /// Whether WebAssembly may be compiled. A host's policy may be wider than the one we print: where
    /// it has `'unsafe-eval'`, for scripts of its own, that lets WebAssembly through as well
    /// ([CSP 3](https://www.w3.org/TR/CSP3/#can-compile-wasm-bytes)).
    pub(super) fn allows_wasm(&self) -> bool {
        let sources = self.deciding(&["script-src", "default-src"]);
        sources.is_none_or(|it| has(it, "'wasm-unsafe-eval'") || has(it, "'unsafe-eval'"))
    }

    fn script_sources(&self) -> Option<&[String]> {
        self.deciding(Fetch::Script.directives())
    }
}

/// Whether a keyword stands among sources.
pub(super) fn has(sources: &[String], keyword: &str) -> bool {
    sources.iter().any(|source| source.eq_ignore_ascii_case(keyword))
}

fn begins(source: &str, beginning: &str) -> bool {
    source.get(..beginning.len()).is_some_and(|it| it.eq_ignore_ascii_case(beginning))
}

/// Whether one source covers a place. Keywords, nonces and hashes cover none.
fn matches(source: &str, target: &Target, page: &Target) -> bool {
    if source == "*" {
        return target.is_network() || scheme_covers(page.scheme(), target.scheme());
    }
    if source.eq_ignore_ascii_case("'self'") {
        return is_self(target, page);
    }
    if source.starts_with('\'') {
        return false;
    }
    if let Some(scheme) = source.strip_suffix(':') {
        return scheme_covers(&scheme.to_ascii_lowercase(), target.scheme());
    }
    host_covers(&source.to_ascii_lowercase(), source, target, page)
}

fn is_self(target: &Target, page: &Target) -> bool {
    let is_upgrade = matches!(target.scheme(), "https" | "wss")
        || (page.scheme() == "http" && target.scheme() == "ws");
    let have_own_ports = page.has_own_port() && target.has_own_port();
    let is_same_place =
        page.host() == target.host() && (page.port() == target.port() || have_own_ports);
    !target.host().is_empty() && is_same_place && (page.scheme() == target.scheme() || is_upgrade)
}

/// `[scheme://]host[:port][/path]`. `exact` is the same source as it was written, for its path.
fn host_covers(source: &str, exact: &str, target: &Target, page: &Target) -> bool {
    let (scheme, rest) = match source.split_once("://") {
        Some((scheme, rest)) => (Some(scheme), rest),
        None => (None, source),
    };
    if !scheme_covers(scheme.unwrap_or(page.scheme()), target.scheme()) {
        return false;
    }
    let (place, path) = match rest.find('/') {
        // Lower case changes no length: sources are ASCII.
        Some(at) => (&rest[..at], &exact[exact.len() - rest.len() + at..]),
        None => (rest, ""),
    };
    let is_bracketed = place.ends_with(']');
    let (host, port) = match place.rsplit_once(':').filter(|_| !is_bracketed) {
        Some((host, port)) => (host, Some(port)),
        None => (place, None),
    };
    let covers_host = match host.strip_prefix('*') {
        Some("") => true,
        Some(ending) => ending.starts_with('.') && target.host().ends_with(ending),
        None => host == target.host(),
    };
    !target.host().is_empty()
        && covers_host
        && port_covers(port, target)
        && path_covers(path, target)
}

fn scheme_covers(written: &str, asked: &str) -> bool {
    written == asked
        || matches!((written, asked), ("http" | "ws" | "wss", "https") | ("ws", "wss" | "http"))
}

fn port_covers(written: Option<&str>, target: &Target) -> bool {
    match written {
        None => target.has_own_port(),
        Some("*") => true,
        Some(text) => match text.parse::<u16>() {
            // What names a port of http also names that of https.
            Ok(80) => matches!(target.port(), Some(80 | 443)),
            Ok(port) => target.port() == Some(port),
            Err(_) => false,
        },
    }
}

fn path_covers(written: &str, target: &Target) -> bool {
    if written.is_empty() || written.ends_with('/') {
        target.path().starts_with(written)
    } else {
        target.path() == written
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn policy(text: &str) -> Policy {
        let mut all = Policy::list(text);
        assert_eq!(all.len(), 1, "{text}");
        all.remove(0)
    }

    fn target(text: &str) -> Target {
        Target::read(text).expect(text)
    }

    fn allows(text: &str, fetch: Fetch, asked: &str, page: &str) -> bool {
        policy(text).allows(fetch, &target(asked), &target(page))
    }

    #[test]
    fn a_source_covers_what_browsers_say_it_covers() {
        let page = "https://shop.example";
        for (source, asked, is_covered) in [
            ("'none'", "https://a.example/", false),
            ("", "https://a.example/", false),
            ("*", "https://a.example:99/", true),
            ("*", "wss://a.example/", true),
            ("*", "data:", false),
            ("*", "blob:", false),
            ("data:", "data:", true),
            ("DATA:", "data:", true),
            ("blob:", "data:", false),
            ("https:", "https://a.example/", true),
            ("http:", "https://a.example/", true),
            ("https:", "http://a.example/", false),
            ("https:", "wss://a.example/", false),
            ("wss:", "wss://a.example/", true),
            ("ws:", "wss://a.example/", true),
            ("wss:", "ws://a.example/", false),
            ("https://a.example", "https://a.example/v1", true),
            ("https://A.Example", "https://a.example/v1", true),
            ("http://a.example", "https://a.example/v1", true),
            ("https://a.example", "http://a.example/v1", false),
            ("https://a.example", "wss://a.example/", false),
            ("wss://a.example", "wss://a.example/", true),
            ("a.example", "https://a.example/", true),
            ("a.example", "http://a.example/", false),
            ("a.example", "wss://a.example/", false),
            ("a.example", "https://b.a.example/", false),
            ("*.a.example", "https://b.a.example/", true),
            ("*.a.example", "https://c.b.a.example/", true),
            ("*.a.example", "https://a.example/", false),
            ("*.a.example", "https://evila.example/", false),
            ("https://*", "https://anything.example/", true),
            ("https://*:*", "https://anything.example:1/", true),
            ("https://a.example", "https://a.example:8443/", false),
            ("https://a.example:8443", "https://a.example:8443/", true),
            ("https://a.example:443", "https://a.example/", true),
            ("http://a.example:80", "https://a.example/", true),
            ("https://a.example:*", "https://a.example:1/", true),
            ("a.example:99", "https://a.example:99/", true),
            ("https://[::1]:99", "https://[::1]:99/", true),
            ("https://[::1]", "https://[::1]/", true),
            ("https://a.example/", "https://a.example/v1", true),
            ("https://a.example/v1", "https://a.example/v1", true),
            ("https://a.example/v1", "https://a.example/v1/x", false),
            ("https://a.example/v1/", "https://a.example/v1/x", true),
            ("https://a.example/V1", "https://a.example/v1", false),
            ("https://A.example/V1", "https://a.example/V1", true),
            ("'nonce-abc'", "https://a.example/", false),
            ("'sha256-abc='", "https://a.example/", false),
            ("'unsafe-inline'", "https://a.example/", false),
            ("'none' https://a.example", "https://a.example/", true),
            ("'self'", "https://shop.example/x", true),
            ("'SELF'", "https://shop.example:443/x", true),
            ("'self'", "wss://shop.example/x", true),
            ("'self'", "https://shop.example:8443/", false),
            ("'self'", "http://shop.example/", false),
            ("'self'", "https://a.shop.example/", false),
            ("'self'", "data:", false),
        ] {
            let text = format!("connect-src {source}");
            let said = allows(&text, Fetch::Connection, asked, page);
            assert_eq!(said, is_covered, "`{source}` {asked}");
        }
    }

    #[test]
    fn a_page_of_http_counts_safer_schemes_as_its_own() {
        let page = "http://localhost:8788";
        for (source, asked, is_covered) in [
            ("'self'", "http://localhost:8788/", true),
            ("'self'", "ws://localhost:8788/", true),
            ("'self'", "https://localhost:8788/", true),
            ("'self'", "http://localhost:8787/", false),
            ("localhost:8787", "http://localhost:8787/", true),
            ("localhost:8787", "ws://localhost:8787/", false),
            ("localhost:*", "https://localhost:8787/", true),
            ("http://localhost", "http://localhost:8787/", false),
        ] {
            let text = format!("connect-src {source}");
            let said = allows(&text, Fetch::Connection, asked, page);
            assert_eq!(said, is_covered, "`{source}` {asked}");
        }
        assert!(allows(
            "img-src 'self'",
            Fetch::Image,
            "https://shop.example/",
            "http://shop.example"
        ));
    }

    #[test]
    fn a_missing_directive_is_stood_in_for() {
        let (page, asked) = ("https://shop.example", "https://a.example/");
        let yes = "https://a.example";
        for (text, fetch, is_allowed) in [
            ("base-uri 'none'".to_owned(), Fetch::Script, true),
            (format!("default-src {yes}"), Fetch::Script, true),
            (format!("default-src {yes}"), Fetch::Frame, true),
            (format!("default-src {yes}; connect-src 'self'"), Fetch::Connection, false),
            (format!("default-src {yes}; child-src 'none'"), Fetch::Frame, false),
            (format!("default-src 'none'; child-src {yes}"), Fetch::Frame, true),
            (format!("child-src 'none'; frame-src {yes}"), Fetch::Frame, true),
            (format!("script-src 'none'; script-src-elem {yes}"), Fetch::Script, true),
            (format!("script-src {yes}; script-src-elem 'none'"), Fetch::Script, false),
            (format!("default-src 'none'; script-src {yes}"), Fetch::Script, true),
            (format!("IMG-SRC {yes}; img-src 'none'"), Fetch::Image, true),
            (format!("default-src\t'none';;  ; img-src\n{yes} ;"), Fetch::Image, true),
            (format!("script-src {yes} 'nonce-x' 'strict-dynamic'"), Fetch::Script, false),
        ] {
            assert_eq!(allows(&text, fetch, asked, page), is_allowed, "{text} {fetch:?}");
        }
    }

    #[test]
    fn nonces_hashes_and_webassembly_are_read_from_the_scripts_directive() {
        for (text, nonce, hash, wasm) in [
            ("script-src 'self'", false, false, false),
            ("default-src 'self' 'wasm-unsafe-eval'", false, false, true),
            ("default-src 'wasm-unsafe-eval'; script-src 'self'", false, false, false),
            ("script-src 'WASM-unsafe-eval' 'nonce-r4nd0m'", true, false, true),
            ("script-src 'unsafe-eval' 'sha256-abc='", false, false, true),
            ("script-src 'sha384-abc=' 'strict-dynamic'", false, true, false),
            ("script-src 'wasm-unsafe-eval'; script-src-elem 'nonce-x'", true, false, true),
            ("style-src 'nonce-x'", false, false, true),
            ("img-src 'none'", false, false, true),
        ] {
            let policy = policy(text);
            let said = (policy.knows_nonce(), policy.trusts_hashed_loaders(), policy.allows_wasm());
            assert_eq!(said, (nonce, hash, wasm), "{text}");
        }
    }

    #[test]
    fn a_header_may_hold_many_policies_and_a_meta_element_says_less() {
        assert_eq!(Policy::list("img-src 'none', script-src 'self',, ;").len(), 2);
        assert_eq!(Policy::list("").len(), 0);
        let text = "sandbox allow-scripts; frame-ancestors 'none'; img-src 'self'; imgé-src x";
        let meta = policy(text).of_meta();
        assert_eq!(meta.directives.len(), 1);
    }
}
