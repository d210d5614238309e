//! The package's files of the versions before this one: a page that was built before the server was
//! upgraded goes on asking for them.
//!
//! When a server starts, [`keep`] writes its own files into a folder named by its version, in `kept_assets`
//! or beside the database, removes all but the newest versions, and reads those before its own into memory. Each
//! version has a list of its files with their hashes. One that does not hold to it is not served; what has
//! no list, or holds more than it names, is not ours alone ([`look`]), and stays as it is.
//!
//! Servers that start together wait for each other: what is done to the folder is done under a lock.

use crate::VERSION;
use crate::files::{Files, is_plain};
use crate::problem::Problem;
use bytes::Bytes;
use sha3::{Digest, Sha3_256};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, ErrorKind, Write as _};
use std::path::Path;

/// As many versions besides this one are there.
const MOST_OTHERS: usize = 2;
/// The list of a version: a line for each file, with its hash before its path.
const LIST: &str = "SHA3-256SUMS";
/// Who has it locked may change the folder.
const LOCK: &str = ".latchkit.lock";
/// Where a version is written, and where one is removed: so each that is in its place is whole.
const NEW: &str = ".latchkit.new";
const OLD: &str = ".latchkit.old";

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
    kept(folder, own).map_err(|error| {
        let folder = folder.display();
        Problem::new(format!(
            "The files of the package cannot be kept in {folder} ({error}). Name a folder with \
             `kept_assets` that is writable and nobody else's; with `kept_assets = \"\"` none are kept."
        ))
    })
}

/// What is kept in a folder.
#[derive(Default)]
pub(crate) struct Survey {
    /// The versions that a server of this version finds, the newest first.
    pub(crate) versions: Vec<String>,
    /// How much room their files take.
    pub(crate) bytes: u64,
    /// Which versions hold what is not ours, and what.
    pub(crate) foreign: Vec<(String, String)>,
    /// Which are not served, and why.
    pub(crate) damaged: Vec<(String, String)>,
    /// Why this version's files cannot be written here, where that is so.
    pub(crate) refusal: Option<String>,
}

/// Looks at the folder as a server with these files would, and changes nothing.
pub(crate) fn survey(folder: &Path, own: &Files) -> io::Result<Survey> {
    let mut found = others(folder)?;
    found.extend(order(VERSION).map(|order| (order, VERSION.to_owned())));
    let mut survey = Survey::default();
    for version in found.into_values().rev() {
        let Some(Standing { foreign, files }) = look(&folder.join(&version))? else { continue };
        let is_as_wanted = |list: &str| own.all().is_ok_and(|own| listed(&own) == list);
        if version == VERSION && !files.as_ref().is_ok_and(|(list, _)| is_as_wanted(list)) {
            survey.refusal.clone_from(&foreign);
        }
        match files {
            Ok((_, files)) => {
                survey.bytes += files.values().map(|it| it.len() as u64).sum::<u64>();
                survey.versions.push(version.clone());
                survey.foreign.extend(foreign.map(|why| (version, why)));
            }
            Err(why) => match foreign {
                Some(why) => survey.foreign.push((version, why)),
                None => survey.damaged.push((version, why)),
            },
        }
    }
    Ok(survey)
}

fn kept(folder: &Path, own: &Files) -> io::Result<KeptAssets> {
    // A binary without files has none to keep, and makes no folder.
    if !folder.exists() && own.all()?.is_empty() {
        return Ok(KeptAssets::default());
    }
    // Where there can be none nothing can be written either, or servers start one after the other.
    let _until_the_end = lock(folder).ok();
    borne(of_version(folder, VERSION, own), folder)?;
    read_all(folder)
}

fn lock(folder: &Path) -> io::Result<File> {
    std::fs::create_dir_all(folder)?;
    let path = folder.join(LOCK);
    let file = File::options().create(true).truncate(false).write(true).open(path)?;
    file.lock()?;
    Ok(file)
}

/// A disk that is full or may only be read is no reason not to start: the server has its own files.
fn borne(written: io::Result<()>, folder: &Path) -> io::Result<()> {
    use ErrorKind::{QuotaExceeded, ReadOnlyFilesystem, StorageFull};
    match written {
        Err(error) if matches!(error.kind(), StorageFull | QuotaExceeded | ReadOnlyFilesystem) => {
            tracing::warn!(
                "the files of {VERSION} are not kept in {} ({error}): pages that are built with them \
                 miss them after the next upgrade; make room there and start again",
                folder.display()
            );
            Ok(())
        }
        _ => written,
    }
}

/// What stands at the place of a version.
struct Standing {
    /// Why it is not ours alone: then it stays as it is.
    foreign: Option<String>,
    /// Its list and the files, or why they are not as that says.
    files: Result<(String, HashMap<String, Bytes>), String>,
}

/// Nothing where there is none.
fn look(place: &Path) -> io::Result<Option<Standing>> {
    let about = match place.symlink_metadata() {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        about => about?,
    };
    let path = place.join(LIST);
    let has_list = about.is_dir() && path.symlink_metadata().is_ok_and(|it| it.is_file());
    let list = has_list.then(|| std::fs::read_to_string(path).ok().and_then(parsed)).flatten();
    let Some((list, named)) = list else {
        let why = format!("it has no {LIST}");
        return Ok(Some(Standing { foreign: Some(why.clone()), files: Err(why) }));
    };
    let foreign = unnamed(place, "", &named)?;
    let foreign = foreign.map(|path| format!("it holds {path}, which its {LIST} does not name"));
    let files = read(place, named).map(|files| (list, files));
    Ok(Some(Standing { foreign, files }))
}

/// The files of a list, if each is as it says.
fn read(place: &Path, named: BTreeMap<String, String>) -> Result<HashMap<String, Bytes>, String> {
    let mut files = HashMap::new();
    for (path, hash) in named {
        let file = place.join(&path);
        // A pipe would never end.
        if !file.symlink_metadata().is_ok_and(|it| it.is_file()) {
            return Err(format!("{path} is no file any more"));
        }
        let bytes = std::fs::read(file).map_err(|error| format!("{path}: {error}"))?;
        if hash_of(&bytes) != hash {
            return Err(format!("{path} is not what it was"));
        }
        files.insert(path, Bytes::from(bytes));
    }
    Ok(files)
}

/// The first thing in a folder that is no file of the list.
fn unnamed(
    folder: &Path,
    before: &str,
    named: &BTreeMap<String, String>,
) -> io::Result<Option<String>> {
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let (path, kind) =
            (format!("{before}{}", entry.file_name().to_string_lossy()), entry.file_type()?);
        let is_named = kind.is_file() && (path == LIST || named.contains_key(&path));
        let found = if kind.is_dir() {
            unnamed(&entry.path(), &format!("{path}/"), named)?
        } else {
            (!is_named).then_some(path)
        };
        if found.is_some() {
            return Ok(found);
        }
    }
    Ok(None)
}

/// Writes the files of a version, unless they are there.
fn of_version(folder: &Path, version: &str, files: &Files) -> io::Result<()> {
    let files = files.all()?;
    if files.is_empty() {
        return Ok(());
    }
    let (place, wanted) = (folder.join(version), listed(&files));
    match look(&place)? {
        Some(Standing { files: Ok((list, _)), .. }) if list == wanted => return Ok(()),
        Some(Standing { foreign: Some(why), .. }) => {
            return Err(io::Error::other(format!(
                "what is {version} there is not latchkit's alone: {why}"
            )));
        }
        Some(_) => tracing::warn!("{} is not what this server has", place.display()),
        None => {}
    }
    let new = folder.join(NEW);
    remove(&new)?;
    let done = write(&new, &files, &wanted).and_then(|()| {
        remove_whole(&place)?;
        std::fs::rename(&new, &place)
    });
    remove(&new)?;
    sync(folder);
    done
}

fn write(folder: &Path, files: &[(String, Bytes)], list: &str) -> io::Result<()> {
    std::fs::create_dir_all(folder)?;
    let mut folders = BTreeSet::from([folder.to_owned()]);
    for (path, bytes) in files {
        let file = folder.join(path);
        let around = file.ancestors().skip(1).take_while(|it| it.starts_with(folder));
        folders.extend(around.map(Path::to_owned));
        std::fs::create_dir_all(file.parent().unwrap_or(folder))?;
        write_file(&file, bytes)?;
    }
    write_file(&folder.join(LIST), list.as_bytes())?;
    for folder in folders {
        sync(&folder);
    }
    Ok(())
}

/// What was renamed must not be empty after the machine failed.
fn write_file(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = File::create_new(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

/// Not every file system does this with a folder.
fn sync(folder: &Path) {
    let _ = File::open(folder).and_then(|it| it.sync_all());
}

/// Removes a folder of ours from its place, whole, where it is there.
fn remove_whole(place: &Path) -> io::Result<()> {
    let old = place.with_file_name(OLD);
    remove(&old)?;
    match std::fs::rename(place, &old) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
        _ => remove(&old),
    }
}

fn remove(folder: &Path) -> io::Result<()> {
    match std::fs::remove_dir_all(folder) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

fn listed(files: &[(String, Bytes)]) -> String {
    let mut list = String::new();
    for (path, bytes) in files {
        writeln!(list, "{}  {path}", hash_of(bytes)).expect("writing to memory does not fail");
    }
    list
}

fn hash_of(bytes: &[u8]) -> String {
    let mut text = String::new();
    for byte in Sha3_256::digest(bytes) {
        write!(text, "{byte:02x}").expect("writing to memory does not fail");
    }
    text
}

/// A list, and the hash of each path in it.
fn parsed(list: String) -> Option<(String, BTreeMap<String, String>)> {
    let entry = |line: &str| {
        let (hash, path) = line.split_once("  ")?;
        (hash.len() == 64 && is_plain(path)).then(|| (path.to_owned(), hash.to_owned()))
    };
    let named = list.lines().map(entry).collect::<Option<_>>()?;
    Some((list, named))
}

/// Reads the versions before this one, and removes those that are too old.
fn read_all(folder: &Path) -> io::Result<KeptAssets> {
    let mut kept = KeptAssets::default();
    let mut count = 0;
    for version in others(folder)?.into_values().rev() {
        let place = folder.join(&version);
        let standing = match look(&place) {
            Ok(Some(standing)) => standing,
            Ok(None) => continue,
            Err(error) => Standing { foreign: Some(error.to_string()), files: Err(String::new()) },
        };
        match &standing.foreign {
            Some(why) => tracing::warn!("{} is left as it is: {why}", place.display()),
            None if count == MOST_OTHERS => {
                forget(&place);
                continue;
            }
            None => count += 1,
        }
        match standing.files {
            Ok((_, files)) => drop(kept.0.insert(version, Files::in_memory(files))),
            Err(why) => tracing::warn!("the kept files of {version} are not served: {why}"),
        }
    }
    Ok(kept)
}

/// The other versions that have a folder.
fn others(folder: &Path) -> io::Result<BTreeMap<[u64; 3], String>> {
    let mut versions = BTreeMap::new();
    let entries = match std::fs::read_dir(folder) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(versions),
        entries => entries?,
    };
    for entry in entries {
        let name = entry?.file_name();
        let name = name.to_str().filter(|it| *it != VERSION);
        if let Some((order, name)) = name.and_then(|it| Some((order(it)?, it))) {
            versions.insert(order, name.to_owned());
        }
    }
    Ok(versions)
}

/// Removes a version that is too old.
fn forget(place: &Path) {
    match remove_whole(place) {
        Ok(()) => tracing::info!("{} is old, and was removed", place.display()),
        Err(error) => tracing::warn!("{} is old, and not removed: {error}", place.display()),
    }
}

/// The numbers of a version such as 0.12.3; no other folder is looked into.
fn order(name: &str) -> Option<[u64; 3]> {
    let numbers: Option<Vec<u64>> = name.split('.').map(|it| it.parse().ok()).collect();
    let order @ [major, minor, patch] = numbers?.try_into().ok()?;
    (format!("{major}.{minor}.{patch}") == name).then_some(order)
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
        let names = entries.map(|it| it.file_name().into_string().expect("text"));
        let mut names: Vec<_> = names.filter(|it| it != LOCK).collect();
        names.sort();
        names
    }

    fn is_whole(place: &Path) -> bool {
        matches!(look(place), Ok(Some(Standing { foreign: None, files: Ok(_) })))
    }

    #[test]
    fn a_binary_without_files_makes_no_folder() {
        let (folder, _) = folder("none");
        let files = Files::in_memory(HashMap::new());
        assert!(keep(&folder, &files).expect("nothing to keep").0.is_empty());
        assert!(!folder.exists());
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
        assert!(is_whole(&folder.join(VERSION)));
        let read = std::fs::read_to_string(folder.join(VERSION).join("latchkit.js"));
        assert_eq!(read.expect("a file"), "export { other }");
        assert_eq!(versions(&folder), [VERSION], "nothing is left beside");
    }

    /// A release as somebody unpacked it.
    fn release(folder: &Path, version: &str) {
        std::fs::create_dir_all(folder.join(version).join("bin")).expect("a folder");
        for file in ["bin/latchkit", "latchkit.db"] {
            std::fs::write(folder.join(version).join(file), "theirs").expect("a file");
        }
    }

    fn is_untouched(place: &Path) -> bool {
        ["bin/latchkit", "latchkit.db"]
            .iter()
            .all(|file| std::fs::read(place.join(file)).is_ok_and(|it| it == b"theirs"))
    }

    #[test]
    fn what_others_put_there_is_neither_removed_nor_counted() {
        let (folder, files) = folder("others");
        for version in ["0.0.1", "0.0.2", "0.0.3", "9.0.1", "9.0.2", "9.0.3", "9.0.4"] {
            release(&folder, version);
        }
        // Ours, and then somebody put a file beside them, or took the name for a way to elsewhere.
        for version in ["0.0.4", "0.0.5"] {
            of_version(&folder, version, &files).expect("it is written");
        }
        release(&folder, "0.0.4");
        std::fs::rename(folder.join("0.0.5"), folder.join("elsewhere")).expect("a folder");
        std::os::unix::fs::symlink("elsewhere", folder.join("0.0.5")).expect("a link");
        for version in ["0.0.6", "0.0.7", "0.0.8"] {
            of_version(&folder, version, &files).expect("it is written");
        }
        let kept = keep(&folder, &files).expect("they are kept");
        for version in ["0.0.1", "0.0.2", "0.0.3", "0.0.4", "9.0.1", "9.0.2", "9.0.3", "9.0.4"] {
            assert!(is_untouched(&folder.join(version)), "{version}");
            assert_eq!(kept.version(version).is_some(), version == "0.0.4", "as its list says");
        }
        assert!(folder.join("elsewhere").join(LIST).is_file());
        assert!(folder.join("0.0.5").is_symlink() && kept.version("0.0.5").is_none());
        assert!(kept.version("0.0.8").is_some() && kept.version("0.0.7").is_some());
        assert!(!folder.join("0.0.6").exists(), "ours, and the third before this one");
    }

    #[test]
    fn what_others_put_in_the_place_of_this_version_stays_and_is_told() {
        let (folder, files) = folder("unpacked");
        release(&folder, VERSION);
        let error = keep(&folder, &files).map(drop).expect_err("it is taken").to_string();
        assert!(error.contains(&format!("{VERSION} there")), "{error}");
        assert!(error.contains("`kept_assets`"), "{error}");
        assert!(is_untouched(&folder.join(VERSION)));
        assert_eq!(versions(&folder), [VERSION]);
    }

    #[test]
    fn servers_that_start_together_all_start() {
        let (folder, files) = folder("together");
        let starts = |folder: &Path| {
            std::thread::scope(|scope| {
                let all = [(); 8].map(|()| scope.spawn(|| keep(folder, &files).map(drop)));
                for one in all {
                    one.join().expect("it ends").expect("it starts");
                }
            });
            assert_eq!(versions(folder), [VERSION], "nothing is left beside");
            assert!(is_whole(&folder.join(VERSION)));
        };
        for round in 0..16 {
            let folder = folder.join(round.to_string());
            starts(&folder);
            // And so they do where what is there has to be mended.
            std::fs::write(folder.join(VERSION).join("latchkit.js"), "").expect("a file");
            starts(&folder);
        }
    }

    #[test]
    fn a_damaged_file_of_this_version_is_mended() {
        let (folder, files) = folder("mended");
        keep(&folder, &files).expect("it is kept");
        let file = folder.join(VERSION).join("text/de-1.js");
        std::fs::write(&file, "expo").expect("a file");
        keep(&folder, &files).expect("it is kept");
        assert_eq!(std::fs::read_to_string(&file).expect("a file"), "export 1");
        std::fs::remove_file(&file).expect("it was there");
        keep(&folder, &files).expect("it is kept");
        assert!(is_whole(&folder.join(VERSION)));
    }

    #[test]
    fn a_folder_that_cannot_be_written_is_told_with_its_key() {
        let (folder, files) = folder("refused");
        std::fs::write(&folder, "a file stands there").expect("a file");
        let error = keep(&folder, &files).map(drop).expect_err("no folder").to_string();
        assert!(error.contains("cannot be kept in") && error.contains("`kept_assets`"), "{error}");
    }

    #[test]
    fn a_full_disk_is_no_reason_not_to_start() {
        let kinds =
            [ErrorKind::StorageFull, ErrorKind::QuotaExceeded, ErrorKind::ReadOnlyFilesystem];
        for kind in kinds {
            assert!(borne(Err(kind.into()), Path::new("kept")).is_ok(), "{kind:?}");
        }
        let refused = borne(Err(ErrorKind::PermissionDenied.into()), Path::new("kept"));
        assert!(refused.is_err(), "this one is for the operator to mend");
    }
}
