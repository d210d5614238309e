//! Known weaknesses of what we build with: cargo-deny over `Cargo.lock`, by `deny.toml`, and npm over
//! `package-lock.json`.
//!
//! Both ask a database that lies elsewhere. [`checks`] gives each its command where its database
//! answers, and a sentence where it does not. cargo-deny takes minutes to compile, so it is installed
//! only where it would have something to read.

use std::process::Command;
use std::time::Duration;

use crate::run::{self, Log, Outcome};
use crate::tools;
use crate::tree;

/// Where cargo-deny looks; `ADVISORY_DB` names a clone of it in its place.
const DATABASE: &str = "https://github.com/RustSec/advisory-db";
/// How long a database may take to say that it is there.
const PATIENCE: Duration = Duration::from_secs(8);
/// What is below is found in every tree of tools, and harms nobody.
const NPM_AUDIT: [&str; 3] = ["audit", "--audit-level=high", "--fetch-retries=0"];

/// The steps and their commands, or why there is none. An error where there is a database and nothing
/// to read it with.
pub fn checks() -> Outcome<[(&'static str, Outcome<Command>); 2]> {
    Ok([("crate advisories", of_crates()?), ("npm advisories", of_packages())])
}

fn of_crates() -> Outcome<Outcome<Command>> {
    let place = std::env::var("ADVISORY_DB").ok();
    let from = place.as_deref().unwrap_or(DATABASE);
    let mut ask = run::program("git", &["ls-remote", "--exit-code", from, "main"]);
    ask.env("GIT_TERMINAL_PROMPT", "0");
    let answer = asked("git ls-remote", &mut ask);
    if !answer.is_ok {
        let why = last_line(&answer);
        let silent = format!("ADVISORY_DB may name a clone of {DATABASE}, which is silent: {why}");
        return Ok(Err(silent));
    }
    let program = tools::cargo_command("cargo-deny", "0.20.2")?;
    let mut check = run::program(&program.to_string_lossy(), &["check"]);
    if let Some(place) = place {
        check.env("GIT_CONFIG_COUNT", "1").env("GIT_CONFIG_VALUE_0", DATABASE);
        check.env("GIT_CONFIG_KEY_0", format!("url.{place}.insteadOf"));
    }
    Ok(Ok(check))
}

fn of_packages() -> Outcome<Command> {
    let answer = asked("npm audit", run::program("npm", &NPM_AUDIT).arg("--json"));
    if !answer.text.contains("\"auditReportVersion\"") {
        let why = answer.text.lines().find_map(|line| line.trim().strip_prefix("\"message\":"));
        let why = why.map_or_else(|| last_line(&answer), |it| it.trim_matches([' ', '"', ',']));
        return Err(format!("The registry of npm knows none: {why}"));
    }
    Ok(run::program("npm", &NPM_AUDIT))
}

fn asked(name: &str, command: &mut Command) -> Log {
    let log = tree::root().join(format!("target/xtask/{}.log", name.replace(' ', "-")));
    run::silent(name, command, &log, PATIENCE)
}

fn last_line(log: &Log) -> &str {
    log.text.lines().last().unwrap_or("no answer")
}
