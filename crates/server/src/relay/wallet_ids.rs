//! Which id somebody means who names a wallet: by the registry of the repository alone, since a
//! configuration is read before the operator's own.

use crate::config_faults;
use serde::Deserialize;

const BUILT_IN: &str = include_str!("../../registry/wallets.json");

/// A wallet, as people know it.
#[derive(Deserialize)]
pub(super) struct Known {
    pub(super) id: String,
    pub(super) name: String,
    rdns: Option<String>,
}

impl Known {
    fn names(&self) -> impl Iterator<Item = String> {
        [Some(self.name.to_lowercase()), self.rdns.clone()].into_iter().flatten()
    }
}

/// The wallet whose name, or reverse domain name, is the nearest to a text, where one is near.
pub(super) fn nearest(text: &str) -> Option<Known> {
    let all: Vec<Known> = serde_json::from_str(BUILT_IN).ok()?;
    let names: Vec<String> = all.iter().flat_map(Known::names).collect();
    let text = text.to_lowercase();
    let near = config_faults::nearest(&text, names.iter().map(String::as_str))?;
    all.into_iter().find(|it| it.names().any(|it| it == near))
}
