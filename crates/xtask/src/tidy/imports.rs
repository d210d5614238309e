//! Who imports whom in `web/`: the arrows between folders, no cycles, no barrels.
//!
//! An import is resolved to a path of the repository (`web/kit/Button/Button`) without its ending, or
//! stays what it is for a package (`react`). Tests and stories are free, except that views stay apart.

use std::collections::{BTreeMap, BTreeSet};

use super::source::{Finding, Source, line_of};

/// An import: the byte it is at, what it names, whether only types come.
struct Import {
    at: usize,
    names: String,
    is_type: bool,
}

const VIEWS: &str = "web/modal/src/views/";
const FRAME_VIEWS: &str = "web/vault/src/views/";

/// What stands alone, and what it may import: packages by name, folders by a path that ends in `/`.
/// Types count: whoever shows or tests it needs nothing else.
const ARROWS: [(&str, &[&str]); 4] = [
    ("web/kit/", &["react", "web/kit/"]),
    (
        VIEWS,
        &[
            "react",
            "web/kit/",
            "web/modal/src/text/",
            "web/modal/src/generated/",
            "web/shell/src/views/useSlice",
            "web/shell/src/views/useSend",
        ],
    ),
    (
        FRAME_VIEWS,
        &["react", "web/kit/", "web/vault/src/text/", "web/vault/src/generated/", FRAME_VIEWS],
    ),
    ("web/shell/", &["react", "web/shell/"]),
];

/// Which bundle a file ends in, by its folder, and whose code may come along. Types do not count: they
/// end in none. What is in `all/` ends in several.
const BUNDLES: [(&str, &[&str]); 20] = [
    (
        "web/modal/src/entry/",
        &[
            "web/kit/src/Avatar/Avatar.css",
            "web/kit/src/Avatar/colourOf",
            "web/kit/src/ListItem/ListItem.css",
            "web/kit/src/Picture/Picture.css",
            "web/kit/src/Dialog/",
            "web/kit/src/Icon/paths",
            "web/kit/src/Spinner/Spinner.css",
            "web/kit/src/styles/",
            "web/modal/package.json",
            "web/modal/src/generated/",
            "web/modal/src/all/",
            "web/modal/src/text/alertText",
            "web/modal/src/text/amount",
            "web/modal/src/text/pageText",
            "web/modal/src/text/shortened",
            "web/shell/src/entry/",
            "web/shell/src/generated/",
            "web/shell/src/all/",
        ],
    ),
    (
        "web/modal/src/engine/",
        &[
            "virtual:latchkit-glue/engine",
            "web/kit/src/Dialog/draw",
            "web/kit/src/Icon/close",
            "web/kit/src/styles/viewIconButton.css",
            "web/kit/src/styles/viewSpinner.css",
            "web/modal/package.json",
            "web/modal/src/generated/",
            "web/modal/src/all/",
            "web/modal/src/text/engineAlerts",
            "web/modal/src/text/noticeText",
            "web/shell/src/engine/",
            "web/shell/src/generated/",
            "web/shell/src/ops/",
            "web/shell/src/all/",
        ],
    ),
    (
        "web/modal/src/spend/",
        &["virtual:latchkit-glue/spend", "web/shell/src/ops/", "web/shell/src/all/"],
    ),
    (
        "web/modal/src/embedded/",
        &[
            "virtual:latchkit-glue/embedded",
            "web/modal/src/text/embeddedText",
            "web/shell/src/ops/",
            "web/shell/src/all/",
        ],
    ),
    (
        "web/modal/src/walletconnect/",
        &["virtual:latchkit-glue/walletconnect", "web/shell/src/ops/", "web/shell/src/all/"],
    ),
    (
        VIEWS,
        &[
            "react",
            "react-dom",
            "virtual:latchkit-shared",
            "virtual:latchkit-styles/first",
            "virtual:latchkit-text/en/first",
            "virtual:latchkit-text/en/lazy",
            "virtual:latchkit-text/en/spend",
            "virtual:latchkit-styles/lazy",
            "virtual:latchkit-styles/spend",
            "web/kit/",
            "web/modal/src/generated/",
            "web/modal/src/all/",
            "web/modal/src/text/",
            "web/shell/src/all/",
            "web/shell/src/views/",
        ],
    ),
    ("web/modal/src/react/", &["react", "web/modal/src/entry/main", "web/modal/src/all/"]),
    ("web/modal/src/lazy/", &["web/modal/src/generated/"]),
    (
        "web/modal/src/namespaces/",
        &["web/modal/src/all/", "web/shell/src/generated/", "web/shell/src/all/"],
    ),
    (
        "web/modal/src/all/",
        &["web/modal/src/generated/", "web/shell/src/generated/", "web/shell/src/all/"],
    ),
    ("web/shell/src/entry/", &["web/shell/src/generated/", "web/shell/src/all/"]),
    (
        "web/shell/src/engine/",
        &["web/shell/src/generated/", "web/shell/src/ops/", "web/shell/src/all/"],
    ),
    (
        "web/shell/src/ops/",
        &["web/shell/src/engine/", "web/shell/src/generated/", "web/shell/src/all/"],
    ),
    ("web/shell/src/views/", &["react"]),
    ("web/shell/src/all/", &["web/shell/src/generated/"]),
    (
        "web/vault/src/entry/",
        &[
            "virtual:latchkit-glue/vault",
            "signer.wasm",
            "vault.wasm",
            "web/shell/src/entry/",
            "web/shell/src/ops/",
            "web/vault/package.json",
            "web/vault/src/all/",
            "web/vault/src/engine/",
            "web/vault/src/ops/",
            "web/vault/src/views/draw",
        ],
    ),
    (
        "web/vault/src/engine/",
        &["web/shell/src/engine/", "web/vault/src/generated/", "web/vault/src/worker/signer"],
    ),
    ("web/vault/src/ops/", &["web/shell/src/ops/"]),
    // The worker alone has keys in clear: nothing of the page comes along.
    ("web/vault/src/worker/", &["virtual:latchkit-glue/signer"]),
    (
        FRAME_VIEWS,
        &[
            "react",
            "react-dom",
            "virtual:latchkit-frame/styles/first",
            "virtual:latchkit-frame/styles/later",
            "virtual:latchkit-frame/text/en/first",
            "virtual:latchkit-frame/text/en/later",
            "web/kit/",
            "web/modal/src/all/language",
            "web/shell/src/views/",
            "web/vault/src/generated/",
            "web/vault/src/text/",
        ],
    ),
];

/// Checks the imports of one file.
pub fn check(source: &Source) -> Vec<Finding> {
    if !is_script(source) {
        return Vec::new();
    }
    let mut findings = Vec::new();
    if source.name().starts_with("index.") {
        let message = "an index file is a barrel. It hides where things are and loads what nobody asked for. \
             Import from the file itself.";
        findings.push(source.finding("barrel", 1, message.to_owned()));
    }
    let alone = ARROWS.iter().find(|row| source.path.starts_with(row.0));
    let bundle = BUNDLES.iter().find(|row| source.path.starts_with(row.0));
    for import in imports(source) {
        let line = line_of(&source.text, import.at);
        let subject = format!("{} -> {}", source.path, import.names);
        let wrong = if import.names.contains("xtask") {
            "The tools are nobody's library. Move it out of xtask.".to_owned()
        } else if let Some((folder, allowed)) =
            alone.filter(|row| is_against(source, &import.names, row))
        {
            let allowed = allowed.join(", ");
            format!("What is in {folder} must stand alone. It may import {allowed}.")
        } else if let Some((folder, allowed)) =
            bundle.filter(|row| !import.is_type && is_strange(source, &import.names, row))
        {
            let allowed = allowed.join(", ");
            format!("{folder} is in another file of the package. It may take code from {allowed}.")
        } else {
            continue;
        };
        let message = format!("imports {}. {wrong}", import.names);
        findings.push(source.finding("arrow", line, message).about(&subject));
    }
    findings
}

/// Whether a file of a view, or of what stands alone, imports what it must not.
fn is_against(source: &Source, names: &str, row: &(&str, &[&str])) -> bool {
    if [VIEWS, FRAME_VIEWS].contains(&row.0) {
        // Beside the folders of the views lie the router and what all views share.
        let Some(own) = view_of(row.0, &source.path) else { return false };
        if names.starts_with(row.0) {
            return view_of(row.0, names).map_or(names.ends_with("/Router"), |other| other != own);
        }
    }
    is_strange(source, names, row)
}

/// Whether code that visitors get imports what is neither of its folder nor allowed to it.
fn is_strange(source: &Source, names: &str, (folder, allowed): &(&str, &[&str])) -> bool {
    let is_free =
        source.is_test() || source.name().contains(".story.") || source.name().contains(".config.");
    let is_allowed = allowed.iter().any(|target| {
        let is_under = names.strip_prefix(target).is_some_and(|rest| rest.starts_with('/'));
        let is_package = is_under && !target.contains('/');
        target.ends_with('/') && names.starts_with(target) || names == *target || is_package
    });
    !is_free && !is_allowed && !names.starts_with(folder)
}

/// `web/modal/src/views/Connect/Connect` is of the view Connect, among the views of the modal.
fn view_of<'a>(views: &str, path: &'a str) -> Option<&'a str> {
    let (view, _) = path.strip_prefix(views)?.split_once('/')?;
    view.starts_with(char::is_uppercase).then_some(view)
}

/// Files that import each other in a ring; types count, since they too are read together.
pub fn cycles(sources: &[Source]) -> Vec<Finding> {
    let scripts: Vec<&Source> = sources.iter().filter(|source| is_script(source)).collect();
    let graph: BTreeMap<String, Vec<String>> = scripts
        .iter()
        .map(|source| {
            let targets = imports(source).into_iter().map(|import| import.names);
            (without_ending(&source.path).to_owned(), targets.collect())
        })
        .collect();
    let mut done = BTreeSet::new();
    let mut findings = Vec::new();
    for start in graph.keys() {
        let mut trail = Vec::new();
        if let Some(ring) = ring_from(start, &graph, &mut trail, &mut done) {
            let file = scripts.iter().find(|source| without_ending(&source.path) == ring[0]);
            let message = format!(
                "imports itself in a ring: {}. None of them can be read or tested alone. \
                 Move what they share into a file of its own.",
                ring.join(" -> ")
            );
            findings.extend(file.map(|source| source.finding("cycle", 1, message)));
        }
    }
    findings
}

fn ring_from<'a>(
    node: &'a str,
    graph: &'a BTreeMap<String, Vec<String>>,
    trail: &mut Vec<&'a str>,
    done: &mut BTreeSet<&'a str>,
) -> Option<Vec<&'a str>> {
    if let Some(start) = trail.iter().position(|seen| *seen == node) {
        return Some(trail[start..].iter().copied().chain([node]).collect());
    }
    if !done.insert(node) {
        return None;
    }
    trail.push(node);
    let ring =
        graph.get(node).into_iter().flatten().find_map(|next| ring_from(next, graph, trail, done));
    trail.pop();
    ring
}

fn is_script(source: &Source) -> bool {
    source.path.starts_with("web/")
        && source.ends_with(&[".ts", ".tsx"])
        && !source.path.ends_with(".d.ts")
}

/// Every `from '…'`, `import '…'` and `import('…')` of a file.
fn imports(source: &Source) -> Vec<Import> {
    let text = &source.text;
    let mut found = Vec::new();
    for opening in ["from '", "import '", "import('"] {
        for (at, _) in text.match_indices(opening) {
            let start = at + opening.len();
            let Some(length) = text[start..].find(['\'', '\n']) else { continue };
            let statement =
                text[..at].rfind("import").or_else(|| text[..at].rfind("export")).unwrap_or(at);
            let head = &text[statement..at];
            let is_type = match opening {
                "from '" => head.starts_with("import type") || head.starts_with("export type"),
                "import('" => text[..at].ends_with("typeof "),
                _ => false,
            };
            found.push(Import {
                at,
                names: resolve(&source.path, &text[start..start + length]),
                is_type,
            });
        }
    }
    found
}

fn resolve(path: &str, names: &str) -> String {
    let names = names.split('?').next().unwrap_or(names);
    if let Some(rest) = names.strip_prefix("@latchkit/") {
        return without_ending(&format!("web/{rest}")).to_owned();
    }
    if !names.starts_with('.') {
        return names.to_owned();
    }
    let mut parts: Vec<&str> = path.split('/').collect();
    parts.pop();
    for part in names.split('/') {
        match part {
            "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    without_ending(&parts.join("/")).to_owned()
}

fn without_ending(path: &str) -> &str {
    [".tsx", ".ts", ".js"].iter().find_map(|ending| path.strip_suffix(ending)).unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(path: &str, text: &str) -> Vec<String> {
        check(&Source::new(path, text.to_owned())).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn the_kit_stands_alone() {
        let path = "web/kit/Button/Button.tsx";
        let fine = "import { useId } from 'react'\nimport css from './Button.css?inline'\nimport '../Row/Row'\n";
        assert_eq!(found(path, fine), Vec::<String>::new());
        assert_eq!(
            found(
                path,
                "import { x } from 'react'\nimport { useSlice } from '@latchkit/shell/src/views/useSlice'\n"
            ),
            [
                "web/kit/Button/Button.tsx:2: imports web/shell/src/views/useSlice. What is in web/kit/ must stand alone. \
              It may import react, web/kit/. [arrow]"
            ]
        );
    }

    #[test]
    fn views_do_not_know_each_other() {
        let view = "web/modal/src/views/Connect/Connect.tsx";
        let text = "import { useSend } from '@latchkit/shell/src/views/useSend'\nimport css from './Connect.css?inline'\n";
        assert_eq!(found(view, text), Vec::<String>::new());
        assert_eq!(found(view, "import { Account } from '../Account/Account'").len(), 1);
        assert_eq!(found(view, "import { store } from '../../store'").len(), 1);
        assert_eq!(
            found("web/modal/src/views/Connect/Connect.test.tsx", "import x from 'vitest'").len(),
            0
        );
        assert_eq!(
            found("web/modal/src/views/Router.tsx", "import { Account } from './Account/Account'")
                .len(),
            0
        );
    }

    #[test]
    fn views_of_the_frame_do_not_know_each_other_either() {
        let view = "web/vault/src/views/Otp/Otp.tsx";
        let text = "import { useSend } from '../frameStore.ts'\nimport { useText } from '../../text/useText.ts'\n";
        assert_eq!(found(view, text), Vec::<String>::new());
        assert_eq!(found(view, "import { Email } from '../Email/Email.tsx'").len(), 1);
        assert_eq!(found(view, "import { opened } from '../../ops/show.ts'").len(), 1);
        let worker = "web/vault/src/worker/signer.ts";
        assert_eq!(found(worker, "import { createSecrets } from '../ops/secrets'").len(), 1);
    }

    #[test]
    fn a_folder_is_a_bundle() {
        let entry = "web/modal/src/entry/main.ts";
        let fine = "import type { Page } from '../engine/page'\nimport { warn } from '../all/warn'\n\
             type Engine = typeof import('../engine/engine')\n";
        assert_eq!(found(entry, fine), Vec::<String>::new());
        assert!(
            found(entry, "import { page } from '../engine/page'\n")[0].starts_with(
                "web/modal/src/entry/main.ts:1: imports web/modal/src/engine/page. web/modal/src/entry/ is in \
                 another file of the package. It may take code from web/kit/src/Avatar/Avatar.css, "
            )
        );
        assert_eq!(found(entry, "import { useState } from 'react'\n").len(), 1);
        assert_eq!(
            found("web/modal/src/views/Router.tsx", "import { open } from '../entry/instance'\n")
                .len(),
            1
        );
        assert_eq!(
            found("web/modal/src/entry/main.test.ts", "import { page } from '../engine/page'\n")
                .len(),
            0
        );
    }

    #[test]
    fn barrels_are_found() {
        assert!(
            found("web/kit/index.ts", "export * from './Button'")[0]
                .starts_with("web/kit/index.ts:1: an index")
        );
    }

    #[test]
    fn rings_are_found_and_types_count() {
        let files = |second: &str| {
            [
                Source::new("web/modal/src/a.ts", "import { b } from './b'\n".to_owned()),
                Source::new("web/modal/src/b.ts", second.to_owned()),
            ]
        };
        assert_eq!(
            cycles(&files("import { a } from './a'\n"))[0].to_string(),
            "web/modal/src/a.ts:1: imports itself in a ring: web/modal/src/a -> web/modal/src/b -> web/modal/src/a. \
             None of them can be read or tested alone. Move what they share into a file of its own. [cycle]"
        );
        assert_eq!(cycles(&files("import type { A } from './a'\n")).len(), 1);
        assert_eq!(cycles(&files("import type { C } from './c'\n")), Vec::new());
    }
}
