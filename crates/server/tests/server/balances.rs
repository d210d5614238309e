//! What accounts hold, read from real chains.

use crate::fake_node::{FakeNode, nowhere};
use crate::seeded::{self, OWNER, Seeded};
use crate::test_app::{PROJECT, TestApp, folder};
use insta::assert_snapshot;
use protocol::api::EIP155_NATIVE;
use serde_json::{Value, json};
use server::config::Config;
use server::config_values::NodeUrl;

const ACCOUNT: &str = "0xF39FD6E51aad88F6F4ce6aB8827279cffFb92266";

fn node(url: &str) -> NodeUrl {
    NodeUrl::try_from(url.to_owned()).expect("a URL")
}

/// A server with the local chain, and these tokens of it listed.
async fn listing(chain: &Seeded, tokens: Value) -> TestApp {
    listing_on(&[("eip155:31337", chain)], tokens, |_| {}).await
}

pub(crate) async fn listing_on(
    chains: &[(&str, &Seeded)],
    tokens: Value,
    set: impl FnOnce(&mut Config),
) -> TestApp {
    let file = folder().join("tokens.json");
    let lists: Value = chains.iter().map(|(id, _)| ((*id).to_owned(), tokens.clone())).collect();
    std::fs::write(&file, lists.to_string()).expect("a file");
    TestApp::with(&[], |config| {
        let nodes = |url: &str| vec![node(url)];
        config.chains = chains.iter().map(|(id, it)| ((*id).to_owned(), nodes(&it.url))).collect();
        config.tokens = Some(file);
        set(config);
    })
    .await
}

pub(crate) fn token(chain: &Seeded, path: &str, symbol: &str, decimals: u8) -> Value {
    json!({"address": chain.address(path), "symbol": symbol, "name": symbol, "decimals": decimals})
}

pub(crate) async fn balances(app: &TestApp, address: &str, more: &str) -> Value {
    let path = format!("/v1/account/{address}/balance?projectId={PROJECT}&currency=usd{more}");
    let said = app.get(&path).await;
    assert_eq!(said.status, 200, "{}", said.status_and_body());
    serde_json::from_slice(&said.body).expect("JSON")
}

/// `SYMBOL amount` of each.
fn told(balances: &Value) -> Vec<String> {
    let all = balances["balances"].as_array().expect("a list");
    let text = |it: &Value| it.as_str().unwrap_or_default().to_owned();
    all.iter().map(|it| text(&it["symbol"]) + " " + &text(&it["quantity"]["numeric"])).collect()
}

#[tokio::test]
async fn native_currency_and_listed_tokens_are_told_in_the_order_of_the_list() {
    let chain = seeded::chain();
    let tokens =
        json!([token(chain, "/tokens/usdc", "USDC", 6), token(chain, "/tokens/dai", "DAI", 18)]);
    let app = listing(chain, tokens).await;
    let found = balances(&app, OWNER, "").await;
    let usdc = chain.address("/tokens/usdc");
    let held = told(&found);
    assert!(held[0].starts_with("ETH ") && held[1].starts_with("USDC "), "{held:?}");
    assert_eq!(found["balances"][1]["address"], format!("eip155:31337:{usdc}"));
    let mut one = found["balances"][0].clone();
    one["quantity"]["numeric"] = "N".into();
    assert_snapshot!(one, @r#"{"chainId":"eip155:31337","iconUrl":"http://api.latchkit.test/public/getTokenImage/ETH","name":"Ether","quantity":{"decimals":"18","numeric":"N"},"symbol":"ETH"}"#);
    // Who holds nothing has an empty list, not an error.
    let nobody = balances(&app, "0x000000000000000000000000000000000000dEaD", "").await;
    assert_eq!(nobody, json!({"balances": [], "missing": []}));
}

#[tokio::test]
async fn a_token_that_misbehaves_takes_no_other_with_it() {
    let chain = seeded::chain();
    let odd = |name: &str| token(chain, &format!("/oddTokens/{name}"), name, 18);
    let tokens = json!([
        odd("burningBalance"),
        token(chain, "/tokens/usdc", "USDC", 6),
        odd("revertingBalance"),
        odd("shortBalance"),
        odd("silent"),
        token(chain, "/tokens/dai", "DAI", 18),
        {"address": "0x000000000000000000000000000000000000bEEF", "symbol": "NONE", "name": "No contract", "decimals": 18},
    ]);
    let app = listing(chain, tokens).await;
    for _ in 0..2 {
        let held = told(&balances(&app, OWNER, "").await);
        let symbols: Vec<&str> = held.iter().filter_map(|it| it.split(' ').next()).collect();
        assert_eq!(symbols, ["ETH", "USDC", "DAI"]);
    }
}

#[tokio::test]
async fn tokens_that_are_named_are_read_and_called_what_they_call_themselves() {
    let chain = seeded::chain();
    let app = listing(chain, json!([])).await;
    let named: Vec<String> =
        ["bytes32", "longSymbol", "markupSymbol", "revertingDecimals", "zeroDecimals", "silent"]
            .iter()
            .map(|it| format!("eip155:31337:{}", chain.address(&format!("/oddTokens/{it}"))))
            .chain([format!("eip155:31337:{EIP155_NATIVE}")])
            .collect();
    let more = format!("&chainId=eip155:31337&forceUpdate={}", named.join(","));
    let found = balances(&app, OWNER, &more).await;
    let symbols: Vec<&str> = found["balances"].as_array().expect("a list")[1..]
        .iter()
        .filter_map(|it| it["symbol"].as_str())
        .collect();
    // Of one nobody knows where its point is, one has no places after it, and one says nothing at all.
    assert_eq!(symbols.len(), 3, "{symbols:?}");
    assert!(symbols.iter().all(|it| it.chars().count() <= 16), "{symbols:?}");
    assert!(symbols[2].starts_with("<img"), "text is text: {symbols:?}");
    assert!(found["balances"][1]["iconUrl"] == "", "nobody but a list says what a mark is for");
}

#[tokio::test]
async fn two_hundred_tokens_on_each_chain_are_one_call_of_its_node() {
    let (first, second) = (seeded::chain(), seeded::other_chain());
    let many = first.addresses["manyTokens"].as_array().expect("a list");
    assert_eq!(many, second.addresses["manyTokens"].as_array().expect("the same addresses"));
    let list = many.iter().enumerate().map(|(at, address)| {
        json!({"address": address, "symbol": format!("T{at}"), "name": "Many", "decimals": 18})
    });
    let chains = [("eip155:31337", first), ("eip155:8453", second)];
    let app = listing_on(&chains, list.collect(), |_| {}).await;
    // Nobody knows prices in euro, so none is asked for.
    let path = format!("/v1/account/{OWNER}/balance?projectId={PROJECT}&currency=eur");
    let found: Value = serde_json::from_slice(&app.get(&path).await.body).expect("JSON");
    assert_eq!(told(&found).len(), 2 * 201);
    for (chain, _) in chains {
        assert_eq!(answered_calls(&app, chain).await, 1, "{chain}");
    }
}

/// How many calls the nodes of a chain answered.
pub(crate) async fn answered_calls(app: &TestApp, chain: &str) -> u32 {
    let told = app.metrics("/metrics").await;
    let told = String::from_utf8_lossy(&told.body).into_owned();
    let name = format!("latchkit_node_calls_total{{chain=\"{chain}\",outcome=\"answered\"}} ");
    let count = told.lines().find_map(|line| line.strip_prefix(&name)?.parse().ok());
    count.expect("a count")
}

#[tokio::test]
async fn without_multicall_all_is_read_in_one_batch() {
    // As anvil is before anything is put on it: tokens of other chains are not there.
    let chain = seeded::bare_chain();
    let usdc = "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48";
    let app = listing(
        chain,
        json!([{"address": usdc, "symbol": "USDC", "name": "USD Coin", "decimals": 6}]),
    )
    .await;
    assert_eq!(told(&balances(&app, OWNER, "").await), ["ETH 10000"]);
}

#[tokio::test]
async fn what_cannot_be_asked_is_refused_with_what_is_wanted() {
    let chain = seeded::chain();
    let app = listing(chain, json!([])).await;
    for (address, more) in [
        (ACCOUNT, ""),
        ("alice.eth", ""),
        ("7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv", "&chainId=eip155:31337"),
        (OWNER, "&chainId=solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp"),
        (OWNER, "&chainId=eip155:99"),
        (OWNER, "&chainId=99"),
        (OWNER, "&currency=xau"),
        (OWNER, "&forceUpdate=0x00"),
        (
            OWNER,
            "&forceUpdate=solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:So11111111111111111111111111111111111111112",
        ),
    ] {
        let path = format!("/v1/account/{address}/balance?projectId={PROJECT}{more}");
        let said = app.get(&path).await;
        assert_eq!(said.status, 400, "{address} {more}: {}", said.status_and_body());
        assert_eq!(said.header("access-control-allow-origin"), "*");
    }
    let said = app.get(&format!("/v1/account/alice.eth/balance?projectId={PROJECT}")).await;
    assert_snapshot!(said.status_and_body(), @r#"400 {"status":"FAILED","reasons":[{"field":"address","description":"address must be the address of an account of that chain: 0x and 40 hex digits, all small or with the capitals of EIP-55, or 32 bytes in base58; not a name."}]}"#);
    let base = format!("/v1/account/{OWNER}/balance?projectId={PROJECT}&chainId=base");
    assert_snapshot!(app.get(&base).await.status_and_body(), @r#"400 {"status":"FAILED","reasons":[{"field":"chainId","description":"chainId must be a CAIP-2 id such as eip155:1, or the number of a chain of eip155."}]}"#);
    let said = app.get(&format!("/v1/account/{OWNER}/balance?currency=usd")).await;
    assert_eq!(said.status, 400, "the project is missing");
}

#[tokio::test]
async fn a_well_known_chain_for_tests_is_asked_where_it_is_named_alone() {
    let chain = seeded::chain();
    let away = nowhere().await;
    let app = listing_on(&[("eip155:31337", chain)], json!([]), |config| {
        config.chains.insert("eip155:11155111".to_owned(), vec![node(&away)]);
        config.upstream_timeout_ms = 1_000;
    })
    .await;
    let found = balances(&app, OWNER, "").await;
    assert_eq!((told(&found).len(), &found["missing"]), (1, &json!([])));
    let named = format!("/v1/account/{OWNER}/balance?projectId={PROJECT}&chainId=11155111");
    assert_eq!(app.get(&named).await.status, 503, "it is asked");
}

#[tokio::test]
async fn a_chain_that_does_not_answer_is_named_and_the_others_are_told() {
    let chain = seeded::chain();
    let away = nowhere().await;
    let app = listing_on(&[("eip155:31337", chain)], json!([]), |config| {
        config.chains.insert("eip155:1".to_owned(), vec![node(&away)]);
        config.upstream_timeout_ms = 1_000;
    })
    .await;
    let found = balances(&app, OWNER, "").await;
    assert_eq!(found["missing"], json!(["eip155:1"]));
    assert_eq!(found["balances"].as_array().map(Vec::len), Some(1));
    let path = format!("/v1/account/{OWNER}/balance?projectId={PROJECT}&chainId=eip155:1");
    let said = app.get(&path).await;
    assert_snapshot!(said.status_and_body(), @r#"503 {"status":"FAILED","reasons":[{"field":"chainId","description":"No node of eip155:1 answered."}]}"#);
}

#[tokio::test]
async fn a_node_that_answers_junk_is_no_balance() {
    for junk in ["\"0x\"", "null", "{}", "\"0xzz\"", "\"<html>\"", "17"] {
        let node = FakeNode::answering(move |body| {
            (
                200,
                crate::fake_node::each(body, |call| {
                    format!(r#"{{"id":{},"result":{junk}}}"#, call["id"])
                }),
            )
        })
        .await;
        let app = TestApp::with_nodes(&[node.url]).await;
        let path = format!("/v1/account/{OWNER}/balance?projectId={PROJECT}&chainId=eip155:5");
        assert_eq!(app.get(&path).await.status, 503, "{junk}");
    }
}

#[tokio::test]
async fn what_a_limited_node_does_not_say_is_neither_nothing_nor_remembered() {
    let chain = seeded::chain();
    let limited = FakeNode::answering(|body| {
        let answer = crate::fake_node::each(body, |call| {
            let id = &call["id"];
            if call["method"] == "eth_getBalance" {
                return format!(r#"{{"id":{id},"result":"0x1"}}"#);
            }
            format!(r#"{{"id":{id},"error":{{"code":-32005,"message":"limit"}}}}"#)
        });
        (200, answer)
    })
    .await;
    limited.is_of_chain("0x7a69");
    let tokens = json!([token(chain, "/tokens/usdc", "USDC", 6)]);
    let app = listing_on(&[("eip155:31337", chain)], tokens, |config| {
        config.chains.insert("eip155:31337".to_owned(), vec![node(&limited.url)]);
    })
    .await;
    let path = format!("/v1/account/{OWNER}/balance?projectId={PROJECT}&chainId=eip155:31337");
    assert_eq!(app.get(&path).await.status, 503);
}

#[tokio::test]
async fn a_request_for_many_chains_or_tokens_counts_as_many() {
    let chain = seeded::chain();
    let chains = [("eip155:31337", chain), ("eip155:8453", seeded::other_chain())];
    let app = listing_on(&chains, json!([]), |config| config.client_requests_per_minute = 3).await;
    let path = format!("/v1/account/{OWNER}/balance?projectId={PROJECT}");
    assert_eq!(app.get(&path).await.status, 200);
    assert_eq!(app.get(&path).await.status, 429);
}
