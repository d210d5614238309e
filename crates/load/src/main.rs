//! Puts load on a server of ours and says how it bears it: `cargo xtask load relay`, `rpc`, `history` and `otp`.
//!
//! Whatever the load is, it goes to the program that is named, started with a database of its own
//! (`server.rs`), and what comes of it is printed: `spread.rs` is how times are spread, `table.rs` the form.
//! There are five loads, a folder each, whose `mod.rs` says how to read it: `relay` are sockets and messages,
//! `rpc` is what the JSON-RPC proxy adds, `kill` is the proxy while its nodes fail, `history` is how fast a
//! history is read, and `otp` are people who sign in by e-mail. Nodes are of our own (`node.rs`, which answers by `calls.rs`) or anvil (`anvil.rs`), on one
//! chain (`chain.rs`), and are asked over connections that are kept (`connection.rs`), as servers are; both ends read
//! HTTP by `http.rs`. `listening.rs` is what listens here, `processor.rs` how long a process had a processor.

mod anvil;
mod calls;
mod chain;
mod connection;
mod history;
mod http;
mod kill;
mod listening;
mod node;
mod otp;
mod processor;
mod relay;
mod rpc;
mod server;
mod spread;
mod table;

use std::process::ExitCode;

/// How to call it.
const USAGE: &str = "\
load relay <latchkit> [sockets=2,1000,10000] [rate=2000] [seconds=10] [database=postgres://… redis=redis://…]
load rpc <latchkit> [node=own|anvil] [nginx=<program>] [rate=200] [seconds=6] [connections=32] [size=66] [delay=0]
load kill <latchkit> times=100 [seed=1]
load history <latchkit> [blocks=2000] [transfers=20]
load otp <latchkit> [connections=1,32,128] [seconds=10]
";

#[tokio::main]
async fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match run(&words).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(sentence) => {
            eprintln!("{sentence}");
            ExitCode::FAILURE
        }
    }
}

async fn run(words: &[String]) -> Result<(), String> {
    let [load, program, words @ ..] = words else { return Err(USAGE.to_owned()) };
    let words: Option<Vec<(&str, &str)>> = words.iter().map(|word| word.split_once('=')).collect();
    let words = words.ok_or(USAGE)?;
    // A socket is a file, here and in the server, which asks for its own.
    rlimit::increase_nofile_limit(u64::MAX).map_err(|error| error.to_string())?;
    match &**load {
        "relay" => relay::run(&relay::Wish::read(program, &words).ok_or(USAGE)?).await,
        "rpc" => rpc::run(&rpc::Wish::read(program, &words).ok_or(USAGE)?).await,
        "history" => history::run(&history::Wish::read(program, &words).ok_or(USAGE)?).await,
        "otp" => otp::run(&otp::Wish::read(program, &words).ok_or(USAGE)?).await,
        "kill" => kill::run(&kill::Wish::read(program, &words).ok_or(USAGE)?).await,
        _ => Err(USAGE.to_owned()),
    }
}
