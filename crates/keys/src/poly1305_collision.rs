//! Test code: a text that two keys of XChaCha20-Poly1305 both take for their own, as
//! [Len, Grubbs and Ristenpart](https://eprint.iacr.org/2020/1491) make one. It shows what the commitment
//! of an envelope is for.
//!
//! [`collide`] solves the two equations that say "the tag is right under this key" for two blocks of the
//! sealed text. [`Residue`] is a number modulo 2¹³⁰ − 5, with just what that takes.

use chacha20::XChaCha20;
use chacha20::cipher::{KeyIvInit, StreamCipher};

use crate::given::chance;

/// Two blocks that are opened under both keys, and their tag.
pub fn collide(keys: &[[u8; 32]; 2], nonce: &[u8; 24], place: &[u8]) -> ([u8; 32], [u8; 16]) {
    let equations = keys.map(|key| Equation::of(&key, nonce, place));
    let mut fill = chance(9);
    loop {
        let mut tag = [0; 16];
        fill(&mut tag);
        for carries in 0..16 {
            let wanted = [
                equations[0].wanted(u128::from_le_bytes(tag), carries & 3),
                equations[1].wanted(u128::from_le_bytes(tag), carries >> 2),
            ];
            if let Some(blocks) = solved(&equations, wanted) {
                let [first, second] = blocks.map(u128::to_le_bytes);
                return ([first, second].concat().try_into().unwrap(), tag);
            }
        }
    }
}

/// first · r³ + second · r² = wanted, where a block of 16 bytes is a number with 2¹²⁸ added.
struct Equation {
    r: Residue,
    /// What is added to the tag at the end.
    s: u128,
    /// What the place before, and the lengths behind, add to the sum.
    rest: Residue,
}

impl Equation {
    fn of(key: &[u8; 32], nonce: &[u8; 24], place: &[u8]) -> Self {
        // The first block of the key stream is the key of Poly1305 (RFC 8439, 2.6 and 2.5).
        let mut one_time = [0; 32];
        XChaCha20::new(key.into(), nonce.into()).apply_keystream(&mut one_time);
        let [r, s] = [&one_time[..16], &one_time[16..]]
            .map(|it| u128::from_le_bytes(it.try_into().unwrap()));
        let r = Residue::new(0, r & 0x0fff_fffc_0fff_fffc_0fff_fffc_0fff_ffff);
        let mut before = Residue::new(0, 0);
        for block in place.chunks(16) {
            let mut padded = [0; 16];
            padded[..block.len()].copy_from_slice(block);
            before = before.plus(Residue::new(1, u128::from_le_bytes(padded))).times(r);
        }
        let lengths = place.len() as u128 | 32 << 64;
        let behind = Residue::new(1, lengths).times(r);
        Equation { r, s, rest: before.times(r).times(r).times(r).plus(behind) }
    }

    /// What the two blocks have to add up to for this tag, one of four numbers.
    fn wanted(&self, tag: u128, carry: u128) -> Residue {
        Residue::new(carry, tag.wrapping_sub(self.s)).plus(self.rest.negative())
    }
}

fn solved(equations: &[Equation; 2], wanted: [Residue; 2]) -> Option<[u128; 2]> {
    let [square, cube] = [
        equations.each_ref().map(|it| it.r.times(it.r)),
        equations.each_ref().map(|it| it.r.times(it.r).times(it.r)),
    ];
    let minor =
        |a: [Residue; 2], b: [Residue; 2]| a[0].times(b[1]).plus(a[1].times(b[0]).negative());
    let by = minor(cube, square).inverse();
    let block = |it: Residue| {
        let it = it.times(by);
        (it.high == 1).then_some(it.low)
    };
    Some([block(minor(wanted, square))?, block(minor(cube, wanted))?])
}

/// A number below 2¹³⁰ − 5: high · 2¹²⁸ + low.
#[derive(Clone, Copy)]
struct Residue {
    high: u128,
    low: u128,
}

impl Residue {
    fn new(high: u128, low: u128) -> Self {
        let is_over = high > 3 || high == 3 && low >= u128::MAX - 4;
        if !is_over {
            return Residue { high, low };
        }
        let (low, has_borrowed) = low.overflowing_sub(u128::MAX - 4);
        Residue::new(high - 3 - u128::from(has_borrowed), low)
    }

    fn plus(self, other: Self) -> Self {
        let (low, has_carried) = self.low.overflowing_add(other.low);
        Residue::new(self.high + other.high + u128::from(has_carried), low)
    }

    fn times(self, other: Self) -> Self {
        (0..130).rev().fold(Residue::new(0, 0), |sum, bit| {
            let is_set =
                if bit < 128 { other.low >> bit & 1 } else { other.high >> (bit - 128) & 1 } == 1;
            let doubled = sum.plus(sum);
            if is_set { doubled.plus(self) } else { doubled }
        })
    }

    /// The number of which both make 0: −1 is 2¹³⁰ − 6.
    fn negative(self) -> Self {
        self.times(Residue { high: 3, low: u128::MAX - 5 })
    }

    /// Its power to 2¹³⁰ − 7, by Fermat.
    fn inverse(self) -> Self {
        // All bits of the exponent are set but the second and the third.
        (0..130).rev().fold(Residue::new(0, 1), |power, bit| {
            let square = power.times(power);
            if bit == 1 || bit == 2 { square } else { square.times(self) }
        })
    }
}
