//! Looks for a relay's token that nobody signed and that holds.
#![no_main]

#[path = "../../crates/sim/tests/hostile/relay.rs"]
#[expect(dead_code)]
mod relay;

libfuzzer_sys::fuzz_target!(|text: &str| relay::hold_token(text));
