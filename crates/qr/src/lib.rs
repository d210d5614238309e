//! A text as the squares of a QR code (ISO/IEC 18004), for whoever draws it. Pure.
//!
//! At least a quarter of it may be covered or misread (level Q), so that an icon fits in the middle.

use qrcodegen_no_heap::{QrCode, QrCodeEcc, Version};

/// The squares of a code.
#[derive(Clone, Debug, PartialEq)]
pub struct Squares {
    /// How many there are along an edge: 21 to 177.
    pub size: u32,
    /// Which of them are dark, row by row from the upper left corner: four to a hexadecimal digit, the
    /// first is its highest bit; each row begins with a new digit.
    pub dark: String,
}

impl Squares {
    /// Whether a square is dark; nothing is beside the code.
    pub fn is_dark(&self, x: u32, y: u32) -> bool {
        let width = self.size.div_ceil(4);
        let digit = self.dark.as_bytes().get((y * width + x / 4) as usize);
        let bits = digit.and_then(|it| char::from(*it).to_digit(16)).unwrap_or(0);
        x < self.size && bits >> (3 - x % 4) & 1 == 1
    }
}

/// The code of a text; nothing where the text is longer than a code can be, which is 1,663 bytes.
pub fn encode(text: &str) -> Option<Squares> {
    const ROOM: usize = Version::MAX.buffer_len();
    let (mut scratch, mut room) = (vec![0; ROOM], vec![0; ROOM]);
    let level = QrCodeEcc::Quartile;
    let (least, most) = (Version::MIN, Version::MAX);
    let code =
        QrCode::encode_text(text, &mut scratch, &mut room, level, least, most, None, true).ok()?;
    let size = code.size();
    let digit = |x: i32, y: i32| {
        let bits = (0..4).fold(0, |bits, at| bits << 1 | u32::from(code.get_module(x + at, y)));
        char::from_digit(bits, 16)
    };
    let dark = (0..size).flat_map(|y| (0..size).step_by(4).filter_map(move |x| digit(x, y)));
    Some(Squares { size: size.unsigned_abs(), dark: dark.collect() })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn has_its_three_corners_and_says_its_level() {
        let code = encode("https://site.example/").unwrap();
        assert_eq!((code.size - 21) % 4, 0);
        assert_eq!(code.dark.len(), code.size as usize * (code.size as usize).div_ceil(4));
        let last = code.size - 7;
        for (left, top) in [(0, 0), (last, 0), (0, last)] {
            for (x, y) in (0..7_u32).flat_map(|x| (0..7_u32).map(move |y| (x, y))) {
                let ring = x.abs_diff(3).max(y.abs_diff(3));
                assert_eq!(code.is_dark(left + x, top + y), ring != 2, "{x} {y}");
            }
        }
        // The level's first bit is 1 for Q, and for H that it may be raised to; every code inverts it.
        assert!(!code.is_dark(0, 8));
        assert!(!code.is_dark(0, code.size) && !code.is_dark(code.size, 0));
    }

    #[test]
    fn a_text_may_be_empty_and_not_too_long() {
        assert_eq!(encode("").unwrap().size, 21);
        assert_eq!(encode(&"a".repeat(1_663)).unwrap().size, 177);
        assert_eq!(encode(&"a".repeat(1_664)), None);
    }
}
