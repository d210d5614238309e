//! Looks for typed data that hides something, or is not signed as it was read.
#![no_main]

#[path = "../../crates/sim/tests/hostile/signed.rs"]
#[expect(dead_code)]
mod signed;

libfuzzer_sys::fuzz_target!(|text: &str| signed::hold_typed_message(text));
