//! An address of Solana: 32 bytes in base58.

/// The letters of base58: digits and letters without those that look alike
/// ([Base58](https://datatracker.ietf.org/doc/html/draft-msporny-base58-03)).
const LETTERS: &[u8; 58] = b"123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

/// The 32 bytes of an address; nothing where a text is none.
pub fn parse(text: &str) -> Option<[u8; 32]> {
    if !(32..=44).contains(&text.len()) {
        return None;
    }
    let mut bytes = [0_u8; 32];
    for letter in text.bytes() {
        let digit = LETTERS.iter().position(|&it| it == letter)?;
        let mut carry = u32::try_from(digit).ok()?;
        for byte in bytes.iter_mut().rev() {
            carry += u32::from(*byte) * 58;
            *byte = (carry & 0xff) as u8;
            carry >>= 8;
        }
        if carry > 0 {
            return None;
        }
    }
    // Each `1` in front is a byte of zero, and nothing else may be.
    let ones = text.bytes().take_while(|&it| it == b'1').count();
    let zeros = bytes.iter().take_while(|&&it| it == 0).count();
    (ones == zeros).then_some(bytes)
}

/// Writes what [`parse`] reads.
pub fn text(bytes: &[u8; 32]) -> String {
    // The digits of the number, the lowest first; 44 are enough.
    let mut digits = [0_u8; 44];
    for byte in bytes {
        let mut carry = u32::from(*byte);
        for digit in &mut digits {
            carry += u32::from(*digit) << 8;
            *digit = (carry % 58) as u8;
            carry /= 58;
        }
    }
    let zeros = bytes.iter().take_while(|&&it| it == 0).count();
    let number = digits.iter().rev().skip_while(|&&it| it == 0);
    let letters = std::iter::repeat_n(&0, zeros).chain(number);
    letters.map(|&digit| char::from(LETTERS[usize::from(digit)])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_exactly_32_bytes() {
        assert_eq!(parse("11111111111111111111111111111111"), Some([0; 32]));
        let mint = parse("So11111111111111111111111111111111111111112").unwrap();
        assert_eq!((mint[0], mint[31]), (6, 1));
        assert!(parse("TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA").is_some());
        for wrong in [
            "",
            "1111111111111111111111111111111",
            "111111111111111111111111111111111",
            "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5D",
            "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DAA",
            "0okenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA",
            "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
            "zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz",
        ] {
            assert_eq!(parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn what_is_written_is_what_was_read() {
        for address in [
            "11111111111111111111111111111111",
            "So11111111111111111111111111111111111111112",
            "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA",
            "11111111111111111111111111111112",
            "JEKNVnkbo3jma5nREBBJCDoXFVeKkD56V3xKrvRmWxFG",
        ] {
            assert_eq!(parse(address).map(|it| text(&it)).as_deref(), Some(address));
        }
        for lead in 0..32 {
            let mut bytes = [255; 32];
            bytes[..lead].fill(0);
            assert_eq!(parse(&text(&bytes)), Some(bytes));
        }
    }
}
