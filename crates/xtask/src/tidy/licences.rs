//! The licences of everything in the lock files, test tools too: a tool that may not be passed on
//! cannot be part of how a stranger checks us. The examples show what hosts have, and are never shipped;
//! nor are the contracts that tests deploy.

use serde_json::Value;

use super::source::{Finding, Source};

/// It has the list of what is allowed.
const DENY: &str = include_str!("../../../../deny.toml");

/// What frameworks of hosts bring besides, reviewed: libvips, with which Next makes images small, and
/// caniuse-lite, a table of browsers.
const OF_EXAMPLES: [&str; 2] = ["LGPL-3.0-or-later", "CC-BY-4.0"];

/// What Uniswap's contracts are under, reviewed: the last became GPL-2.0-or-later in 2023. Tests deploy
/// them from where npm put them.
const OF_CONTRACTS: [&str; 3] = ["GPL-2.0-or-later", "GPL-3.0-or-later", "BUSL-1.1"];

/// Checks what `cargo metadata` says.
pub fn of_crates(metadata: &str) -> Vec<Finding> {
    let graph: Value = serde_json::from_str(metadata).unwrap_or_default();
    let packages = graph["packages"].as_array().map(Vec::as_slice).unwrap_or_default();
    packages
        .iter()
        .filter_map(|package| {
            judge("Cargo.lock", package["name"].as_str()?, &package["license"], &[])
        })
        .collect()
}

/// Checks what every `package-lock.json` says.
pub fn of_packages(sources: &[Source]) -> Vec<Finding> {
    sources.iter().filter(|source| source.name() == "package-lock.json").flat_map(of_lock).collect()
}

fn of_lock(source: &Source) -> Vec<Finding> {
    let lock: Value = serde_json::from_str(&source.text).unwrap_or_default();
    let Some(packages) = lock["packages"].as_object() else { return Vec::new() };
    let more: &[&str] = match source.path.split('/').next() {
        Some("examples") => &OF_EXAMPLES,
        Some("contracts") => &OF_CONTRACTS,
        _ => &[],
    };
    packages
        .iter()
        .filter(|(path, package)| !path.is_empty() && package["link"] != Value::Bool(true))
        .filter_map(|(path, package)| {
            let name = path.rsplit("node_modules/").next().unwrap_or(path);
            judge(&source.path, name, &package["license"], more)
        })
        .collect()
}

fn judge(file: &str, name: &str, licence: &Value, more: &[&str]) -> Option<Finding> {
    let licence = licence.as_str().unwrap_or("no licence");
    (!is_allowed(licence, more)).then(|| Finding {
        rule: "licence",
        file: file.to_owned(),
        line: 1,
        subject: name.to_owned(),
        size: 0,
        message: format!(
            "{name} is under `{licence}`. What we ship and test with stays free for everyone. \
             Use another package, or give the reason in the list of exceptions."
        ),
    })
}

/// Whether an SPDX expression leaves us a licence we allow, or one of `more`. `/` is the old spelling of OR.
fn is_allowed(expression: &str, more: &[&str]) -> bool {
    let spaced = expression.replace('(', " ( ").replace(')', " ) ").replace('/', " OR ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut at = 0;
    let verdict = either(&words, &mut at, more);
    verdict && at == words.len()
}

fn either(words: &[&str], at: &mut usize, more: &[&str]) -> bool {
    let mut verdict = both(words, at, more);
    while words.get(*at) == Some(&"OR") {
        *at += 1;
        verdict |= both(words, at, more);
    }
    verdict
}

fn both(words: &[&str], at: &mut usize, more: &[&str]) -> bool {
    let mut verdict = one(words, at, more);
    while words.get(*at) == Some(&"AND") {
        *at += 1;
        verdict &= one(words, at, more);
    }
    verdict
}

fn one(words: &[&str], at: &mut usize, more: &[&str]) -> bool {
    let Some(word) = words.get(*at) else { return false };
    *at += 1;
    if *word == "(" {
        let is_fine = either(words, at, more) && words.get(*at) == Some(&")");
        *at += 1;
        return is_fine;
    }
    // An exception only adds to what is allowed, such as `Apache-2.0 WITH LLVM-exception`.
    if words.get(*at) == Some(&"WITH") {
        *at += 2;
    }
    more.contains(word) || allowed().any(|licence| licence == *word)
}

/// The words of the list `allow`, which no other key ends with.
fn allowed() -> impl Iterator<Item = &'static str> {
    let list = DENY.split_once("\nallow = [").and_then(|(_, after)| after.split_once(']'));
    list.unwrap_or_default().0.split('"').skip(1).step_by(2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions_are_read_as_they_are_meant() {
        for fine in [
            "MIT",
            "MIT OR Apache-2.0",
            "MIT/Apache-2.0",
            "(MIT AND Zlib)",
            "(MIT OR Apache-2.0) AND Unicode-3.0",
            "Apache-2.0 WITH LLVM-exception OR GPL-3.0",
            "MIT OR GPL-3.0 AND GPL-2.0",
        ] {
            assert!(is_allowed(fine, &[]), "{fine}");
        }
        for wrong in [
            "GPL-3.0",
            "MIT AND GPL-3.0",
            "",
            "no licence",
            "(MIT",
            "MIT MIT",
            "SEE LICENSE IN LICENSE",
        ] {
            assert!(!is_allowed(wrong, &[]), "{wrong}");
        }
    }

    #[test]
    fn a_package_under_another_licence_is_found() {
        let lock = r#"{"packages":{"":{},"node_modules/a":{"license":"MIT"},"web/kit":{"license":"MIT"},
            "node_modules/b/node_modules/@x/c":{"license":"GPL-3.0"},"node_modules/kit":{"link":true}}}"#;
        let found = of_packages(&[Source::new("package-lock.json", lock.to_owned())]);
        assert_eq!(
            found.iter().map(ToString::to_string).collect::<Vec<_>>(),
            [
                "package-lock.json:1: @x/c is under `GPL-3.0`. What we ship and test with stays free for everyone. \
              Use another package, or give the reason in the list of exceptions. [licence]"
            ]
        );
        let lock = r#"{"packages":{"node_modules/a":{"license":"CC-BY-4.0"}}}"#;
        let of = |path| of_packages(&[Source::new(path, lock.to_owned())]).len();
        assert_eq!([of("examples/next/package-lock.json"), of("package-lock.json")], [0, 1]);
        let lock = r#"{"packages":{"node_modules/a":{"license":"BUSL-1.1"}}}"#;
        let of = |path| of_packages(&[Source::new(path, lock.to_owned())]).len();
        assert_eq!([of("contracts/package-lock.json"), of("interop/package-lock.json")], [0, 1]);
        let found =
            of_crates(r#"{"packages":[{"name":"a","license":null},{"name":"b","license":"ISC"}]}"#);
        assert_eq!(found[0].subject, "a");
    }
}
