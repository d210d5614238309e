//! The JSON-RPC nodes behind this server.
//!
//! `call.rs` reads and writes JSON-RPC, `methods.rs` is the list of what is handed on, `node.rs` is
//! one node and the HTTP client, `chain.rs` asks the nodes of a chain one after another, in the order
//! of `failover.rs`, `tally.rs` counts what came of it.

pub(crate) mod call;
mod chain;
mod failover;
mod methods;
mod node;
mod tally;

pub(crate) use chain::{Chain, NoAnswer};
pub(crate) use node::{Client, Failure, Node, causes, client};

use crate::ceiling::Ceiling;
use crate::config::Config;
use crate::held_bytes::HeldBytes;
use protocol::caip::ChainId;
use std::collections::BTreeMap;

/// The configured chains by CAIP-2 id, in the order of their text.
pub(crate) type Chains = BTreeMap<String, Chain>;

/// The chains of a checked configuration.
pub(crate) fn chains(config: &Config, held: &HeldBytes) -> Chains {
    let proxies = &config.trusted_proxies;
    let named = config.chains.iter().filter_map(|(text, urls)| {
        let nodes = urls
            .iter()
            .map(|url| {
                Node::new(url.clone(), Ceiling::in_parts(config.node_requests_at_once, proxies))
            })
            .collect();
        ChainId::parse(text).map(|id| (text.clone(), Chain::new(id, nodes, config, held.clone())))
    });
    named.collect()
}
