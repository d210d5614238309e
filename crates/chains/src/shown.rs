//! What stands where a balance is not known. Numbers leave the engine as they are; views write them in
//! the language of the visitor.

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
