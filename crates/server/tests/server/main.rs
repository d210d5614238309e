//! The server over real sockets, on a real SQLite file, with nodes that misbehave and with a real
//! local chain.
//!
//! `test_app.rs` starts a server and asks it, `fake_node.rs` is a node that does as a test says,
//! `program.rs` runs the binary. Everything else is a list of cases, by what they are about.

mod assets;
mod batches;
mod contract;
mod cors;
mod dev;
mod doctor;
mod failover;
mod fake_node;
mod hostile_bodies;
mod hosts;
mod images;
mod metrics;
mod program;
mod rate_limits;
mod routes;
mod test_app;
mod wallets;
mod wallets_check;
