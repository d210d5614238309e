//! `verify [part]`: installs what tests need and runs every check and every test.
//!
//! [`run`] walks the table [`steps`]. A step is one child process; its output goes to
//! `target/verify/<step>.log` and is shown when it fails. How a step's passed and failed are counted
//! is in `verify/count.rs`. The last line is `verify: N passed, N failed`.

mod count;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use crate::advisories;
use crate::browsers;
use crate::demo;
use crate::postgres;
use crate::run::{self, Outcome, took};
use crate::solana_validator;
use crate::tools;
use crate::tree;
use crate::wasm;
use count::{Count, Counting};

const COMPILER: &str = "contracts/compile.mjs";
const BIOME: &str = "node_modules/@biomejs/biome/bin/biome";
const TSC: &str = "node_modules/typescript/bin/tsc";
const VITEST: &str = "node_modules/vitest/vitest.mjs";
const PLAYWRIGHT: &str = "node_modules/@playwright/test/cli.js";
/// The part that needs what others know of our dependencies.
const ADVISORIES: &str = "advisories";
/// The step that needs Postgres.
const ON_POSTGRES: &str = "server on postgres";
/// The steps that need a browser besides Chromium; each is a project of `smoke.config.ts`, too.
const IN_FIREFOX: &str = "firefox";
const IN_WEBKIT: &str = "webkit";
/// The step in which other clients of WalletConnect talk through our relay; the folder of their packages,
/// which the next step uses, too.
const INTEROP: &str = "interop";
/// The steps that look at what chains of tests are made of, and the folders of their packages; the server's
/// tests and the journeys use both.
const CONTRACTS: &str = "contracts";
const SOLANA: &str = "solana";
/// The step that holds the second of them against the real validator.
const VALIDATOR: &str = "solana validator";
const JOURNEYS: &str = "playwright";
/// The steps that install, serve and visit one of `examples/`; each is a project of `examples.config.ts`.
const EXAMPLES: [&str; 6] = ["plain", "vite", "vite-7", "vue", "recipes", "next"];
/// The package loads where there is no page, and makes nothing there: a server that renders does so on
/// every start.
const IMPORT_IN_NODE: &str = "web/modal/test/node-import.test.mjs";

/// One row of the table.
struct Step {
    name: &'static str,
    /// The part of `verify <part>` it belongs to.
    part: &'static str,
    command: Command,
    counting: Counting,
    limit: Duration,
    /// It makes what later steps look at.
    is_build: bool,
    /// It looks at what the builds make, and is not run when one failed.
    needs_builds: bool,
}

/// Runs everything, or one part: tidy, rust, web, e2e, examples, advisories, or the name of a step.
pub fn run(part: Option<&str>) -> Outcome {
    let start = Instant::now();
    let tools = prepare(part)?;
    let table: Vec<Step> = steps(tools)?
        .into_iter()
        .filter(|step| part.is_none_or(|part| is_in_part(step, part)))
        .collect();
    if table.is_empty() {
        return Err(format!(
            "verify has nothing to run for `{}`. Its parts are tidy, rust, web, e2e, examples, \
             advisories and the steps by their names.",
            part.unwrap_or("")
        ));
    }
    let mut total = Count::default();
    let mut broken: Option<&str> = None;
    for mut step in table {
        let count = match broken.filter(|_| step.needs_builds) {
            Some(build) => not_run(step.name, build),
            None => perform(&mut step),
        };
        if step.is_build && count.failed > 0 {
            broken = Some(step.name);
        }
        total = total.plus(&count);
    }
    println!("      all of it: {}", took(start.elapsed()));
    println!("verify: {} passed, {} failed", total.passed, total.failed);
    if total.failed == 0 { Ok(()) } else { std::process::exit(1) }
}

fn is_in_part(step: &Step, part: &str) -> bool {
    let is_needed = step.is_build && ["web", "e2e", "examples"].contains(&part);
    step.part == part || step.name == part || is_needed
}

/// What was found or installed.
#[derive(Default)]
struct Tools {
    chromium: PathBuf,
    firefox: Option<PathBuf>,
    has_webkit: bool,
    has_postgres: bool,
    validator: Option<Step>,
    advisories: Vec<Step>,
}

/// Installs what is missing.
fn prepare(part: Option<&str>) -> Outcome<Tools> {
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

fn perform(step: &mut Step) -> Count {
    let log =
        tree::root().join("target/verify").join(format!("{}.log", step.name.replace(' ', "-")));
    step.counting.forget_last();
    let log = run::logged(step.name, &mut step.command, &log, step.limit);
    let count = step.counting.read(&log);
    let verdict = if count.failed == 0 { "ok  " } else { "FAIL" };
    println!("{verdict}  {:<18} {:>12}   {count}", step.name, took(log.elapsed));
    if count.failed > 0 {
        println!("{}\n      (that was {})", log.text.trim_end(), tree::relative(&log.path));
    }
    count
}

fn not_run(name: &str, build: &str) -> Count {
    println!("FAIL  {name:<18} not run: {build} failed");
    Count { passed: 0, failed: 1, skipped: 0 }
}

/// Everything, cheapest first.
fn steps(tools: Tools) -> Outcome<Vec<Step>> {
    let chromium = &tools.chromium;
    let mut table = vec![
        check("tidy", "tidy", own(&["tidy"])),
        check("rustfmt", "tidy", run::cargo(&["fmt", "--all", "--check"])),
        check(
            "biome",
            "tidy",
            run::node(BIOME, &["check", "--error-on-warnings", "--max-diagnostics=100", "."]),
        ),
        check(
            "clippy",
            "rust",
            lint(&["--workspace", "--all-targets", "--features", "sim/types,xtask/web"]),
        ),
    ];
    if wasm::toolchain()? == wasm::Toolchain::Own {
        table.push(check("clippy wasm", "rust", lint(&wasm::BROWSER_LIBRARIES)));
    } else {
        println!("      clippy wasm: not run, it needs the {} target of rustup", wasm::TRIPLE);
    }
    table.extend([
        check("codegen", "rust", own(&["codegen", "--check"])),
        check("compiled contracts", "rust", run::node(COMPILER, &["--check"])),
        check(CONTRACTS, "rust", run::program("node", &["--test", "contracts/test"])),
        check(SOLANA, "rust", run::program("node", &["--test", "solana/test"])),
        tests("rust tests", "rust", rust_tests(), Counting::Cargo),
        tests("cut", "rust", cut(), Counting::Cargo),
    ]);
    if tools.has_postgres {
        table.push(tests(ON_POSTGRES, "rust", own(&["postgres"]), Counting::Cargo));
    }
    table.extend(tools.validator);
    table.extend([
        tests("walks", "rust", walks(), Counting::Cargo),
        check("tsc", "web", run::node(TSC, &["-p", "web/tsconfig.json", "--noEmit"])),
        build("pages", own(&["web"])),
        build("gallery", own(&["web", "gallery"])),
        tests("vitest", "web", in_chromium(chromium), Counting::vitest("vitest")),
        build("release", own(&["release"])),
        after_builds(check("bytes", "web", own(&["size", "bytes"]))),
        after_builds(check("import in node", "web", import_in_node())),
        build("server", run::cargo(&demo::SERVER)),
        interop(),
        end_to_end(JOURNEYS, "e2e", &["web/e2e/playwright.config.ts"], &[("CHROMIUM", chromium)]),
    ]);
    for name in EXAMPLES {
        let config = ["web/e2e/examples.config.ts", "--project", name];
        table.push(end_to_end(name, "examples", &config, &[("CHROMIUM", chromium)]));
    }
    if let Some(firefox) = &tools.firefox {
        table.push(smoke(IN_FIREFOX, &[("FIREFOX", firefox)]));
    }
    if tools.has_webkit {
        table.push(smoke(IN_WEBKIT, &[]));
    }
    table.extend(tools.advisories);
    Ok(table)
}

fn check(name: &'static str, part: &'static str, command: Command) -> Step {
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

fn build(name: &'static str, command: Command) -> Step {
    Step { is_build: true, ..check(name, "build", command) }
}

fn tests(name: &'static str, part: &'static str, command: Command, counting: Counting) -> Step {
    Step { counting, limit: Duration::from_mins(30), ..check(name, part, command) }
}

fn after_builds(step: Step) -> Step {
    Step { needs_builds: true, ..step }
}

/// A command of ours as a child. By its path: `cargo test` may have replaced the file we run from.
fn own(words: &[&str]) -> Command {
    let program = tree::target().join("debug/xtask");
    run::program(&program.to_string_lossy(), words)
}

fn lint(selection: &[&str]) -> Command {
    let mut command = run::cargo(&["clippy", "--quiet"]);
    command.args(selection).args(["--", "-D", "warnings"]);
    command
}

/// With the feature of the generator, so that `codegen` has compiled most of it already.
fn rust_tests() -> Command {
    let mut command =
        run::cargo(&["test", "--workspace", "--features", "sim/types", "--no-fail-fast"]);
    // A snapshot that differs fails; it is never written by the way.
    command.env("INSTA_UPDATE", "no").env("RUST_TEST_THREADS", run::test_threads());
    command
}

/// The tests of the binary that cuts the engine, in the profile that it is built in.
fn cut() -> Command {
    run::cargo(&["test", "--profile", "quick", "-p", "xtask", "--features", "web", "--bin", "glue"])
}

fn walks() -> Command {
    let mut command = run::cargo(&[
        "test",
        "--profile",
        "quick",
        "-p",
        "sim",
        "--test",
        "walks",
        "--",
        "--nocapture",
    ]);
    command.env("WALK_SECONDS", std::env::var("WALK_SECONDS").unwrap_or_else(|_| "60".to_owned()));
    command
}

fn import_in_node() -> Command {
    run::program("node", &["--test", IMPORT_IN_NODE])
}

fn in_chromium(chromium: &Path) -> Command {
    let mut command = vitest("vitest", "web/vitest.config.ts");
    command.env("CHROMIUM", chromium);
    command
}

/// A run of Vitest with a configuration, its report in the name of the step.
fn vitest(step: &str, config: &str) -> Command {
    let report = tree::root().join(count::report_of(step));
    let output = format!("--outputFile.json={}", report.display());
    let words = ["run", "--config", config, "--reporter=default", "--reporter=json", &output];
    run::node(VITEST, &words)
}

/// A run of Playwright: its configuration, and the variables that say where its browser is.
fn end_to_end(
    name: &'static str,
    part: &'static str,
    config: &[&str],
    browser: &[(&str, &Path)],
) -> Step {
    let mut command = run::node(PLAYWRIGHT, &["test", "--reporter=list,json", "--config"]);
    let counting = Counting::playwright(name);
    command.args(config).envs(browser.iter().copied());
    command.env("PLAYWRIGHT_JSON_OUTPUT_FILE", tree::root().join(count::report_of(name)));
    after_builds(tests(name, part, command, counting))
}

/// Other clients of WalletConnect, in Node.
fn interop() -> Step {
    let command = vitest(INTEROP, "interop/vitest.config.mjs");
    after_builds(tests(INTEROP, "e2e", command, Counting::vitest(INTEROP)))
}

/// The first journeys in the browser that the step is named after.
fn smoke(name: &'static str, browser: &[(&str, &Path)]) -> Step {
    end_to_end(name, "e2e", &["web/e2e/smoke.config.ts", "--project", name], browser)
}
