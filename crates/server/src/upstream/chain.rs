//! Asks the nodes of a chain, one after another, until one answers.
//!
//! The next node is asked when one is not reached, breaks off, sends junk, or says that it is limited
//! or not well; never when the call itself is at fault. All nodes together have `upstream_timeout_ms`;
//! each gets its share of what is left. What may have been sent is not given to the next one, nor is a
//! read that its caller can make slow, once it was slow. [`Chain::ask`] hands one call on and returns
//! the node's text, [`Chain::ask_all`] does it for a batch, where only the calls without an answer go
//! on to the next node.

use super::call::{Answer, Call, Outcome, error_text};
use super::failover::Failover;
use super::methods::{Kind, Methods};
use super::node::{Client, Failure, Node};
use super::tally::{CallOutcome, Tally};
use crate::ceiling::Full;
use crate::config::Config;
use crate::error::OUTCOME_UNKNOWN;
use crate::held_bytes::{HeldBytes, NoRoom, Room};
use bytes::Bytes;
use protocol::caip::ChainId;
use protocol::rpc;
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::net::IpAddr;
use std::time::Duration;
use tokio::time::{Instant, timeout_at};

/// A chain and its nodes.
pub(crate) struct Chain {
    /// The chain's name.
    pub(crate) id: ChainId,
    /// What its nodes made of what they were asked.
    pub(crate) tally: Tally,
    nodes: Vec<Node>,
    methods: Methods,
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
    NoRoom(Full),
}

impl Chain {
    pub(crate) fn new(id: ChainId, nodes: Vec<Node>, config: &Config, held: HeldBytes) -> Self {
        let (time, answer_limit) = (config.upstream_timeout(), config.upstream_answer_limit_bytes);
        let (tally, methods) = (Tally::default(), Methods::new(config));
        Chain { id, tally, nodes, methods, time, answer_limit, held }
    }

    /// What a call is to the nodes; nothing where it is not handed on.
    pub(crate) fn kind(&self, call: &Call<'_>) -> Option<Kind> {
        self.methods.kind(self.id.namespace, &call.method)
    }

    /// The answer to one call of a client, as a node wrote it.
    pub(crate) async fn ask(
        &self,
        client: &Client,
        from: IpAddr,
        call: &Call<'_>,
    ) -> Result<Bytes, NoAnswer> {
        let kind = self.kind_or_sending(call);
        let is_blamed = kind == Kind::Read;
        let mut body = String::new();
        call.write(call.id(), &mut body);
        let body = Bytes::from(body);
        let mut failover = Failover::new(&self.nodes, self.time);
        let mut excuse = None;
        while let Some(node) = failover.next() {
            let time = failover.time(kind);
            match self.post(client, from, node, body.clone(), time, is_blamed).await {
                Ok(bytes) => {
                    let Some(outcome) = outcome_of(&bytes) else {
                        self.dismiss(node, from, is_blamed, "it answered junk");
                        if kind == Kind::Sending {
                            return Err(NoAnswer::OutcomeUnknown);
                        }
                        continue;
                    };
                    let is_of_no_use = self.judge(node, from, kind, outcome);
                    let answer = shown(node, call, outcome).unwrap_or_else(|| bytes.clone());
                    if !is_of_no_use {
                        return Ok(answer);
                    }
                    excuse = Some(answer);
                }
                Err(Failure::TooLarge(limit)) => {
                    let mut out = String::new();
                    Outcome::Error(&too_large(limit)).write(call.id(), &mut out);
                    return Ok(Bytes::from(out));
                }
                Err(Failure::NoRoom(full)) => return Err(self.no_room(&[call], full)),
                Err(Failure::Broken(_) | Failure::Slow) if kind == Kind::Sending => {
                    return Err(NoAnswer::OutcomeUnknown);
                }
                Err(Failure::Slow) if kind == Kind::Dear => break,
                Err(_) => {}
            }
        }
        excuse.ok_or(NoAnswer::Silent)
    }

    /// The answers to many calls of a client, in their order, each written under its call's id.
    pub(crate) async fn ask_all(
        &self,
        client: &Client,
        from: IpAddr,
        calls: &[&Call<'_>],
    ) -> Result<Vec<String>, NoAnswer> {
        let kinds: Vec<Kind> = calls.iter().map(|call| self.kind_or_sending(call)).collect();
        let mut answers: Vec<Option<String>> = calls.iter().map(|_| None).collect();
        let mut open: Vec<usize> = (0..calls.len()).collect();
        let mut failover = Failover::new(&self.nodes, self.time);
        // Of the answers that are there while the next node is asked.
        let mut waiting = self.held.room(from);
        while !open.is_empty() {
            let Some(node) = failover.next() else { break };
            let time = failover.time(kind_of_all(&kinds, &open));
            let is_blamed = open.iter().all(|&at| kinds[at] == Kind::Read);
            match self.post(client, from, node, batch(calls, &open), time, is_blamed).await {
                Ok(bytes) => {
                    let unsaid = take(node, &bytes, calls, &kinds, &mut open, &mut answers);
                    if open.is_empty() {
                        self.tally.add(CallOutcome::Answered);
                        node.answered();
                    } else if unsaid.is_empty() {
                        self.tally.add(CallOutcome::Useless);
                    } else {
                        self.dismiss(node, from, is_blamed, "it did not answer every call");
                    }
                    give_up(Kind::Sending, &kinds, calls, &unsaid, &mut open, &mut answers);
                    if !open.is_empty() {
                        self.hold(&mut waiting, calls, &answers)?;
                    }
                }
                Err(Failure::TooLarge(limit)) => {
                    let error = too_large(limit);
                    write_answers(calls, &open, Outcome::Error(&error), &mut answers);
                    open.clear();
                }
                Err(Failure::NoRoom(full)) => return Err(self.no_room(calls, full)),
                Err(failure @ (Failure::Broken(_) | Failure::Slow)) => {
                    let unsaid = open.clone();
                    give_up(Kind::Sending, &kinds, calls, &unsaid, &mut open, &mut answers);
                    if matches!(failure, Failure::Slow) {
                        give_up(Kind::Dear, &kinds, calls, &unsaid, &mut open, &mut answers);
                    }
                }
                Err(
                    Failure::Away(_)
                    | Failure::NotTaken(_)
                    | Failure::Refused(_)
                    | Failure::Crowded,
                ) => {}
            }
        }
        if answers.iter().all(Option::is_none) {
            return Err(NoAnswer::Silent);
        }
        let missing: Vec<usize> = (0..calls.len()).filter(|&at| answers[at].is_none()).collect();
        write_answers(calls, &missing, Outcome::Error(&silent()), &mut answers);
        Ok(answers.into_iter().flatten().collect())
    }

    /// Makes room for the answers that are there.
    fn hold(
        &self,
        room: &mut Room,
        calls: &[&Call<'_>],
        answers: &[Option<String>],
    ) -> Result<(), NoAnswer> {
        let bytes = answers.iter().flatten().map(String::len).sum();
        room.grow_to(bytes).map_err(|NoRoom(full)| self.no_room(calls, full))
    }

    /// There is no room for what came of these calls. A transaction among them may have been taken.
    pub(crate) fn no_room(&self, calls: &[&Call<'_>], full: Full) -> NoAnswer {
        let is_sent = calls.iter().any(|call| self.kind_or_sending(call) == Kind::Sending);
        if is_sent { NoAnswer::OutcomeUnknown } else { NoAnswer::NoRoom(full) }
    }

    fn kind_or_sending(&self, call: &Call<'_>) -> Kind {
        self.kind(call).unwrap_or(Kind::Sending)
    }

    /// One attempt, within its time.
    async fn post(
        &self,
        client: &Client,
        from: IpAddr,
        node: &Node,
        body: Bytes,
        time: Duration,
        is_blamed: bool,
    ) -> Result<Bytes, Failure> {
        let end = Instant::now() + time;
        let answer = match timeout_at(end, node.turn(from)).await {
            Ok(_turn) => {
                let asked = node.post(client, body, self.answer_limit, self.held.gather(from));
                timeout_at(end, asked).await.unwrap_or(Err(Failure::Slow))
            }
            Err(_) => Err(Failure::Crowded),
        };
        let Err(failure) = answer else { return answer };
        self.tally.add((&failure).into());
        match &failure {
            Failure::Away(why) => {
                node.was_away();
                self.note(node, why);
            }
            Failure::NotTaken(why) | Failure::Broken(why) => {
                self.blame(node, from, is_blamed, why);
            }
            Failure::Slow => self.blame(node, from, is_blamed, "no answer in time"),
            Failure::Refused(why) => self.note(node, why),
            Failure::TooLarge(_) | Failure::NoRoom(_) | Failure::Crowded => {}
        }
        Err(failure)
    }

    /// Whether another node may do better. Words do not make a node rest: callers can bring them about.
    fn judge(&self, node: &Node, from: IpAddr, kind: Kind, outcome: Outcome<'_>) -> bool {
        let is_of_no_use = outcome.is_the_nodes_fault(kind);
        if is_of_no_use && outcome.is_limit() {
            self.dismiss(node, from, kind == Kind::Read, "it says that it is limited");
            return true;
        }
        self.tally.add(if is_of_no_use { CallOutcome::Useless } else { CallOutcome::Answered });
        if !is_of_no_use {
            node.answered();
        }
        is_of_no_use
    }

    /// It answered, and another node may do better.
    fn dismiss(&self, node: &Node, from: IpAddr, is_blamed: bool, why: &str) {
        self.tally.add(CallOutcome::Useless);
        self.blame(node, from, is_blamed, why);
    }

    /// It failed a client. What callers can bring about is not held against it: only what came of reads
    /// that take a sound node no time.
    fn blame(&self, node: &Node, from: IpAddr, is_blamed: bool, why: &str) {
        if is_blamed {
            node.failed(from);
        }
        self.note(node, why);
    }

    fn note(&self, node: &Node, why: &str) {
        tracing::warn!(chain = self.id.text(), node = node.host(), why, "a node failed");
    }
}

fn outcome_of(body: &[u8]) -> Option<Outcome<'_>> {
    let text = std::str::from_utf8(body).ok()?.trim_ascii_start();
    let object = text.starts_with('{').then_some(text)?;
    serde_json::from_str::<Answer<'_>>(object).ok()?.outcome()
}

/// How long a node is waited for because of these calls: a transaction gets all the time there is, and
/// so do dear reads, unless others wait with them.
fn kind_of_all(kinds: &[Kind], open: &[usize]) -> Kind {
    let all = || open.iter().map(|&at| kinds[at]);
    let sending = all().find(|kind| *kind == Kind::Sending);
    sending.or(all().min()).unwrap_or(Kind::Read)
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
    node: &Node,
    body: &[u8],
    calls: &[&Call<'_>],
    kinds: &[Kind],
    open: &mut Vec<usize>,
    answers: &mut [Option<String>],
) -> Vec<usize> {
    let mut unsaid = open.clone();
    // Nodes that refuse a whole batch answer with one error, not with an array.
    if let Some(outcome @ Outcome::Error(text)) = outcome_of(body) {
        write_answers(calls, &unsaid, Outcome::Error(&without_its_name(node, text)), answers);
        let kind = open.iter().map(|&at| kinds[at]).min().unwrap_or(Kind::Read);
        if !outcome.is_the_nodes_fault(kind) {
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
        match outcome {
            Outcome::Result(_) => write_answers(calls, &[at], outcome, answers),
            Outcome::Error(text) => {
                write_answers(calls, &[at], Outcome::Error(&without_its_name(node, text)), answers);
            }
        }
        if !outcome.is_the_nodes_fault(kinds[at]) {
            open.retain(|&it| it != at);
        }
    }
    unsaid
}

/// Of `unsaid`, what is of this kind is given to no other node.
fn give_up(
    kind: Kind,
    kinds: &[Kind],
    calls: &[&Call<'_>],
    unsaid: &[usize],
    open: &mut Vec<usize>,
    answers: &mut [Option<String>],
) {
    let error = match kind {
        Kind::Sending => error_text(rpc::INTERNAL, OUTCOME_UNKNOWN),
        Kind::Read | Kind::Dear => silent(),
    };
    let is_lost = |at: &usize| unsaid.contains(at) && kinds[*at] == kind;
    let lost: Vec<usize> = open.extract_if(.., |at| is_lost(at)).collect();
    write_answers(calls, &lost, Outcome::Error(&error), answers);
}

fn write_answers(
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

/// The answer anew, where it is an error that must not be passed on as it is.
fn shown(node: &Node, call: &Call<'_>, outcome: Outcome<'_>) -> Option<Bytes> {
    let Outcome::Error(text) = outcome else { return None };
    let Cow::Owned(error) = without_its_name(node, text) else { return None };
    let mut out = String::new();
    Outcome::Error(&error).write(call.id(), &mut out);
    Some(Bytes::from(out))
}

/// The text of an error. Nodes quote their own URL at times, and there may be a key in it.
fn without_its_name<'a>(node: &Node, text: &'a str) -> Cow<'a, str> {
    if !node.is_quoted_in(text) {
        return Cow::Borrowed(text);
    }
    let code = Outcome::Error(text).code().unwrap_or(rpc::INTERNAL.into());
    Cow::Owned(error_text(code, "The node's words are left out, for they name the node."))
}

fn silent() -> String {
    error_text(rpc::INTERNAL, "No node answered this call.")
}

fn too_large(limit: usize) -> String {
    let message = format!("The answer is larger than {limit} bytes. Ask for less at once.");
    error_text(rpc::INVALID_PARAMS, &message)
}
