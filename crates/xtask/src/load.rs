//! `load relay`, `load rpc`, `load history` and `load otp`: how the relay bears sockets and messages on this machine,
//! what the JSON-RPC proxy adds to asking a node, how fast histories are read, and how many people sign in by e-mail.
//!
//! The tool is the crate `load`, which starts a release server of its own, on SQLite or on a Postgres that is
//! started for it, and prints what it measured. Nothing fails by a figure. `load relay --kill 100` kills a
//! server so often in the middle of a load, with `postgres` also one node of two, and fails where anything
//! that was acknowledged is lost. `load rpc --kill 100` has nodes fail so often behind the proxy, and fails
//! where a read has no answer or a wrong one, or a transaction is given to two nodes.

use std::process::Command;

use crate::nginx;
use crate::postgres;
use crate::redis;
use crate::run::{self, Outcome};
use crate::tools;
use crate::tree;

/// Runs the test that kills the server, so often.
pub fn kill(times: &str) -> Outcome {
    run::shown("kill", tests(times).env_remove("TEST_DATABASE_URL"))
}

/// The same on Postgres, and the one that kills either of two nodes.
pub fn kill_nodes(times: &str) -> Outcome {
    redis::program()?;
    let database = postgres::Server::start(&postgres::programs()?)?;
    run::shown("kill", tests(times).env("TEST_DATABASE_URL", &database.url))
}

fn tests(times: &str) -> Command {
    let parts = ["test", "-p", "server", "--test", "server", "relay_kill", "--", "--nocapture"];
    let mut tests = run::cargo(&parts);
    tests.env("RELAY_KILLS", times);
    tests
}

/// Puts load on a relay, with these words; `all` stands for a new Postgres and a new Redis.
pub fn relay(words: &[&str]) -> Outcome {
    let mut command = tool("relay")?;
    command.args(words.iter().filter(|it| **it != "all"));
    if !words.contains(&"all") {
        return run::shown("load", &mut command);
    }
    let database = postgres::Server::start(&postgres::programs()?)?;
    let redis = redis::Server::start()?;
    command.args([format!("database={}", database.url), format!("redis={}", redis.url)]);
    run::shown("load", &mut command)
}

/// Asks a node directly, through the proxy, and through nginx where there is one.
pub fn rpc(words: &[&str]) -> Outcome {
    let mut command = tool("rpc")?;
    if words.contains(&"node=anvil") {
        tools::check_node()?;
        tools::install_packages()?;
    }
    match nginx::program() {
        Ok(program) => drop(command.arg(format!("nginx={program}"))),
        Err(sentence) => println!("{sentence} So there is no column of it."),
    }
    run::shown("load", command.args(words))
}

/// Has nodes behind the proxy fail, so often.
pub fn rpc_kill(times: &str, words: &[&str]) -> Outcome {
    run::shown("kill", tool("kill")?.arg(format!("times={times}")).args(words))
}

/// Reads the history of an account from a chain on which much happens.
pub fn history(words: &[&str]) -> Outcome {
    tools::check_node()?;
    tools::install_packages()?;
    run::shown("load", tool("history")?.args(words))
}

/// Signs people in by e-mail, as many as the server bears.
pub fn otp(words: &[&str]) -> Outcome {
    run::shown("load", tool("otp")?.args(words))
}

/// Builds the tool and a server, and gives the tool with what it is to do with that.
fn tool(load: &str) -> Outcome<Command> {
    // Without the package's files: nothing of it is asked for.
    let parts = ["build", "--release", "--locked", "-p", "server", "-p", "load"];
    run::shown("compile server and tool", &mut run::cargo(&parts))?;
    let [tool, server] = ["load", "latchkit"].map(|it| tree::target().join("release").join(it));
    Ok(run::program(&tool.to_string_lossy(), &[load, &server.to_string_lossy()]))
}
