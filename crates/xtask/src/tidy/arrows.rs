//! Which crate may use which, and who may touch the browser.
//!
//! [`CRATES`] is the picture of the architecture as a table. What is not in a row is not allowed.

use super::source::{Finding, Source, line_of, words_at};

/// Crate, what it may use, what only its tests may use.
const CRATES: [(&str, &[&str], &[&str]); 21] = [
    ("wire-attribute", &[], &[]),
    ("wire", &["wire-attribute"], &[]),
    ("protocol", &["wire"], &[]),
    ("chains", &["wire", "protocol"], &[]),
    ("directory", &["wire", "protocol"], &[]),
    ("keys", &["wire", "protocol", "chains"], &[]),
    ("qr", &[], &[]),
    ("runtime", &["wire", "protocol"], &[]),
    ("node", &["wire", "protocol", "chains", "runtime"], &[]),
    ("engine", &["wire", "protocol", "chains", "directory", "node", "qr", "runtime"], &[]),
    ("echo", BROWSER, &[]),
    ("embedded", &["wire", "protocol", "runtime"], &[]),
    ("walletconnect", BROWSER, &[]),
    ("phone", &["runtime", "walletconnect"], &[]),
    ("spend", &["wire", "protocol", "chains", "runtime", "node"], &[]),
    ("signer", &["wire", "protocol", "chains", "keys"], &[]),
    ("vault", &["wire", "protocol", "chains", "runtime", "node"], &[]),
    (
        "server",
        &["wire", "protocol", "chains", "directory", "keys", "qr"],
        &["sim", "runtime", "vault"],
    ),
    (
        "sim",
        &[
            "wire",
            "protocol",
            "chains",
            "directory",
            "keys",
            "qr",
            "runtime",
            "engine",
            "echo",
            "embedded",
            "walletconnect",
            "spend",
            "signer",
            "vault",
        ],
        &[],
    ),
    ("load", &["wire", "protocol"], &[]),
    ("xtask", &[], &[]),
];
const BROWSER: &[&str] = &["wire", "protocol", "chains", "runtime"];
const BINDINGS: [&str; 3] = ["wasm_bindgen", "js_sys", "web_sys"];

/// Checks the dependencies in one manifest.
pub fn of_crate(source: &Source) -> Vec<Finding> {
    if !source.path.starts_with("crates/") || source.name() != "Cargo.toml" {
        return Vec::new();
    }
    let name = source
        .text
        .lines()
        .find_map(|line| line.strip_prefix("name = "))
        .unwrap_or("")
        .trim_matches('"');
    let Some((_, uses, tests_use)) = CRATES.iter().find(|row| row.0 == name) else {
        let message = format!(
            "the crate `{name}` is not in the table of crates. Nobody has decided what it may use. \
             Add it to CRATES in crates/xtask/src/tidy/arrows.rs."
        );
        return vec![source.finding("arrow", 1, message)];
    };
    dependencies(&source.text)
        .into_iter()
        .filter(|(_, used, _)| CRATES.iter().any(|row| row.0 == used))
        .filter(|(_, used, is_test)| {
            let is_allowed = uses.contains(&used.as_str()) || *is_test && tests_use.contains(&used.as_str());
            !is_allowed
        })
        .map(|(line, used, _)| {
            let allowed = if uses.is_empty() { "none of ours".to_owned() } else { uses.join(", ") };
            let message = format!(
                "`{name}` uses `{used}`. The arrows of the architecture run one way. It may use {allowed}; \
                 move what both need to where both may look."
            );
            source.finding("arrow", line, message).about(&format!("{name} -> {used}"))
        })
        .collect()
}

/// Line, crate, whether only tests use it.
fn dependencies(manifest: &str) -> Vec<(usize, String, bool)> {
    let mut found = Vec::new();
    let mut section = String::new();
    for (at, line) in manifest.lines().enumerate() {
        let line = line.trim();
        if let Some(name) = line.strip_prefix('[') {
            name.trim_end_matches(']').clone_into(&mut section);
            if let Some((kind, used)) = section.rsplit_once("dependencies.") {
                found.push((at + 1, used.to_owned(), kind.ends_with("dev-")));
            }
        } else if section.ends_with("dependencies") && !line.starts_with('#') {
            let used = line.split(['=', '.', ' ']).next().unwrap_or("");
            found.push((at + 1, used.to_owned(), section.ends_with("dev-dependencies")));
        }
    }
    found
}

/// The bindings to the browser are named in `web.rs` files only.
pub fn of_browser_code(source: &Source) -> Vec<Finding> {
    if source.name() == "web.rs" {
        return Vec::new();
    }
    BINDINGS
        .iter()
        .filter_map(|binding| {
            let at = words_at(&source.masked, binding).next()?;
            let message = format!(
                "`{binding}` is used outside a `web.rs`. What touches the browser cannot be tested without one. \
                 Keep it in the crate's web.rs."
            );
            Some(source.finding("browser", line_of(&source.masked, at), message))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(path: &str, text: &str) -> Vec<String> {
        let source = Source::new(path, text.to_owned());
        of_crate(&source)
            .into_iter()
            .chain(of_browser_code(&source))
            .map(|finding| finding.to_string())
            .collect()
    }

    #[test]
    fn an_arrow_against_the_table_is_found() {
        let text = "[package]\nname = \"protocol\"\n\n[dependencies]\nwire.workspace = true\nchains = { path = \"x\" }\n";
        assert_eq!(
            found("crates/protocol/Cargo.toml", text),
            [
                "crates/protocol/Cargo.toml:6: `protocol` uses `chains`. The arrows of the architecture run one way. \
              It may use wire; move what both need to where both may look. [arrow]"
            ]
        );
    }

    #[test]
    fn tests_may_use_more() {
        let manifest = |section: &str| {
            format!("[package]\nname = \"server\"\n[{section}]\nsim.workspace = true\n")
        };
        assert_eq!(
            found("crates/server/Cargo.toml", &manifest("dev-dependencies")),
            Vec::<String>::new()
        );
        assert_eq!(found("crates/server/Cargo.toml", &manifest("dependencies")).len(), 1);
        assert_eq!(
            found("crates/server/Cargo.toml", &manifest("target.'cfg(unix)'.dependencies")).len(),
            1
        );
        assert_eq!(
            found(
                "crates/server/Cargo.toml",
                "[package]\nname = \"server\"\n[dependencies.engine]\n"
            )
            .len(),
            1
        );
    }

    #[test]
    fn an_unknown_crate_is_found() {
        assert_eq!(found("crates/new/Cargo.toml", "[package]\nname = \"new\"\n").len(), 1);
    }

    #[test]
    fn the_browser_is_touched_in_web_rs_only() {
        assert_eq!(
            found("crates/engine/src/web.rs", "use wasm_bindgen::prelude::*;"),
            Vec::<String>::new()
        );
        assert_eq!(
            found("crates/engine/src/lib.rs", "//! wasm_bindgen\nuse wasm_bindgen_x::A;"),
            Vec::<String>::new()
        );
        assert_eq!(
            found("crates/engine/src/lib.rs", "//! x\nuse wasm_bindgen::prelude::*;"),
            [
                "crates/engine/src/lib.rs:2: `wasm_bindgen` is used outside a `web.rs`. What touches the browser cannot \
              be tested without one. Keep it in the crate's web.rs. [browser]"
            ]
        );
    }
}
