//! Nodes of another chain, nodes that are behind, nodes that are slow: what they say reaches nobody.

use crate::fake_node::{FakeNode, each, methods_as_results};
use crate::test_app::TestApp;
use insta::assert_snapshot;
use std::time::{Duration, Instant};

const CALL: &str = r#"{"id":1,"method":"eth_getBalance","params":["0x1","latest"]}"#;
const SOUND: &str = r#"200 {"jsonrpc":"2.0","id":1,"result":"eth_getBalance"}"#;

#[tokio::test]
async fn a_node_of_another_chain_is_given_no_call() {
    let (wrong, sound) = (FakeNode::sound().await, FakeNode::sound().await);
    wrong.is_of_chain("0x1");
    let app = TestApp::with_nodes(&[wrong.url.clone(), sound.url.clone()]).await;
    assert_eq!(app.rpc(CALL).await.status_and_body(), SOUND);
    let send = r#"{"id":1,"method":"eth_sendRawTransaction","params":["0x02"]}"#;
    assert_eq!(app.rpc(send).await.status, 200);
    assert_eq!((wrong.asked().len(), sound.asked().len()), (0, 2));
    let alone = TestApp::with_nodes(std::slice::from_ref(&wrong.url)).await;
    assert_snapshot!(alone.rpc(CALL).await.status_and_body(), @r#"503 {"status":"FAILED","reasons":[{"field":"chainId","description":"No node of eip155:5 answered."}]}"#);
    assert_eq!(alone.rpc(send).await.status, 503);
    assert_eq!(wrong.asked().len(), 0);
}

#[tokio::test]
async fn a_node_that_is_behind_says_nothing_of_the_latest_block() {
    let (behind, sound) = (FakeNode::sound().await, FakeNode::sound().await);
    behind.is_at(9_000);
    sound.is_at(10_000);
    let app = TestApp::with_nodes(&[behind.url.clone(), sound.url.clone()]).await;
    for _ in 0..3 {
        assert_eq!(app.rpc(CALL).await.status_and_body(), SOUND);
    }
    assert_eq!((behind.asked().len(), sound.asked().len()), (0, 3));
    // What is old it knows as well as others, and is asked where they do not answer.
    let old = r#"{"id":1,"method":"eth_getBalance","params":["0x1","0x10"]}"#;
    assert_eq!(app.rpc(old).await.status_and_body(), SOUND);
    assert_eq!(sound.asked().len(), 4, "the one that knows more is asked first");
}

#[tokio::test]
async fn where_the_node_that_knew_more_is_gone_who_is_behind_does_not_stand_in() {
    let (behind, gone) = (FakeNode::sound().await, FakeNode::failing(-32000, "overloaded").await);
    behind.is_at(9_000);
    gone.is_at(10_000);
    let app = TestApp::with_nodes(&[behind.url.clone(), gone.url]).await;
    assert!(app.rpc(CALL).await.status_and_body().contains("overloaded"));
    let old = r#"{"id":1,"method":"eth_getBalance","params":["0x1","0x10"]}"#;
    assert_eq!(app.rpc(old).await.status_and_body(), SOUND);
}

#[tokio::test]
async fn who_took_a_nodes_place_is_asked_who_that_is() {
    // Of another chain with more blocks, or of this one with less.
    for (chain, head) in [("0x1", 90_000), ("0x5", 9_000)] {
        let (first, second) = (FakeNode::sound().await, FakeNode::sound().await);
        first.is_at(10_000);
        second.is_at(10_000);
        let app = TestApp::with_nodes(&[first.url.clone(), second.url.clone()]).await;
        assert_eq!(app.rpc(CALL).await.status_and_body(), SOUND);
        assert_eq!((first.asked().len(), second.asked().len()), (1, 0));
        // Sooner than it is polled again.
        let wrong = |body: &str| (200, each(body, |_| r#"{"id":1,"result":"wrong"}"#.to_owned()));
        let _first = first.gives_way(chain, head, wrong).await;
        for at in 0..10 {
            let call = CALL.replace("0x1", &format!("0x{at}"));
            assert_eq!(app.rpc(call).await.status_and_body(), SOUND, "{chain}");
        }
        assert_eq!(second.asked().len(), 10);
    }
}

#[tokio::test]
async fn a_node_that_came_back_is_asked_again() {
    let (first, second) = (FakeNode::sound().await, FakeNode::sound().await);
    let app = TestApp::with_nodes(&[first.url.clone(), second.url.clone()]).await;
    assert_eq!(app.rpc(CALL).await.status_and_body(), SOUND);
    let first = first.gives_way("0x5", 100, |body| (200, methods_as_results(body))).await;
    assert_eq!(app.rpc(CALL.replace("0x1", "0x2")).await.status_and_body(), SOUND);
    assert_eq!((first.asked().len(), second.asked().len()), (1, 0));
}

#[tokio::test]
async fn a_second_node_is_asked_where_the_first_takes_longer_than_usual() {
    let (first, second) = (FakeNode::sound().await, FakeNode::sound().await);
    let app = TestApp::with(&[first.url.clone(), second.url.clone()], |config| {
        config.upstream_timeout_ms = 8_000;
    })
    .await;
    for at in 0..40 {
        let call = format!(r#"{{"id":1,"method":"eth_getBalance","params":["{at}"]}}"#);
        assert_eq!(app.rpc(call).await.status_and_body(), SOUND);
    }
    let before = second.asked().len();
    first.is_deaf();
    let start = Instant::now();
    assert_eq!(app.rpc(CALL).await.status_and_body(), SOUND);
    // Its share of the time would be four seconds.
    assert!(start.elapsed() < Duration::from_secs(2), "{:?}", start.elapsed());
    assert_eq!(second.asked().len(), before + 1);
}

#[tokio::test]
async fn a_node_that_asks_for_rest_is_left_alone() {
    let limited = FakeNode::resting(Duration::from_hours(1)).await;
    let sound = FakeNode::sound().await;
    let app = TestApp::with_nodes(&[limited.url.clone(), sound.url.clone()]).await;
    for _ in 0..3 {
        assert_eq!(app.rpc(CALL).await.status_and_body(), SOUND);
    }
    assert_eq!((limited.asked().len(), sound.asked().len()), (1, 3));
}

#[tokio::test]
async fn a_transaction_waits_for_no_second_node() {
    let slow =
        FakeNode::after(Duration::from_millis(1_500), |body| (200, methods_as_results(body))).await;
    let second = FakeNode::sound().await;
    let app = TestApp::with_nodes(&[slow.url.clone(), second.url.clone()]).await;
    let send = r#"{"id":1,"method":"eth_sendRawTransaction","params":["0x02"]}"#;
    assert_eq!(app.rpc(send).await.status, 200);
    assert_eq!((slow.asked().len(), second.asked().len()), (1, 0));
}

#[tokio::test]
async fn one_node_of_three_that_tells_a_block_far_away_does_not_put_the_others_out() {
    let (liar, one, other) = (
        FakeNode::failing(-32000, "overloaded").await,
        FakeNode::sound().await,
        FakeNode::sound().await,
    );
    liar.is_at(u64::MAX);
    let urls = [liar.url.clone(), one.url.clone(), other.url.clone()];
    let app = TestApp::with_nodes(&urls).await;
    for at in 0..3 {
        let call = format!(r#"{{"id":1,"method":"eth_getBalance","params":["{at}","latest"]}}"#);
        assert_eq!(app.rpc(call).await.status_and_body(), SOUND);
    }
}

#[tokio::test]
async fn young_blocks_are_not_asked_of_a_node_that_is_behind() {
    let behind = FakeNode::answering(|body| {
        (200, each(body, |call| format!(r#"{{"id":{},"result":null}}"#, call["id"])))
    })
    .await;
    let sound = FakeNode::sound().await;
    behind.is_at(9_000);
    sound.is_at(10_000);
    let app = TestApp::with_nodes(&[behind.url.clone(), sound.url]).await;
    for params in [r#"["0x2710",false]"#, r#"["0x2600",false]"#] {
        let call = format!(r#"{{"id":1,"method":"eth_getBlockByNumber","params":{params}}}"#);
        assert!(!app.rpc(call).await.status_and_body().contains("null"), "{params}");
    }
    let by_hash = r#"{"id":1,"method":"eth_getBlockByHash","params":["0xab",false]}"#;
    assert!(!app.rpc(by_hash).await.status_and_body().contains("null"));
    assert_eq!(behind.asked().len(), 0);
}

#[tokio::test]
async fn a_transaction_for_which_no_time_is_left_is_not_said_to_be_sent() {
    let slow = FakeNode::deaf_to("0x01").await;
    let app = TestApp::with(std::slice::from_ref(&slow.url), |config| {
        config.upstream_timeout_ms = 500;
    })
    .await;
    let send =
        |data: &str| format!(r#"{{"id":1,"method":"eth_sendRawTransaction","params":["{data}"]}}"#);
    let said = app.rpc(format!("[{},{}]", send("0x01"), send("0x02"))).await.status_and_body();
    assert_eq!(said.matches("may have been accepted").count(), 1, "{said}");
    assert_eq!(said.matches("No node answered this call").count(), 1, "{said}");
    assert_eq!(slow.asked().len(), 1);
}
