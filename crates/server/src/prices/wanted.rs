//! What is asked of a chain, what of that a hosted API is asked, and what of its answer is a price.

use super::price::{Asset, Price, Source};
use crate::clock::now_ms;

/// A price that was known so long before it is told is none.
const OLDEST_MS: i64 = 60 * 60 * 1000;
/// Nothing is worth more: it is a slip.
const MOST_USD: f64 = 1e12;

/// What is asked of one chain, and what is known of it so far, in the same order. Nothing is asked where there is
/// no asset.
pub(crate) struct Appraised {
    pub(super) chain: String,
    pub(super) assets: Vec<Option<Asset>>,
    pub(crate) prices: Vec<Option<Price>>,
}

/// An asset, by its chain and what it is known by there.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Wanted {
    pub(super) chain: String,
    pub(super) asset: String,
}

impl Appraised {
    /// Of so many assets no price is asked.
    pub(crate) fn nothing(count: usize) -> Self {
        let (assets, prices) = (vec![None; count], vec![None; count]);
        Appraised { chain: String::new(), assets, prices }
    }

    /// What is not known, each with the place for its price.
    pub(super) fn open(&mut self) -> impl Iterator<Item = (Wanted, &mut Option<Price>)> {
        let open = self.assets.iter().zip(&mut self.prices).filter(|(_, price)| price.is_none());
        open.filter_map(|(asset, price)| {
            let asset = asset.as_ref()?.id();
            Some((Wanted { chain: self.chain.clone(), asset }, price))
        })
    }
}

/// Of what an API told something, and the price, if it has one.
pub(super) type Told = Vec<(Wanted, Option<Price>)>;

/// A price that can be one; `at` is when it was known, in seconds since 1970.
pub(super) fn price(usd: f64, at: Option<f64>, source: Source) -> Option<Price> {
    let now = now_ms();
    #[expect(clippy::cast_possible_truncation, reason = "what is too large becomes the largest")]
    let at_ms = at.map_or(now, |it| ((it * 1000.0) as i64).min(now));
    let is_fit =
        usd.is_finite() && usd > 0.0 && usd < MOST_USD && now.saturating_sub(at_ms) < OLDEST_MS;
    is_fit.then_some(Price { usd, source, at_ms })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_is_no_price() {
        let at = |usd: f64, at: Option<f64>| price(usd, at, Source::DefiLlama).map(|it| it.usd);
        let now: f64 = u32::try_from(now_ms() / 1000).expect("before 2106").into();
        assert_eq!(at(0.000_000_1, None), Some(0.000_000_1));
        assert_eq!(at(1.0, Some(now - 600.0)), Some(1.0));
        // A clock that is ahead makes no price of the future.
        let ahead = price(1.0, Some(now + 1e6), Source::DefiLlama).expect("a price");
        assert!(ahead.at_ms <= now_ms());
        for (usd, known) in [
            (0.0, None),
            (-1.0, None),
            (f64::NAN, None),
            (f64::INFINITY, None),
            (1e300, None),
            (1.0, Some(now - 7200.0)),
            (1.0, Some(0.0)),
            (1.0, Some(-1e300)),
        ] {
            assert_eq!(at(usd, known), None, "{usd} {known:?}");
        }
    }
}
