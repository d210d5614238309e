//! The pages that the frame may be on, as a policy of content says them to the browser
//! ([CSP3](https://www.w3.org/TR/CSP3/#directive-frame-ancestors)).
//!
//! A policy says less than a pattern does. What it cannot say is left out, so that the browser refuses such a
//! page; what it says more widely (a star there is any number of labels, `http` is `https`, too) the frame itself
//! looks at again before it says a word, by the patterns that its page carries.

use protocol::origin::fault;

/// Nobody.
const NONE: &str = "'none'";

/// The sources of `frame-ancestors`.
pub(crate) fn sources(patterns: &[String]) -> String {
    let mut sources: Vec<String> = Vec::new();
    for source in patterns.iter().filter_map(|it| source(it)) {
        if !sources.contains(&source) {
            sources.push(source);
        }
    }
    if sources.is_empty() { NONE.to_owned() } else { sources.join(" ") }
}

/// Whether a policy has words for a pattern.
pub(crate) fn is_sayable(pattern: &str) -> bool {
    source(pattern).is_some()
}

/// A pattern as a source; nothing where a policy has no words for it.
fn source(pattern: &str) -> Option<String> {
    if fault(pattern).is_some() {
        return None;
    }
    // Without a scheme the frame takes a page of https alone, as it reads the pattern.
    let (scheme, rest) = pattern.split_once("://").unwrap_or(("https", pattern));
    // The numbers of an address of IPv6 are no host there, and a star may stand before all others only.
    let is_sayable = !rest.starts_with('[') && !rest.get(1..)?.split(':').next()?.contains('*');
    is_sayable.then(|| format!("{scheme}://{rest}").to_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;
    use insta::assert_snapshot;

    fn said(patterns: &[&str]) -> String {
        let patterns: Vec<_> = patterns.iter().map(ToString::to_string).collect();
        sources(&patterns)
    }

    #[test]
    fn nobody_is_said_where_nobody_is_named() {
        assert_eq!(said(&[]), "'none'");
        assert_eq!(said(&["https://a.*.example", "http://[::1]:3000"]), "'none'");
    }

    #[test]
    fn patterns_are_said_in_the_words_of_a_policy() {
        let all = [
            "https://shop.example",
            "HTTPS://Shop.Example",
            "bare.example",
            "http://shop.example:8080",
            "https://*.shop.example",
            "*.bare.example:*",
            "capacitor://shop.example",
        ];
        assert_snapshot!(said(&all), @"https://shop.example https://bare.example http://shop.example:8080 https://*.shop.example https://*.bare.example:* capacitor://shop.example");
    }

    #[test]
    fn what_cannot_be_said_is_left_out() {
        for pattern in [
            "https://*.*.shop.example",
            "https://a.*.shop.example",
            "*.*.example",
            "http://[::1]",
            "[::1]:*",
            "*",
            "https://*",
            "",
            "https://shop.example/a",
            "https://shop.example; script-src *",
            "https://shop.example *",
            "'self'",
            "https:",
            "https://shop.example,https://evil.example",
            "https://shop.example\r\nset-cookie: a",
            "http\r\n://shop.example",
        ] {
            let told = said(&[pattern, "https://last.example"]);
            assert_eq!(told, "https://last.example", "{pattern}");
        }
        // A host of that name, and not a page without an origin.
        assert_eq!(said(&["null"]), "https://null");
    }
}
