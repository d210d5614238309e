//! APIs that others host, each of them asked only where the operator names it.
//!
//! `settings.rs` is what the operator says, `names.rs` what each API calls the chains, `asking.rs` the way of a
//! question, with limits on everything, and `thrift.rs` how seldom it is asked. What is asked is told where it is used: prices in `prices/`, what accounts
//! hold and did in `zerion/`.

mod answer;
mod asking;
mod names;
pub mod settings;
mod thrift;

pub(crate) use answer::Answer;
pub(crate) use asking::{Hosted, NotTold};
pub(crate) use names::Names;
pub(crate) use thrift::Thrift;
