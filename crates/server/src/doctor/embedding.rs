//! What would break of Latchkit in a page, and the line that mends it.
//!
//! [`findings`] is the list. For policies, `NEEDS` is the table: what is fetched from where, and what
//! a visitor misses without it. What is lacking is answered with the whole directive to write, which
//! holds what it held before.

use super::csp::{Fetch, Policy, has};
use super::page::Page;
use super::report::{Finding, Verdict};
use super::target::Target;
use crate::host_policy::check_schemes;
use crate::origin::Origin;

/// Something that the modal fetches.
struct Need {
    fetch: Fetch,
    from: CspSource,
    /// What it is for.
    gives: &'static str,
    /// How bad it is without.
    without: Verdict,
}

enum CspSource {
    Page,
    Server,
    ServerSocket,
    Vault,
    Scheme(&'static str),
    /// A relay that the operator names, by its origin.
    Relay(String),
}

/// Where the operator has what pages need.
pub(super) struct Places<'a> {
    pub(super) server: &'a Origin,
    pub(super) vault: &'a Origin,
    /// The origins of the relays that are named.
    pub(super) relays: &'a [String],
    /// Whether people sign in by e-mail, in the vault's frame.
    pub(super) has_email: bool,
}

const NEEDS: [Need; 7] = [
    Need {
        fetch: Fetch::Connection,
        from: CspSource::Server,
        gives: "what the modal asks the server",
        without: Verdict::Broken,
    },
    Need {
        fetch: Fetch::Connection,
        from: CspSource::Page,
        gives: "the WebAssembly beside the package's entry (else it comes from the server)",
        without: Verdict::Doubtful,
    },
    Need {
        fetch: Fetch::Connection,
        from: CspSource::ServerSocket,
        gives: "the relay by which phones are reached",
        without: Verdict::Doubtful,
    },
    Need {
        fetch: Fetch::Image,
        from: CspSource::Scheme("data:"),
        gives: "icons of browser wallets (else their first letter is drawn)",
        without: Verdict::Doubtful,
    },
    Need {
        fetch: Fetch::Image,
        from: CspSource::Scheme("blob:"),
        gives: "images that the modal makes",
        without: Verdict::Doubtful,
    },
    Need {
        fetch: Fetch::Image,
        from: CspSource::Server,
        gives: "icons of the server's wallets and networks (else a letter is drawn)",
        without: Verdict::Doubtful,
    },
    Need {
        fetch: Fetch::Frame,
        from: CspSource::Vault,
        gives: "signing in by e-mail, once that is set up",
        without: Verdict::Doubtful,
    },
];

impl CspSource {
    /// As policies write it: a source expression of CSP.
    fn expression(&self, places: &Places<'_>) -> String {
        match self {
            CspSource::Page => "'self'".to_owned(),
            CspSource::Server => places.server.to_string(),
            CspSource::ServerSocket => places.server.web_socket(),
            CspSource::Vault => places.vault.to_string(),
            CspSource::Scheme(scheme) => (*scheme).to_owned(),
            CspSource::Relay(origin) => origin.clone(),
        }
    }
}

/// What is fetched, of the relays that are named, too, and what it is worth here.
fn needs(places: &Places<'_>) -> Vec<Need> {
    let own = places.server.web_socket();
    let others = places.relays.iter().filter(|it| **it != own);
    let of_relay = |origin: &String| Need {
        fetch: Fetch::Connection,
        from: CspSource::Relay(origin.clone()),
        gives: "the phones that listen at that relay",
        without: Verdict::Broken,
    };
    let mut needs: Vec<Need> = NEEDS.into_iter().chain(others.map(of_relay)).collect();
    if places.relays.contains(&own) {
        let is_own = |it: &&mut Need| matches!(it.from, CspSource::ServerSocket);
        needs.iter_mut().filter(is_own).for_each(|it| it.without = Verdict::Broken);
    }
    if places.has_email {
        let is_frame = |it: &&mut Need| matches!(it.from, CspSource::Vault);
        needs.iter_mut().filter(is_frame).for_each(|it| {
            (it.gives, it.without) = ("signing in by e-mail", Verdict::Broken);
        });
    }
    needs
}

/// Everything about the page.
pub(super) fn findings(page: &Page, places: &Places<'_>) -> Vec<Finding> {
    let server = places.server;
    let needs = needs(places);
    let mut all = vec![reached(page), schemes(page, server)];
    if page.policies.is_empty() {
        all.push(Finding::sound("Content-Security-Policy: there is none, so it refuses nothing"));
    }
    for (called, policy) in &page.policies {
        all.extend(scripts(called, policy, page, server));
        let fetch = |need| fetched(called, policy, need, &needs, page, places);
        all.extend(needs.iter().map(fetch));
        all.extend(sandbox(called, policy));
    }
    all.extend([opener(page), embedder(page), framed(page), clipboard(page, places)]);
    all
}

fn reached(page: &Page) -> Finding {
    let (url, status) = (&page.url, page.status);
    match status {
        200..300 => Finding::sound(format!("the page {url} answers {status}")),
        _ => Finding::doubtful(
            format_args!("the page {url} answers {status}"),
            "what follows is about that answer; name a page that embeds the modal with --host",
        ),
    }
}

fn schemes(page: &Page, server: &Origin) -> Finding {
    let is_upgraded =
        page.policies.iter().any(|(_, it)| it.directive("upgrade-insecure-requests").is_some());
    if is_upgraded && !server.is_secure() && !server.is_local() {
        return Finding::broken(
            "the policy has upgrade-insecure-requests",
            format_args!(
                "what is asked of {server} goes to https instead; serve the server by https, and \
                 set `public_url` to that"
            ),
        );
    }
    match check_schemes(server, &page.origin) {
        Ok(()) => Finding::sound(format!("the page may ask {server} as far as schemes go")),
        Err(problem) => Finding::broken("mixed content", problem),
    }
}

/// The package comes from the page's own origin or from the server. `'wasm-unsafe-eval'` is the other
/// half of the same directive, so what one line says to write holds both.
fn scripts(called: &str, policy: &Policy, page: &Page, server: &Origin) -> [Finding; 2] {
    let way = way_of_scripts(policy, page, server);
    let lacking_self = way.is_none().then(|| "'self'".to_owned());
    let lacking_wasm = (!policy.allows_wasm()).then(|| "'wasm-unsafe-eval'".to_owned());
    let lacking: Vec<String> = lacking_self.into_iter().chain(lacking_wasm).collect();
    let loading = match way {
        Some(way) => Finding::sound(format!("{called} allows scripts {way}")),
        None => Finding::broken(
            format_args!("{called}: script-src lacks `'self'` (or `{server}`)"),
            format_args!(
                "the package cannot be loaded; write {}",
                with(policy, Fetch::Script.directives(), &lacking)
            ),
        ),
    };
    let compiling = if policy.allows_wasm() {
        Finding::sound(format!("{called} lets WebAssembly be compiled"))
    } else {
        Finding::broken(
            format_args!("{called}: script-src lacks `'wasm-unsafe-eval'`"),
            format_args!(
                "the engine is WebAssembly and cannot start; write {}",
                with(policy, &["script-src", "default-src"], &lacking)
            ),
        )
    };
    [loading, compiling]
}

fn way_of_scripts(policy: &Policy, page: &Page, server: &Origin) -> Option<String> {
    let from = |text: &str| {
        let target = Target::read(text);
        target.is_some_and(|it| policy.allows(Fetch::Script, &it, &page.place))
    };
    if policy.knows_nonce() {
        return Some(
            "by nonce: put it on the <script> of the entry, what that imports inherits it".into(),
        );
    }
    if policy.trusts_hashed_loaders() {
        return Some(
            "by hash: put `integrity` on the <script> of the entry, what that imports is trusted"
                .into(),
        );
    }
    if from(&page.origin.to_string()) {
        return Some("of the page's own origin".into());
    }
    let is_from_server = from(&format!("{server}/assets/{}/latchkit.js", crate::VERSION));
    is_from_server.then(|| format!("of {server}: load the package from there"))
}

fn fetched(
    called: &str,
    policy: &Policy,
    need: &Need,
    all: &[Need],
    page: &Page,
    places: &Places<'_>,
) -> Finding {
    let is_lacking = |need: &&Need| {
        let source = need.from.expression(places);
        let place = if source == "'self'" { page.origin.to_string() } else { source };
        !Target::read(&place).is_some_and(|it| policy.allows(need.fetch, &it, &page.place))
    };
    let name = need.fetch.directives()[0];
    let source = need.from.expression(places);
    if !is_lacking(&need) {
        return Finding::sound(format!("{called} allows `{source}` in {name}"));
    }
    let lacking = all.iter().filter(|it| it.fetch == need.fetch).filter(is_lacking);
    let sources: Vec<String> = lacking.map(|it| it.from.expression(places)).collect();
    let directive = with(policy, need.fetch.directives(), &sources);
    let what = format!("{called}: {name} lacks `{source}`");
    let cure = format!("it is for {}; write {directive}", need.gives);
    Finding::of(need.without, what, cure)
}

/// The directive to write: what the deciding one says, and more.
fn with(policy: &Policy, directives: &[&str], more: &[String]) -> String {
    let decides = directives.iter().find(|name| policy.directive(name).is_some());
    let name = match decides {
        // More there would be more for everything.
        Some(&"default-src" | &"child-src") | None => first_known(directives),
        Some(name) => name,
    };
    let said = policy.deciding(directives).unwrap_or_default().iter();
    let said = said.filter(|it| !it.eq_ignore_ascii_case("'none'"));
    let sources: Vec<&str> = said.chain(more).map(String::as_str).collect();
    format!("`{name} {}`", sources.join(" "))
}

/// `script-src` and not `script-src-elem`, which would leave out WebAssembly.
fn first_known<'a>(directives: &[&'a str]) -> &'a str {
    directives.iter().find(|name| !name.ends_with("-elem")).copied().unwrap_or_default()
}

fn sandbox(called: &str, policy: &Policy) -> Vec<Finding> {
    let Some(allowed) = policy.directive("sandbox") else { return Vec::new() };
    [
        ("allow-scripts", Verdict::Broken, "nothing runs"),
        (
            "allow-same-origin",
            Verdict::Broken,
            "the page has no origin, so no storage and no access",
        ),
        ("allow-popups", Verdict::Doubtful, "wallets that open a window cannot, nor do links"),
    ]
    .into_iter()
    .filter(|(token, ..)| !has(allowed, token))
    .map(|(token, verdict, why)| {
        let what = format!("{called}: sandbox lacks {token}");
        Finding::of(verdict, what, format_args!("{why}; add {token}"))
    })
    .collect()
}

fn opener(page: &Page) -> Finding {
    const NAME: &str = "Cross-Origin-Opener-Policy";
    let value = page.header(NAME).unwrap_or_default();
    match value.split(';').next().unwrap_or_default().trim() {
        "same-origin" => Finding::doubtful(
            format_args!("{NAME}: same-origin breaks popups of other origins"),
            format_args!(
                "wallets that open a window of their own, and social sign-in, cannot answer the \
                 page; write `{NAME}: same-origin-allow-popups`"
            ),
        ),
        "" => Finding::sound(format!("{NAME}: there is none, popups can answer")),
        other => Finding::sound(format!("{NAME}: {other} lets popups answer")),
    }
}

fn embedder(page: &Page) -> Finding {
    const NAME: &str = "Cross-Origin-Embedder-Policy";
    match page.header(NAME) {
        Some(value) => Finding::sound(format!(
            "{NAME}: {value} is fine, because the server's files and images carry \
             `Cross-Origin-Resource-Policy: cross-origin` and all else is asked with CORS"
        )),
        None => Finding::sound(format!("{NAME}: there is none")),
    }
}

fn framed(page: &Page) -> Finding {
    const NAME: &str = "X-Frame-Options";
    match page.header(NAME) {
        Some(value) => Finding::sound(format!(
            "{NAME}: {value} is fine, because Latchkit's frame is inside the page; only wallets \
             that open sites in a frame of theirs, such as Safe, cannot open this one"
        )),
        None => Finding::sound(format!("{NAME}: there is none")),
    }
}

/// Of the page itself, and of the frame, which somebody copies the words of their wallet from.
fn clipboard(page: &Page, places: &Places<'_>) -> Finding {
    const NAME: &str = "Permissions-Policy";
    let value = page.header(NAME).unwrap_or_default();
    let said = value.split(',').find_map(|it| it.trim().strip_prefix("clipboard-write="));
    let Some(list) = said else {
        return Finding::sound(format!("{NAME}: copying is not forbidden"));
    };
    let vault = places.vault.to_string();
    let allowed =
        if places.has_email { format!("(self \"{vault}\")") } else { "(self)".to_owned() };
    let (whose, what) = if !is_listed(list, "self") {
        ("", "addresses")
    } else if places.has_email && !is_listed(list, &vault) {
        (" in the vault's frame", "the words of a wallet")
    } else {
        return Finding::sound(format!("{NAME}: copying is not forbidden"));
    };
    Finding::doubtful(
        format_args!("{NAME}: clipboard-write={list} forbids copying{whose}"),
        format_args!(
            "{what} cannot be copied with a click; write `clipboard-write={allowed}` there"
        ),
    )
}

/// Whether a list of that header names somebody: `*`, or `(self "https://a.example")`.
fn is_listed(list: &str, who: &str) -> bool {
    let names = list.split(';').next().unwrap_or_default().trim_matches(['(', ')', ' ']);
    let mut names = names.split_ascii_whitespace().map(|it| it.trim_matches(['"', '/']));
    names.any(|it| it == "*" || it == who)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::get::Answer;
    use axum::http::{HeaderMap, HeaderName, HeaderValue};

    /// The lines that are not sound, about a page with these headers.
    fn faults(page: &str, server: &str, headers: &[(&'static str, &str)]) -> Vec<String> {
        faults_with(&[], false, page, server, headers)
    }

    /// The same where the operator names relays, or has people sign in by e-mail.
    fn faults_with(
        relays: &[&str],
        has_email: bool,
        page: &str,
        server: &str,
        headers: &[(&'static str, &str)],
    ) -> Vec<String> {
        let headers: HeaderMap = headers
            .iter()
            .map(|(name, value)| {
                (HeaderName::from_static(name), HeaderValue::from_str(value).expect("a header"))
            })
            .collect();
        let answer = Answer { status: 200, headers, body: Vec::new() };
        let page = Page::of(page.parse().expect("a URL"), answer).expect("a page");
        let origin = |text: &str| Origin::parse(text).expect("an origin");
        let relays: Vec<String> = relays.iter().map(|it| (*it).to_owned()).collect();
        let (server, vault) = (origin(server), origin("https://vault.example"));
        let places = Places { server: &server, vault: &vault, relays: &relays, has_email };
        findings(&page, &places)
            .iter()
            .filter(|it| it.verdict != Verdict::Sound)
            .map(ToString::to_string)
            .collect()
    }

    fn under(policy: &str) -> Vec<String> {
        let rest = "img-src data: blob: https://w.example; frame-src https://vault.example; \
                    connect-src 'self' https://w.example wss://w.example";
        let policy = format!("{policy}; {rest}");
        let headers = [("content-security-policy", &*policy)];
        faults("https://shop.example/", "https://w.example", &headers)
    }

    #[test]
    fn scripts_may_come_in_each_way_that_lets_the_package_load() {
        let wasm = "'wasm-unsafe-eval'";
        for sources in [
            "'self'",
            "https:",
            "shop.example",
            "https://w.example/assets/",
            "'nonce-abc'",
            "'nonce-abc' 'strict-dynamic'",
            "'sha256-abc=' 'strict-dynamic' https:",
        ] {
            assert_eq!(under(&format!("script-src {sources} {wasm}")), [""; 0], "{sources}");
        }
        for sources in
            ["'none'", "https://cdn.example", "'sha256-abc='", "'self' 'strict-dynamic'", "data:"]
        {
            let faults = under(&format!("script-src {sources} {wasm}"));
            assert_eq!(faults.len(), 1, "{sources}: {faults:?}");
            assert!(faults[0].starts_with("FAIL  the policy: script-src lacks `'self'`"));
        }
    }

    #[test]
    fn the_line_to_write_keeps_what_was_there() {
        for (policy, line) in [
            ("default-src 'none'", "`script-src 'self' 'wasm-unsafe-eval'`"),
            ("default-src https:", "`script-src https: 'wasm-unsafe-eval'`"),
            ("script-src 'nonce-x'", "`script-src 'nonce-x' 'wasm-unsafe-eval'`"),
        ] {
            let faults = under(policy);
            let last = faults.last().expect("a fault");
            assert!(last.contains("lacks `'wasm-unsafe-eval'`"), "{last}");
            assert!(last.ends_with(line), "{last}");
        }
    }

    #[test]
    fn a_relay_that_the_operator_names_is_to_be_allowed_too() {
        let policy = "script-src 'self' 'wasm-unsafe-eval'; img-src data: blob: https://w.example; \
                      frame-src https://vault.example; connect-src 'self' https://w.example \
                      wss://w.example";
        let with = |relays: &[&str]| {
            let headers = [("content-security-policy", policy)];
            faults_with(relays, false, "https://shop.example/", "https://w.example", &headers)
        };
        assert_eq!(with(&["wss://w.example"]), [""; 0]);
        let faults = with(&["wss://relay.example", "wss://w.example"]);
        assert_eq!(faults.len(), 1, "{faults:?}");
        assert!(faults[0].contains("connect-src lacks `wss://relay.example`"), "{faults:?}");
        let line = "`connect-src 'self' https://w.example wss://w.example wss://relay.example`";
        assert!(faults[0].ends_with(line), "{faults:?}");
    }

    #[test]
    fn where_people_sign_in_by_email_the_frame_is_to_be_there_and_to_copy() {
        let faults = |name: &'static str, value: &str| {
            let (page, server) = ("https://shop.example/", "https://w.example");
            faults_with(&[], true, page, server, &[(name, value)])
        };
        let policy = "script-src 'self' 'wasm-unsafe-eval'; frame-src 'none'";
        let told = faults("content-security-policy", policy);
        assert_eq!(
            told,
            ["FAIL  the policy: frame-src lacks `https://vault.example`: it is for signing in by \
              e-mail; write `frame-src https://vault.example`"]
        );
        for (list, is_fault) in [
            ("(self)", true),
            ("self", true),
            ("()", true),
            ("(self);report-to=a", true),
            ("(self \"https://vault.example.evil.example\")", true),
            ("(\"https://vault.example\")", true),
            ("(self \"https://vault.example\")", false),
            ("(\"https://VAULT.example/\" self), camera=()", false),
            ("*", false),
            ("(*)", false),
        ] {
            let told = faults("permissions-policy", &format!("clipboard-write={list}"));
            assert_eq!(told.len(), usize::from(is_fault), "{list}: {told:?}");
            let cure = "write `clipboard-write=(self \"https://vault.example\")` there";
            assert!(told.iter().all(|it| it.ends_with(cure)), "{told:?}");
        }
        let told = faults("permissions-policy", "clipboard-write=(self)");
        assert!(told[0].contains("forbids copying in the vault's frame: the words"), "{told:?}");
    }

    #[test]
    fn a_server_without_https_is_out_of_reach_of_a_page_with_it() {
        let upgrading = [("content-security-policy", "upgrade-insecure-requests")];
        for (page, server, headers, beginning) in [
            ("https://shop.example/", "http://w.example", &[][..], Some("FAIL  mixed content")),
            ("http://shop.example/", "http://w.example", &[], None),
            ("http://shop.example/", "http://w.example", &upgrading, Some("FAIL  the policy has")),
            ("http://shop.example/", "http://localhost:8787", &upgrading, None),
            ("https://shop.example/", "https://w.example", &upgrading, None),
        ] {
            let faults = faults(page, server, headers);
            let first = faults.first().map(String::as_str);
            let is_as_told = match beginning {
                Some(beginning) => first.is_some_and(|it| it.starts_with(beginning)),
                None => first.is_none(),
            };
            assert!(is_as_told, "{page} {server}: {faults:?}");
        }
    }

    #[test]
    fn only_headers_that_take_something_away_are_faults() {
        for (name, value, is_fault) in [
            ("cross-origin-opener-policy", "same-origin", true),
            ("cross-origin-opener-policy", "same-origin; report-to=\"x\"", true),
            ("cross-origin-opener-policy", "same-origin-allow-popups", false),
            ("cross-origin-opener-policy", "unsafe-none", false),
            ("cross-origin-embedder-policy", "require-corp", false),
            ("cross-origin-embedder-policy", "credentialless", false),
            ("x-frame-options", "DENY", false),
            ("permissions-policy", "clipboard-write=()", true),
            ("permissions-policy", "camera=(), clipboard-write=(\"https://a.example\")", true),
            ("permissions-policy", "clipboard-write=(self)", false),
            ("permissions-policy", "clipboard-write=*, camera=()", false),
            ("content-security-policy-report-only", "default-src 'none'", false),
        ] {
            let faults = faults("https://shop.example/", "https://w.example", &[(name, value)]);
            assert_eq!(faults.len(), usize::from(is_fault), "{name}: {value}: {faults:?}");
        }
    }
}
