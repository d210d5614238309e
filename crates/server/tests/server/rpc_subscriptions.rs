//! What is told in the WebSocket of `GET /v1`: blocks and logs, by nodes and sockets that end, lie and forget.

use crate::fake_blocks::{Blocks, number, until};
use crate::fake_node::{FakeNode, each};
use crate::rpc_client::Client;
use crate::seeded::{OWNER, bare_chain};
use crate::test_app::{TestApp, ask};
use serde_json::{Value, json};
use server::config_values::SocketUrl;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::sync::Semaphore;

const UNKNOWN: &str = "what was told may be gone, and more may have come";
const TOPIC: &str = "0x5ca1ab1e5ca1ab1e5ca1ab1e5ca1ab1e5ca1ab1e5ca1ab1e5ca1ab1e5ca1ab1e";

#[tokio::test]
async fn a_real_chain_tells_of_blocks_and_logs() {
    let chain = bare_chain();
    // By its socket, and by asking it.
    for socket in [Some(chain.url.replace("http://", "ws://")), None] {
        let app = TestApp::with(std::slice::from_ref(&chain.url), |config| {
            let nodes = config.chains.remove("eip155:5").expect("it is set");
            config.chains.insert("eip155:31337".to_owned(), nodes);
            let sockets = socket.map(|it| SocketUrl::try_from(it).expect("a URL"));
            config.node_sockets =
                [("eip155:31337".to_owned(), sockets.into_iter().collect())].into();
        })
        .await;
        let mut client = Client::of(&app, "eip155:31337").await;
        let heads = client.subscribe(json!(["newHeads"])).await;
        let logs = client.subscribe(json!(["logs", {"topics": [TOPIC]}])).await;
        let none = client.subscribe(json!(["logs", {"address": OWNER}])).await;
        tokio::time::sleep(Duration::from_secs(1)).await;
        let code = format!("0x7f{}60006000a100", TOPIC.trim_start_matches("0x"));
        let sent = json!({"from": OWNER, "data": code, "gas": "0x30000"});
        let body =
            json!({"jsonrpc": "2.0", "id": 1, "method": "eth_sendTransaction", "params": [sent]});
        let hash = asked(&chain.url, &body).await["result"].clone();
        let (mut head, mut log) = (Value::Null, Value::Null);
        while log.is_null() || head["hash"] != log["blockHash"] {
            let told = client.hear().await;
            let params = &told["params"];
            assert_ne!(params["subscription"], none);
            if params["subscription"] == heads
                && (log.is_null() || head["hash"] != log["blockHash"])
            {
                head = params["result"].clone();
            } else if params["subscription"] == logs {
                assert_eq!(params["result"]["transactionHash"], hash);
                log = params["result"].clone();
            }
        }
        assert_eq!((&log["topics"], &log["removed"]), (&json!([TOPIC]), &json!(false)));
        assert!(head["logsBloom"].is_string() && head["transactions"].is_null());
        client.ask("eth_unsubscribe", json!([logs])).await;
        client.ask("eth_unsubscribe", json!([heads])).await;
    }
}

#[tokio::test]
async fn where_a_node_ends_under_a_subscription_another_one_tells_what_came_meanwhile() {
    let blocks = Blocks::new(10);
    let (first, second) = (blocks.node().await, blocks.node().await);
    let app = TestApp::with_nodes(&[first.url.clone(), second.url.clone()]).await;
    let mut client = Client::of(&app, "eip155:5").await;
    let heads = client.subscribe(json!(["newHeads"])).await;
    let logs = client.subscribe(json!(["logs", {}])).await;
    tokio::time::sleep(Duration::from_millis(300)).await;
    blocks.grow(1);
    assert_eq!(client.told(&heads, &logs, 11).await, [11]);
    assert!(!first.asked().is_empty());
    first.ends().await;
    blocks.grow(3);
    assert_eq!(client.told(&heads, &logs, 14).await, [12, 13, 14]);
    // What takes the place of the last two: their logs are told again, as removed.
    blocks.replace(2, 3);
    let (mut removed, mut told) = (Vec::new(), Vec::new());
    while told.last() != Some(&15) {
        let said = client.hear().await;
        let result = &said["params"]["result"];
        if said["params"]["subscription"] == logs {
            let number = number(&result["blockNumber"]);
            if result["removed"] == true { removed.push(number) } else { told.push(number) }
        }
    }
    assert_eq!((removed, told), (vec![14, 13], vec![13, 14, 15]));
}

#[tokio::test]
async fn one_node_of_three_that_tells_of_a_block_far_away_keeps_nobody_from_the_next() {
    // There is no such block, or it tells of one.
    for tells_it in [false, true] {
        let blocks = Blocks::new(10);
        let of_liar = blocks.clone();
        let far = format!("0x{:x}", u32::MAX);
        let liar = FakeNode::answering(move |body| {
            let said = each(body, |call| {
                let of_far = [json!("latest"), json!(far)].contains(&call["params"][0]);
                let result = match call["method"].as_str() {
                    Some("eth_blockNumber") => json!(far),
                    Some("eth_getBlockByNumber") if of_far && tells_it => json!({"number": far,
                        "hash": far, "parentHash": far, "timestamp": "0x1"}),
                    Some("eth_getBlockByNumber") if of_far => Value::Null,
                    _ => of_liar.answer(call, 0),
                };
                json!({"id": call["id"], "result": result}).to_string()
            });
            (200, said)
        })
        .await;
        liar.is_at(u32::MAX.into());
        let (one, other) = (blocks.node().await, blocks.node().await);
        let urls = [liar.url.clone(), one.url.clone(), other.url.clone()];
        let app = TestApp::with_nodes(&urls).await;
        let mut client = Client::of(&app, "eip155:5").await;
        let heads = client.subscribe(json!(["newHeads"])).await;
        let logs = client.subscribe(json!(["logs", {}])).await;
        blocks.is_followed(&liar).await;
        blocks.grow(2);
        one.is_at(12);
        other.is_at(12);
        assert_eq!(client.told(&heads, &logs, 12).await, [11, 12], "{tells_it}");
    }
}

#[tokio::test]
async fn where_a_nodes_socket_ends_another_one_is_opened() {
    let blocks = Blocks::new(10);
    let node = blocks.node().await;
    let (first, second) = (blocks.socket("0x5").await, blocks.socket("0x5").await);
    let stranger = blocks.socket("0x1").await;
    let app = TestApp::with(std::slice::from_ref(&node.url), |config| {
        let sockets = [&stranger.url, &first.url, &second.url];
        let sockets = sockets.map(|it| SocketUrl::try_from(it.clone()).expect("a URL"));
        config.node_sockets = [("eip155:5".to_owned(), sockets.to_vec())].into();
    })
    .await;
    let (mut one, mut other) =
        (Client::of(&app, "eip155:5").await, Client::of(&app, "eip155:5").await);
    let heads =
        [one.subscribe(json!(["newHeads"])).await, other.subscribe(json!(["newHeads"])).await];
    first.is_asked(1).await;
    blocks.grow(1);
    assert_eq!(one.head(&heads[0]).await, 11);
    assert_eq!(other.head(&heads[1]).await, 11);
    first.ends();
    blocks.grow(1);
    assert_eq!(one.head(&heads[0]).await, 12);
    second.is_asked(1).await;
    blocks.grow(1);
    assert_eq!(one.head(&heads[0]).await, 13);
    assert_eq!((other.head(&heads[1]).await, other.head(&heads[1]).await), (12, 13));
    assert_eq!(stranger.subscribed.load(Ordering::SeqCst), 0, "it is of another chain");
    assert_eq!(second.subscribed.load(Ordering::SeqCst), 1, "all hear of one");
}

#[tokio::test]
async fn a_socket_that_tells_of_a_block_far_away_keeps_nobody_from_the_next() {
    let (blocks, far) = (Blocks::new(10), Blocks::new(5_000));
    let (node, liar) = (blocks.node().await, far.socket("0x5").await);
    let app = TestApp::with(std::slice::from_ref(&node.url), |config| {
        let socket = SocketUrl::try_from(liar.url.clone()).expect("a URL");
        config.node_sockets = [("eip155:5".to_owned(), vec![socket])].into();
    })
    .await;
    let mut client = Client::of(&app, "eip155:5").await;
    let heads = client.subscribe(json!(["newHeads"])).await;
    liar.is_asked(1).await;
    far.grow(1);
    blocks.grow(1);
    assert_eq!(client.head(&heads).await, 11);
}

#[tokio::test]
async fn a_log_that_cannot_be_told_as_removed_is_no_secret() {
    let blocks = Blocks::new(10);
    let node = blocks.telling(|_| (), 300_000).await;
    let app = TestApp::with_nodes(std::slice::from_ref(&node.url)).await;
    let mut client = Client::of(&app, "eip155:5").await;
    client.subscribe(json!(["logs", {}])).await;
    blocks.is_followed(&node).await;
    blocks.grow(1);
    assert_eq!(number(&client.hear().await["params"]["result"]["blockNumber"]), 11);
    blocks.replace(1, 2);
    assert_eq!(client.end().await, (1013, UNKNOWN.to_owned()));
}

#[tokio::test]
async fn what_is_removed_is_told_while_no_node_tells_the_logs_of_many_blocks() {
    let blocks = Blocks::new(10);
    let gate = Arc::new(Semaphore::new(1));
    let (passes, of_blocks) = (gate.clone(), blocks.clone());
    let node = FakeNode::asking(move |body| {
        let (passes, blocks) = (passes.clone(), of_blocks.clone());
        async move {
            if body.contains("eth_getLogs") {
                passes.acquire().await.expect("open").forget();
            }
            (200, blocks.answers(&body, 0))
        }
    })
    .await;
    node.is_at(10);
    let app = TestApp::with_nodes(std::slice::from_ref(&node.url)).await;
    let mut client = Client::of(&app, "eip155:5").await;
    let logs = client.subscribe(json!(["logs", {}])).await;
    blocks.is_followed(&node).await;
    blocks.grow(1);
    assert_eq!(number(&client.hear().await["params"]["result"]["blockNumber"]), 11);
    blocks.grow(1);
    let is_asked = |it: &String| it.contains("eth_getLogs");
    until(|| node.asked().iter().filter(|it| is_asked(it)).count() == 2).await;
    blocks.replace(2, 42);
    let removed = client.hear().await["params"]["result"].clone();
    assert_eq!((number(&removed["blockNumber"]), &removed["removed"]), (11, &json!(true)));
    gate.add_permits(1_000);
    for at in 11..=52 {
        let said = client.hear().await;
        assert_eq!(said["params"]["subscription"], logs);
        let result = &said["params"]["result"];
        assert_eq!((number(&result["blockNumber"]), &result["removed"]), (at, &json!(false)));
    }
}

#[tokio::test]
async fn where_nobody_knows_what_is_between_two_blocks_logs_go_on_only_if_the_first_still_stands() {
    let blocks = Blocks::new(10);
    let is_hidden = Arc::new(AtomicBool::new(false));
    let hidden = is_hidden.clone();
    let hides = move |call: &mut Value| {
        if call["method"] == "eth_getBlockByHash" && hidden.load(Ordering::SeqCst) {
            call["params"][0] = "0x".into();
        }
    };
    let node = blocks.telling(hides, 0).await;
    let app = TestApp::with_nodes(std::slice::from_ref(&node.url)).await;
    let mut client = Client::of(&app, "eip155:5").await;
    client.subscribe(json!(["logs", {}])).await;
    blocks.is_followed(&node).await;
    for (grown, told) in [(1, 11), (4, 15), (1, 16)] {
        is_hidden.store(grown == 4, Ordering::SeqCst);
        blocks.grow(grown);
        assert_eq!(number(&client.hear().await["params"]["result"]["blockNumber"]), told);
    }
    is_hidden.store(true, Ordering::SeqCst);
    blocks.replace(2, 5);
    assert_eq!(client.end().await, (1013, UNKNOWN.to_owned()));
}

/// What a node answers.
async fn asked(url: &str, body: &Value) -> Value {
    let host = url.trim_start_matches("http://");
    let json = [("content-type", "application/json")];
    let address = host.parse().expect("an address");
    let reply = ask(address, host, "POST", "/", &json, body.to_string()).await;
    serde_json::from_slice(&reply.body).expect("JSON")
}
