//! How servers are asked, by the engine and by its modules: over HTTP in `http.rs`, and the nodes of a chain in
//! `rpc.rs`, in the order of `ranks.rs`.
#![deny(missing_docs)]

mod http;
mod ranks;
mod rpc;

pub use http::{Unanswered, fetch, get, post};
pub use ranks::Ranks;
pub use rpc::{Answers, Call, Told, ask};
