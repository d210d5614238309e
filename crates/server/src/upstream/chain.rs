//! A chain as clients ask it: what is kept, what is on its way already, and the nodes.
//!
//! [`Chain::answer`] is the way of a call. A read is looked up in what is kept (`kept.rs`), joins the same
//! read where that is on its way (`flights.rs`), or is put to the nodes (`race.rs`); its answer is kept for
//! as long as it holds (`lasting.rs`). What sends is given to one node after another (`sending.rs`). Beside
//! that, while calls come, all nodes are polled (`watch.rs`).

use super::call::{Call, Calls};
use super::flights::{Flights, Joined, Lead, Question};
use super::kept::{Holds, Kept};
use super::lasting::Lasting;
use super::methods::{Kind, Methods};
use super::node::{Client, Node};
use super::nodes::Nodes;
use super::probe::{self, Probe};
use super::race::{Race, Read};
use super::said::Said;
use super::sending::{NotSent, send};
use super::tally::Answered;
use super::watch::Watch;
use crate::ceiling::Full;
use crate::config::Config;
use crate::held_bytes::HeldBytes;
use bytes::Bytes;
use futures_util::future::{join, join_all};
use protocol::caip::ChainId;
use sha2::{Digest, Sha256};
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tokio::time::{Instant, timeout_at};

/// A chain.
pub(crate) struct Chain {
    nodes: Arc<Nodes>,
    watch: Arc<Watch>,
    methods: Methods,
    flights: Flights,
    kept: Arc<Kept>,
    /// How many transactions clients sent by us: what was asked before one is no answer after it.
    sent: AtomicU64,
    time: Duration,
}

/// Why there is no answer to a call.
#[derive(Debug)]
pub(crate) enum NoAnswer {
    /// No node was reached, or none said anything of use.
    Silent,
    /// A node was given a transaction, and nothing more is known.
    OutcomeUnknown,
    /// There is one, and this server has no room for it.
    NoRoom(Full),
}

/// A read of a client.
struct Asked<'a> {
    read: Read<'a>,
    lasting: Lasting,
    question: Question,
}

impl Chain {
    pub(crate) fn new(
        id: ChainId,
        nodes: Vec<Node>,
        config: &Config,
        client: Client,
        held: HeldBytes,
        kept: Arc<Kept>,
    ) -> Self {
        let (methods, time) = (Methods::new(config), config.upstream_timeout());
        let nodes = Arc::new(Nodes::new(id, nodes, config, client, held));
        let (watch, flights, sent) = Default::default();
        Chain { nodes, watch, methods, flights, kept, sent, time }
    }

    /// The nodes, with its name and what came of what they were asked.
    pub(crate) fn nodes(&self) -> &Nodes {
        &self.nodes
    }

    /// What a call is to the nodes; nothing where it is not handed on.
    pub(crate) fn kind(&self, call: &Call<'_>) -> Option<Kind> {
        self.methods.kind(self.nodes.id.namespace, &call.method)
    }

    /// The answers to calls of a client, in their order. What sends is sent in that order, one after
    /// another; the reads are asked meanwhile, all at once.
    pub(crate) async fn answer(
        &self,
        from: IpAddr,
        calls: &[&Call<'_>],
    ) -> Vec<Result<Said, NoAnswer>> {
        let end = Instant::now() + self.time;
        self.watch.look(&self.nodes).await;
        let kinds: Vec<Kind> =
            calls.iter().map(|call| self.kind(call).unwrap_or(Kind::Sending)).collect();
        let asked: Vec<Asked<'_>> = calls
            .iter()
            .zip(&kinds)
            .filter(|(_, kind)| **kind != Kind::Sending)
            .map(|(call, &kind)| self.asked(Read { call, kind }))
            .collect();
        let sending = async {
            let mut answers = Vec::new();
            for (call, _) in calls.iter().zip(&kinds).filter(|(_, kind)| **kind == Kind::Sending) {
                answers.push(self.send(from, call, end).await);
            }
            answers
        };
        let (sent, read) = join(sending, self.read(from, &asked, end)).await;
        let (mut sent, mut read) = (sent.into_iter(), read.into_iter());
        let of_kind = |kind| if kind == Kind::Sending { sent.next() } else { read.next() };
        kinds.into_iter().filter_map(of_kind).collect()
    }

    async fn send(&self, from: IpAddr, call: &Call<'_>, end: Instant) -> Result<Said, NoAnswer> {
        // Whatever becomes of it: from now on the chain may be another.
        let _sent = Sent(&self.sent);
        send(&self.nodes, from, call, end).await.map_err(|why| match why {
            NotSent::Silent => NoAnswer::Silent,
            NotSent::Unknown => NoAnswer::OutcomeUnknown,
        })
    }

    fn asked<'a>(&self, read: Read<'a>) -> Asked<'a> {
        let mut digest = Sha256::new();
        for part in
            [&self.nodes.id.text(), &*read.call.method, read.call.params().unwrap_or_default()]
        {
            digest.update(part.len().to_le_bytes());
            digest.update(part);
        }
        let lasting = Lasting::of(self.nodes.id.namespace, read.call);
        Asked { read, lasting, question: digest.finalize().into() }
    }

    /// The answers to reads.
    async fn read(
        &self,
        from: IpAddr,
        asked: &[Asked<'_>],
        end: Instant,
    ) -> Vec<Result<Said, NoAnswer>> {
        let mut said: Vec<Option<Said>> = asked.iter().map(|it| self.forever(it)).collect();
        self.recall(from, asked, end, &mut said).await;
        let open: Vec<usize> = (0..asked.len()).filter(|&at| said[at].is_none()).collect();
        self.nodes.tally.answered(Answered::FromMemory, asked.len() - open.len());
        let mut full = None;
        if let Err(why) = self.ask(from, asked, open, end, &mut said).await {
            full = Some(why);
        }
        let missing = || full.map_or(NoAnswer::Silent, NoAnswer::NoRoom);
        said.into_iter().map(|it| it.ok_or_else(missing)).collect()
    }

    fn forever(&self, asked: &Asked<'_>) -> Option<Said> {
        let (result, holds) = self.kept.get(&asked.question)?;
        (holds == Holds::Forever).then_some(Said::Result(result))
    }

    /// Takes what is kept of the latest block, where that is still the latest: asks which it is, where
    /// nobody asked a moment ago.
    async fn recall(
        &self,
        from: IpAddr,
        asked: &[Asked<'_>],
        end: Instant,
        said: &mut [Option<Said>],
    ) {
        let known = |at: usize| self.at_head(&asked[at].question);
        let kept: Vec<usize> =
            (0..asked.len()).filter(|&at| said[at].is_none() && known(at).is_some()).collect();
        if kept.is_empty() {
            return;
        }
        let is_new = || self.nodes.seen().is_some_and(|it| it.is_new);
        if !is_new() {
            self.ask_head(from, end).await;
        }
        if is_new() {
            for at in kept {
                said[at] = known(at).map(Said::Result);
            }
        }
    }

    fn at_head(&self, question: &Question) -> Option<Bytes> {
        let (result, holds) = self.kept.get(question)?;
        (holds == self.head()?).then_some(result)
    }

    /// Of what holds until the next block.
    fn head(&self) -> Option<Holds> {
        let block = self.nodes.seen()?.block;
        Some(Holds::AtHead { block, sent: self.sent.load(Ordering::Relaxed) })
    }

    async fn ask_head(&self, from: IpAddr, end: Instant) {
        let Some(probe) = Probe::of(self.nodes.id.namespace) else { return };
        let body = probe::body(probe.head);
        let Ok(Calls::One(call)) = Calls::read(body.as_bytes()) else { return };
        let asked = [self.asked(Read { call: &call, kind: Kind::Read })];
        // Whoever answers it tells its head: see `heard`.
        let _ = self.ask(from, &asked, vec![0], end, &mut [None]).await;
    }

    /// Asks those at the places `open`, and waits for those that somebody else asks.
    async fn ask(
        &self,
        from: IpAddr,
        asked: &[Asked<'_>],
        mut open: Vec<usize>,
        end: Instant,
        said: &mut [Option<Said>],
    ) -> Result<(), Full> {
        while !open.is_empty() && Instant::now() < end {
            let sent = self.sent.load(Ordering::Relaxed);
            let (mut leads, mut follows) = (Vec::new(), Vec::new());
            for at in open.drain(..) {
                match self.flights.join((asked[at].question, sent)) {
                    Joined::Lead(lead) => leads.push((at, lead)),
                    Joined::Follow(follow) => follows.push((at, follow)),
                }
            }
            let waiting = follows.into_iter().map(|(at, follow)| async move {
                (at, timeout_at(end, follow.said()).await.ok().flatten())
            });
            let (led, followed) =
                join(self.lead(from, asked, leads, end, said), join_all(waiting)).await;
            for (at, answer) in followed {
                self.nodes.tally.answered(Answered::WithOthers, usize::from(answer.is_some()));
                if answer.is_none() {
                    open.push(at);
                }
                said[at] = answer;
            }
            led?;
        }
        Ok(())
    }

    /// Asks the nodes, tells everyone who waits, and keeps what holds.
    async fn lead<'a>(
        &self,
        from: IpAddr,
        asked: &[Asked<'a>],
        leads: Vec<(usize, Lead<'_>)>,
        end: Instant,
        said: &mut [Option<Said>],
    ) -> Result<(), Full> {
        if leads.is_empty() {
            return Ok(());
        }
        let reads: Vec<Read<'a>> = leads.iter().map(|(at, _)| asked[*at].read).collect();
        let is_of_the_head = leads.iter().any(|(at, _)| asked[*at].lasting.is_of_the_head());
        let head = self.head();
        let race = Race { nodes: &self.nodes, from, reads: &reads, end };
        let answers = race.run(is_of_the_head).await?;
        for ((at, lead), answer) in leads.into_iter().zip(answers) {
            let Some(answer) = answer else { continue };
            self.nodes.tally.answered(Answered::ByNode, 1);
            self.keep(&asked[at], &answer, head);
            lead.tell(answer.clone());
            said[at] = Some(answer);
        }
        Ok(())
    }

    /// Keeps an answer that was asked for while `head` was the latest block.
    fn keep(&self, asked: &Asked<'_>, said: &Said, head: Option<Holds>) {
        let Said::Result(result) = said else { return };
        let latest = self.nodes.seen().map(|it| it.block);
        let holds = match asked.lasting {
            Lasting::Never => return,
            lasting if lasting.is_forever(result, latest) => Some(Holds::Forever),
            _ => head,
        };
        if let Some(holds) = holds {
            self.kept.keep(asked.question, result, holds);
        }
    }
}

/// Counts a transaction when it was sent, or given up.
struct Sent<'a>(&'a AtomicU64);

impl Drop for Sent<'_> {
    fn drop(&mut self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}
