//! `demo`: everything a stranger needs to see Latchkit, from a bare checkout to a URL.
//!
//! npm installs while cargo compiles. What is fresh is skipped: cargo knows its own, the rest is in
//! `tree`. At the end this process becomes `latchkit dev`, so that Ctrl-C and signals reach it.

use std::os::unix::process::CommandExt;
use std::process::Command;
use std::thread;
use std::time::Instant;

use crate::run::{self, Outcome, took};
use crate::{pages, tools, tree, wasm};

/// How the server is built. The profile `quick` compiles in two thirds of the time of `dev`, and
/// shares its build scripts and macros with the WebAssembly modules.
pub const SERVER: [&str; 5] = ["build", "--profile", "quick", "-p", "server"];

/// How the server of an operator is built, with the package and the frame that visitors get inside it.
pub const RELEASE_SERVER: [&str; 7] =
    ["build", "--release", "--locked", "-p", "server", "--features", "embed"];

/// Builds what is stale and becomes `latchkit dev` with these options; returns only when that cannot
/// be started.
pub fn run(options: &[&str]) -> Outcome {
    let start = Instant::now();
    println!("Latchkit demo: the first time takes a few minutes, the next a few seconds.");
    println!("   Node {}", tools::check_node()?);
    let packages = thread::spawn(tools::install_packages);
    let toolchain = wasm::toolchain();
    // The longest first. All of it is tried before npm is waited for.
    let compiled = run::shown("compile the server", &mut run::cargo(&SERVER))
        .and(toolchain)
        .and_then(|toolchain| wasm::build(toolchain, wasm::Kind::Quick));
    packages.join().map_err(|_| "npm ci stopped without a word".to_owned())??;
    compiled?;
    pages::build_with("modal", wasm::Kind::Quick)?;
    pages::build_with("vault", wasm::Kind::Quick)?;
    pages::build_with("demo", wasm::Kind::Quick)?;
    println!("── everything is built: {}", took(start.elapsed()));
    let error = server(options).exec();
    Err(format!("the server cannot be started: {error}"))
}

fn server(options: &[&str]) -> Command {
    let program = tree::target().join("quick/latchkit");
    let mut command = run::program(&program.to_string_lossy(), &["dev", "--package"]);
    command.arg(tree::relative(&wasm::Kind::Quick.package()));
    command.arg("--frame").arg(tree::relative(&wasm::Kind::Quick.frame()));
    if tree::root().join("web/gallery/dist").exists() {
        command.args(["--gallery", "web/gallery/dist"]);
    }
    command.args(options);
    command
}
