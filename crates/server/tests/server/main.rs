//! The server over real sockets, on a real database, with nodes that misbehave and with a real local
//! chain. The database is an SQLite file, and Postgres under `cargo xtask postgres`.
//!
//! `test_app.rs` starts a server and asks it, `fake_node.rs` is a node that does as a test says,
//! `fake_blocks.rs` a chain of which several nodes tell, `rpc_client.rs` a client of its sockets,
//! `relay_peer.rs` one of the relay, `program.rs` runs the binary. Everything else is a list of cases, by what they are about.

mod assets;
mod balances;
mod batches;
mod ceilings;
mod contract;
mod cors;
mod database;
mod database_faults;
mod dev;
mod doctor;
mod doctor_sources;
mod event_limits;
mod events;
mod explorer;
mod failover;
mod fake_blocks;
mod fake_names;
mod fake_node;
mod health;
mod held_back;
mod history;
mod history_bounds;
mod history_faults;
mod history_kill;
mod hosted_api;
mod hosted_prices;
mod hostile_bodies;
mod hosts;
mod images;
mod kept_answers;
mod local_chain;
mod logged;
mod many_balances;
mod metrics;
mod names;
mod picture_host;
mod pictures;
mod prices;
mod program;
mod project_commands;
mod projects;
mod rate_limits;
mod relay;
mod relay_admission;
mod relay_contract;
mod relay_faults;
mod relay_floods;
mod relay_kill;
mod relay_kill_nodes;
mod relay_logs;
mod relay_nodes;
mod relay_peer;
mod relay_receipts;
mod relay_room;
mod routes;
mod rpc_client;
mod rpc_sockets;
mod rpc_subscriptions;
mod seeded;
mod solana;
mod test_app;
mod vault_browser;
mod vault_guessing;
mod vault_links;
mod vault_sessions;
mod vault_sign_in;
mod vault_wallets;
mod wallets;
mod wallets_check;
mod watched_nodes;
mod zerion;
