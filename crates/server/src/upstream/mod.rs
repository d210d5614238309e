//! The JSON-RPC nodes behind this server.
//!
//! `chain.rs` is the way of a call, and the place to begin. `call.rs` reads and writes JSON-RPC, `methods.rs`
//! is the list of what is handed on, `lasting.rs` says how long an answer holds, `kept.rs` keeps it, and
//! `flights.rs` joins those who ask the same. `race.rs` puts reads to the nodes, whose
//! `answers.rs` it gathers, and `sending.rs` what sends, where `known_transaction.rs` sees that a node has it already.
//! `nodes.rs` are all of a chain, `node.rs` is one, and `client.rs` the HTTP client. `pace.rs` knows how long they
//! usually take. `watch.rs` has them polled, by what `probe.rs` asks, and `heads.rs` knows what they told of
//! the latest block. `tally.rs` counts.
//! `asking.rs` is for what this server asks on its own account, `multicall.rs` for many
//! contracts at once.

mod answers;
mod asking;
pub(crate) mod call;
mod chain;
mod client;
mod errand;
mod flights;
mod heads;
mod kept;
mod known_transaction;
mod lasting;
mod methods;
pub(crate) mod multicall;
mod node;
mod nodes;
mod pace;
pub(crate) mod probe;
mod race;
mod said;
mod sending;
mod tally;
mod watch;

pub(crate) use asking::{NoResult, Refusal};
pub(crate) use chain::{Chain, NoAnswer};
pub(crate) use client::{Client, Stream, client};
pub(crate) use errand::{Errand, OURS};
pub(crate) use kept::Kept;
pub(crate) use lasting::number;
pub(crate) use methods::Kind;
pub(crate) use node::{Failure, Node, causes};
pub(crate) use said::Said;

use crate::ceiling::Ceiling;
use crate::config::Config;
use crate::held_bytes::HeldBytes;
use protocol::caip::ChainId;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The configured chains by CAIP-2 id, in the order of their text.
pub(crate) type Chains = BTreeMap<String, Arc<Chain>>;

/// The chains of a checked configuration.
pub(crate) fn chains(config: &Config, client: &Client, held: &HeldBytes) -> Chains {
    let proxies = &config.trusted_proxies;
    let kept = Arc::new(Kept::new(config.node_cache_bytes));
    let named = config.chains.iter().filter_map(|(text, urls)| {
        let nodes = urls
            .iter()
            .map(|url| {
                Node::new(url.clone(), Ceiling::in_parts(config.node_requests_at_once, proxies))
            })
            .collect();
        let id = ChainId::parse(text)?;
        Some((
            text.clone(),
            Arc::new(Chain::new(id, nodes, config, client.clone(), held.clone(), kept.clone())),
        ))
    });
    named.collect()
}
