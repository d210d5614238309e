//! Bytes as the hex text of JSON-RPC: `0x` and two digits a byte.
//!
//! [`from_hex`] reads it, [`to_hex`] writes it. Numbers are no bytes: those are
//! [`Amount::from_quantity`](crate::amount::Amount::from_quantity).

use core::{error, fmt};

/// Why a text is not bytes
/// ([EIP-1474](https://eips.ethereum.org/EIPS/eip-1474), section "Data").
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HexError {
    /// It does not start with `0x` in lower case.
    NoPrefix,
    /// Half a byte is left over.
    OddDigits,
    /// A character that is no hex digit.
    BadDigit,
}

/// Reads `0x` and an even number of hex digits, in either case; `0x` alone is no bytes.
///
/// # Errors
/// [`HexError`] names the first rule that the text breaks.
pub fn from_hex(text: &str) -> Result<Vec<u8>, HexError> {
    let digits = text.strip_prefix("0x").ok_or(HexError::NoPrefix)?.as_bytes();
    let (pairs, rest) = digits.as_chunks::<2>();
    let mut bytes = Vec::with_capacity(pairs.len());
    for [high, low] in pairs {
        bytes.push(nibble(*high)? << 4 | nibble(*low)?);
    }
    if rest.is_empty() { Ok(bytes) } else { Err(HexError::OddDigits) }
}

/// Writes `0x` and two hex digits a byte, in lower case.
pub fn to_hex(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(2 + 2 * bytes.len());
    text.push_str("0x");
    for byte in bytes {
        for digit in [byte >> 4, byte & 15] {
            text.push(char::from(b"0123456789abcdef"[usize::from(digit)]));
        }
    }
    text
}

impl fmt::Display for HexError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            HexError::NoPrefix => "bytes start with 0x",
            HexError::OddDigits => "bytes have two digits each",
            HexError::BadDigit => "bytes have hex digits only",
        })
    }
}

impl error::Error for HexError {}

fn nibble(digit: u8) -> Result<u8, HexError> {
    match digit {
        b'0'..=b'9' => Ok(digit - b'0'),
        b'a'..=b'f' => Ok(digit - b'a' + 10),
        b'A'..=b'F' => Ok(digit - b'A' + 10),
        _ => Err(HexError::BadDigit),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn what_is_not_bytes_says_why() {
        assert_eq!(from_hex("0x"), Ok(vec![]));
        assert_eq!(from_hex("0x00fF"), Ok(vec![0, 255]));
        assert_eq!(from_hex("0x004"), Err(HexError::OddDigits));
        assert_eq!(from_hex("0xf0f0f"), Err(HexError::OddDigits));
        assert_eq!(from_hex("004200"), Err(HexError::NoPrefix));
        assert_eq!(from_hex("0X42"), Err(HexError::NoPrefix));
        for text in ["0x-1", "0x 1", "0xgg", "0xé", "0x+1", "0x1_"] {
            assert_eq!(from_hex(text), Err(HexError::BadDigit), "{text}");
        }
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_back(bytes in any::<Vec<u8>>()) {
            prop_assert_eq!(from_hex(&to_hex(&bytes)), Ok(bytes));
        }

        #[test]
        fn hostile_text_is_an_error_at_worst(text in any::<String>(), digits in "0x[0-9a-fA-Fé]{0,9}") {
            let _ = from_hex(&text);
            let _ = from_hex(&digits);
        }
    }
}
