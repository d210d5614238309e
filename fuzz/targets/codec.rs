//! Looks for a text on which our codec and `serde_json` differ, led by the code that each text reaches.
#![no_main]

#[path = "../../crates/sim/tests/hostile/codec.rs"]
mod codec;

libfuzzer_sys::fuzz_target!(|text: &str| codec::hold(text));
