//! Bytes as base58, in which Solana writes addresses, signatures and transactions
//! ([draft](https://datatracker.ietf.org/doc/html/draft-msporny-base58-03)).
//!
//! A text is one number in radix 58, and each `1` in front is a byte of zero, so that every list of
//! bytes has exactly one text. The time grows with the square of the length: whoever reads says how
//! much it takes at most. `fill` is `const`, so that the addresses of programs are bytes at compile
//! time.

/// The letters: digits and letters without those that look alike.
const LETTERS: &[u8; 58] = b"123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

/// The text of any bytes; none at all are the empty text.
pub fn encode(bytes: &[u8]) -> String {
    let mut digits: Vec<u8> = Vec::new();
    for byte in bytes {
        let mut carry = u32::from(*byte);
        for digit in &mut digits {
            carry += u32::from(*digit) << 8;
            *digit = (carry % 58) as u8;
            carry /= 58;
        }
        while carry > 0 {
            digits.push((carry % 58) as u8);
            carry /= 58;
        }
    }
    let zeros = bytes.iter().take_while(|it| **it == 0).count();
    digits.extend(core::iter::repeat_n(0, zeros));
    digits.iter().rev().map(|digit| char::from(LETTERS[usize::from(*digit)])).collect()
}

/// The bytes of a text, at most `most` of them; nothing where it has a letter that is none of base58,
/// or says more bytes.
pub fn decode(text: &str, most: usize) -> Option<Vec<u8>> {
    // A byte is more than one digit, so more digits than twice the bytes cannot be.
    if text.len() > 2 * most {
        return None;
    }
    let mut bytes = vec![0; most.min(text.len())];
    if !fill(text.as_bytes(), &mut bytes) {
        return None;
    }
    let ones = text.bytes().take_while(|it| *it == b'1').count();
    let zeros = bytes.iter().take_while(|it| **it == 0).count();
    let number = bytes.split_off(zeros);
    let mut whole = vec![0; ones];
    whole.extend(number);
    (whole.len() <= most).then_some(whole)
}

/// Writes the number that a text is to the end of `bytes`, which are zeros; whether it is one and has
/// room there.
pub(super) const fn fill(text: &[u8], bytes: &mut [u8]) -> bool {
    let (mut at, mut used) = (0, 0);
    while at < text.len() {
        let Some(digit) = digit(text[at]) else { return false };
        let (mut carry, mut place) = (digit as u32, 0);
        while place < used || carry > 0 {
            if place == bytes.len() {
                return false;
            }
            let index = bytes.len() - 1 - place;
            carry += bytes[index] as u32 * 58;
            bytes[index] = (carry & 0xff) as u8;
            carry >>= 8;
            place += 1;
        }
        used = place;
        at += 1;
    }
    true
}

const fn digit(letter: u8) -> Option<u8> {
    Some(match letter {
        b'1'..=b'9' => letter - b'1',
        b'A'..=b'H' => letter - b'A' + 9,
        b'J'..=b'N' => letter - b'J' + 17,
        b'P'..=b'Z' => letter - b'P' + 22,
        b'a'..=b'k' => letter - b'a' + 33,
        b'm'..=b'z' => letter - b'm' + 44,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The examples of the draft, and what its rules say of zeros.
    #[test]
    fn the_texts_of_the_draft_are_written_and_read() {
        for (bytes, text) in [
            (&b"Hello World!"[..], "2NEpo7TZRRrLZSi2U"),
            (
                b"The quick brown fox jumps over the lazy dog.",
                "USm3fpXnKG5EUBx2ndxBDMPVciP5hGey2Jh4NDv6gmeo1LkMeiKrLJUUBk6Z",
            ),
            (&[0, 0, 0x28, 0x7f, 0xb4, 0xcd], "11233QC4"),
            (&[], ""),
            (&[0], "1"),
            (&[0, 0], "11"),
        ] {
            assert_eq!(encode(bytes), text);
            assert_eq!(decode(text, 64), Some(bytes.to_vec()));
        }
    }

    #[test]
    fn every_letter_is_its_digit_and_no_other_is_one() {
        for letter in 0..=u8::MAX {
            let place = LETTERS.iter().position(|it| *it == letter);
            assert_eq!(digit(letter).map(usize::from), place, "{letter}");
        }
    }

    #[test]
    fn more_than_was_asked_for_is_not_read() {
        assert_eq!(decode("2NEpo7TZRRrLZSi2U", 12).map(|it| it.len()), Some(12));
        assert_eq!(decode("2NEpo7TZRRrLZSi2U", 11), None);
        assert_eq!(decode("11", 1), None);
        assert_eq!(decode("1", 0), None);
        assert_eq!(decode("", 0), Some(Vec::new()));
        assert_eq!(decode("1z", 1), None);
        assert_eq!(decode("é", 64), None);
        assert_eq!(decode("2NEpo 7TZ", 64), None);
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_back(bytes in proptest::collection::vec(any::<u8>(), 0..200), zeros in 0..9_usize) {
            let whole = [vec![0; zeros], bytes].concat();
            prop_assert_eq!(decode(&encode(&whole), whole.len()), Some(whole.clone()));
            if let Some(less) = whole.len().checked_sub(1) {
                prop_assert_eq!(decode(&encode(&whole), less), None);
            }
        }

        #[test]
        fn hostile_text_has_one_reading_at_most(text in "[1-9A-HJ-NP-Za-km-z]{0,90}|.{0,20}") {
            if let Some(bytes) = decode(&text, 60) {
                prop_assert_eq!(encode(&bytes), text);
            }
        }
    }
}
