//! An address of Solana: 32 bytes in base58.
//!
//! It is the public key of an account, or was derived by a program and then has no key
//! ([`program_address`](super::program_address)).

use super::base58;

/// The 32 bytes of an address.
pub type Address = [u8; 32];

/// The 32 bytes of an address; nothing where a text is none.
pub const fn parse(text: &str) -> Option<Address> {
    let text = text.as_bytes();
    if text.len() < 32 || text.len() > 44 {
        return None;
    }
    let mut bytes = [0; 32];
    if !base58::fill(text, &mut bytes) {
        return None;
    }
    // Each `1` in front is a byte of zero, and nothing else may be.
    let mut zeros = 0;
    while zeros < 32 && bytes[zeros] == 0 && text[zeros] == b'1' {
        zeros += 1;
    }
    let is_number_next = zeros == 32 || bytes[zeros] != 0;
    let is_text_next = zeros == text.len() || text[zeros] != b'1';
    if is_number_next && is_text_next { Some(bytes) } else { None }
}

/// The text of an address.
pub fn text(address: &Address) -> String {
    base58::encode(address)
}

/// Of a text in this source, at compile time.
///
/// # Panics
/// Where it is no address: the crate then does not compile.
pub(super) const fn known(text: &str) -> Address {
    parse(text).expect("an address in the source")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

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
    fn an_address_is_written_as_it_is_read() {
        for right in [
            "11111111111111111111111111111111",
            "So11111111111111111111111111111111111111112",
            "SysvarRecentB1ockHashes11111111111111111111",
            "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb",
        ] {
            assert_eq!(text(&parse(right).unwrap()), right);
        }
    }

    proptest! {
        #[test]
        fn any_bytes_are_written_and_read_again(bytes in any::<[u8; 32]>()) {
            prop_assert_eq!(parse(&text(&bytes)), Some(bytes));
        }

        #[test]
        fn hostile_text_is_nothing_at_worst(text in prop_oneof![any::<String>(), "[1-9A-Za-z]{30,46}"]) {
            if let Some(bytes) = parse(&text) {
                prop_assert_eq!(super::text(&bytes), text);
            }
        }
    }
}
