//! The contracts of each chain that lead to prices: `crates/server/chains/pools.json`, and the operator's.

use chains::evm::address::{Address, Strictness};
use protocol::caip::{ChainId, Namespace};
use serde::{Deserialize, Deserializer};
use std::collections::BTreeMap;

const BUILT_IN: &str = include_str!("../../chains/pools.json");

/// The contracts of a chain.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Place {
    /// What stands for the native currency.
    #[serde(alias = "wrappedNative", deserialize_with = "address")]
    pub wrapped_native: Address,
    /// The token that counts as a US dollar.
    #[serde(alias = "usdc")]
    pub dollar: Option<Dollar>,
    /// Uniswap's factory of pools, version 3.
    #[serde(alias = "uniswapV3Factory", default, deserialize_with = "some_address")]
    pub uniswap_v3_factory: Option<Address>,
    /// And version 2.
    #[serde(alias = "uniswapV2Factory", default, deserialize_with = "some_address")]
    pub uniswap_v2_factory: Option<Address>,
}

/// A token that is worth a US dollar.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Dollar {
    /// Its contract.
    #[serde(deserialize_with = "address")]
    pub address: Address,
    /// Places between the whole unit and the smallest one.
    pub decimals: u8,
}

/// The contracts by CAIP-2 id.
pub(crate) struct Places(BTreeMap<String, Place>);

impl Places {
    /// The built-in ones, and the operator's before them.
    pub(crate) fn new(own: &BTreeMap<String, Place>) -> Self {
        #[derive(Deserialize)]
        struct Row {
            chain: String,
            #[serde(flatten)]
            place: serde_json::Value,
        }
        let rows: Vec<Row> = serde_json::from_str(BUILT_IN).expect("a test reads it");
        let read = |row: Row| Some((row.chain, serde_json::from_value(row.place).ok()?));
        let mut all: BTreeMap<String, Place> = rows.into_iter().filter_map(read).collect();
        all.extend(own.iter().map(|(chain, place)| (chain.clone(), place.clone())));
        Places(all)
    }

    pub(super) fn of(&self, chain: &str) -> Option<&Place> {
        self.0.get(chain)
    }

    /// The contract that stands for the native currency of a chain.
    pub(crate) fn wrapped_native(&self, chain: &str) -> Option<Address> {
        self.of(chain).map(|it| it.wrapped_native)
    }
}

/// Reads the key `pools`.
pub(crate) fn of_operator<'de, D: Deserializer<'de>>(
    from: D,
) -> Result<BTreeMap<String, Place>, D::Error> {
    let read = BTreeMap::<EvmChain, crate::config_values::Table<Place>>::deserialize(from)?;
    Ok(read.into_iter().map(|(chain, place)| (chain.0, place.0)).collect())
}

#[derive(PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(try_from = "String")]
struct EvmChain(String);

impl TryFrom<String> for EvmChain {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        let is_evm = ChainId::parse(&text).is_some_and(|it| it.namespace == Namespace::Eip155);
        is_evm.then_some(EvmChain(text)).ok_or("pools are of chains such as eip155:1")
    }
}

fn address<'de, D: Deserializer<'de>>(from: D) -> Result<Address, D::Error> {
    Ok(Contract::deserialize(from)?.0)
}

fn some_address<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Address>, D::Error> {
    Ok(Option::<Contract>::deserialize(from)?.map(|it| it.0))
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
        assert_eq!(mainnet.dollar.as_ref().map(|it| it.decimals), Some(6));
        assert!(mainnet.uniswap_v3_factory.is_some() && mainnet.uniswap_v2_factory.is_some());
        assert!(places.of("eip155:7777777").is_some_and(|it| it.dollar.is_none()));
    }
}
