//! What it takes to tell 200 tokens on each of five chains, with what they are worth, of nodes that play
//! Multicall3 and Uniswap.

use crate::balances::balances;
use crate::fake_node::{FakeNode, each};
use crate::seeded::OWNER;
use crate::test_app::{PROJECT, TestApp, folder};
use chains::evm::contracts::{Erc20, Multicall3, SolCall, UniswapV3Factory, UniswapV3Pool, hex};
use serde_json::{Value, json};
use server::config_values::NodeUrl;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

const CHAINS: [(&str, &str); 5] = [
    ("eip155:9001", "0x2329"),
    ("eip155:9002", "0x232a"),
    ("eip155:9003", "0x232b"),
    ("eip155:9004", "0x232c"),
    ("eip155:9005", "0x232d"),
];
const TOKENS: u32 = 200;
const WRAPPED: &str = "0xf000000000000000000000000000000000000001";
const DOLLAR: &str = "0xf000000000000000000000000000000000000002";
const FACTORY: &str = "0xf000000000000000000000000000000000000003";

fn word(number: u128) -> Vec<u8> {
    [[0; 16], number.to_be_bytes()].concat()
}

/// What contracts return: a pool of one fee for each pair, at a price of one for one of the smallest units, with
/// a lot in it, and some of each token.
fn returned(call: &[u8]) -> Vec<u8> {
    let selector = call.first_chunk::<4>().copied().unwrap_or_default();
    if selector == UniswapV3Pool::slot0Call::SELECTOR {
        return [word(1 << 96), vec![0; 6 * 32]].concat();
    }
    if let Ok(pair) = UniswapV3Factory::getPoolCall::abi_decode(call) {
        let is_there = pair.fee.to_string() == "3000";
        // Unlike that of any other pair.
        let sides = pair.one.iter().zip(pair.other.iter()).map(|(one, other)| one ^ other);
        let pool = [vec![0; 12], sides.collect()].concat();
        return if is_there { pool } else { word(0) };
    }
    let is_amount = [
        Erc20::balanceOfCall::SELECTOR,
        UniswapV3Pool::liquidityCall::SELECTOR,
        Multicall3::getEthBalanceCall::SELECTOR,
    ];
    if is_amount.contains(&selector) { word(10_u128.pow(30)) } else { Vec::new() }
}

fn answer(body: &str) -> (u16, String) {
    let call: Value = serde_json::from_str(body).expect("JSON");
    let data = call["params"][0]["data"].as_str().expect("data");
    let asked = Multicall3::aggregate3Call::abi_decode(&hex::decode(data).expect("hex"));
    let results = asked
        .expect("all at once")
        .calls
        .into_iter()
        .map(|it| Multicall3::Result { success: true, returnData: returned(&it.callData).into() });
    let data = Multicall3::aggregate3Call::abi_encode_returns(&results.collect());
    (200, json!({"id": call["id"], "result": hex::encode_prefixed(data)}).to_string())
}

/// A server of the five chains, whose nodes take so long for each call, and answer so.
async fn many(
    wait: Duration,
    answer: impl Fn(&str) -> (u16, String) + Clone + Send + Sync + 'static,
) -> (Vec<FakeNode>, TestApp) {
    let mut nodes = Vec::new();
    for (_, number) in CHAINS {
        let node = FakeNode::after(wait, answer.clone()).await;
        node.is_of_chain(number);
        nodes.push(node);
    }
    let token = |it: u32| json!({"address": format!("0x{:040x}", 0x1000 + it), "symbol": format!("T{it}"), "name": "Token", "decimals": 18});
    let tokens: Vec<Value> = (0..TOKENS).map(token).collect();
    let lists: Value = CHAINS.iter().map(|(id, _)| ((*id).to_owned(), json!(tokens))).collect();
    let file = folder().join("tokens.json");
    std::fs::write(&file, lists.to_string()).expect("a file");
    let app = TestApp::with(&[], |config| {
        let node = |it: &FakeNode| vec![NodeUrl::try_from(it.url.clone()).expect("a URL")];
        let of = CHAINS.iter().zip(&nodes);
        config.chains = of.map(|((id, _), it)| ((*id).to_owned(), node(it))).collect();
        config.tokens = Some(file);
        let place =
            json!({"wrapped_native": WRAPPED, "dollar": DOLLAR, "uniswap_v3_factory": FACTORY});
        let place = |(id, _): &(&str, &str)| {
            ((*id).to_owned(), serde_json::from_value(place.clone()).expect("a place"))
        };
        config.pools = CHAINS.iter().map(place).collect();
        config.upstream_timeout_ms = 9_000;
    })
    .await;
    (nodes, app)
}

fn asked(nodes: &[FakeNode]) -> Vec<usize> {
    nodes.iter().map(|it| it.asked().len()).collect()
}

/// How many are told, and how many of them have a price.
fn told(found: &Value) -> (usize, usize) {
    let all = found["balances"].as_array().expect("a list");
    (all.len(), all.iter().filter(|it| it["price"].is_number()).count())
}

#[tokio::test]
async fn a_thousand_tokens_on_five_chains_take_few_calls() {
    let (nodes, app) = many(Duration::ZERO, answer).await;
    let all = CHAINS.len() * usize::try_from(TOKENS).expect("small");
    let path = format!("/v1/account/{OWNER}/balance?projectId={PROJECT}&currency=eur");
    let in_euro: Value = serde_json::from_slice(&app.get(&path).await.body).expect("JSON");
    // The native currency of each, which has no name here, is among them.
    let told_of = all + CHAINS.len();
    assert_eq!(told(&in_euro), (told_of, 0));
    assert_eq!(asked(&nodes), [1; 5], "the balances of a chain");
    assert_eq!(told(&balances(&app, OWNER, "").await), (told_of, told_of));
    assert_eq!(asked(&nodes), [6; 5], "and twice where the pools are, twice what is in them");
    assert_eq!(told(&balances(&app, OWNER, "").await), (told_of, told_of));
    assert_eq!(asked(&nodes), [7; 5], "what was learned holds");
}

#[tokio::test]
async fn a_bad_moment_of_nodes_is_not_held_against_tokens() {
    let is_well = Arc::new(AtomicBool::new(false));
    let told_well = is_well.clone();
    let (_nodes, app) = many(Duration::ZERO, move |body| {
        if told_well.load(Ordering::Relaxed) {
            return answer(body);
        }
        let error = json!({"code": -32603, "message": "Internal error"});
        (
            200,
            each(body, |call| match call["method"].as_str() {
                Some("eth_getBalance") => json!({"id": call["id"], "result": "0x1"}).to_string(),
                _ => json!({"id": call["id"], "error": error}).to_string(),
            }),
        )
    })
    .await;
    let read = async || balances(&app, OWNER, "").await;
    let found = read().await;
    assert_eq!(told(&found).0, CHAINS.len(), "native currencies alone");
    assert_eq!(found["missing"].as_array().expect("a list").len(), CHAINS.len());
    is_well.store(true, Ordering::Relaxed);
    let all = CHAINS.len() * usize::try_from(TOKENS + 1).expect("small");
    assert_eq!(told(&read().await).0, all);
}

/// Answers as a chain on which the first token takes all the gas of a call.
fn poisoned(body: &str) -> (u16, String) {
    const POISON: &str = "0x0000000000000000000000000000000000001000";
    let said = |call: &Value| {
        let id = &call["id"];
        let (to, data) = (&call["params"][0]["to"], call["params"][0]["data"].as_str());
        let data = hex::decode(data.unwrap_or_default()).expect("hex");
        let result = match Multicall3::aggregate3Call::abi_decode(&data) {
            _ if to == POISON => return json!({"id": id, "error": {"code": 3}}).to_string(),
            Err(_) => returned(&data),
            Ok(asked) => {
                let is_poison = |it: &Multicall3::Call3| format!("{:#x}", it.target) == POISON;
                let success = !asked.calls.iter().any(is_poison);
                let results = asked.calls.into_iter().map(|it| Multicall3::Result {
                    success,
                    returnData: if success { returned(&it.callData).into() } else { [].into() },
                });
                Multicall3::aggregate3Call::abi_encode_returns(&results.collect())
            }
        };
        json!({"id": id, "result": hex::encode_prefixed(result)}).to_string()
    };
    (200, each(body, said))
}

#[tokio::test]
async fn a_token_that_takes_all_gas_is_left_out_alone_in_three_calls() {
    let (nodes, app) = many(Duration::ZERO, poisoned).await;
    let path = format!("/v1/account/{OWNER}/balance?projectId={PROJECT}&currency=eur");
    let found: Value = serde_json::from_slice(&app.get(&path).await.body).expect("JSON");
    let all = CHAINS.len() * usize::try_from(TOKENS).expect("small");
    assert_eq!(told(&found).0, all, "each chain has its own currency and all but one token");
    assert_eq!(asked(&nodes), [3; 5]);
}

/// How long it takes. Run it alone and on a release: `cargo test -p server --release --test server -- --ignored
/// --nocapture many_tokens_take`.
#[tokio::test]
#[ignore = "it measures"]
async fn how_long_many_tokens_take() {
    for wait in [0, 50] {
        let (nodes, app) = many(Duration::from_millis(wait), answer).await;
        for what in ["the first time", "a moment later", "and again"] {
            let (before, start) = (asked(&nodes), Instant::now());
            let (all, priced) = told(&balances(&app, OWNER, "").await);
            let time = start.elapsed().as_secs_f64() * 1_000.0;
            let calls: Vec<usize> =
                asked(&nodes).iter().zip(before).map(|(now, before)| now - before).collect();
            println!(
                "a node takes {wait} ms, {what}: {all} tokens, {priced} prices, calls of each chain {calls:?}, {time:.0} ms"
            );
        }
    }
}
