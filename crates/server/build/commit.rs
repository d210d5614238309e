//! The commit that a folder is checked out at, as git says.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The commit of the repository whose root this is; says so where it is the root of none.
pub(crate) fn of(root: &Path) -> String {
    checked_out(root).unwrap_or_else(|| "not built from a checkout".to_owned())
}

fn checked_out(root: &Path) -> Option<String> {
    // A tarball that was unpacked inside somebody's repository is none of its commits.
    let top = PathBuf::from(git(root, &["rev-parse", "--show-toplevel"])?);
    let is_root = top.canonicalize().ok()? == root.canonicalize().ok()?;
    is_root.then(|| git(root, &["rev-parse", "HEAD"])).flatten()
}

/// Files that change when another commit is checked out or made. A worktree has its own.
pub(crate) fn changes_with(root: &Path) -> Vec<PathBuf> {
    ["HEAD", "logs/HEAD"]
        .into_iter()
        .filter_map(|name| git(root, &["rev-parse", "--git-path", name]))
        .map(|path| root.join(path))
        .filter(|path| path.exists())
        .collect()
}

fn git(root: &Path, arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").arg("-C").arg(root).args(arguments).output().ok()?;
    let answer = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| answer.trim().to_owned())
}
