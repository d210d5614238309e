//! The nodes of a chain, and how one of them is asked.
//!
//! Which comes first is said by [`chains::rank`], by what polls of them told; what became of asking one is
//! noted here, for the next order and for the counts.

use super::heads::{Heads, Seen};
use super::node::{Client, Failure, Node};
use super::pace::Pace;
use super::probe::{self, Probe};
use super::tally::{CallOutcome, Tally};
use crate::ceiling::Entered;
use crate::config::Config;
use crate::held_bytes::HeldBytes;
use bytes::Bytes;
use chains::rank::{self, POLL_MS};
use protocol::caip::ChainId;
use std::net::{IpAddr, Ipv4Addr};
use std::time::{Duration, Instant};
use tokio::time::timeout;

/// The largest answer to a probe.
const PROBE_BYTES: usize = 16 * 1024;
/// The probes are nobody's but ours.
const OURS: IpAddr = IpAddr::V4(Ipv4Addr::UNSPECIFIED);

/// The nodes of a chain.
pub(crate) struct Nodes {
    /// The chain's name.
    pub(crate) id: ChainId,
    /// What came of what they were asked.
    pub(crate) tally: Tally,
    pub(super) pace: Pace,
    list: Vec<Node>,
    heads: Heads,
    client: Client,
    held: HeldBytes,
    answer_limit: usize,
}

impl Nodes {
    pub(super) fn new(
        id: ChainId,
        list: Vec<Node>,
        config: &Config,
        client: Client,
        held: HeldBytes,
    ) -> Self {
        let (tally, pace, heads) = Default::default();
        let answer_limit = config.upstream_answer_limit_bytes;
        Nodes { id, tally, pace, list, heads, client, held, answer_limit }
    }

    /// All of them.
    pub(super) fn iter(&self) -> impl Iterator<Item = &Node> {
        self.list.iter()
    }

    /// What they told of the latest block.
    pub(super) fn seen(&self) -> Option<Seen> {
        self.heads.seen(&self.list)
    }

    /// Those that may be asked, in the order in which they are asked; where it is of the latest block,
    /// without those that are behind.
    pub(super) fn order(&self, is_of_the_head: bool) -> Vec<&Node> {
        let seen = self.seen();
        let is_behind = |node: &Node| seen.is_some_and(|seen| seen.is_ahead_of(node));
        let nodes = self.iter().filter(|node| !node.is_of_another_chain());
        let fit: Vec<&Node> = nodes.filter(|node| !is_of_the_head || !is_behind(node)).collect();
        let standings: Vec<_> = fit.iter().map(|node| node.standing(is_behind(node))).collect();
        rank::order(&standings).into_iter().map(|place| fit[place]).collect()
    }

    /// Asks a node how it is.
    pub(super) async fn poll(&self, node: &Node, probe: &Probe) {
        let asked = async {
            // Somebody else may be at its URL by now, or it may have been put right.
            let said = self.ask_chain(node, probe).await;
            node.said_of_chain(said);
            if said != Some(true) {
                return None;
            }
            let start = Instant::now();
            let block = probe::block(&self.probe(node, probe.head).await?)?;
            node.told_head(block);
            Some(start.elapsed())
        };
        let time = Duration::from_millis(POLL_MS.into());
        node.polled(timeout(time, asked).await.ok().flatten());
    }

    /// Waits until a node that is of this chain may be given one more call.
    pub(super) async fn turn(&self, from: IpAddr, node: &Node) -> Result<Entered, Failure> {
        match self.is_of_chain(node).await {
            Some(true) => Ok(node.turn(from).await),
            Some(false) => Err(Failure::Refused("it is of another chain".to_owned())),
            None => Err(Failure::Refused("it does not say which chain it is of".to_owned())),
        }
    }

    /// Gives a node a call, in its turn.
    pub(super) async fn post(
        &self,
        _: &Entered,
        from: IpAddr,
        node: &Node,
        body: Bytes,
    ) -> Result<Bytes, Failure> {
        node.post(&self.client, body, self.answer_limit, self.held.gather(from)).await
    }

    /// Whether a node is of this chain; nothing where it does not say.
    async fn is_of_chain(&self, node: &Node) -> Option<bool> {
        let Some(probe) = Probe::of(self.id.namespace) else { return Some(true) };
        node.is_of_chain(self.ask_chain(node, probe)).await
    }

    async fn ask_chain(&self, node: &Node, probe: &Probe) -> Option<bool> {
        let said = self.probe(node, probe.chain).await;
        let is_ours = probe::is_of(&self.id, &said?);
        if is_ours == Some(false) && !node.is_of_another_chain() {
            let (chain, node) = (self.id.text(), node.host());
            tracing::error!(chain, node, "a node is of another chain, and is not asked");
        }
        is_ours
    }

    async fn probe(&self, node: &Node, what: (&str, &str)) -> Option<Bytes> {
        let body = Bytes::from(probe::body(what));
        let answer = node.post(&self.client, body, PROBE_BYTES, self.held.gather(OURS)).await;
        if let Err(failure) = &answer {
            // Nobody's call failed yet.
            self.failed(node, OURS, false, failure);
        }
        answer.ok()
    }

    /// It gave no answer.
    pub(super) fn failed(&self, node: &Node, from: IpAddr, is_blamed: bool, failure: &Failure) {
        self.tally.add(failure.into());
        match failure {
            Failure::Away(why) => {
                node.was_away();
                self.note(node, why);
            }
            Failure::NotTaken(why) | Failure::Broken(why) => self.blame(node, from, is_blamed, why),
            Failure::Slow => self.blame(node, from, is_blamed, "no answer in time"),
            Failure::Refused(why) => self.note(node, why),
            Failure::TooLarge(_) | Failure::NoRoom(_) => {}
        }
    }

    /// It answered, and another node may do better.
    pub(super) fn dismiss(&self, node: &Node, from: IpAddr, is_blamed: bool, why: &str) {
        self.tally.add(CallOutcome::Useless);
        self.blame(node, from, is_blamed, why);
    }

    /// It failed a client. What callers can bring about is not held against it: only what came of reads
    /// that take a sound node no time.
    pub(super) fn blame(&self, node: &Node, from: IpAddr, is_blamed: bool, why: &str) {
        if is_blamed {
            node.failed(from);
        }
        self.note(node, why);
    }

    fn note(&self, node: &Node, why: &str) {
        tracing::warn!(chain = self.id.text(), node = node.host(), why, "a node failed");
    }
}
