//! The vault's frame, as the page around it has it: what the engine asks of it, and what it tells.
//!
//! The engine asks ([`protocol::module::embedded`]), this module answers, and owns nothing that is shown. The frame is
//! there for as long as the ask that wants it is open; everybody else waits until it takes requests.
//!
//! | to learn | open |
//! |---|---|
//! | how a module of the engine is asked | `module.rs` |
//! | how the frame is reached, and what it says by itself | `frame.rs` |
//! | how it is requested something | `asking.rs`, by `line.rs` |
//! | what a wallet is asked | `wallet.rs` |
//! | how the page's own fields hand on what is entered | `entry.rs` |
//!
//! [`protocol::frame`] says what the two say to each other.

mod asking;
mod entry;
mod frame;
mod hub;
mod line;
mod module;
mod wallet;
#[cfg(target_arch = "wasm32")]
mod web;

pub use module::Module;
