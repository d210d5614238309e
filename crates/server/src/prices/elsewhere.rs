//! Prices that the pools do not know, by hosted APIs: `DefiLlama` first, then `CoinGecko`, as far as the operator
//! names them.
//!
//! A few questions are asked at a time, fewer of one client, and those who wait find what others wanted as well
//! answered by then. Whoever waits too long goes without: what the pools know is told in any case.

use super::coingecko::CoinGecko;
use super::defillama::DefiLlama;
use super::kept::{FRESH, Kept, MOST_KEPT};
use super::price::Price;
use super::wanted::{Appraised, Told, Wanted};
use crate::ceiling::Ceiling;
use crate::held_bytes::HeldBytes;
use crate::hosted::settings::HostedSettings;
use crate::hosted::{Answer, Hosted, Names, NotTold, Thrift};
use crate::upstream::{Client, Errand};
use futures_util::future::join_all;
use quick_cache::sync::Cache;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;
use tokio::time::timeout_at;

/// How long anybody waits for their turn, and then for each of the APIs.
const TIME: Duration = Duration::from_secs(2);

/// How many questions are asked at once, and how many of one client.
const TURNS: [usize; 2] = [8, 2];

/// The hosted APIs that tell prices, the first one first.
pub(crate) struct Elsewhere {
    apis: Vec<Api>,
    kept: Cache<Wanted, Kept>,
    turns: Ceiling,
}

enum Api {
    DefiLlama(DefiLlama),
    CoinGecko(CoinGecko),
}

/// What the APIs said so far of something that is wanted.
#[derive(Default)]
struct Open {
    /// One of them has no price of it.
    is_unknown: bool,
    /// One of them said nothing.
    is_in_doubt: bool,
}

impl Elsewhere {
    /// Those that the operator names.
    pub(crate) fn new(settings: &HostedSettings, client: &Client, held: &HeldBytes) -> Self {
        let apis = settings.all().filter_map(|(name, settings)| {
            let (api, names) =
                (Hosted::new(name, settings, client, held)?, Names::new(name, settings));
            match name {
                "defillama" => Some(Api::DefiLlama(DefiLlama { api, names })),
                "coingecko" => Some(Api::CoinGecko(CoinGecko::new(api, names))),
                _ => None,
            }
        });
        let apis = apis.collect();
        let turns = Ceiling::new(TURNS[0], TURNS[1], &[]);
        Elsewhere { apis, kept: Cache::new(MOST_KEPT), turns }
    }

    /// Asks each of them once: by its name, and where it is.
    pub(crate) async fn once(
        &self,
        errand: Errand,
    ) -> Vec<(&'static str, String, Result<Answer, NotTold>)> {
        let asking = self.apis.iter().map(async |api| match api {
            Api::DefiLlama(it) => ("defillama", it.api.host().to_owned(), it.once(errand).await),
            Api::CoinGecko(it) => ("coingecko", it.host().to_owned(), it.once(errand).await),
        });
        join_all(asking).await
    }

    /// What is spent of them.
    pub(crate) fn thrifts(&self) -> impl Iterator<Item = &Thrift> {
        self.apis.iter().map(|api| match api {
            Api::DefiLlama(it) => &it.api.thrift,
            Api::CoinGecko(it) => it.thrift(),
        })
    }

    /// Adds what is not known yet and one of them knows.
    pub(super) async fn complete(&self, errand: Errand, mut all: Vec<&mut Appraised>) {
        if self.apis.is_empty() {
            return;
        }
        let wanted = all.iter_mut().flat_map(|it| it.open().map(|(wanted, _)| wanted));
        let wanted: BTreeSet<Wanted> = wanted.collect();
        self.ask(errand, wanted).await;
        for (wanted, price) in all.iter_mut().flat_map(|it| it.open()) {
            *price = self.kept.get(&wanted).and_then(Kept::told);
        }
    }

    async fn ask(&self, errand: Errand, wanted: BTreeSet<Wanted>) {
        let is_known =
            |it: &Wanted| self.apis.iter().any(|api| api.names().of(&it.chain).is_some());
        let wanted: Vec<Wanted> = wanted.into_iter().filter(is_known).collect();
        if wanted.iter().all(|it| self.is_fresh(it)) {
            return;
        }
        let turn = self.turns.turn(errand.from);
        let Ok(_turn) = timeout_at(errand.within(TIME).end, turn).await else { return };
        let mut open: BTreeMap<Wanted, Open> = wanted
            .into_iter()
            .filter(|it| !self.is_fresh(it))
            .map(|it| (it, Open::default()))
            .collect();
        for api in &self.apis {
            let is_known = |it: &&Wanted| api.names().of(&it.chain).is_some();
            let asked: Vec<Wanted> = open.keys().filter(is_known).cloned().collect();
            if asked.is_empty() {
                continue;
            }
            let told = api.prices(errand.within(TIME), &asked).await;
            let mut told: BTreeMap<Wanted, Option<Price>> = told.into_iter().collect();
            for wanted in asked {
                let told = told.remove(&wanted);
                if let Some(price @ Some(_)) = told {
                    open.remove(&wanted);
                    self.kept.insert(wanted, Kept::now(price));
                } else if let Some(of) = open.get_mut(&wanted) {
                    of.is_unknown |= told.is_some();
                    of.is_in_doubt |= told.is_none();
                }
            }
        }
        for (wanted, of) in open.into_iter().filter(|(_, it)| it.is_unknown) {
            let before = self.kept.get(&wanted).filter(|_| of.is_in_doubt);
            let kept = before.map_or_else(|| Kept::now(None), Kept::asked_in_vain);
            self.kept.insert(wanted, kept);
        }
    }

    fn is_fresh(&self, wanted: &Wanted) -> bool {
        self.kept.get(wanted).is_some_and(|it| it.asked.elapsed() < FRESH)
    }
}

impl Api {
    fn names(&self) -> &Names {
        match self {
            Api::DefiLlama(api) => &api.names,
            Api::CoinGecko(api) => &api.names,
        }
    }

    async fn prices(&self, errand: Errand, wanted: &[Wanted]) -> Told {
        match self {
            Api::DefiLlama(api) => api.prices(errand, wanted).await,
            Api::CoinGecko(api) => api.prices(errand, wanted).await,
        }
    }
}
