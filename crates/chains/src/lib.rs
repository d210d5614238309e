//! What a chain is: amounts, addresses, chain ids, what is signed there, the built-in networks.
//!
//! Everything here is pure: no input or output, no clock, no randomness. It runs in the visitor's
//! browser and in the server alike, so no answer depends on where it is computed, and every parser
//! takes hostile text without a panic.
//!
//! How to read it, from the ground up:
//!
//! | to learn | open |
//! |---|---|
//! | how a number is read from text without ever becoming a float | `decimal.rs` |
//! | what an amount is, and how it enters and leaves as text | [`amount`] |
//! | what an EVM address and chain id are, what is signed there and what it does | [`evm`] |
//! | what a transaction and a message of Solana are, and what they do | [`solana`] |
//! | which networks we know, and what an unknown one looks like | [`registry`] |
//! | which of a chain's nodes is asked first | [`rank`] |
#![deny(missing_docs)]

pub mod amount;
mod decimal;
pub mod evm;
pub mod rank;
pub mod registry;
pub mod solana;
