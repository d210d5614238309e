//! `guards`: proves that the tests guard what they claim to guard.
//!
//! Each `*.patch` in one of [`FOLDERS`] removes one guard from the code. Its first line names the test
//! that must then fail: `# test: <arguments of cargo test>`, or `# vitest: <file> [-t <name>]` for one
//! in Chromium, with the name as a pattern. The patches are applied to a copy of the repository under
//! `target/guards/`, with a target folder of its own and the packages of npm that the repository has.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use serde_json::Value;

use crate::run::{self, Log, Outcome, took};
use crate::{browsers, git, tools, tree};

/// Where the patches are.
pub const FOLDERS: [&str; 6] = [
    "crates/keys/guards",
    "crates/protocol/guards",
    "crates/server/guards",
    "crates/signer/guards",
    "crates/sim/guards",
    "web/guards",
];

/// The folders with packages of npm that tests in Chromium import.
const PACKAGES: [&str; 3] = ["node_modules", "web/gallery/node_modules", "web/host18/node_modules"];

const VITEST: &str = "node_modules/vitest/vitest.mjs";

/// Removes every guard in turn, or those of these names; fails when one is not missed.
pub fn run(names: &[&str]) -> Outcome {
    let mut patches = FOLDERS.map(tree::files).concat();
    patches.retain(|path| path.extension().is_some_and(|ending| ending == "patch"));
    if !names.is_empty() {
        let of = |path: &PathBuf| {
            path.file_stem().is_some_and(|stem| names.iter().any(|it| stem == *it))
        };
        patches.retain(of);
    }
    if patches.len() < names.len().max(1) {
        let folders = FOLDERS.join(", ");
        return Err(format!("{folders} do not hold these patches, so nothing was proved."));
    }
    let copy = tree::root().join("target/guards/tree");
    let mut unnoticed = 0;
    for patch in &patches {
        let name = tree::relative(patch);
        match judge(patch, &copy) {
            Ok(sentence) => println!("ok    {name}: {sentence}"),
            Err(sentence) => {
                unnoticed += 1;
                println!("FAIL  {name}: {sentence}");
            }
        }
    }
    if unnoticed == 0 {
        println!("guards: all {} removals were noticed", patches.len());
        return Ok(());
    }
    Err(format!(
        "guards: {unnoticed} of {} removals went unnoticed or could not be tried",
        patches.len()
    ))
}

fn judge(patch: &Path, copy: &Path) -> Outcome<String> {
    let content = tree::read(patch)?;
    let test = Test::named(content.lines().next().unwrap_or_default())?;
    refresh(copy)?;
    let mut apply = run::program("git", &["apply", "--whitespace=nowarn"]);
    // Without the ceiling git finds the repository around the copy and skips every path.
    apply
        .arg(patch)
        .current_dir(copy)
        .env("GIT_CEILING_DIRECTORIES", copy.parent().unwrap_or(copy));
    run::answer(&mut apply)
        .map_err(|error| format!("the patch does not apply any more: {error}"))?;
    let stem = patch.file_stem().unwrap_or_default().to_string_lossy();
    let log = tree::root().join("target/guards").join(format!("{stem}.log"));
    let report = log.with_extension("json");
    fs::remove_file(&report).ok();
    let mut command = test.command(copy, &report)?;
    let log = run::logged(&stem, &mut command, &log, Duration::from_mins(15));
    let words = test.words();
    match test.has_failed(&log, &report) {
        Some(true) => Ok(format!("`{words}` fails without it ({})", took(log.elapsed))),
        Some(false) => Err(format!("`{words}` passes without the guard")),
        None => Err(format!("`{words}` did not run, see {}", tree::relative(&log.path))),
    }
}

/// The test that must fail.
#[derive(Debug, PartialEq)]
enum Test<'a> {
    /// The arguments of `cargo test`.
    Cargo(&'a str),
    /// What is in the path of a file, and the name where it is one test of it.
    Vitest(&'a str, Option<&'a str>),
}

impl<'a> Test<'a> {
    fn named(line: &'a str) -> Outcome<Self> {
        if let Some(words) = line.strip_prefix("# test: ") {
            return Ok(Self::Cargo(words));
        }
        let words = line.strip_prefix("# vitest: ").ok_or(
            "the first line must be `# test: <arguments of cargo test>` or \
             `# vitest: <file> [-t <name>]`",
        )?;
        let (file, name) =
            words.split_once(" -t ").map_or((words, None), |(file, name)| (file, Some(name)));
        Ok(Self::Vitest(file, name))
    }

    fn words(&self) -> String {
        match self {
            Self::Cargo(words) => (*words).to_owned(),
            Self::Vitest(file, None) => (*file).to_owned(),
            Self::Vitest(file, Some(name)) => format!("{file}: {name}"),
        }
    }

    fn command(&self, copy: &Path, report: &Path) -> Outcome<Command> {
        let mut command = match self {
            Self::Cargo(words) => {
                let mut command = run::cargo(&["test", "--no-fail-fast"]);
                // A target folder of its own: cargo tells crates apart by their path in the workspace,
                // so in a shared one it would take what was built of the copy for what the repository
                // holds.
                command.args(words.split_whitespace());
                command.env("CARGO_TARGET_DIR", tree::root().join("target/guards/target"));
                command
            }
            Self::Vitest(file, name) => {
                link_packages(copy)?;
                let output = format!("--outputFile.json={}", report.display());
                let mut command =
                    run::node(VITEST, &["run", "--config", "web/vitest.config.ts", file]);
                command.args(["--reporter=default", "--reporter=json", &output]);
                command.args(name.iter().flat_map(|name| ["-t", name]));
                command.env("CHROMIUM", browsers::chromium()?);
                command
            }
        };
        command.current_dir(copy);
        Ok(command)
    }

    /// Nothing where no test ran.
    fn has_failed(&self, log: &Log, report: &Path) -> Option<bool> {
        match self {
            Self::Cargo(_) => {
                let has_failed =
                    log.text.lines().any(|line| line.starts_with("test result: FAILED"));
                (log.is_ok || has_failed).then_some(!log.is_ok)
            }
            Self::Vitest(..) => has_failed_in(&fs::read_to_string(report).ok()?),
        }
    }
}

/// Reads the report of Vitest. A file that cannot be loaded has no test that ran.
fn has_failed_in(report: &str) -> Option<bool> {
    let report: Value = serde_json::from_str(report).ok()?;
    let (passed, failed) = (report["numPassedTests"].as_u64()?, report["numFailedTests"].as_u64()?);
    (passed + failed > 0).then_some(failed > 0)
}

/// The copy has the packages of the repository; [`refresh`] does not touch links.
fn link_packages(copy: &Path) -> Outcome {
    if !tree::root().join(VITEST).exists() {
        tools::install_packages()?;
    }
    for folder in PACKAGES {
        let (packages, link) = (tree::root().join(folder), copy.join(folder));
        if packages.exists() && !link.exists() {
            std::os::unix::fs::symlink(&packages, &link)
                .map_err(|error| format!("cannot link {}: {error}", link.display()))?;
        }
    }
    Ok(())
}

/// Makes the copy equal to the repository, touching only what differs, so that cargo stays quick.
fn refresh(copy: &Path) -> Outcome {
    let sources = git::committed();
    let kept: Vec<PathBuf> = sources.iter().map(|path| copy.join(tree::relative(path))).collect();
    for (source, target) in sources.iter().zip(&kept) {
        let bytes = fs::read(source)
            .map_err(|error| format!("cannot read {}: {error}", source.display()))?;
        if fs::read(target).ok().as_ref() != Some(&bytes) {
            tree::write(target, bytes)?;
        }
    }
    let mut found = Vec::new();
    tree::collect(copy, &mut found);
    for path in found.iter().filter(|path| !kept.contains(path)) {
        fs::remove_file(path)
            .map_err(|error| format!("cannot remove {}: {error}", path.display()))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_names_a_test() {
        assert_eq!(Test::named("# test: -p keys share"), Ok(Test::Cargo("-p keys share")));
        let file = "views/arming.test.tsx";
        assert_eq!(Test::named(&format!("# vitest: {file}")), Ok(Test::Vitest(file, None)));
        let line = format!("# vitest: {file} -t no script approves");
        assert_eq!(Test::named(&line), Ok(Test::Vitest(file, Some("no script approves"))));
        assert!(Test::named("diff --git a/x b/x").is_err());
    }

    #[test]
    fn a_report_without_a_test_that_ran_proves_nothing() {
        let report = |passed, failed| {
            let counts = format!(r#""numPassedTests":{passed},"numFailedTests":{failed}"#);
            has_failed_in(&format!(r#"{{{counts},"numFailedTestSuites":1,"numPendingTests":7}}"#))
        };
        assert_eq!(report(3, 1), Some(true));
        assert_eq!(report(3, 0), Some(false));
        assert_eq!(report(0, 0), None);
        assert_eq!(has_failed_in(""), None);
    }
}
