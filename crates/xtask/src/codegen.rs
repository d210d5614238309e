//! `codegen [--check]`: what is written from our Rust types.
//!
//! The generator is `cargo run -p sim --features types --bin generate`: it writes TypeScript and fixtures into every
//! `generated/` folder, here they are formatted. `--check` compares before with after, puts back
//! what was there, and fails on a difference.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use crate::run::{self, Outcome};
use crate::tree;

/// Writes the generated files; with `is_check`, only compares.
pub fn run(is_check: bool) -> Outcome {
    let before = generated();
    let written = generate();
    if !is_check {
        return written;
    }
    let after = generated();
    restore(&before, &after)?;
    written?;
    let mut stale: Vec<String> = after
        .iter()
        .filter(|(path, text)| before.get(*path) != Some(text))
        .map(|(path, _)| tree::relative(path))
        .collect();
    stale.extend(
        before.keys().filter(|path| !after.contains_key(*path)).map(|path| tree::relative(path)),
    );
    if stale.is_empty() {
        println!("codegen: {} generated files are fresh", after.len());
        return Ok(());
    }
    Err(format!(
        "generated files are stale: {}. Run `cargo xtask codegen` and commit them.",
        stale.join(", ")
    ))
}

fn generate() -> Outcome {
    run::shown(
        "generate",
        &mut run::cargo(&[
            "run",
            "--quiet",
            "-p",
            "sim",
            "--features",
            "types",
            "--bin",
            "generate",
        ]),
    )?;
    let mut command = run::node(
        "node_modules/@biomejs/biome/bin/biome",
        &["format", "--write", "--no-errors-on-unmatched"],
    );
    command.args(generated().keys());
    run::answer(&mut command).map(drop)
}

/// Every file in a folder named `generated`, with its content.
fn generated() -> BTreeMap<PathBuf, Vec<u8>> {
    ["web", "crates"]
        .iter()
        .flat_map(|folder| tree::files(folder))
        .filter(|path| path.components().any(|part| part.as_os_str() == "generated"))
        .filter_map(|path| Some((path.clone(), fs::read(&path).ok()?)))
        .collect()
}

fn restore(before: &BTreeMap<PathBuf, Vec<u8>>, after: &BTreeMap<PathBuf, Vec<u8>>) -> Outcome {
    for (path, content) in before {
        if after.get(path) != Some(content) {
            tree::write(path, content)?;
        }
    }
    for path in after.keys().filter(|path| !before.contains_key(*path)) {
        fs::remove_file(path)
            .map_err(|error| format!("cannot remove {}: {error}", path.display()))?;
    }
    Ok(())
}
