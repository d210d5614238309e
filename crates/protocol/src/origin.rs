//! Which pages may use a project: an origin against the patterns that its operator allows.
//!
//! A pattern is an origin ([RFC 6454](https://www.rfc-editor.org/rfc/rfc6454)) that may leave out
//! what does not matter: `*` stands for exactly one whole label of the host, a pattern without a
//! scheme fits any, and the port `*` fits any. A pattern without a port means the scheme's own.

/// The hosts of this machine.
const LOCAL: [&str; 3] = ["localhost", "127.0.0.1", "[::1]"];

/// Whether a page of `origin` may use a project that allows `patterns`; none at all allow every page.
/// `is_local_allowed` says whether pages of this machine always may.
pub fn is_allowed(origin: &str, patterns: &[String], is_local_allowed: bool) -> bool {
    let origin = Parts::of(origin);
    patterns.is_empty()
        || is_local_allowed && LOCAL.contains(&origin.host)
        || patterns.iter().any(|pattern| Parts::of(pattern).fits(&origin))
}

/// Patterns of the pages of this machine, on any port.
pub fn local_patterns() -> impl Iterator<Item = String> {
    LOCAL.iter().flat_map(|host| ["http", "https"].map(|scheme| format!("{scheme}://{host}:*")))
}

/// The host of an origin or of a pattern.
pub fn host(pattern: &str) -> &str {
    Parts::of(pattern).host
}

/// What is wrong with a pattern, for whoever wrote it; nothing where it is one.
pub fn fault(pattern: &str) -> Option<&'static str> {
    let Parts { scheme, host, port } = Parts::of(pattern);
    if scheme.is_some_and(|it| it.is_empty() || !it.bytes().all(is_of_scheme)) {
        return Some("what stands before :// is no scheme such as https");
    }
    if host.bytes().any(|it| b"/?#@ \\".contains(&it)) {
        return Some("it may hold a scheme, a host and a port, but no path, query or user");
    }
    if !host.is_ascii() {
        return Some("browsers send such a host in its ASCII form, which begins with xn--");
    }
    if !host.starts_with('[') && !host.split('.').all(is_label) {
        return Some("the host must be labels with dots between, and `*` one whole label");
    }
    if host.split('.').all(|label| label == "*") {
        return Some("a host of nothing but `*` allows too much; name at least one label");
    }
    if port.is_some_and(|it| it != "*" && it.parse::<u16>().is_err()) {
        return Some("the port must be a number up to 65535, or `*`");
    }
    None
}

fn is_of_scheme(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"+-.".contains(&byte)
}

fn is_label(label: &str) -> bool {
    let is_of_label = |it: u8| it.is_ascii_alphanumeric() || it == b'-' || it == b'_';
    label == "*" || !label.is_empty() && label.bytes().all(is_of_label)
}

/// An origin, or a pattern of origins.
struct Parts<'a> {
    scheme: Option<&'a str>,
    host: &'a str,
    port: Option<&'a str>,
}

impl<'a> Parts<'a> {
    fn of(text: &'a str) -> Self {
        let (scheme, rest) = match text.split_once("://") {
            Some((scheme, rest)) => (Some(scheme), rest),
            None => (None, text),
        };
        // The colons inside the brackets are the address's own.
        let (host, port) = match rest.rsplit_once(':') {
            Some((host, port)) if !port.ends_with(']') => (host, Some(port)),
            _ => (rest, None),
        };
        Parts { scheme, host, port }
    }

    /// Whether this pattern fits an origin.
    fn fits(&self, origin: &Parts<'_>) -> bool {
        let own = own_port(origin.scheme);
        self.scheme.is_none_or(|it| it.eq_ignore_ascii_case(origin.scheme.unwrap_or_default()))
            && (self.port == Some("*") || self.port.or(own) == origin.port.or(own))
            && fits_host(self.host, origin.host)
    }
}

fn fits_host(pattern: &str, host: &str) -> bool {
    let (mut wanted, mut labels) = (pattern.split('.'), host.split('.'));
    loop {
        match (wanted.next(), labels.next()) {
            (None, None) => return true,
            (Some("*"), Some(label)) if !label.is_empty() => {}
            (Some(wanted), Some(label)) if wanted.eq_ignore_ascii_case(label) => {}
            _ => return false,
        }
    }
}

/// The port that a scheme means where none is named.
fn own_port(scheme: Option<&str>) -> Option<&'static str> {
    match scheme {
        Some("http") => Some("80"),
        Some("https") => Some("443"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn allows(pattern: &str, origin: &str) -> bool {
        is_allowed(origin, &[pattern.to_owned()], false)
    }

    #[test]
    fn no_pattern_allows_every_page() {
        for origin in ["https://a.example", "null", ""] {
            assert!(is_allowed(origin, &[], false), "{origin}");
            assert!(!allows("b.example", origin), "{origin}");
        }
    }

    #[test]
    fn a_pattern_fits_whole_labels_ports_and_schemes() {
        for (pattern, origin, fits) in [
            ("https://a.example", "https://a.example", true),
            ("https://A.Example", "https://a.example", true),
            ("https://a.example", "http://a.example", false),
            ("a.example", "http://a.example", true),
            ("a.example", "capacitor://a.example", true),
            ("*.a.example", "https://b.a.example", true),
            ("*.a.example", "https://a.example", false),
            ("*.a.example", "https://c.b.a.example", false),
            ("*.a.example", "https://.a.example", false),
            ("a.*.example", "https://a.b.example", true),
            ("*a.example", "https://ba.example", false),
            ("a.example", "https://a.example.evil.example", false),
            ("a.example", "https://evila.example", false),
            ("https://a.example", "https://a.example:8443", false),
            ("https://a.example:443", "https://a.example", true),
            ("a.example:80", "http://a.example", true),
            ("a.example:80", "https://a.example", false),
            ("a.example:8443", "https://a.example:8443", true),
            ("a.example:*", "https://a.example:8443", true),
            ("a.example:*", "https://a.example", true),
            ("http://[::1]:3000", "http://[::1]:3000", true),
            ("http://[::1]", "http://[::1]:3000", false),
        ] {
            assert_eq!(allows(pattern, origin), fits, "{pattern} and {origin}");
            assert_eq!(fault(pattern).is_none(), pattern != "*a.example", "{pattern}");
        }
    }

    #[test]
    fn this_machine_is_allowed_where_the_project_says_so() {
        let patterns = ["https://a.example".to_owned()];
        for origin in ["http://localhost:3000", "https://127.0.0.1", "http://[::1]:1"] {
            assert!(is_allowed(origin, &patterns, true), "{origin}");
            assert!(!is_allowed(origin, &patterns, false), "{origin}");
        }
        for origin in ["http://localhost.evil.example", "http://127.0.0.1.evil.example", "null"] {
            assert!(!is_allowed(origin, &patterns, true), "{origin}");
        }
    }

    #[test]
    fn what_is_no_pattern_is_told_why() {
        for (pattern, why) in [
            ("", "labels"),
            ("https://", "labels"),
            ("*", "too much"),
            ("https://*.*", "too much"),
            ("a..example", "labels"),
            ("sh*p.example", "labels"),
            ("https://a.example/", "no path"),
            ("https://u@a.example", "no path"),
            ("a.example?x", "no path"),
            ("bücher.example", "xn--"),
            ("://a.example", "scheme"),
            ("ht tp://a.example", "scheme"),
            ("a.example:", "port"),
            ("a.example:65536", "port"),
            ("a.example:8*", "port"),
        ] {
            let told = fault(pattern).unwrap_or_else(|| panic!("{pattern} passes"));
            assert!(told.contains(why), "{pattern}: {told}");
        }
    }

    proptest! {
        #[test]
        fn an_origin_fits_itself_and_itself_with_a_star(
            labels in prop::collection::vec("[a-z0-9-]{1,8}", 2..5),
            starred in 0..5_usize,
            port in prop::option::of(1..u16::MAX),
        ) {
            let port = port.map_or_else(String::new, |port| format!(":{port}"));
            let origin = format!("https://{}{port}", labels.join("."));
            prop_assert!(allows(&origin, &origin));
            let mut wild = labels.clone();
            let at = starred % wild.len();
            "*".clone_into(&mut wild[at]);
            let pattern = format!("{}{port}", wild.join("."));
            prop_assert_eq!(fault(&pattern), None);
            prop_assert!(allows(&pattern, &origin));
            // One label more, on either side, is another host.
            for other in [format!("x.{}", labels.join(".")), format!("{}.x", labels.join("."))] {
                let is_allowed = allows(&pattern, &format!("https://{other}{port}"));
                prop_assert!(!is_allowed, "{}", other);
            }
        }

        #[test]
        fn any_text_at_all_never_panics(pattern in any::<String>(), origin in any::<String>()) {
            let _ = (fault(&pattern), allows(&pattern, &origin));
        }
    }
}
