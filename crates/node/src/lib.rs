//! How servers are asked, by the engine and by its modules: `http.rs`.
#![deny(missing_docs)]

mod http;

pub use http::{TIMEOUT_MS, Unanswered, fetch, get};
