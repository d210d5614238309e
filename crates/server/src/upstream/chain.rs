//! Asks the nodes of a chain, one after another, until one answers.
//!
//! The next node is asked when one is not reached, breaks off, sends junk, or says that it is limited
//! or not well; never when the call itself is at fault. All nodes together have `upstream_timeout_ms`;
//! each gets its share of what is left. A transaction that a node may have taken is not given to the
//! next one. [`Chain::ask`] hands one call on and returns the node's text, [`Chain::ask_all`] does it
//! for a batch, where only the calls without an answer go on to the next node.

use super::call::{Answer, Call, Outcome, error_text};
use super::methods::is_sending;
use super::node::{Client, Failure, Node};
use super::tally::{Came, Tally};
use crate::config::Config;
use crate::error::OUTCOME_UNKNOWN;
use crate::held_bytes::HeldBytes;
use bytes::Bytes;
use protocol::caip::ChainId;
use protocol::rpc;
use serde_json::value::RawValue;
use std::time::Duration;
use tokio::time::{Instant, timeout_at};

/// A chain and its nodes.
pub(crate) struct Chain {
    /// The chain's name.
    pub(crate) id: ChainId,
    /// What its nodes made of what they were asked.
    pub(crate) tally: Tally,
    nodes: Vec<Node>,
    time: Duration,
    answer_limit: usize,
    held: HeldBytes,
}

/// Why there is no answer from any node.
#[derive(Debug)]
pub(crate) enum NoAnswer {
    /// None was reached, or none said anything of use.
    Silent,
    /// One was given a transaction, and nothing more is known.
    OutcomeUnknown,
    /// There is one, and this server has no room for it.
    NoRoom,
}

impl Chain {
    pub(crate) fn new(id: ChainId, nodes: Vec<Node>, config: &Config, held: &HeldBytes) -> Self {
        let (time, answer_limit) = (config.upstream_timeout(), config.upstream_answer_limit_bytes);
        Chain { id, tally: Tally::default(), nodes, time, answer_limit, held: held.clone() }
    }

    /// The answer to one call, as a node wrote it.
    pub(crate) async fn ask(&self, client: &Client, call: &Call<'_>) -> Result<Bytes, NoAnswer> {
        let is_sent = is_sending(&call.method);
        let mut body = String::new();
        call.write(call.id(), &mut body);
        let body = Bytes::from(body);
        let mut turns = Turns::new(self);
        let mut excuse = None;
        while let Some(node) = turns.next() {
            match self.post(client, node, body.clone(), turns.time(is_sent)).await {
                Ok(bytes) => match outcome_of(&bytes) {
                    Some(outcome) if !outcome.is_the_nodes_fault() => {
                        self.tally.add(Came::Answered);
                        return Ok(bytes);
                    }
                    Some(_) => {
                        self.dismiss(node, "it says that it is limited or not well");
                        excuse = Some(bytes);
                    }
                    None => {
                        self.dismiss(node, "it answered junk");
                        if is_sent {
                            return Err(NoAnswer::OutcomeUnknown);
                        }
                    }
                },
                Err(Failure::TooLarge(limit)) => {
                    let mut out = String::new();
                    Outcome::Error(&too_large(limit)).write(call.id(), &mut out);
                    return Ok(Bytes::from(out));
                }
                Err(Failure::NoRoom) => return Err(NoAnswer::NoRoom),
                Err(Failure::Broken(_)) if is_sent => return Err(NoAnswer::OutcomeUnknown),
                Err(Failure::Broken(_) | Failure::NotTaken(_) | Failure::Crowded) => {}
            }
        }
        excuse.ok_or(NoAnswer::Silent)
    }

    /// The answers to many calls, in their order, each written under its call's id.
    pub(crate) async fn ask_all(
        &self,
        client: &Client,
        calls: &[&Call<'_>],
    ) -> Result<Vec<String>, NoAnswer> {
        let mut answers: Vec<Option<String>> = calls.iter().map(|_| None).collect();
        let mut open: Vec<usize> = (0..calls.len()).collect();
        let mut turns = Turns::new(self);
        while !open.is_empty() {
            let Some(node) = turns.next() else { break };
            let has_sending = open.iter().any(|&at| is_sending(&calls[at].method));
            let body = batch(calls, &open);
            match self.post(client, node, body, turns.time(has_sending)).await {
                Ok(bytes) => {
                    let unsaid = take(&bytes, calls, &mut open, &mut answers);
                    if open.is_empty() {
                        self.tally.add(Came::Answered);
                    } else {
                        self.dismiss(node, "it did not answer every call");
                    }
                    give_up_sending(calls, &unsaid, &mut open, &mut answers);
                }
                Err(Failure::TooLarge(limit)) => {
                    let error = too_large(limit);
                    settle(calls, &open, Outcome::Error(&error), &mut answers);
                    open.clear();
                }
                Err(Failure::Broken(_)) => {
                    give_up_sending(calls, &open.clone(), &mut open, &mut answers);
                }
                Err(Failure::NoRoom) => return Err(NoAnswer::NoRoom),
                Err(Failure::NotTaken(_) | Failure::Crowded) => {}
            }
        }
        if answers.iter().all(Option::is_none) {
            return Err(NoAnswer::Silent);
        }
        let silent = error_text(rpc::INTERNAL, "No node answered this call.");
        let missing: Vec<usize> = (0..calls.len()).filter(|&at| answers[at].is_none()).collect();
        settle(calls, &missing, Outcome::Error(&silent), &mut answers);
        Ok(answers.into_iter().flatten().collect())
    }

    /// One attempt, within its time. A node that fails rests.
    async fn post(
        &self,
        client: &Client,
        node: &Node,
        body: Bytes,
        time: Duration,
    ) -> Result<Bytes, Failure> {
        let end = Instant::now() + time;
        let answer = match timeout_at(end, node.free()).await {
            Ok(_free) => {
                let asked = node.post(client, body, self.answer_limit, &self.held);
                let answer = timeout_at(end, asked).await;
                answer.unwrap_or_else(|_| Err(Failure::Broken("no answer in time".into())))
            }
            Err(_) => Err(Failure::Crowded),
        };
        if let Err(failure) = &answer {
            self.tally.add(failure.into());
        }
        if let Err(Failure::NotTaken(why) | Failure::Broken(why)) = &answer {
            self.note(node, why);
        }
        answer
    }

    /// It answered, and another node may do better.
    fn dismiss(&self, node: &Node, why: &str) {
        self.tally.add(Came::Useless);
        self.note(node, why);
    }

    fn note(&self, node: &Node, why: &str) {
        node.rest();
        tracing::warn!(chain = self.id.text(), node = node.host(), why, "a node failed");
    }
}

/// Which node comes next, and how long it has.
struct Turns<'a> {
    /// In reverse.
    left: Vec<&'a Node>,
    end: Instant,
}

impl<'a> Turns<'a> {
    fn new(chain: &'a Chain) -> Self {
        let mut left: Vec<&Node> = chain.nodes.iter().collect();
        // Stable: the order of the configuration holds among those that rest and those that do not.
        left.sort_by_key(|node| node.is_resting());
        left.reverse();
        Turns { left, end: Instant::now() + chain.time }
    }

    fn next(&mut self) -> Option<&'a Node> {
        if Instant::now() < self.end { self.left.pop() } else { None }
    }

    /// The share of the node that was just taken. A transaction gets all that is left: no other node
    /// would be given it anyway.
    fn time(&self, is_sent: bool) -> Duration {
        let nodes = u32::try_from(self.left.len()).unwrap_or(u32::MAX).saturating_add(1);
        let left = self.end.saturating_duration_since(Instant::now());
        if is_sent { left } else { left / nodes }
    }
}

fn outcome_of(body: &[u8]) -> Option<Outcome<'_>> {
    let text = std::str::from_utf8(body).ok()?.trim_ascii_start();
    let object = text.starts_with('{').then_some(text)?;
    serde_json::from_str::<Answer<'_>>(object).ok()?.outcome()
}

/// A batch under ids of ours: a client may use one id twice, and nodes may answer in any order.
fn batch(calls: &[&Call<'_>], open: &[usize]) -> Bytes {
    let mut body = String::from("[");
    for (place, &at) in open.iter().enumerate() {
        if place > 0 {
            body.push(',');
        }
        calls[at].write(&at.to_string(), &mut body);
    }
    body.push(']');
    Bytes::from(body)
}

/// Takes what a node answered to a batch. Answers that are the node's fault are kept for the case
/// that no other node is left, and their calls stay open. Returns the calls that it said nothing of.
fn take(
    body: &[u8],
    calls: &[&Call<'_>],
    open: &mut Vec<usize>,
    answers: &mut [Option<String>],
) -> Vec<usize> {
    let mut unsaid = open.clone();
    // Nodes that refuse a whole batch answer with one error, not with an array.
    if let Some(outcome @ Outcome::Error(_)) = outcome_of(body) {
        settle(calls, &unsaid, outcome, answers);
        if !outcome.is_the_nodes_fault() {
            open.clear();
        }
        return Vec::new();
    }
    let entries = serde_json::from_slice::<Vec<&RawValue>>(body).unwrap_or_default();
    for entry in entries {
        let Ok(answer) = serde_json::from_str::<Answer<'_>>(entry.get()) else { continue };
        let at = answer.id.and_then(|id| id.get().trim_matches('"').parse::<usize>().ok());
        let (Some(at), Some(outcome)) = (at, answer.outcome()) else { continue };
        let Some(place) = unsaid.iter().position(|&it| it == at) else { continue };
        unsaid.swap_remove(place);
        settle(calls, &[at], outcome, answers);
        if !outcome.is_the_nodes_fault() {
            open.retain(|&it| it != at);
        }
    }
    unsaid
}

/// Of `unsaid`, transactions may have been taken all the same: no other node is given them.
fn give_up_sending(
    calls: &[&Call<'_>],
    unsaid: &[usize],
    open: &mut Vec<usize>,
    answers: &mut [Option<String>],
) {
    let error = error_text(rpc::INTERNAL, OUTCOME_UNKNOWN);
    let is_lost = |at: &usize| unsaid.contains(at) && is_sending(&calls[*at].method);
    let lost: Vec<usize> = open.extract_if(.., |at| is_lost(at)).collect();
    settle(calls, &lost, Outcome::Error(&error), answers);
}

fn settle(
    calls: &[&Call<'_>],
    which: &[usize],
    outcome: Outcome<'_>,
    answers: &mut [Option<String>],
) {
    for &at in which {
        let mut text = String::new();
        outcome.write(calls[at].id(), &mut text);
        answers[at] = Some(text);
    }
}

fn too_large(limit: usize) -> String {
    let message = format!("The answer is larger than {limit} bytes. Ask for less at once.");
    error_text(rpc::INVALID_PARAMS, &message)
}
