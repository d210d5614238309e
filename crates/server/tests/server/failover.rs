//! Nodes that are away, slow, broken or limited, and what clients see of it.

use crate::fake_node::{FakeNode, nowhere};
use crate::test_app::TestApp;
use insta::assert_snapshot;
use std::time::{Duration, Instant};

const CALL: &str = r#"{"id":1,"method":"eth_gasPrice"}"#;
const SEND: &str = r#"{"id":1,"method":"eth_sendRawTransaction","params":["0x00"]}"#;
const SOUND: &str = r#"200 {"id":1,"result":"eth_gasPrice"}"#;

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
        FakeNode::failing(-32005, "daily limit").await.url,
        FakeNode::failing(-32000, "Too Many Requests").await.url,
        FakeNode::failing(-32001, "header not found").await.url,
        FakeNode::hanging_up().await.url,
    ] {
        let app = TestApp::with_nodes(&[bad.clone(), FakeNode::sound().await.url]).await;
        assert_eq!(app.rpc(CALL).await.told(), SOUND, "after {bad}");
        // The first one rests now; the answer is the same.
        assert_eq!(app.rpc(CALL).await.told(), SOUND, "after {bad}, again");
    }
}

#[tokio::test]
async fn a_slow_node_leaves_time_for_the_next_one() {
    let slow = FakeNode::after(Duration::from_secs(30), |_| (200, String::new())).await;
    let app = TestApp::with_nodes(&[slow.url.clone(), FakeNode::sound().await.url]).await;
    let start = Instant::now();
    assert_eq!(app.rpc(CALL).await.told(), SOUND);
    assert!(start.elapsed() < Duration::from_secs(2), "{:?}", start.elapsed());
    assert_eq!(app.rpc(CALL).await.told(), SOUND);
    assert_eq!(slow.asked().len(), 1, "a node that failed a moment ago is asked last");
}

#[tokio::test]
async fn all_nodes_away_is_503_in_time() {
    let slow = FakeNode::after(Duration::from_secs(30), |_| (200, String::new())).await;
    let urls = [slow.url, nowhere().await];
    let app = TestApp::with(&urls, |config| config.upstream_timeout_ms = 300).await;
    let start = Instant::now();
    let said = app.rpc(CALL).await;
    assert_snapshot!(said.told(), @r#"503 {"status":"FAILED","reasons":[{"field":"chainId","description":"No node of eip155:5 answered."}]}"#);
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
        let same = format!(r#"200 {{"id":1,"error":{{"code":{code},"message":"{message}"}}}}"#);
        assert_eq!(app.rpc(CALL).await.told(), same);
        assert_eq!(second.asked().len(), 0, "{message}");
    }
}

#[tokio::test]
async fn the_error_of_a_call_may_come_with_status_400() {
    let error = r#"{"id":1,"error":{"code":-32602,"message":"bad address"}}"#;
    let node = FakeNode::answering(move |_| (400, error.to_owned())).await;
    let app = TestApp::with_nodes(&[node.url, FakeNode::sound().await.url]).await;
    assert_eq!(app.rpc(CALL).await.told(), format!("200 {error}"));
}

#[tokio::test]
async fn where_every_node_is_limited_the_last_one_is_quoted() {
    let urls = [
        FakeNode::failing(-32005, "first").await.url,
        FakeNode::failing(-32005, "second").await.url,
    ];
    let app = TestApp::with_nodes(&urls).await;
    assert_snapshot!(app.rpc(CALL).await.told(), @r#"200 {"id":1,"error":{"code":-32005,"message":"second"}}"#);
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
        assert!(said.told().contains("may have been accepted: look for its hash"));
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
        let sent = r#"200 {"id":1,"result":"eth_sendRawTransaction"}"#;
        assert_eq!(app.rpc(SEND).await.told(), sent);
    }
}

#[tokio::test]
async fn an_answer_that_is_too_large_is_told_to_the_caller() {
    let node = FakeNode::answering(|_| (200, " ".repeat(5000))).await;
    let app = TestApp::with(&[node.url, FakeNode::sound().await.url], |config| {
        config.upstream_answer_limit_bytes = 4096;
    })
    .await;
    assert_snapshot!(app.rpc(CALL).await.told(), @r#"200 {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"The answer is larger than 4096 bytes. Ask for less at once."}}"#);
    assert_snapshot!(app.rpc(format!("[{CALL}]")).await.told(), @r#"200 [{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"The answer is larger than 4096 bytes. Ask for less at once."}}]"#);
}

#[tokio::test]
async fn results_are_handed_on_byte_by_byte() {
    let answer = r#" {"jsonrpc" :"2.0","id":1,"result":{"b":1e400,"a":0.10,"A":"\u00e9","n":123456789012345678901234567890}} "#;
    let node = FakeNode::answering(move |_| (200, answer.to_owned())).await;
    let app = TestApp::with_nodes(&[node.url]).await;
    assert_eq!(app.rpc(CALL).await.told(), format!("200 {answer}"));
    let said = app
        .rpc(r#"{"id":"\u0041","method":"eth_call","params":[{"value":1e400},  "latest"]}"#)
        .await;
    assert_eq!(said.status, 200);
}
