//! What is particular to chains of the Ethereum Virtual Machine, the CAIP-2 namespace `eip155`.
//!
//! [`address`] is who, [`chain_number`] is where.

pub mod address;
pub mod chain_number;
pub mod contracts;
