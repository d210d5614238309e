//! The contracts of each chain that lead to prices: `crates/server/chains/pools.json`, and the operator's.

use crate::config_values::{EvmChain, Table};
use chains::evm::address::{Address, Strictness};
use serde::{Deserialize, Deserializer};
use std::collections::BTreeMap;

const BUILT_IN: &str = include_str!("../../chains/pools.json");

/// The contracts of a chain. What is not told is not asked.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Place {
    /// What stands for the native currency.
    #[serde(deserialize_with = "contract")]
    pub wrapped_native: Option<Address>,
    /// The token that counts as a US dollar; without one there are no prices.
    #[serde(deserialize_with = "contract")]
    pub dollar: Option<Address>,
    /// Its places between the whole unit and the smallest one.
    pub dollar_decimals: u8,
    /// Uniswap's factory of pools, version 3.
    #[serde(deserialize_with = "contract")]
    pub uniswap_v3_factory: Option<Address>,
    /// And version 2.
    #[serde(deserialize_with = "contract")]
    pub uniswap_v2_factory: Option<Address>,
}

impl Default for Place {
    fn default() -> Self {
        let (wrapped_native, dollar, uniswap_v3_factory, uniswap_v2_factory) = Default::default();
        Place { wrapped_native, dollar, dollar_decimals: 6, uniswap_v3_factory, uniswap_v2_factory }
    }
}

/// A row of the built-in table.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Row {
    chain: String,
    wrapped_native: Contract,
    usdc: Option<Dollar>,
    uniswap_v3_factory: Option<Contract>,
    uniswap_v2_factory: Option<Contract>,
}

#[derive(Deserialize)]
struct Dollar {
    address: Contract,
    decimals: u8,
}

/// The contracts by CAIP-2 id.
pub(crate) struct Places(BTreeMap<String, Place>);

impl Places {
    /// The built-in ones, and the operator's before them.
    pub(crate) fn new(own: &BTreeMap<String, Place>) -> Self {
        let rows: Vec<Row> = serde_json::from_str(BUILT_IN).expect("a test reads it");
        let place = |row: Row| Place {
            wrapped_native: Some(row.wrapped_native.0),
            dollar_decimals: row.usdc.as_ref().map_or(0, |it| it.decimals),
            dollar: row.usdc.map(|it| it.address.0),
            uniswap_v3_factory: row.uniswap_v3_factory.map(|it| it.0),
            uniswap_v2_factory: row.uniswap_v2_factory.map(|it| it.0),
        };
        let mut all: BTreeMap<String, Place> =
            rows.into_iter().map(|row| (row.chain.clone(), place(row))).collect();
        all.extend(own.iter().map(|(chain, place)| (chain.clone(), place.clone())));
        Places(all)
    }

    pub(super) fn of(&self, chain: &str) -> Option<&Place> {
        self.0.get(chain)
    }

    /// The contract that stands for the native currency of a chain.
    pub(crate) fn wrapped_native(&self, chain: &str) -> Option<Address> {
        self.of(chain)?.wrapped_native
    }
}

/// Reads the key `pools`.
pub(crate) fn of_operator<'de, D: Deserializer<'de>>(
    from: D,
) -> Result<BTreeMap<String, Place>, D::Error> {
    let read = BTreeMap::<EvmChain, Table<Place>>::deserialize(from)?;
    Ok(read.into_iter().map(|(chain, place)| (chain.0, place.0)).collect())
}

fn contract<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Address>, D::Error> {
    Ok(Some(Contract::deserialize(from)?.0))
}

#[derive(Deserialize)]
#[serde(try_from = "String")]
struct Contract(Address);

impl TryFrom<String> for Contract {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        let read = Address::parse(&text, Strictness::Lenient).map(Contract);
        read.map_err(|_| "a contract is 0x and 40 hex digits, with the capitals of EIP-55 or none")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_built_in_row_is_read() {
        let places = Places::new(&BTreeMap::new());
        assert_eq!(places.0.len(), BUILT_IN.matches("\"chain\"").count());
        let mainnet = places.of("eip155:1").expect("it is there");
        assert!(mainnet.dollar.is_some() && mainnet.dollar_decimals == 6);
        assert!(mainnet.uniswap_v3_factory.is_some() && mainnet.uniswap_v2_factory.is_some());
        assert!(places.of("eip155:7777777").is_some_and(|it| it.dollar.is_none()));
    }
}
