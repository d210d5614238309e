//! A code of six digits, as people type it.

/// The six digits of a code, however they were typed: with spaces or hyphens in between, or full-width.
pub(crate) fn digits(otp: &str) -> Option<String> {
    let is_between = |it: &char| it.is_whitespace() || *it == '-';
    let digit = |it: char| match it {
        '0'..='9' => Some(it),
        '０'..='９' => char::from_u32(u32::from(it) - u32::from('０') + u32::from('0')),
        _ => None,
    };
    let digits: String =
        otp.chars().filter(|it| !is_between(it)).map(digit).collect::<Option<_>>()?;
    (digits.len() == 6).then_some(digits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_six_digits_however_it_was_typed() {
        for typed in ["012345", " 012345\n", "012 345", "012-345", "０１２３４５", "0１2３4５"]
        {
            assert_eq!(digits(typed).as_deref(), Some("012345"), "{typed}");
        }
        for typed in ["", "01234", "0123456", "01234a", "0.1234", "٠١٢٣٤٥", "012345 6"] {
            assert_eq!(digits(typed), None, "{typed}");
        }
    }
}
