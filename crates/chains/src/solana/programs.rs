//! The programs that are known by their addresses
//! ([native ones](https://docs.anza.xyz/runtime/programs),
//! [those of the program library](https://www.solana-program.com)).

use super::address::{Address, known};

/// Makes accounts, and moves SOL and nonces.
pub const SYSTEM: Address = known("11111111111111111111111111111111");
/// SPL Token.
pub const TOKEN: Address = known("TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA");
/// Token-2022, whose tokens can have more rules.
pub const TOKEN_2022: Address = known("TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb");
/// Makes the account in which an owner keeps tokens of a mint.
pub const ASSOCIATED_TOKEN: Address = known("ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL");
/// Says how much a transaction may compute, and what that is worth.
pub const COMPUTE_BUDGET: Address = known("ComputeBudget111111111111111111111111111111");
/// Stakes SOL with a validator.
pub const STAKE: Address = known("Stake11111111111111111111111111111111111111");
/// Keeps a text, first version.
pub const MEMO_V1: Address = known("Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo");
/// Keeps a text.
pub const MEMO: Address = known("MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr");
/// Verify signatures inside of a transaction; each costs as much as one of the transaction
/// ([precompiles](https://solana.com/docs/core/programs/precompiles)).
pub const SIGNATURE_VERIFIERS: [Address; 3] = [
    known("Ed25519SigVerify111111111111111111111111111"),
    known("KeccakSecp256k11111111111111111111111111111"),
    known("Secp256r1SigVerify1111111111111111111111111"),
];
