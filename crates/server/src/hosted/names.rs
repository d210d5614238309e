//! What hosted APIs call the chains: `crates/server/chains/hosted.json`, and the operator's.

use super::settings::HostedApi;
use std::collections::BTreeMap;

const BUILT_IN: &str = include_str!("../../chains/hosted.json");

/// A row of the built-in table: its `chain`, and what each API calls that.
type Row = BTreeMap<String, String>;

/// What one API calls the chains that it knows, by CAIP-2 id.
pub(crate) struct Names(BTreeMap<String, String>);

impl Names {
    /// The built-in ones, and the operator's before them.
    pub(crate) fn new(api: &'static str, settings: &HostedApi) -> Self {
        let rows: Vec<Row> = serde_json::from_str(BUILT_IN).expect("a test reads it");
        let name = |mut row: Row| Some((row.remove("chain")?, row.remove(api)?));
        let mut all: BTreeMap<String, String> = rows.into_iter().filter_map(name).collect();
        all.extend(settings.chains.clone());
        Names(all)
    }

    /// What it calls a chain; nothing where it does not know it.
    pub(crate) fn of(&self, chain: &str) -> Option<&str> {
        self.0.get(chain).map(String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::caip::ChainId;

    #[test]
    fn every_built_in_name_is_one_and_the_operators_go_before() {
        let own = [("eip155:1".to_owned(), "mine".to_owned())].into();
        let settings = HostedApi { chains: own, ..HostedApi::default() };
        for api in ["defillama", "coingecko", "zerion"] {
            let names = Names::new(api, &settings);
            assert!(names.0.len() > 10, "{api}");
            assert!(names.0.keys().all(|it| ChainId::parse(it).is_some()), "{api}");
            let is_letter = |it: u8| it.is_ascii_alphanumeric() || it == b'-';
            assert!(names.0.values().all(|it| it.bytes().all(is_letter)), "{api}");
            assert_eq!(names.of("eip155:1"), Some("mine"));
            assert_eq!(names.of("eip155:31337"), None);
        }
        let names = Names::new("coingecko", &HostedApi::default());
        assert_eq!(names.of("eip155:42161"), Some("arbitrum-one"));
    }
}
