//! What of others is inside: the crates that cargo links, by `cargo tree`, the packages that the
//! bundler took, by the list that the build of the package leaves, and the standard library.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::run::{self, Outcome};
use crate::tree;

/// Folders below the root, as a list: of the package, written by `web/modal/build/packagePlugin.ts`.
pub const IN_PACKAGE: &str = "target/web/release/bundled.json";

/// The same of the frame, written by `web/vault/vite.config.ts`.
pub const IN_FRAME: &str = "target/web/release/bundled_frame.json";

/// Somebody else's work.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Part {
    pub name: String,
    pub version: String,
    /// An SPDX expression.
    pub licence: String,
    pub authors: String,
    /// Where its files are; nothing for the standard library.
    pub folder: Option<PathBuf>,
    /// The parts it uses itself.
    pub needs: BTreeSet<String>,
}

/// Parts by their package URL (<https://github.com/package-url/purl-spec>).
#[derive(Default)]
pub struct Parts {
    pub all: BTreeMap<String, Part>,
    /// Those that we use ourselves.
    pub ours: BTreeSet<String>,
}

impl Parts {
    /// What cargo links for a selection of crates, with the standard library of the compiler.
    pub fn of_crates(selection: &[&str], rustc: &str) -> Outcome<Parts> {
        let words = ["tree", "--locked", "-e", "normal,no-proc-macro", "--prefix", "depth"];
        let tree = run::answer(run::cargo(&words).args(["--format", " {p}"]).args(selection))?;
        let words = ["metadata", "--locked", "--format-version", "1", "--all-features"];
        let known = run::answer(&mut run::cargo(&words))?;
        let known: Value = serde_json::from_str(&known).map_err(|error| error.to_string())?;
        let mut parts = read_tree(&tree);
        for package in known["packages"].as_array().into_iter().flatten() {
            let word = |key: &str| package[key].as_str().unwrap_or_default();
            let Some(part) = parts.all.get_mut(&url_of_crate(word("name"), word("version"))) else {
                continue;
            };
            part.licence = word("license").replace('/', " OR ");
            part.folder = Path::new(word("manifest_path")).parent().map(Path::to_path_buf);
            let authors = package["authors"].as_array().into_iter().flatten();
            part.authors = authors.filter_map(Value::as_str).collect::<Vec<_>>().join(", ");
        }
        parts.add(standard_library(&run::answer(&mut run::program(rustc, &["--version"]))?));
        Ok(parts)
    }

    /// The npm packages in the files of ours: in the package, or in the frame.
    pub fn of_packages(list: &str) -> Outcome<Parts> {
        let list = tree::read(&tree::root().join(list))?;
        let list: Vec<String> = serde_json::from_str(&list).map_err(|error| error.to_string())?;
        let mut parts = Parts::default();
        let mut needed = BTreeMap::new();
        for folder in list.iter().map(|folder| tree::root().join(folder)) {
            let manifest: Value = serde_json::from_str(&tree::read(&folder.join("package.json"))?)
                .map_err(|error| format!("{}: {error}", folder.display()))?;
            let word = |key: &str| manifest[key].as_str().unwrap_or_default().to_owned();
            let (name, version) = (word("name"), word("version"));
            let url = format!("pkg:npm/{}@{version}", name.replace('@', "%40"));
            let needs = manifest["dependencies"].as_object().into_iter().flatten();
            needed
                .insert(name.clone(), (url.clone(), needs.map(|(name, _)| name.clone()).collect()));
            let licence = word("license");
            let part = Part { name, version, licence, folder: Some(folder), ..Part::default() };
            parts.all.insert(url, part);
        }
        parts.ours = parts.all.keys().cloned().collect();
        for (url, needs) in needed.values() {
            let needs: &Vec<String> = needs;
            for (need, _) in needs.iter().filter_map(|name| needed.get(name)) {
                parts.ours.remove(need);
                parts.all.entry(url.clone()).or_default().needs.insert(need.clone());
            }
        }
        Ok(parts)
    }

    pub fn add(&mut self, others: Parts) {
        self.ours.extend(others.ours);
        for (url, part) in others.all {
            self.all.entry(url).or_insert_with(|| part.clone()).needs.extend(part.needs);
        }
    }
}

fn url_of_crate(name: &str, version: &str) -> String {
    format!("pkg:cargo/{name}@{version}")
}

/// Lines such as `2 itoa v1.0.18`. Ours have a place, in parentheses; what was shown before ends
/// with `(*)`, and is not shown with its own again.
fn read_tree(tree: &str) -> Parts {
    let mut parts = Parts::default();
    // The way to the last line; nothing stands for one of ours.
    let mut way: Vec<Option<String>> = Vec::new();
    for line in tree.lines() {
        let mut words = line.split_whitespace();
        let (Some(depth), Some(name), Some(version)) = (words.next(), words.next(), words.next())
        else {
            continue;
        };
        let is_ours = words.any(|word| word.starts_with('(') && word != "(*)");
        let version = version.trim_start_matches('v');
        let url = (!is_ours).then(|| url_of_crate(name, version));
        way.truncate(depth.parse().unwrap_or(0));
        if let Some(url) = &url {
            let part =
                Part { name: name.to_owned(), version: version.to_owned(), ..Part::default() };
            parts.all.entry(url.clone()).or_insert(part);
            let needs = match way.last() {
                Some(Some(parent)) => &mut parts.all.entry(parent.clone()).or_default().needs,
                _ => &mut parts.ours,
            };
            needs.insert(url.clone());
        }
        way.push(url);
    }
    parts
}

/// `version` is what the compiler says of itself: `rustc 1.95.0 (…)`.
fn standard_library(version: &str) -> Parts {
    let version = version.split_whitespace().nth(1).unwrap_or_default();
    let url = format!("pkg:github/rust-lang/rust@{version}");
    let part = Part {
        name: "rust".to_owned(),
        version: version.to_owned(),
        licence: "MIT OR Apache-2.0".to_owned(),
        authors: "The Rust Project Contributors".to_owned(),
        ..Part::default()
    };
    Parts { ours: [url.clone()].into(), all: [(url, part)].into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_needs_whom_is_read_from_the_depths() {
        let parts = read_tree(
            "0 server v0.1.0 (/x/crates/server)\n1 axum v0.8.9\n2 bytes v1.12.1\n\
             1 wire v0.1.0 (/x/crates/wire)\n2 itoa v1.0.18\n\n0 engine v0.1.0 (/x)\n1 axum v0.8.9 (*)\n",
        );
        let [axum, bytes, itoa] =
            ["axum@0.8.9", "bytes@1.12.1", "itoa@1.0.18"].map(|name| format!("pkg:cargo/{name}"));
        assert_eq!(parts.all.keys().collect::<Vec<_>>(), [&axum, &bytes, &itoa]);
        assert_eq!(parts.ours, [axum.clone(), itoa].into());
        assert_eq!(parts.all[&axum].needs, [bytes].into());
    }
}
