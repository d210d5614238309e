//! The simulated server may not lie: what an engine asks gets the same answer from both.

use crate::fake_node::FakeNode;
use crate::test_app::{PROJECT, TestApp};
use serde_json::Value;

/// What an answer says to an engine: its status, and its body or, of a failure, the fields at fault.
fn meaning(status: u16, body: &[u8]) -> (u16, Value) {
    let body: Value = serde_json::from_slice(body).expect("JSON");
    let faults = body["reasons"]
        .as_array()
        .map(|reasons| reasons.iter().map(|reason| reason["field"].clone()).collect());
    (status, faults.unwrap_or(body))
}

#[tokio::test]
async fn the_simulated_server_answers_as_this_one_does() {
    let simulated = sim::Server { chains: vec!["eip155:5".to_owned()], ..sim::Server::default() };
    let balance = simulated.balance.clone();
    let node = FakeNode::answering(move |_| {
        (200, format!(r#"{{"jsonrpc":"2.0","id":1,"result":"{balance}"}}"#))
    })
    .await;
    let real = TestApp::with_nodes(std::slice::from_ref(&node.url)).await;
    let account = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
    let call = format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"eth_getBalance","params":["{account}","latest"]}}"#
    );
    let event = r#"{"eventId":"1","timestamp":1,"props":{"type":"track","event":"MODAL_OPEN"}}"#;
    let query = format!("projectId={PROJECT}&st=latchkit&sv=html-universal-0.1.0");
    for (method, path, body) in [
        ("GET", format!("/v1/supported-chains?{query}"), ""),
        ("POST", format!("/v1?{query}&chainId=eip155:5"), call.as_str()),
        ("POST", format!("/v1?{query}&chainId=eip155:99"), call.as_str()),
        ("GET", format!("/appkit/v1/config?{query}"), ""),
        ("GET", format!("/projects/v1/origins?{query}"), ""),
        ("GET", format!("/getAnalyticsConfig?{query}"), ""),
        ("POST", format!("/e?{query}"), event),
        ("GET", format!("/v1/nothing?{query}"), ""),
    ] {
        let said = real.ask(method, &path, &[("content-type", "text/plain")], body).await;
        let url = format!("http://localhost:8787{path}");
        let body = Some(body).filter(|body| !body.is_empty());
        let (status, text) = simulated.answer(method, &url, body).expect("it is reached");
        let status = u16::try_from(status).expect("a status");
        assert_eq!(
            meaning(status, text.as_bytes()),
            meaning(said.status, &said.body),
            "{method} {path}"
        );
    }
}
