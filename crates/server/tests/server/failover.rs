//! Nodes that are away, slow, broken or limited, and what clients see of it.

use crate::fake_node::{FakeNode, each, methods_as_results, nowhere};
use crate::test_app::{PROJECT, TestApp};
use axum::body::Body;
use insta::assert_snapshot;
use server::client_address::Block;
use std::time::{Duration, Instant};
use tokio::task::JoinSet;

const CALL: &str = r#"{"id":1,"method":"eth_gasPrice"}"#;
const SEND: &str = r#"{"id":1,"method":"eth_sendRawTransaction","params":["0x00"]}"#;
const SOUND: &str = r#"200 {"jsonrpc":"2.0","id":1,"result":"eth_gasPrice"}"#;

#[tokio::test]
async fn the_next_node_is_asked_where_one_is_no_use() {
    let junk = |text: &'static str| FakeNode::answering(move |_| (200, text.to_owned()));
    for bad in [
        nowhere().await,
        FakeNode::sound().await.url.replace("http:", "https:"),
        FakeNode::answering(|_| (500, "oops".to_owned())).await.url,
        FakeNode::answering(|_| (429, r#"{"id":1,"result":"0x1"}"#.to_owned())).await.url,
        FakeNode::answering(|_| (403, String::new())).await.url,
        FakeNode::answering(|_| (301, String::new())).await.url,
        junk("").await.url,
        junk("<html>").await.url,
        junk("[]").await.url,
        junk("{}").await.url,
        junk(r#"[1,"0x1"]"#).await.url,
        junk(r#"{"id":7,"result":"0x1"}"#).await.url,
        junk(r#"{"jsonrpc":"2.0","id":1,"result":"0x"#).await.url,
        FakeNode::failing(-32005, "daily limit").await.url,
        FakeNode::failing(-32000, "Too Many Requests").await.url,
        FakeNode::failing(-32001, "header not found").await.url,
        FakeNode::hanging_up().await.url,
    ] {
        let app = TestApp::with_nodes(&[bad.clone(), FakeNode::sound().await.url]).await;
        assert_eq!(app.rpc(CALL).await.status_and_body(), SOUND, "after {bad}");
        // The first one may rest now; the answer is the same.
        assert_eq!(app.rpc(CALL).await.status_and_body(), SOUND, "after {bad}, again");
    }
}

#[tokio::test]
async fn a_slow_node_leaves_time_for_the_next_one() {
    let slow = FakeNode::after(Duration::from_secs(30), |_| (200, String::new())).await;
    let app = TestApp::with_nodes(&[slow.url.clone(), FakeNode::sound().await.url]).await;
    let start = Instant::now();
    assert_eq!(app.rpc(CALL).await.status_and_body(), SOUND);
    assert!(start.elapsed() < Duration::from_secs(2), "{:?}", start.elapsed());
}

#[tokio::test]
async fn a_node_is_asked_so_much_at_once_and_the_next_one_what_is_more() {
    let slow = FakeNode::after(Duration::from_secs(30), |_| (200, String::new())).await;
    let next = FakeNode::sound().await;
    let app = TestApp::with(&[slow.url.clone(), next.url.clone()], |config| {
        config.trusted_proxies = vec![Block::try_from("0.0.0.0".to_owned()).expect("a block")];
        config.node_requests_at_once = 1;
        config.upstream_timeout_ms = 1_000;
    })
    .await;
    // A transaction may be given to one node only, which has all the time there is for it.
    let mut sending = JoinSet::new();
    let path = format!("/v1?chainId=eip155:5&projectId={PROJECT}");
    sending.spawn(app.ask_from("203.0.113.1", "POST", &path, Body::from(SEND)));
    slow.was_asked(1).await;
    assert_eq!(app.rpc(CALL).await.status_and_body(), SOUND);
    assert_eq!((slow.asked().len(), next.asked().len()), (1, 1));
    // Who gives up leaves its place.
    sending.shutdown().await;
    assert_eq!(app.rpc(CALL).await.status_and_body(), SOUND);
    assert_eq!((slow.asked().len(), next.asked().len()), (2, 2));
}

/// Asks as a client behind the proxy at 127.0.0.1.
async fn ask_from(app: &TestApp, client: &str, body: &str) -> String {
    let path = format!("/v1?chainId=eip155:5&projectId={PROJECT}");
    app.ask("POST", &path, &[("x-forwarded-for", client)], body).await.status_and_body()
}

async fn behind_a_proxy(urls: &[String]) -> TestApp {
    TestApp::with(urls, |config| {
        config.trusted_proxies = vec![Block::try_from("127.0.0.1".to_owned()).expect("a block")];
        config.upstream_timeout_ms = 600;
    })
    .await
}

#[tokio::test]
async fn one_client_alone_cannot_have_a_node_rest() {
    let slow = FakeNode::after(Duration::from_secs(30), |_| (200, String::new())).await;
    let app = behind_a_proxy(&[slow.url.clone(), FakeNode::sound().await.url]).await;
    for _ in 0..4 {
        assert_eq!(ask_from(&app, "203.0.113.1", CALL).await, SOUND);
    }
    assert_eq!(slow.asked().len(), 4);
    for client in ["203.0.113.2", "203.0.113.3", "203.0.113.4"] {
        assert_eq!(ask_from(&app, client, CALL).await, SOUND);
    }
    assert_eq!(slow.asked().len(), 6, "it failed three clients in a row, and is asked last");
}

/// Three clients ask the same of the first of two nodes; then one reads. Says how often each was asked.
async fn asked_after_three_clients(first: &FakeNode, body: &str) -> (usize, usize) {
    let second = FakeNode::sound().await;
    let app = behind_a_proxy(&[first.url.clone(), second.url.clone()]).await;
    // Each asks for something of its own: the same would be asked once.
    let [one, two, three] =
        ["1", "2", "3"].map(|it| (format!("203.0.113.{it}"), body.replace("PLACE", it)));
    tokio::join!(
        ask_from(&app, &one.0, &one.1),
        ask_from(&app, &two.0, &two.1),
        ask_from(&app, &three.0, &three.1)
    );
    let before = second.asked().len();
    assert_eq!(ask_from(&app, "203.0.113.4", CALL).await, SOUND);
    (first.asked().len(), second.asked().len() - before)
}

#[tokio::test]
async fn what_callers_bring_about_does_not_have_a_node_rest() {
    let dear = r#"{"id":2,"method":"eth_getLogs","params":["PLACE"]}"#;
    let slow = FakeNode::deaf_to("eth_getLogs").await;
    assert_eq!(asked_after_three_clients(&slow, dear).await, (4, 0), "a slow search");
    for status in [403, 413, 502] {
        let body = if status == 502 {
            dear
        } else {
            r#"{"id":2,"method":"eth_getCode","params":["PLACE"]}"#
        };
        let node = FakeNode::answering(move |body| {
            let is_plain = body.contains("eth_gasPrice");
            if is_plain { (200, methods_as_results(body)) } else { (status, String::new()) }
        });
        let node = node.await;
        assert_eq!(asked_after_three_clients(&node, body).await, (4, 0), "{status}");
    }
}

#[tokio::test]
async fn a_search_that_finds_too_much_is_the_callers() {
    let first = FakeNode::failing(-32005, "query returned more than 10000 results").await;
    let second = FakeNode::sound().await;
    let app = behind_a_proxy(&[first.url.clone(), second.url.clone()]).await;
    let dear = r#"{"id":2,"method":"eth_getLogs","params":[{}]}"#;
    for client in ["203.0.113.1", "203.0.113.2", "203.0.113.3", "203.0.113.4"] {
        assert!(ask_from(&app, client, dear).await.contains("more than 10000 results"));
        assert!(ask_from(&app, client, &format!("[{dear}]")).await.contains("more than 10000"));
    }
    assert_eq!((first.asked().len(), second.asked().len()), (8, 0));
}

#[tokio::test]
async fn words_do_not_have_a_node_rest() {
    let first = FakeNode::failing(-32000, "try again").await;
    let app = behind_a_proxy(&[first.url.clone(), FakeNode::sound().await.url]).await;
    for client in ["203.0.113.1", "203.0.113.2", "203.0.113.3", "203.0.113.4"] {
        assert_eq!(ask_from(&app, client, CALL).await, SOUND);
        let batch = ask_from(&app, client, &format!("[{CALL}]")).await;
        assert_eq!(batch, r#"200 [{"jsonrpc":"2.0","id":1,"result":"eth_gasPrice"}]"#);
    }
    assert_eq!(first.asked().len(), 8);
}

#[tokio::test]
async fn a_read_that_its_caller_can_make_slow_goes_on_to_the_next_node_too() {
    let slow = FakeNode::after(Duration::from_secs(30), |_| (200, String::new())).await;
    let second = FakeNode::sound().await;
    let app = behind_a_proxy(&[slow.url.clone(), second.url.clone()]).await;
    let dear = r#"{"id":2,"method":"eth_getLogs","params":[{}]}"#;
    let said = ask_from(&app, "203.0.113.1", dear).await;
    assert_eq!(said, r#"200 {"jsonrpc":"2.0","id":2,"result":"eth_getLogs"}"#);
    assert_snapshot!(ask_from(&app, "203.0.113.1", &format!("[{dear},{CALL}]")).await, @r#"200 [{"jsonrpc":"2.0","id":2,"result":"eth_getLogs"},{"jsonrpc":"2.0","id":1,"result":"eth_gasPrice"}]"#);
}

#[tokio::test]
async fn what_an_operator_adds_is_not_sent_twice_unless_it_only_reads() {
    let (first, second) = (FakeNode::hanging_up().await, FakeNode::sound().await);
    let app = TestApp::with(&[first.url, second.url.clone()], |config| {
        config.rpc_methods = vec!["eth_sendBundle".to_owned()];
        config.rpc_read_methods = vec!["eth_getThings".to_owned()];
    })
    .await;
    assert_eq!(app.rpc(r#"{"id":1,"method":"eth_sendBundle"}"#).await.status, 503);
    assert_eq!(second.asked().len(), 0);
    let said = app.rpc(r#"{"id":1,"method":"eth_getThings"}"#).await;
    assert_eq!(said.status_and_body(), r#"200 {"jsonrpc":"2.0","id":1,"result":"eth_getThings"}"#);
}

#[tokio::test]
async fn a_node_that_quotes_its_own_url_is_not_quoted() {
    let told = r#"{"code":-32603,"message":"no","data":"POST https:\/\/node.example\/key"}"#;
    let node = FakeNode::answering(move |body| {
        (200, each(body, |call| format!(r#"{{"id":{},"error":{told}}}"#, call["id"])))
    })
    .await;
    let app = TestApp::with_nodes(&[node.url]).await;
    assert_snapshot!(app.rpc(CALL).await.status_and_body(), @r#"200 {"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"The node's words are left out, for they name the node."}}"#);
    assert_snapshot!(app.rpc(format!("[{CALL}]")).await.status_and_body(), @r#"200 [{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"The node's words are left out, for they name the node."}}]"#);
}

#[tokio::test]
async fn all_nodes_away_is_503_in_time() {
    let slow = FakeNode::after(Duration::from_secs(30), |_| (200, String::new())).await;
    let urls = [slow.url, nowhere().await];
    let app = TestApp::with(&urls, |config| config.upstream_timeout_ms = 300).await;
    let start = Instant::now();
    let said = app.rpc(CALL).await;
    assert_snapshot!(said.status_and_body(), @r#"503 {"status":"FAILED","reasons":[{"field":"chainId","description":"No node of eip155:5 answered."}]}"#);
    assert_eq!(said.header("access-control-allow-origin"), "*");
    assert!(start.elapsed() < Duration::from_secs(2), "{:?}", start.elapsed());
    let said = app.rpc(format!("[{CALL},{CALL}]")).await;
    assert_eq!(said.status, 503);
}

#[tokio::test]
async fn faults_of_the_call_are_answers() {
    for (code, message) in [
        (3, "execution reverted"),
        (-32000, "execution reverted: rate limit"),
        (-32000, "nonce too low"),
        (-32000, "insufficient funds for gas * price + value"),
        (-32602, "invalid params"),
        (5000, "rate limit"),
    ] {
        let (first, second) = (FakeNode::failing(code, message).await, FakeNode::sound().await);
        let app = TestApp::with_nodes(&[first.url, second.url.clone()]).await;
        let same = format!(
            r#"200 {{"jsonrpc":"2.0","id":1,"error":{{"code":{code},"message":"{message}"}}}}"#
        );
        assert_eq!(app.rpc(CALL).await.status_and_body(), same);
        assert_eq!(second.asked().len(), 0, "{message}");
    }
}

#[tokio::test]
async fn the_error_of_a_call_may_come_with_status_400() {
    let error = r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"bad address"}}"#;
    let node = FakeNode::answering(move |_| (400, error.to_owned())).await;
    let app = TestApp::with_nodes(&[node.url, FakeNode::sound().await.url]).await;
    assert_eq!(app.rpc(CALL).await.status_and_body(), format!("200 {error}"));
}

#[tokio::test]
async fn where_every_node_is_limited_the_last_one_is_quoted() {
    let urls = [
        FakeNode::failing(-32005, "first").await.url,
        FakeNode::failing(-32005, "second").await.url,
    ];
    let app = TestApp::with_nodes(&urls).await;
    assert_snapshot!(app.rpc(CALL).await.status_and_body(), @r#"200 {"jsonrpc":"2.0","id":1,"error":{"code":-32005,"message":"second"}}"#);
}

#[tokio::test]
async fn a_transaction_that_may_have_been_taken_is_not_sent_twice() {
    for first in [
        FakeNode::hanging_up().await,
        FakeNode::answering(|_| (502, String::new())).await,
        FakeNode::answering(|_| (200, "<html>".to_owned())).await,
    ] {
        let second = FakeNode::sound().await;
        let app = TestApp::with_nodes(&[first.url, second.url.clone()]).await;
        let said = app.rpc(SEND).await;
        assert_eq!(said.status, 503);
        assert!(said.status_and_body().contains("may have been accepted: look for its hash"));
        assert_eq!(second.asked().len(), 0);
    }
}

#[tokio::test]
async fn a_transaction_that_was_not_taken_goes_to_the_next_node() {
    for first in [
        nowhere().await,
        FakeNode::answering(|_| (429, String::new())).await.url,
        FakeNode::failing(-32005, "limit").await.url,
    ] {
        let app = TestApp::with_nodes(&[first, FakeNode::sound().await.url]).await;
        let sent = r#"200 {"jsonrpc":"2.0","id":1,"result":"eth_sendRawTransaction"}"#;
        assert_eq!(app.rpc(SEND).await.status_and_body(), sent);
    }
}

#[tokio::test]
async fn a_transaction_that_a_second_node_has_already_is_sent() {
    let hash = r#"200 {"jsonrpc":"2.0","id":1,"result":"0xbc36789e7a1e281436464229828f817d6612f7b477d66591ff96a9e064bcc98a"}"#;
    let error = r#"200 {"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"already known"}}"#;
    for (first, said) in [
        (FakeNode::failing(-32005, "limit").await.url, hash),
        (FakeNode::answering(|_| (429, String::new())).await.url, hash),
        // Then the client sent it before.
        (nowhere().await, error),
    ] {
        let second = FakeNode::failing(-32000, "already known").await;
        let app = TestApp::with_nodes(&[first, second.url.clone()]).await;
        assert_eq!(app.rpc(SEND).await.status_and_body(), said);
    }
}

/// A server that takes 4 kB of a node, with a node that says more and others.
async fn with_a_large_one(others: &[String]) -> (FakeNode, TestApp) {
    let large = FakeNode::answering(|_| (200, " ".repeat(5000))).await;
    let nodes = [std::slice::from_ref(&large.url), others].concat();
    let app = TestApp::with(&nodes, |it| it.upstream_answer_limit_bytes = 4096).await;
    (large, app)
}

#[tokio::test]
async fn an_answer_that_its_caller_makes_too_large_is_told_so() {
    let sound = FakeNode::sound().await;
    let (large, app) = with_a_large_one(std::slice::from_ref(&sound.url)).await;
    let logs = r#"{"id":1,"method":"eth_getLogs"}"#;
    assert_snapshot!(app.rpc(logs).await.status_and_body(), @r#"200 {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"The answer is larger than 4096 bytes. Ask for less at once."}}"#);
    assert_eq!((large.asked().len(), sound.asked().len()), (1, 0), "no other would say less");
    let batch = format!("[{CALL},{logs}]");
    assert_snapshot!(app.rpc(batch).await.status_and_body(), @r#"200 [{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"The answer is larger than 4096 bytes. Ask for less at once."}},{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"The answer is larger than 4096 bytes. Ask for less at once."}}]"#);
}

#[tokio::test]
async fn an_answer_that_no_caller_makes_large_is_asked_of_the_next_node() {
    let (large, app) = with_a_large_one(&[FakeNode::sound().await.url]).await;
    for count in 1..=4 {
        assert_eq!(app.rpc(CALL).await.status_and_body(), SOUND);
        assert_eq!(large.asked().len(), count, "it is not left alone for that");
    }
    let metrics = app.metrics("/metrics").await;
    let count = r#"outcome="too_large"} 4"#;
    assert!(String::from_utf8_lossy(&metrics.body).contains(count), "it is counted");
}

#[tokio::test]
async fn where_all_say_too_much_that_is_told() {
    let other = FakeNode::answering(|_| (200, " ".repeat(5000))).await;
    let (_, app) = with_a_large_one(&[other.url]).await;
    assert_snapshot!(app.rpc(CALL).await.status_and_body(), @r#"200 {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"The answer is larger than 4096 bytes. Ask for less at once."}}"#);
    assert_snapshot!(app.rpc(format!("[{CALL}]")).await.status_and_body(), @r#"200 [{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"The answer is larger than 4096 bytes. Ask for less at once."}}]"#);
}

#[tokio::test]
async fn results_are_handed_on_byte_by_byte() {
    let result = r#"{"b":1e400,"a":0.10, "A":"\u00e9","n":123456789012345678901234567890}"#;
    let answer = format!(r#" {{"result" :{result},"jsonrpc":"2.0","id":1 }} "#);
    let node = FakeNode::answering(move |_| (200, answer.clone())).await;
    let app = TestApp::with_nodes(&[node.url]).await;
    let same = format!(r#"200 {{"jsonrpc":"2.0","id":1,"result":{result}}}"#);
    assert_eq!(app.rpc(CALL).await.status_and_body(), same);
    let said = app
        .rpc(r#"{"id":"\u0041","method":"eth_call","params":[{"value":1e400},  "latest"]}"#)
        .await;
    assert_eq!(said.status, 200);
}
