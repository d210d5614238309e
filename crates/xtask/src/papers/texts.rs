//! The texts of others' licences: the files that each part brings, one that several bring word for
//! word once. A few crates bring none; theirs are written from the licence's own words.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use super::parts::{Part, Parts};
use crate::run::Outcome;
use crate::tree;

/// How the names of such files begin, in capitals.
const BEGINNINGS: [&str; 6] = ["LICENSE", "LICENCE", "COPYING", "COPYRIGHT", "NOTICE", "UNLICENSE"];
const MIT: &str = include_str!("../../../../LICENSE-MIT");
const BSD: &str = include_str!("BSD-3-Clause.txt");
const CC0: &str = include_str!("CC0-1.0.txt");
const RULER: &str =
    "--------------------------------------------------------------------------------";

/// The file `THIRD_PARTY_LICENSES`.
pub fn third_party(parts: &Parts) -> Outcome<String> {
    let mut holders: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for part in parts.all.values() {
        let title = format!("{} {} ({})", part.name, part.version, part.licence);
        for text in texts(part)? {
            holders.entry(text).or_default().push(title.clone());
        }
    }
    let mut sections: Vec<(Vec<String>, String)> =
        holders.into_iter().map(|(text, titles)| (titles, text)).collect();
    sections.sort();
    let head = "Latchkit is licensed MIT or Apache-2.0. These are the licences of what others wrote and is part of it.\n";
    let body = sections
        .iter()
        .map(|(titles, text)| format!("\n{RULER}\n{}\n{RULER}\n\n{text}\n", titles.join("\n")));
    Ok(std::iter::once(head.to_owned()).chain(body).collect())
}

fn texts(part: &Part) -> Outcome<Vec<String>> {
    let files = part.folder.as_deref().map(files).unwrap_or_default();
    let texts = files.iter().map(|path| Ok(plain(&tree::read(path)?)));
    let texts = texts.collect::<Outcome<Vec<String>>>()?;
    if !texts.is_empty() {
        return Ok(texts);
    }
    let words = match part.licence.as_str() {
        "BSD-3-Clause" => BSD,
        "CC0-1.0" => CC0,
        licence if licence.split(" OR ").any(|one| one == "MIT") => MIT,
        licence => {
            return Err(format!(
                "{} brings no text of its licence, {licence}: add it to crates/xtask/src/papers.",
                part.name
            ));
        }
    };
    let holder = format!("Copyright (c) {}", part.authors);
    let is_holder = |line: &str| line.starts_with("Copyright (c)");
    let lines = words.lines().map(|line| if is_holder(line) { &holder } else { line });
    Ok(vec![plain(&lines.collect::<Vec<&str>>().join("\n"))])
}

/// The licences in a folder, and in one of its folders that is named after them.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let is_licence = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_uppercase();
        BEGINNINGS.iter().any(|beginning| name.starts_with(beginning))
    };
    let mut found = Vec::new();
    for path in entries.map(|entry| entry.path()).filter(is_licence) {
        tree::collect(&path, &mut found);
    }
    found.sort();
    found
}

/// Without white space at the ends of lines, by which copies differ.
fn plain(text: &str) -> String {
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    lines.join("\n").trim_matches('\n').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(licence: &str) -> Part {
        Part {
            name: "a".to_owned(),
            version: "1.0.0".to_owned(),
            licence: licence.to_owned(),
            authors: "Ann".to_owned(),
            ..Part::default()
        }
    }

    #[test]
    fn what_brings_no_text_gets_that_of_its_licence_or_is_named() {
        for licence in ["MIT", "MIT OR Apache-2.0", "BSD-3-Clause"] {
            let found = texts(&part(licence)).expect("a text");
            assert!(found[0].contains("Copyright (c) Ann\n"), "{found:?}");
        }
        let dedicated = texts(&part("CC0-1.0")).expect("a text");
        assert!(dedicated[0].contains("CC0 1.0 Universal"), "{dedicated:?}");
        let complaint = texts(&part("ISC")).expect_err("no text");
        assert!(complaint.starts_with("a brings no text of its licence, ISC"), "{complaint}");
    }

    #[test]
    fn one_text_of_several_stands_once() {
        let [one, other] = ["a", "b"].map(|name| Part { name: name.to_owned(), ..part("MIT") });
        let all = [("1".to_owned(), one), ("2".to_owned(), other)].into();
        let text = third_party(&Parts { all, ..Parts::default() }).expect("a file");
        assert_eq!(text.matches("Permission is hereby granted").count(), 1);
        assert!(text.contains("\na 1.0.0 (MIT)\nb 1.0.0 (MIT)\n"), "{text}");
    }
}
