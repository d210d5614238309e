//! How servers are asked, by the engine and by its modules: over HTTP in `http.rs`, and the nodes of a chain in
//! `rpc.rs`.
#![deny(missing_docs)]

mod http;
mod rpc;

pub use http::{TIMEOUT_MS, Unanswered, fetch, get};
pub use rpc::{Call, Others, Ranks, Told, ask, body, said};
