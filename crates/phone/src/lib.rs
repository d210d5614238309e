//! The dev phone's WebAssembly: the wallet's role of the crate `walletconnect`, which no page of a host
//! loads. It is a crate of its own so that the module of the package holds nothing of it.

#[cfg(target_arch = "wasm32")]
mod web;
