//! What is particular to Solana.
//!
//! [`address`] is who.

/// The programs that keep tokens: [SPL Token](https://www.solana-program.com/docs/token) and
/// [Token-2022](https://www.solana-program.com/docs/token-2022).
pub const TOKEN_PROGRAMS: [&str; 2] =
    ["TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA", "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb"];

pub mod address;
