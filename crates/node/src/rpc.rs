//! JSON-RPC to the nodes of a chain: many calls in one request, and the next node where one is of no use. The host's own
//! go first, as they rank, and the operator's server last.
//!
//! What a node refuses for a reason of the call itself, as [`RpcError::is_final`] has it, is an answer. All
//! else is asked of the next node, and only what is still open.

use std::slice;

use chains::amount::Amount;
use protocol::caip::{ChainId, Namespace};
use protocol::rpc::{Node, Nodes, RpcError};
use runtime::{Op, Performed, Reply, Verb, World};
use wire::{Json, from_text, to_text};

use crate::http::{Fetching, TIMEOUT_MS, TRIES, Unanswered, tries};
use crate::ranks::Ranks;

/// How many calls one request carries.
const BATCH: usize = 1_000;
/// How long an answer that is there waits for its node to say of which chain that is.
const PATIENCE_MS: u32 = 2_000;

/// A call.
pub struct Call<'a> {
    /// Its method.
    pub method: &'a str,
    /// Its parameters.
    pub params: Json,
}

/// What became of a call: its result, or what the node said that was asked last; nothing where none answered.
pub type Told = Option<Result<Json, RpcError>>;

/// What came of calls.
pub struct Answers {
    /// What was told of each, in the order of the calls.
    pub told: Vec<Told>,
    /// Why the server did not answer, where it was asked.
    pub failure: Option<Unanswered>,
}

/// Asks the host's own nodes, each once, in the order of their ranks; then the server, if there is one to ask, again
/// where the request does not get through. Which one that is is asked where it is its turn.
pub async fn ask(
    world: &World,
    ranks: &Ranks,
    nodes: &Nodes,
    server: impl AsyncFnOnce() -> Option<Node>,
    calls: &[Call<'_>],
) -> Answers {
    let mut told: Vec<Told> = calls.iter().map(|_| None).collect();
    let open =
        |told: &[Told]| (0..calls.len()).filter(|at| is_open(&told[*at])).collect::<Vec<_>>();
    let own = &*nodes.own;
    let places = match own {
        [] | [_] => (0..own.len()).collect(),
        own => ranks.order(own, world.now_ms().await),
    };
    for node in places.into_iter().map(|at| &own[at]) {
        for some in open(&told).chunks(BATCH) {
            let op = request(node, calls, some);
            let Some(answer) = ask_own(world, ranks, nodes, node, op).await else { break };
            if let Ok(answer) = answer {
                hear(&mut told, some, &answer);
            }
        }
    }
    let mut failure = None;
    let left = open(&told);
    if !left.is_empty()
        && let Some(node) = server().await
    {
        for some in left.chunks(BATCH) {
            let answer = read(tries(world, request(&node, calls, some), TRIES).await);
            failure = answer.map(|answer| hear(&mut told, some, &answer)).err();
        }
    }
    Answers { told, failure }
}

/// What comes of asking one of the host's own, once; nothing where it says that it is of another chain.
async fn ask_own(
    world: &World,
    ranks: &Ranks,
    nodes: &Nodes,
    node: &Node,
    op: Op,
) -> Option<Result<Json, Unanswered>> {
    let is_elsewhere = || ranks.elsewhere(node, &nodes.chain).is_some();
    if is_elsewhere() {
        return None;
    }
    let place = ask_chain(world, ranks, nodes, node);
    let asked = tries(world, op, 1);
    let answer = if nodes.own.len() == 1 {
        read(asked.await)
    } else {
        noted(world, ranks, node, asked).await
    };
    if let (Ok(_), Some(place)) = (&answer, place) {
        match world.within(PATIENCE_MS, place).await {
            Some(reply) => ranks.place(node, chain(reply)),
            // It is asked again with the next request, which another one is the first to have.
            None => ranks.note(node, None, None, world.now_ms().await),
        }
    }
    (!is_elsewhere()).then_some(answer)
}

/// Has a node of the host's say of which chain it is, beside the first request to it: a URL may lead to another chain,
/// and what is told there is of other accounts. Others than nodes of eip155 are not asked: a chain of theirs may be
/// named as its host likes.
fn ask_chain(world: &World, ranks: &Ranks, nodes: &Nodes, node: &Node) -> Option<Performed> {
    let is_open = nodes.chain.namespace == Namespace::Eip155 && !ranks.is_placed(node);
    let call = Call { method: "eth_chainId", params: Json::List(vec![]) };
    is_open.then(|| world.perform(request(node, slice::from_ref(&call), &[0])))
}

/// What it says; nothing where that is no answer.
fn chain(reply: Reply) -> Option<ChainId> {
    let Reply::Fetched { status: 200..=299, body, .. } = reply else { return None };
    let number = said(&from_text(&body).ok()?)?.ok()?;
    let reference = Amount::from_quantity(number.as_text()?).ok()?.to_decimal(0);
    Some(ChainId { namespace: Namespace::Eip155, reference })
}

/// What comes of asking one of several nodes, of which it is kept how it answers.
async fn noted(
    world: &World,
    ranks: &Ranks,
    node: &Node,
    asked: Fetching,
) -> Result<Json, Unanswered> {
    let began_ms = world.now_ms().await;
    let answer = {
        let _open = ranks.open(node);
        read(asked.await)
    };
    let now_ms = world.now_ms().await;
    let rest_ms = match answer {
        Err(Unanswered::Refused { rest_ms, .. }) => rest_ms,
        _ => None,
    };
    let took_ms = answer.as_ref().ok().map(|_| now_ms.saturating_sub(began_ms));
    ranks.note(node, took_ms, rest_ms, now_ms);
    answer
}

fn read(answer: Result<String, Unanswered>) -> Result<Json, Unanswered> {
    from_text(&answer?).map_err(Unanswered::Unreadable)
}

fn is_open(told: &Told) -> bool {
    !matches!(told, Some(Ok(_))) && !matches!(told, Some(Err(error)) if error.is_final())
}

/// The request that makes some of the calls, by their places. Some nodes take no list, so that of one call none
/// is made.
fn body(calls: &[Call<'_>], some: &[usize]) -> String {
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
fn said(answer: &Json) -> Told {
    let error = answer.get("error").filter(|error| **error != Json::Null);
    error.map(|error| Err(RpcError::of(error))).or_else(|| answer.get("result").cloned().map(Ok))
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::mem::take;
    use std::rc::Rc;

    use runtime::{Host, Runtime, Scope};
    use wire::Long;

    use super::*;

    #[test]
    fn who_asks_to_be_left_alone_is_asked_last_until_then() {
        let page = Page::new();
        page.ask(1);
        let [(id, FIRST)] = page.asked(1_000)[..] else { panic!("the first one is asked") };
        page.answer(id, 429, Some(120_000));
        let [(id, SECOND)] = page.asked(1_000)[..] else { panic!("the next one is asked") };
        page.answer(id, 200, None);
        page.asked(1_000);
        page.ask(2);
        // That it failed is forgotten by now.
        let [(id, SECOND)] = page.asked(120_999)[..] else { panic!("the first one rests") };
        page.answer(id, 200, None);
        page.asked(120_999);
        page.ask(3);
        assert!(matches!(page.asked(190_000)[..], [(_, FIRST)]));
    }

    #[test]
    fn who_has_many_requests_open_is_asked_after_who_has_none() {
        let page = Page::new();
        let ask = |number| {
            page.ask(number);
            page.asked(1_000).pop().map(|it| it.1)
        };
        assert!((0..6).all(|it| ask(it) == Some(FIRST)));
        assert_eq!(ask(6), Some(SECOND));
        // What nobody waits for any more is not open.
        page.runtime.cancel(Scope::of("ask", 0));
        assert_eq!(ask(7), Some(FIRST));
    }

    #[test]
    fn the_server_is_asked_last_however_well_it_answers() {
        let page = Page::new();
        let fails = |at_ms, expected| {
            let [(id, asked)] = page.asked(at_ms)[..] else { panic!("one is asked") };
            assert_eq!(asked, expected);
            page.answer(id, 429, Some(3_000));
        };
        page.ask(1);
        fails(1_000, FIRST);
        fails(1_000, SECOND);
        let [(id, SERVER)] = page.asked(1_000)[..] else { panic!("there is the server") };
        page.answer(id, 200, None);
        page.asked(1_000);
        // Both of the host's have just failed, and it has answered.
        page.ask(2);
        fails(1_001, FIRST);
        fails(1_001, SECOND);
        assert!(matches!(page.asked(1_001)[..], [(_, SERVER)]));
    }

    const FIRST: &str = "https://first.example";
    const SECOND: &str = "https://second.example";
    const SERVER: &str = "https://server.example/v1";

    /// A page with two nodes, and what it is to do.
    struct Page {
        runtime: Runtime,
        ranks: Rc<Ranks>,
        ops: Ops,
    }

    #[derive(Clone, Default)]
    struct Ops(Rc<RefCell<Vec<(u32, Op)>>>);

    impl Host for Ops {
        fn publish(&self, _: &str, _: &str) {}
        fn answer(&self, _: u32, _: &str) {}
        fn perform(&self, id: u32, op: &str) {
            self.0.borrow_mut().push((id, from_text(op).unwrap()));
        }
    }

    impl Page {
        fn new() -> Self {
            let ops = Ops::default();
            let runtime = Runtime::new(Box::new(ops.clone()));
            Page { runtime, ranks: Rc::default(), ops }
        }

        fn ask(&self, number: u32) {
            let (runtime, ranks) = (self.runtime.clone(), self.ranks.clone());
            // Nodes of such a chain are not asked which it is.
            let chain = ChainId { namespace: Namespace::Solana, reference: "1".to_owned() };
            self.runtime.turn(move || {
                let world = runtime.world().clone();
                runtime.spawn(Scope::of("ask", number), async move {
                    let node = |url: &str| Node { url: url.to_owned(), headers: vec![] };
                    let calls = [Call { method: "eth_blockNumber", params: Json::list([]) }];
                    let own = vec![node(FIRST), node(SECOND)];
                    let nodes = Nodes { chain, own, server: None };
                    ask(&world, &ranks, &nodes, async || Some(node(SERVER)), &calls).await;
                });
            });
        }

        /// Who is asked at a time, by the number of the op.
        fn asked(&self, now_ms: u64) -> Vec<(u32, &'static str)> {
            let mut asked = vec![];
            loop {
                let ops = take(&mut *self.ops.0.borrow_mut());
                if ops.is_empty() {
                    return asked;
                }
                for (id, op) in ops {
                    match op {
                        Op::Now => self.reply(id, &Reply::Time { ms: Long(now_ms) }),
                        Op::Fetch { url, .. } => {
                            let known = [FIRST, SECOND, SERVER].into_iter().find(|it| *it == url);
                            asked.push((id, known.unwrap()));
                        }
                        _ => {}
                    }
                }
            }
        }

        fn answer(&self, id: u32, status: u32, retry_after_ms: Option<u32>) {
            let body = r#"{"id":0,"result":"0x1"}"#.to_owned();
            self.reply(id, &Reply::Fetched { status, body, retry_after_ms });
        }

        fn reply(&self, id: u32, reply: &Reply) {
            self.runtime.reply(id, &to_text(reply));
        }
    }

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
