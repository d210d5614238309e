//! The Content-Security-Policy under which the modal works in a host's page, and no wider one.
//!
//! `latchkit csp` prints it for an operator's hosts, and the demo page is served with it.

use crate::origin::Origin;
use crate::problem::Problem;

/// Where a page takes the package's files from.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Scripts {
    /// Its own origin, most often bundled.
    OfHost,
    /// The server's `/assets/`.
    OfServer,
}

/// The policy of a host that brings its own styles. Sources that are the host's own origin are left out
/// where it is known: `'self'` says it. The page may show `frames`. `relays` are the origins of those that
/// the operator names.
pub(crate) fn host_policy(
    server: &Origin,
    frames: &[&Origin],
    host: Option<&Origin>,
    scripts: Scripts,
    relays: &[String],
) -> String {
    let others = |origin: &Origin| (host != Some(origin)).then(|| origin.to_string());
    let server_source = others(server);
    let script_source = server_source.clone().filter(|_| scripts == Scripts::OfServer);
    let directive = |name: &str, own: &[&str], others: &[Option<String>]| {
        let others = others.iter().flatten().map(String::as_str);
        let sources = own.iter().copied().chain(others);
        format!("{name} {}", sources.collect::<Vec<_>>().join(" "))
    };
    // Not every browser counts a WebSocket to the page's own origin as `'self'`.
    let mut connections = vec![server_source.clone(), Some(server.web_socket())];
    let own = server.web_socket();
    let frames: Vec<_> = frames.iter().map(|it| Some(it.to_string())).collect();
    connections.extend(relays.iter().filter(|it| **it != own).cloned().map(Some));
    [
        directive("default-src", &["'none'"], &[]),
        directive("script-src", &["'self'", "'wasm-unsafe-eval'"], &[script_source]),
        directive("style-src", &["'self'"], &[]),
        directive("img-src", &["'self'", "data:", "blob:"], std::slice::from_ref(&server_source)),
        directive("connect-src", &["'self'"], &connections),
        directive("frame-src", &[], &frames),
        directive("base-uri", &["'none'"], &[]),
        directive("form-action", &["'none'"], &[]),
        directive("frame-ancestors", &["'none'"], &[]),
    ]
    .join("; ")
}

/// Refuses a pair of origins that no policy brings together: browsers block what a page of `https`
/// asks of `http`, but for this machine.
pub(crate) fn check_schemes(server: &Origin, host: &Origin) -> Result<(), Problem> {
    if !host.is_secure() || server.is_secure() || server.is_local() {
        return Ok(());
    }
    Err(Problem::new(format!(
        "Browsers block what the page {host} asks of {server}: a page of https may not ask http. \
         Serve the server by https, and set `public_url` to that."
    )))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn origin(text: &str) -> Origin {
        Origin::parse(text).expect(text)
    }

    #[test]
    fn the_policy_is_the_one_of_the_design() {
        let server = Origin::local("localhost", 8787);
        let vault = Origin::local("vault.localhost", 8787);
        assert_eq!(
            host_policy(&server, &[&vault], None, Scripts::OfHost, &[]),
            "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
             img-src 'self' data: blob: http://localhost:8787; \
             connect-src 'self' http://localhost:8787 ws://localhost:8787; \
             frame-src http://vault.localhost:8787; base-uri 'none'; form-action 'none'; \
             frame-ancestors 'none'"
        );
    }

    #[test]
    fn a_host_on_the_servers_own_origin_needs_less() {
        let (server, vault) = (origin("https://w.example"), origin("https://vault.example"));
        let policy = host_policy(&server, &[&vault], Some(&server), Scripts::OfServer, &[]);
        assert!(policy.contains("script-src 'self' 'wasm-unsafe-eval';"), "{policy}");
        assert!(policy.contains("img-src 'self' data: blob:; connect-src 'self' wss://w.example;"));
        let shop = origin("https://shop.example");
        let other = host_policy(&server, &[&vault], Some(&shop), Scripts::OfHost, &[]);
        assert_eq!(other, host_policy(&server, &[&vault], None, Scripts::OfHost, &[]));
        let plain = host_policy(&server, &[&vault], Some(&shop), Scripts::OfServer, &[]);
        assert!(
            plain.contains("script-src 'self' 'wasm-unsafe-eval' https://w.example;"),
            "{plain}"
        );
        let relays = ["wss://relay.example".to_owned(), "wss://w.example".to_owned()];
        let wide = host_policy(&server, &[&vault], None, Scripts::OfHost, &relays);
        assert!(
            wide.contains(
                "connect-src 'self' https://w.example wss://w.example wss://relay.example;"
            ),
            "{wide}"
        );
    }

    #[test]
    fn https_may_not_ask_http() {
        for (server, host, is_fit) in [
            ("http://w.example", "https://shop.example", false),
            ("https://w.example", "https://shop.example", true),
            ("http://w.example", "http://shop.example", true),
            ("http://localhost:8787", "https://shop.example", true),
        ] {
            let checked = check_schemes(&origin(server), &origin(host));
            assert_eq!(checked.is_ok(), is_fit, "{server} {host}");
        }
    }
}
