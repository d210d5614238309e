//! A price, where it is from, and of what.

use chains::evm::address::Address;

/// What a whole unit of something is worth.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Price {
    pub(crate) usd: f64,
    pub(crate) source: Source,
    /// When it was read, in milliseconds since 1970.
    pub(crate) at_ms: i64,
}

/// Where a price is from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    /// The token is the dollar that others are measured in.
    Dollar,
    UniswapV2,
    UniswapV3,
}

/// Of what a price is asked: of a token by its contract and decimals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Priced {
    pub(crate) token: Address,
    pub(crate) decimals: u8,
}

impl Source {
    /// What clients are told.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Source::Dollar => "dollar",
            Source::UniswapV2 => "uniswap-v2",
            Source::UniswapV3 => "uniswap-v3",
        }
    }
}
