//! How flows run. Knows nothing of wallets.
//!
//! A flow is plain `async` code over one seam, [`World`]: it performs an [`Op`] and awaits the
//! [`Reply`]. The [`Runtime`] runs all flows of an engine on one thread, in turns: a call comes in,
//! flows run until each of them waits, then changed slices are published, answers given and new
//! ops performed, all before the call returns. A click therefore reaches the wallet while its user
//! activation lasts. The same code runs in the browser and in the tests.
//!
//! Rules that keep flows safe: one flow per [`Scope`], a new one drops the old; dropping a flow
//! aborts its ops; clean-up lives in `Drop`; time, randomness and storage are ops.
//!
//! Read `executor.rs` (turns), `world.rs` (ops and replies), `op.rs` (what can be asked of the
//! page), then `secret.rs`, `scope.rs`, `slice.rs`, `race.rs`, `bell.rs`,
//! `backoff.rs`.
#![deny(missing_docs)]

mod backoff;
mod bell;
mod executor;
mod op;
mod race;
mod reply;
mod scope;
mod secret;
mod slice;
#[cfg(target_arch = "wasm32")]
pub mod web;
mod world;

pub use backoff::Backoff;
pub use bell::Bell;
pub use executor::{Host, Runtime};
pub use op::{Op, Place, Verb};
pub use race::{Race, race};
pub use reply::Reply;
pub use scope::Scope;
pub use secret::{Secret, shown};
pub use slice::Slice;
pub use world::{Performed, Replies, World};
