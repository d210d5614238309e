//! Bodies and queries that no client of ours sends.

use crate::fake_node::FakeNode;
use crate::test_app::{NOTHING_HERE, PROJECT, TestApp};
use insta::assert_snapshot;
use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

#[tokio::test]
async fn a_body_that_is_no_call_is_refused_by_name() {
    let node = FakeNode::sound().await;
    let app = TestApp::with_nodes(std::slice::from_ref(&node.url)).await;
    assert_snapshot!(app.rpc("").await.status_and_body(), @r#"400 {"status":"FAILED","reasons":[{"field":"body","description":"The body is empty."}]}"#);
    assert_snapshot!(app.rpc("eth_chainId").await.status_and_body(), @r#"400 {"status":"FAILED","reasons":[{"field":"body","description":"The body is not JSON: expected value at line 1 column 1."}]}"#);
    assert_snapshot!(app.rpc("{\"method\":").await.status_and_body(), @r#"400 {"status":"FAILED","reasons":[{"field":"body","description":"The body is not JSON: EOF while parsing a value at line 1 column 10."}]}"#);
    assert_snapshot!(app.rpc("42").await.status_and_body(), @r#"400 {"status":"FAILED","reasons":[{"field":"body","description":"The body is not a JSON-RPC call (an object with `method`, `params` and `id`) or an array of calls."}]}"#);
    assert_snapshot!(app.rpc("[]").await.status_and_body(), @r#"400 {"status":"FAILED","reasons":[{"field":"body","description":"The batch holds no call."}]}"#);
    assert_snapshot!(app.rpc("[[[").await.status_and_body(), @r#"400 {"status":"FAILED","reasons":[{"field":"body","description":"The body is not JSON: EOF while parsing a list at line 1 column 3."}]}"#);
    assert_eq!(node.asked(), Vec::<String>::new());
}

#[tokio::test]
async fn a_body_that_is_not_text_is_refused() {
    let app = TestApp::with_nodes(&[]).await;
    let path = format!("/v1?chainId=eip155:5&projectId={PROJECT}");
    let mut bytes = format!(
        "POST {path} HTTP/1.1\r\nhost: api.latchkit.test\r\nconnection: close\r\n\
         content-length: 4\r\n\r\n"
    )
    .into_bytes();
    bytes.extend([0xff, 0xfe, b'{', b'}']);
    let mut stream = TcpStream::connect(app.address()).await.expect("a connection");
    stream.write_all(&bytes).await.expect("sent");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.expect("an answer");
    assert!(answer.starts_with("HTTP/1.1 400 "), "{answer}");
    assert!(answer.contains("invalid utf-8 sequence"), "{answer}");
}

#[tokio::test]
async fn a_body_that_is_too_large_is_refused_readably() {
    let app = TestApp::with_nodes(&[]).await;
    let said = app.rpc(" ".repeat(200 * 1024 + 1)).await;
    assert_snapshot!(said.status_and_body(), @r#"413 {"status":"FAILED","reasons":[{"field":"body","description":"The body is larger than 204800 bytes. Send fewer calls at once."}]}"#);
    assert_eq!(said.header("access-control-allow-origin"), "*");
    // Sent without its length.
    let path = format!("/v1?chainId=eip155:5&projectId={PROJECT}");
    let mut stream = TcpStream::connect(app.address()).await.expect("a connection");
    let head = format!(
        "POST {path} HTTP/1.1\r\nhost: api.latchkit.test\r\nconnection: close\r\n\
         transfer-encoding: chunked\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).await.expect("sent");
    for _ in 0..4 {
        let piece = format!("10000\r\n{}\r\n", "x".repeat(0x10000));
        stream.write_all(piece.as_bytes()).await.expect("sent");
    }
    stream.write_all(b"0\r\n\r\n").await.expect("sent");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.expect("an answer");
    assert!(answer.starts_with("HTTP/1.1 413 "), "{answer}");
}

#[tokio::test]
async fn a_batch_of_1001_is_refused_and_one_of_1000_is_not() {
    let node = FakeNode::sound().await;
    let app = TestApp::with_nodes(std::slice::from_ref(&node.url)).await;
    let batch = |calls: usize| {
        let call = r#"{"id":1,"method":"eth_blockNumber"}"#;
        format!("[{}]", vec![call; calls].join(","))
    };
    assert_snapshot!(app.rpc(batch(1001)).await.status_and_body(), @r#"400 {"status":"FAILED","reasons":[{"field":"body","description":"The batch holds more than 1000 entries. Split it."}]}"#);
    assert_eq!(node.asked().len(), 0);
    let said = app.rpc(batch(1000)).await;
    assert_eq!(said.status, 200);
    let answers: Vec<serde_json::Value> = serde_json::from_slice(&said.body).expect("JSON");
    assert_eq!(answers.len(), 1000);
    assert_eq!(node.asked().len(), 1);
}

#[tokio::test]
async fn deep_nesting_is_refused_before_a_node_sees_it() {
    let node = FakeNode::sound().await;
    let app = TestApp::with_nodes(std::slice::from_ref(&node.url)).await;
    let deep = |levels: usize| {
        let (open, close) = ("[".repeat(levels), "]".repeat(levels));
        format!(r#"{{"id":1,"method":"eth_call","params":{open}{close}}}"#)
    };
    assert_snapshot!(app.rpc(deep(90_000)).await.status_and_body(), @r#"400 {"status":"FAILED","reasons":[{"field":"body","description":"The body is nested deeper than 64 levels."}]}"#);
    assert_eq!(app.rpc("[".repeat(200_000)).await.status, 400);
    assert_eq!(node.asked().len(), 0);
    assert_eq!(app.rpc(deep(30)).await.status, 200);
}

#[tokio::test]
async fn chain_and_project_must_be_named_and_known() {
    let app = TestApp::with_nodes(&[]).await;
    let ask = async |query: &str| {
        let path = format!("/v1?{query}");
        app.ask("POST", &path, &[], r#"{"id":1,"method":"eth_blockNumber"}"#)
            .await
            .status_and_body()
    };
    let project = format!("projectId={PROJECT}");
    assert_snapshot!(ask(&format!("chainId=eip155:77&{project}")).await, @r#"400 {"status":"FAILED","reasons":[{"field":"chainId","description":"eip155:77 is not configured here. /v1/supported-chains lists what is."}]}"#);
    assert_snapshot!(ask("chainId=eip155:5&projectId=00000000000000000000000000000000").await, @r#"401 {"status":"FAILED","reasons":[{"field":"projectId","description":"This server does not know the project. `latchkit project list` shows those it knows."}]}"#);
    let malformed =
        r#"{"field":"chainId","description":"chainId must be a CAIP-2 id such as eip155:1."}"#;
    for chain in
        ["", "chainId=", "chainId=5", "chainId=doge:1", "chainId=eip155:1%0a", "chainId=%ff"]
    {
        let said = ask(&format!("{chain}&{project}")).await;
        assert!(said.starts_with("400 ") && said.contains(malformed), "{chain}: {said}");
    }
    let malformed = r#"{"field":"projectId","description":"projectId must be 32 hex digits."}"#;
    for id in ["", "projectId=", "projectId=0123", "projectId=g123456789abcdef0123456789abcdef"] {
        let said = ask(&format!("chainId=eip155:5&{id}")).await;
        assert!(said.starts_with("400 ") && said.contains(malformed), "{id}: {said}");
    }
    let injected = "projectId=' OR 1=1 --".replace(' ', "%20");
    assert!(ask(&format!("chainId=eip155:5&{injected}")).await.starts_with("400 "));
}

#[tokio::test]
async fn a_path_that_is_no_text_leads_nowhere() {
    let app = TestApp::with_nodes(&[]).await;
    let told: Value = serde_json::from_slice(&app.get("/openapi.json").await.body).expect("JSON");
    let routes = told["paths"].as_object().expect("paths");
    let named: Vec<_> = routes.keys().filter(|it| it.contains('{')).collect();
    assert!(named.len() > 8, "{named:?}");
    for path in named {
        let path = path.replace('{', "%ff").replace('}', "");
        let path = format!("{path}?projectId={PROJECT}");
        assert_eq!(app.get(&path).await.status_and_body(), NOTHING_HERE, "{path}");
    }
}

#[tokio::test]
async fn a_second_method_hidden_from_us_does_not_reach_the_node() {
    let node = FakeNode::sound().await;
    let app = TestApp::with_nodes(std::slice::from_ref(&node.url)).await;
    // Nodes written in Go read member names without regard to case, and the last one wins.
    let hidden = r#"{"id":1,"method":"eth_blockNumber","Method":"admin_addPeer","x":1}"#;
    assert_eq!(app.rpc(hidden).await.status, 200);
    let twice = r#"{"id":1,"method":"eth_blockNumber","method":"admin_addPeer"}"#;
    assert_eq!(app.rpc(twice).await.status, 400);
    assert_eq!(node.asked(), [r#"{"jsonrpc":"2.0","id":1,"method":"eth_blockNumber"}"#]);
}

#[tokio::test]
async fn a_method_that_is_not_on_the_list_is_answered_here() {
    let node = FakeNode::sound().await;
    let app = TestApp::with_nodes(std::slice::from_ref(&node.url)).await;
    let said = app.rpc(r#"{"id":"x","method":"eth_sendTransaction","params":[{}]}"#).await;
    assert_snapshot!(said.status_and_body(), @r#"200 {"jsonrpc":"2.0","id":"x","error":{"code":-32601,"message":"This server does not hand on this method."}}"#);
    for method in ["anvil_setBalance", "debug_traceCall", "ETH_CALL", "eth_call ", "eth_accounts"] {
        let said = app.rpc(format!(r#"{{"id":1,"method":"{method}"}}"#)).await;
        assert!(said.status_and_body().contains("-32601"), "{method}: {}", said.status_and_body());
    }
    assert_eq!(node.asked().len(), 0);
    let app =
        TestApp::with(&[node.url], |config| config.rpc_methods = vec!["debug_traceCall".into()])
            .await;
    let said = app.rpc(r#"{"id":1,"method":"debug_traceCall"}"#).await;
    assert_snapshot!(said.status_and_body(), @r#"200 {"jsonrpc":"2.0","id":1,"result":"debug_traceCall"}"#);
}
