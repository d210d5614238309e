//! Prices by [DefiLlama](https://api-docs.defillama.com): of many tokens on any chains by one request, in dollars.

use super::price::Source;
use super::wanted::{Told, Wanted, price};
use crate::hosted::{self, Hosted, Names, NotTold};
use crate::upstream::Errand;
use futures_util::future::join_all;
use serde::Deserialize;
use serde_json::value::RawValue;
use std::collections::HashMap;

/// How many one request asks for: their names make its URL, which servers take up to 8 kB.
const MOST_NAMED: usize = 120;
/// What it says to be less sure of is a guess.
const LEAST_CONFIDENCE: f64 = 0.5;

/// The API.
pub(super) struct DefiLlama {
    pub(super) api: Hosted,
    pub(super) names: Names,
}

/// What it told. Each coin is read alone: a number that cannot be would else take the others with it.
#[derive(Deserialize)]
struct Answer<'a> {
    #[serde(borrow)]
    coins: HashMap<String, &'a RawValue>,
}

#[derive(Deserialize)]
struct Coin {
    price: f64,
    timestamp: Option<f64>,
    confidence: Option<f64>,
}

impl DefiLlama {
    /// Asks for one price, as the doctor does.
    pub(super) async fn once(&self, errand: Errand) -> Result<hosted::Answer, NotTold> {
        self.api.get(errand, &["prices", "current", "coingecko:ethereum"], &[], None).await
    }

    /// The prices of what is wanted, of which all chains have names.
    pub(super) async fn prices(&self, errand: Errand, wanted: &[Wanted]) -> Told {
        let pieces = wanted.chunks(MOST_NAMED).map(|some| self.some(errand, some));
        join_all(pieces).await.into_iter().flatten().collect()
    }

    async fn some(&self, errand: Errand, wanted: &[Wanted]) -> Told {
        let name = |it: &Wanted| Some(format!("{}:{}", self.names.of(&it.chain)?, it.asset));
        let named: Vec<(String, &Wanted)> =
            wanted.iter().filter_map(|it| Some((name(it)?, it))).collect();
        let list = named.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(",");
        let answer = self.api.get(errand, &["prices", "current", &list], &[], None).await;
        let Ok(answer) = answer else { return Vec::new() };
        let Ok(Answer { coins }) = serde_json::from_slice(&answer.body) else { return Vec::new() };
        // It may write contracts with capitals.
        let by_name: HashMap<String, &RawValue> =
            coins.into_iter().map(|(name, coin)| (name.to_lowercase(), coin)).collect();
        let told = |(name, wanted): (String, &Wanted)| {
            let coin = by_name.get(&name.to_lowercase()).copied().and_then(read);
            let usd = coin.and_then(|it| price(it.price, it.timestamp, Source::DefiLlama));
            (wanted.clone(), usd)
        };
        named.into_iter().map(told).collect()
    }
}

fn read(coin: &RawValue) -> Option<Coin> {
    let coin: Coin = serde_json::from_str(coin.get()).ok()?;
    coin.confidence.is_none_or(|it| it >= LEAST_CONFIDENCE).then_some(coin)
}
