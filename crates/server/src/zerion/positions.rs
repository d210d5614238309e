//! What an account holds, as it tells it, and how that goes together with what nodes told.

use super::said::{Chains, Fungible, Known, Listed, Quantity, Related, dollars};
use crate::clock::now_ms;
use crate::holdings::tokens::Lists;
use crate::holdings::{Held, Holding, Token};
use crate::prices::{Price, Source};
use chains::amount::Amount;
use protocol::caip::ChainId;
use serde::Deserialize;
use serde_json::value::RawValue;
use std::collections::BTreeMap;

/// How many are told; the most valuable come first.
const MOST: usize = 1_000;

/// What an account holds, by chain.
pub(crate) struct Positions {
    by_chain: BTreeMap<String, Vec<(Holding, Option<Price>)>>,
    /// Whether that is all.
    is_whole: bool,
}

#[derive(Deserialize)]
struct Position {
    attributes: Attributes,
    relationships: Related,
}

#[derive(Deserialize)]
struct Attributes {
    #[serde(default)]
    position_type: Option<String>,
    quantity: Quantity,
    price: Option<Box<RawValue>>,
    fungible_info: Fungible,
    #[serde(default)]
    flags: Flags,
}

#[derive(Default, Deserialize)]
struct Flags {
    displayable: Option<bool>,
    #[serde(default)]
    is_trash: bool,
}

impl Positions {
    /// Reads an answer; nothing where it is none.
    pub(super) fn read(body: &[u8], chains: &Chains) -> Option<Self> {
        let listed: Listed<'_> = serde_json::from_slice(body).ok()?;
        let mut by_chain: BTreeMap<String, Vec<_>> =
            chains.0.values().map(|it| (it.text(), Vec::new())).collect();
        for entry in listed.data.iter().take(MOST) {
            let Ok(position) = serde_json::from_str::<Position>(entry.get()) else { continue };
            let Some(chain) = chains.0.get(position.relationships.chain()) else { continue };
            let Some(held) = position.holding(chain) else { continue };
            by_chain.entry(chain.text()).or_default().push(held);
        }
        let is_whole = listed.links.next.is_none() && listed.data.len() <= MOST;
        Some(Positions { by_chain, is_whole })
    }

    /// What it tells of a chain alone, where no node does; nothing of a chain that it was not asked about.
    pub(crate) fn alone(&self, chain: &ChainId) -> Option<Held> {
        self.by_chain.get(&chain.text())?;
        Some(Held { holdings: Vec::new(), is_whole: self.is_whole })
    }

    /// Adds what nodes did not tell of a chain: what no list has, and all that is missing where they did not tell
    /// all. What they told stays as it is; its price is added where there is none.
    pub(crate) fn add_to(
        &mut self,
        chain: &ChainId,
        lists: &Lists,
        held: &mut Held,
        prices: &mut Vec<Option<Price>>,
        are_nodes_whole: bool,
    ) {
        let id = chain.text();
        let Some(positions) = self.by_chain.remove(&id) else { return };
        prices.resize(held.holdings.len(), None);
        for (holding, price) in positions {
            let same = |it: &Holding| is_same(it.token.as_ref(), holding.token.as_ref());
            if let Some(place) = held.holdings.iter().position(same) {
                prices[place] = prices[place].or(price);
                continue;
            }
            let was_asked = match &holding.token {
                None => true,
                Some(token) => lists.find(&id, &token.address).is_some(),
            };
            // Of what nodes were asked for, and did not tell, there is nothing.
            if !(was_asked && are_nodes_whole) {
                held.holdings.push(holding);
                prices.push(price);
            }
        }
        held.is_whole |= self.is_whole;
    }
}

impl Position {
    fn holding(&self, chain: &ChainId) -> Option<(Holding, Option<Price>)> {
        let Attributes { position_type, quantity, price, fungible_info, flags } = &self.attributes;
        let is_held = position_type.as_deref().is_none_or(|it| it == "wallet");
        let is_shown = !flags.is_trash && flags.displayable != Some(false);
        let (amount, decimals) = quantity.amount()?;
        if !is_held || !is_shown || fungible_info.is_lure() || amount == Amount::ZERO {
            return None;
        }
        let token = match fungible_info.on(self.relationships.chain(), chain, decimals)? {
            Known::Native => None,
            // What has no places is a collectible more often than money.
            Known::Token(token) => Some(token).filter(|_| decimals > 0).map(Some)?,
        };
        let usd = dollars(price.as_deref()).filter(|it| *it > 0.0);
        let price = usd.map(|usd| Price { usd, source: Source::Zerion, at_ms: now_ms() });
        Some((Holding { token, amount }, price))
    }
}

fn is_same(one: Option<&Token>, other: Option<&Token>) -> bool {
    match (one, other) {
        (None, None) => true,
        (Some(one), Some(other)) => one.address == other.address,
        _ => false,
    }
}
