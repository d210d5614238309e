//! JSON-RPC to the nodes of a chain: many calls in one request, and the next node where one is of no use.
//!
//! What a node refuses for a reason of the call itself, as [`RpcError::is_final`] has it, is an answer. All
//! else is asked of the next node, and only what is still open.

use std::cell::RefCell;

use chains::rank::{Polls, Standing, order};
use protocol::rpc::{Node, RpcError};
use runtime::{Op, Reply, Verb, World};
use wire::{Json, from_text, to_text};

use crate::http::{TIMEOUT_MS, fetch};

/// How long it counts how a node has answered.
const FORGOTTEN_MS: u64 = 60_000;
/// How many calls one request carries.
const BATCH: usize = 1_000;

/// A call.
pub struct Call<'a> {
    /// Its method.
    pub method: &'a str,
    /// Its parameters.
    pub params: Json,
}

/// What became of a call: its result, or what the node said that was asked last; nothing where none answered.
pub type Told = Option<Result<Json, RpcError>>;

/// Whether there is somebody else to ask where these nodes are of no use.
#[derive(Clone, Copy, PartialEq)]
pub enum Others {
    /// Each is asked once.
    Follow,
    /// The last one is asked again where the request does not get through.
    None,
}

/// How nodes have answered lately, by their URL: those that do go before those that do not. What was asked for is
/// all that is known of them: one that nobody has asked for a minute is asked in its place again.
#[derive(Default)]
pub struct Ranks(RefCell<Vec<Asked>>);

struct Asked {
    url: String,
    polls: Polls,
    at_ms: u64,
}

impl Ranks {
    /// The places of nodes in the order in which they are asked.
    fn order(&self, nodes: &[Node], now_ms: u64) -> Vec<usize> {
        let mut all = self.0.borrow_mut();
        let is_of = |asked: &Asked| nodes.iter().any(|node| node.url == asked.url);
        let is_old = |asked: &Asked| now_ms.saturating_sub(asked.at_ms) > FORGOTTEN_MS;
        if all.iter().any(|it| is_of(it) && is_old(it)) {
            all.retain(|it| !is_of(it));
        }
        let standing = |node: &Node| {
            let asked = all.iter().find(|it| it.url == node.url);
            let polls = asked.map(|it| it.polls).unwrap_or_default();
            Standing { polls, load: 0, is_resting: false, is_behind: false }
        };
        order(&nodes.iter().map(standing).collect::<Vec<_>>())
    }

    fn note(&self, node: &Node, answered_in_us: Option<u32>, at_ms: u64) {
        let mut all = self.0.borrow_mut();
        let at = all.iter().position(|it| it.url == node.url).unwrap_or_else(|| {
            all.push(Asked { url: node.url.clone(), polls: Polls::default(), at_ms });
            all.len() - 1
        });
        all[at].polls.add(answered_in_us);
        all[at].at_ms = at_ms;
    }
}

/// Asks the nodes. What is told stands in the order of the calls.
pub async fn ask(
    world: &World,
    ranks: &Ranks,
    nodes: &[Node],
    others: Others,
    calls: &[Call<'_>],
) -> Vec<Told> {
    let mut told: Vec<Told> = calls.iter().map(|_| None).collect();
    if nodes.is_empty() {
        return told;
    }
    for (turn, place) in ranks.order(nodes, world.now_ms().await).into_iter().enumerate() {
        let node = &nodes[place];
        let is_last = others == Others::None && turn + 1 == nodes.len();
        let open: Vec<usize> = (0..calls.len()).filter(|at| is_open(&told[*at])).collect();
        for some in open.chunks(BATCH) {
            let op = request(node, calls, some);
            let began_ms = world.now_ms().await;
            let answer = if is_last { again(world, op).await } else { once(world, op).await };
            let now_ms = world.now_ms().await;
            let took_us = now_ms.saturating_sub(began_ms) * 1_000;
            let took_us = u32::try_from(took_us).unwrap_or(u32::MAX);
            ranks.note(node, answer.as_ref().map(|_| took_us), now_ms);
            if let Some(answer) = answer {
                hear(&mut told, some, &answer);
            }
        }
    }
    told
}

fn is_open(told: &Told) -> bool {
    !matches!(told, Some(Ok(_))) && !matches!(told, Some(Err(error)) if error.is_final())
}

/// The request that makes some of the calls, by their places. Some nodes take no list, so that of one call none
/// is made.
pub fn body(calls: &[Call<'_>], some: &[usize]) -> String {
    let call = |at: &usize| {
        Json::object([
            ("jsonrpc", Json::text("2.0")),
            ("id", Json::Number(at.to_string().into())),
            ("method", Json::text(calls[*at].method)),
            ("params", calls[*at].params.clone()),
        ])
    };
    to_text(&match some {
        [one] => call(one),
        some => Json::list(some.iter().map(call)),
    })
}

fn request(node: &Node, calls: &[Call<'_>], some: &[usize]) -> Op {
    let mut headers = node.headers.clone();
    if headers.iter().all(|(name, _)| name != "content-type") {
        headers.push(("content-type".to_owned(), "application/json".to_owned()));
    }
    let (url, body) = (node.url.clone(), Some(body(calls, some)));
    Op::Fetch { url, method: Verb::Post, headers, body, timeout_ms: TIMEOUT_MS }
}

async fn once(world: &World, op: Op) -> Option<Json> {
    match world.perform(op).await {
        Reply::Fetched { status: 200..=299, body, .. } => from_text(&body).ok(),
        _ => None,
    }
}

async fn again(world: &World, op: Op) -> Option<Json> {
    from_text(&fetch(world, op).await.ok()?).ok()
}

/// Takes what a node says of some calls. What it leaves out stays open.
fn hear(told: &mut [Told], some: &[usize], answer: &Json) {
    if let ([at], Json::Object(_)) = (some, answer) {
        if let Some(said) = said(answer) {
            told[*at] = Some(said);
        }
        return;
    }
    for answer in answer.as_list().unwrap_or_default() {
        let id = answer.get("id").and_then(|it| it.as_number().or(it.as_text())?.parse().ok());
        let at = id.filter(|it| some.contains(it));
        if let (Some(at), Some(said)) = (at, said(answer)) {
            told[at] = Some(said);
        }
    }
}

/// What an answer says; nothing where it is none.
pub fn said(answer: &Json) -> Told {
    let error = answer.get("error").filter(|error| **error != Json::Null);
    error.map(|error| Err(RpcError::of(error))).or_else(|| answer.get("result").cloned().map(Ok))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heard(some: &[usize], answer: &str) -> Vec<Told> {
        let mut told: Vec<Told> = vec![None; 3];
        hear(&mut told, some, &from_text(answer).unwrap());
        told
    }

    #[test]
    fn answers_are_told_apart_by_their_ids() {
        let shuffled = r#"[{"id":2,"result":"c"},{"id":"0","result":"a"},{"id":7,"result":"x"}]"#;
        let result = |text| Some(Ok(Json::text(text)));
        assert_eq!(heard(&[0, 2], shuffled), [result("a"), None, result("c")]);
        // Nobody asked for it here.
        assert_eq!(heard(&[0, 1], r#"[{"id":2,"result":"c"}]"#), [None, None, None]);
        assert_eq!(heard(&[1], r#"{"id":1,"result":"b"}"#), [None, result("b"), None]);
        assert_eq!(heard(&[1], r#"[{"id":1,"result":"b"}]"#), [None, result("b"), None]);
    }

    #[test]
    fn a_node_that_failed_goes_last_for_a_minute() {
        let node = |url: &str| Node { url: url.to_owned(), headers: vec![] };
        let (first, second) = (node("https://first.example"), node("https://second.example"));
        let nodes = [first.clone(), second.clone()];
        let ranks = Ranks::default();
        assert_eq!(ranks.order(&nodes, 0), [0, 1]);
        ranks.note(&first, None, 1_000);
        ranks.note(&second, Some(90_000), 1_000);
        assert_eq!(ranks.order(&nodes, 61_000), [1, 0]);
        ranks.note(&second, Some(90_000), 61_000);
        assert_eq!(ranks.order(&nodes, 61_001), [0, 1]);
        ranks.note(&first, Some(90_000), 61_001);
        assert_eq!(ranks.order(&nodes, 61_002), [0, 1]);
    }

    #[test]
    fn what_is_no_answer_leaves_a_call_open() {
        for junk in ["null", "[]", "{}", "[[]]", r#"[{"id":0}]"#, r#"{"error":{"code":1}}"#] {
            assert_eq!(heard(&[0, 1], junk), [None, None, None], "{junk}");
        }
        let refused = heard(&[0], r#"{"error":{"code":-32005,"message":"slower"}}"#);
        assert!(is_open(&refused[0]));
        let reverted = heard(&[0], r#"{"error":{"code":3,"message":"execution reverted"}}"#);
        assert!(!is_open(&reverted[0]));
    }
}
