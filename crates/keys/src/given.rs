//! What tests are given: random bytes that are the same every time, and bytes written as hex.
#![allow(dead_code)]

/// Where the random bytes of a test begin. They are
/// [SplitMix64](https://prng.di.unimi.it/splitmix64.c): evenly spread, and no secret.
pub fn chance(seed: u64) -> impl FnMut(&mut [u8]) {
    let mut state = seed;
    move |bytes| {
        for chunk in bytes.chunks_mut(8) {
            state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut mixed = state;
            mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
            mixed ^= mixed >> 31;
            chunk.copy_from_slice(&mixed.to_le_bytes()[..chunk.len()]);
        }
    }
}

/// The bytes of hex digits.
pub fn hex(text: &str) -> Vec<u8> {
    let pairs = text.as_bytes().chunks(2);
    pairs.map(|it| it.iter().fold(0, |byte, digit| byte << 4 | value(*digit))).collect()
}

/// The same, of exactly so many.
pub fn array<const N: usize>(text: &str) -> [u8; N] {
    hex(text).try_into().expect("a vector is as long as it should be")
}

fn value(digit: u8) -> u8 {
    let value = char::from(digit).to_digit(16).and_then(|it| u8::try_from(it).ok());
    value.expect("a vector is written in hex")
}
