//! What git knows of the repository.

use std::path::{Path, PathBuf};

use crate::{run, tree};

/// The files that are committed or about to be; everything people wrote, where git is not there.
pub fn committed() -> Vec<PathBuf> {
    let mut list = run::program("git", &["ls-files", "--cached", "--others", "--exclude-standard"]);
    match run::answer(&mut list) {
        Ok(names) => {
            names.lines().map(|name| tree::root().join(name)).filter(|it| it.is_file()).collect()
        }
        Err(_) => tree::files(""),
    }
}

/// Why a patch cannot be applied to the repository as it is; nothing where it can.
pub fn refusal(patch: &Path) -> Option<String> {
    run::answer(run::program("git", &["apply", "--check"]).arg(patch)).err()
}
