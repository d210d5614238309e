//! What `/metrics` tells, and what it never does.

use crate::fake_node::{FakeNode, nowhere};
use crate::history::{scanning, whole};
use crate::local_chain::BOB;
use crate::seeded::{self, OWNER};
use crate::test_app::{NOTHING_HERE, PROJECT, TestApp, VAULT};
use insta::assert_snapshot;
use server::VERSION;

/// The samples of a family, without what differs from run to run.
pub(crate) async fn samples(app: &TestApp, family: &str) -> String {
    let said = app.metrics("/metrics").await;
    assert_eq!(said.status, 200);
    let text = String::from_utf8(said.body.to_vec()).expect("text");
    text.lines().filter(|line| line.starts_with(family)).collect::<Vec<_>>().join("\n")
}

#[tokio::test]
async fn requests_are_counted_by_route_method_and_status() {
    let app = TestApp::with_nodes(&[]).await;
    let page = [("origin", "https://a.example"), ("access-control-request-method", "POST")];
    app.get("/v1/supported-chains?projectId=secret").await;
    app.get("/v1/supported-chains").await;
    app.get("/assets/9.9.9/secret.js").await;
    app.get("/secret").await;
    app.ask("SECRET", "/v1", &[], "").await;
    app.ask("OPTIONS", "/v1", &page, "").await;
    app.ask("GET", "/secret", &[("host", VAULT)], "").await;
    app.ask("GET", "/secret", &[("host", "secret.example")], "").await;
    assert_snapshot!(samples(&app, "latchkit_http_requests_total").await, @r#"
    latchkit_http_requests_total{route="/assets/{version}/{*file}",method="GET",status="4xx"} 1
    latchkit_http_requests_total{route="/v1",method="OPTIONS",status="2xx"} 1
    latchkit_http_requests_total{route="/v1",method="other",status="4xx"} 1
    latchkit_http_requests_total{route="/v1/supported-chains",method="GET",status="2xx"} 2
    latchkit_http_requests_total{route="none",method="GET",status="4xx"} 3
    "#);
    let durations = samples(&app, "latchkit_http_request_duration_seconds").await;
    for line in [
        r#"_bucket{route="/v1/supported-chains",le="10"} 2"#,
        r#"_bucket{route="/v1/supported-chains",le="+Inf"} 2"#,
        r#"_count{route="/v1/supported-chains"} 2"#,
        r#"_sum{route="/v1/supported-chains"} "#,
    ] {
        assert!(durations.contains(line), "{line} in {durations}");
    }
    assert!(!samples(&app, "").await.contains("secret"), "nothing that a request says");
}

#[tokio::test]
async fn calls_to_nodes_are_counted_by_what_came_of_them() {
    let limited = FakeNode::failing(-32005, "slow down").await;
    let sound = FakeNode::sound().await;
    let app = TestApp::with_nodes(&[nowhere().await, limited.url.clone(), sound.url.clone()]).await;
    app.rpc(r#"{"id":1,"method":"eth_gasPrice"}"#).await;
    app.rpc(r#"{"id":1,"method":"eth_chainId"}"#).await;
    let call = r#"{"id":1,"method":"eth_gasPrice"}"#;
    app.rpc(format!("[{call},{call}]")).await;
    assert_snapshot!(samples(&app, "latchkit_node_calls_total").await, @r#"
    latchkit_node_calls_total{chain="eip155:5",outcome="answered"} 2
    latchkit_node_calls_total{chain="eip155:5",outcome="useless"} 2
    latchkit_node_calls_total{chain="eip155:5",outcome="not_taken"} 1
    latchkit_node_calls_total{chain="eip155:5",outcome="broken"} 0
    latchkit_node_calls_total{chain="eip155:5",outcome="too_large"} 0
    latchkit_node_calls_total{chain="eip155:5",outcome="no_room"} 0
    latchkit_node_calls_total{chain="eip155:5",outcome="crowded"} 0
    "#);
    assert_snapshot!(samples(&app, "latchkit_node_answers_total").await, @r#"
    latchkit_node_answers_total{chain="eip155:5",from="node"} 2
    latchkit_node_answers_total{chain="eip155:5",from="memory"} 0
    latchkit_node_answers_total{chain="eip155:5",from="others"} 1
    "#);
}

#[tokio::test]
async fn refusals_connections_and_the_build_are_told() {
    let app = TestApp::with(&[], |config| {
        config.client_requests_per_minute = 2;
        config.project_requests_per_minute = 1;
    })
    .await;
    let path = format!("/v1/supported-chains?projectId={PROJECT}");
    for _ in 0..4 {
        app.get(&path).await;
    }
    assert_snapshot!(samples(&app, "latchkit_rate_limited_total").await, @r#"
    latchkit_rate_limited_total{by="client"} 2
    latchkit_rate_limited_total{by="project"} 1
    "#);
    let idle = tokio::net::TcpStream::connect(app.address()).await.expect("a connection");
    app.get("/health").await;
    let open = samples(&app, "latchkit_open_connections").await;
    let count: u32 = open.rsplit(' ').next().and_then(|it| it.parse().ok()).expect("a number");
    assert!(count >= 1, "{open}");
    drop(idle);
    let build = samples(&app, "latchkit_build_info").await;
    assert!(build.starts_with(&format!(r#"latchkit_build_info{{version="{VERSION}",commit=""#)));
    let uptime = samples(&app, "latchkit_uptime_seconds ").await;
    let seconds: f64 = uptime.rsplit(' ').next().and_then(|it| it.parse().ok()).expect("a number");
    assert!(seconds > 0.0, "{uptime}");
}

#[tokio::test]
async fn the_metrics_are_a_place_of_their_own() {
    let app = TestApp::with_nodes(&[]).await;
    assert_eq!(app.get("/metrics").await.status_and_body(), NOTHING_HERE);
    assert_eq!(app.metrics("/health").await.status_and_body(), NOTHING_HERE);
    let said = app.metrics("/metrics").await;
    assert_eq!(said.header("content-type"), "text/plain; version=0.0.4; charset=utf-8");
    let text = String::from_utf8(said.body.to_vec()).expect("text");
    let families = text.lines().filter(|line| line.starts_with("# TYPE")).count();
    let told = text.lines().filter(|line| line.starts_with("# HELP")).count();
    assert_eq!((families, told), (24, 24));
}

#[tokio::test]
async fn histories_are_told_by_how_many_are_followed_and_how_old_they_are() {
    let chain = seeded::own_seeded_chain();
    let app = scanning(&chain).await;
    assert_eq!(samples(&app, "latchkit_history_accounts").await, "");
    whole(&app, BOB, "").await;
    whole(&app, OWNER, "").await;
    let told = samples(&app, "latchkit_history_").await;
    let (followed, age) = told.split_once('\n').expect("two samples");
    assert_eq!(followed, r#"latchkit_history_accounts{chain="eip155:31337"} 2"#);
    let age = age.strip_prefix(r#"latchkit_history_age_seconds{chain="eip155:31337"} "#);
    assert!(age.and_then(|it| it.parse::<f64>().ok()).is_some_and(|it| it < 60.0), "{told}");
}
