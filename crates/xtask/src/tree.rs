//! The repository as files: where it is, what is in it, and whether an output is still fresh.
//!
//! Freshness is a fingerprint (path, length and time of change of every input), kept under
//! `target/xtask/`. A deleted or renamed input changes it too, which comparing times would miss.

use std::collections::hash_map::DefaultHasher;
use std::fs;
use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use crate::outcome::Outcome;

/// Folders that hold what tools made.
const MADE: [&str; 6] = ["target", "node_modules", "dist", ".git", "test-results", "coverage"];

/// The root of the repository.
pub fn root() -> &'static Path {
    static ROOT: OnceLock<PathBuf> = OnceLock::new();
    ROOT.get_or_init(|| {
        let own = std::env::var_os("CARGO_MANIFEST_DIR")
            .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
        own.ancestors().nth(2).map_or_else(|| own.clone(), Path::to_path_buf)
    })
}

/// Where cargo builds.
pub fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}

/// Every file below a folder of the repository that people wrote, sorted; nothing that tools made.
pub fn files(folder: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    collect(&root().join(folder), &mut found);
    found.sort();
    found
}

/// Adds every file below a folder that people wrote.
pub fn collect(path: &Path, found: &mut Vec<PathBuf>) {
    if path.is_file() {
        found.push(path.to_path_buf());
        return;
    }
    let Ok(entries) = fs::read_dir(path) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let is_made = MADE.iter().any(|made| name == *made);
        if !is_made && !entry.file_type().is_ok_and(|kind| kind.is_symlink()) {
            collect(&entry.path(), found);
        }
    }
}

/// A path as the repository names it, with forward slashes.
pub fn relative(path: &Path) -> String {
    path.strip_prefix(root()).unwrap_or(path).to_string_lossy().replace('\\', "/")
}

/// The text of a file, or a sentence.
pub fn read(path: &Path) -> Outcome<String> {
    fs::read_to_string(path).map_err(|error| format!("cannot read {}: {error}", path.display()))
}

/// Writes a file, making its folder.
pub fn write(path: &Path, content: impl AsRef<[u8]>) -> Outcome {
    make_parent(path)?;
    fs::write(path, content).map_err(|error| format!("cannot write {}: {error}", path.display()))
}

/// Makes the folder a file goes into.
pub fn make_parent(path: &Path) -> Outcome {
    let Some(parent) = path.parent() else { return Ok(()) };
    fs::create_dir_all(parent).map_err(|error| format!("cannot make {}: {error}", parent.display()))
}

/// Runs `build` unless `output` is there and the fingerprint of `inputs` is the one of last time.
/// Gives whether it ran.
pub fn unless_fresh(
    name: &str,
    inputs: &[PathBuf],
    output: &Path,
    build: impl FnOnce() -> Outcome,
) -> Outcome<bool> {
    let stamp = root().join("target/xtask").join(format!("{name}.stamp"));
    let print = fingerprint(inputs);
    if output.exists() && fs::read_to_string(&stamp).is_ok_and(|last| last == print) {
        return Ok(false);
    }
    fs::remove_file(&stamp).ok();
    build()?;
    write(&stamp, print)?;
    Ok(true)
}

fn fingerprint(inputs: &[PathBuf]) -> String {
    let mut hasher = DefaultHasher::new();
    for path in inputs {
        path.hash(&mut hasher);
        if let Ok(entry) = fs::metadata(path) {
            entry.len().hash(&mut hasher);
            entry.modified().ok().hash(&mut hasher);
        }
    }
    format!("{:016x}", hasher.finish())
}
