//! What an operator says of histories: the table `[history]` of the configuration.

use crate::config_values::NodeUrl;
use protocol::caip::{ChainId, Namespace};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};

/// How histories are known.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct HistorySettings {
    /// How many accounts may be followed, each chain of one counted; 0 follows none.
    pub watches: u32,
    /// How many of them those may be that one project asked about first.
    pub project_watches: u32,
    /// How many blocks before somebody first asked are read.
    pub backfill_blocks: u32,
    /// How many transactions of an account are kept on a chain: of one with more the latest.
    pub account_transactions: u32,
    /// After how many days without a question an account is forgotten.
    pub forget_days: u32,
    /// The chains of eip155 of which every block is read, for transfers of the native currency.
    pub scan_native: BTreeSet<String>,
    /// CAIP-2 id → who is asked for histories on that chain, in place of its nodes.
    pub explorers: BTreeMap<String, Explorer>,
}

/// An explorer with the API of Etherscan.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Explorer {
    /// Where its API is; it must be told.
    pub url: Option<NodeUrl>,
    /// What it knows the operator by.
    pub key: ExplorerKey,
    /// How many calls a minute it may be asked for, whoever wants to know; 0 is any number.
    pub calls_per_minute: Option<u32>,
}

/// A key, which is never logged.
#[derive(Clone, Default, Deserialize)]
#[serde(transparent)]
pub struct ExplorerKey(pub(super) String);

impl std::fmt::Debug for ExplorerKey {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str("•")
    }
}

impl Default for HistorySettings {
    fn default() -> Self {
        HistorySettings {
            watches: 20_000,
            project_watches: 5_000,
            backfill_blocks: 10_000,
            account_transactions: 10_000,
            forget_days: 30,
            scan_native: BTreeSet::new(),
            explorers: BTreeMap::new(),
        }
    }
}

impl HistorySettings {
    /// What cannot be: each key of the table, and what is said of it.
    pub(crate) fn faults(&self) -> Vec<(String, String)> {
        let mut faults = Vec::new();
        let mut refuse = |key: &str, words: &str| faults.push((key.to_owned(), words.to_owned()));
        if !(1..=3650).contains(&self.forget_days) {
            refuse("forget_days", "forget_days: must be from 1 to 3650.");
        }
        if self.account_transactions == 0 {
            refuse("account_transactions", "account_transactions: must be at least 1.");
        }
        let is_evm =
            |it: &str| ChainId::parse(it).is_some_and(|it| it.namespace == Namespace::Eip155);
        for (key, chains) in [
            ("scan_native", self.scan_native.iter().collect::<Vec<_>>()),
            ("explorers", self.explorers.keys().collect()),
        ] {
            if chains.into_iter().any(|it| !is_evm(it)) {
                refuse(key, &format!("{key}: names chains of eip155, such as eip155:1."));
            }
        }
        for (chain, _) in self.explorers.iter().filter(|(_, it)| it.url.is_none()) {
            let key = format!("explorers.{chain}");
            refuse(&format!("{key}.url"), &format!("{key}: has no url."));
        }
        faults
    }
}
