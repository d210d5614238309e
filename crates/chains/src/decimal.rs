//! A number as decimal text, the only form in which a number a person typed or a server sent is
//! held.
//!
//! [`Decimal::cut`] decides what counts as one; `amount.rs` turns it into an integer.

/// A decimal number cut at its dot; borrows the text it was cut from.
#[derive(Clone, Copy)]
pub(crate) struct Decimal<'a> {
    /// There was a leading minus. The digits do not carry it.
    pub is_negative: bool,
    /// ASCII digits before the dot, leading zeros included; empty in ".5".
    pub whole: &'a str,
    /// ASCII digits after the dot, trailing zeros included; empty in "5" and "5.".
    pub fraction: &'a str,
}

impl Decimal<'_> {
    /// Cuts `text`: an optional minus, digits, an optional dot with digits. Of the digits one is
    /// needed, on either side of the dot, because people type ".5" and "5.". `None` for everything
    /// else: no plus, space, grouping or exponent.
    pub fn cut(text: &str) -> Option<Decimal<'_>> {
        let (is_negative, digits) = match text.strip_prefix('-') {
            Some(digits) => (true, digits),
            None => (false, text),
        };
        let (whole, fraction) = match digits.bytes().position(|byte| byte == b'.') {
            Some(dot) => (&digits[..dot], &digits[dot + 1..]),
            None => (digits, ""),
        };
        let is_number = whole.len() + fraction.len() > 0
            && whole.bytes().chain(fraction.bytes()).all(|digit| digit.is_ascii_digit());
        is_number.then_some(Decimal { is_negative, whole, fraction })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn parts(text: &str) -> Option<(bool, &str, &str)> {
        Decimal::cut(text).map(|cut| (cut.is_negative, cut.whole, cut.fraction))
    }

    #[test]
    fn numbers_are_cut_at_the_dot() {
        assert_eq!(parts("0"), Some((false, "0", "")));
        assert_eq!(parts("12.340"), Some((false, "12", "340")));
        assert_eq!(parts("-12.34"), Some((true, "12", "34")));
        assert_eq!(parts(".5"), Some((false, "", "5")));
        assert_eq!(parts("5."), Some((false, "5", "")));
    }

    #[test]
    fn what_is_not_a_number_is_refused() {
        for text in [
            "", ".", "-", "-.", "--1", "+1", " 1", "1 ", "1,000", "1e3", "0x1", "1.2.3", "1.-2",
            "٣", "１", "NaN",
        ] {
            assert_eq!(parts(text), None, "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_either_cut_or_refused(text in any::<String>()) {
            if let Some((is_negative, whole, fraction)) = parts(&text) {
                let sign = if is_negative { "-" } else { "" };
                let dot = if text.contains('.') { "." } else { "" };
                prop_assert_eq!([sign, whole, dot, fraction].concat(), text);
            }
        }
    }
}
