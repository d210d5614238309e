//! What tokens are worth in US dollars.
//!
//! [`Prices::of`] is the way of a question: what was read a minute ago holds, the rest is read from the pools
//! of each chain (`pools.rs`, by the contracts that `places.rs` knows). A price says where it is from and how
//! old it is. What nobody knows has none: never zero.

pub(crate) mod places;
mod pools;
mod price;

pub(crate) use price::{Price, Priced};

use crate::upstream::{Chain, Errand};
use chains::evm::address::Address;
use places::Places;
use pools::Pools;
use quick_cache::sync::Cache;
use std::time::{Duration, Instant};

/// For how long a price is as good as new, and how long it is known that there is none.
const FRESH: Duration = Duration::from_mins(1);
/// How many prices are remembered.
const MOST_KEPT: usize = 20_000;

/// A price that is older is told to nobody, even where no node says a newer one.
const OLDEST: Duration = Duration::from_mins(15);

/// What was learned, and from where.
pub(crate) struct Prices {
    pub(crate) places: Places,
    pools: Pools,
    kept: Cache<(String, Address), Kept>,
}

#[derive(Clone, Copy)]
struct Kept {
    price: Option<Price>,
    read: Instant,
}

impl Prices {
    pub(crate) fn new(places: Places) -> Self {
        Prices { places, pools: Pools::default(), kept: Cache::new(MOST_KEPT) }
    }

    /// The prices of tokens of a chain, in their order. Where no node answers, what was known before counts
    /// for a while.
    pub(crate) async fn of(
        &self,
        chain: &Chain,
        errand: Errand,
        tokens: &[Priced],
    ) -> Vec<Option<Price>> {
        let id = chain.nodes().id.text();
        let Some(place) = self.places.of(&id) else { return tokens.iter().map(|_| None).collect() };
        let known: Vec<Option<Kept>> =
            tokens.iter().map(|it| self.kept.get(&(id.clone(), it.token))).collect();
        let is_open: Vec<bool> =
            known.iter().map(|it| it.is_none_or(|it| it.read.elapsed() >= FRESH)).collect();
        let open: Vec<Priced> =
            tokens.iter().zip(&is_open).filter(|it| *it.1).map(|(token, _)| *token).collect();
        let read = match &*open {
            [] => Some(Vec::new()),
            some => pools::read(&self.pools, chain, errand, place, some).await,
        };
        let before = |it: Option<Kept>| it.filter(|it| it.read.elapsed() < OLDEST)?.price;
        let Some(read) = read else { return known.into_iter().map(before).collect() };
        for (token, price) in open.iter().zip(&read) {
            let kept = Kept { price: *price, read: Instant::now() };
            self.kept.insert((id.clone(), token.token), kept);
        }
        let mut read = read.into_iter();
        let told = known.into_iter().zip(is_open);
        told.map(|(known, is_open)| if is_open { read.next().flatten() } else { known?.price })
            .collect()
    }
}
