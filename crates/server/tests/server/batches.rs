//! Batches: every call gets its own answer, at its place and under its id.

use crate::fake_node::{FakeNode, each, methods_as_results, nowhere};
use crate::test_app::TestApp;
use insta::assert_snapshot;
use serde_json::Value;

#[tokio::test]
async fn refused_calls_are_answered_in_their_place_and_the_rest_is_handed_on() {
    let node = FakeNode::sound().await;
    let app = TestApp::with_nodes(std::slice::from_ref(&node.url)).await;
    let said = app
        .rpc(
            r#"[{"id":"a","method":"eth_sign"},{"id":1.0,"method":"eth_gasPrice"},7,{"id":null,"method":"eth_blobBaseFee"},{"method":"eth_blockNumber"}]"#,
        )
        .await;
    assert_snapshot!(said.status_and_body(), @r#"200 [{"jsonrpc":"2.0","id":"a","error":{"code":-32601,"message":"This server does not hand on this method."}},{"jsonrpc":"2.0","id":1.0,"result":"eth_gasPrice"},{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"This is not a JSON-RPC call."}},{"jsonrpc":"2.0","id":null,"result":"eth_blobBaseFee"},{"jsonrpc":"2.0","id":null,"result":"eth_blockNumber"}]"#);
    assert_snapshot!(node.asked()[0], @r#"[{"jsonrpc":"2.0","id":0,"method":"eth_gasPrice"},{"jsonrpc":"2.0","id":1,"method":"eth_blobBaseFee"},{"jsonrpc":"2.0","id":2,"method":"eth_blockNumber"}]"#);
}

#[tokio::test]
async fn no_node_is_asked_where_nothing_is_left_to_ask() {
    let app = TestApp::with_nodes(&[nowhere().await]).await;
    assert_snapshot!(app.rpc(r#"[{"id":1,"method":"eth_sign"}]"#).await.status_and_body(), @r#"200 [{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"This server does not hand on this method."}}]"#);
}

#[tokio::test]
async fn answers_in_another_order_and_equal_ids_find_their_calls() {
    let node = FakeNode::answering(|body| {
        let mut answers: Vec<Value> =
            serde_json::from_str(&methods_as_results(body)).expect("JSON");
        answers.reverse();
        (200, serde_json::to_string(&answers).expect("JSON"))
    })
    .await;
    let app = TestApp::with_nodes(&[node.url]).await;
    let said =
        app.rpc(r#"[{"id":1,"method":"eth_gasPrice"},{"id":1,"method":"eth_blobBaseFee"}]"#).await;
    assert_snapshot!(said.status_and_body(), @r#"200 [{"jsonrpc":"2.0","id":1,"result":"eth_gasPrice"},{"jsonrpc":"2.0","id":1,"result":"eth_blobBaseFee"}]"#);
}

#[tokio::test]
async fn only_calls_without_an_answer_go_on_to_the_next_node() {
    let partial = FakeNode::answering(|body| {
        let answer = each(body, |call| match call["method"].as_str() {
            Some("eth_blobBaseFee") => format!(r#"{{"id":{},"result":"0x5"}}"#, call["id"]),
            Some("eth_call") => format!(
                r#"{{"id":{},"error":{{"code":-32000,"message":"execution reverted: rate limit"}}}}"#,
                call["id"]
            ),
            _ => format!(
                r#"{{"id":{},"error":{{"code":-32005,"message":"rate limit"}}}}"#,
                call["id"]
            ),
        });
        (200, answer)
    })
    .await;
    let second = FakeNode::sound().await;
    let app = TestApp::with_nodes(&[partial.url, second.url.clone()]).await;
    let said = app
        .rpc(
            r#"[{"id":1,"method":"eth_blobBaseFee"},{"id":2,"method":"eth_gasPrice"},{"id":3,"method":"eth_call"}]"#,
        )
        .await;
    assert_snapshot!(said.status_and_body(), @r#"200 [{"jsonrpc":"2.0","id":1,"result":"0x5"},{"jsonrpc":"2.0","id":2,"result":"eth_gasPrice"},{"jsonrpc":"2.0","id":3,"error":{"code":-32000,"message":"execution reverted: rate limit"}}]"#);
    assert_snapshot!(second.asked()[0], @r#"[{"jsonrpc":"2.0","id":1,"method":"eth_gasPrice"}]"#);
}

#[tokio::test]
async fn what_no_node_answers_is_said_call_by_call() {
    let silent_on_some = FakeNode::answering(|body| {
        let answers: Vec<Value> = serde_json::from_str(&methods_as_results(body)).expect("JSON");
        (200, format!("[{}]", answers[0]))
    })
    .await;
    let app = TestApp::with_nodes(&[silent_on_some.url]).await;
    let said =
        app.rpc(r#"[{"id":1,"method":"eth_gasPrice"},{"id":2,"method":"eth_blobBaseFee"}]"#).await;
    assert_snapshot!(said.status_and_body(), @r#"200 [{"jsonrpc":"2.0","id":1,"result":"eth_gasPrice"},{"jsonrpc":"2.0","id":2,"error":{"code":-32603,"message":"No node answered this call."}}]"#);
}

#[tokio::test]
async fn a_node_that_refuses_batches_is_quoted() {
    let node = FakeNode::answering(|_| {
        (200, r#"{"id":null,"error":{"code":-32600,"message":"batches are off"}}"#.to_owned())
    })
    .await;
    let app = TestApp::with_nodes(&[node.url]).await;
    let said = app.rpc(r#"[{"id":1,"method":"eth_gasPrice"}]"#).await;
    assert_snapshot!(said.status_and_body(), @r#"200 [{"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"batches are off"}}]"#);
}

#[tokio::test]
async fn what_no_node_takes_as_a_batch_is_asked_call_by_call() {
    let single = |body: &str| {
        if body.starts_with('[') {
            return (
                200,
                r#"{"id":null,"error":{"code":-32600,"message":"no batches"}}"#.to_owned(),
            );
        }
        (200, methods_as_results(body))
    };
    let nodes = [FakeNode::answering(single).await, FakeNode::answering(single).await];
    let app = TestApp::with_nodes(&nodes.each_ref().map(|it| it.url.clone())).await;
    let methods = ["eth_gasPrice", "eth_blobBaseFee", "eth_syncing"];
    let call = |method: &str| format!(r#"{{"id":"x","method":"{method}"}}"#);
    let said = app.rpc(format!("[{}]", methods.map(call).join(","))).await;
    assert_snapshot!(said.status_and_body(), @r#"200 [{"jsonrpc":"2.0","id":"x","result":"eth_gasPrice"},{"jsonrpc":"2.0","id":"x","result":"eth_blobBaseFee"},{"jsonrpc":"2.0","id":"x","result":"eth_syncing"}]"#);
    let asked: Vec<usize> = nodes.iter().map(|it| it.asked().len()).collect();
    assert_eq!((asked[0], asked[1]), (4, 1), "each the batch, and the first the calls");
}

#[tokio::test]
async fn a_node_that_counts_requests_is_not_asked_call_by_call() {
    let node = FakeNode::answering(|_| {
        (200, r#"{"id":null,"error":{"code":-32005,"message":"too many requests"}}"#.to_owned())
    })
    .await;
    let app = TestApp::with_nodes(std::slice::from_ref(&node.url)).await;
    let said =
        app.rpc(r#"[{"id":1,"method":"eth_gasPrice"},{"id":2,"method":"eth_syncing"}]"#).await;
    assert!(said.status_and_body().contains("too many requests"));
    assert_eq!(node.asked().len(), 1);
}

#[tokio::test]
async fn a_transaction_in_a_batch_is_not_given_to_a_second_node() {
    let (first, second) = (FakeNode::hanging_up().await, FakeNode::sound().await);
    let app = TestApp::with_nodes(&[first.url, second.url.clone()]).await;
    let said = app
        .rpc(
            r#"[{"id":1,"method":"eth_sendRawTransaction","params":["0x"]},{"id":2,"method":"eth_gasPrice"}]"#,
        )
        .await;
    assert_snapshot!(said.status_and_body(), @r#"200 [{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"The node did not answer. The transaction may have been accepted: look for its hash before sending it again."}},{"jsonrpc":"2.0","id":2,"result":"eth_gasPrice"}]"#);
    assert_snapshot!(second.asked()[0], @r#"{"jsonrpc":"2.0","id":1,"method":"eth_gasPrice"}"#);
}
