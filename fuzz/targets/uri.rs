//! Looks for a text that is read as a pairing URI and written as another.
#![no_main]

#[path = "../../crates/sim/tests/hostile/relay.rs"]
#[expect(dead_code)]
mod relay;

libfuzzer_sys::fuzz_target!(|text: &str| relay::hold_uri(text));
