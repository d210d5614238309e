//! `icons`: the marks of wallets, networks and currencies in `crates/server/registry/icons`, anew from the
//! published packages that `sources.json` there names. For whoever changes the table; nothing else needs it.

use crate::run::{self, Outcome};
use crate::{browsers, tools};

/// Downloads the packages, checks them, and writes the marks and their provenance.
pub fn run() -> Outcome {
    tools::check_node()?;
    tools::install_packages()?;
    let mut command = run::node("crates/server/registry/icons/fetch.mjs", &[]);
    command.env("CHROMIUM", browsers::chromium()?);
    run::shown("marks", &mut command)
}
