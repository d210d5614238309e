//! The simulated server may not lie: what an engine asks gets the same answer from both.

use crate::fake_node::FakeNode;
use crate::test_app::{NOTHING_HERE, PROJECT, PUBLIC, TestApp};
use protocol::api::{EIP155_NATIVE, PriceQuestion, WalletPage};
use protocol::path::{ACCOUNT, ASSETS, PATHS};
use serde_json::Value;
use wire::{from_text, to_text};

/// What an answer says to an engine: its status, and its body or, of a failure, the fields at fault.
fn meaning(status: u16, body: &[u8]) -> (u16, Value) {
    let body: Value = serde_json::from_slice(body).expect("JSON");
    let faults = body["reasons"]
        .as_array()
        .map(|reasons| reasons.iter().map(|reason| reason["field"].clone()).collect());
    (status, faults.unwrap_or(body))
}

/// A question for prices.
fn prices(addresses: &[&str]) -> String {
    let (project_id, currency) = (None, "usd".to_owned());
    let addresses = addresses.iter().map(|&it| it.to_owned()).collect();
    to_text(&PriceQuestion { project_id, currency, addresses })
}

/// The native currency of a chain of eip155.
fn of_chain(number: &str) -> String {
    format!("eip155:{number}:{EIP155_NATIVE}")
}

#[tokio::test]
async fn the_simulated_server_answers_as_this_one_does() {
    let simulated = sim::Server {
        chains: vec!["eip155:5".to_owned()],
        relays: vec![],
        vault_url: None,
        ..sim::Server::default()
    };
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
    let told: Value = serde_json::from_slice(&real.get("/openapi.json").await.body).expect("JSON");
    let query = format!("projectId={PROJECT}&st=latchkit&sv=html-universal-0.1.0");
    for (method, path, body) in [
        ("GET", format!("/v1/supported-chains?{query}"), ""),
        ("POST", format!("/v1?{query}&chainId=eip155:5"), call.as_str()),
        ("POST", format!("/v1?{query}&chainId=eip155:99"), call.as_str()),
        ("GET", format!("/appkit/v1/config?{query}"), ""),
        ("GET", format!("/projects/v1/origins?{query}"), ""),
        ("GET", format!("/getAnalyticsConfig?{query}"), ""),
        ("POST", format!("/v1/fungible/price?{query}"), prices(&["eip155:5:0x0"]).as_str()),
        ("POST", format!("/v1/fungible/price?{query}"), prices(&[]).as_str()),
        ("POST", format!("/v1/fungible/price?{query}"), prices(&[&of_chain("99")]).as_str()),
        ("POST", format!("/v1/fungible/price?{query}"), prices(&[&of_chain("5")]).as_str()),
        ("POST", format!("/e?{query}"), event),
        ("GET", format!("/v1/nothing?{query}"), ""),
    ] {
        let said = real.ask(method, &path, &[("content-type", "text/plain")], body).await;
        if said.status != 404 {
            let (route, verb) = (path.split('?').next().expect("a path"), method.to_lowercase());
            let answers = &told["paths"][route][verb]["responses"];
            assert!(answers.get(said.status.to_string()).is_some(), "{method} {path} is not told");
        }
        let url = format!("http://{PUBLIC}{path}");
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

#[tokio::test]
async fn the_simulated_directory_finds_what_this_one_does() {
    let real = TestApp::with_nodes(&[]).await;
    let path = |query: &str| format!("/getWallets?projectId={PROJECT}&st=latchkit&sv=x&{query}");
    let mut wallets = Vec::new();
    for page in 1..=2 {
        let said = real.get(&path(&format!("entries=100&page={page}"))).await;
        let page: WalletPage = serde_json::from_slice(&said.body).expect("a page");
        wallets.extend(page.data);
    }
    let (first, second) = (wallets[0].id.clone(), wallets[1].id.clone());
    let domain = wallets[0].rdns.clone().expect("MetaMask has one");
    let simulated = sim::Server { wallets, ..sim::Server::default() };
    let many = vec!["x"; 201].join(",");
    let namespaces = (100..121).map(|at| format!("n{at}:1")).collect::<Vec<_>>().join(",");
    for query in [
        "",
        "page=2&entries=7",
        "page=99",
        "page=0",
        "page=18446744073709551616",
        "entries=0",
        "entries=101",
        "entries=&page=",
        "search=metamsk",
        "search=trust%20wallet&entries=3",
        "search=trust+wallet&entries=3",
        "search=%C3%A9",
        "search=%ff",
        "search=a%26b",
        &format!("include={first},{second}"),
        &format!("include={first}&include={second}"),
        &format!("include={first}%2C{second}"),
        &format!("include={first},{second}&exclude={first}"),
        &format!("exclude={first}&entries=2"),
        &format!("include={many}"),
        &format!("rdns={domain}"),
        "names=metamask",
        "chains=solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp&entries=100",
        "chains=eip155:1,bip122:x&entries=100",
        "chains=eip155:1,nonsense",
        "chains=cardano:1&entries=5",
        &format!("chains={namespaces}"),
        "badge_type=certified&entries=100",
        "badge=none&entries=100",
        "badge_type=gold",
        "platform=ios&entries=5",
        "platform=windows",
        "sort=x&include_pay_only=true&entries=1",
    ] {
        let said = real.get(&path(query)).await;
        let url = format!("http://localhost:8787{}", path(query));
        let (status, text) = simulated.answer("GET", &url, None).expect("it is reached");
        let status = u16::try_from(status).expect("a status");
        let told = meaning(status, text.as_bytes());
        assert_eq!(told, meaning(said.status, &said.body), "{query}");
    }
}

#[tokio::test]
async fn every_path_that_engines_and_pages_know_is_a_route() {
    let app = TestApp::with(&[], |_| {}).await;
    for fact in PATHS {
        let path: String = from_text(&to_text(fact.value)).expect("a path is text");
        let rest = match &*path {
            ASSETS => "0.0.0/x",
            ACCOUNT => "x/balance",
            it if it.ends_with('/') => "x",
            _ => "",
        };
        let said = app.get(&format!("{path}{rest}")).await.status_and_body();
        assert_ne!(said, NOTHING_HERE, "{path}");
    }
}
