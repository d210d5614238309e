//! `GET /v1` as a WebSocket: who may have one, what is asked in it, and its limits.

use crate::fake_blocks::{Blocks, number};
use crate::fake_node::FakeNode;
use crate::relay_peer::{PATIENCE, open};
use crate::rpc_client::Client;
use crate::test_app::{PROJECT, TestApp};
use insta::assert_snapshot;
use serde_json::json;
use server::client_address::Block;
use std::time::Duration;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Error;

#[tokio::test]
async fn what_is_asked_in_a_socket_is_answered_as_a_post_of_it_is() {
    let node = FakeNode::sound().await;
    let app = TestApp::with_nodes(std::slice::from_ref(&node.url)).await;
    let mut client = Client::of(&app, "eip155:5").await;
    for (said, answer) in [
        (r#"{"id":7,"method":"eth_call"}"#, r#"{"jsonrpc":"2.0","id":7,"result":"eth_call"}"#),
        (
            r#"[{"id":"a","method":"eth_chainId"},{"id":2,"method":"eth_gasPrice"}]"#,
            r#"[{"jsonrpc":"2.0","id":"a","result":"0x5"},{"jsonrpc":"2.0","id":2,"result":"eth_gasPrice"}]"#,
        ),
        (
            r#"{"id":1,"method":"eth_accounts"}"#,
            r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"This server does not hand on this method."}}"#,
        ),
        (
            r#"[{"id":1,"method":"eth_subscribe","params":["newHeads"]}]"#,
            r#"[{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"This server does not hand on this method."}}]"#,
        ),
        (
            r#"{"id":1,"method":"eth_subscribe","params":["syncing"]}"#,
            r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"Only newHeads and logs are told of."}}"#,
        ),
        (
            r#"{"id":1,"method":"eth_unsubscribe","params":["0x1"]}"#,
            r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"There is no such subscription."}}"#,
        ),
        (
            "[]",
            r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"The batch holds no call."}}"#,
        ),
    ] {
        client.say(said).await;
        assert_eq!(client.hear_text().await, answer, "{said}");
    }
    client.say("{").await;
    assert_eq!(client.hear().await["error"]["code"], -32700);
}

#[tokio::test]
async fn who_may_not_ask_has_no_socket() {
    let app = TestApp::with(&[FakeNode::sound().await.url], |config| {
        config.rpc_client_sockets = 1;
    })
    .await;
    let other = app
        .project('1', |settings| settings.origins = vec!["https://shop.example".to_owned()])
        .await;
    let path = |chain: &str, project: &str| format!("/v1?chainId={chain}&projectId={project}");
    let page = [("origin", "https://evil.example")];
    assert_eq!(refused(&app, &path("eip155:5", &other), &page).await, 403);
    assert_eq!(refused(&app, &path("eip155:6", PROJECT), &[]).await, 400);
    assert_eq!(refused(&app, &path("eip155:5", &"0".repeat(32)), &[]).await, 401);
    assert_eq!(app.get(&path("eip155:5", PROJECT)).await.status, 426);
    let first = Client::of(&app, "eip155:5").await;
    assert_eq!(refused(&app, &path("eip155:5", PROJECT), &[]).await, 429);
    drop(first);
    let again = async {
        while open(app.address(), &path("eip155:5", PROJECT), &[]).await.is_err() {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    timeout(PATIENCE, again).await.expect("its place is free");
}

#[tokio::test]
async fn what_is_said_in_a_socket_counts_like_requests() {
    let app = TestApp::with(&[FakeNode::sound().await.url], |config| {
        config.client_requests_per_minute = 4;
    })
    .await;
    let mut client = Client::of(&app, "eip155:5").await;
    let call = r#"{"id":7,"method":"eth_call"}"#;
    client.say(&format!("[{call},{call}]")).await;
    assert_eq!(client.hear().await[1]["result"], "eth_call");
    client.say(&format!("[{call},{call}]")).await;
    assert_eq!(client.hear().await["error"]["code"], -32005);
    client.say(r#"{"id":8,"method":"eth_subscribe","params":["newHeads"]}"#).await;
    let refused = client.hear().await;
    assert_eq!((&refused["id"], &refused["error"]["code"]), (&json!(8), &json!(-32005)));
}

#[tokio::test]
async fn what_nodes_are_asked_for_a_subscription_counts_like_requests() {
    let blocks = Blocks::new(10);
    let node = blocks.node().await;
    let app = TestApp::with(std::slice::from_ref(&node.url), |config| {
        config.client_requests_per_minute = 6;
    })
    .await;
    let mut client = Client::of(&app, "eip155:5").await;
    client.subscribe(json!(["logs", {}])).await;
    blocks.is_followed(&node).await;
    blocks.grow(40);
    assert_eq!(client.end().await, (1013, "too many requests".to_owned()));
    let asked = node.asked().iter().filter(|it| it.contains("eth_getLogs")).count();
    assert!((4..20).contains(&asked), "{asked}");
}

#[tokio::test]
async fn a_block_that_takes_the_place_of_another_counts_no_more() {
    let blocks = Blocks::new(10);
    let node = blocks.node().await;
    let app = TestApp::with(std::slice::from_ref(&node.url), |config| {
        config.client_requests_per_minute = 20;
    })
    .await;
    let mut client = Client::of(&app, "eip155:5").await;
    client.subscribe(json!(["logs", {}])).await;
    blocks.is_followed(&node).await;
    blocks.grow(4);
    for latest in 14..20 {
        // Of five that come one is at a height that there was not.
        while number(&client.hear().await["params"]["result"]["blockNumber"]) < latest {}
        blocks.replace(4, 5);
    }
}

#[tokio::test]
async fn what_nodes_are_asked_once_for_several_counts_once() {
    let blocks = Blocks::new(10);
    let node = blocks.node().await;
    let app = TestApp::with(std::slice::from_ref(&node.url), |config| {
        config.client_requests_per_minute = 60;
        config.trusted_proxies = vec![Block::try_from("127.0.0.1".to_owned()).expect("one")];
    })
    .await;
    let addresses = ["192.0.2.1", "192.0.2.2"];
    let [mut one, mut other] =
        [Client::at(&app, addresses[0]).await, Client::at(&app, addresses[1]).await];
    for it in [&mut one, &mut other] {
        it.subscribe(json!(["logs", {}])).await;
    }
    blocks.is_followed(&node).await;
    blocks.grow(30);
    for it in [&mut one, &mut other] {
        while number(&it.hear().await["params"]["result"]["blockNumber"]) < 40 {}
    }
    let mut left = 0;
    for address in addresses {
        let from = [("x-forwarded-for", address)];
        left += app.ask("GET", "/v1/supported-chains", &from, "").await.remaining();
    }
    // A socket, a subscription and the last question of each, and each block once. Some come back meanwhile.
    assert!(120 - left <= 36, "{left}");
}

#[tokio::test]
async fn a_client_has_so_many_subscriptions() {
    let node = Blocks::new(10).node().await;
    let app = TestApp::with_nodes(std::slice::from_ref(&node.url)).await;
    let mut client = Client::of(&app, "eip155:5").await;
    let first = client.subscribe(json!(["newHeads"])).await;
    for at in 1..32 {
        client.subscribe(json!(["logs", {"topics": [format!("0x{at:064x}")]}])).await;
    }
    let one_more = r#"{"id":1,"method":"eth_subscribe","params":["newHeads"]}"#;
    client.say(one_more).await;
    assert_eq!(client.hear().await["error"]["code"], -32005);
    assert_eq!(client.ask("eth_unsubscribe", json!([first])).await, true);
    client.say(one_more).await;
    assert!(client.hear().await["result"].is_string());
}

#[tokio::test]
async fn chains_that_can_be_subscribed_to_are_listed() {
    let app = TestApp::with(&[FakeNode::sound().await.url], |config| {
        let nodes = config.chains["eip155:5"].clone();
        config.chains.insert("solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp".to_owned(), nodes);
    })
    .await;
    let listed = app.get("/v1/supported-chains").await.status_and_body();
    assert_snapshot!(listed, @r#"200 {"http":["eip155:5","solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp"],"ws":["eip155:5"]}"#);
}

#[tokio::test]
async fn who_does_not_read_what_is_told_is_hung_up_on_before_much_of_it_is_held() {
    let blocks = Blocks::new(10);
    let node = blocks.telling(|_| (), 900_000).await;
    let app = TestApp::with(std::slice::from_ref(&node.url), |config| {
        config.trusted_proxies = vec![Block::try_from("127.0.0.1".to_owned()).expect("one")];
    })
    .await;
    let mut client = Client::at(&app, "192.0.2.1").await;
    let mut reader = Client::at(&app, "192.0.2.2").await;
    for it in [&mut client, &mut reader] {
        it.subscribe(json!(["logs", {}])).await;
    }
    blocks.is_followed(&node).await;
    blocks.grow(40);
    // It reads nothing until somebody else has read all of it.
    for at in 11..=50 {
        assert_eq!(number(&reader.hear().await["params"]["result"]["blockNumber"]), at);
    }
    assert_eq!(client.end().await, (1013, "what is told was not read".to_owned()));
}

#[tokio::test]
async fn messages_that_are_being_answered_take_room_of_their_client() {
    let node = FakeNode::deaf_to("eth_call").await;
    let app = TestApp::with(&[node.url], |config| config.held_bytes = 8 * 64 * 1024).await;
    let mut client = Client::of(&app, "eip155:5").await;
    let long = "a".repeat(60_000);
    for id in 1..=2 {
        let call = json!({"id": id, "method": "eth_call", "params": [long]});
        client.say(&call.to_string()).await;
    }
    assert_eq!(client.end().await, (1013, "too much is on its way from this address".to_owned()));
}

async fn refused(app: &TestApp, path: &str, headers: &[(&str, &str)]) -> u16 {
    match open(app.address(), path, headers).await {
        Err(Error::Http(answer)) => answer.status().as_u16(),
        other => panic!("{other:?}"),
    }
}
