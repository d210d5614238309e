//! Sums and order of values. They are exact: what a value has beyond 18 decimals is cut off.

use chains::amount::Amount;
use wire::Number;

const PLACES: u8 = 18;

/// A value as an amount that can be compared; nothing where it is none.
pub(crate) fn amount(value: Option<&Number>) -> Option<Amount> {
    let text = value?.literal();
    let kept = match text.split_once('.') {
        Some((whole, fraction)) => {
            let fraction: String = fraction.chars().take(usize::from(PLACES)).collect();
            [whole, ".", &fraction].concat()
        }
        None => text.to_owned(),
    };
    Amount::from_decimal(&kept, PLACES).ok()
}

/// What all these are together; nothing where none is known.
pub(crate) fn total<'a>(values: impl Iterator<Item = Option<&'a Number>>) -> Option<Number> {
    let mut sum = None;
    for value in values.filter_map(amount) {
        sum = Some(sum.unwrap_or(Amount::ZERO).checked_add(value).unwrap_or(Amount::MAX));
    }
    Number::of(&sum?.to_decimal(PLACES))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(text: &str) -> Number {
        Number::of(text).expect("a number")
    }

    #[test]
    fn values_add_up_exactly_and_the_unknown_counts_for_nothing() {
        let values = [Some(number("0.1")), None, Some(number("0.2")), Some(number("3"))];
        assert_eq!(total(values.iter().map(Option::as_ref)), Some(number("3.3")));
        assert_eq!(total([None, None].into_iter()), None);
        assert_eq!(total(std::iter::empty()), None);
    }

    #[test]
    fn digits_beyond_the_eighteenth_are_cut_off() {
        let long = number("1.12345678901234567899");
        assert_eq!(total([Some(&long)].into_iter()), Some(number("1.123456789012345678")));
    }

    #[test]
    fn what_is_no_plain_number_has_no_value() {
        assert_eq!(amount(Some(&number("-1"))), None);
        assert_eq!(amount(Some(&number("1e80"))), None);
    }
}
