//! What tokens are worth in US dollars.
//!
//! [`Prices::of`] is the way of a question: what was read a minute ago holds, the rest is read from the pools
//! of each chain (`pools.rs`, by the contracts that `places.rs` knows). What these do not know
//! [`Prices::complete`] asks of hosted APIs, of all chains at once, where the operator names any (`elsewhere.rs`;
//! `defillama.rs`, `coingecko.rs`). A price says where it is from and how old it is. What nobody knows has none:
//! never zero.

mod coingecko;
mod defillama;
mod elsewhere;
mod kept;
pub(crate) mod places;
mod pools;
mod price;
mod wanted;

pub(crate) use elsewhere::Elsewhere;
pub(crate) use price::{Asset, Price, Priced, Source};
pub(crate) use wanted::Appraised;

use crate::upstream::{Chain, Errand};
use chains::evm::address::Address;
use kept::{FRESH, Kept, MOST_KEPT};
use places::Places;
use pools::Pools;
use quick_cache::sync::Cache;

/// What was learned, and from where.
pub(crate) struct Prices {
    pub(crate) places: Places,
    pools: Pools,
    kept: Cache<(String, Address), Kept>,
    pub(crate) elsewhere: Elsewhere,
}

impl Prices {
    pub(crate) fn new(places: Places, elsewhere: Elsewhere) -> Self {
        Prices { places, pools: Pools::default(), kept: Cache::new(MOST_KEPT), elsewhere }
    }

    /// The prices of assets of a chain, by its pools. Where no node answers, what was known before counts for a
    /// while.
    pub(crate) async fn of(
        &self,
        chain: &Chain,
        errand: Errand,
        assets: Vec<Option<Asset>>,
    ) -> Appraised {
        let tokens: Vec<Priced> = assets.iter().filter_map(|it| contract(it.as_ref())).collect();
        let mut found = self.by_pools(chain, errand, &tokens).await.into_iter();
        let prices =
            assets.iter().map(|it| contract(it.as_ref()).and_then(|_| found.next().flatten()));
        let prices = prices.collect();
        Appraised { chain: chain.nodes().id.text(), assets, prices }
    }

    /// Asks hosted APIs for what is not known yet. What is known stays as it is.
    pub(crate) async fn complete(&self, errand: Errand, all: Vec<&mut Appraised>) {
        self.elsewhere.complete(errand, all).await;
    }

    async fn by_pools(
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
            known.iter().map(|it| it.is_none_or(|it| it.asked.elapsed() >= FRESH)).collect();
        let open: Vec<Priced> =
            tokens.iter().zip(&is_open).filter(|it| *it.1).map(|(token, _)| *token).collect();
        let read = match &*open {
            [] => Some(Vec::new()),
            some => pools::read(&self.pools, chain, errand, place, some).await,
        };
        let Some(read) = read else {
            return known.into_iter().map(|it| it?.told()).collect();
        };
        for (token, price) in open.iter().zip(&read) {
            self.kept.insert((id.clone(), token.token), Kept::now(*price));
        }
        let mut read = read.into_iter();
        let told = known.into_iter().zip(is_open);
        told.map(|(known, is_open)| if is_open { read.next().flatten() } else { known?.told() })
            .collect()
    }
}

fn contract(asset: Option<&Asset>) -> Option<Priced> {
    match asset {
        Some(Asset::Contract(priced)) => Some(*priced),
        Some(Asset::Mint(_)) | None => None,
    }
}
