//! What is particular to Solana.
//!
//! [`address`] is who.

pub mod address;
