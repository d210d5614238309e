//! The server of Latchkit: the API that the modal calls, its assets, and `latchkit dev`.
//!
//! Start at `routes/mod.rs`, the table of contents of what is answered, with the layers around it.
//! `app.rs` is what routes share, `cli.rs` the command line, `config.rs` every setting, as
//! `config_sources.rs` reads it. `rate_limits/`
//! and `metrics.rs` count requests, `doctor/` checks a set-up and a host's page. Requests to chains go
//! through `upstream/`, those to servers that strangers name through `outside/`; `pictures/` has what lies
//! there. Those to APIs that the operator names go through `hosted/`. What is kept goes through `db/`: projects (`project.rs`) and events (`analytics.rs`). `relay/` is the relay of phones, whose nodes share a Redis (`redis_url.rs`). `vault/` signs people in to
//! the embedded wallet, with the keys of `kms/` and the mails of `mail/`. `dev/` is everything that only `latchkit dev` has.
#![deny(missing_docs)]

mod analytics;
mod ancestors;
pub mod app;
mod batch;
pub mod bind_address;
mod cache_control;
pub mod ceiling;
pub mod cli;
pub mod client_address;
mod clock;
pub mod config;
mod config_faults;
mod config_sources;
pub mod config_values;
pub mod db;
pub mod dev;
mod doctor;
pub mod error;
pub mod event_writer;
mod extract;
mod feeds;
mod files;
mod held_bytes;
pub mod history;
mod holding;
mod holdings;
mod host_policy;
pub mod hosted;
mod html;
mod idle_keys;
mod images;
mod kept_assets;
pub mod kms;
mod known_chains;
pub mod listen;
pub mod log_targets;
pub mod mail;
mod metrics;
mod names;
pub mod origin;
mod outside;
pub mod paced;
mod pictures;
pub mod prices;
pub mod problem;
pub mod project;
mod project_cache;
mod rate_limits;
mod readiness;
mod recovery_delay;
pub mod redis_url;
pub mod relay;
mod request_log;
pub mod routes;
mod site;
pub mod upstream;
pub mod vault;
pub mod wallets;
mod websocket;
mod zerion;

/// The version of the server and of the assets it serves.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The commit it was built from, or that it was built from none: see `build/commit.rs`.
pub(crate) const COMMIT: &str = env!("LATCHKIT_COMMIT");
