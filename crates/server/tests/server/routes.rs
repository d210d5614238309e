//! What the sound requests get.

use crate::fake_node::{FakeNode, nowhere};
use crate::test_app::{NOTHING_HERE, PROJECT, PUBLIC, TestApp, VAULT};
use insta::assert_snapshot;
use serde_json::Value;
use server::VERSION;
use server::client_address::Block;

#[tokio::test]
async fn a_call_reaches_the_node_as_it_was_written() {
    let node = FakeNode::sound().await;
    let app = TestApp::with_nodes(std::slice::from_ref(&node.url)).await;
    let body =
        r#"{"jsonrpc":"2.0","id":"7\u0041","method":"eth_getBalance","params":["0xAb", "latest"]}"#;
    for (path, kind) in [
        (format!("/v1?chainId=eip155:5&projectId={PROJECT}"), "application/json"),
        (format!("/v1/?chainId=eip155%3A5&projectId={PROJECT}&st=latchkit&sv=x"), "text/plain"),
        (format!("/v1/?projectId={}&chainId=eip155:5", PROJECT.to_uppercase()), "x/y"),
    ] {
        let said = app.ask("POST", &path, &[("content-type", kind)], body).await;
        assert_eq!(said.header("content-type"), "application/json");
        assert_eq!(
            said.status_and_body(),
            r#"200 {"jsonrpc":"2.0","id":"7\u0041","result":"eth_getBalance"}"#
        );
    }
    // Under an id of ours: that of a client is nobody's business.
    let asked = body.replace(r#""7\u0041""#, "1");
    assert_eq!(node.asked(), [&*asked, &*asked, &*asked]);
}

#[tokio::test]
async fn what_the_configuration_knows_is_answered_without_a_node() {
    let app = TestApp::with_nodes(&[nowhere().await]).await;
    assert_snapshot!(app.rpc(r#"{"id":1,"method":"eth_chainId"}"#).await.status_and_body(), @r#"200 {"jsonrpc":"2.0","id":1,"result":"0x5"}"#);
    assert_snapshot!(app.rpc(r#"{"id":"a","method":"net_version"}"#).await.status_and_body(), @r#"200 {"jsonrpc":"2.0","id":"a","result":"5"}"#);
    assert_snapshot!(app.rpc(r#"{"method":"net_listening"}"#).await.status_and_body(), @r#"200 {"jsonrpc":"2.0","id":null,"result":true}"#);
}

#[tokio::test]
async fn supported_chains_are_sorted_and_kept_for_minutes() {
    let app = TestApp::with(&[nowhere().await], |config| {
        let nodes = config.chains["eip155:5"].clone();
        for chain in ["solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp", "eip155:10", "eip155:1"] {
            config.chains.insert(chain.to_owned(), nodes.clone());
        }
    })
    .await;
    let said = app.get("/v1/supported-chains?st=latchkit&sv=x").await;
    assert_snapshot!(said.status_and_body(), @r#"200 {"http":["eip155:1","eip155:10","eip155:5","solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp"],"ws":["eip155:1","eip155:10","eip155:5"]}"#);
    let caching = "public, max-age=300, s-maxage=300, stale-while-revalidate=86400";
    assert_eq!(said.header("cache-control"), caching);
    let tag = said.header("etag");
    let again = app.ask("GET", "/v1/supported-chains", &[("if-none-match", tag)], "").await;
    assert_eq!((again.status, again.body.len()), (304, 0));
}

#[tokio::test]
async fn a_server_is_ready_while_its_database_answers() {
    let app = TestApp::with_nodes(&[]).await;
    assert_eq!(app.get("/ready").await.status_and_body(), r#"200 {"status":"OK"}"#);
    let app = TestApp::with_nodes(&[]).await;
    app.db().close().await;
    assert_snapshot!(app.get("/ready").await.status_and_body(), @r#"503 {"status":"FAILED","reasons":[{"field":"","description":"The database does not answer."}]}"#);
    assert_eq!(app.get("/health").await.status, 200, "it runs all the same");
}

#[tokio::test]
async fn the_first_page_runs_nothing_and_is_framed_nowhere() {
    let app = TestApp::with_nodes(&[]).await;
    let said = app.get("/").await;
    assert_eq!(said.status, 200);
    assert_eq!(said.header("content-type"), "text/html; charset=utf-8");
    assert_eq!(
        said.header("content-security-policy"),
        "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; \
         frame-ancestors 'none'"
    );
    assert_eq!(said.header("x-content-type-options"), "nosniff");
    assert_eq!(said.header("referrer-policy"), "no-referrer");
    let page = said.status_and_body();
    assert!(
        page.contains(&format!("version {VERSION}"))
            && !page.contains('{')
            && !page.contains("demo")
    );
    assert_eq!(app.get("/home.css").await.header("content-type"), "text/css; charset=utf-8");
}

#[tokio::test]
async fn dev_routes_do_not_exist_in_serve() {
    let app = TestApp::with_nodes(&[]).await;
    for path in
        ["/dev/rpc", "/dev", "/dev/mailbox", "/dev/wallet", "/dev/wallet/", "/dev/wallet/wc"]
    {
        let said = app.ask("POST", path, &[], r#"{"id":1,"method":"eth_accounts"}"#).await;
        assert_eq!(said.status_and_body(), NOTHING_HERE, "{path}");
    }
}

#[tokio::test]
async fn a_large_answer_is_compressed_and_a_small_one_is_not() {
    let node = FakeNode::answering(|body| {
        let length = if body.contains("eth_getLogs") { 4000 } else { 10 };
        (200, format!(r#"{{"id":1,"result":"{}"}}"#, "a".repeat(length)))
    })
    .await;
    let app = TestApp::with_nodes(&[node.url]).await;
    let path = format!("/v1?chainId=eip155:5&projectId={PROJECT}");
    let ask = async |method: &str| {
        let body = format!(r#"{{"id":1,"method":"{method}"}}"#);
        app.ask("POST", &path, &[("accept-encoding", "gzip, br")], body).await
    };
    assert_eq!(ask("eth_getLogs").await.header("content-encoding"), "br");
    assert_eq!(ask("eth_gasPrice").await.header("content-encoding"), "");
}

#[tokio::test]
async fn every_answer_carries_its_request_id() {
    let app = TestApp::with(&[], |config| {
        config.trusted_proxies = vec![Block::try_from("127.0.0.1".to_owned()).expect("a block")];
    })
    .await;
    let sent = app.ask("GET", "/health", &[("x-request-id", "trace-1")], "").await;
    assert_eq!(sent.header("x-request-id"), "trace-1");
    for path in ["/health", "/nowhere"] {
        assert_eq!(app.get(path).await.header("x-request-id").len(), 36);
    }
    let unsound = app.ask("GET", "/health", &[("x-request-id", "a\" b")], "").await;
    assert_eq!(unsound.header("x-request-id").len(), 36);
    let app = TestApp::with_nodes(&[]).await;
    let stranger = app.ask("GET", "/health", &[("x-request-id", "trace-1")], "").await;
    assert_eq!(stranger.header("x-request-id").len(), 36, "only a trusted proxy is believed");
}

#[tokio::test]
async fn no_answer_can_be_taken_for_more_than_it_is() {
    let app = TestApp::with_nodes(&[]).await;
    let wallets = format!("/getWallets?projectId={PROJECT}");
    for (path, host) in [
        ("/health", PUBLIC),
        ("/home.css", PUBLIC),
        ("/v1/supported-chains", PUBLIC),
        ("/nowhere", PUBLIC),
        ("/public/getTokenImage/ETH", PUBLIC),
        (&*wallets, PUBLIC),
        ("/", VAULT),
        ("/", "evil.example"),
    ] {
        let said = app.ask("GET", path, &[("host", host)], "").await;
        assert_eq!(said.header("x-content-type-options"), "nosniff", "{path}");
        assert_eq!(said.header("referrer-policy"), "no-referrer", "{path}");
        let policy = said.header("content-security-policy");
        assert_eq!(policy, "default-src 'none'; frame-ancestors 'none'", "{path}");
    }
    assert_eq!(app.metrics("/metrics").await.header("x-content-type-options"), "nosniff");
}

#[tokio::test]
async fn no_cache_gives_one_origins_answer_to_another() {
    let app = TestApp::with_nodes(&[]).await;
    let id = app.project('c', |it| it.origins = vec!["https://shop.example".into()]).await;
    let path = format!("/getWallets?projectId={id}");
    let said = app.ask("GET", &path, &[("origin", "https://shop.example")], "").await;
    let varies: Vec<_> = said.headers.get_all("vary").iter().collect();
    assert!(said.status == 200 && varies.iter().any(|it| *it == "origin"), "{varies:?}");
    let known = [("origin", "https://shop.example"), ("if-none-match", said.header("etag"))];
    let again = app.ask("GET", &path, &known, "").await;
    assert!(again.status == 304 && again.headers.get_all("vary").iter().any(|it| it == "origin"));
    let refused = app.ask("GET", &path, &[("origin", "https://evil.example")], "").await;
    assert_eq!((refused.status, refused.header("cache-control")), (403, "no-store"));
    assert_eq!(app.get("/nowhere").await.header("cache-control"), "no-store");
}

#[tokio::test]
async fn every_route_is_told_and_answers() {
    let app = TestApp::with_nodes(&[]).await;
    let said = app.get("/openapi.json").await;
    assert_eq!(said.header("content-type"), "application/json");
    let told: Value = serde_json::from_slice(&said.body).expect("JSON");
    assert_eq!(told["info"]["version"], VERSION);
    let routes = told["paths"].as_object().expect("paths");
    assert!(routes.len() >= 17, "{}", routes.len());
    for (path, verbs) in routes {
        for (verb, route) in verbs.as_object().expect("verbs") {
            assert!(route["summary"].is_string(), "{path}");
            let path = path.replace("{id}", "ETH").replace("{version}", "9");
            let said = app.ask(&verb.to_uppercase(), &path, &[], "").await.status_and_body();
            assert_ne!(said, NOTHING_HERE, "{path}");
        }
    }
}
