//! What a transaction pays for its gas: which fields go together, what is refused before anything is
//! signed, and what is proposed where the page proposed nothing.
//!
//! Read [`Fees`], the two ways to pay; then [`AskedFees::complete`], which makes one of what a page
//! asked for and what the network says; then [`estimate`]. All is integer arithmetic in wei per gas.

use crate::amount::{Amount, AmountError};
use core::{error, fmt};

/// How many bytes the blobs of one transaction carry: six of 4096 elements of 31 usable bytes, less
/// the byte that ends them ([EIP-4844](https://eips.ethereum.org/EIPS/eip-4844)).
pub const BLOB_BYTES: usize = 6 * 4096 * 31 - 1;

/// What a unit of gas costs, in wei.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fees {
    /// One price, on chains without a base fee or where the page asks for it.
    Legacy {
        /// Wei per gas.
        gas_price: Amount,
    },
    /// [EIP-1559](https://eips.ethereum.org/EIPS/eip-1559): the base fee of the block and a tip,
    /// together never more than the cap.
    Market {
        /// `maxFeePerGas`, in wei.
        cap: Amount,
        /// `maxPriorityFeePerGas`, in wei; never above the cap.
        tip: Amount,
    },
}

/// What a page asked for; each may be missing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct AskedFees {
    /// `gasPrice`, in wei.
    pub gas_price: Option<Amount>,
    /// `maxFeePerGas`, in wei.
    pub cap: Option<Amount>,
    /// `maxPriorityFeePerGas`, in wei.
    pub tip: Option<Amount>,
}

/// What the network says: of the latest block, and what its nodes suggest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NetworkFees {
    /// `baseFeePerGas` of the latest block; `None` on chains before EIP-1559.
    pub base_fee: Option<Amount>,
    /// `eth_maxPriorityFeePerGas`.
    pub tip: Amount,
    /// `eth_gasPrice`, for chains without a base fee and pages that ask for type 0.
    pub gas_price: Amount,
}

/// Why fees are refused; the kinds of the errors that nodes answer with, found before they are asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FeeError {
    /// Fee cap too high: more than 2²⁵⁶ − 1.
    CapTooHigh,
    /// Fee cap too low: less than the base fee of the latest block.
    CapTooLow,
    /// The tip is above the fee cap.
    TipAboveCap,
    /// `gasPrice` together with `maxFeePerGas` or `maxPriorityFeePerGas`.
    Mixed,
    /// Transaction type not supported: the chain has no base fee.
    TypeNotSupported,
    /// A base fee multiplier that is no number with at most two decimals.
    BadMultiplier,
    /// A base fee multiplier below 1.
    MultiplierTooLow,
    /// More bytes in blobs than [`BLOB_BYTES`].
    BlobsTooLarge,
}

/// By how much the base fee may rise before the transaction is mined; at least 1, in hundredths.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Multiplier(u32);

impl Multiplier {
    /// 1.2: a base fee rises by at most an eighth from block to block.
    pub const DEFAULT: Multiplier = Multiplier(120);

    /// Reads a decimal such as "1.25".
    ///
    /// # Errors
    /// [`FeeError::MultiplierTooLow`] below 1, [`FeeError::BadMultiplier`] for all else that is no
    /// decimal of two places.
    pub fn parse(text: &str) -> Result<Multiplier, FeeError> {
        let hundredths = Amount::from_decimal(text, 2).map_err(|fault| match fault {
            AmountError::Negative => FeeError::MultiplierTooLow,
            _ => FeeError::BadMultiplier,
        })?;
        if hundredths < Amount::from(100) {
            return Err(FeeError::MultiplierTooLow);
        }
        let hundredths = hundredths.to_u64().and_then(|number| u32::try_from(number).ok());
        hundredths.map(Multiplier).ok_or(FeeError::BadMultiplier)
    }

    /// The base fee times this, rounded up.
    fn of(self, base_fee: Amount) -> Result<Amount, FeeError> {
        let hundredths = base_fee.checked_mul(u64::from(self.0));
        hundredths.and_then(|product| product.checked_div_up(100)).ok_or(FeeError::CapTooHigh)
    }
}

/// The fees that a transaction needs to be mined soon: the base fee with room to rise, and the tip.
///
/// # Errors
/// [`FeeError::CapTooHigh`] where their sum has more than 256 bits.
pub fn estimate(base_fee: Amount, tip: Amount, multiplier: Multiplier) -> Result<Fees, FeeError> {
    let cap = multiplier.of(base_fee)?.checked_add(tip).ok_or(FeeError::CapTooHigh)?;
    Ok(Fees::Market { cap, tip })
}

/// Checks how many bytes blobs carry.
///
/// # Errors
/// [`FeeError::BlobsTooLarge`] above [`BLOB_BYTES`].
pub fn check_blobs(bytes: usize) -> Result<(), FeeError> {
    if bytes > BLOB_BYTES { Err(FeeError::BlobsTooLarge) } else { Ok(()) }
}

impl AskedFees {
    /// Checks what can be told without the network.
    ///
    /// # Errors
    /// [`FeeError::Mixed`], then [`FeeError::TipAboveCap`].
    pub fn check(&self) -> Result<(), FeeError> {
        if self.gas_price.is_some() && self.is_market() {
            return Err(FeeError::Mixed);
        }
        match (self.cap, self.tip) {
            (Some(cap), Some(tip)) if tip > cap => Err(FeeError::TipAboveCap),
            _ => Ok(()),
        }
    }

    /// Whether it asks for EIP-1559.
    pub fn is_market(&self) -> bool {
        self.cap.is_some() || self.tip.is_some()
    }

    /// Fills in what the page left out: a missing tip is what nodes suggest, though never above the
    /// page's cap; a missing cap is that of [`estimate`]; where nothing was asked for, the chain
    /// decides which of the two ways.
    ///
    /// # Errors
    /// Those of [`AskedFees::check`] and [`estimate`]; [`FeeError::TypeNotSupported`] for EIP-1559 on
    /// a chain without a base fee.
    pub fn complete(&self, network: &NetworkFees, more: Multiplier) -> Result<Fees, FeeError> {
        self.check()?;
        if let Some(gas_price) = self.gas_price {
            return Ok(Fees::Legacy { gas_price });
        }
        let Some(base_fee) = network.base_fee else {
            let gas_price = network.gas_price;
            let is_fit = !self.is_market();
            return is_fit.then_some(Fees::Legacy { gas_price }).ok_or(FeeError::TypeNotSupported);
        };
        match (self.cap, self.tip) {
            (Some(cap), Some(tip)) => Ok(Fees::Market { cap, tip }),
            (Some(cap), None) => Ok(Fees::Market { cap, tip: network.tip.min(cap) }),
            (None, tip) => estimate(base_fee, tip.unwrap_or(network.tip), more),
        }
    }
}

impl Fees {
    /// The most that a unit of gas can cost, in wei.
    pub fn most_per_gas(&self) -> Amount {
        match self {
            Fees::Legacy { gas_price } => *gas_price,
            Fees::Market { cap, .. } => *cap,
        }
    }

    /// The most that all of `gas` can cost, in wei; `None` where that has more than 256 bits.
    pub fn most(&self, gas: u64) -> Option<Amount> {
        self.most_per_gas().checked_mul(gas)
    }

    /// Checks that the next block could take a transaction that pays this.
    ///
    /// # Errors
    /// [`FeeError::CapTooLow`] where it pays less than the base fee, [`FeeError::TipAboveCap`].
    pub fn check(&self, base_fee: Amount) -> Result<(), FeeError> {
        match self {
            _ if self.most_per_gas() < base_fee => Err(FeeError::CapTooLow),
            Fees::Market { cap, tip } if tip > cap => Err(FeeError::TipAboveCap),
            _ => Ok(()),
        }
    }
}

impl fmt::Display for FeeError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            FeeError::CapTooHigh => "the fee cap is above 2^256-1",
            FeeError::CapTooLow => "the fee cap is below the base fee of the block",
            FeeError::TipAboveCap => "the tip is above the fee cap",
            FeeError::Mixed => {
                "gasPrice does not go together with maxFeePerGas or maxPriorityFeePerGas"
            }
            FeeError::TypeNotSupported => "the chain has no base fee, so no such transaction type",
            FeeError::BadMultiplier => "a base fee multiplier is a decimal of at most two places",
            FeeError::MultiplierTooLow => "a base fee multiplier is at least 1",
            FeeError::BlobsTooLarge => "blobs have at most 761855 bytes",
        })
    }
}

impl error::Error for FeeError {}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn wei(number: u64) -> Amount {
        Amount::from(number)
    }

    fn market(cap: u64, tip: u64) -> Fees {
        Fees::Market { cap: wei(cap), tip: wei(tip) }
    }

    const NOTHING: AskedFees = AskedFees { gas_price: None, cap: None, tip: None };

    fn network() -> NetworkFees {
        NetworkFees { base_fee: Some(wei(100)), tip: wei(3), gas_price: wei(104) }
    }

    fn completed(asked: AskedFees) -> Result<Fees, FeeError> {
        asked.complete(&network(), Multiplier::DEFAULT)
    }

    #[test]
    fn a_base_fee_gets_a_fifth_more_rounded_up() {
        let cap = |base_fee: u64| estimate(wei(base_fee), wei(0), Multiplier::DEFAULT);
        assert_eq!(cap(100), Ok(market(120, 0)));
        assert_eq!(cap(101), Ok(market(122, 0)), "121.2");
        assert_eq!(cap(1), Ok(market(2, 0)), "1.2");
        assert_eq!(cap(0), Ok(market(0, 0)));
        let third = Multiplier::parse("1.33").unwrap();
        assert_eq!(estimate(wei(1_000_000_001), wei(5), third), Ok(market(1_330_000_007, 5)));
        assert_eq!(estimate(Amount::MAX, wei(0), Multiplier::DEFAULT), Err(FeeError::CapTooHigh));
        let one = Multiplier::parse("1").unwrap();
        assert_eq!(estimate(wei(7), Amount::MAX, one), Err(FeeError::CapTooHigh));
    }

    #[test]
    fn a_multiplier_is_at_least_1() {
        assert_eq!(Multiplier::parse("1.2"), Ok(Multiplier::DEFAULT));
        assert_eq!(Multiplier::parse("1"), Ok(Multiplier(100)));
        for text in ["0.99", "0", "-1.2", "-0"] {
            assert_eq!(Multiplier::parse(text), Err(FeeError::MultiplierTooLow), "{text}");
        }
        for text in ["", "1.234", "1e1", "NaN", "99999999999"] {
            assert_eq!(Multiplier::parse(text), Err(FeeError::BadMultiplier), "{text}");
        }
    }

    #[test]
    fn a_tip_is_never_above_the_cap() {
        let asked = AskedFees { cap: Some(wei(9)), tip: Some(wei(10)), ..NOTHING };
        assert_eq!(asked.check(), Err(FeeError::TipAboveCap));
        assert_eq!(completed(asked), Err(FeeError::TipAboveCap));
        assert_eq!(market(100, 101).check(wei(1)), Err(FeeError::TipAboveCap));
        let alike = AskedFees { cap: Some(wei(9)), tip: Some(wei(9)), ..NOTHING };
        assert_eq!(completed(alike), Ok(market(9, 9)));
        let capped = AskedFees { cap: Some(wei(2)), ..NOTHING };
        assert_eq!(completed(capped), Ok(market(2, 2)), "the suggested tip is 3");
    }

    #[test]
    fn a_gas_price_goes_with_neither_of_the_two() {
        let price = AskedFees { gas_price: Some(wei(7)), ..NOTHING };
        assert_eq!(completed(price), Ok(Fees::Legacy { gas_price: wei(7) }));
        for (cap, tip) in [(Some(wei(9)), None), (None, Some(wei(1))), (Some(wei(9)), Some(wei(1)))]
        {
            assert_eq!(AskedFees { cap, tip, ..price }.check(), Err(FeeError::Mixed));
        }
    }

    #[test]
    fn the_network_fills_in_what_is_missing() {
        assert_eq!(completed(NOTHING), Ok(market(123, 3)));
        assert_eq!(completed(AskedFees { tip: Some(wei(8)), ..NOTHING }), Ok(market(128, 8)));
        let old = NetworkFees { base_fee: None, ..network() };
        let complete = |asked: AskedFees| asked.complete(&old, Multiplier::DEFAULT);
        assert_eq!(complete(NOTHING), Ok(Fees::Legacy { gas_price: wei(104) }));
        let asked = AskedFees { cap: Some(wei(9)), ..NOTHING };
        assert_eq!(complete(asked), Err(FeeError::TypeNotSupported));
    }

    #[test]
    fn what_the_block_would_not_take_is_too_low() {
        assert_eq!(market(99, 1).check(wei(100)), Err(FeeError::CapTooLow));
        assert_eq!(market(100, 1).check(wei(100)), Ok(()));
        let price = Fees::Legacy { gas_price: wei(99) };
        assert_eq!(price.check(wei(100)), Err(FeeError::CapTooLow));
        assert_eq!(price.most(21_000), Some(wei(2_079_000)));
        assert_eq!(Fees::Legacy { gas_price: Amount::MAX }.most(2), None);
    }

    #[test]
    fn blobs_have_a_limit() {
        assert_eq!(BLOB_BYTES, 761_855);
        assert_eq!(check_blobs(761_855), Ok(()));
        assert_eq!(check_blobs(761_856), Err(FeeError::BlobsTooLarge));
    }

    proptest! {
        #[test]
        fn an_estimate_pays_the_base_fee_and_the_tip(base_fee in any::<u64>(), tip in any::<u64>()) {
            let fees = estimate(wei(base_fee), wei(tip), Multiplier::DEFAULT).unwrap();
            prop_assert_eq!(fees.check(wei(base_fee)), Ok(()));
            let exact = (u128::from(base_fee) * 12).div_ceil(10) + u128::from(tip);
            prop_assert_eq!(fees.most_per_gas().to_decimal(0), exact.to_string());
        }
    }
}
