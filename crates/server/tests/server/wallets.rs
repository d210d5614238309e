//! The wallet directory: what a page of it may be asked, and how it is found.

use crate::test_app::{PROJECT, Reply, TestApp, folder};
use insta::assert_snapshot;
use serde_json::{Value, json};
use std::path::PathBuf;

/// Asks for a page with these parameters.
async fn ask(app: &TestApp, query: &str) -> Reply {
    app.get(&format!("/getWallets?projectId={PROJECT}&st=latchkit&sv=x&{query}")).await
}

/// How many there are, and the names on this page.
async fn names(app: &TestApp, query: &str) -> String {
    let said = ask(app, query).await;
    assert_eq!(said.status, 200, "{query}: {}", said.status_and_body());
    let page: Value = serde_json::from_slice(&said.body).expect("JSON");
    let data = page["data"].as_array().expect("a list");
    let names: Vec<_> = data.iter().map(|it| it["name"].as_str().expect("a name")).collect();
    format!("{} [{}]", page["count"], names.join(", "))
}

pub(crate) fn id(at: usize) -> String {
    format!("{at:064x}")
}

/// A registry of a test, in a folder of its own.
pub(crate) fn registry(wallets: &Value) -> PathBuf {
    let file = folder().join("wallets.json");
    std::fs::write(&file, serde_json::to_string(wallets).expect("JSON")).expect("a file");
    file
}

async fn small_app() -> TestApp {
    let file = registry(&json!([
        {"id": id(1), "name": "Harbor", "rdns": "example.harbor", "badge_type": "certified",
         "mobile_link": "harbor://", "app_store": "https://apps.apple.com/app/id1",
         "chains": ["eip155:1", "eip155:10"]},
        {"id": id(2), "name": "Harbor Vault", "chains": [],
         "mobile_link": "vault://", "play_store": "https://play.google.com/store/apps/details?id=v"},
        {"id": id(3), "name": "Old Harbor", "rdns": "example.old",
         "injected": [{"namespace": "bip122", "injected_id": "old"}]},
        {"id": id(4), "name": "Meadow", "webapp_link": "https://meadow.example"},
    ]));
    TestApp::with(&[], |config| {
        config.wallets = Some(file);
        config.wallets_extend = false;
    })
    .await
}

#[tokio::test]
async fn a_page_holds_what_is_known_of_a_wallet() {
    let app = small_app().await;
    let said = ask(&app, "page=1&entries=1").await;
    assert_snapshot!(said.status_and_body(), @r#"200 {"count":4,"data":[{"id":"0000000000000000000000000000000000000000000000000000000000000001","name":"Harbor","image_id":"220b947b05757ef1dda276e3d173c900","order":1,"badge_type":"certified","rdns":"example.harbor","mobile_link":"harbor://","app_store":"https://apps.apple.com/app/id1","chains":["eip155:1","eip155:10"],"injected":[]}],"has_certified":true}"#);
    let other = ask(&app, "search=meadow").await.status_and_body();
    assert!(other.ends_with(r#""has_certified":true}"#), "whatever is asked for: {other}");
    let built_in = ask(&TestApp::with(&[], |_| {}).await, "entries=1").await.status_and_body();
    assert!(built_in.ends_with(r#""has_certified":false}"#), "nobody vouches for any: {built_in}");
    assert_eq!(said.header("content-type"), "application/json");
    assert_eq!(said.header("access-control-allow-origin"), "*");
}

#[tokio::test]
async fn every_parameter_narrows_what_is_found() {
    let app = small_app().await;
    let (one, two) = (id(1), id(2));
    let mut told = String::new();
    for query in [
        "",
        "page=2&entries=3",
        "page=3&entries=3",
        "search=harbor",
        "search=harbro",
        "search=EXAMPLE.old",
        "search=harbor&entries=1&page=2",
        &format!("include={two},{one}"),
        &format!("include={one}&include={two}&exclude={one}"),
        &format!("exclude={one},%20{two}"),
        "chains=eip155:1",
        "chains=eip155:8453,solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp",
        "chains=bip122:000000000019d6689c085ae165831e93",
        "platform=ios",
        "platform=android",
        "badge_type=certified",
        "badge=certified",
        "badge_type=none&search=harbor",
        "names=harbor,MEADOW",
        "rdns=example.old,example.none",
        "include_pay_only=true&sort=wcpay&unknown=1",
        "include=&search=&chains=&platform=&page=&entries=",
    ] {
        let query_told = query.replace(&one, "ONE").replace(&two, "TWO");
        told.push_str(&format!("{} <- {query_told}\n", names(&app, query).await));
    }
    assert_snapshot!(told, @r"
    4 [Harbor, Harbor Vault, Old Harbor, Meadow] <- 
    4 [Meadow] <- page=2&entries=3
    4 [] <- page=3&entries=3
    3 [Harbor, Harbor Vault, Old Harbor] <- search=harbor
    3 [Harbor, Harbor Vault, Old Harbor] <- search=harbro
    1 [Old Harbor] <- search=EXAMPLE.old
    3 [Harbor Vault] <- search=harbor&entries=1&page=2
    2 [Harbor, Harbor Vault] <- include=TWO,ONE
    1 [Harbor Vault] <- include=ONE&include=TWO&exclude=ONE
    2 [Old Harbor, Meadow] <- exclude=ONE,%20TWO
    3 [Harbor, Harbor Vault, Meadow] <- chains=eip155:1
    3 [Harbor, Harbor Vault, Meadow] <- chains=eip155:8453,solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp
    3 [Harbor Vault, Old Harbor, Meadow] <- chains=bip122:000000000019d6689c085ae165831e93
    2 [Harbor, Meadow] <- platform=ios
    2 [Harbor Vault, Meadow] <- platform=android
    1 [Harbor] <- badge_type=certified
    1 [Harbor] <- badge=certified
    2 [Harbor Vault, Old Harbor] <- badge_type=none&search=harbor
    2 [Harbor, Meadow] <- names=harbor,MEADOW
    1 [Old Harbor] <- rdns=example.old,example.none
    4 [Harbor, Harbor Vault, Old Harbor, Meadow] <- include_pay_only=true&sort=wcpay&unknown=1
    4 [Harbor, Harbor Vault, Old Harbor, Meadow] <- include=&search=&chains=&platform=&page=&entries=
    ");
}

#[tokio::test]
async fn what_cannot_be_asked_is_refused_by_field() {
    let app = small_app().await;
    let mut told = String::new();
    for query in [
        "page=0",
        "page=-1",
        "page=1.5",
        "page=x",
        "page=99999999999999999999999",
        "entries=0",
        "entries=101",
        "entries=ten",
        "chains=1",
        "chains=eip155:1,,eip155",
        "platform=windows",
        "badge_type=gold",
        "badge=1",
        &format!("include={}", "a,".repeat(1001)),
    ] {
        let said = ask(&app, query).await.status_and_body();
        let reason = said.replace(r#"{"status":"FAILED","reasons":[{"#, "").replace("}]}", "");
        told.push_str(&format!("{query:.20} {reason}\n"));
    }
    assert_snapshot!(told, @r#"
    page=0 400 "field":"page","description":"page must be a whole number from 1."
    page=-1 400 "field":"page","description":"page must be a whole number from 1."
    page=1.5 400 "field":"page","description":"page must be a whole number from 1."
    page=x 400 "field":"page","description":"page must be a whole number from 1."
    page=999999999999999 400 "field":"page","description":"page must be a whole number from 1."
    entries=0 400 "field":"entries","description":"entries must be a whole number from 1 to 100."
    entries=101 400 "field":"entries","description":"entries must be a whole number from 1 to 100."
    entries=ten 400 "field":"entries","description":"entries must be a whole number from 1 to 100."
    chains=1 400 "field":"chains","description":"chains must be CAIP-2 ids such as eip155:1, with commas between."
    chains=eip155:1,,eip 400 "field":"chains","description":"chains must be CAIP-2 ids such as eip155:1, with commas between."
    platform=windows 400 "field":"platform","description":"platform must be ios or android."
    badge_type=gold 400 "field":"badge_type","description":"badge_type must be certified or none."
    badge=1 400 "field":"badge","description":"badge must be certified or none."
    include=a,a,a,a,a,a, 400 "field":"include","description":"include must be a list of at most 200 items."
    "#);
}

#[tokio::test]
async fn a_page_beyond_the_last_is_empty_whatever_its_number() {
    let app = small_app().await;
    for page in ["5", "4294967296", "18446744073709551615"] {
        assert_eq!(names(&app, &format!("page={page}&entries=100")).await, "4 []");
    }
}

#[tokio::test]
async fn hostile_texts_find_nothing_and_break_nothing() {
    let app = small_app().await;
    for text in [
        "%00",
        "%ff%fe",
        "%E2%80%AE",
        "%22%3E%3Cscript%3E",
        "';DROP%20TABLE%20projects;--",
        &"a".repeat(20_000),
    ] {
        assert_eq!(names(&app, &format!("search={text}")).await, "0 []", "{text:.20}");
    }
}

#[tokio::test]
async fn only_projects_that_are_known_may_ask() {
    let app = small_app().await;
    assert_snapshot!(app.get("/getWallets?page=1").await.status_and_body(), @r#"400 {"status":"FAILED","reasons":[{"field":"projectId","description":"projectId must be 32 hex digits."}]}"#);
    let unknown = "f".repeat(32);
    assert_snapshot!(app.get(&format!("/getWallets?projectId={unknown}")).await.status_and_body(), @r#"401 {"status":"FAILED","reasons":[{"field":"projectId","description":"This server does not know the project. `latchkit project list` shows those it knows."}]}"#);
}

#[tokio::test]
async fn a_page_is_kept_for_an_hour_and_then_told_by_its_tag() {
    let app = TestApp::with(&[], |_| {}).await;
    let path = format!("/getWallets?projectId={PROJECT}");
    let said = app.ask("GET", &path, &[("accept-encoding", "br")], "").await;
    assert_eq!(said.header("content-encoding"), "br");
    assert_eq!(said.header("cache-control"), "public, max-age=3600");
    let tag = said.header("etag");
    let again = app.ask("GET", &path, &[("if-none-match", tag)], "").await;
    assert_eq!((again.status, again.body.len()), (304, 0));
    let other = app.ask("GET", &format!("{path}&page=2"), &[("if-none-match", tag)], "").await;
    assert_eq!(other.status, 200);
}

#[tokio::test]
async fn the_built_in_directory_is_listed_forty_at_a_time() {
    let app = TestApp::with(&[], |_| {}).await;
    let said = ask(&app, "page=1").await;
    let page: Value = serde_json::from_slice(&said.body).expect("JSON");
    assert!(page["count"].as_u64().expect("a number") >= 100);
    assert_eq!(page["data"].as_array().expect("a list").len(), 40);
    let found = names(&app, "search=metamsk&chains=eip155:31337").await;
    assert_eq!(found, "1 [MetaMask]");
}

#[tokio::test]
async fn an_operators_registry_adds_to_the_built_in_one() {
    let file = registry(&json!([
        {"id": id(1), "name": "Harbor"},
        {"id": id(2), "name": "My MetaMask", "rdns": "io.metamask"},
    ]));
    let app = TestApp::with(&[], |config| config.wallets = Some(file)).await;
    assert!(names(&app, "entries=3").await.ends_with(" [Harbor, My MetaMask, Trust Wallet]"));
    assert_eq!(names(&app, "search=metamask&entries=5").await, "1 [My MetaMask]");
}
