//! `tidy`: the house rules that no compiler and no linter knows.
//!
//! [`run`] reads every file of the repository, lets each module below look at all of them, takes away
//! what `tidy-exceptions.toml` allows, and prints the rest as `file:line: what. Why. How to fix it.`
//! The rules themselves are pure, so that their tests show a wrong text and the exact complaint:
//! `lengths`, `names`, `words`, `arrows` and `imports` (who may import whom), `rings`, `places` (of
//! `ARCHITECTURE.md`), `samples` (of Markdown), `views`, `licences`, `integrity`,
//! `border` (of packages that changed their licence).

mod arrows;
mod border;
mod exceptions;
mod imports;
mod integrity;
mod lengths;
mod licences;
mod names;
mod places;
mod rings;
mod samples;
mod source;
mod views;
mod words;

use std::fs;

use crate::git;
use crate::guards;
use crate::run::{self, Outcome};
use crate::tree;
use source::{Finding, Source};

const EXCEPTIONS: &str = "crates/xtask/tidy-exceptions.toml";

/// Checks the whole repository.
pub fn run() -> Outcome {
    let sources: Vec<Source> = git::committed()
        .iter()
        .filter_map(|path| Some(Source::new(&tree::relative(path), fs::read_to_string(path).ok()?)))
        .collect();
    let mut findings = rules(&sources);
    findings.extend(licences::of_crates(&crate_graph()?));
    findings.extend(sources.iter().filter_map(of_guard));
    let text = tree::read(&tree::root().join(EXCEPTIONS))?;
    let mut findings = exceptions::apply(EXCEPTIONS, &text, findings)?;
    findings.sort_by(|a, b| (&a.file, a.line).cmp(&(&b.file, b.line)));
    for finding in &findings {
        println!("{finding}");
    }
    if findings.is_empty() {
        println!("tidy: {} files are as agreed", sources.len());
        return Ok(());
    }
    Err(format!(
        "tidy: {} findings. A rule that is wrong for one case gets an entry with its reason in {EXCEPTIONS}.",
        findings.len()
    ))
}

/// Every rule that looks at texts only.
fn rules(sources: &[Source]) -> Vec<Finding> {
    let each: [fn(&Source) -> Vec<Finding>; 8] = [
        lengths::check,
        names::check,
        words::check,
        arrows::of_crate,
        arrows::of_browser_code,
        imports::check,
        integrity::check,
        border::check,
    ];
    let mut findings: Vec<Finding> =
        sources.iter().flat_map(|source| each.iter().flat_map(move |rule| rule(source))).collect();
    findings.extend(imports::cycles(sources));
    findings.extend(rings::check(sources));
    findings.extend(places::check(sources));
    findings.extend(samples::check(sources));
    findings.extend(views::check(sources));
    findings.extend(licences::of_packages(sources));
    findings
}

/// A guard is worth something as long as it can be taken out.
fn of_guard(source: &Source) -> Option<Finding> {
    let is_guard = guards::FOLDERS.iter().any(|folder| source.path.starts_with(folder));
    if !is_guard || !source.ends_with(&[".patch"]) {
        return None;
    }
    git::refusal(&tree::root().join(&source.path))?;
    let message = "does not apply any more. Nothing shows then that its test guards anything. Take \
         the guard out of the code as it is now, and save that diff.";
    Some(source.finding("guard", 1, message.to_owned()))
}

fn crate_graph() -> Outcome<String> {
    run::answer(&mut run::cargo(&["metadata", "--format-version", "1", "--all-features"]))
}
