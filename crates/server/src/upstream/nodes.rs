//! The nodes of a chain, and how one of them is asked.
//!
//! Which comes first is said by [`chains::rank`], by what polls of them told; what became of asking one is
//! noted here, for the next order and for the counts.

use super::client::Client;
use super::errand::OURS;
use super::heads::{Heads, Seen};
use super::node::{Failure, Node};
use super::pace::Pace;
use super::probe::{self, Probe};
use super::tally::{CallOutcome, Tally};
use crate::ceiling::Entered;
use crate::config::Config;
use crate::held_bytes::{FREE_BYTES, HeldBytes};
use bytes::Bytes;
use chains::rank::{self, POLL_MS};
use futures_util::FutureExt;
use futures_util::future::try_join;
use protocol::caip::ChainId;
use std::net::IpAddr;
use std::time::{Duration, Instant};
use tokio::time::timeout;

/// The largest answer to a probe. Nobody whose answers take all the room keeps us from asking how nodes are.
const PROBE_BYTES: usize = FREE_BYTES;

/// What a node said of itself.
struct Met {
    is_of_chain: bool,
    /// How long it took to say what the latest block is.
    took: Option<Duration>,
}

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

    /// Whether a node knows less of the chain than others do.
    pub(super) fn is_behind(&self, node: &Node) -> bool {
        self.seen().is_some_and(|seen| seen.is_ahead_of(node))
    }

    /// Asks a node how it is.
    pub(super) async fn poll(&self, node: &Node, probe: &Probe) {
        let met = async {
            let _asking = node.asking().await;
            self.meet(node, probe).await?.took
        };
        let time = Duration::from_millis(POLL_MS.into());
        node.polled(timeout(time, met).await.ok().flatten());
    }

    /// Waits until a node that is of this chain may be given one more call.
    pub(super) async fn turn(&self, from: IpAddr, node: &Node) -> Result<Entered, Failure> {
        match self.is_of_chain(node).await {
            Some(true) => Ok(node.turn(from).await),
            Some(false) => Err(Failure::Refused("it is of another chain".to_owned())),
            None => Err(Failure::Refused("it does not say which chain it is of".to_owned())),
        }
    }

    /// The same for a read. Where nobody knows who is there now, `post` finds out, while the read is answered.
    pub(super) async fn turn_to_read(&self, from: IpAddr, node: &Node) -> Result<Entered, Failure> {
        if node.was_of_chain() {
            return Ok(node.turn(from).await);
        }
        self.turn(from, node).await
    }

    /// Gives a node a call, in its turn. Its answer counts where whoever is there said to be of this chain.
    pub(super) async fn post(
        &self,
        _: &Entered,
        from: IpAddr,
        node: &Node,
        body: Bytes,
    ) -> Result<Bytes, Failure> {
        let post = node.post(&self.client, body, self.answer_limit, self.held.gather(from));
        let (answer, _) = try_join(post, self.is_of_chain(node).map(Ok)).await?;
        // It may have gone meanwhile.
        if self.is_of_chain(node).await == Some(true) {
            return Ok(answer);
        }
        Err(Failure::Broken("whoever answered does not say to be of this chain".to_owned()))
    }

    /// Whether a node is of this chain; nothing where it does not say.
    async fn is_of_chain(&self, node: &Node) -> Option<bool> {
        let Some(probe) = Probe::of(self.id.namespace) else { return Some(true) };
        let known = || node.is_of_chain(node.departures(&self.client));
        if let Some(known) = known() {
            return Some(known);
        }
        let _asking = node.asking().await;
        match known() {
            Some(known) => Some(known),
            None => Some(self.meet(node, probe).await?.is_of_chain),
        }
    }

    /// Asks a node which chain it is of, and what the latest block is that it knows of; nothing where it does
    /// not say the first.
    async fn meet(&self, node: &Node, probe: &Probe) -> Option<Met> {
        let departures = node.departures(&self.client);
        let is_of_chain = probe::is_of(&self.id, &self.probe(node, probe.chain).await?)?;
        if !is_of_chain {
            if !node.is_of_another_chain() {
                let (chain, node) = (self.id.text(), node.host());
                tracing::error!(chain, node, "a node is of another chain, and is not asked");
            }
            node.met(false, departures, None);
            return Some(Met { is_of_chain, took: None });
        }
        let start = Instant::now();
        let said = self.probe(node, probe.head).await;
        let block = said.and_then(|said| probe::block(&said));
        node.met(true, departures, block);
        Some(Met { is_of_chain, took: block.map(|_| start.elapsed()) })
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
