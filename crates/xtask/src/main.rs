//! `cargo xtask <command>`: the tools of the repository. `cargo demo` and `cargo verify` are aliases.
//!
//! One module per command; `run` starts processes, `tree` knows files, `tools` and `browsers` install
//! what is missing, `wasm` and `pages` build what the browser gets. None of our crates is used here, and
//! almost no foreign one: this is compiled first, on every machine.

mod advisories;
mod browsers;
mod codegen;
mod demo;
mod fuzz;
mod git;
mod guards;
mod icons;
mod load;
mod nginx;
mod outcome;
mod pages;
mod papers;
mod port;
mod postgres;
mod redis;
mod run;
mod size;
mod solana_validator;
mod tidy;
mod tools;
mod tree;
mod verify;
mod wasm;

use std::process::ExitCode;

use run::Outcome;

const USAGE: &str = "\
cargo xtask <command>
  demo [options]      build everything and start it here, as `cargo demo`; options of `latchkit dev`
  verify [part]       every check and test, or one part: tidy, rust, web, e2e, advisories; as `cargo verify`
  codegen [--check]   write TypeScript and fixtures from the Rust types, or check that they are fresh
  fuzz [target] [s]   look for a text on which a reader fails, for a minute each unless told
  guards [name …]     take out each guard of crates/*/guards and web/guards, or these, and see its test fail
  icons               the marks of wallets, networks and currencies anew from the packages they are in
  load relay [words]  how the relay bears sockets and messages; `load relay all sockets=1000 rate=500`
  load relay --kill n kills a relay under load, so often, and sees that nothing acknowledged is lost
                      (`--kill n postgres`: also one node of two, on Postgres and Redis)
  load rpc [words]    what the JSON-RPC proxy adds to asking a node, beside nginx; `load rpc node=anvil rate=100`
  load rpc --kill n   has nodes behind it fail, so often, and sees that every read has its right answer and no
                      transaction is sent twice (`--kill n seed=1`: what is chosen by chance, as it was then)
  load history [words] how fast the history of an account is read; `load history blocks=2000 transfers=20`
  load otp [words]    how many people sign in by e-mail in a second; `load otp connections=1,32 seconds=5`
  postgres            the server's tests on Postgres instead of SQLite
  release             the package and the binary as they are published, with their licences and bills
  size [bytes]        what a visitor downloads, waits for and a host installs, against the budgets
  solana-validator    builds the real validator of Solana once, into the cache, for the step of verify of that name
  tidy                the house rules
  web                 the WebAssembly modules with their glue, the package, the frame and the demo, quickly made
  web --release       the same as visitors get it, and a host's bundle with the package in it
  web wasm | gallery  only the modules (also with --release), only the gallery
";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match command(&words) {
        Ok(()) => ExitCode::SUCCESS,
        Err(sentence) => {
            eprintln!("\n{sentence}");
            ExitCode::FAILURE
        }
    }
}

fn command(words: &[&str]) -> Outcome {
    match words {
        ["codegen"] => codegen::run(false),
        ["codegen", "--check"] => codegen::run(true),
        ["demo", options @ ..] => demo::run(options),
        ["fuzz"] => fuzz::run(None, "60"),
        ["fuzz", seconds] if seconds.parse::<u32>().is_ok() => fuzz::run(None, seconds),
        ["fuzz", target] => fuzz::run(Some(target), "60"),
        ["fuzz", target, seconds] => fuzz::run(Some(target), seconds),
        ["guards", names @ ..] => guards::run(names),
        ["icons"] => icons::run(),
        ["load", "relay", "--kill", times] => load::kill(times),
        ["load", "relay", "--kill", times, "postgres"] => load::kill_nodes(times),
        ["load", "relay", words @ ..] => load::relay(words),
        ["load", "rpc", "--kill", times, words @ ..] => load::rpc_kill(times, words),
        ["load", "rpc", words @ ..] => load::rpc(words),
        ["load", "history", words @ ..] => load::history(words),
        ["load", "otp", words @ ..] => load::otp(words),
        ["postgres"] => postgres::run(),
        ["release"] => release(),
        ["size"] => web(wasm::Kind::Release).and_then(|()| size::run()),
        ["size", "bytes"] => web(wasm::Kind::Release).and_then(|()| size::bytes()),
        ["solana-validator"] => solana_validator::build(),
        ["tidy"] => tidy::run(),
        ["verify"] => verify::run(None),
        ["verify", part] => verify::run(Some(part)),
        ["web", "gallery"] => pages::build("gallery"),
        ["web", "wasm", "--release"] => wasm::build(wasm::toolchain()?, wasm::Kind::Release),
        ["web", "wasm"] => wasm::build(wasm::toolchain()?, wasm::Kind::Quick),
        ["web"] => web(wasm::Kind::Quick),
        ["web", "--release"] => web(wasm::Kind::Release),
        _ => Err(USAGE.to_owned()),
    }
}

fn web(kind: wasm::Kind) -> Outcome {
    tools::check_node()?;
    tools::install_packages()?;
    let toolchain = wasm::toolchain()?;
    wasm::build(toolchain, kind)?;
    pages::build_with("demo", kind)?;
    pages::build_with("vault", kind)?;
    if kind == wasm::Kind::Quick {
        return pages::build_with("modal", kind);
    }
    papers::licences()?;
    pages::build_with("modal", kind)?;
    papers::of_package(toolchain)?;
    pages::build_with("host18", kind)
}

/// What is published.
fn release() -> Outcome {
    web(wasm::Kind::Release)?;
    run::shown("compile the server", &mut run::cargo(&demo::RELEASE_SERVER))?;
    papers::of_binary(wasm::toolchain()?)
}
