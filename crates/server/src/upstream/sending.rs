//! Gives a transaction to the nodes of a chain, one after another, until one may have taken it.
//!
//! A second one is asked only where the first did not take it for sure: it was not reached, counts requests,
//! or says that it is not well. Whatever is uncertain is told as that, and never repeated. Where the second has it
//! already, the first took it all the same, and it is sent.

use super::call::Call;
use super::errand::Errand;
use super::known_transaction;
use super::methods::Kind;
use super::node::Failure;
use super::nodes::Nodes;
use super::race::{one, outcome_of_one, share_of};
use super::said::Said;
use super::tally::CallOutcome;
use bytes::Bytes;
use tokio::time::{timeout, timeout_at};

/// Why nobody knows that a transaction was taken.
pub(super) enum NotSent {
    /// No node was reached, or none said anything of use.
    Silent,
    /// A node was given it, and nothing more is known.
    Unknown,
}

/// What a node said to a transaction.
pub(super) async fn send(nodes: &Nodes, errand: Errand, call: &Call<'_>) -> Result<Said, NotSent> {
    let order = nodes.order(true);
    let (mut excuse, mut was_given) = (None, false);
    for (place, node) in order.iter().enumerate() {
        if errand.is_over() {
            break;
        }
        let time = share_of(errand.end, order.len() - place - 1);
        let turn = match timeout(time, nodes.turn(errand.from, node)).await {
            Ok(Ok(turn)) => turn,
            Ok(Err(_)) => continue,
            Err(_) => {
                nodes.tally.add(CallOutcome::Crowded);
                continue;
            }
        };
        let answer = timeout_at(errand.end, nodes.post(&turn, errand.from, node, one(call))).await;
        drop(turn);
        match answer.unwrap_or(Err(Failure::Slow)) {
            Ok(body) => {
                let Some(outcome) = outcome_of_one(&body) else {
                    nodes.dismiss(node, errand.from, false, "it answered junk");
                    return Err(NotSent::Unknown);
                };
                let said = match known_transaction::result(call, outcome) {
                    Some(hash) if was_given => Said::Result(Bytes::from(hash)),
                    _ => Said::of(node, &body, outcome),
                };
                if !outcome.is_the_nodes_fault(Kind::Sending) {
                    nodes.tally.add(CallOutcome::Answered);
                    node.answered();
                    return Ok(said);
                }
                nodes.dismiss(node, errand.from, false, "it did not take a transaction");
                (excuse, was_given) = (Some(said.excused()), true);
            }
            Err(failure) => {
                nodes.failed(node, errand.from, false, &failure);
                match failure {
                    Failure::Broken(_)
                    | Failure::Slow
                    | Failure::NoRoom(_)
                    | Failure::TooLarge(_) => return Err(NotSent::Unknown),
                    Failure::NotTaken(_) | Failure::Refused(_) => was_given = true,
                    Failure::Away(_) => {}
                }
            }
        }
    }
    excuse.ok_or(NotSent::Silent)
}
