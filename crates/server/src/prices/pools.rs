//! Prices from the pools of a chain: of each token against its native currency and against a dollar.
//!
//! Two questions of a node: where the pools are, by their factories, which is remembered, and what is in them. Of a token the
//! deepest pool counts, and none that is shallower than [`FLOOR_USD`]: anybody may make a pool at any price.
//! How deep one is says what lies in it of the other side, or, where that is less, what would if all of it were
//! as dense as at the price of now. So who wants a price to be told that is none has to leave that much in a
//! pool of their own, and more than honest pools have; it is their own, and they may take it away again. Prices
//! are to look at, and nothing is bought by them.

use super::places::Place;
use super::price::{Price, Priced, Source};
use crate::clock::now_ms;
use crate::upstream::multicall::{self, Answer, Asked};
use crate::upstream::{Chain, Errand};
use chains::evm::address::Address;
use chains::evm::contracts::{
    Erc20, UniswapV2Factory, UniswapV2Pair, UniswapV3Factory, UniswapV3Pool, read as returned,
};
use quick_cache::sync::Cache;
use std::time::{Duration, Instant};

/// A pool whose other side is worth less tells no price.
const FLOOR_USD: f64 = 10_000.0;
/// The fees of Uniswap v3, in millionths; each has pools of its own.
const FEES: [u32; 4] = [100, 500, 3_000, 10_000];
/// Every wrapped native currency has as many places.
const NATIVE_DECIMALS: u8 = 18;
/// 2⁹⁶, by which Uniswap v3 writes roots of prices
/// ([Q64.96](https://docs.uniswap.org/contracts/v3/reference/core/interfaces/pool/IUniswapV3PoolState)).
const Q96: f64 = 79_228_162_514_264_337_593_543_950_336.0;

/// Where the pools of a pair are is known for so long; new ones are made seldom.
const KNOWN: Duration = Duration::from_hours(12);
/// How many reads that failed together are made on their own.
const MOST_SINGLES: usize = 50;
/// How many pairs are remembered.
const MOST_KNOWN: usize = 20_000;

/// Where pools are, of pairs of tokens by chain.
pub(super) struct Pools(Cache<(String, Address, Address), Known>);

impl Default for Pools {
    fn default() -> Self {
        Pools(Cache::new(MOST_KNOWN))
    }
}

#[derive(Clone)]
struct Known {
    pools: Vec<(Address, Source)>,
    found: Instant,
}

/// A pair of tokens that may have a pool.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Pair {
    of: Priced,
    against: Priced,
}

/// A pool, and what it is of.
struct Pool {
    pair: Pair,
    at: Address,
    source: Source,
}

/// What a pool says of its pair.
#[derive(Clone, Copy)]
struct Quote {
    pair: Pair,
    source: Source,
    /// Whole units of the other side for one of this.
    price: f64,
    /// Whole units of the other side that lie in it at this price.
    depth: f64,
}

impl Pools {
    async fn of(
        &self,
        chain: &Chain,
        errand: Errand,
        place: &Place,
        pairs: &[Pair],
    ) -> Option<Vec<Pool>> {
        let id = chain.nodes().id.text();
        let (mut pools, mut others) = (Vec::new(), Vec::new());
        for pair in pairs {
            match self.known(&id, *pair) {
                Some(known) => pools.extend(known),
                None => others.push(*pair),
            }
        }
        if !others.is_empty() {
            let found = find(chain, errand, place, &others).await?;
            self.keep(&id, &others, &found);
            pools.extend(found);
        }
        Some(pools)
    }

    fn known(&self, chain: &str, pair: Pair) -> Option<Vec<Pool>> {
        let known = self.0.get(&(chain.to_owned(), pair.of.token, pair.against.token))?;
        let pools = known.pools.iter().map(|&(at, source)| Pool { pair, at, source });
        (known.found.elapsed() < KNOWN).then(|| pools.collect())
    }

    fn keep(&self, chain: &str, pairs: &[Pair], found: &[Pool]) {
        for pair in pairs {
            let key = (chain.to_owned(), pair.of.token, pair.against.token);
            let of_pair = found.iter().filter(|pool| pool.pair == *pair);
            let pools = of_pair.map(|pool| (pool.at, pool.source)).collect();
            self.0.insert(key, Known { pools, found: Instant::now() });
        }
    }
}

/// The prices of tokens, in their order; nothing at all where no node answers.
pub(super) async fn read(
    known: &Pools,
    chain: &Chain,
    errand: Errand,
    place: &Place,
    tokens: &[Priced],
) -> Option<Vec<Option<Price>>> {
    let Some(token) = place.dollar else {
        return Some(tokens.iter().map(|_| None).collect());
    };
    let dollar = Priced { token, decimals: place.dollar_decimals };
    let native = place.wrapped_native;
    let native = native.map(|token| Priced { token, decimals: NATIVE_DECIMALS });
    let pairs = pairs(tokens, native, dollar);
    let pools = known.of(chain, errand, place, &pairs).await?;
    let quotes = quotes(chain, errand, &pools).await?;
    let at_ms = now_ms();
    let best = |token: Priced, native_usd: Option<f64>| {
        let in_usd = |quote: &Quote| {
            let worth = if quote.pair.against == dollar { Some(1.0) } else { native_usd };
            worth.map(|worth| (quote.price * worth, quote.depth * worth, quote.source))
        };
        let of_token = quotes.iter().filter(|it| it.pair.of.token == token.token);
        let deepest = of_token.filter_map(in_usd).max_by(|one, other| one.1.total_cmp(&other.1));
        let (usd, _, source) = deepest.filter(|(_, depth, _)| *depth >= FLOOR_USD)?;
        Some(Price { usd, source, at_ms })
    };
    let native_usd = native.and_then(|it| best(it, None)).map(|it| it.usd);
    let price = |token: &Priced| {
        if token.token == dollar.token {
            return Some(Price { usd: 1.0, source: Source::Dollar, at_ms });
        }
        best(*token, native_usd).filter(|price| price.usd.is_finite() && price.usd > 0.0)
    };
    Some(tokens.iter().map(price).collect())
}

/// Of every token against both sides, and of the native currency against the dollar.
fn pairs(tokens: &[Priced], native: Option<Priced>, dollar: Priced) -> Vec<Pair> {
    let of_native = native.map(|of| Pair { of, against: dollar });
    let mut pairs: Vec<Pair> = of_native.into_iter().collect();
    let sides: Vec<Priced> = native.into_iter().chain([dollar]).collect();
    for token in tokens.iter().filter(|it| sides.iter().all(|side| side.token != it.token)) {
        pairs.extend(sides.iter().map(|against| Pair { of: *token, against: *against }));
    }
    pairs
}

async fn find(chain: &Chain, errand: Errand, place: &Place, pairs: &[Pair]) -> Option<Vec<Pool>> {
    let mut asked = Vec::new();
    let mut sought = Vec::new();
    for pair in pairs {
        let (one, other) = (pair.of.token.into(), pair.against.token.into());
        if let Some(factory) = place.uniswap_v3_factory {
            for fee in FEES {
                let fee = fee.try_into().expect("24 bits are enough");
                asked.push(Asked::of(factory, &UniswapV3Factory::getPoolCall { one, other, fee }));
                sought.push((*pair, Source::UniswapV3));
            }
        }
        if let Some(factory) = place.uniswap_v2_factory {
            asked.push(Asked::of(factory, &UniswapV2Factory::getPairCall { one, other }));
            sought.push((*pair, Source::UniswapV2));
        }
    }
    let answers = multicall::all(chain, errand, &asked, MOST_SINGLES).await.ok()?;
    // What nobody knows is not remembered as "there is none".
    if answers.contains(&Answer::Unknown) {
        return None;
    }
    let found = sought.into_iter().zip(answers).filter_map(|((pair, source), answer)| {
        let at: Address = returned::<UniswapV2Factory::getPairCall>(answer.data()?)?.into();
        (at.bytes() != &[0; 20]).then_some(Pool { pair, at, source })
    });
    Some(found.collect())
}

async fn quotes(chain: &Chain, errand: Errand, pools: &[Pool]) -> Option<Vec<Quote>> {
    let asked: Vec<Asked> = pools
        .iter()
        .flat_map(|pool| {
            let held = Erc20::balanceOfCall { owner: pool.at.into() };
            let held = Asked::of(pool.pair.against.token, &held);
            match pool.source {
                Source::UniswapV3 => vec![
                    held,
                    Asked::of(pool.at, &UniswapV3Pool::slot0Call {}),
                    Asked::of(pool.at, &UniswapV3Pool::liquidityCall {}),
                ],
                _ => vec![held, Asked::of(pool.at, &UniswapV2Pair::getReservesCall {})],
            }
        })
        .collect();
    if asked.is_empty() {
        return Some(Vec::new());
    }
    let mut answers = multicall::all(chain, errand, &asked, MOST_SINGLES).await.ok()?.into_iter();
    let mut next = || answers.next().and_then(|it| Some(it.data()?.to_vec()));
    let quotes = pools.iter().filter_map(|pool| {
        let (held, slot_or_reserves) = (next(), next());
        if pool.source == Source::UniswapV3 {
            let liquidity = next();
            return of_v3(pool, &held?, &slot_or_reserves?, &liquidity?);
        }
        of_v2(pool, &slot_or_reserves?)
    });
    Some(quotes.collect())
}

fn of_v3(pool: &Pool, held: &[u8], slot: &[u8], liquidity: &[u8]) -> Option<Quote> {
    let held: f64 = returned::<Erc20::balanceOfCall>(held)?.into();
    let root: f64 = returned::<UniswapV3Pool::slot0Call>(slot)?.sqrtPriceX96.into();
    let liquidity: f64 = number(returned::<UniswapV3Pool::liquidityCall>(liquidity)?);
    // A pool that nobody began.
    if root == 0.0 {
        return None;
    }
    let root = root / Q96;
    let is_first = is_first(pool.pair);
    // Of the second token for one of the first is the root's square.
    let (price, at_hand) = if is_first {
        (root * root, liquidity * root)
    } else {
        (1.0 / (root * root), liquidity / root)
    };
    Some(quote(pool, price, at_hand.min(held)))
}

fn of_v2(pool: &Pool, reserves: &[u8]) -> Option<Quote> {
    let reserves = returned::<UniswapV2Pair::getReservesCall>(reserves)?;
    let (first, second): (f64, f64) = (reserves.reserve0.into(), reserves.reserve1.into());
    let (of, against) = if is_first(pool.pair) { (first, second) } else { (second, first) };
    Some(quote(pool, against / of, against))
}

/// In whole units.
fn quote(pool: &Pool, price: f64, depth: f64) -> Quote {
    let (of, against) = (pool.pair.of.decimals, pool.pair.against.decimals);
    Quote {
        pair: pool.pair,
        source: pool.source,
        price: price * 10_f64.powi(i32::from(of) - i32::from(against)),
        depth: depth / 10_f64.powi(i32::from(against)),
    }
}

/// Pools order their tokens by address.
fn is_first(pair: Pair) -> bool {
    pair.of.token.bytes() < pair.against.token.bytes()
}

#[expect(clippy::cast_precision_loss, reason = "a price is shown, not computed with")]
fn number(integer: u128) -> f64 {
    integer as f64
}
