//! How amounts, addresses and ages look on screen, by the rules of the `en` locale.
//!
//! A number comes as an [`Amount`] or as decimal text and leaves as text of a fixed number of
//! places: [`native_balance`] and [`quantity`] with three, cut off, so that nobody is shown more
//! than there is; [`usd`] with two, rounded half up. [`shortened`] cuts the middle out of an
//! address, [`Elapsed`] says how long ago something was.

use crate::amount::Amount;
use crate::decimal::Decimal;
use core::time::Duration;

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
    fixed(text, 3, Rounding::CutOff)
}

/// A sum in US dollars, given as decimal text: two decimals, rounded half up, grouped by commas,
/// without the sign of the currency, which the view draws. "1234.565" is "1,234.57".
///
/// `None` where `text` is negative or no decimal number (exponents are none).
pub fn usd(text: &str) -> Option<String> {
    fixed(text, 2, Rounding::HalfUp)
}

/// The first `start` and the last `end` characters of `text` with "…" (U+2026) between: "0xf3…2266"
/// is 4 and 4. A text of at most `start + end` characters stays whole.
pub fn shortened(text: &str, start: usize, end: usize) -> String {
    let count = text.chars().count();
    if count <= start.saturating_add(end) {
        return text.to_owned();
    }
    let mut short = String::new();
    short.extend(text.chars().take(start));
    short.push('…');
    short.extend(text.chars().skip(count - end));
    short
}

/// How long ago something was, in the largest unit that fits at least once. A view in another
/// language takes the two fields, the `en` locale takes [`Elapsed::label`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Elapsed {
    /// Full units that have passed; 0 only in seconds.
    pub count: u64,
    /// What is counted.
    pub unit: TimeUnit,
}

/// A unit of [`Elapsed`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TimeUnit {
    /// Under a minute.
    Second,
    /// Under an hour.
    Minute,
    /// Under a day.
    Hour,
    /// Under 30 days.
    Day,
    /// 30 days, while under a year; so there is a twelfth month of five days.
    Month,
    /// 365 days.
    Year,
}

impl Elapsed {
    /// The largest unit that fits at least once into `duration`, and how often it does.
    pub fn of(duration: Duration) -> Elapsed {
        let seconds = duration.as_secs();
        for unit in
            [TimeUnit::Year, TimeUnit::Month, TimeUnit::Day, TimeUnit::Hour, TimeUnit::Minute]
        {
            let count = seconds / unit.seconds();
            if count > 0 {
                return Elapsed { count, unit };
            }
        }
        Elapsed { count: seconds, unit: TimeUnit::Second }
    }

    /// The short label: "0 sec", "5 min", "2 hr", "3 d", "4 mo", "1 yr".
    pub fn label(self) -> String {
        let mut text = Amount::from(self.count).to_decimal(0);
        text.push_str(match self.unit {
            TimeUnit::Second => " sec",
            TimeUnit::Minute => " min",
            TimeUnit::Hour => " hr",
            TimeUnit::Day => " d",
            TimeUnit::Month => " mo",
            TimeUnit::Year => " yr",
        });
        text
    }
}

impl TimeUnit {
    fn seconds(self) -> u64 {
        match self {
            TimeUnit::Second => 1,
            TimeUnit::Minute => 60,
            TimeUnit::Hour => 60 * 60,
            TimeUnit::Day => 24 * 60 * 60,
            TimeUnit::Month => 30 * 24 * 60 * 60,
            TimeUnit::Year => 365 * 24 * 60 * 60,
        }
    }
}

/// What becomes of the digits that are not shown.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rounding {
    CutOff,
    HalfUp,
}

/// A decimal text with exactly `places` digits after its dot and commas in its whole part.
fn fixed(text: &str, places: usize, rounding: Rounding) -> Option<String> {
    let number = Decimal::cut(text).filter(|number| !number.is_negative)?;
    let padded_fraction = number.fraction.bytes().chain(core::iter::repeat(b'0'));
    // The zero in front is there for a last carry: 9.995 becomes 10.00.
    let mut digits = vec![b'0'];
    digits.extend(number.whole.bytes());
    digits.extend(padded_fraction.take(places));
    let is_half_or_more = number.fraction.as_bytes().get(places) >= Some(&b'5');
    if rounding == Rounding::HalfUp && is_half_or_more {
        round_up(&mut digits);
    }
    let (whole, fraction) = digits.split_at(digits.len() - places);
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

/// Adds one to the last of `digits` and carries; the first must not be a 9.
fn round_up(digits: &mut [u8]) {
    for digit in digits.iter_mut().rev() {
        if *digit < b'9' {
            *digit += 1;
            return;
        }
        *digit = b'0';
    }
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
    fn dollars_have_two_decimals_rounded() {
        assert_eq!(usd("0").as_deref(), Some("0.00"));
        assert_eq!(usd("12.344").as_deref(), Some("12.34"));
        assert_eq!(usd("12.345").as_deref(), Some("12.35"));
        assert_eq!(usd("1234.565").as_deref(), Some("1,234.57"));
        assert_eq!(usd("9.995").as_deref(), Some("10.00"));
        assert_eq!(usd("999999.999").as_deref(), Some("1,000,000.00"));
        assert_eq!(usd(".995").as_deref(), Some("1.00"));
        assert_eq!(usd("0.0049999").as_deref(), Some("0.00"));
        assert_eq!(usd("-1"), None);
        assert_eq!(usd("NaN"), None);
    }

    #[test]
    fn long_texts_lose_their_middle() {
        let address = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
        assert_eq!(shortened(address, 4, 4), "0xf3…2266");
        assert_eq!(shortened(address, 4, 6), "0xf3…b92266");
        assert_eq!(shortened("12345678", 4, 4), "12345678");
        assert_eq!(shortened("123456789", 4, 4), "1234…6789");
        assert_eq!(shortened("vitalik.eth", 8, 0), "vitalik.…");
        assert_eq!(shortened("vitalik.eth", 0, 3), "…eth");
        assert_eq!(shortened("ab", 0, 0), "…");
        assert_eq!(shortened("", 0, 0), "");
        assert_eq!(shortened("añb🦀cde", 2, 2), "añ…de");
        assert_eq!(shortened("abc", usize::MAX, usize::MAX), "abc");
    }

    #[test]
    fn ages_are_told_in_the_largest_unit() {
        let day = 24 * 60 * 60;
        for (seconds, label) in [
            (0, "0 sec"),
            (1, "1 sec"),
            (59, "59 sec"),
            (60, "1 min"),
            (3_599, "59 min"),
            (3_600, "1 hr"),
            (day - 1, "23 hr"),
            (day, "1 d"),
            (30 * day - 1, "29 d"),
            (30 * day, "1 mo"),
            (365 * day - 1, "12 mo"),
            (365 * day, "1 yr"),
            (10 * 365 * day, "10 yr"),
        ] {
            assert_eq!(Elapsed::of(Duration::from_secs(seconds)).label(), label);
        }
        assert_eq!(Elapsed::of(Duration::MAX).unit, TimeUnit::Year);
        assert_eq!(
            Elapsed::of(Duration::from_millis(1_999)),
            Elapsed { count: 1, unit: TimeUnit::Second }
        );
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
        fn dollars_are_what_rounding_gives(millionths in any::<u64>()) {
            let text = Amount::from(millionths).to_decimal(6);
            prop_assert_eq!(plain(&usd(&text).unwrap()), (u128::from(millionths) + 5_000) / 10_000);
        }

        #[test]
        fn groups_have_three_digits(number in any::<u128>()) {
            let shown = usd(&number.to_string()).unwrap();
            let whole = shown.strip_suffix(".00").unwrap();
            let groups: Vec<&str> = whole.split(',').collect();
            prop_assert!((1..=3).contains(&groups[0].len()));
            prop_assert!(groups[1..].iter().all(|group| group.len() == 3));
            prop_assert_eq!(groups.concat(), number.to_string());
        }

        #[test]
        fn hostile_text_is_none_at_worst(
            text in prop_oneof![any::<String>(), "-?[0-9]{0,40}[.,e٣]{0,2}[0-9]{0,40}"],
        ) {
            prop_assert_eq!(quantity(&text).is_some(), usd(&text).is_some());
        }

        #[test]
        fn any_text_can_be_shortened(
            text in any::<String>(),
            start in 0..9_usize,
            end in 0..9_usize,
        ) {
            let short = shortened(&text, start, end);
            prop_assert!(short == text || short.chars().count() == start + 1 + end);
        }

        #[test]
        fn any_age_has_a_label(duration in any::<Duration>()) {
            let elapsed = Elapsed::of(duration);
            prop_assert!(elapsed.count > 0 || elapsed.unit == TimeUnit::Second);
            prop_assert!(duration.as_secs() / elapsed.unit.seconds() == elapsed.count);
        }
    }
}
