//! APIs that others host, each of them asked only where the operator names it.
//!
//! `settings.rs` is what the operator says, `names.rs` what each API calls the chains, `asking.rs` the way of a
//! question, with limits on everything. What is asked is told where it is used: prices in `prices/`, what accounts
//! hold and did in `zerion/`.

mod asking;
mod names;
pub mod settings;

pub(crate) use asking::{Answer, Hosted, NotTold};
pub(crate) use names::Names;
