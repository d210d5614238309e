//! The package's files of the versions before this one: a page that was built before the server was
//! upgraded goes on asking for them.
//!
//! When a server starts that has the key `kept_assets`, [`keep`] writes its own files into a folder named
//! by its version, forgets all but the newest versions, and reads those before its own into memory. Each
//! version has a list of its files with their hashes; one that does not hold to its list is not served.

use crate::VERSION;
use crate::files::Files;
use crate::problem::Problem;
use bytes::Bytes;
use sha3::{Digest, Sha3_256};
use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;
use std::io;
use std::path::Path;

/// As many versions are there, this one among them.
const MOST_VERSIONS: usize = 3;
/// The list of a version: a line for each file, with its hash before its path.
const LIST: &str = "SHA3-256SUMS";

/// The files of the versions before this one.
#[derive(Default)]
pub(crate) struct KeptAssets(HashMap<String, Files>);

impl KeptAssets {
    /// The files of a version that is kept.
    pub(crate) fn version(&self, version: &str) -> Option<&Files> {
        self.0.get(version)
    }
}

/// Keeps the files of this version, and reads those before it.
pub(crate) fn keep(folder: &Path, own: &Files) -> Result<KeptAssets, Problem> {
    let kept = of_version(folder, VERSION, own).and_then(|()| read_all(folder));
    kept.map_err(|error| {
        let folder = folder.display();
        Problem::new(format!(
            "The files of the package cannot be kept in {folder} ({error}). Name a writable folder \
             with `kept_assets`, or leave that key out."
        ))
    })
}

/// Writes the files of a version, unless they are there: first beside their place, so that whatever
/// stands there is whole.
fn of_version(folder: &Path, version: &str, files: &Files) -> io::Result<()> {
    let files = files.all()?;
    let list = listed(&files);
    let place = folder.join(version);
    if files.is_empty() || std::fs::read_to_string(place.join(LIST)).is_ok_and(|it| it == list) {
        return Ok(());
    }
    let partial = folder.join(format!("{version}.partial"));
    remove(&partial)?;
    for (path, bytes) in &files {
        let file = partial.join(path);
        std::fs::create_dir_all(file.parent().unwrap_or(&partial))?;
        std::fs::write(file, bytes)?;
    }
    std::fs::write(partial.join(LIST), list)?;
    remove(&place)?;
    std::fs::rename(partial, place)
}

fn remove(folder: &Path) -> io::Result<()> {
    match std::fs::remove_dir_all(folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

fn listed(files: &[(String, Bytes)]) -> String {
    let mut list = String::new();
    for (path, bytes) in files {
        for byte in Sha3_256::digest(bytes) {
            write!(list, "{byte:02x}").expect("writing to memory does not fail");
        }
        list.push_str("  ");
        list.push_str(path);
        list.push('\n');
    }
    list
}

/// Reads the versions before this one, and removes those that are too old.
fn read_all(folder: &Path) -> io::Result<KeptAssets> {
    let mut versions = BTreeMap::new();
    for entry in std::fs::read_dir(folder)? {
        let name = entry?.file_name();
        if let Some((order, name)) = name.to_str().and_then(|it| Some((order(it)?, it))) {
            versions.insert(order, name.to_owned());
        }
    }
    let mut kept = KeptAssets::default();
    for (at, version) in versions.into_values().rev().enumerate() {
        let place = folder.join(&version);
        if at >= MOST_VERSIONS && version != VERSION {
            remove(&place)?;
        } else if version != VERSION {
            match read(&place) {
                Ok(files) => drop(kept.0.insert(version, Files::in_memory(files))),
                Err(why) => tracing::warn!("the kept files of {version} are not served: {why}"),
            }
        }
    }
    Ok(kept)
}

/// The numbers of a version such as 0.12.3; no other folder is looked into, or removed.
fn order(name: &str) -> Option<[u64; 3]> {
    let numbers: Option<Vec<u64>> = name.split('.').map(|it| it.parse().ok()).collect();
    numbers?.try_into().ok()
}

/// The files of a version, each as its list says.
fn read(place: &Path) -> Result<HashMap<String, Bytes>, String> {
    let list = std::fs::read_to_string(place.join(LIST)).map_err(|it| it.to_string())?;
    let mut files = HashMap::new();
    for line in list.lines() {
        let (_, path) = line.split_once("  ").ok_or("its list cannot be read")?;
        let bytes = std::fs::read(place.join(path)).map_err(|error| format!("{path}: {error}"))?;
        let file = (path.to_owned(), Bytes::from(bytes));
        if listed(std::slice::from_ref(&file)).trim_end() != line {
            return Err(format!("{path} is not what it was"));
        }
        files.insert(file.0, file.1);
    }
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;

    /// A folder of a test, with the files of a package.
    fn folder(name: &str) -> (PathBuf, Files) {
        let folder = std::env::temp_dir().join(format!("latchkit-{name}-{}", std::process::id()));
        remove(&folder).expect("an empty place");
        std::fs::create_dir_all(folder.join("package/text")).expect("a folder");
        std::fs::write(folder.join("package/latchkit.js"), "export {}").expect("a file");
        std::fs::write(folder.join("package/text/de-1.js"), "export 1").expect("a file");
        let files = Files::in_folder(&folder.join("package"), "assets").expect("a folder");
        (folder.join("kept"), files)
    }

    fn versions(folder: &Path) -> Vec<String> {
        let entries = std::fs::read_dir(folder).expect("a folder").map(|it| it.expect("an entry"));
        let mut names: Vec<_> =
            entries.map(|it| it.file_name().into_string().expect("text")).collect();
        names.sort();
        names
    }

    #[test]
    fn the_last_three_versions_stay() {
        let (folder, files) = folder("kept");
        for version in ["0.0.2", "0.0.9", "0.0.10"] {
            of_version(&folder, version, &files).expect("it is written");
        }
        std::fs::create_dir(folder.join("notes")).expect("a folder of somebody's own");
        let kept = keep(&folder, &files).expect("they are kept");
        assert_eq!(versions(&folder), ["0.0.10", "0.0.9", VERSION, "notes"]);
        assert!(kept.version("0.0.9").is_some() && kept.version("0.0.10").is_some());
        assert!(kept.version("0.0.2").is_none() && kept.version(VERSION).is_none());
    }

    #[test]
    fn what_was_changed_is_not_served() {
        let (folder, files) = folder("changed");
        for (version, file) in [("0.0.8", "text/de-1.js"), ("0.0.9", LIST)] {
            of_version(&folder, version, &files).expect("it is written");
            std::fs::write(folder.join(version).join(file), "evil").expect("a file");
        }
        let kept = keep(&folder, &files).expect("this version is kept");
        assert!(kept.version("0.0.8").is_none() && kept.version("0.0.9").is_none());
    }

    #[test]
    fn another_build_of_this_version_takes_its_place() {
        let (folder, files) = folder("build");
        keep(&folder, &files).expect("it is kept");
        let file = folder.join("../package/latchkit.js");
        std::fs::write(file, "export { other }").expect("a file");
        keep(&folder, &files).expect("it is kept");
        let read = read(&folder.join(VERSION)).expect("it holds to its list");
        assert_eq!(read["latchkit.js"], "export { other }");
        assert_eq!(versions(&folder), [VERSION], "nothing is left beside");
    }

    #[test]
    fn a_folder_that_cannot_be_written_is_told_with_its_key() {
        let (folder, files) = folder("refused");
        std::fs::write(&folder, "a file stands there").expect("a file");
        let error = keep(&folder, &files).map(drop).expect_err("no folder").to_string();
        assert!(error.contains("cannot be kept in") && error.contains("`kept_assets`"), "{error}");
    }
}
