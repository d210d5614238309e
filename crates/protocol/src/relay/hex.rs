//! Bytes as lowercase hexadecimal text, the only way in which keys and topics are written.

const DIGITS: &[u8; 16] = b"0123456789abcdef";

/// Two digits a byte.
pub fn hex(bytes: &[u8]) -> String {
    let digit = |it: u8| char::from(DIGITS[usize::from(it)]);
    bytes.iter().flat_map(|it| [digit(it >> 4), digit(it & 15)]).collect()
}

/// Reads exactly 64 digits, of either case; nothing where they are not that.
pub(crate) fn bytes32(text: &str) -> Option<[u8; 32]> {
    let mut bytes = [0; 32];
    let digits: &[u8; 64] = text.as_bytes().try_into().ok()?;
    for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
        *byte = value(pair[0])? << 4 | value(pair[1])?;
    }
    Some(bytes)
}

fn value(digit: u8) -> Option<u8> {
    char::from(digit).to_digit(16).and_then(|it| u8::try_from(it).ok())
}
