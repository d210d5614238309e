//! Looks for a message between two clients that is read and not written the same.
#![no_main]

#[path = "../../crates/sim/tests/hostile/relay.rs"]
#[expect(dead_code)]
mod relay;

libfuzzer_sys::fuzz_target!(|text: &str| relay::hold_message(text));
