//! What tokens are worth in US dollars.
//!
//! [`Prices::of`] is the way of a question: what was read a minute ago holds, the rest is read from the pools
//! of each chain (`pools.rs`, by the contracts that `places.rs` knows). A price says where it is from and how
//! old it is. What nobody knows has none: never zero.

pub(crate) mod places;
mod pools;
mod price;

pub(crate) use price::{Price, Priced};

use crate::upstream::Chain;
use chains::evm::address::Address;
use places::Places;
use pools::Pools;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// For how long a price is as good as new, and how long it is known that there is none.
const FRESH: Duration = Duration::from_mins(1);
/// How many prices are remembered: more than that, and the old ones are forgotten.
const MOST_KEPT: usize = 20_000;

/// What was learned, and from where.
pub(crate) struct Prices {
    pub(crate) places: Places,
    pools: Pools,
    kept: Mutex<HashMap<(String, Address), Kept>>,
}

#[derive(Clone, Copy)]
struct Kept {
    price: Option<Price>,
    read: Instant,
}

impl Prices {
    pub(crate) fn new(places: Places) -> Self {
        Prices { places, pools: Pools::default(), kept: Mutex::default() }
    }

    /// The prices of tokens of a chain, in their order. Where no node answers, what was known before counts.
    pub(crate) async fn of(
        &self,
        chain: &Chain,
        from: IpAddr,
        tokens: &[Priced],
    ) -> Vec<Option<Price>> {
        let id = chain.nodes().id.text();
        let Some(place) = self.places.of(&id) else { return tokens.iter().map(|_| None).collect() };
        let known: Vec<Option<Kept>> = tokens.iter().map(|it| self.kept(&id, it.token)).collect();
        let is_fresh = |it: &Option<Kept>| it.is_some_and(|it| it.read.elapsed() < FRESH);
        let open: Vec<Priced> = tokens
            .iter()
            .zip(&known)
            .filter_map(|(token, known)| (!is_fresh(known)).then_some(*token))
            .collect();
        let read = match &*open {
            [] => Some(Vec::new()),
            some => pools::read(&self.pools, chain, from, place, some).await,
        };
        let Some(read) = read else {
            return known.into_iter().map(|it| it.and_then(|it| it.price)).collect();
        };
        self.keep(&id, &open, &read);
        let mut read = read.into_iter();
        let of_token = |known: Option<Kept>| match known {
            Some(kept) if is_fresh(&known) => kept.price,
            _ => read.next().flatten(),
        };
        known.into_iter().map(of_token).collect()
    }

    fn kept(&self, chain: &str, token: Address) -> Option<Kept> {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.get(&(chain.to_owned(), token)).copied()
    }

    fn keep(&self, chain: &str, tokens: &[Priced], prices: &[Option<Price>]) {
        let read = Instant::now();
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() + tokens.len() > MOST_KEPT {
            kept.retain(|_, it| it.read.elapsed() < FRESH);
        }
        for (token, price) in tokens.iter().zip(prices) {
            kept.insert((chain.to_owned(), token.token), Kept { price: *price, read });
        }
    }
}
