//! Which name an account has, by a real ENS on a local chain; and what a name may make this server ask.

use crate::fake_node::{FakeNode, each};
use crate::picture_host::PictureHost;
use crate::seeded::{self, OWNER};
use crate::test_app::{PROJECT, Reply, TestApp};
use axum::Router;
use axum::http::StatusCode;
use axum::http::header::LOCATION;
use axum::response::IntoResponse;
use chains::evm::address::{Address, Strictness};
use chains::evm::contracts::{OffchainLookup, SolError, hex};
use futures_util::future::join_all;
use insta::assert_snapshot;
use serde_json::Value;
use server::config_values::{NamedPlace, NodeUrl};
use server::listen::{Stop, bind, listen};
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// Accounts 2, 3 and 4 of the mnemonic: one says that it had another's name, one has none, one has a name that
/// lies with a gateway.
const LIAR: &str = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
const NAMELESS: &str = "0x90F79bf6EB2c4f870365E785982E1f101E93b906";
const OFFCHAIN: &str = "0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65";
/// The universal resolver of ENS.
const RESOLVER: &str = "0xeeeeeeee14d718c2b47d9923deab1335e144eeee";

async fn naming(private: &[&str]) -> TestApp {
    let chain = seeded::with_gateway();
    let node = NodeUrl::try_from(chain.url.clone()).expect("a URL");
    TestApp::with(&[], |config| {
        config.chains = [("eip155:31337".to_owned(), vec![node])].into();
        "eip155:31337".clone_into(&mut config.ens_chain);
        config.private_hosts = private.iter().map(|it| named(it)).collect();
    })
    .await
}

fn named(place: &str) -> NamedPlace {
    NamedPlace::try_from(place.to_owned()).expect(place)
}

async fn identity(app: &TestApp, address: &str) -> Reply {
    app.get(&format!("/v1/identity/{address}?projectId={PROJECT}&sender={OWNER}")).await
}

async fn name(app: &TestApp, address: &str) -> Option<String> {
    let said = identity(app, address).await;
    assert_eq!(said.status, 200, "{}", said.status_and_body());
    let found: Value = serde_json::from_slice(&said.body).expect("JSON");
    assert!(found["resolvedAt"].as_str().is_some_and(|it| it.ends_with('Z')), "{found}");
    found["name"].as_str().map(str::to_owned)
}

#[tokio::test]
async fn a_name_is_told_where_it_is_the_accounts_own() {
    let app = naming(&[]).await;
    assert_eq!(name(&app, OWNER).await.as_deref(), Some("alice.eth"));
    assert_eq!(
        name(&app, &OWNER.to_uppercase().replace("0X", "0x")).await.as_deref(),
        Some("alice.eth")
    );
    let elsewhere = format!("/v1/account/{OWNER}/identity?projectId={PROJECT}");
    assert_eq!(app.get(&elsewhere).await.body, identity(&app, OWNER).await.body);
    assert_eq!(name(&app, LIAR).await, None);
    assert_eq!(name(&app, NAMELESS).await, None);
    // A name may change hands, and who has none may be given one.
    let age = async |address| {
        let said = identity(&app, address).await;
        said.header("cache-control").rsplit('=').next().and_then(|it| it.parse::<u32>().ok())
    };
    for address in [OWNER, NAMELESS, "7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv"] {
        assert!(age(address).await.is_some_and(|it| (200..=300).contains(&it)), "{address}");
    }
}

#[tokio::test]
async fn what_has_no_names_here_is_told_without_a_question() {
    let app = naming(&[]).await;
    let solana = identity(&app, "7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv").await;
    assert_snapshot!(solana.status_and_body(), @"200 {}");
    let refused = identity(&app, "alice.eth").await;
    assert_snapshot!(refused.status_and_body(), @r#"400 {"status":"FAILED","reasons":[{"field":"address","description":"address must be the address of an account: 0x and 40 hex digits, or 32 bytes in base58; not a name."}]}"#);
    let without = TestApp::with(&[], |_| {}).await;
    assert_snapshot!(identity(&without, OWNER).await.status_and_body(), @"200 {}");
}

/// What the gateway answers: a status, where it leads, a body.
type Said = (u16, &'static str, String);

/// The gateway that the chain was seeded with.
async fn gateway() -> Arc<Mutex<Said>> {
    let said = Arc::new(Mutex::new((200, "", String::new())));
    let telling = said.clone();
    let routes = Router::new().fallback(move || {
        let (status, to, body) = telling.lock().expect("sound").clone();
        let status = StatusCode::from_u16(status).expect("a status");
        async move { (status, [(LOCATION, to)], body).into_response() }
    });
    let address = SocketAddr::from(([127, 0, 0, 1], seeded::GATEWAY_PORT));
    let listener = bind(address, "").await.expect("the port is free");
    tokio::spawn(listen(listener, routes, Stop::default()));
    said
}

#[tokio::test]
async fn who_leads_to_slow_gateways_is_waited_for_once_and_no_longer_than_a_question_lasts() {
    let host = PictureHost::start().await;
    let lookup = OffchainLookup {
        sender: Address::parse(RESOLVER, Strictness::Lenient).expect("an address").into(),
        urls: vec![host.url("/drip?{sender}{data}"); 4],
        callData: vec![1].into(),
        callbackFunction: [0; 4].into(),
        extraData: Vec::new().into(),
    };
    let revert = hex::encode_prefixed(lookup.abi_encode());
    let node = FakeNode::answering(move |body| {
        let error = format!(r#"{{"code":3,"message":"reverted","data":"{revert}"}}"#);
        (200, each(body, |call| format!(r#"{{"id":{},"error":{error}}}"#, call["id"])))
    })
    .await;
    let app = TestApp::with(std::slice::from_ref(&node.url), |config| {
        "eip155:5".clone_into(&mut config.ens_chain);
        config.private_hosts = vec![named(&host.host)];
        config.upstream_timeout_ms = 1_000;
    })
    .await;
    let start = Instant::now();
    let said = join_all([(); 8].map(|()| identity(&app, OWNER))).await;
    assert_eq!(said.iter().map(|it| it.status).collect::<Vec<_>>(), [503; 8]);
    assert!(start.elapsed() < Duration::from_secs(4), "{:?}", start.elapsed());
    let (calls, asked) = (node.asked().len(), host.asked().len());
    // The time of the others may end a little later.
    assert!((1..=2).contains(&asked), "{asked}");
    assert_eq!(identity(&app, OWNER).await.status, 503);
    assert_eq!((node.asked().len(), host.asked().len()), (calls, asked), "that it failed is kept");
    assert_eq!(identity(&app, LIAR).await.status, 503);
    assert!(host.asked().len() > asked, "of this one only");
}

/// There is one gateway, so this is one test.
#[tokio::test]
async fn a_name_that_lies_elsewhere_is_asked_of_its_gateway_and_of_no_private_one() {
    let said = gateway().await;
    let host = format!("127.0.0.1:{}", seeded::GATEWAY_PORT);
    let is_told = async |it: (u16, &'static str, &str)| {
        *said.lock().expect("sound") = (it.0, it.1, it.2.to_owned());
        // What is kept is of one server.
        name(&naming(&[&host]).await, OFFCHAIN).await
    };
    let sound = format!("{{\"data\":\"0x{:0>64}\"}}", OFFCHAIN[2..].to_lowercase());
    assert_eq!(is_told((200, "", &sound)).await.as_deref(), Some("offchain.eth"));
    // A stranger chooses where a gateway is: never on this machine, unless the operator says so.
    let of = async |path: &str| name(&naming(&[&format!("{host}{path}")]).await, OFFCHAIN).await;
    assert_eq!(name(&naming(&[]).await, OFFCHAIN).await, None);
    assert_eq!(name(&naming(&["127.0.0.1"]).await, OFFCHAIN).await, None, "it is another port");
    assert_eq!(of("/other").await, None, "nor at another path than is meant");
    assert_eq!(of("/ccip").await.as_deref(), Some("offchain.eth"));
    for to in [
        "http://169.254.169.254/latest/meta-data",
        "http://localhost:1/",
        "file:///etc/passwd",
        "https://127.0.0.1/",
        "https://[::1]/",
        "https://2130706433/",
    ] {
        assert_eq!(is_told((302, to, "")).await, None, "{to}");
    }
    let large = format!("{{\"data\":\"0x{}\"}}", "00".repeat(70_000));
    for body in ["<html>", "{}", "{\"data\":\"zz\"}", "{\"data\":\"0x\"}", "[1", &large] {
        assert_eq!(is_told((200, "", body)).await, None, "{body:.40}");
    }
    for status in [404, 500] {
        assert_eq!(is_told((status, "", &sound)).await, None, "{status}");
    }
}
