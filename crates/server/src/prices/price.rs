//! A price, where it is from, and of what.

use chains::evm::address::Address;

/// What a whole unit of something is worth.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Price {
    pub(crate) usd: f64,
    pub(crate) source: Source,
    /// When it was read, or when a hosted API says that it was known, in milliseconds since 1970.
    pub(crate) at_ms: i64,
}

/// Where a price is from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    /// The token is the dollar that others are measured in.
    Dollar,
    UniswapV2,
    UniswapV3,
    DefiLlama,
    CoinGecko,
    Zerion,
}

/// Of what a price is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Asset {
    /// A token of eip155, which may have pools.
    Contract(Priced),
    /// A token of Solana, by its mint.
    Mint(String),
}

/// A token by its contract and decimals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Priced {
    pub(crate) token: Address,
    pub(crate) decimals: u8,
}

impl Asset {
    /// What it is known by on its chain: its contract in lower case, or its mint.
    pub(crate) fn id(&self) -> String {
        match self {
            Asset::Contract(priced) => priced.token.to_lowercase(),
            Asset::Mint(mint) => mint.clone(),
        }
    }
}

impl Source {
    /// What clients are told.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Source::Dollar => "dollar",
            Source::UniswapV2 => "uniswap-v2",
            Source::UniswapV3 => "uniswap-v3",
            Source::DefiLlama => "defillama",
            Source::CoinGecko => "coingecko",
            Source::Zerion => "zerion",
        }
    }
}
