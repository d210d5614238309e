//! The tools around us: Node, the npm packages, Debian packages. Browsers are in `browsers.rs`,
//! Postgres is in `postgres.rs`. Each is looked for, installed where that is possible without asking,
//! and otherwise named with its command.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use crate::run::{self, Outcome};
use crate::tree;

const OLDEST_NODE: u32 = 20;

/// Node and npm are there and new enough; gives Node's version.
pub fn check_node() -> Outcome<String> {
    let version = run::answer(&mut run::program("node", &["--version"])).map_err(|_| {
        format!("Node is missing. Install Node {OLDEST_NODE} or newer from https://nodejs.org, then run this again.")
    })?;
    let version = version.trim();
    let major =
        version.trim_start_matches('v').split('.').next().and_then(|text| text.parse().ok());
    if major.is_none_or(|major: u32| major < OLDEST_NODE) {
        return Err(format!("Node is {version}. Latchkit needs Node {OLDEST_NODE} or newer."));
    }
    run::answer(&mut run::program("npm", &["--version"])).map_err(|_| {
        "npm is missing. It comes with Node; on Debian: apt-get install npm".to_owned()
    })?;
    Ok(version.to_owned())
}

/// Installs the npm packages of the lock file at the root unless they are there already; gives whether
/// it did.
pub fn install_packages() -> Outcome<bool> {
    install_packages_of("")
}

/// The same for a folder with a lock file of its own.
pub fn install_packages_of(folder: &str) -> Outcome<bool> {
    let folder = tree::root().join(folder);
    let lock = folder.join("package-lock.json");
    let marker = folder.join("node_modules/.package-lock.json");
    if !lock.exists() {
        return Err(format!("{} is missing: check it out again.", tree::relative(&lock)));
    }
    // npm writes the marker last, so an install that was cut off is done again.
    if is_newer(&marker, &[lock, folder.join(".npmrc")]) {
        return Ok(false);
    }
    let mut command = run::program("npm", &["ci", "--no-progress", "--ignore-scripts"]);
    command.args(["--no-audit", "--no-fund"]).current_dir(&folder);
    let log = tree::root().join("target/xtask/npm.log");
    let log = run::silent("npm ci", &mut command, &log, Duration::from_mins(15));
    if !log.is_ok {
        return Err(format!("npm ci failed:\n{}", log.text.trim_end()));
    }
    println!("── npm ci: {}", run::took(log.elapsed));
    Ok(true)
}

fn is_newer(marker: &Path, inputs: &[PathBuf]) -> bool {
    let time = |path: &Path| path.metadata().and_then(|entry| entry.modified()).ok();
    let Some(made) = time(marker) else { return false };
    inputs.iter().filter_map(|path| time(path)).all(|input| input <= made)
}

/// A command of cargo such as `cargo-deny`: the one that is installed, or one of our own.
pub fn cargo_command(name: &str, version: &str) -> Outcome<PathBuf> {
    if run::answer(Command::new(name).arg("--version")).is_ok() {
        return Ok(PathBuf::from(name));
    }
    let tools = tree::root().join("target/tools");
    // It returns at once where that version is there.
    let mut install = run::cargo(&["install", "--quiet", "--locked", "--root"]);
    install.arg(&tools).arg(format!("{name}@{version}"));
    run::shown(&format!("cargo install {name}"), &mut install)?;
    Ok(tools.join("bin").join(name))
}

/// Installs Debian packages as root, or says how.
pub fn install_debian(packages: &[&str]) -> Outcome {
    let command = format!(
        "apt-get update && apt-get install -y --no-install-recommends {}",
        packages.join(" ")
    );
    if !is_root() || run::answer(&mut run::program("apt-get", &["--version"])).is_err() {
        return Err(format!("On Debian, run as root: {command}"));
    }
    let mut shell = run::program("sh", &["-c", &command]);
    shell.env("DEBIAN_FRONTEND", "noninteractive");
    let log = tree::root().join("target/xtask/apt.log");
    let log = run::logged("apt-get install", &mut shell, &log, Duration::from_mins(15));
    if log.is_ok {
        println!("── apt-get install {}: {}", packages.join(" "), run::took(log.elapsed));
        return Ok(());
    }
    let end: Vec<&str> = log.text.lines().rev().take(5).collect();
    Err(format!("`{command}` failed: {}", end.into_iter().rev().collect::<Vec<_>>().join(" / ")))
}

/// Whether everything is allowed to us.
pub fn is_root() -> bool {
    run::answer(&mut run::program("id", &["-u"])).is_ok_and(|id| id.trim() == "0")
}
