//! Looks for a message that signs in and says more than was read.
#![no_main]

#[path = "../../crates/sim/tests/hostile/signed.rs"]
#[expect(dead_code)]
mod signed;

libfuzzer_sys::fuzz_target!(|text: &str| signed::hold_sign_in(text));
