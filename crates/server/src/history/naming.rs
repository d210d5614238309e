//! What contracts call themselves: tokens as `holdings` knows them, collections by their names.

use crate::holdings::token::name;
use crate::holdings::{Holdings, NotRead, Token};
use crate::upstream::multicall::{self, Asked};
use crate::upstream::{Chain, Errand};
use chains::evm::address::{Address, Strictness};
use chains::evm::contracts::{Erc20, read};
use quick_cache::sync::Cache;
use std::collections::{BTreeSet, HashMap};

/// How many contracts are remembered.
const MOST_KEPT: usize = 10_000;

/// How many reads of a page are made alone, at most: the next page makes more.
const SINGLES: usize = 30;

/// By chain and address.
type Key = (String, String);

/// What contracts call themselves, for as long as there is room.
pub(crate) struct ContractNames {
    tokens: Cache<Key, Option<Token>>,
    collections: Cache<Key, String>,
}

impl Default for ContractNames {
    fn default() -> Self {
        ContractNames { tokens: Cache::new(MOST_KEPT), collections: Cache::new(MOST_KEPT) }
    }
}

/// The names of some contracts of one chain.
#[derive(Default)]
pub(super) struct Named {
    /// Nothing of what is no token of money.
    pub(super) tokens: HashMap<String, Token>,
    pub(super) collections: HashMap<String, String>,
    listed: BTreeSet<String>,
    /// Whether no node answered, so that names are missing which a later question may tell.
    pub(super) is_cut: bool,
}

impl Named {
    /// The same, with what is known of which tokens are on a list.
    pub(super) fn listed(mut self, is_listed: impl Fn(&String) -> bool) -> Self {
        self.listed = self.tokens.keys().filter(|it| is_listed(it)).cloned().collect();
        self
    }

    /// Whether a token is on a list: anybody may call others as they please.
    pub(super) fn is_listed(&self, token: &str) -> bool {
        self.listed.contains(token)
    }
}

impl ContractNames {
    /// What these call themselves. Of a chain whose nodes are silent, what is known already.
    pub(super) async fn of(
        &self,
        holdings: &Holdings,
        chain: &Chain,
        errand: Errand,
        tokens: &BTreeSet<String>,
        collections: &BTreeSet<String>,
    ) -> Named {
        let id = chain.nodes().id.text();
        let unknown = unknown(tokens, |it| self.tokens.get(&(id.clone(), it.clone())).is_some());
        let described = holdings.describe(chain, errand, &unknown, SINGLES).await;
        let mut is_cut = matches!(described, Err(NotRead::Silent));
        for (address, described) in unknown.iter().zip(described.unwrap_or_default()) {
            // One that takes all gas must not have others forgotten.
            if described.is_sure {
                self.tokens.insert((id.clone(), address.to_lowercase()), described.token);
            }
        }
        let is_known = |it: &String| self.collections.get(&(id.clone(), it.clone())).is_some();
        let unnamed = self::unknown(collections, is_known);
        let names = names(chain, errand, &unnamed).await;
        is_cut |= matches!(names, Err(NotRead::Silent));
        for (address, name) in unnamed.iter().zip(names.unwrap_or_default()) {
            if let Some(name) = name {
                self.collections.insert((id.clone(), address.to_lowercase()), name);
            }
        }
        let key = |it: &String| (id.clone(), it.clone());
        let token = |it: &String| Some((it.clone(), self.tokens.get(&key(it))??));
        let collection = |it: &String| Some((it.clone(), self.collections.get(&key(it))?));
        let named = Named {
            tokens: tokens.iter().filter_map(token).collect(),
            collections: collections.iter().filter_map(collection).collect(),
            is_cut,
            ..Named::default()
        };
        named.listed(|it| holdings.lists.find(&id, it).is_some())
    }
}

fn unknown(all: &BTreeSet<String>, is_known: impl Fn(&String) -> bool) -> Vec<Address> {
    let unknown = all.iter().filter(|it| !is_known(it));
    unknown.filter_map(|it| Address::parse(it, Strictness::Lenient).ok()).collect()
}

/// The names of collections, empty where one has none; nothing where nobody knows.
async fn names(
    chain: &Chain,
    errand: Errand,
    collections: &[Address],
) -> Result<Vec<Option<String>>, NotRead> {
    if collections.is_empty() {
        return Ok(Vec::new());
    }
    let asked: Vec<Asked> =
        collections.iter().map(|it| Asked::of(*it, &Erc20::nameCall {})).collect();
    let said = multicall::all(chain, errand, &asked, SINGLES).await?;
    let text = |said: &multicall::Answer| {
        let told = said.data().and_then(read::<Erc20::nameCall>).map(|it| name(&it));
        (*said != multicall::Answer::Unknown).then(|| told.unwrap_or_default())
    };
    Ok(said.iter().map(text).collect())
}
