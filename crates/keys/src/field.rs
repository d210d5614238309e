//! Arithmetic in the field of 256 elements, modulo x⁸+x⁴+x³+x+1 as in AES
//! ([FIPS 197, 4](https://doi.org/10.6028/NIST.FIPS.197-upd1)).
//!
//! Adding is `^`. No tables and no branches on what is multiplied: how long it takes, and which memory is
//! read, tells nothing.

use std::hint::black_box;

/// The product of two elements.
pub(crate) fn product(a: u8, b: u8) -> u8 {
    let (mut product, mut a) = (0, a);
    for bit in 0..8 {
        product ^= a & all_or_none(b >> bit);
        a = a << 1 ^ 0x1b & all_or_none(a >> 7);
    }
    product
}

/// What an element is multiplied with for 1: its 254th power. Of 0 it is 0.
pub(crate) fn inverse(a: u8) -> u8 {
    // 254 is 2 + 4 + … + 128.
    let (mut power, mut inverse) = (a, 1);
    for _ in 0..7 {
        power = product(power, power);
        inverse = product(inverse, power);
    }
    inverse
}

/// Eight ones where the lowest bit is one. The compiler is kept from seeing that it is a choice, of which
/// it may make a branch.
fn all_or_none(bit: u8) -> u8 {
    0_u8.wrapping_sub(black_box(bit & 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As on paper: multiply the polynomials, then take the remainder.
    fn on_paper(a: u8, b: u8) -> u8 {
        let mut rest = 0_u32;
        for bit in 0..8 {
            if b >> bit & 1 == 1 {
                rest ^= u32::from(a) << bit;
            }
        }
        for bit in (8..15).rev() {
            if rest >> bit & 1 == 1 {
                rest ^= 0x11b << (bit - 8);
            }
        }
        u8::try_from(rest).unwrap()
    }

    #[test]
    fn every_product_is_the_one_on_paper() {
        // The examples of FIPS 197, 4.2.
        assert_eq!((product(0x57, 0x83), product(0x57, 0x13)), (0xc1, 0xfe));
        for a in 0..=255 {
            for b in 0..=255 {
                assert_eq!(product(a, b), on_paper(a, b), "{a} times {b}");
            }
        }
    }

    #[test]
    fn every_element_but_zero_has_its_inverse() {
        assert_eq!(inverse(0), 0);
        for a in 1..=255 {
            assert_eq!(product(a, inverse(a)), 1, "{a}");
        }
    }
}
