//! Amounts of money: unsigned 256-bit integers in the smallest unit of their currency (wei,
//! lamport, satoshi).
//!
//! An [`Amount`] enters and leaves as text only. [`Amount::from_quantity`] and
//! [`Amount::to_quantity`] speak the hex of a JSON-RPC node; [`Amount::from_decimal`] and
//! [`Amount::to_decimal`] speak the decimals of a person, exactly, never through a float. Both
//! pairs stand on one digit in and one digit out of any radix, the two private functions at the
//! end. How an amount looks on screen is the views' affair.

use crate::decimal::Decimal;
use core::{error, fmt};

/// An unsigned 256-bit integer, counted in the smallest unit of its currency. It does not know its
/// currency: whoever holds it knows the decimals.
///
/// Eight limbs of 32 bits, the most significant first, so that comparing them in order compares the
/// amounts. 32 bits, because WebAssembly multiplies and divides 64 bits at once but not 128.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Amount([u32; 8]);

/// Why a text is not a JSON-RPC quantity ([EIP-1474](https://eips.ethereum.org/EIPS/eip-1474)).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum QuantityError {
    /// It does not start with `0x` in lower case.
    NoPrefix,
    /// Nothing follows the prefix; zero is written `0x0`.
    Empty,
    /// A character that is no hex digit.
    BadDigit,
    /// More digits than needed, as in `0x01` and `0x00`.
    LeadingZero,
    /// More than 256 bits.
    TooLarge,
}

/// Why a decimal text is not an amount.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AmountError {
    /// It is not a decimal number: digits and at most one dot.
    Malformed,
    /// It is a number with a minus.
    Negative,
    /// It has more digits after the dot than the currency has decimals.
    TooManyDecimals,
    /// More than 256 bits once counted in the smallest unit.
    TooLarge,
}

impl Amount {
    /// Nothing.
    pub const ZERO: Amount = Amount([0; 8]);

    /// 2²⁵⁶ − 1, the largest amount; also what "unlimited" is in an ERC-20 approval.
    pub const MAX: Amount = Amount([u32::MAX; 8]);

    /// Reads a JSON-RPC quantity: `0x` and the fewest possible hex digits, in either case; zero is
    /// `0x0`. Source: [EIP-1474](https://eips.ethereum.org/EIPS/eip-1474).
    ///
    /// # Errors
    /// [`QuantityError`] names the first rule that the text breaks.
    pub fn from_quantity(text: &str) -> Result<Amount, QuantityError> {
        let digits = text.strip_prefix("0x").ok_or(QuantityError::NoPrefix)?;
        if digits.is_empty() {
            return Err(QuantityError::Empty);
        }
        if digits.len() > 1 && digits.starts_with('0') {
            return Err(QuantityError::LeadingZero);
        }
        let mut amount = Amount::ZERO;
        for byte in digits.bytes() {
            let digit = char::from(byte).to_digit(16).ok_or(QuantityError::BadDigit)?;
            amount = amount.append(16, digit).ok_or(QuantityError::TooLarge)?;
        }
        Ok(amount)
    }

    /// Writes a JSON-RPC quantity in lower case, such as `0x2386f26fc10000`; zero is `0x0`.
    /// Source: [EIP-1474](https://eips.ethereum.org/EIPS/eip-1474).
    pub fn to_quantity(self) -> String {
        let mut text = self.digits(16);
        text.insert_str(0, "0x");
        text
    }

    /// Reads decimal text in whole units of a currency that has `decimals` places: "0.1" with 18 is
    /// 10¹⁷ wei. Digits, a dot and digits; one side of the dot may be empty (".5", "5.").
    ///
    /// # Errors
    /// [`AmountError::Malformed`] where this is no number, then [`AmountError::Negative`] for any
    /// number with a minus, then [`AmountError::TooManyDecimals`] where digits would be lost (also
    /// zeros: "1.50" with one decimal), then [`AmountError::TooLarge`].
    pub fn from_decimal(text: &str, decimals: u8) -> Result<Amount, AmountError> {
        let number = Decimal::cut(text).ok_or(AmountError::Malformed)?;
        if number.is_negative {
            return Err(AmountError::Negative);
        }
        let missing_zeros = usize::from(decimals)
            .checked_sub(number.fraction.len())
            .ok_or(AmountError::TooManyDecimals)?;
        let typed = number.whole.bytes().chain(number.fraction.bytes());
        let mut amount = Amount::ZERO;
        for digit in typed.chain(core::iter::repeat_n(b'0', missing_zeros)) {
            amount = amount.append(10, u32::from(digit - b'0')).ok_or(AmountError::TooLarge)?;
        }
        Ok(amount)
    }

    /// Writes the exact decimal text in whole units of a currency that has `decimals` places,
    /// without trailing zeros and without grouping: 10¹⁷ with 18 is "0.1", 10¹⁸ is "1", nothing is
    /// "0".
    pub fn to_decimal(self, decimals: u8) -> String {
        let places = usize::from(decimals);
        let mut text = self.digits(10);
        while text.len() <= places {
            text.insert(0, '0');
        }
        text.insert(text.len() - places, '.');
        while text.ends_with('0') {
            text.pop();
        }
        if text.ends_with('.') {
            text.pop();
        }
        text
    }

    /// Of 32 bytes, the most significant first, as contracts return it.
    pub fn from_be_bytes(bytes: [u8; 32]) -> Amount {
        let mut limbs = [0; 8];
        for (limb, four) in limbs.iter_mut().zip(bytes.as_chunks::<4>().0) {
            *limb = u32::from_be_bytes(*four);
        }
        Amount(limbs)
    }

    /// 32 bytes, the most significant first, as contracts take it.
    pub fn to_be_bytes(self) -> [u8; 32] {
        let mut bytes = [0; 32];
        for (four, limb) in bytes.as_chunks_mut::<4>().0.iter_mut().zip(self.0) {
            *four = limb.to_be_bytes();
        }
        bytes
    }

    /// The number, where it has at most 64 bits.
    pub fn to_u64(self) -> Option<u64> {
        let [above @ .., high, low] = self.0;
        (above == [0; 6]).then_some(u64::from(high) << 32 | u64::from(low))
    }

    /// The sum; `None` past [`Amount::MAX`].
    pub fn checked_add(self, other: Amount) -> Option<Amount> {
        let mut sum = self;
        let mut carry = 0;
        for index in (0..8).rev() {
            let wide = u64::from(self.0[index]) + u64::from(other.0[index]) + u64::from(carry);
            (carry, sum.0[index]) = halves(wide);
        }
        (carry == 0).then_some(sum)
    }

    /// The difference; `None` where `other` is more.
    pub fn checked_sub(self, other: Amount) -> Option<Amount> {
        let mut difference = self;
        let mut has_borrowed = false;
        for index in (0..8).rev() {
            let (without, is_below) = self.0[index].overflowing_sub(other.0[index]);
            let (left, is_just_below) = without.overflowing_sub(u32::from(has_borrowed));
            (difference.0[index], has_borrowed) = (left, is_below || is_just_below);
        }
        (!has_borrowed).then_some(difference)
    }

    /// The product; `None` past [`Amount::MAX`].
    pub fn checked_mul(self, factor: u64) -> Option<Amount> {
        let (high, low) = halves(factor);
        let of_high = self.append(high, 0)?;
        // Times 2³² is a shift by one limb; what leaves at the top does not fit.
        let [lost, kept @ ..] = of_high.0;
        let mut shifted = [0; 8];
        shifted[..7].copy_from_slice(&kept);
        if lost != 0 {
            return None;
        }
        Amount(shifted).checked_add(self.append(low, 0)?)
    }

    /// The quotient, rounded up; `None` by zero.
    pub fn checked_div_up(self, divisor: u32) -> Option<Amount> {
        if divisor == 0 {
            return None;
        }
        let (quotient, rest) = self.take_last(divisor);
        if rest == 0 { Some(quotient) } else { quotient.checked_add(Amount::from(1)) }
    }

    /// The shortest text of this number in a radix of 2 to 16, in lower case; at least one digit.
    fn digits(self, radix: u32) -> String {
        let mut text = String::new();
        let mut rest = self;
        loop {
            let digit;
            (rest, digit) = rest.take_last(radix);
            // At most 78 digits in radix 10, so putting each in front is cheap.
            text.insert(0, char::from(b"0123456789abcdef"[digit as usize]));
            if rest == Amount::ZERO {
                return text;
            }
        }
    }

    /// This number with `digit` written behind it; `None` past [`Amount::MAX`].
    fn append(mut self, radix: u32, digit: u32) -> Option<Amount> {
        let mut carry = digit;
        for limb in self.0.iter_mut().rev() {
            (carry, *limb) = halves(u64::from(*limb) * u64::from(radix) + u64::from(carry));
        }
        (carry == 0).then_some(self)
    }

    /// This number without its last digit, and that digit.
    fn take_last(mut self, radix: u32) -> (Amount, u32) {
        let mut remainder = 0;
        for limb in &mut self.0 {
            let dividend = u64::from(remainder) << 32 | u64::from(*limb);
            // The remainder is below the radix, so the quotient fits a limb.
            (_, *limb) = halves(dividend / u64::from(radix));
            (_, remainder) = halves(dividend % u64::from(radix));
        }
        (self, remainder)
    }
}

impl From<u64> for Amount {
    fn from(number: u64) -> Amount {
        let (high, low) = halves(number);
        Amount([0, 0, 0, 0, 0, 0, high, low])
    }
}

/// Shows the number in full: a list of limbs tells nobody anything.
impl fmt::Debug for Amount {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.to_decimal(0))
    }
}

impl fmt::Display for QuantityError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            QuantityError::NoPrefix => "a quantity starts with 0x",
            QuantityError::Empty => "a quantity has at least one digit",
            QuantityError::BadDigit => "a quantity has hex digits only",
            QuantityError::LeadingZero => "a quantity has no leading zeros",
            QuantityError::TooLarge => "a quantity has at most 256 bits",
        })
    }
}

impl error::Error for QuantityError {}

impl fmt::Display for AmountError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            AmountError::Malformed => "an amount is digits with at most one dot",
            AmountError::Negative => "an amount is not negative",
            AmountError::TooManyDecimals => "the currency has fewer decimals",
            AmountError::TooLarge => "an amount has at most 256 bits",
        })
    }
}

impl error::Error for AmountError {}

/// The upper and the lower 32 bits.
#[expect(clippy::cast_possible_truncation, reason = "cutting is what this does")]
fn halves(wide: u64) -> (u32, u32) {
    ((wide >> 32) as u32, wide as u32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const MAX_HEX: &str = "0xffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff";
    const MAX_DECIMAL: &str =
        "115792089237316195423570985008687907853269984665640564039457584007913129639935";

    fn wei(text: &str) -> Amount {
        Amount::from_decimal(text, 0).unwrap()
    }

    fn from_u128(number: u128) -> Amount {
        wei(&number.to_string())
    }

    /// Every bit pattern, with small numbers and numbers near the limit as likely as others.
    fn any_amount() -> impl Strategy<Value = Amount> {
        prop_oneof![
            any::<[u32; 8]>().prop_map(Amount),
            any::<u64>().prop_map(Amount::from),
            any::<u64>().prop_map(|below| Amount::MAX.checked_sub(Amount::from(below)).unwrap()),
        ]
    }

    #[test]
    fn the_first_of_the_bytes_weighs_most() {
        let mut bytes = [0; 32];
        (bytes[0], bytes[31]) = (0x80, 0x01);
        let text = format!("0x8{}1", "0".repeat(62));
        assert_eq!(Amount::from_be_bytes(bytes).to_quantity(), text);
    }

    #[test]
    fn products_and_quotients_at_the_limits() {
        assert_eq!(Amount::MAX.checked_mul(1), Some(Amount::MAX));
        assert_eq!(Amount::MAX.checked_mul(0), Some(Amount::ZERO));
        assert_eq!(Amount::MAX.checked_mul(2), None);
        assert_eq!(Amount::MAX.checked_mul(1 << 32), None);
        assert_eq!(Amount::from(10).checked_div_up(4), Some(Amount::from(3)));
        assert_eq!(Amount::from(8).checked_div_up(4), Some(Amount::from(2)));
        assert_eq!(Amount::MAX.checked_div_up(1), Some(Amount::MAX));
        assert_eq!(Amount::MAX.checked_div_up(0), None);
        assert_eq!(Amount::from(u64::MAX).to_u64(), Some(u64::MAX));
        assert_eq!(from_u128(1 << 64).to_u64(), None);
    }

    /// The examples of EIP-1474, section "Quantities".
    #[test]
    fn quantities_of_the_eip() {
        assert_eq!(Amount::from_quantity("0x41"), Ok(Amount::from(65)));
        assert_eq!(Amount::from_quantity("0x400"), Ok(Amount::from(1024)));
        assert_eq!(Amount::from_quantity("0x0"), Ok(Amount::ZERO));
        assert_eq!(Amount::from_quantity("0x"), Err(QuantityError::Empty));
        assert_eq!(Amount::from_quantity("0x0400"), Err(QuantityError::LeadingZero));
        assert_eq!(Amount::from_quantity("ff"), Err(QuantityError::NoPrefix));
    }

    #[test]
    fn quantities_at_the_limits() {
        assert_eq!(Amount::from_quantity(MAX_HEX), Ok(Amount::MAX));
        assert_eq!(
            Amount::from_quantity(&MAX_HEX.to_uppercase().replace('X', "x")),
            Ok(Amount::MAX)
        );
        assert_eq!(Amount::from_quantity(&format!("{MAX_HEX}0")), Err(QuantityError::TooLarge));
        assert_eq!(
            Amount::from_quantity(&format!("0x1{}", "0".repeat(64))),
            Err(QuantityError::TooLarge)
        );
        assert_eq!(Amount::from_quantity("0x00"), Err(QuantityError::LeadingZero));
        assert_eq!(Amount::from_quantity("0X1"), Err(QuantityError::NoPrefix));
        assert_eq!(Amount::from_quantity(""), Err(QuantityError::NoPrefix));
        for text in ["0xg", "0x-1", "0x+1", "0x 1", "0x1 ", "0x1_0", "0x１"] {
            assert_eq!(Amount::from_quantity(text), Err(QuantityError::BadDigit), "{text}");
        }
        assert_eq!(Amount::MAX.to_quantity(), MAX_HEX);
        assert_eq!(Amount::ZERO.to_quantity(), "0x0");
    }

    #[test]
    fn decimal_text_is_read_exactly() {
        assert_eq!(Amount::from_decimal("0.1", 18), Ok(Amount::from(100_000_000_000_000_000)));
        assert_eq!(Amount::from_decimal("1.5", 6), Ok(Amount::from(1_500_000)));
        assert_eq!(Amount::from_decimal(".5", 1), Ok(Amount::from(5)));
        assert_eq!(Amount::from_decimal("5.", 0), Ok(Amount::from(5)));
        assert_eq!(Amount::from_decimal("007", 0), Ok(Amount::from(7)));
        assert_eq!(Amount::from_decimal("0", 255), Ok(Amount::ZERO));
        assert_eq!(Amount::from_decimal("0.000000000000000001", 18), Ok(Amount::from(1)));
        assert_eq!(Amount::from_decimal(MAX_DECIMAL, 0), Ok(Amount::MAX));
        assert_eq!(
            Amount::from_decimal(&format!("0.{}1", "0".repeat(254)), 255),
            Ok(Amount::from(1))
        );
    }

    #[test]
    fn decimal_text_that_is_no_amount_says_why() {
        for text in ["", ".", "-", "abc", "1e18", "1,5", "0x1", " 1", "+1", "1.2.3", "--1"] {
            assert_eq!(Amount::from_decimal(text, 18), Err(AmountError::Malformed), "{text:?}");
        }
        for text in ["-1", "-0.1", "-0", "-0.1234567890123456789"] {
            assert_eq!(Amount::from_decimal(text, 18), Err(AmountError::Negative), "{text}");
        }
        assert_eq!(Amount::from_decimal("0.1234567", 6), Err(AmountError::TooManyDecimals));
        assert_eq!(Amount::from_decimal("1.0", 0), Err(AmountError::TooManyDecimals));
        assert_eq!(Amount::from_decimal(&format!("{MAX_DECIMAL}0"), 0), Err(AmountError::TooLarge));
        assert_eq!(
            Amount::from_decimal(&MAX_DECIMAL.replace("39935", "39936"), 0),
            Err(AmountError::TooLarge)
        );
        assert_eq!(Amount::from_decimal("1", 78), Err(AmountError::TooLarge));
        assert_eq!(Amount::from_decimal("1", 255), Err(AmountError::TooLarge));
    }

    #[test]
    fn decimal_text_is_written_exactly() {
        assert_eq!(Amount::from(100_000_000_000_000_000).to_decimal(18), "0.1");
        assert_eq!(Amount::from(1_000_000_000_000_000_000).to_decimal(18), "1");
        assert_eq!(Amount::from(1_000).to_decimal(0), "1000");
        assert_eq!(Amount::from(1_050).to_decimal(2), "10.5");
        assert_eq!(Amount::from(1).to_decimal(18), "0.000000000000000001");
        assert_eq!(Amount::ZERO.to_decimal(0), "0");
        assert_eq!(Amount::ZERO.to_decimal(18), "0");
        assert_eq!(Amount::MAX.to_decimal(0), MAX_DECIMAL);
        assert_eq!(Amount::MAX.to_decimal(255).len(), 257);
        // What anvil gives each of its accounts.
        assert_eq!(Amount::from_quantity("0x21e19e0c9bab2400000").unwrap().to_decimal(18), "10000");
    }

    #[test]
    fn sums_and_differences_stop_at_the_limits() {
        let one = Amount::from(1);
        assert_eq!(Amount::MAX.checked_add(one), None);
        assert_eq!(Amount::MAX.checked_add(Amount::ZERO), Some(Amount::MAX));
        assert_eq!(Amount::ZERO.checked_sub(one), None);
        assert_eq!(Amount::MAX.checked_sub(Amount::MAX), Some(Amount::ZERO));
        assert_eq!(Amount::from(u64::MAX).checked_add(one), Some(from_u128(1 << 64)));
        assert_eq!(from_u128(1 << 64).checked_sub(one), Some(Amount::from(u64::MAX)));
    }

    #[test]
    fn an_amount_is_seen_as_its_number() {
        assert_eq!(format!("{:?}", Some(Amount::from(10_000))), "Some(10000)");
    }

    proptest! {
        #[test]
        fn products_and_quotients_are_those_of_128_bits(a in any::<u64>(), b in any::<u64>(), c in 1..u32::MAX) {
            let product = u128::from(a) * u128::from(b);
            prop_assert_eq!(Amount::from(a).checked_mul(b), Some(from_u128(product)));
            let quotient = product.div_ceil(u128::from(c));
            prop_assert_eq!(from_u128(product).checked_div_up(c), Some(from_u128(quotient)));
        }

        #[test]
        fn bytes_come_back(amount in any_amount()) {
            prop_assert_eq!(Amount::from_be_bytes(amount.to_be_bytes()), amount);
        }

        #[test]
        fn small_numbers_are_those_of_rust(number in any::<u128>()) {
            prop_assert_eq!(from_u128(number).to_decimal(0), number.to_string());
            prop_assert_eq!(from_u128(number).to_quantity(), format!("{number:#x}"));
            prop_assert_eq!(Amount::from_quantity(&format!("{number:#x}")), Ok(from_u128(number)));
        }

        #[test]
        fn small_sums_differences_and_orders_are_those_of_rust(
            left in any::<u128>(),
            right in any::<u128>(),
        ) {
            let (one, other) = (from_u128(left), from_u128(right));
            prop_assert_eq!(one.cmp(&other), left.cmp(&right));
            prop_assert_eq!(one.checked_sub(other), left.checked_sub(right).map(from_u128));
            if let Some(sum) = left.checked_add(right) {
                prop_assert_eq!(one.checked_add(other), Some(from_u128(sum)));
            }
        }

        #[test]
        fn what_is_written_is_read_back(amount in any_amount(), decimals in any::<u8>()) {
            prop_assert_eq!(Amount::from_quantity(&amount.to_quantity()), Ok(amount));
            prop_assert_eq!(Amount::from_decimal(&amount.to_decimal(decimals), decimals), Ok(amount));
        }

        #[test]
        fn written_decimals_have_no_needless_digits(amount in any_amount(), decimals in any::<u8>()) {
            let text = amount.to_decimal(decimals);
            prop_assert!(!text.ends_with('.') && !text.starts_with('.'));
            prop_assert!(!(text.contains('.') && text.ends_with('0')));
            prop_assert!(text == "0" || text.starts_with("0.") || !text.starts_with('0'));
        }

        #[test]
        fn adding_and_taking_away_cancel(left in any_amount(), right in any_amount()) {
            match left.checked_add(right) {
                Some(sum) => {
                    prop_assert!(sum >= left && sum >= right);
                    prop_assert_eq!(sum.checked_sub(right), Some(left));
                }
                None => prop_assert!(Amount::MAX.checked_sub(left).unwrap() < right),
            }
            prop_assert_eq!(left.checked_sub(right).is_some(), left >= right);
        }

        #[test]
        fn hostile_text_is_an_error_at_worst(text in any::<String>(), decimals in any::<u8>()) {
            let _ = Amount::from_quantity(&text);
            let _ = Amount::from_decimal(&text, decimals);
        }

        #[test]
        fn hostile_text_that_looks_right_is_an_error_at_worst(
            text in "-?(0[xX])?[0-9a-fA-F]{0,80}[.+_eé٣ ]{0,2}[0-9]{0,300}",
            decimals in any::<u8>(),
        ) {
            if let Ok(amount) = Amount::from_quantity(&text) {
                prop_assert_eq!(amount.to_quantity(), text.to_lowercase());
            }
            if let Ok(amount) = Amount::from_decimal(&text, decimals) {
                prop_assert_eq!(Amount::from_decimal(&amount.to_decimal(decimals), decimals), Ok(amount));
            }
        }
    }
}
