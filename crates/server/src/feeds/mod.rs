//! What comes of a chain without being asked for: its new blocks, and logs in them.
//!
//! A feed runs while somebody listens to it, once for all who do. `following.rs` follows the blocks of a chain:
//! by the sockets of its nodes (`node_socket.rs`) where the operator names any, by asking for the latest block
//! where no socket is open or says anything. `trail.rs` remembers the latest of them, so that what is left out
//! and what is replaced is seen, and `block.rs` is one. `logs.rs` asks for the logs of each new block by
//! `filter.rs`, where `bloom.rs` does not say that there are none. `listening.rs` is who listens, and `untold.rs`
//! what waits for a socket.
//!
//! Whoever subscribed and cannot be told everything, or not what of it is gone, is hung up on and told so.
//!
//! All that is asked goes the way of every call (`upstream/chain.rs`): when a node dies, another one is asked.

mod block;
mod bloom;
mod filter;
mod following;
mod listening;
mod logs;
mod node_socket;
mod trail;
mod untold;

pub(crate) use filter::Filter;
pub(crate) use listening::{Listener, Lost};
pub(crate) use logs::News;
pub(crate) use node_socket::try_to_open;
pub(crate) use untold::{Place, Untold};

use crate::ceiling::Ceiling;
use crate::config::Config;
use crate::config_values::SocketUrl;
use crate::upstream::{Chains, Client, OURS};
use block::Step;
use listening::Running;
use std::collections::BTreeMap;
use std::sync::Arc;

/// How many subscriptions there may be, and how many of one client. What nodes are asked for logs counts besides, as
/// requests of who subscribed; the blocks of a chain are asked for once, however many hear of them.
const MOST_SUBSCRIPTIONS: usize = 16_384;
const CLIENT_SUBSCRIPTIONS: usize = 32;
/// How many blocks may be unheard, more than are told at once; and how much of what is said of logs.
const UNHEARD_BLOCKS: usize = 2 * following::MOST_BETWEEN;
const UNHEARD_LOGS: usize = 64;
/// How much of told logs all feeds may remember. Who has no room for that hears of no log that is removed, but that
/// something may be.
const REMEMBERED_BYTES: usize = 8 * 1024 * 1024;

/// The feeds of all chains.
pub(crate) struct Feeds {
    /// How many sockets there may be.
    pub(crate) sockets: Ceiling,
    /// How many subscriptions.
    pub(crate) subscriptions: Ceiling,
    chains: Chains,
    node_sockets: BTreeMap<String, Vec<SocketUrl>>,
    client: Client,
    blocks: Running<String, Arc<Step>>,
    /// By chain and filter.
    logs: Running<(String, [u8; 32]), Arc<News>>,
    remembered: Ceiling,
}

impl Feeds {
    /// None yet. What is asked besides sockets is asked of these chains.
    pub(crate) fn new(chains: &Chains, config: &Config, client: Client) -> Self {
        let proxies = &config.trusted_proxies;
        Feeds {
            sockets: Ceiling::new(config.rpc_sockets, config.rpc_client_sockets, proxies),
            subscriptions: Ceiling::new(MOST_SUBSCRIPTIONS, CLIENT_SUBSCRIPTIONS, proxies),
            chains: chains.clone(),
            node_sockets: config.node_sockets.clone(),
            client,
            blocks: Running::new(),
            logs: Running::new(),
            remembered: Ceiling::new(REMEMBERED_BYTES, 0, &[]),
        }
    }

    /// The new blocks of a chain; nothing where there is no such chain.
    pub(crate) fn blocks(&self, name: &str) -> Option<Listener<Arc<Step>>> {
        let chain = self.chains.get(name)?;
        Some(self.blocks.listen(name.to_owned(), UNHEARD_BLOCKS, |said| {
            let sockets = self.node_sockets.get(name).cloned().unwrap_or_default();
            tokio::spawn(following::follow(chain.clone(), sockets, self.client.clone(), said))
                .abort_handle()
        }))
    }

    /// The logs that a filter lets through, by block.
    pub(crate) fn logs(&self, name: &str, filter: Filter) -> Option<Listener<Arc<News>>> {
        let (chain, blocks) = (self.chains.get(name)?, self.blocks(name)?);
        Some(self.logs.listen((name.to_owned(), filter.digest()), UNHEARD_LOGS, |said| {
            let room = self.remembered.nothing(OURS);
            tokio::spawn(logs::follow(chain.clone(), filter, blocks, room, said)).abort_handle()
        }))
    }
}

/// What a subscription to logs takes, about.
pub(crate) fn logs_bytes(filter: &Filter) -> usize {
    logs::FEED_BYTES + filter.bytes()
}

/// Of a block its header, as the text of its JSON.
pub(crate) fn header(step: &Arc<Step>) -> Vec<&str> {
    vec![&step.block.header]
}

/// Logs, as texts of JSON.
pub(crate) fn texts(news: &Arc<News>) -> Vec<&str> {
    match &**news {
        News::Asked(_) => Vec::new(),
        News::Logs(logs) => logs.iter().map(logs::text_of).collect(),
    }
}
