//! Which EVM chain: the number that wallets, nodes and CAIP-2 each write in their own way.
//!
//! Two readers, a lenient and a strict one: [`ChainNumber::from_wallet`] takes what wallets answer,
//! [`ChainNumber::from_reference`] what we wrote ourselves. Each form can be written back.

use crate::amount::Amount;
use core::{error, fmt};

/// The number of an EVM chain ([EIP-155](https://eips.ethereum.org/EIPS/eip-155)), never 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ChainNumber(u64);

/// Why a text names no EVM chain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChainNumberError {
    /// It has no digits.
    Empty,
    /// A character that is no digit of its radix.
    BadDigit,
    /// A CAIP-2 reference is the shortest text of its number.
    LeadingZero,
    /// Zero, which some wallets answer while they are not connected to any chain.
    Zero,
    /// More than 64 bits.
    TooLarge,
}

impl ChainNumber {
    /// Ethereum, where nothing else was chosen.
    pub const ETHEREUM: ChainNumber = ChainNumber(1);

    /// The chain of `number`, for wallets that answer with a JSON number; `None` for 0.
    pub const fn new(number: u64) -> Option<ChainNumber> {
        if number == 0 { None } else { Some(ChainNumber(number)) }
    }

    /// Reads what a wallet answers to `eth_chainId` or sends with `chainChanged`
    /// ([EIP-695](https://eips.ethereum.org/EIPS/eip-695),
    /// [EIP-1193](https://eips.ethereum.org/EIPS/eip-1193)): a hex quantity such as "0x7a69", as
    /// wallets are, also with "0X", leading zeros ("0x01"), or in decimal ("31337").
    ///
    /// # Errors
    /// All of [`ChainNumberError`] but `LeadingZero`.
    pub fn from_wallet(text: &str) -> Result<ChainNumber, ChainNumberError> {
        match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
            Some(digits) => read(digits, 16),
            None => read(text, 10),
        }
    }

    /// Reads the reference of a CAIP-2 id, "31337": decimal digits, no leading zeros.
    /// Source: [CAIP-2 for eip155](https://namespaces.chainagnostic.org/eip155/caip2).
    ///
    /// # Errors
    /// All of [`ChainNumberError`].
    pub fn from_reference(text: &str) -> Result<ChainNumber, ChainNumberError> {
        let chain = read(text, 10)?;
        if text.starts_with('0') { Err(ChainNumberError::LeadingZero) } else { Ok(chain) }
    }

    /// The number itself.
    pub const fn number(self) -> u64 {
        self.0
    }

    /// The reference of its CAIP-2 id, "31337": decimal text, which is how the number crosses an
    /// edge.
    pub fn to_reference(self) -> String {
        Amount::from(self.0).to_decimal(0)
    }

    /// What `wallet_switchEthereumChain` ([EIP-3326](https://eips.ethereum.org/EIPS/eip-3326)) and
    /// `wallet_addEthereumChain` ([EIP-3085](https://eips.ethereum.org/EIPS/eip-3085)) take:
    /// "0x7a69".
    pub fn to_quantity(self) -> String {
        Amount::from(self.0).to_quantity()
    }
}

impl fmt::Display for ChainNumberError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            ChainNumberError::Empty => "a chain id has at least one digit",
            ChainNumberError::BadDigit => "a chain id has digits only",
            ChainNumberError::LeadingZero => "a chain reference has no leading zeros",
            ChainNumberError::Zero => "a chain id is not zero",
            ChainNumberError::TooLarge => "a chain id has at most 64 bits",
        })
    }
}

impl error::Error for ChainNumberError {}

/// Reads digits of a radix of at most 16, leading zeros included.
fn read(digits: &str, radix: u32) -> Result<ChainNumber, ChainNumberError> {
    if digits.is_empty() {
        return Err(ChainNumberError::Empty);
    }
    let mut number = 0_u64;
    for byte in digits.bytes() {
        let digit = char::from(byte).to_digit(radix).ok_or(ChainNumberError::BadDigit)?;
        number = number
            .checked_mul(u64::from(radix))
            .and_then(|shifted| shifted.checked_add(u64::from(digit)))
            .ok_or(ChainNumberError::TooLarge)?;
    }
    ChainNumber::new(number).ok_or(ChainNumberError::Zero)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const DEV: ChainNumber = ChainNumber(31_337);

    #[test]
    fn wallets_write_chain_ids_in_many_ways() {
        for text in ["0x7a69", "0x7A69", "0X7A69", "0x07a69", "31337", "031337"] {
            assert_eq!(ChainNumber::from_wallet(text), Ok(DEV), "{text}");
        }
        assert_eq!(ChainNumber::from_wallet("0x1"), Ok(ChainNumber::ETHEREUM));
        assert_eq!(ChainNumber::from_wallet("0xffffffffffffffff"), Ok(ChainNumber(u64::MAX)));
        assert_eq!(ChainNumber::from_wallet("18446744073709551615"), Ok(ChainNumber(u64::MAX)));
    }

    #[test]
    fn what_names_no_chain_says_why() {
        for text in ["", "0x", "0X"] {
            assert_eq!(ChainNumber::from_wallet(text), Err(ChainNumberError::Empty), "{text:?}");
        }
        for text in ["0xzz", "7a69", "-1", "+1", "1.0", " 1", "1 ", "eip155:1", "0x0x1", "x1", "１"]
        {
            assert_eq!(ChainNumber::from_wallet(text), Err(ChainNumberError::BadDigit), "{text:?}");
        }
        for text in ["0", "0x0", "0x00", "000"] {
            assert_eq!(ChainNumber::from_wallet(text), Err(ChainNumberError::Zero), "{text}");
        }
        for text in ["0x10000000000000000", "18446744073709551616"] {
            assert_eq!(ChainNumber::from_wallet(text), Err(ChainNumberError::TooLarge), "{text}");
        }
    }

    #[test]
    fn references_are_strict() {
        assert_eq!(ChainNumber::from_reference("31337"), Ok(DEV));
        assert_eq!(ChainNumber::from_reference("01"), Err(ChainNumberError::LeadingZero));
        assert_eq!(ChainNumber::from_reference("0"), Err(ChainNumberError::Zero));
        assert_eq!(ChainNumber::from_reference("0x1"), Err(ChainNumberError::BadDigit));
        assert_eq!(ChainNumber::from_reference(""), Err(ChainNumberError::Empty));
    }

    #[test]
    fn every_form_is_written() {
        assert_eq!(DEV.to_quantity(), "0x7a69");
        assert_eq!(DEV.to_reference(), "31337");
        assert_eq!(DEV.number(), 31_337);
        assert_eq!(ChainNumber::new(0), None);
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_back(number in 1..=u64::MAX) {
            let chain = ChainNumber::new(number).unwrap();
            prop_assert_eq!(ChainNumber::from_wallet(&chain.to_quantity()), Ok(chain));
            prop_assert_eq!(ChainNumber::from_wallet(&chain.to_reference()), Ok(chain));
            prop_assert_eq!(ChainNumber::from_reference(&chain.to_reference()), Ok(chain));
            prop_assert_eq!(ChainNumber::from_reference(&chain.to_reference()), Ok(chain));
            prop_assert_eq!(chain.to_reference(), number.to_string());
        }

        #[test]
        fn hostile_text_is_an_error_at_worst(
            text in prop_oneof![any::<String>(), "(eip155:)?(0[xX])?[0-9a-fA-F]{0,24}[:+é٣ ]?"],
        ) {
            let _ = ChainNumber::from_wallet(&text);
            if let Ok(chain) = ChainNumber::from_reference(&text) {
                prop_assert_eq!(chain.to_reference(), text.clone());
            }
            if let Ok(chain) = ChainNumber::from_reference(&text) {
                prop_assert_eq!(chain.to_reference(), text);
            }
        }
    }
}
