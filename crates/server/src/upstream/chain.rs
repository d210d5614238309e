//! A chain as clients ask it: what is kept, what is on its way already, and the nodes.
//!
//! [`Chain::answer`] is the way of a call. A read is looked up in what is kept (`kept.rs`), joins the same
//! read where that is on its way (`flights.rs`), or is put to the nodes (`race.rs`); its answer is kept for
//! as long as it holds (`lasting.rs`). What sends is given to one node after another (`sending.rs`). Beside
//! that, while calls come, all nodes are polled (`watch.rs`).

use super::answers::Heard;
use super::call::{Call, Calls};
use super::client::Client;
use super::errand::Errand;
use super::flights::{Flights, Joined, Lead, Question};
use super::heads::Seen;
use super::kept::{Holds, Kept};
use super::lasting::Lasting;
use super::methods::{Kind, Methods};
use super::node::Node;
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
use futures_util::future::{join, join_all};
use protocol::caip::ChainId;
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tokio::time::timeout_at;

/// How long a read waits for the answer to somebody else's: a client's own turn may be far away.
const FOLLOW_WAIT: Duration = Duration::from_secs(1);
/// How long it is waited for which block is the latest before all is asked anew.
const HEAD_WAIT: Duration = Duration::from_millis(500);

/// A chain.
pub(crate) struct Chain {
    name: String,
    nodes: Arc<Nodes>,
    watch: Arc<Watch>,
    methods: Methods,
    flights: Flights,
    kept: Arc<Kept>,
    /// How many transactions clients sent by us: what was asked before one is no answer after it.
    sent: AtomicU64,
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
        let (name, methods) = (id.text(), Methods::new(config));
        let nodes = Arc::new(Nodes::new(id, nodes, config, client, held));
        let (watch, flights, sent) = Default::default();
        Chain { name, nodes, watch, methods, flights, kept, sent }
    }

    /// The nodes, with its name and what came of what they were asked.
    pub(crate) fn nodes(&self) -> &Nodes {
        &self.nodes
    }

    /// What is known of its latest block. The nodes are polled where nobody asked them lately.
    pub(crate) async fn seen(&self) -> Option<Seen> {
        let seen = self.nodes.seen();
        if seen.is_none() {
            self.watch.look(&self.nodes).await;
        }
        seen.or_else(|| self.nodes.seen())
    }

    /// What a call is to the nodes; nothing where it is not handed on.
    pub(crate) fn kind(&self, call: &Call<'_>) -> Option<Kind> {
        self.methods.kind(self.nodes.id.namespace, &call.method)
    }

    /// The answers to calls of a client, in their order. What sends is sent in that order, one after
    /// another; the reads are asked meanwhile, all at once.
    pub(crate) async fn answer(
        &self,
        errand: Errand,
        calls: &[&Call<'_>],
    ) -> Vec<Result<Said, NoAnswer>> {
        self.watch.look(&self.nodes).await;
        let kinds: Vec<Kind> =
            calls.iter().map(|call| self.kind(call).unwrap_or(Kind::Sending)).collect();
        let asked: Vec<Asked<'_>> = calls
            .iter()
            .zip(&kinds)
            .filter(|(_, kind)| **kind != Kind::Sending)
            .map(|(call, &kind)| self.asked(Read { call, kind }))
            .collect();
        let reading = self.read(errand, &asked);
        let (sent, read) = if asked.len() == calls.len() {
            (Vec::new(), reading.await)
        } else {
            join(Box::pin(self.send_all(errand, calls, &kinds)), reading).await
        };
        let (mut sent, mut read) = (sent.into_iter(), read.into_iter());
        let of_kind = |kind| if kind == Kind::Sending { sent.next() } else { read.next() };
        kinds.into_iter().filter_map(of_kind).collect()
    }

    async fn send_all(
        &self,
        errand: Errand,
        calls: &[&Call<'_>],
        kinds: &[Kind],
    ) -> Vec<Result<Said, NoAnswer>> {
        let mut answers = Vec::new();
        for (call, _) in calls.iter().zip(kinds).filter(|(_, kind)| **kind == Kind::Sending) {
            answers.push(self.send(errand, call).await);
        }
        answers
    }

    async fn send(&self, errand: Errand, call: &Call<'_>) -> Result<Said, NoAnswer> {
        // Hardly a request sends: it is not carried along by all.
        let sent = Box::pin(send(&self.nodes, errand, call)).await;
        // What came of it may show in what the latest block says: an error or nobody's answer changes nothing.
        if matches!(sent, Ok(Said::Result(_)) | Err(NotSent::Unknown)) {
            self.sent.fetch_add(1, Ordering::Relaxed);
        }
        sent.map_err(|why| match why {
            NotSent::Silent => NoAnswer::Silent,
            NotSent::Unknown => NoAnswer::OutcomeUnknown,
        })
    }

    fn asked<'a>(&self, read: Read<'a>) -> Asked<'a> {
        let mut digest = Sha256::new();
        for part in [&*self.name, &*read.call.method, read.call.params().unwrap_or_default()] {
            digest.update(part.len().to_le_bytes());
            digest.update(part);
        }
        let lasting = Lasting::of(self.nodes.id.namespace, read.call);
        Asked { read, lasting, question: digest.finalize().into() }
    }

    /// The answers to reads.
    async fn read(&self, errand: Errand, asked: &[Asked<'_>]) -> Vec<Result<Said, NoAnswer>> {
        let mut said: Vec<Option<Said>> = asked.iter().map(|_| None).collect();
        self.recall(errand, asked, &mut said).await;
        let open: Vec<usize> = (0..asked.len()).filter(|&at| said[at].is_none()).collect();
        self.nodes.tally.answered(Answered::FromMemory, asked.len() - open.len());
        let full = if open.is_empty() {
            None
        } else {
            // What asks nodes is large, and would be moved with all that it is part of.
            Box::pin(self.ask(errand, asked, open, &mut said)).await.err()
        };
        let missing = || full.map_or(NoAnswer::Silent, NoAnswer::NoRoom);
        said.into_iter().map(|it| it.ok_or_else(missing)).collect()
    }

    /// Takes what is kept: what holds for ever, and what is of the latest block where that is still the
    /// latest. Asks which it is, where nobody asked a moment ago.
    async fn recall(&self, errand: Errand, asked: &[Asked<'_>], said: &mut [Option<Said>]) {
        let mut of_a_head = Vec::new();
        for (at, asked) in asked.iter().enumerate() {
            match self.kept.get(&asked.question) {
                Some((result, Holds::Forever)) => said[at] = Some(Said::Result(result)),
                Some((result, holds)) => of_a_head.push((at, result, holds)),
                None => {}
            }
        }
        let mut head = self.head();
        if !of_a_head.iter().any(|(.., holds)| Some(*holds) == head) {
            return;
        }
        let is_new = || self.nodes.seen().is_some_and(|it| it.is_new);
        if !is_new() {
            Box::pin(self.ask_head(errand.within(HEAD_WAIT))).await;
            head = self.head().filter(|_| is_new());
        }
        for (at, result, holds) in of_a_head {
            if Some(holds) == head {
                said[at] = Some(Said::Result(result));
            }
        }
    }

    /// Of what holds until the next block.
    fn head(&self) -> Option<Holds> {
        let block = self.nodes.seen()?.block;
        Some(Holds::AtHead { block, sent: self.sent.load(Ordering::Relaxed) })
    }

    async fn ask_head(&self, errand: Errand) {
        let Some(probe) = Probe::of(self.nodes.id.namespace) else { return };
        let body = probe::body(probe.head);
        let Ok(Calls::One(call)) = Calls::read(body.as_bytes()) else { return };
        let asked = [self.asked(Read { call: &call, kind: Kind::Read })];
        // Whoever answers it tells its head: see `race.rs`.
        let _ = self.ask(errand, &asked, vec![0], &mut [None]).await;
    }

    /// Asks those at the places `open`, each question once; waits a while for those that somebody else asks.
    async fn ask(
        &self,
        errand: Errand,
        asked: &[Asked<'_>],
        open: Vec<usize>,
        said: &mut [Option<Said>],
    ) -> Result<(), Full> {
        let sent = self.sent.load(Ordering::Relaxed);
        let (mut own, mut follows, mut twins) = (Vec::new(), Vec::new(), Vec::new());
        let (mut lead, mut first) = (None, HashMap::new());
        for at in open {
            let question = asked[at].question;
            if let Some(&twin) = first.get(&question) {
                twins.push((at, twin));
                continue;
            }
            first.insert(question, at);
            let follow = if asked.len() > 1 {
                self.flights.follow((question, sent))
            } else {
                match self.flights.join((question, sent)) {
                    Joined::Follow(follow) => Some(follow),
                    Joined::Lead(mine) => {
                        lead = Some(mine);
                        None
                    }
                }
            };
            match follow {
                Some(follow) => follows.push((at, follow)),
                None => own.push(at),
            }
        }
        let patience = errand.within(FOLLOW_WAIT).end;
        let waiting = follows.into_iter().map(|(at, follow)| async move {
            (at, timeout_at(patience, follow.said()).await.ok().flatten())
        });
        let (asking, followed) =
            join(self.put(errand, asked, &own, lead, said), join_all(waiting)).await;
        let mut rest = Vec::new();
        for (at, answer) in followed {
            self.nodes.tally.answered(Answered::WithOthers, usize::from(answer.is_some()));
            if answer.is_none() {
                rest.push(at);
            }
            said[at] = answer;
        }
        asking?;
        self.put(errand, asked, &rest, None, said).await?;
        for (at, twin) in twins {
            let twin = said[twin].clone();
            self.nodes.tally.answered(Answered::WithOthers, usize::from(twin.is_some()));
            said[at] = twin;
        }
        Ok(())
    }

    /// Puts those at some places to the nodes, tells everyone who waits, and keeps what holds.
    async fn put<'a>(
        &self,
        errand: Errand,
        asked: &[Asked<'a>],
        places: &[usize],
        lead: Option<Lead<'_>>,
        said: &mut [Option<Said>],
    ) -> Result<(), Full> {
        if places.is_empty() {
            return Ok(());
        }
        let reads: Vec<Read<'a>> = places.iter().map(|&at| asked[at].read).collect();
        let block = self.nodes.seen().map(|it| it.block);
        let is_of_the_head = places.iter().any(|&at| asked[at].lasting.is_of_the_head(block));
        let head = self.head();
        let race = Race { nodes: &self.nodes, errand, reads: &reads, is_of_the_head };
        let heard = race.run().await?;
        if let (Some(lead), [Some(Heard { said, .. })]) = (lead, &*heard)
            && !matches!(said, Said::Excuse(_))
        {
            lead.tell(said.clone());
        }
        let latest = self.nodes.seen().map(|it| it.block);
        for (&at, heard) in places.iter().zip(heard) {
            let Some(heard) = heard else { continue };
            self.nodes.tally.answered(Answered::ByNode, 1);
            self.keep(&asked[at], &heard, head, latest);
            said[at] = Some(heard.said);
        }
        Ok(())
    }

    /// Keeps an answer that was asked for while `head` was the latest block, where the node that gave it knew
    /// that block; `latest` is the one that is known by now.
    fn keep(&self, asked: &Asked<'_>, heard: &Heard, head: Option<Holds>, latest: Option<u64>) {
        let Said::Result(result) = &heard.said else { return };
        if asked.lasting.is_forever(result, latest) {
            return self.kept.keep(asked.question, result, Holds::Forever);
        }
        let Some(holds @ Holds::AtHead { block, .. }) = head else { return };
        if heard.head.is_some_and(|it| it >= block) && asked.lasting.is_until_next_block(result) {
            self.kept.keep(asked.question, result, holds);
        }
    }
}
