//! `guards`: proves that the tests guard what they claim to guard.
//!
//! Each `*.patch` in one of [`FOLDERS`] removes one guard from the code; its first line,
//! `# test: <arguments of cargo test>`, names the test that must then fail. The patches are applied
//! to a copy of the repository under `target/guards/`, with a target folder of its own.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::git;
use crate::run::{self, Outcome, took};
use crate::tree;

/// Where the patches are.
pub const FOLDERS: [&str; 4] =
    ["crates/keys/guards", "crates/server/guards", "crates/signer/guards", "crates/sim/guards"];

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
    let test = content
        .lines()
        .next()
        .and_then(|line| line.strip_prefix("# test: "))
        .ok_or("the first line must be `# test: <arguments of cargo test>`")?;
    refresh(copy)?;
    let mut apply = run::program("git", &["apply", "--whitespace=nowarn"]);
    // Without the ceiling git finds the repository around the copy and skips every path.
    apply
        .arg(patch)
        .current_dir(copy)
        .env("GIT_CEILING_DIRECTORIES", copy.parent().unwrap_or(copy));
    run::answer(&mut apply)
        .map_err(|error| format!("the patch does not apply any more: {error}"))?;
    // A target folder of its own: cargo tells crates apart by their path in the workspace, so in a
    // shared one it would take what was built of the copy for what the repository holds.
    let target = tree::root().join("target/guards/target");
    let mut command = run::cargo(&["test", "--no-fail-fast"]);
    command.args(test.split_whitespace()).current_dir(copy).env("CARGO_TARGET_DIR", &target);
    let stem = patch.file_stem().unwrap_or_default().to_string_lossy();
    let log = tree::root().join("target/guards").join(format!("{stem}.log"));
    let log = run::logged(&stem, &mut command, &log, Duration::from_mins(15));
    let has_failed = log.text.lines().any(|line| line.starts_with("test result: FAILED"));
    match (log.is_ok, has_failed) {
        (false, true) => Ok(format!("`{test}` fails without it ({})", took(log.elapsed))),
        (true, _) => Err(format!("`{test}` passes without the guard")),
        (false, false) => Err(format!("`{test}` did not run, see {}", tree::relative(&log.path))),
    }
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
