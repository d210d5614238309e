//! The last free releases of packages that changed their licence: what comes after them may not even
//! be installed, so the lock files are checked by version too. A range that drifts is found before
//! the licence that a registry states is believed. They serve as the other side in our tests of
//! interoperability, and stand in the lock file of those alone.

use serde_json::Value;

use super::source::{Finding, Source};

/// Everything of these makers is judged, whatever it is called where it is used.
const MAKERS: [&str; 2] = ["@walletconnect/", "@reown/"];
/// Where they may be.
const TESTS: &str = "interop/package-lock.json";

/// The last release of each under MIT or Apache-2.0 that was looked at.
const LAST: [(&str, [u32; 3]); 19] = [
    ("@walletconnect/core", [2, 21, 8]),
    ("@walletconnect/environment", [1, 0, 1]),
    ("@walletconnect/events", [1, 0, 1]),
    ("@walletconnect/heartbeat", [1, 2, 2]),
    ("@walletconnect/jsonrpc-provider", [1, 0, 14]),
    ("@walletconnect/jsonrpc-types", [1, 0, 4]),
    ("@walletconnect/jsonrpc-utils", [1, 0, 8]),
    ("@walletconnect/jsonrpc-ws-connection", [1, 0, 16]),
    ("@walletconnect/keyvaluestorage", [1, 1, 1]),
    ("@walletconnect/logger", [2, 1, 2]),
    ("@walletconnect/relay-api", [1, 0, 11]),
    ("@walletconnect/relay-auth", [1, 1, 0]),
    ("@walletconnect/safe-json", [1, 0, 2]),
    ("@walletconnect/sign-client", [2, 21, 8]),
    ("@walletconnect/time", [1, 0, 2]),
    ("@walletconnect/types", [2, 21, 8]),
    ("@walletconnect/utils", [2, 21, 8]),
    ("@walletconnect/window-getters", [1, 0, 1]),
    ("@walletconnect/window-metadata", [1, 0, 1]),
];

/// Checks one `package-lock.json`.
pub fn check(source: &Source) -> Vec<Finding> {
    if source.name() != "package-lock.json" {
        return Vec::new();
    }
    let lock: Value = serde_json::from_str(&source.text).unwrap_or_default();
    let packages = lock["packages"].as_object().into_iter().flatten();
    packages
        .filter_map(|(path, package)| {
            // An alias is installed under its own name, and its lock entry keeps the true one.
            let name = package["name"].as_str().or(path.rsplit("node_modules/").next())?;
            let version = package["version"].as_str().unwrap_or("no version");
            let objection = MAKERS
                .iter()
                .any(|maker| name.starts_with(maker))
                .then(|| objection(source, name, version))??;
            let message = format!("{name} {version} {objection}");
            Some(source.finding("border", 1, message).about(name))
        })
        .collect()
}

fn objection(source: &Source, name: &str, version: &str) -> Option<String> {
    if source.path != TESTS {
        return Some(format!("is for tests of interoperability alone. It belongs into {TESTS}."));
    }
    let Some((_, last)) = LAST.iter().find(|(known, _)| *known == name) else {
        return Some(
            "was never looked at. Its maker changed licences: read the one of this release, then \
             add it to `LAST`."
                .to_owned(),
        );
    };
    if numbers(version).is_some_and(|version| version <= *last) {
        return None;
    }
    let [major, minor, patch] = last;
    Some(format!(
        "is beyond {major}.{minor}.{patch}, the last release whose licence was found free. Pin that \
         one, and override the range that drifted; install nothing before."
    ))
}

/// The three numbers of a release. One before a release has more, and is none.
fn numbers(version: &str) -> Option<[u32; 3]> {
    let parts: Vec<u32> =
        version.split('.').map(|part| part.parse().ok()).collect::<Option<_>>()?;
    parts.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(path: &str, packages: &str) -> Vec<String> {
        let lock = format!(r#"{{"packages":{{{packages}}}}}"#);
        check(&Source::new(path, lock)).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_tree_that_drifted_is_found() {
        let drifted = r#""node_modules/@walletconnect/core":{"version":"2.21.8"},
            "node_modules/@walletconnect/utils":{"version":"2.21.9"},
            "node_modules/a/node_modules/@walletconnect/core":{"version":"2.25.0"}"#;
        assert_eq!(
            found(TESTS, drifted),
            ["@walletconnect/utils 2.21.9", "@walletconnect/core 2.25.0"].map(|it| format!(
                "{TESTS}:1: {it} is beyond 2.21.8, the last release whose licence was found free. \
                 Pin that one, and override the range that drifted; install nothing before. [border]"
            ))
        );
    }

    #[test]
    fn neither_an_alias_nor_a_name_before_a_release_hides_one() {
        for packages in [
            r#""node_modules/sign":{"name":"@walletconnect/sign-client","version":"2.22.0"}"#,
            r#""node_modules/@walletconnect/time":{"version":"1.0.2-canary.1"}"#,
            r#""node_modules/@walletconnect/time":{"version":"1.0"}"#,
            r#""node_modules/@walletconnect/time":{}"#,
            r#""node_modules/@walletconnect/ethereum-provider":{"version":"2.21.8"}"#,
            r#""node_modules/@reown/appkit":{"version":"1.8.2"}"#,
        ] {
            assert_eq!(found(TESTS, packages).len(), 1, "{packages}");
        }
    }

    #[test]
    fn none_is_part_of_anything_else() {
        let last = r#""node_modules/@walletconnect/time":{"version":"1.0.2"},
            "node_modules/old":{"name":"@walletconnect/sign-client","version":"2.17.1"}"#;
        assert_eq!(found(TESTS, last), [""; 0]);
        for path in ["package-lock.json", "examples/vue/package-lock.json"] {
            assert_eq!(found(path, last).len(), 2);
        }
    }
}
