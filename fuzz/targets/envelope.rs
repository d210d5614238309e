//! Looks for an envelope that is opened without its key, or not opened with it.
#![no_main]

#[path = "../../crates/sim/tests/hostile/relay.rs"]
#[expect(dead_code)]
mod relay;

libfuzzer_sys::fuzz_target!(|text: &str| relay::hold_envelope(text));
