//! What pages of other origins may ask and read.

use crate::test_app::{PROJECT, TestApp};

const PAGE: (&str, &str) = ("origin", "https://shop.example");

const EXPOSED: &str =
    "x-request-id,retry-after,ratelimit-limit,ratelimit-remaining,ratelimit-reset";

#[tokio::test]
async fn every_refusal_can_be_read_by_any_page() {
    let app = TestApp::with_nodes(&[]).await;
    let chainless = format!("/v1?projectId={PROJECT}");
    for (method, path, host, status) in [
        ("GET", "/nowhere", "api.latchkit.test", 404),
        ("GET", "/v1", "api.latchkit.test", 426),
        ("DELETE", "/v1", "api.latchkit.test", 405),
        ("DELETE", "/health", "api.latchkit.test", 405),
        ("POST", &*chainless, "api.latchkit.test", 400),
        (
            "POST",
            "/v1?chainId=eip155:5&projectId=00000000000000000000000000000000",
            "api.latchkit.test",
            401,
        ),
        ("GET", "/assets/9.9.9/latchkit.js", "api.latchkit.test", 404),
        ("GET", "/", "evil.example", 421),
    ] {
        let said = app.ask(method, path, &[PAGE, ("host", host)], "").await;
        assert_eq!(said.status, status, "{path}");
        assert_eq!(said.header("access-control-allow-origin"), "*", "{path}");
        assert_eq!(said.header("access-control-expose-headers"), EXPOSED, "{path}");
        assert_eq!(said.header("content-type"), "application/json", "{path}");
        assert!(
            said.status_and_body().contains(r#"{"status":"FAILED","reasons":[{"field":""#),
            "{path}"
        );
    }
}

#[tokio::test]
async fn a_preflight_is_answered_for_a_day() {
    let app = TestApp::with_nodes(&[]).await;
    let headers = [
        PAGE,
        ("access-control-request-method", "POST"),
        ("access-control-request-headers", "content-type,x-sdk-type,x-sdk-version"),
    ];
    let said = app.ask("OPTIONS", "/v1", &headers, "").await;
    assert_eq!(said.status, 200);
    assert_eq!(said.header("access-control-allow-origin"), "*");
    assert_eq!(said.header("access-control-max-age"), "86400");
    assert_eq!(said.header("access-control-allow-methods"), "GET,POST,PUT,DELETE");
    assert_eq!(
        said.header("access-control-allow-headers"),
        "content-type,solana-client,x-sdk-type,x-sdk-version,x-request-id"
    );
    assert_eq!(said.header("access-control-allow-credentials"), "");
}
