//! Answers that are kept, and reads that wait for one that is on its way.

use crate::fake_node::{FakeNode, each};
use crate::test_app::{Reply, TestApp};
use futures_util::future::join_all;
use std::time::Duration;

/// A node whose latest block is what `eth_blockNumber` says, at first 0x64; every other result is what was
/// asked and how often the node was asked anything.
async fn counting() -> FakeNode {
    FakeNode::answering(|body| (200, each(body, result))).await
}

fn result(call: &serde_json::Value) -> String {
    use std::sync::atomic::{AtomicU32, Ordering};
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    match call["method"].as_str() {
        Some("eth_blockNumber") => format!(r#"{{"id":{},"result":"0x64"}}"#, call["id"]),
        Some("eth_getTransactionReceipt") => format!(
            r#"{{"id":{},"result":{{"blockNumber":{},"count":{count}}}}}"#,
            call["id"], call["params"][0]
        ),
        _ => format!(r#"{{"id":{},"result":"{count}"}}"#, call["id"]),
    }
}

async fn keeping(node: &FakeNode) -> TestApp {
    TestApp::with(std::slice::from_ref(&node.url), |config| config.node_cache_bytes = 1024 * 1024)
        .await
}

/// Asks the same twice and says whether both have one answer.
async fn is_kept(app: &TestApp, body: &str) -> bool {
    let [one, two] = [app.rpc(body).await, app.rpc(body).await].map(|it| it.status_and_body());
    assert!(one.starts_with("200 ") && one.contains("\"result\""), "{one}");
    one == two
}

#[tokio::test]
async fn what_the_latest_block_says_is_kept_and_what_has_no_block_is_not() {
    let node = counting().await;
    let app = keeping(&node).await;
    for (call, want) in [
        (r#"{"id":1,"method":"eth_gasPrice"}"#, true),
        (r#"{"id":1,"method":"eth_call","params":[{"to":"0x1"},"latest"]}"#, true),
        (r#"{"id":1,"method":"eth_call","params":[{"to":"0x1"},"pending"]}"#, false),
        (r#"{"id":1,"method":"eth_getTransactionCount","params":["0x1","pending"]}"#, false),
        (r#"{"id":1,"method":"eth_getTransactionCount","params":["0x1","latest"]}"#, true),
        (r#"{"id":1,"method":"eth_syncing"}"#, false),
        (r#"[{"id":1,"method":"eth_getBalance","params":["0x1"]}]"#, true),
    ] {
        assert_eq!(is_kept(&app, call).await, want, "{call}");
    }
    // One asked in a batch is the same as one asked alone.
    let alone = app.rpc(r#"{"id":7,"method":"eth_getBalance","params":["0x1"]}"#).await;
    let batch = app.rpc(r#"[{"id":7,"method":"eth_getBalance","params":["0x1"]}]"#).await;
    let alone = alone.status_and_body().replace("200 ", "");
    assert_eq!(batch.status_and_body(), format!("200 [{alone}]"));
}

#[tokio::test]
async fn the_next_block_ends_what_is_kept_of_the_one_before() {
    let head = std::sync::Arc::new(std::sync::atomic::AtomicU64::new(100));
    let told = head.clone();
    let node = FakeNode::answering(move |body| {
        let head = told.load(std::sync::atomic::Ordering::SeqCst);
        (200, each(body, |call| format!(r#"{{"id":{},"result":"0x{head:x}"}}"#, call["id"])))
    })
    .await;
    let app = keeping(&node).await;
    let call = r#"{"id":1,"method":"eth_gasPrice"}"#;
    assert!(app.rpc(call).await.status_and_body().contains("0x64"));
    head.store(101, std::sync::atomic::Ordering::SeqCst);
    // Within a quarter of a second the block that was told is as good as new.
    let new = tokio::time::timeout(Duration::from_secs(2), async {
        while !app.rpc(call).await.status_and_body().contains("0x65") {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    });
    new.await.expect("the next block is heard of");
}

#[tokio::test]
async fn a_transaction_ends_what_was_kept_before_it() {
    let node = counting().await;
    let app = keeping(&node).await;
    let nonce = r#"{"id":1,"method":"eth_getTransactionCount","params":["0x1","latest"]}"#;
    let before = app.rpc(nonce).await.status_and_body();
    assert_eq!(app.rpc(nonce).await.status_and_body(), before);
    app.rpc(r#"{"id":1,"method":"eth_sendRawTransaction","params":["0x02"]}"#).await;
    assert_ne!(app.rpc(nonce).await.status_and_body(), before);
}

#[tokio::test]
async fn what_is_deep_in_the_chain_is_kept_for_ever() {
    let node = counting().await;
    node.is_at(10_000);
    let app = keeping(&node).await;
    let receipt = |block: &str| {
        format!(r#"{{"id":1,"method":"eth_getTransactionReceipt","params":["{block}"]}}"#)
    };
    // The node says `0x64` where it is asked again which block is its latest: what is kept of the latest
    // block is over then, and what is deep is not.
    let (deep, young) = (receipt("0x10"), receipt("0x2700"));
    let before = [app.rpc(&*deep).await, app.rpc(&*young).await].map(|it| it.status_and_body());
    app.rpc(r#"{"id":1,"method":"eth_blockNumber"}"#).await;
    let after = [app.rpc(&*deep).await, app.rpc(&*young).await].map(|it| it.status_and_body());
    assert_eq!(before[0], after[0]);
    assert_ne!(before[1], after[1]);
}

#[tokio::test]
async fn an_error_is_not_kept() {
    let node = FakeNode::failing(3, "execution reverted").await;
    let app = keeping(&node).await;
    let call = r#"{"id":1,"method":"eth_call","params":[{"to":"0x1"},"latest"]}"#;
    for _ in 0..3 {
        assert!(app.rpc(call).await.status_and_body().contains("reverted"));
    }
    assert_eq!(node.asked().len(), 3);
}

#[tokio::test]
async fn who_asks_what_is_being_asked_waits_for_that_answer() {
    let node = FakeNode::after(Duration::from_millis(200), |body| (200, each(body, result))).await;
    let app = TestApp::with_nodes(std::slice::from_ref(&node.url)).await;
    let call = r#"{"id":1,"method":"eth_call","params":[{"to":"0x1"},"latest"]}"#;
    let asked = (0..10).map(|_| app.rpc(call));
    let said: Vec<String> = join_all(asked).await.iter().map(Reply::status_and_body).collect();
    assert_eq!(node.asked().len(), 1, "{said:?}");
    // In a batch each question is put once, and joins one that is on its way.
    let batch = app.rpc(format!("[{call},{call},{call}]")).await.status_and_body();
    assert_eq!(batch.matches("\"result\"").count(), 3);
    assert_eq!(node.asked()[1].matches("eth_call").count(), 1);
}

#[tokio::test]
async fn who_hangs_up_takes_no_answer_from_others() {
    let node = FakeNode::after(Duration::from_millis(300), |body| (200, each(body, result))).await;
    let app = TestApp::with_nodes(std::slice::from_ref(&node.url)).await;
    let call = r#"{"id":1,"method":"eth_gasPrice"}"#;
    let mut first = Box::pin(app.rpc(call));
    tokio::select! {
        _ = &mut first => panic!("it takes a while"),
        () = node.was_asked(1) => {}
    }
    let second = app.rpc(call);
    let (said, ()) = tokio::join!(second, async {
        tokio::time::sleep(Duration::from_millis(50)).await;
        drop(first);
    });
    assert_eq!(said.status, 200);
}

#[tokio::test]
async fn a_slow_batch_holds_up_nobody_who_asks_for_a_part_of_it() {
    let node = FakeNode::deaf_to("eth_getLogs").await;
    let app =
        TestApp::with(std::slice::from_ref(&node.url), |it| it.upstream_timeout_ms = 9_000).await;
    let price = r#"{"id":1,"method":"eth_gasPrice"}"#;
    let slow = format!(r#"[{price},{{"id":2,"method":"eth_getLogs","params":[{{}}]}}]"#);
    let mut batch = Box::pin(app.rpc(slow));
    tokio::select! {
        _ = &mut batch => panic!("it takes long"),
        () = node.was_asked(1) => {}
    }
    // Long before the batch has its answer.
    let said = tokio::time::timeout(Duration::from_secs(6), app.rpc(price)).await;
    assert_eq!(said.expect("before it").status, 200);
}
