//! What is said: the pure shapes that engine, vault, server and wallets exchange.
//!
//! No async, no clock, no randomness, no input or output. `caip.rs` names chains and accounts,
//! `rpc.rs` holds the JSON-RPC error and the one table of its codes, `method.rs` what a
//! provider answers, `module` what modules are asked, `path.rs` the paths of the server, `api.rs` its
//! HTTP bodies, `event` what can be counted, `origin.rs` which pages may use a project, `frame` what
//! the modal and the vault's frame say to each other, `relay` what is said to phones and to the relay between,
//! `reached_wallets.rs` which wallets are reached some way, `app_link.rs` which links may open one.
#![deny(missing_docs)]

pub mod api;
pub mod app_link;
pub mod caip;
pub mod event;
pub mod frame;
pub mod method;
pub mod module;
pub mod origin;
pub mod path;
pub mod reached_wallets;
pub mod relay;
pub mod rpc;
