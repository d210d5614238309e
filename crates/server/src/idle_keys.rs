//! What an operator wrote that has no effect.

use crate::config::Config;

/// What the configuration says of chains that it names no node for, which therefore does nothing: each key
/// with its chain.
pub(crate) fn idle_keys(config: &Config) -> Vec<String> {
    let history = &config.history;
    let names = (config.ens_chain != Config::default().ens_chain).then_some(&config.ens_chain);
    [
        ("ens_chain", names.into_iter().collect::<Vec<_>>()),
        ("node_sockets", config.node_sockets.keys().collect()),
        ("pools", config.pools.keys().collect()),
        ("history.scan_native", history.scan_native.iter().collect()),
        ("history.explorers", history.explorers.keys().collect()),
    ]
    .into_iter()
    .flat_map(|(key, chains)| chains.into_iter().map(move |chain| (key, chain)))
    .filter(|(_, chain)| !config.chains.contains_key(*chain))
    .map(|(key, chain)| format!("{key} says something of {chain}, which has no node"))
    .collect()
}

/// What an operator does about one of those.
pub(crate) const IDLE_CURE: &str =
    "it does nothing; name nodes of that chain under [chains], or correct the key";
