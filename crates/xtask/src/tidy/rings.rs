//! Rings of modules in a crate: modules that know each other, none of which can be read alone.
//!
//! A node is a file. A path that begins with `crate`, `super`, `self`, a module beside it or a name that
//! was imported leads to the file that has what it names: what a module hands on (`pub use`) counts as of
//! where it comes from. `mod child;` alone is no arrow, nor is what tests name.

use std::collections::{BTreeMap, BTreeSet};

use super::source::{Finding, Source, closing, words_at};

/// The modules of one crate, by their paths below its root, which is the empty one.
type Crate<'a> = BTreeMap<Vec<&'a str>, Module<'a>>;

struct Module<'a> {
    source: &'a Source,
    /// The code, without tests.
    code: String,
    /// What each name that was imported stands for, as it was written.
    imports: Imports,
    /// Those of them that it hands on.
    handed_on: Imports,
}

type Imports = BTreeMap<String, Vec<String>>;

/// Every ring of every crate; its size is how many modules it has.
pub fn check(sources: &[Source]) -> Vec<Finding> {
    let roots = sources.iter().filter(|source| is_root(&source.path));
    roots.flat_map(|root| rings_of(&modules_of(root, sources))).collect()
}

fn is_root(path: &str) -> bool {
    let Some((folder, name)) = path.rsplit_once('/') else { return false };
    let is_program =
        folder.ends_with("/src/bin") || folder.contains("/src/bin/") && name == "main.rs";
    folder.starts_with("crates/")
        && (folder.ends_with("/src") && matches!(name, "lib.rs" | "main.rs") || is_program)
}

fn modules_of<'a>(root: &'a Source, sources: &'a [Source]) -> Crate<'a> {
    let by_path: BTreeMap<&str, &Source> =
        sources.iter().map(|it| (it.path.as_str(), it)).collect();
    let mut found = Crate::new();
    let mut waiting = vec![(Vec::new(), root)];
    while let Some((path, source)) = waiting.pop() {
        let code = without_tests(&source.masked);
        let stem = source.path.trim_end_matches(".rs");
        let is_folder = path.is_empty() || source.name() == "mod.rs";
        let folder = if is_folder { stem.rsplit_once('/').map_or("", |it| it.0) } else { stem };
        for name in declared(&source.masked, &code) {
            let files = [format!("{folder}/{name}.rs"), format!("{folder}/{name}/mod.rs")];
            if let Some(file) = files.iter().find_map(|file| by_path.get(file.as_str())) {
                let path = path.iter().copied().chain([name]).collect();
                waiting.push((path, *file));
            }
        }
        let [imports, handed_on] = [imports(&code, |_| true), imports(&code, is_handed_on)];
        found.insert(path, Module { source, code, imports, handed_on });
    }
    found
}

/// The code with everything under `#[cfg(test)]` blanked.
fn without_tests(masked: &str) -> String {
    let mut code = masked.to_owned();
    for (at, _) in masked.match_indices("#[cfg(test)]") {
        let end = masked[at..].find(['{', ';']).map_or(masked.len(), |open| {
            let open = at + open;
            if masked[open..].starts_with('{') { closing(masked, open) + 1 } else { open + 1 }
        });
        code.replace_range(at..end, &" ".repeat(end - at));
    }
    code
}

/// The names in `mod name;`, as slices of a text of the same length that lives longer.
fn declared<'a>(masked: &'a str, code: &str) -> Vec<&'a str> {
    words_at(code, "mod")
        .filter_map(|at| {
            let rest = code[at + 3..].trim_start();
            let start = code.len() - rest.len();
            let length = rest.find(|it: char| !is_part(it))?;
            rest[length..].starts_with(';').then(|| &masked[start..start + length])
        })
        .collect()
}

const fn is_part(character: char) -> bool {
    character.is_ascii_alphanumeric() || character == '_'
}

/// What the `use` of a file bring in, by the names they have there, of those that are `meant` by what stands before
/// them. A name that is brought in twice, as under two conditions, stands for the last.
fn imports(code: &str, meant: impl Fn(&str) -> bool) -> Imports {
    let mut found = BTreeMap::new();
    for (_, statement) in uses(code).into_iter().filter(|(at, _)| meant(&code[..*at])) {
        spread(&statement.replace(char::is_whitespace, " "), &[], &mut found);
    }
    found
}

/// Whether what stands before a `use` makes it one for others: `pub`, or `pub(…)`.
fn is_handed_on(before: &str) -> bool {
    let before = before.trim_end();
    let last = before.rfind(|it: char| it.is_whitespace() || it == ';' || it == '}');
    before[last.map_or(0, |at| at + 1)..].starts_with("pub")
}

/// Every `use …;`: where it is, and what stands between.
fn uses(code: &str) -> Vec<(usize, &str)> {
    words_at(code, "use")
        .filter(|at| code[at + 3..].starts_with(char::is_whitespace))
        .filter_map(|at| Some((at, &code[at + 4..at + code[at..].find(';')?])))
        .collect()
}

/// Takes `a::{b, c as d}` apart.
fn spread(tree: &str, before: &[String], found: &mut Imports) {
    let (head, group) = tree.split_once('{').map_or((tree, None), |(head, rest)| {
        (head, Some(rest.rsplit_once('}').map_or(rest, |it| it.0)))
    });
    let (path, name) =
        head.split_once(" as ").map_or((head, None), |(path, name)| (path, Some(name.trim())));
    let segments = path.split("::").map(str::trim).filter(|it| !it.is_empty()).map(str::to_owned);
    let mut whole: Vec<String> = before.iter().cloned().chain(segments).collect();
    if let Some(group) = group {
        for part in parts(group) {
            spread(part, &whole, found);
        }
        return;
    }
    // `a::{self}` is `a`.
    if whole.len() > 1 && whole.last().is_some_and(|it| it == "self") {
        whole.pop();
    }
    if let Some(last) = whole.last().cloned() {
        let name = name.map_or(last, str::to_owned);
        // A glob and a name that nobody writes have no name of their own, but still lead somewhere.
        let name = if name == "*" || name == "_" { whole.join("::") } else { name };
        found.insert(name, whole);
    }
}

/// The parts of a group, at its commas.
fn parts(group: &str) -> Vec<&str> {
    let (mut depth, mut start, mut found) = (0_usize, 0, Vec::new());
    for (at, character) in group.char_indices() {
        match character {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                found.push(group[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    found.push(group[start..].trim());
    found.retain(|part| !part.is_empty());
    found
}

/// The modules that the module at `path` names.
fn arrows<'a>(path: &[&'a str], module: &Module<'a>, all: &Crate<'a>) -> BTreeSet<Vec<&'a str>> {
    let imported = module.imports.values().filter_map(|names| {
        let found = resolve(names, path, all, 0)?;
        // Importing a module is no more than a short name for it.
        let is_module = found.1 && names.last().is_some_and(|it| it != "*");
        (!is_module).then_some(found.0)
    });
    let mut code = module.code.clone();
    for (at, statement) in uses(&module.code) {
        code.replace_range(at..at + 4 + statement.len(), &" ".repeat(4 + statement.len()));
    }
    let mut found: BTreeSet<Vec<&str>> = imported.collect();
    found.extend(paths(&code).filter_map(|names| resolve(&names, path, all, 0)).map(|it| it.0));
    found.remove(path);
    found
}

/// Every path of more than one name in code.
fn paths(code: &str) -> impl Iterator<Item = Vec<String>> {
    code.split(|it: char| !is_part(it) && it != ':').filter_map(|run| {
        let names: Vec<String> = run.split("::").map(str::to_owned).collect();
        (names.len() > 1 && names.iter().all(|it| !it.is_empty())).then_some(names)
    })
}

/// The module that has what a path names, and whether it is that module itself; nothing for paths that
/// lead out of the crate.
fn resolve<'a>(
    names: &[String],
    from: &[&'a str],
    all: &Crate<'a>,
    depth: usize,
) -> Option<(Vec<&'a str>, bool)> {
    if depth > 8 {
        return None;
    }
    let mut at: Vec<&'a str> = from.to_vec();
    let mut rest = names;
    let first = names.first()?;
    match first.as_str() {
        "crate" => at.clear(),
        "self" => {}
        "super" => drop(at.pop()?),
        first => {
            // A name of this file, or else of another crate.
            let module = all.get(from)?;
            if child(&at, first, all).is_none() {
                let imported =
                    module.imports.get(first).filter(|it| it.first() != names.first())?;
                let whole: Vec<String> = imported.iter().chain(&names[1..]).cloned().collect();
                return resolve(&whole, from, all, depth + 1);
            }
            return descend(at, rest, from, all, depth);
        }
    }
    rest = &rest[1..];
    while let [next, more @ ..] = rest
        && next == "super"
    {
        at.pop()?;
        rest = more;
    }
    descend(at, rest, from, all, depth)
}

fn descend<'a>(
    mut at: Vec<&'a str>,
    mut rest: &[String],
    from: &[&'a str],
    all: &Crate<'a>,
    depth: usize,
) -> Option<(Vec<&'a str>, bool)> {
    while let [next, more @ ..] = rest {
        let Some(deeper) = child(&at, next, all) else { break };
        (at, rest) = (deeper, more);
    }
    let Some(name) = rest.first().filter(|it| *it != "*") else { return Some((at, true)) };
    // What a module brings in for itself only those see that are in it. To others the name is of what it has.
    let seen =
        all.get(&at).map(|it| if from.starts_with(&at) { &it.imports } else { &it.handed_on });
    match seen.and_then(|it| it.get(name)) {
        Some(handed_on) => {
            let whole: Vec<String> = handed_on.iter().chain(&rest[1..]).cloned().collect();
            resolve(&whole, &at, all, depth + 1)
        }
        None => Some((at, false)),
    }
}

fn child<'a>(at: &[&'a str], name: &str, all: &Crate<'a>) -> Option<Vec<&'a str>> {
    let is_child = |path: &&Vec<&str>| {
        path.len() == at.len() + 1 && path.starts_with(at) && path.last() == Some(&name)
    };
    all.keys().find(is_child).cloned()
}

fn rings_of(all: &Crate<'_>) -> Vec<Finding> {
    let names = |paths: BTreeSet<Vec<&str>>| paths.iter().map(|it| shown(it)).collect();
    let graph: Graph =
        all.iter().map(|(path, module)| (shown(path), names(arrows(path, module, all)))).collect();
    let reach: Graph = graph.keys().map(|start| (start.clone(), reached(start, &graph))).collect();
    let mut told = BTreeSet::new();
    let mut findings = Vec::new();
    for (path, module) in all {
        let name = shown(path);
        if !reach[&name].contains(&name) || told.contains(&name) {
            continue;
        }
        let ring: Vec<String> =
            reach[&name].iter().filter(|other| reach[*other].contains(&name)).cloned().collect();
        let message = format!(
            "{} modules know each other: {}. None of them can be read or tested alone. \
             Move what they share into a file of its own, or have one derive what the other tells it.",
            ring.len(),
            ring.join(", ")
        );
        let folder = module.source.path.split("/src/").next().unwrap_or_default();
        let finding = module.source.finding("cycle", 1, message).about(folder).sized(ring.len());
        findings.push(finding);
        told.extend(ring);
    }
    findings
}

/// Names of modules, and those that each leads to.
type Graph = BTreeMap<String, BTreeSet<String>>;

fn reached(start: &str, graph: &Graph) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut waiting: Vec<&String> = graph[start].iter().collect();
    while let Some(name) = waiting.pop() {
        if found.insert(name.clone()) {
            waiting.extend(graph.get(name).into_iter().flatten());
        }
    }
    found
}

fn shown(path: &[&str]) -> String {
    if path.is_empty() { "crate".to_owned() } else { path.join("::") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rings(files: &[(&str, &str)]) -> Vec<String> {
        let sources: Vec<Source> = files
            .iter()
            .map(|(path, text)| Source::new(&format!("crates/a/src/{path}"), (*text).to_owned()))
            .collect();
        check(&sources).iter().map(ToString::to_string).collect()
    }

    const ROOT: (&str, &str) = ("lib.rs", "mod one;\nmod two;\npub use one::One;\n");

    #[test]
    fn modules_that_name_each_other_are_found() {
        let one = ("one.rs", "use crate::two::{self, Two as Other};\npub struct One;\n");
        assert_eq!(
            rings(&[ROOT, one, ("two.rs", "pub fn two() -> super::one::One { todo!() }\n")]),
            [
                "crates/a/src/one.rs:1: 2 modules know each other: one, two. None of them can be read or tested \
                 alone. Move what they share into a file of its own, or have one derive what the other tells \
                 it. [cycle]"
            ]
        );
        assert_eq!(rings(&[ROOT, one, ("two.rs", "pub struct Two;\n")]), Vec::<String>::new());
    }

    #[test]
    fn what_is_handed_on_counts_as_of_where_it_comes_from() {
        let two = ("two.rs", "use crate::One;\nfn two(it: One) {}\n");
        assert_eq!(rings(&[ROOT, ("one.rs", "pub struct One;\n"), two]), Vec::<String>::new());
        assert_eq!(rings(&[ROOT, ("one.rs", "fn one() { crate::two::two(); }\n"), two]).len(), 1);
    }

    #[test]
    fn a_parent_that_only_declares_may_be_named() {
        let root = ("lib.rs", "mod one;\npub struct Root;\n");
        let one = |text| [root, ("one/mod.rs", text), ("one/deep.rs", "use super::super::Root;\n")];
        assert_eq!(rings(&one("mod deep;\n")), Vec::<String>::new());
        assert_eq!(rings(&one("mod deep;\npub use deep::Deep;\n")), Vec::<String>::new());
        let root = ("lib.rs", "mod one;\npub struct Root(one::One);\n");
        assert_eq!(rings(&[root, ("one.rs", "use crate::Root;\n")]).len(), 1);
    }

    #[test]
    fn an_imported_module_counts_where_it_is_used() {
        let two = |text| {
            [ROOT, ("one.rs", "use crate::two;\nfn one() { two::two() }\n"), ("two.rs", text)]
        };
        assert_eq!(rings(&two("use crate::one;\nfn two() { one::one() }\n")).len(), 1);
        assert_eq!(rings(&two("use crate::one;\nfn two() {}\n")), Vec::<String>::new());
    }

    #[test]
    fn what_a_module_brings_in_for_itself_hides_nothing_that_it_has() {
        let root = ("lib.rs", "mod one;\nmod two;\nmod three;\n");
        let one = ("one.rs", "use crate::{three, two};\nfn two() { three::three(); two::two() }\n");
        let two = ("two.rs", "use crate::one;\nfn two() { one::two() }\n");
        let all = [root, one, two, ("three.rs", "fn three() {}\n")];
        assert_eq!(rings(&all).len(), 1);
    }

    #[test]
    fn tests_comments_and_other_crates_do_not_count() {
        let one = ("one.rs", "use crate::two::Two;\n");
        for text in [
            "// crate::one::One\nfn two() {}\n",
            "#[cfg(test)]\nmod tests { use crate::one::One; }\n",
            "#[cfg(test)]\nuse crate::one::One;\n",
            "use one_of_others::one::One;\nfn two() { std::one::One }\n",
        ] {
            assert_eq!(rings(&[ROOT, one, ("two.rs", text)]), Vec::<String>::new(), "{text}");
        }
    }
}
