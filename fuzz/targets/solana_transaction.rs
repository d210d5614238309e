//! Looks for a transaction of Solana that is not signed as it was read.
#![no_main]

#[path = "../../crates/sim/tests/hostile/signed.rs"]
#[expect(dead_code)]
mod signed;

libfuzzer_sys::fuzz_target!(|text: &str| signed::hold_solana_transaction(text));
