//! What `verify` runs, and when.

use std::path::Path;
use std::process::Command;

use super::count::{self, Counting};
use super::prepare::Tools;
use super::step::{
    CONTRACTS, IN_FIREFOX, IN_WEBKIT, INTEROP, JOURNEYS, LONGEST_BUILD, ON_POSTGRES, SOLANA, Step,
    after_builds, build, check, tests,
};
use crate::run::{self, Outcome};
use crate::{tree, wasm};

const COMPILER: &str = "contracts/compile.mjs";
const BIOME: &str = "node_modules/@biomejs/biome/bin/biome";
const TSC: &str = "node_modules/typescript/bin/tsc";
const VITEST: &str = "node_modules/vitest/vitest.mjs";
const PLAYWRIGHT: &str = "node_modules/@playwright/test/cli.js";
/// The steps that install, serve and visit one of `examples/`; each is a project of `examples.config.ts`.
const EXAMPLES: [&str; 6] = ["plain", "vite", "vite-7", "vue", "recipes", "next"];
/// The package loads where there is no page, and makes nothing there: a server that renders does so on
/// every start.
const IMPORT_IN_NODE: &str = "web/modal/test/node-import.test.mjs";

/// What is run, the cheapest first.
pub(super) struct Plan {
    pub(super) first: Vec<Step>,
    /// What visitors get.
    pub(super) release: Vec<Step>,
    /// What else is built, meanwhile.
    pub(super) meanwhile: Vec<Step>,
    /// Tests, and what is seen of what was built.
    pub(super) last: Vec<Step>,
}

impl Plan {
    /// Of it what belongs to a part.
    pub(super) fn of(mut self, part: Option<&str>) -> Plan {
        for steps in [&mut self.first, &mut self.release, &mut self.meanwhile, &mut self.last] {
            steps.retain(|step| part.is_none_or(|part| is_in_part(step, part)));
        }
        self
    }

    pub(super) fn is_empty(&self) -> bool {
        [&self.first, &self.release, &self.meanwhile, &self.last].iter().all(|it| it.is_empty())
    }
}

pub(super) fn plan(tools: Tools) -> Outcome<Plan> {
    let release = vec![build("release", own(&["release"]))];
    Ok(Plan { first: first()?, release, meanwhile: meanwhile(), last: last(tools) })
}

/// What is soon known.
fn first() -> Outcome<Vec<Step>> {
    let mut table = vec![
        check("tidy", "tidy", own(&["tidy"])),
        check("rustfmt", "tidy", run::cargo(&["fmt", "--all", "--check"])),
        check(
            "biome",
            "tidy",
            run::node(BIOME, &["check", "--error-on-warnings", "--max-diagnostics=100", "."]),
        ),
        check("tsc", "web", run::node(TSC, &["-p", "web/tsconfig.json", "--noEmit"])),
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
    table.push(check("codegen", "rust", own(&["codegen", "--check"])));
    Ok(table)
}

/// Builds alone: nobody waits for anything meanwhile that a busy machine would keep from them.
fn meanwhile() -> Vec<Step> {
    vec![
        Step { limit: LONGEST_BUILD, ..check("test programs", "rust", not_run(rust_tests())) },
        build("pages", own(&["web"])),
        build("gallery", own(&["web", "gallery"])),
    ]
}

fn last(tools: Tools) -> Vec<Step> {
    let chromium = &tools.chromium;
    let mut table = vec![
        check("compiled contracts", "rust", run::node(COMPILER, &["--check"])),
        check(CONTRACTS, "rust", run::program("node", &["--test", "contracts/test"])),
        check(SOLANA, "rust", run::program("node", &["--test", "solana/test"])),
        tests("rust tests", "rust", rust_tests(), Counting::Cargo),
        tests("cut", "rust", cut(), Counting::Cargo),
    ];
    if tools.has_postgres {
        table.push(tests(ON_POSTGRES, "rust", own(&["postgres"]), Counting::Cargo));
    }
    table.extend(tools.validator);
    table.extend([
        tests("walks", "rust", walks(), Counting::Cargo),
        tests("vitest", "web", in_chromium(chromium), Counting::vitest("vitest")),
        after_builds(check("bytes", "web", own(&["size", "bytes"]))),
        after_builds(check("import in node", "web", import_in_node())),
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
    table
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

/// What builds the tests and runs none.
fn not_run(mut tests: Command) -> Command {
    tests.arg("--no-run");
    tests
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
        "--test",
        "frame_walks",
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

fn is_in_part(step: &Step, part: &str) -> bool {
    let is_needed = step.is_build && ["web", "e2e", "examples"].contains(&part);
    step.part == part || step.name == part || is_needed
}
