//! How many requests a client and a project may make, and who counts as one.

use crate::fake_node::FakeNode;
use crate::held_back::Gate;
use crate::test_app::{PROJECT, Reply, TestApp};
use axum::body::Body;
use axum::http::HeaderValue;
use bytes::Bytes;
use insta::assert_snapshot;
use server::client_address::Block;
use tokio::task::JoinSet;

const CHAINS: &str = "/v1/supported-chains";

fn block(text: &str) -> Block {
    Block::try_from(text.to_owned()).expect("a block")
}

async fn limited(client: u32, project: u32, proxies: &[&str]) -> TestApp {
    let proxies = proxies.iter().map(|text| block(text)).collect();
    TestApp::with(&[], |config| {
        config.client_requests_per_minute = client;
        config.project_requests_per_minute = project;
        config.trusted_proxies = proxies;
    })
    .await
}

async fn from(app: &TestApp, forwarded: &str) -> u16 {
    app.ask("GET", CHAINS, &[("x-forwarded-for", forwarded)], "").await.status
}

/// Limit, what remains, and whether seconds are told: until the bucket is full, and until one may come
/// again.
fn rate_limit_status(said: &Reply) -> (&str, &str, bool, bool) {
    let (reset, retry) = (said.header("ratelimit-reset"), said.header("retry-after"));
    let (limit, remaining) = (said.header("ratelimit-limit"), said.header("ratelimit-remaining"));
    (limit, remaining, !reset.is_empty(), !retry.is_empty())
}

const NOT_TOLD: (&str, &str, bool, bool) = ("", "", false, false);

/// A header that counts seconds down from these. Machines that run tests may be slow.
fn assert_seconds(said: &Reply, name: &str, most: u64) {
    let told: u64 = said.header(name).parse().expect("whole seconds");
    assert!((most.saturating_sub(15)..=most).contains(&told), "{name}: {told}");
}

/// Status and body, without the seconds.
fn refusal(said: &Reply) -> String {
    said.status_and_body().replace(&format!("in {} s", said.header("retry-after")), "in N s")
}

#[tokio::test]
async fn a_client_is_told_how_it_stands_and_when_to_come_again() {
    let app = limited(2, 0, &[]).await;
    for (remaining, seconds) in [("1", 30), ("0", 60)] {
        let said = app.get(CHAINS).await;
        assert_eq!(rate_limit_status(&said), ("2", remaining, true, false));
        assert_seconds(&said, "ratelimit-reset", seconds);
    }
    let page = [("origin", "https://shop.example")];
    let refused = app.ask("GET", CHAINS, &page, "").await;
    assert_snapshot!(refusal(&refused), @r#"429 {"status":"FAILED","reasons":[{"field":"rate_limited","description":"This client made its 2 requests of a minute. Try again in N s."}]}"#);
    assert_eq!(rate_limit_status(&refused), ("2", "0", true, true));
    assert_seconds(&refused, "retry-after", 30);
    assert_seconds(&refused, "ratelimit-reset", 60);
    assert_eq!(refused.header("access-control-allow-origin"), "*");
    let exposed = refused.header("access-control-expose-headers");
    assert_eq!(
        exposed,
        "x-request-id,retry-after,ratelimit-limit,ratelimit-remaining,ratelimit-reset"
    );
}

#[tokio::test]
async fn every_path_of_the_api_counts_and_what_machines_ask_does_not() {
    let app = limited(1, 0, &[]).await;
    let preflight = [("origin", "https://shop.example"), ("access-control-request-method", "POST")];
    for path in ["/", "/home.css", "/health", "/assets/9.9.9/latchkit.js"] {
        let said = app.get(path).await;
        assert!(said.status == 200 || said.status == 404, "{path}");
        assert_eq!(rate_limit_status(&said), NOT_TOLD, "{path}");
    }
    assert_eq!(app.ask("OPTIONS", "/v1", &preflight, "").await.status, 200);
    assert_eq!(app.get("/nowhere").await.status, 404);
    for path in [
        "/nowhere",
        CHAINS,
        "/v1",
        "/getWallets",
        "/appkit/v1/config",
        "/projects/v1/origins",
        "/getAnalyticsConfig",
        "/e",
        "/batch",
    ] {
        assert_eq!(app.get(path).await.status, 429, "{path}");
    }
    assert_eq!(app.get("/health").await.status, 200);
    assert_eq!(app.ask("OPTIONS", "/v1", &preflight, "").await.status, 200);
}

#[tokio::test]
async fn who_is_not_a_trusted_proxy_cannot_pretend_to_be_many() {
    for proxies in [&[][..], &["10.0.0.0/8"]] {
        let app = limited(2, 0, proxies).await;
        assert_eq!(from(&app, "203.0.113.1").await, 200);
        assert_eq!(from(&app, "203.0.113.2").await, 200);
        assert_eq!(from(&app, "203.0.113.3").await, 429, "{proxies:?}");
        assert_eq!(from(&app, "10.0.0.1, 127.0.0.1").await, 429, "{proxies:?}");
    }
}

#[tokio::test]
async fn behind_a_trusted_proxy_the_address_that_it_saw_is_the_client() {
    let app = limited(1, 0, &["127.0.0.1"]).await;
    assert_eq!(from(&app, "203.0.113.1").await, 200);
    assert_eq!(from(&app, "203.0.113.2").await, 200);
    for same in ["198.51.100.9, 203.0.113.1", "203.0.113.1, 127.0.0.1", "::ffff:203.0.113.1"] {
        assert_eq!(from(&app, same).await, 429, "{same}");
    }
    assert_eq!(from(&app, "2001:db8:0:1::1").await, 200);
    assert_eq!(from(&app, "2001:db8:0:1:ffff::2").await, 429, "its own /64");
    assert_eq!(from(&app, "2001:db8:0:2::1").await, 200);
}

#[tokio::test]
async fn a_project_is_limited_over_all_its_clients() {
    let app = limited(2, 3, &["127.0.0.1"]).await;
    let ask = async |client: &str, project: &str| {
        let path = format!("{CHAINS}?projectId={project}");
        app.ask("GET", &path, &[("x-forwarded-for", client)], "").await
    };
    assert_eq!(rate_limit_status(&ask("203.0.113.1", PROJECT).await), ("2", "1", true, false));
    assert_eq!(ask("203.0.113.1", PROJECT).await.status, 200);
    for _ in 0..5 {
        assert_eq!(ask("203.0.113.1", PROJECT).await.status, 429, "the client's");
    }
    assert_eq!(ask("203.0.113.2", &PROJECT.to_uppercase()).await.status, 200, "one was left");
    let refused = ask("203.0.113.3", PROJECT).await;
    assert_snapshot!(refusal(&refused), @r#"429 {"status":"FAILED","reasons":[{"field":"rate_limited","description":"This project made its 3 requests of a minute. Try again in N s."}]}"#);
    assert_eq!(ask("203.0.113.4", "fedcba9876543210fedcba9876543210").await.status, 200);
}

#[tokio::test]
async fn a_batch_counts_as_its_calls_and_is_taken_whole_or_not_at_all() {
    let node = FakeNode::sound().await;
    let app = TestApp::with(std::slice::from_ref(&node.url), |config| {
        config.client_requests_per_minute = 10;
    })
    .await;
    let call = r#"{"id":1,"method":"eth_gasPrice"}"#;
    let batch = |calls: usize| format!("[{}]", vec![call; calls].join(","));
    assert_eq!(app.rpc(batch(6)).await.status, 200);
    let refused = app.rpc(batch(6)).await;
    assert_eq!(rate_limit_status(&refused), ("10", "3", true, true));
    assert_seconds(&refused, "retry-after", 12);
    assert_eq!(app.rpc(batch(3)).await.status, 200, "that many were left");
    assert_eq!(app.rpc(call).await.status, 429);
    assert_eq!(node.asked().len(), 2);
    assert_snapshot!(limited(2, 0, &[]).await.rpc(batch(3)).await.status_and_body(), @r#"400 {"status":"FAILED","reasons":[{"field":"body","description":"The batch holds more than 2 entries. Split it."}]}"#);
}

#[tokio::test]
async fn a_batch_counts_as_its_events() {
    let app = limited(10, 0, &[]).await;
    let event = r#"{"eventId":"1","timestamp":1,"props":{"event":"E"}}"#;
    let batch = format!("[{}]", [event; 10].join(","));
    let path = format!("/batch?projectId={PROJECT}");
    assert_eq!(app.ask("POST", &path, &[], &*batch).await.status, 200);
    assert_eq!(app.ask("POST", &path, &[], "[]").await.status, 429);
}

/// 1,200 requests of one client are let in before the first of their bodies comes.
#[tokio::test]
async fn the_batches_of_one_client_leave_another_client_unharmed() {
    let event = r#"{"eventId":"1","timestamp":1,"props":{"event":"E"}}"#;
    for (path, entry, entries) in [
        (format!("/batch?projectId={PROJECT}"), event, 100),
        (format!("/v1?chainId=eip155:5&projectId={PROJECT}"), r#"{"method":"x"}"#, 1000),
    ] {
        // Without a socket the peer is this address.
        let app = TestApp::with(&[], |config| {
            config.trusted_proxies = vec![block("0.0.0.0")];
            config.client_requests_at_once = 0;
        })
        .await;
        let body = Bytes::from(format!("[{}]", vec![entry; entries].join(",")));
        let (gate, mut sending) = (Gate::new(), JoinSet::new());
        for _ in 0..1_200 {
            sending.spawn(app.ask_from("203.0.113.1", "POST", &path, gate.body(body.clone())));
        }
        gate.waits_for(1_200).await;
        gate.open();
        for answer in sending.join_all().await {
            assert_eq!(answer.status(), 429, "{path}");
        }
        let other = format!("{CHAINS}?projectId={PROJECT}");
        let said = app.ask_from("203.0.113.2", "GET", &other, Body::empty()).await;
        assert_eq!(
            (said.status().as_u16(), &said.headers()["ratelimit-remaining"]),
            (200, &HeaderValue::from_static("1199")),
            "{path}"
        );
    }
}

#[tokio::test]
async fn limits_can_be_switched_off() {
    let app = limited(0, 0, &[]).await;
    for _ in 0..50 {
        let said = app.get(CHAINS).await;
        assert_eq!((said.status, rate_limit_status(&said)), (200, NOT_TOLD));
    }
}
