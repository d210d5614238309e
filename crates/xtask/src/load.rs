//! `load relay`: how the relay bears sockets and messages on this machine.
//!
//! The tool is the crate `load`, which starts a release server of its own on SQLite, or on a Postgres
//! that is started for it, and prints what it measured. Nothing fails by a figure. `--kill 100` kills a
//! server so often in the middle of a load, with `postgres` also one node of two, and fails where anything
//! that was acknowledged is lost.

use std::process::Command;

use crate::postgres;
use crate::redis;
use crate::run::{self, Outcome};
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

/// Builds both and runs the tool with these words; `all` stands for a new Postgres and a new Redis.
pub fn relay(words: &[&str]) -> Outcome {
    // Without the package's files: the relay is the same.
    let parts = ["build", "--release", "--locked", "-p", "server", "-p", "load"];
    run::shown("compile server and tool", &mut run::cargo(&parts))?;
    let [tool, server] = ["load", "latchkit"].map(|it| tree::target().join("release").join(it));
    let mut command = run::program(&tool.to_string_lossy(), &[&server.to_string_lossy()]);
    command.args(words.iter().filter(|it| **it != "all"));
    if !words.contains(&"all") {
        return run::shown("load", &mut command);
    }
    let database = postgres::Server::start(&postgres::programs()?)?;
    let redis = redis::Server::start()?;
    command.args([format!("database={}", database.url), format!("redis={}", redis.url)]);
    run::shown("load", &mut command)
}
