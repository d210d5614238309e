//! What is known of chains besides their names: the files of `crates/server/chains`, read once, and which are for
//! tests.

use crate::config_values::NodeUrl;
use chains::registry::{self, NETWORKS};
use std::collections::BTreeMap;

const PUBLIC_NODES: &str = include_str!("../chains/public-nodes.json");
/// The chain of `latchkit dev`.
const LOCAL: &str = "eip155:31337";

/// Chains for tests that are not built in but often named under `[chains]`: their coins are worth nothing.
const FOR_TESTS: [&str; 9] = [
    "eip155:97",       // BNB
    "eip155:17000",    // Holesky
    "eip155:43113",    // Avalanche Fuji
    "eip155:80002",    // Polygon Amoy
    "eip155:84532",    // Base Sepolia
    "eip155:421614",   // Arbitrum Sepolia
    "eip155:560048",   // Hoodi
    "eip155:11155111", // Sepolia
    "eip155:11155420", // OP Sepolia
];

/// Whether a chain is for tests, by its CAIP-2 id, as far as that is known.
pub(crate) fn is_for_tests(chain: &str) -> bool {
    FOR_TESTS.contains(&chain) || registry::find(chain).is_some_and(|it| it.is_testnet)
}

/// CAIP-2 id → public nodes of a chain, the best known first.
pub(crate) fn public_nodes() -> BTreeMap<String, Vec<NodeUrl>> {
    serde_json::from_str(PUBLIC_NODES).expect("a test reads it")
}

/// The built-in networks that no node is configured for, by their names, and what to do; nothing where there
/// is none.
pub(crate) fn without_nodes(
    chains: &BTreeMap<String, Vec<NodeUrl>>,
    has_public: bool,
) -> Option<(String, &'static str)> {
    let missing: Vec<&str> = NETWORKS
        .iter()
        .filter(|it| it.caip_id != LOCAL && !chains.contains_key(it.caip_id))
        .map(|network| network.name)
        .collect();
    let cure = if has_public {
        "no public node of these is known; name nodes of your own under [chains] where pages use them"
    } else {
        "name nodes under [chains] where pages use them, or say `public_nodes = true`"
    };
    (!missing.is_empty()).then(|| (missing.join(", "), cure))
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::caip::ChainId;

    #[test]
    fn public_nodes_are_asked_over_tls_and_without_a_key() {
        let nodes = public_nodes();
        for (chain, urls) in &nodes {
            assert!(ChainId::parse(chain).is_some() && !urls.is_empty(), "{chain}");
            for url in urls {
                let uri = url.uri();
                assert!(uri.scheme_str() == Some("https") && uri.query().is_none(), "{url:?}");
            }
        }
    }

    #[test]
    fn every_built_in_network_has_public_nodes_but_where_none_is_known() {
        let missing = without_nodes(&public_nodes(), true).map(|it| it.0);
        assert_eq!(missing.as_deref(), Some("Bitcoin Testnet"));
        let (missing, cure) = without_nodes(&BTreeMap::new(), false).expect("all of them");
        assert!(missing.contains("Fantom") && !missing.contains("Localhost"), "{missing}");
        assert!(cure.contains("public_nodes = true"), "{cure}");
    }
}
