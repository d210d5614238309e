//! How servers are asked, by the engine and by its modules: over HTTP in `http.rs`, the nodes of a chain in
//! `rpc.rs`, and what they say of a transaction in `fault.rs`.
#![deny(missing_docs)]

mod fault;
mod http;
mod rpc;

pub use fault::Fault;
pub use http::{TIMEOUT_MS, Unanswered, fetch, get};
pub use rpc::{Call, Others, Ranks, Told, ask, body, said};
