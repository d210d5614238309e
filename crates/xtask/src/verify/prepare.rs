//! What `verify` needs of the machine: it installs what is missing.

use std::path::PathBuf;

use super::step::{
    ADVISORIES, CONTRACTS, IN_FIREFOX, IN_WEBKIT, INTEROP, JOURNEYS, ON_POSTGRES, SOLANA, Step,
    VALIDATOR, check,
};
use crate::run::Outcome;
use crate::{advisories, browsers, postgres, solana_validator, tools};

/// What was found or installed.
#[derive(Default)]
pub(super) struct Tools {
    pub(super) chromium: PathBuf,
    pub(super) firefox: Option<PathBuf>,
    pub(super) has_webkit: bool,
    pub(super) has_postgres: bool,
    pub(super) validator: Option<Step>,
    pub(super) advisories: Vec<Step>,
}

/// Installs what is missing.
pub(super) fn prepare(part: Option<&str>) -> Outcome<Tools> {
    println!("      Node {}", tools::check_node()?);
    tools::install_packages()?;
    let mut found = Tools::default();
    let wants = |step, whole| part.is_none_or(|part| part == step || part == whole);
    if wants(ADVISORIES, ADVISORIES) {
        for (name, command) in advisories::checks()? {
            let step = unless_missing(name, command).map(|it| check(name, ADVISORIES, it));
            found.advisories.extend(step);
        }
    }
    if wants(ON_POSTGRES, "rust") {
        found.has_postgres = unless_missing(ON_POSTGRES, postgres::programs()).is_some();
    }
    if wants(VALIDATOR, "rust") {
        let program = unless_missing(VALIDATOR, solana_validator::find());
        found.validator = program.map(|it| check(VALIDATOR, "rust", solana_validator::tests(&it)));
    }
    if part.is_none_or(|part| ![ADVISORIES, "tidy", "rust"].contains(&part)) {
        found.chromium = browsers::chromium()?;
        println!("      Chromium at {}", found.chromium.display());
    }
    let of_chains = [CONTRACTS, SOLANA, VALIDATOR, ON_POSTGRES, "rust tests"];
    if of_chains.iter().any(|it| wants(it, "rust")) || wants(JOURNEYS, "e2e") {
        tools::install_packages_of(CONTRACTS)?;
        tools::install_packages_of(SOLANA)?;
    }
    if wants(INTEROP, "e2e") || part == Some(JOURNEYS) {
        tools::install_packages_of(INTEROP)?;
    }
    if wants(IN_FIREFOX, "e2e") {
        found.firefox = unless_missing(IN_FIREFOX, browsers::firefox());
    }
    if wants(IN_WEBKIT, "e2e") {
        found.has_webkit = unless_missing(IN_WEBKIT, browsers::webkit()).is_some();
    }
    Ok(found)
}

/// What a step needs; says that the step is not run, and why, when it is missing.
fn unless_missing<T>(step: &str, found: Outcome<T>) -> Option<T> {
    found.inspect_err(|sentence| println!("      {step}: not run. {sentence}")).ok()
}
