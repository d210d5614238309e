//! Messages that are signed as such: what `personal_sign` is asked for, what of it is signed, and how
//! it is shown to who signs.
//!
//! [`read`] takes the parameters, [`digest`] is what is signed, [`readable`] tells whether the bytes
//! are a text, and [`neutralised`] makes any text from outside safe to show.

use super::address::{Address, Strictness};
use super::hex::{HexError, from_hex};
use super::keccak::keccak;
use core::{error, fmt};
use wire::{Json, decimal};

/// The most bytes of a message.
pub const MESSAGE_BYTES: usize = 128 * 1024;

/// Why a message is not signed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MessageError {
    /// The parameters must be the message and the account's address, two texts in either order. A
    /// third, the password of old nodes, is not looked at.
    NotTwoTexts,
    /// Neither of them is the address of the account that is connected.
    OtherAccount,
    /// It starts with `0x` and has hex digits only, but half a byte too many: wallets differ in what
    /// they would sign.
    OddDigits,
    /// More than [`MESSAGE_BYTES`].
    TooLong,
}

/// The hash that is signed: of a prefix that no transaction begins with, the length and the message
/// ([EIP-191](https://eips.ethereum.org/EIPS/eip-191), version 0x45).
pub fn digest(message: &[u8]) -> [u8; 32] {
    let length = decimal(message.len() as u64);
    keccak(&[b"\x19Ethereum Signed Message:\n", length.as_bytes(), message])
}

/// Reads the parameters of `personal_sign`: the message and the address, as
/// [geth](https://geth.ethereum.org/docs/interacting-with-geth/rpc/ns-personal) has them, or the other
/// way round, as some apps send them. The address is what is the account's own; where both are, it is
/// the second. The message is bytes in hex, else text.
///
/// # Errors
/// [`MessageError`], in the order of its kinds.
pub fn read(params: &Json, account: &Address) -> Result<Vec<u8>, MessageError> {
    let Some([Json::Text(first), Json::Text(second)] | [Json::Text(first), Json::Text(second), _]) =
        params.as_list()
    else {
        return Err(MessageError::NotTwoTexts);
    };
    let is_account =
        |text: &str| Address::parse(text, Strictness::Lenient).is_ok_and(|it| it == *account);
    match () {
        () if is_account(second) => bytes_of(first),
        () if is_account(first) => bytes_of(second),
        () => Err(MessageError::OtherAccount),
    }
}

/// The text of a message; `None` where the bytes are no UTF-8, or hold control characters other than
/// tab and line breaks. It may still hold what [`neutralised`] replaces.
pub fn readable(message: &[u8]) -> Option<&str> {
    let text = core::str::from_utf8(message).ok()?;
    let is_text = |letter: char| !letter.is_control() || matches!(letter, '\t' | '\n' | '\r');
    text.chars().all(is_text).then_some(text)
}

/// The first `most` characters of a text, with everything that nobody sees, or that turns round what
/// stands beside it, spelt out as `<U+202E>`. Tabs and line breaks stay, a line break of two characters
/// becomes one; so do joiners and variation selectors, without which some scripts and emoji fall apart.
/// Of more, an ellipsis is left.
///
/// Source: [UAX #9](https://www.unicode.org/reports/tr9/),
/// [UTR #36](https://www.unicode.org/reports/tr36/#Bidirectional_Text_Spoofing).
pub fn neutralised(text: &str, most: usize) -> String {
    let mut out = String::new();
    let mut letters = text.chars().peekable();
    for _ in 0..most {
        let Some(letter) = letters.next() else { return out };
        match letter {
            '\r' if letters.peek() == Some(&'\n') => {}
            _ if is_harmful(letter) => spell(letter, &mut out),
            _ => out.push(letter),
        }
    }
    if letters.next().is_some() {
        out.push('…');
    }
    out
}

/// Hex where it can be nothing else, as wallets read it.
fn bytes_of(text: &str) -> Result<Vec<u8>, MessageError> {
    if text.len() > 2 + 2 * MESSAGE_BYTES {
        return Err(MessageError::TooLong);
    }
    let bytes = match from_hex(text) {
        Ok(bytes) => bytes,
        Err(HexError::OddDigits) => return Err(MessageError::OddDigits),
        Err(HexError::NoPrefix | HexError::BadDigit) => text.as_bytes().to_vec(),
    };
    if bytes.len() > MESSAGE_BYTES { Err(MessageError::TooLong) } else { Ok(bytes) }
}

fn is_harmful(letter: char) -> bool {
    if letter.is_control() {
        return !matches!(letter, '\t' | '\n');
    }
    // Soft hyphen, fillers, marks and overrides of direction, invisible operators, separators of
    // lines, byte order mark, annotations, tags, and what no font has.
    matches!(letter,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
        | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{feff}' | '\u{ffa0}'
        | '\u{fff0}'..='\u{fffc}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{10ffff}')
}

fn spell(letter: char, out: &mut String) {
    out.push_str("<U+");
    let code = u32::from(letter);
    let digits = if code > 0xf_ffff {
        6
    } else if code > 0xffff {
        5
    } else {
        4
    };
    for place in (0..digits).rev() {
        out.push(char::from(b"0123456789ABCDEF"[(code >> (4 * place) & 15) as usize]));
    }
    out.push('>');
}

impl fmt::Display for MessageError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            MessageError::NotTwoTexts => "the parameters must be the message and the address",
            MessageError::OtherAccount => "the address must be the account that is connected",
            MessageError::OddDigits => "a message in hex has two digits a byte",
            MessageError::TooLong => "a message has at most 128 KiB",
        })
    }
}

impl error::Error for MessageError {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evm::hex::to_hex;
    use proptest::prelude::*;

    const ACCOUNT: &str = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";

    fn account() -> Address {
        Address::parse(ACCOUNT, Strictness::Strict).unwrap()
    }

    fn asked(params: &[&str]) -> Result<Vec<u8>, MessageError> {
        read(&Json::list(params.iter().map(|it| Json::text(it))), &account())
    }

    /// viem, `hashMessage`.
    #[test]
    fn digests_are_those_of_the_world() {
        for (message, expected) in [
            (
                b"hello world".as_slice(),
                "0xd9eba16ed0ecae432b71fe008c98cc872bb4cc214d3220a36f365326cf807d68",
            ),
            (b"", "0x5f35dce98ba4fba25530a026ed80b2cecdaa31091ba4958b99b52ea1d068adad"),
            (&[0, 255], "0x3638684d567df701dae9863c5df728a585cc74ce3859707edadcb509eb220f74"),
            (
                "¡hola! 🎉".as_bytes(),
                "0x8c0cdd93b4a928cca53c09da2c403bf9725208d68416d6ec719127cef6f4d69a",
            ),
        ] {
            assert_eq!(to_hex(&digest(message)), expected);
        }
    }

    #[test]
    fn the_address_is_where_the_account_is() {
        assert_eq!(asked(&["0x6869", ACCOUNT]).unwrap(), b"hi");
        assert_eq!(asked(&[ACCOUNT, "0x6869"]).unwrap(), b"hi");
        assert_eq!(asked(&["hi", &account().to_lowercase()]).unwrap(), b"hi");
        assert_eq!(asked(&["hi", ACCOUNT, "password"]).unwrap(), b"hi");
        assert_eq!(asked(&[ACCOUNT, ACCOUNT]).unwrap(), account().bytes(), "the first is signed");
        let other = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
        assert_eq!(asked(&[other, ACCOUNT]).unwrap().len(), 20);
        assert_eq!(asked(&["hi", other]), Err(MessageError::OtherAccount));
        assert_eq!(asked(&["hi", ""]), Err(MessageError::OtherAccount));
        let wrong = ACCOUNT.replace('F', "f");
        assert_eq!(asked(&["hi", &wrong]), Err(MessageError::OtherAccount), "no checksum");
    }

    #[test]
    fn hex_is_bytes_and_all_else_is_text() {
        assert_eq!(asked(&["0x", ACCOUNT]).unwrap(), b"");
        assert_eq!(asked(&["", ACCOUNT]).unwrap(), b"");
        assert_eq!(asked(&["0xhello", ACCOUNT]).unwrap(), b"0xhello");
        assert_eq!(asked(&["6869", ACCOUNT]).unwrap(), b"6869");
        assert_eq!(asked(&["0x123", ACCOUNT]), Err(MessageError::OddDigits));
        let long = "a".repeat(MESSAGE_BYTES);
        assert_eq!(asked(&[&long, ACCOUNT]).unwrap().len(), MESSAGE_BYTES);
        assert_eq!(asked(&[&(long + "a"), ACCOUNT]), Err(MessageError::TooLong));
        for params in ["[]", "[1,2]", "{}", "null", r#"["hi"]"#, r#"["a","b","c","d"]"#] {
            let params: Json = wire::from_text(params).unwrap();
            assert_eq!(read(&params, &account()), Err(MessageError::NotTwoTexts));
        }
    }

    #[test]
    fn only_text_is_readable() {
        assert_eq!(
            readable("Sign in\r\n\tüöä 漢字 🎉".as_bytes()),
            Some("Sign in\r\n\tüöä 漢字 🎉")
        );
        for bytes in [b"\xff".as_slice(), b"a\0b", b"\x1b[31m", b"\x7f", "\u{85}".as_bytes()] {
            assert_eq!(readable(bytes), None, "{bytes:?}");
        }
    }

    #[test]
    fn what_nobody_sees_is_spelt_out() {
        assert_eq!(neutralised("pay \u{202e}001\u{202c} to", 99), "pay <U+202E>001<U+202C> to");
        assert_eq!(
            neutralised("a\u{200b}b\u{feff}\u{e0041}\u{10ffff}", 99),
            "a<U+200B>b<U+FEFF><U+E0041><U+10FFFF>"
        );
        assert_eq!(neutralised("a\r\nb\rc\n\td\0", 99), "a\nb<U+000D>c\n\td<U+0000>");
        assert_eq!(neutralised("👩‍💻 ❤️ می‌خواهم", 99), "👩‍💻 ❤️ می‌خواهم");
        assert_eq!((neutralised("abcd", 3), neutralised("abc", 3)), ("abc…".into(), "abc".into()));
    }

    proptest! {
        #[test]
        fn nothing_harmful_is_left(text in any::<String>(), most in 0..50_usize) {
            let shown = neutralised(&text, most);
            prop_assert!(!shown.chars().any(is_harmful), "{shown:?}");
        }

        #[test]
        fn hostile_parameters_are_an_error_at_worst(first in any::<String>(), second in "0x[0-9a-fA-F]{38,42}") {
            let _ = asked(&[&first, &second]);
            let _ = asked(&[&second, &first]);
            let _ = readable(first.as_bytes());
        }

        #[test]
        fn bytes_are_signed_as_they_are(bytes in any::<Vec<u8>>()) {
            prop_assert_eq!(asked(&[&to_hex(&bytes), ACCOUNT]).unwrap(), bytes);
        }
    }
}
