//! One row of what `verify` runs.

use std::process::Command;
use std::time::Duration;

use super::count::Counting;

/// The part that needs what others know of our dependencies.
pub(super) const ADVISORIES: &str = "advisories";
/// The step that needs Postgres.
pub(super) const ON_POSTGRES: &str = "server on postgres";
/// The steps that need a browser besides Chromium; each is a project of `smoke.config.ts`, too.
pub(super) const IN_FIREFOX: &str = "firefox";
pub(super) const IN_WEBKIT: &str = "webkit";
/// The step in which other clients of WalletConnect talk through our relay; the folder of their packages,
/// which the next step uses, too.
pub(super) const INTEROP: &str = "interop";
/// The steps that look at what chains of tests are made of, and the folders of their packages; the server's
/// tests and the journeys use both.
pub(super) const CONTRACTS: &str = "contracts";
pub(super) const SOLANA: &str = "solana";
/// The step that holds the second of them against the real validator.
pub(super) const VALIDATOR: &str = "solana validator";
pub(super) const JOURNEYS: &str = "playwright";

/// Two builds share the machine.
pub(super) const LONGEST_BUILD: Duration = Duration::from_mins(40);

/// One row of a table.
pub(super) struct Step {
    pub(super) name: &'static str,
    /// The part of `verify <part>` it belongs to.
    pub(super) part: &'static str,
    pub(super) command: Command,
    pub(super) counting: Counting,
    pub(super) limit: Duration,
    /// It makes what later steps look at.
    pub(super) is_build: bool,
    /// It looks at what the builds make, and is not run when one failed.
    pub(super) needs_builds: bool,
}

pub(super) fn check(name: &'static str, part: &'static str, command: Command) -> Step {
    Step {
        name,
        part,
        command,
        counting: Counting::One,
        limit: Duration::from_mins(20),
        is_build: false,
        needs_builds: false,
    }
}

pub(super) fn build(name: &'static str, command: Command) -> Step {
    Step { is_build: true, limit: LONGEST_BUILD, ..check(name, "build", command) }
}

pub(super) fn tests(
    name: &'static str,
    part: &'static str,
    command: Command,
    counting: Counting,
) -> Step {
    Step { counting, limit: Duration::from_mins(30), ..check(name, part, command) }
}

pub(super) fn after_builds(step: Step) -> Step {
    Step { needs_builds: true, ..step }
}
