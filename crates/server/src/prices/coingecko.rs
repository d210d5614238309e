//! Prices by [CoinGecko](https://docs.coingecko.com/reference/simple-token-price): of many tokens of one chain by
//! one request, of as many as its plan has.

use super::price::Source;
use super::wanted::{Told, Wanted, price};
use crate::hosted::{Answer, Hosted, Names, NotTold, Thrift};
use crate::upstream::Errand;
use axum::http::HeaderName;
use futures_util::future::join_all;
use serde::Deserialize;
use serde_json::value::RawValue;
use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicUsize, Ordering};

/// How many one request asks for, with a key and without one; where a plan has less, it says so.
const MOST_NAMED: [usize; 2] = [100, 1];
/// How often it is asked about one chain for one question.
const MOST_REQUESTS: usize = 4;
/// That it was asked for too many at once.
const TOO_MANY: &str = "10012";

/// The API.
pub(super) struct CoinGecko {
    api: Hosted,
    pub(super) names: Names,
    at_once: AtomicUsize,
}

#[derive(Deserialize)]
struct Coin {
    usd: f64,
    last_updated_at: Option<f64>,
}

impl CoinGecko {
    pub(super) fn new(api: Hosted, names: Names) -> Self {
        let at_once = MOST_NAMED[usize::from(api.key().is_empty())];
        CoinGecko { api, names, at_once: AtomicUsize::new(at_once) }
    }

    /// Asks for one price, as the doctor does.
    pub(super) async fn once(&self, errand: Errand) -> Result<Answer, NotTold> {
        let usdc = "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48".to_owned();
        let wanted = Wanted { chain: "eip155:1".to_owned(), asset: usdc };
        self.ask(errand, "ethereum", &[&wanted]).await
    }

    /// Where it is, as far as that may be told.
    pub(super) fn host(&self) -> &str {
        self.api.host()
    }

    /// What is spent of it.
    pub(super) fn thrift(&self) -> &Thrift {
        &self.api.thrift
    }

    /// The prices of what is wanted, of which all chains have names.
    pub(super) async fn prices(&self, errand: Errand, wanted: &[Wanted]) -> Told {
        let mut by_chain: BTreeMap<&str, Vec<&Wanted>> = BTreeMap::new();
        for it in wanted {
            by_chain.entry(&it.chain).or_default().push(it);
        }
        let of_chains = by_chain.into_iter().filter_map(|(chain, wanted)| {
            let name = self.names.of(chain)?;
            Some(self.of_chain(errand, name, wanted))
        });
        join_all(of_chains).await.into_iter().flatten().collect()
    }

    async fn of_chain(&self, errand: Errand, chain: &str, mut wanted: Vec<&Wanted>) -> Told {
        let mut told = Vec::new();
        for _ in 0..MOST_REQUESTS {
            let at_once = self.at_once.load(Ordering::Relaxed);
            let some = &wanted[..wanted.len().min(at_once)];
            if some.is_empty() {
                break;
            }
            let Ok(answer) = self.ask(errand, chain, some).await else { break };
            if answer.status == 400 && at_once > 1 && says(&answer, TOO_MANY) {
                self.at_once.fetch_min(at_once / 2, Ordering::Relaxed);
                continue;
            }
            let Some(read) = read(&answer, some) else { break };
            told.extend(read);
            wanted.drain(..some.len());
        }
        told
    }

    async fn ask(
        &self,
        errand: Errand,
        chain: &str,
        wanted: &[&Wanted],
    ) -> Result<Answer, NotTold> {
        let list = wanted.iter().map(|it| it.asset.as_str()).collect::<Vec<_>>().join(",");
        let query = [
            ("contract_addresses", list.as_str()),
            ("vs_currencies", "usd"),
            ("include_last_updated_at", "true"),
        ];
        let header = (!self.api.key().is_empty())
            .then(|| (header(self.api.host()), self.api.key().to_owned()));
        self.api.get(errand, &["simple", "token_price", chain], &query, header).await
    }
}

/// In which header the key goes: each plan has its own host.
fn header(host: &str) -> HeaderName {
    let name = if host.starts_with("pro-") { "x-cg-pro-api-key" } else { "x-cg-demo-api-key" };
    HeaderName::from_static(name)
}

fn says(answer: &Answer, code: &str) -> bool {
    String::from_utf8_lossy(&answer.body).contains(code)
}

fn read(answer: &Answer, wanted: &[&Wanted]) -> Option<Told> {
    let coins: HashMap<String, &RawValue> = serde_json::from_slice(&answer.body).ok()?;
    if answer.status != 200 {
        return None;
    }
    // It writes contracts in lower case, and mints as they are.
    let by_asset: HashMap<String, &RawValue> =
        coins.into_iter().map(|(asset, coin)| (asset.to_lowercase(), coin)).collect();
    let told = |wanted: &&Wanted| {
        let coin = by_asset.get(&wanted.asset.to_lowercase());
        let coin = coin.and_then(|it| serde_json::from_str::<Coin>(it.get()).ok());
        let usd = coin.and_then(|it| price(it.usd, it.last_updated_at, Source::CoinGecko));
        ((*wanted).clone(), usd)
    };
    Some(wanted.iter().map(told).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_goes_in_the_header_of_its_plan() {
        assert_eq!(header("api.coingecko.com"), "x-cg-demo-api-key");
        assert_eq!(header("pro-api.coingecko.com"), "x-cg-pro-api-key");
    }
}
