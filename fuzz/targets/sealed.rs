//! Looks for a sealed envelope, a box or a share of a wallet that is opened without its key, or not written as it was read.
#![no_main]

#[path = "../../crates/sim/tests/hostile/sealed.rs"]
mod sealed;

libfuzzer_sys::fuzz_target!(|text: &str| sealed::hold_sealed(text));
