//! Asks the nodes of a chain until every one of some reads has an answer.
//!
//! The best node is asked first ([`chains::rank`]). The next one is asked besides where it takes longer
//! than usual, and in its place where it is not reached, breaks off, sends junk, leaves a call out, or says
//! that it is limited or not well; never when the call itself is at fault. What comes first counts, and the
//! calls that have no answer yet are all that the next one gets. No node is left out while a read has
//! no answer.

use super::answers::{Answers, Heard};
use super::call::{Answer, Call, Outcome};
use super::errand::Errand;
use super::methods::Kind;
use super::node::{Failure, Node};
use super::nodes::Nodes;
use super::probe::block_of;
use super::said::Said;
use super::tally::CallOutcome;
use crate::ceiling::Full;
use bytes::Bytes;
use futures_util::stream::{self, FuturesUnordered, StreamExt};
use protocol::rpc;
use serde_json::value::RawValue;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::time::{Instant, sleep_until};

/// How it begins what callers hear of an answer that is larger than this server takes.
pub(super) const TOO_LARGE: &str = "The answer is larger than";

/// The id of a call that goes alone.
const ONE: &str = "1";
/// A batch has a pace of its own, whatever is in it.
const BATCH: &str = "batch";
/// How many calls of a batch that no node takes are asked at once.
const SINGLY_AT_ONCE: usize = 8;

/// A read, and what it is to nodes.
#[derive(Clone, Copy)]
pub(super) struct Read<'a> {
    pub(super) call: &'a Call<'a>,
    pub(super) kind: Kind,
}

/// Some reads on their way to a chain's nodes.
pub(super) struct Race<'a> {
    pub(super) nodes: &'a Nodes,
    pub(super) errand: Errand,
    pub(super) reads: &'a [Read<'a>],
    /// Whether any of them is of the latest block.
    pub(super) is_of_the_head: bool,
}

/// A node that was asked, and did not answer yet.
struct Waiting<'a> {
    node: &'a Node,
    /// Whether it was given what is asked: there may have been too much for it already.
    is_given: Arc<AtomicBool>,
    is_noted: bool,
}

/// What became of asking a node.
struct Tried<'a> {
    node: &'a Node,
    /// The places of the reads that it was given.
    given: Vec<usize>,
    answer: Result<Bytes, Failure>,
}

/// What is waited for besides an answer.
#[derive(Clone, Copy)]
enum Patience {
    /// As long as such an answer usually takes.
    Usual,
    /// A node's share of the time.
    Share,
}

impl<'a> Race<'a> {
    /// The answers in the order of the reads, nothing where no node gave any; or that this server has no
    /// room for them. What no node takes as a batch is asked call by call.
    pub(super) async fn run(&self) -> Result<Vec<Option<Heard>>, Full> {
        let mut answers = self.ask().await?;
        if answers.is_batch_refused {
            let singly = answers.open().into_iter().map(|at| async move {
                let race = Race { reads: &self.reads[at..=at], ..*self };
                (at, race.ask().await)
            });
            let mut singly = stream::iter(singly).buffer_unordered(SINGLY_AT_ONCE);
            while let Some((at, asked)) = singly.next().await {
                answers.excuses[at] = asked?.or_excuses().pop().flatten();
            }
        }
        Ok(answers.or_excuses())
    }

    async fn ask(&self) -> Result<Answers, Full> {
        let mut answers = Answers::none(self.reads.len());
        let mut left = self.nodes.order(self.is_of_the_head).into_iter();
        let mut asked: Vec<Waiting<'_>> = Vec::new();
        let mut attempts = FuturesUnordered::new();
        let (mut wake, mut patience) = (self.errand.end, Patience::Share);
        let mut is_next_due = true;
        self.nodes.pace.asked();
        loop {
            if is_next_due {
                is_next_due = false;
                if let Some(node) = left.next() {
                    (wake, patience) = self.patience(left.len());
                    let is_given = Arc::new(AtomicBool::new(false));
                    attempts.push(self.attempt(node, answers.open(), is_given.clone()));
                    asked.push(Waiting { node, is_given, is_noted: false });
                } else if attempts.is_empty() {
                    break;
                } else {
                    wake = self.errand.end;
                }
            }
            tokio::select! {
                biased;
                Some(Tried { node, given, answer }) = attempts.next() => {
                    asked.retain(|it| !std::ptr::eq(it.node, node));
                    let is_whole = self.take(node, &given, answer, &mut answers)?;
                    if answers.open().is_empty() {
                        break;
                    }
                    is_next_due = !is_whole;
                }
                () = sleep_until(wake) => {
                    if self.errand.is_over() {
                        self.note_slow(&mut asked);
                        break;
                    }
                    match patience {
                        Patience::Usual if self.nodes.pace.may_hedge() => is_next_due = true,
                        Patience::Usual => (wake, patience) = (self.share(left.len()), Patience::Share),
                        Patience::Share => {
                            self.note_slow(&mut asked);
                            is_next_due = true;
                        }
                    }
                }
            }
        }
        Ok(answers)
    }

    /// When the next node is asked besides, where `left` more are there after this one.
    fn patience(&self, left: usize) -> (Instant, Patience) {
        let share = self.share(left);
        match self.nodes.pace.usual(self.pace_name()).map(|usual| Instant::now() + usual) {
            Some(usual) if left > 0 && usual < share => (usual, Patience::Usual),
            _ => (share, Patience::Share),
        }
    }

    fn share(&self, left: usize) -> Instant {
        Instant::now() + share_of(self.errand.end, left)
    }

    /// By which this is known to [`super::pace::Pace`].
    fn pace_name(&self) -> &str {
        match self.reads {
            [read] => &read.call.method,
            _ => BATCH,
        }
    }

    /// Whether what comes of it says how the node is: only what takes a sound one no time.
    fn is_blamed(&self, given: &[usize]) -> bool {
        given.iter().all(|&at| self.reads[at].kind == Kind::Read)
    }

    async fn attempt(
        &self,
        node: &'a Node,
        given: Vec<usize>,
        is_given: Arc<AtomicBool>,
    ) -> Tried<'a> {
        let body = match &*given {
            [at] if self.reads.len() == 1 => one(self.reads[*at].call),
            _ => batch(self.reads, &given),
        };
        let start = Instant::now();
        let answer = self.post(node, body, &is_given).await;
        if answer.is_ok() {
            self.nodes.pace.note(self.pace_name(), start.elapsed());
        }
        Tried { node, given, answer }
    }

    async fn post(
        &self,
        node: &Node,
        body: Bytes,
        is_given: &AtomicBool,
    ) -> Result<Bytes, Failure> {
        let turn = self.nodes.turn_to_read(self.errand.from, node).await?;
        is_given.store(true, Ordering::Relaxed);
        let answer = self.nodes.post(&turn, self.errand.from, node, body).await?;
        // That may have become known just now.
        if self.is_of_the_head && self.nodes.is_behind(node) {
            return Err(Failure::Refused("it is behind the others".to_owned()));
        }
        Ok(answer)
    }

    /// Takes what a node answered. Says whether it did all that it was asked for; where it did not, the
    /// next node is due.
    fn take(
        &self,
        node: &Node,
        given: &[usize],
        answer: Result<Bytes, Failure>,
        answers: &mut Answers,
    ) -> Result<bool, Full> {
        let is_blamed = self.is_blamed(given);
        match answer {
            Ok(body) => {
                let unsaid = self.take_body(node, given, &body, answers);
                let is_whole = given.iter().all(|&at| answers.said[at].is_some());
                if is_whole {
                    self.nodes.tally.add(CallOutcome::Answered);
                    node.answered();
                } else if unsaid > 0 {
                    self.nodes.dismiss(
                        node,
                        self.errand.from,
                        is_blamed,
                        "it did not answer every call",
                    );
                } else {
                    self.nodes.tally.add(CallOutcome::Useless);
                }
                Ok(is_whole)
            }
            Err(Failure::TooLarge(limit)) => Ok(self.take_too_large(limit, given, answers)),
            Err(Failure::NoRoom(full)) => Err(full),
            Err(failure) => {
                self.nodes.failed(node, self.errand.from, is_blamed, &failure);
                Ok(false)
            }
        }
    }

    /// An answer was larger than `limit`. What its caller can make large every node would answer so; of anything
    /// else another node may say less, and where none does, this is what is told.
    fn take_too_large(&self, limit: usize, given: &[usize], answers: &mut Answers) -> bool {
        self.nodes.tally.add(CallOutcome::TooLarge);
        let words = format!("{TOO_LARGE} {limit} bytes. Ask for less at once.");
        let error = Said::error(rpc::INVALID_PARAMS, &words);
        let is_alone = self.reads.len() == 1;
        let said = if is_alone { error } else { error.excused() };
        let is_of_the_node = is_alone && self.is_blamed(given);
        for &at in given {
            let heard = Heard { said: said.clone(), head: None };
            if is_of_the_node {
                answers.excuses[at] = Some(heard);
            } else {
                answers.say(at, heard);
            }
        }
        !is_of_the_node
    }

    /// Takes what stands in a body. Returns how many reads it says nothing of.
    fn take_body(
        &self,
        node: &Node,
        given: &[usize],
        body: &Bytes,
        answers: &mut Answers,
    ) -> usize {
        let mut unsaid = given.to_vec();
        if self.reads.len() == 1 {
            if let Some(outcome) = outcome_of_one(body) {
                unsaid.clear();
                self.judge(node, given[0], Said::of(node, body, outcome), outcome, answers);
            }
            return unsaid.len();
        }
        // Nodes that refuse a whole batch answer with one error, not with a list. Another may take it.
        if let Some(outcome @ Outcome::Error(_)) = Answer::read(body).and_then(|it| it.outcome()) {
            // Of a node that counts requests, to ask more of it makes it worse.
            answers.is_batch_refused |=
                !outcome.is_limit() && !outcome.is_the_nodes_fault(Kind::Read);
            for at in unsaid.drain(..) {
                let said = Said::of(node, body, outcome).excused();
                answers.excuses[at] = Some(Heard { said, head: None });
            }
            return 0;
        }
        let entries = serde_json::from_slice::<Vec<&RawValue>>(body).unwrap_or_default();
        for entry in entries {
            let Ok(answer) = serde_json::from_str::<Answer<'_>>(entry.get()) else { continue };
            let at = answer.id.and_then(|id| id.get().trim_matches('"').parse().ok());
            let (Some(at), Some(outcome)) = (at, answer.outcome()) else { continue };
            let Some(place) = unsaid.iter().position(|&it| it == at) else { continue };
            unsaid.swap_remove(place);
            self.judge(node, at, Said::of(node, body, outcome), outcome, answers);
        }
        unsaid.len()
    }

    /// Takes an answer, or keeps it for the case that no other node does better. Words do not make a node
    /// rest: callers can bring them about.
    fn judge(
        &self,
        node: &Node,
        at: usize,
        said: Said,
        outcome: Outcome<'_>,
        answers: &mut Answers,
    ) {
        let read = &self.reads[at];
        if !outcome.is_the_nodes_fault(read.kind) {
            note_head(node, read.call, outcome);
            return answers.say(at, Heard { said, head: node.head().map(|it| it.block) });
        }
        answers.excuses[at] = Some(Heard { said: said.excused(), head: None });
        if self.reads.len() == 1 && outcome.is_limit() {
            self.nodes.blame(
                node,
                self.errand.from,
                read.kind == Kind::Read,
                "it says that it is limited",
            );
        }
    }

    /// Notes once of each that it took too long; of one that was not given anything, that it was not.
    fn note_slow(&self, asked: &mut [Waiting<'_>]) {
        let is_blamed = self.reads.iter().all(|read| read.kind == Kind::Read);
        for waiting in asked.iter_mut().filter(|it| !it.is_noted) {
            waiting.is_noted = true;
            if waiting.is_given.load(Ordering::Relaxed) {
                self.nodes.failed(waiting.node, self.errand.from, is_blamed, &Failure::Slow);
            } else {
                self.nodes.tally.add(CallOutcome::Crowded);
            }
        }
    }
}

/// A call was answered. What the latest block is says something of the node, too.
fn note_head(node: &Node, call: &Call<'_>, outcome: Outcome<'_>) {
    let Outcome::Result(text) = outcome else { return };
    if call.method == "eth_blockNumber"
        && let Some(block) = block_of(text)
    {
        node.told_head(block);
    }
}

/// The body of one call, under an id of ours: what a client's is, is nobody's business.
pub(super) fn one(call: &Call<'_>) -> Bytes {
    let mut body = String::new();
    call.write(ONE, &mut body);
    Bytes::from(body)
}

/// A batch under ids of ours: a client may use one id twice, and nodes may answer in any order.
fn batch(reads: &[Read<'_>], given: &[usize]) -> Bytes {
    let mut body = String::from("[");
    for (place, &at) in given.iter().enumerate() {
        if place > 0 {
            body.push(',');
        }
        reads[at].call.write(&at.to_string(), &mut body);
    }
    body.push(']');
    Bytes::from(body)
}

/// What is answered to one call.
pub(super) fn outcome_of_one(body: &[u8]) -> Option<Outcome<'_>> {
    Answer::read(body)?.outcome_to(ONE)
}

/// A node's part of the time until `end`, where `left` more come after it.
pub(super) fn share_of(end: Instant, left: usize) -> Duration {
    let nodes = u32::try_from(left).unwrap_or(u32::MAX).saturating_add(1);
    end.saturating_duration_since(Instant::now()) / nodes
}
