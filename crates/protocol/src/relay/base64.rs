//! Bytes as base64 ([RFC 4648](https://www.rfc-editor.org/rfc/rfc4648)). Each has one text, and no other is read.

/// As envelopes and keys are written: with `+`, `/` and padding.
pub fn encode(bytes: &[u8]) -> String {
    padded(letters(bytes, STANDARD))
}

/// Reads what [`encode`] writes; nothing where it is anything else.
pub fn decode(text: &str) -> Option<Vec<u8>> {
    let bytes = bytes(text.trim_end_matches('='), STANDARD)?;
    (encode(&bytes) == text).then_some(bytes)
}

/// Reads it with its padding or without.
pub fn decode_lax(text: &str) -> Option<Vec<u8>> {
    decode(&padded(text.trim_end_matches('=').to_owned()))
}

/// As tokens and links are written: with `-` and `_`, without padding.
pub fn encode_url(bytes: &[u8]) -> String {
    letters(bytes, URL)
}

/// Reads what [`encode_url`] writes; nothing where it is anything else.
pub fn decode_url(text: &str) -> Option<Vec<u8>> {
    let bytes = bytes(text, URL)?;
    (encode_url(&bytes) == text).then_some(bytes)
}

/// The last two letters, by which the alphabets differ.
type Last = [u8; 2];
const STANDARD: Last = *b"+/";
const URL: Last = *b"-_";

fn letters(bytes: &[u8], last: Last) -> String {
    let letter = |six: u8| match six {
        0..26 => b'A' + six,
        26..52 => b'a' + six - 26,
        52..62 => b'0' + six - 52,
        _ => last[usize::from(six & 1)],
    };
    regrouped(bytes, 8, 6).into_iter().map(|six| char::from(letter(six))).collect()
}

fn padded(mut letters: String) -> String {
    while !letters.len().is_multiple_of(4) {
        letters.push('=');
    }
    letters
}

fn bytes(letters: &str, last: Last) -> Option<Vec<u8>> {
    let six = |letter: u8| match letter {
        b'A'..=b'Z' => Some(letter - b'A'),
        b'a'..=b'z' => Some(letter - b'a' + 26),
        b'0'..=b'9' => Some(letter - b'0' + 52),
        _ if letter == last[0] => Some(62),
        _ => (letter == last[1]).then_some(63),
    };
    let sixes: Option<Vec<u8>> = letters.bytes().map(six).collect();
    Some(regrouped(&sixes?, 6, 8))
}

/// The same bits, in groups of so many and no longer of so many. What is left for no whole byte is not told.
fn regrouped(groups: &[u8], of: u32, to: u32) -> Vec<u8> {
    let (mut all, mut word, mut bits) = (Vec::new(), 0_u32, 0);
    for group in groups {
        word = word << of | u32::from(*group);
        bits += of;
        while bits >= to {
            bits -= to;
            all.push((word >> bits).to_le_bytes()[0] & 0xff >> (8 - to));
        }
    }
    if to < of && bits > 0 {
        all.push((word << (to - bits)).to_le_bytes()[0] & 0xff >> (8 - to));
    }
    all
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_texts_of_the_standard_are_written_and_read() {
        for (bytes, text) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
            ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ] {
            assert_eq!(encode(bytes.as_bytes()), text);
            assert_eq!(decode(text).as_deref(), Some(bytes.as_bytes()));
            let bare = text.trim_end_matches('=');
            assert_eq!(encode_url(bytes.as_bytes()), bare);
            assert_eq!(decode_url(bare).as_deref(), Some(bytes.as_bytes()));
            assert_eq!(decode_lax(bare), decode_lax(text));
            assert_eq!(decode_lax(bare).as_deref(), Some(bytes.as_bytes()));
        }
        assert_eq!(encode(&[0xfb, 0xff]), "+/8=");
        assert_eq!(encode_url(&[0xfb, 0xff]), "-_8");
    }

    #[test]
    fn no_other_text_is_read() {
        for wrong in
            ["Zg", "Zg=", "Zg===", "Zh==", "Zm9=", "Z", "====", "Z===", "Zg==Zg==", "-_8=", "Zm 9"]
        {
            assert_eq!(decode(wrong), None, "{wrong}");
        }
        for wrong in ["Zg==", "Zh", "Zm9", "Z", "+/8", "Zm9v\n", "Zmö"] {
            assert_eq!(decode_url(wrong), None, "{wrong}");
        }
        for wrong in ["Zh", "Z", "-_8", "Z=g="] {
            assert_eq!(decode_lax(wrong), None, "{wrong}");
        }
    }

    proptest! {
        #[test]
        fn all_bytes_come_back(bytes: Vec<u8>) {
            prop_assert_eq!(decode(&encode(&bytes)), Some(bytes.clone()));
            prop_assert_eq!(decode_url(&encode_url(&bytes)), Some(bytes));
        }
    }
}
