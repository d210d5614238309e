//! Transactions that another program wrote, for tests: a name and base64 in each line of
//! `samples.txt`.
//!
//! They were made with the packages of the folder `solana/`: `@solana/kit` 8.4.0,
//! `@solana-program/system` 0.14.1 and `@solana-program/token` 0.16.1. `compileTransaction` put each
//! together of what `get…Instruction` returned, with a blockhash of 32 bytes 7; only `SOL_SIGNED` and
//! `NONCE` have signatures. The accounts are those of its seed: the private key of one is the SHA-256
//! of `latchkit solana <name>`. `OWNER` pays, except in `NONCE`, which `FAUCET` pays and signed, with
//! `setTransactionMessageLifetimeUsingDurableNonce` on the account of 32 bytes 0x44. `TABLES` went
//! through `compressTransactionMessageUsingAddressLookupTables` with the table of 32 bytes 0x11,
//! which holds 32 bytes 0x22, the mint and friend's account of tokens, and that of 32 bytes 0x22,
//! which holds 32 bytes 0x33 and friend.

use protocol::relay::base64;

use super::address::{Address, known};
use super::transaction::Transaction;

pub const OWNER: Address = known("AdApmHJToGTdeFGE1B3oTSycp7ACqh4GqXCUAA752q4S");
pub const FRIEND: Address = known("8Ynwn2R2YSHdm4cVVV5GFrDhriDGQWHKMfozoqiiwDeE");
pub const FAUCET: Address = known("3FXdpnfHUCxXp6CvKZhi8Q4z1xNP93icFS7faCS7745v");
pub const MINT: Address = known("Aghjf1kZTBhq1JCdZ1c9NNdVWsaaUsGTSa6Pz3xGgdzW");
/// Where owner and friend keep tokens of the mint.
pub const OWNER_TOKENS: Address = known("xgVndvUXFU4pScSVgJVBQdeUr3Ffabg4wxfEJb6EZ9a");
pub const FRIEND_TOKENS: Address = known("Bg7c8f6ximBx1Q6JVLzhBbLbnKcpzBxzdE1H3zUb4LFd");

pub fn bytes(name: &str) -> Vec<u8> {
    base64::decode(text(name)).unwrap()
}

pub fn transaction(name: &str) -> Transaction {
    Transaction::read(&bytes(name)).unwrap()
}

/// As it stands in the file.
pub fn text(name: &str) -> &'static str {
    all().find(|sample| sample.0 == name).unwrap().1
}

pub fn all() -> impl Iterator<Item = (&'static str, &'static str)> {
    include_str!("samples.txt").lines().map(|line| line.split_once(' ').unwrap())
}
