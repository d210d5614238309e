//! Which files of the built package load when, read from their imports.
//!
//! Static imports load with the file. Lazy files are named by literals, `"./engine-1a2b3c4d.js"`: until
//! the Connect list is there, everything loads that is named, but for what opens later.

use std::fs;
use std::path::{Path, PathBuf};

use crate::run::Outcome;
use crate::tree;

/// The chunks with the wallets of namespaces, and of Safe's app: a host with eip155 alone loads none.
pub const NAMESPACES: [&str; 5] = ["solana", "bip122", "polkadot", "cosmos", "safe"];

/// Beginnings of the names of other files that the Connect list does without.
const LATER: [&str; 9] = [
    "late",
    "walletconnect",
    "spend",
    "embedded",
    "react",
    "wagmi",
    "lazy_views",
    "wallets",
    "networks",
];

/// Beginning and ending of the names of the files that the list is made of.
const NEEDED: [(&str, &str); 3] = [("views-", ".js"), ("engine-", ".js"), ("engine-", ".wasm")];

/// The entry and what it imports at once.
pub fn loaded_at_import(dist: &Path) -> Outcome<Vec<PathBuf>> {
    reachable_chunks(dist, false)
}

/// What a visitor has loaded when the Connect list is visible. Fails unless the views, the engine and its
/// WebAssembly are among it: without them a budget would hold for nothing.
pub fn loaded_for_list(dist: &Path) -> Outcome<Vec<PathBuf>> {
    let found = reachable_chunks(dist, true)?;
    for (beginning, ending) in NEEDED {
        let is_needed = |path: &PathBuf| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            name.starts_with(beginning) && name.ends_with(ending)
        };
        if !found.iter().any(is_needed) {
            let entry = tree::relative(&dist.join("latchkit.js"));
            return Err(format!(
                "{entry} leads to no {beginning}*{ending}: see LATER in chunks.rs"
            ));
        }
    }
    Ok(found)
}

/// The built chunk of a namespace.
pub fn of_namespace(dist: &Path, name: &str) -> Option<PathBuf> {
    let beginning = format!("{name}-");
    let mut files = fs::read_dir(dist).ok()?.flatten().map(|entry| entry.path());
    files.find(|path| {
        let file = path.file_name().unwrap_or_default().to_string_lossy();
        file.starts_with(&beginning) && file.ends_with(".js")
    })
}

/// What is loaded when a module is first needed: its WebAssembly, the code around it, and its views.
pub fn of_module(dist: &Path, name: &str) -> Outcome<Vec<PathBuf>> {
    let beginning = format!("{name}-");
    let all = fs::read_dir(dist).map_err(|error| format!("{}: {error}", tree::relative(dist)))?;
    let name_of =
        |path: &PathBuf| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let of_it = all.flatten().map(|entry| entry.path());
    let of_views = format!("{name}_views-");
    let is_of_it = |name: &str| name.starts_with(&beginning) || name.starts_with(&of_views);
    let found: Vec<_> = of_it.filter(|path| is_of_it(&name_of(path))).collect();
    let has = |ending: &str| found.iter().any(|path| name_of(path).ends_with(ending));
    if has(".js") && has(".wasm") {
        Ok(found)
    } else {
        Err(format!("{name} is not in the package"))
    }
}

/// The page of the vault's frame: what it has loaded when the field for an address can be used, and all of it. `frame`
/// is its folder.
pub fn of_frame(frame: &Path) -> Outcome<[Vec<PathBuf>; 2]> {
    let page = frame.join("frame.html");
    let text = tree::read(&page)?;
    let named_there = text.split("\"/frame/").skip(1).filter_map(|rest| rest.split('"').next());
    let mut first = vec![page];
    first.extend(named_there.map(|name| frame.join(name)));
    let mut seen = 1;
    while seen < first.len() {
        let is_script = first[seen].extension().is_some_and(|ending| ending == "js");
        let text = if is_script { tree::read(&first[seen])? } else { String::new() };
        for path in named(&text, false).into_iter().map(|name| frame.join(name)) {
            if path.is_file() && !first.contains(&path) {
                first.push(path);
            }
        }
        seen += 1;
    }
    let has = |ending: &str| first.iter().any(|it| it.extension().is_some_and(|it| it == ending));
    if !has("js") || !has("wasm") {
        return Err(format!("{} leads to no script or no module", tree::relative(&first[0])));
    }
    let all = fs::read_dir(frame).map_err(|error| format!("{}: {error}", tree::relative(frame)))?;
    Ok([first, all.flatten().map(|entry| entry.path()).collect()])
}

fn reachable_chunks(dist: &Path, has_lazy: bool) -> Outcome<Vec<PathBuf>> {
    let mut found = vec![dist.join("latchkit.js")];
    let mut seen = 0;
    while seen < found.len() {
        let is_script = found[seen].extension().is_some_and(|ending| ending == "js");
        let text = if is_script { tree::read(&found[seen])? } else { String::new() };
        for name in named(&text, has_lazy) {
            let path = found[seen].parent().unwrap_or(dist).join(name);
            if path.is_file() && !is_later(&path) && !found.contains(&path) {
                found.push(path);
            }
        }
        seen += 1;
    }
    Ok(found)
}

fn is_later(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    LATER.iter().chain(&NAMESPACES).any(|later| name.starts_with(later))
}

/// The files that a built module imports, or with `has_lazy` all that it names, without the `./`.
fn named(text: &str, has_lazy: bool) -> Vec<&str> {
    let is_import = |at: usize| {
        let before = text[..at].trim_end_matches(['"', '\'', '`']).trim_end();
        before.ends_with("from") || before.ends_with("import")
    };
    text.match_indices("./")
        .map(|(at, _)| at)
        .filter(|at| text[..*at].ends_with(['"', '\'', '`']) && (has_lazy || is_import(*at)))
        .filter_map(|at| text[at + 2..].split(['"', '\'', '`']).next())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn static_and_lazy_imports_are_told_apart() {
        let text =
            "import{a}from\"./a-1.js\";import\"./b.js\";const x=()=>import(`./c.js`),y='./d.wasm'";
        assert_eq!(named(text, false), ["a-1.js", "b.js"]);
        assert_eq!(named(text, true), ["a-1.js", "b.js", "c.js", "d.wasm"]);
    }
}
