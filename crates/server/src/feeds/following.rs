//! Follows the blocks of a chain: each that becomes the latest is told, in its order.
//!
//! What is left out between the last one and a new one is asked for by the hashes of parents, so that who
//! listens misses nothing while a node is gone, and hears what takes the place of what. No block is believed that is
//! later than the latest can be by what the nodes told: with such a one told, nothing would come for long.

use super::block::{Block, Step};
use super::node_socket::{self, NodeSocket};
use super::trail::Trail;
use crate::config_values::SocketUrl;
use crate::upstream::{Chain, Client, Errand, OURS, number};
use serde_json::{Value, json};
use std::future::pending;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::broadcast;
use tokio::time::{Instant, sleep, sleep_until};

/// How long nodes may take for it.
pub(super) const ASK_TIME: Duration = Duration::from_secs(5);
/// How many blocks are asked for between the last one and a new one.
pub(super) const MOST_BETWEEN: usize = 64;
/// How often each of them is asked for, and how long it is waited between.
const PARENT_TRIES: usize = 3;
const PARENT_PAUSE: Duration = Duration::from_millis(200);
/// Without a socket the latest block is asked for four times as often as there is one, within these bounds.
const LOOKS_FOR_ONE: u32 = 4;
const LOOK: [Duration; 2] = [Duration::from_millis(500), Duration::from_secs(2)];
/// A socket that says nothing for so long is looked behind. Blocks may come slower.
const QUIET: Duration = Duration::from_secs(4);

struct Following {
    chain: Arc<Chain>,
    trail: Trail,
    said: broadcast::Sender<Arc<Step>>,
}

/// Follows them for ever.
pub(super) async fn follow(
    chain: Arc<Chain>,
    sockets: Vec<SocketUrl>,
    client: Client,
    said: broadcast::Sender<Arc<Step>>,
) {
    let mut following = Following { chain, trail: Trail::default(), said };
    following.begin().await;
    let id = following.chain.nodes().id.clone();
    let (mut socket, mut next) = (None::<NodeSocket>, 0);
    let mut opening = Box::pin(node_socket::open(&client, &id, &sockets, next));
    let mut look_at = Instant::now() + following.look_time();
    // Whether a block came that the socket did not tell of.
    let mut is_doubted = false;
    loop {
        tokio::select! {
            told = told(&mut socket) => match told {
                Some(block) if following.allows(block.number).await => {
                    is_doubted = false;
                    following.advance(block).await;
                    look_at = Instant::now() + QUIET;
                }
                Some(_) => look_at = look_at.min(Instant::now() + LOOK[0]),
                None => {
                    socket = None;
                    opening.as_mut().set(node_socket::open(&client, &id, &sockets, next + 1));
                    look_at = Instant::now();
                }
            },
            (at, opened) = &mut opening, if socket.is_none() => {
                (next, socket, is_doubted) = (at, Some(opened), false);
                // What came before it was open nobody told.
                look_at = Instant::now();
            }
            () = sleep_until(look_at) => {
                let is_late = following.look().await && socket.is_some();
                // One block it may be about to tell of.
                if is_late && is_doubted {
                    socket = None;
                    opening.as_mut().set(node_socket::open(&client, &id, &sockets, next + 1));
                }
                is_doubted |= is_late;
                look_at = Instant::now() + if socket.is_some() { QUIET } else { following.look_time() };
            }
        }
    }
}

async fn told(socket: &mut Option<NodeSocket>) -> Option<Block> {
    match socket {
        Some(socket) => socket.next().await,
        None => pending().await,
    }
}

impl Following {
    /// Learns where it begins. Nobody is told of that block: it was there before.
    async fn begin(&mut self) {
        loop {
            if let Some(block) = self.later().await {
                self.trail.add(&block);
                return;
            }
            sleep(LOOK[1]).await;
        }
    }

    fn look_time(&self) -> Duration {
        let pace = self.trail.pace_s().map(Duration::from_secs).unwrap_or_default();
        (pace / LOOKS_FOR_ONE).clamp(LOOK[0], LOOK[1])
    }

    /// Asks for the latest block, and says whether there was one that nobody told of.
    async fn look(&mut self) -> bool {
        match self.later().await {
            Some(block) => self.advance(block).await,
            None => false,
        }
    }

    /// The latest block, where it is later than the last one. Where there is none at the height that a node says,
    /// it is the one that the nodes are believed to have.
    async fn later(&self) -> Option<Block> {
        let errand = Errand::new(OURS, ASK_TIME);
        let said = self.chain.result(errand, "eth_blockNumber", json!([])).await;
        let said = said.ok().and_then(|it| number(it.as_str()?));
        let seen = self.chain.seen().await;
        let said = said.filter(|it| seen.is_none_or(|seen| seen.allows(*it)));
        let believed = seen.map(|it| it.block).filter(|it| Some(*it) != said);
        for height in [said, believed].into_iter().flatten() {
            if Some(height) > self.trail.latest()
                && let Some(block) = self.block_at(height).await
            {
                return Some(block);
            }
        }
        None
    }

    /// Whether there may be a block of this number, by what the nodes told.
    async fn allows(&self, number: u64) -> bool {
        self.chain.seen().await.is_none_or(|it| it.allows(number))
    }

    /// Tells of a block and of those before it that were not told of, and says whether there was any.
    async fn advance(&mut self, block: Block) -> bool {
        // A node that is behind tells of what nobody waits for.
        if Some(block.number) < self.trail.latest() || self.trail.holds(&block.hash) {
            return false;
        }
        let mut blocks = vec![block];
        while let Some(first) = blocks.last()
            && !self.trail.holds(&first.parent)
            && Some(first.number) > self.trail.oldest().map(|it| it + 1)
            && blocks.len() <= MOST_BETWEEN
        {
            let Some(before) = self.parent(first).await else { break };
            blocks.push(before);
        }
        let mut is_torn = match blocks.last() {
            Some(first) => !self.trail.holds(&first.parent) && !self.stands_before(first).await,
            None => false,
        };
        for block in blocks.into_iter().rev() {
            let gone = self.trail.add(&block);
            // Who listens may be gone already.
            let _ = self.said.send(Arc::new(Step { gone, is_torn, block }));
            is_torn = false;
        }
        true
    }

    /// Whether all that was told stands below a block, though nobody knows what is between.
    async fn stands_before(&self, block: &Block) -> bool {
        let Some(latest) = self.trail.latest().filter(|it| *it < block.number) else {
            return false;
        };
        let told = self.block_at(latest).await;
        told.is_some_and(|it| Some(&*it.hash) == self.trail.latest_hash())
    }

    /// The block before one. A node whose socket tells of a block may be ahead of those that are asked.
    async fn parent(&self, block: &Block) -> Option<Block> {
        for _ in 0..PARENT_TRIES {
            let parent = self.block("eth_getBlockByHash", json!([block.parent, false])).await;
            if parent.is_some() {
                return parent;
            }
            sleep(PARENT_PAUSE).await;
        }
        None
    }

    async fn block_at(&self, height: u64) -> Option<Block> {
        let block = self.block("eth_getBlockByNumber", json!([format!("0x{height:x}"), false]));
        block.await.filter(|it| it.number == height)
    }

    async fn block(&self, method: &str, parameters: Value) -> Option<Block> {
        let errand = Errand::new(OURS, ASK_TIME);
        Block::read(self.chain.result(errand, method, parameters).await.ok()?)
    }
}
