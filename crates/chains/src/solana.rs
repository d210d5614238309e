//! What is particular to Solana: who, what a transaction does, and what a wallet is asked to sign.
//!
//! How to read it, from the ground up:
//!
//! | to learn | open |
//! |---|---|
//! | how bytes are written as text | [`base58`] |
//! | what an address is, and which a program derives | [`address`], [`program_address`] |
//! | which programs are known | [`programs`] |
//! | what is signed to move something | [`transaction_message`], [`transaction`], [`transaction_error`] |
//! | what programs are told, in words of theirs | [`action`], [`instructions`] |
//! | what a transaction costs | [`fee`] |
//! | what a person sees before it is signed | [`approval`] |
//! | how SOL and tokens are sent | [`transfer`] |
//! | which messages are signed, and which sign somebody in | [`message`], [`sign_in`], [`moment`] |
//! | what a page asks a wallet for | [`params`] |

/// The programs that keep tokens: [SPL Token](https://www.solana-program.com/docs/token) and
/// [Token-2022](https://www.solana-program.com/docs/token-2022).
pub const TOKEN_PROGRAMS: [&str; 2] =
    ["TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA", "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb"];

pub mod action;
pub mod address;
pub mod approval;
pub mod base58;
mod cursor;
pub mod fee;
pub mod instructions;
pub mod message;
pub mod moment;
pub mod params;
pub mod program_address;
pub mod programs;
#[cfg(test)]
mod samples;
pub mod sign_in;
pub mod transaction;
pub mod transaction_error;
pub mod transaction_message;
pub mod transfer;
