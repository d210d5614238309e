//! How amounts look on screen, by the rules of the `en` locale.
//!
//! A number comes as an [`Amount`] or as decimal text and leaves as text with three decimals, cut off,
//! so that nobody is shown more than there is.

use crate::amount::Amount;
use crate::decimal::Decimal;

const PLACES: usize = 3;

/// What stands where a native balance could not be read and none was ever known.
pub const BALANCE_FALLBACK: BalanceFallback = BalanceFallback { shown: "0.00", symbol: "ETH" };

/// A balance that no chain gave; see [`BALANCE_FALLBACK`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BalanceFallback {
    /// The number as it is drawn.
    pub shown: &'static str,
    /// The currency beside it.
    pub symbol: &'static str,
}

/// A native balance: three decimals, cut off, whole part grouped by commas. "9,999.899"; nothing is
/// "0.000".
///
/// `decimals` are those of the native currency.
pub fn native_balance(amount: Amount, decimals: u8) -> String {
    quantity(&amount.to_decimal(decimals)).expect("an amount writes itself as a decimal number")
}

/// A quantity of a fungible token, given as decimal text in whole units: three decimals, cut off,
/// grouped by commas. "1234.5" is "1,234.500".
///
/// `None` where `text` is negative or no decimal number (exponents are none).
pub fn quantity(text: &str) -> Option<String> {
    let number = Decimal::cut(text).filter(|number| !number.is_negative)?;
    let padded_fraction = number.fraction.bytes().chain(core::iter::repeat(b'0'));
    let mut digits = vec![b'0'];
    digits.extend(number.whole.bytes());
    digits.extend(padded_fraction.take(PLACES));
    let (whole, fraction) = digits.split_at(digits.len() - PLACES);
    let first = whole.iter().position(|&digit| digit != b'0').unwrap_or(whole.len() - 1);
    let mut shown = String::new();
    for (index, &digit) in whole.iter().enumerate().skip(first) {
        if index > first && (whole.len() - index).is_multiple_of(3) {
            shown.push(',');
        }
        shown.push(char::from(digit));
    }
    shown.push('.');
    shown.extend(fraction.iter().map(|&digit| char::from(digit)));
    Some(shown)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn balance_of(ether: &str) -> String {
        native_balance(Amount::from_decimal(ether, 18).unwrap(), 18)
    }

    #[test]
    fn native_balances_have_three_decimals_cut_off() {
        assert_eq!(balance_of("0"), "0.000");
        assert_eq!(balance_of("9999.8999"), "9,999.899");
        assert_eq!(balance_of("10000"), "10,000.000");
        assert_eq!(balance_of("0.000999999999999999"), "0.000");
        assert_eq!(balance_of("0.001"), "0.001");
        assert_eq!(balance_of("999.9999"), "999.999");
        assert_eq!(balance_of("1234567.5"), "1,234,567.500");
        assert_eq!(native_balance(Amount::from(1_234), 0), "1,234.000");
        assert_eq!(native_balance(Amount::MAX, 255), "0.000");
    }

    #[test]
    fn quantities_have_three_decimals_cut_off() {
        assert_eq!(quantity("1234.5").as_deref(), Some("1,234.500"));
        assert_eq!(quantity("0.12399999999999999999").as_deref(), Some("0.123"));
        assert_eq!(quantity(".5").as_deref(), Some("0.500"));
        assert_eq!(quantity("5.").as_deref(), Some("5.000"));
        assert_eq!(quantity("000123").as_deref(), Some("123.000"));
        assert_eq!(quantity("-1"), None);
        assert_eq!(quantity("1e-7"), None);
        assert_eq!(quantity(""), None);
    }

    #[test]
    fn an_unknown_balance_has_a_fallback() {
        assert_eq!(BALANCE_FALLBACK, BalanceFallback { shown: "0.00", symbol: "ETH" });
    }

    /// The digits of a shown number as an integer of its last place.
    fn plain(shown: &str) -> u128 {
        shown.replace([',', '.'], "").parse().unwrap()
    }

    proptest! {
        #[test]
        fn quantities_are_what_integer_division_gives(millionths in any::<u64>()) {
            let text = Amount::from(millionths).to_decimal(6);
            prop_assert_eq!(plain(&quantity(&text).unwrap()), u128::from(millionths / 1_000));
        }

        #[test]
        fn groups_have_three_digits(number in any::<u128>()) {
            let shown = quantity(&number.to_string()).unwrap();
            let whole = shown.strip_suffix(".000").unwrap();
            let groups: Vec<&str> = whole.split(',').collect();
            prop_assert!((1..=3).contains(&groups[0].len()));
            prop_assert!(groups[1..].iter().all(|group| group.len() == 3));
            prop_assert_eq!(groups.concat(), number.to_string());
        }

        #[test]
        fn hostile_text_is_none_at_worst(
            text in prop_oneof![any::<String>(), "-?[0-9]{0,40}[.,e٣]{0,2}[0-9]{0,40}"],
        ) {
            quantity(&text);
        }
    }
}
