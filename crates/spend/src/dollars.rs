//! Sums, products and order of values. They are exact: what a value has beyond 18 decimals is cut off.

use chains::amount::Amount;
use protocol::api::Quantity;
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

/// What so much is worth at the price of a whole unit; nothing where either is no plain number, or it is beyond counting.
pub(crate) fn worth(quantity: &Quantity, price: &Number) -> Option<Number> {
    let decimals = quantity.decimals.parse().ok()?;
    let quantity = Amount::from_decimal(&quantity.numeric, decimals).ok()?;
    let times = |it: Amount, times: u8| {
        (0..times).try_fold(Amount::ZERO, |sum: Amount, _| sum.checked_add(it))
    };
    let price = amount(Some(price))?.to_decimal(0);
    let worth = price.bytes().try_fold(Amount::ZERO, |worth, digit| {
        times(worth, 10)?.checked_add(times(quantity, digit - b'0')?)
    });
    Number::of(&worth?.to_decimal(decimals.checked_add(PLACES)?))
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
    fn what_so_much_is_worth_is_exact() {
        let of = |decimals: &str, numeric: &str, price: &str| {
            let quantity = Quantity { decimals: decimals.to_owned(), numeric: numeric.to_owned() };
            worth(&quantity, &number(price)).map(|it| it.literal().to_owned())
        };
        assert_eq!(of("6", "2.5", "1.01").as_deref(), Some("2.525"));
        assert_eq!(of("18", "0.1", "3").as_deref(), Some("0.3"));
        let smallest = "0.000000000000000001";
        let product = "0.000000000000000000000000000000000001";
        assert_eq!(of("18", smallest, smallest).as_deref(), Some(product));
        assert_eq!(of("18", "0", "2000").as_deref(), Some("0"));
        for (decimals, numeric, price) in
            [("18", "1", "-1"), ("18", "1", "1e3"), ("x", "1", "1"), ("250", "1", "1")]
        {
            assert_eq!(of(decimals, numeric, price), None);
        }
        assert_eq!(of("0", &"9".repeat(77), "9"), None, "more than can be counted");
    }

    #[test]
    fn what_is_no_plain_number_has_no_value() {
        assert_eq!(amount(Some(&number("-1"))), None);
        assert_eq!(amount(Some(&number("1e80"))), None);
    }
}
