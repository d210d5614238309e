//! What an operator says of APIs that others host: the table `[hosted]` of the configuration.

use crate::config_values::{NodeUrl, table};
use protocol::caip::ChainId;
use serde::{Deserialize, Deserializer};
use std::collections::BTreeMap;
use std::fmt;

/// The APIs; none is asked that is not named.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct HostedSettings {
    /// `DefiLlama`, for prices.
    #[serde(deserialize_with = "named")]
    pub defillama: Option<HostedApi>,
    /// `CoinGecko`, for prices.
    #[serde(deserialize_with = "named")]
    pub coingecko: Option<HostedApi>,
    /// `Zerion`, for what accounts hold and did; it must have a key.
    #[serde(deserialize_with = "named")]
    pub zerion: Option<HostedApi>,
}

/// Where one is, and as whom it is asked.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct HostedApi {
    /// Where it is; it must be told.
    pub url: Option<NodeUrl>,
    /// What it knows the operator by.
    pub key: HostedKey,
    /// How many calls a minute it may be asked for, whoever wants to know; 0 is any number.
    pub calls_per_minute: Option<u32>,
    /// CAIP-2 id → what it calls that chain, besides the built-in ones.
    pub chains: BTreeMap<String, String>,
}

/// A key, which is never logged.
#[derive(Clone, Default, Deserialize)]
#[serde(transparent)]
pub struct HostedKey(String);

impl HostedKey {
    /// The key; empty where there is none.
    pub(crate) fn text(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for HostedKey {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("•")
    }
}

impl HostedSettings {
    /// Those that are named.
    pub(crate) fn all(&self) -> impl Iterator<Item = (&'static str, &HostedApi)> {
        let all = [
            ("defillama", &self.defillama),
            ("coingecko", &self.coingecko),
            ("zerion", &self.zerion),
        ];
        all.into_iter().filter_map(|(name, api)| Some((name, api.as_ref()?)))
    }

    /// What cannot be: each key of the table, and what is said of it.
    pub(crate) fn faults(&self) -> Vec<(String, String)> {
        let mut faults = Vec::new();
        for (name, api) in self.all() {
            let mut refuse =
                |key: &str, words: String| faults.push((format!("{name}.{key}"), words));
            if api.url.is_none() {
                refuse("url", format!("{name}: has no url."));
            }
            if name == "zerion" && api.key.0.is_empty() {
                refuse("key", format!("{name}: has no key."));
            }
            if !api.key.0.bytes().all(|it| it.is_ascii_graphic()) {
                refuse("key", format!("{name}: its key is of letters, digits and signs."));
            }
            let is_name = |it: &String| {
                let is_letter = |it: u8| it.is_ascii_alphanumeric() || b"-_".contains(&it);
                !it.is_empty() && it.bytes().all(is_letter)
            };
            let is_fit = |it: (&String, &String)| ChainId::parse(it.0).is_some() && is_name(it.1);
            if !api.chains.iter().all(is_fit) {
                let form = "leads from CAIP-2 ids such as eip155:1 to names such as ethereum.";
                refuse("chains", format!("{name}.chains: {form}"));
            }
        }
        faults
    }
}

fn named<'de, D: Deserializer<'de>>(from: D) -> Result<Option<HostedApi>, D::Error> {
    table(from).map(Some)
}
