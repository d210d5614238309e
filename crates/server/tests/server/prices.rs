//! What tokens are worth, read from real pools.

use crate::balances::{answered_calls, balances, listing_on, token};
use crate::fake_node::FakeNode;
use crate::seeded::{self, OWNER, Seeded};
use crate::test_app::{PROJECT, Reply, TestApp};
use insta::assert_snapshot;
use serde_json::{Value, json};
use server::config::Config;

/// A server that knows the pools of the local chain.
async fn pricing(chain: &Seeded) -> TestApp {
    let tokens = json!([
        token(chain, "/tokens/usdc", "USDC", 6),
        token(chain, "/tokens/dai", "DAI", 18),
        token(chain, "/tokens/weth", "WETH", 18),
        token(chain, "/tokens/onlyV2", "ONLY", 18),
        token(chain, "/tokens/dustV2", "DUST2", 18),
        token(chain, "/tokens/dustV3", "DUST3", 18),
        token(chain, "/tokens/unpriced", "NONE", 18),
    ]);
    listing_on(&[("eip155:31337", chain)], tokens, |config| pools(config, chain)).await
}

pub(crate) fn pools(config: &mut Config, chain: &Seeded) {
    let place = json!({
        "wrapped_native": chain.address("/tokens/weth"),
        "dollar": chain.address("/tokens/usdc"),
        "uniswap_v3_factory": chain.address("/uniswapV3/factory"),
        "uniswap_v2_factory": chain.address("/uniswapV2/factory"),
    });
    let place = serde_json::from_value(place).expect("a place");
    config.pools = [("eip155:31337".to_owned(), place)].into();
}

const PRICE: &str = "/v1/fungible/price";

async fn ask(app: &TestApp, body: Value) -> Reply {
    app.ask("POST", PRICE, &[], body.to_string()).await
}

/// The prices of tokens of the local chain, and where they are from.
pub(crate) async fn prices(app: &TestApp, addresses: &[String]) -> Vec<(Option<f64>, String)> {
    prices_for(app, "127.0.0.1", addresses).await
}

/// The same for a client whom a proxy tells of.
pub(crate) async fn prices_for(
    app: &TestApp,
    client: &str,
    addresses: &[String],
) -> Vec<(Option<f64>, String)> {
    let addresses: Vec<String> = addresses.iter().map(|it| format!("eip155:31337:{it}")).collect();
    let body = json!({"projectId": PROJECT, "currency": "usd", "addresses": addresses});
    let headers = [("x-forwarded-for", client)];
    let said = app.ask("POST", PRICE, &headers, body.to_string()).await;
    assert_eq!(said.status, 200, "{}", said.status_and_body());
    let found: Value = serde_json::from_slice(&said.body).expect("JSON");
    let one = |it: &Value| {
        assert!(it["price"].is_null() == it["priceAt"].is_null(), "{it}");
        (it["price"].as_f64(), it["priceSource"].as_str().unwrap_or_default().to_owned())
    };
    found["fungibles"].as_array().expect("a list").iter().map(one).collect()
}

fn is_near(price: Option<f64>, want: f64) -> bool {
    price.is_some_and(|it| (it / want - 1.0).abs() < 0.01)
}

#[tokio::test]
async fn a_price_is_that_of_the_deepest_pool_and_what_has_none_has_no_price() {
    let chain = seeded::chain();
    let app = pricing(chain).await;
    let of = |name: &str| chain.address(&format!("/tokens/{name}"));
    let native = "0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE".to_owned();
    let asked = [native, of("weth"), of("usdc"), of("dai"), of("onlyV2")];
    let found = prices(&app, &asked).await;
    assert!(is_near(found[0].0, 2_500.0) && found[0].0 == found[1].0, "{found:?}");
    assert_eq!(found[2], (Some(1.0), "dollar".to_owned()));
    assert!(is_near(found[3].0, 1.0) && found[3].1 == "uniswap-v3", "{found:?}");
    assert!(found[4].0.is_some() && found[4].1 == "uniswap-v2", "{found:?}");
    // Anybody may make a pool at any price: there must be something in it.
    let asked = [of("dustV2"), of("dustV3"), of("unpriced"), chain.address("/oddTokens/silent")];
    let found = prices(&app, &asked).await;
    assert!(found.iter().all(|it| it.0.is_none()), "{found:?}");
}

#[tokio::test]
async fn what_an_account_holds_is_worth_its_price() {
    let chain = seeded::chain();
    let app = pricing(chain).await;
    let found = balances(&app, OWNER, "").await;
    let all = found["balances"].as_array().expect("a list");
    for balance in all {
        let quantity: f64 = balance["quantity"]["numeric"]
            .as_str()
            .and_then(|it| it.parse().ok())
            .expect("a number");
        match balance["price"].as_f64() {
            Some(price) => {
                assert!(is_near(balance["value"].as_f64(), price * quantity), "{balance}");
            }
            None => assert!(balance["value"].is_null(), "{balance}"),
        }
    }
    let priced =
        |symbol: &str| all.iter().any(|it| it["symbol"] == symbol && it["price"].is_number());
    assert!(["ETH", "WETH", "USDC", "DAI"].iter().all(|it| priced(it)), "{found}");
    // Nobody here knows what a euro is worth.
    let path = format!("/v1/account/{OWNER}/balance?projectId={PROJECT}&currency=eur");
    let in_euro: Value = serde_json::from_slice(&app.get(&path).await.body).expect("JSON");
    assert!(in_euro["balances"].as_array().expect("a list").iter().all(|it| it["price"].is_null()));
}

#[tokio::test]
async fn all_of_it_takes_three_calls_of_a_node_and_one_a_moment_later() {
    let chain = seeded::chain();
    let app = pricing(chain).await;
    let calls = async || answered_calls(&app, "eip155:31337").await;
    balances(&app, OWNER, "").await;
    assert_eq!(calls().await, 3, "balances, where the pools are, what is in them");
    balances(&app, OWNER, "").await;
    assert_eq!(calls().await, 4, "the prices of a moment ago hold");
}

#[tokio::test]
async fn a_question_that_cannot_be_is_refused_by_its_field() {
    let chain = seeded::chain();
    let app = pricing(chain).await;
    let usdc = format!("eip155:31337:{}", chain.address("/tokens/usdc"));
    let with = |currency: &str, addresses: Value| json!({"projectId": PROJECT, "currency": currency, "addresses": addresses});
    let mut said = Vec::new();
    for body in [
        with("usd", json!([])),
        with("usd", json!(["eip155:31337:alice.eth"])),
        with("usd", json!(["eip155:31337:7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv"])),
        with("usd", json!(["eip155:99:0x0000000000000000000000000000000000000001"])),
        with("usd", json!("x")),
        with("xau", json!([usdc])),
        json!({"currency": "usd", "addresses": [usdc]}),
        json!({"projectId": "f".repeat(32), "currency": "usd", "addresses": [usdc]}),
    ] {
        let told = ask(&app, body).await;
        let reason: Value = serde_json::from_slice(&told.body).expect("JSON");
        said.push(format!(
            "{} {}",
            told.status,
            reason["reasons"][0]["field"].as_str().expect("a field")
        ));
    }
    assert_snapshot!(said.join("\n"), @r"
    400 addresses
    400 addresses
    400 addresses
    400 chainId
    400 body
    400 currency
    400 projectId
    401 projectId
    ");
    let project = app.project('b', |it| it.origins = vec!["https://shop.example".to_owned()]).await;
    let body = json!({"projectId": project, "currency": "usd", "addresses": [usdc]}).to_string();
    let other =
        app.ask("POST", "/v1/fungible/price", &[("origin", "https://evil.example")], body).await;
    assert_eq!(other.status, 403);
}

#[tokio::test]
async fn without_a_node_a_price_is_unknown_and_not_an_error() {
    let away = FakeNode::failing(-32000, "overloaded").await;
    away.is_of_chain("0x7a69");
    let chain = seeded::chain();
    let app = TestApp::with(&[], |config| {
        pools(config, chain);
        let node = server::config_values::NodeUrl::try_from(away.url.clone()).expect("a URL");
        config.chains = [("eip155:31337".to_owned(), vec![node])].into();
    })
    .await;
    let native = "eip155:31337:0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE";
    let said =
        ask(&app, json!({"projectId": PROJECT, "currency": "usd", "addresses": [native]})).await;
    assert_snapshot!(said.status_and_body(), @r#"200 {"fungibles":[{"address":"eip155:31337:0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE","name":"Ether","symbol":"ETH","iconUrl":"http://api.latchkit.test/public/getTokenImage/ETH","decimals":18,"isListed":true}]}"#);
    assert!(!away.asked().is_empty());
}

#[tokio::test]
async fn what_no_list_has_is_said_to_be_on_none_whatever_it_is_worth() {
    let chain = seeded::chain();
    let listed = json!([token(chain, "/tokens/usdc", "USDC", 6)]);
    let app = listing_on(&[("eip155:31337", chain)], listed, |config| pools(config, chain)).await;
    let of = |name: &str| format!("eip155:31337:{}", chain.address(&format!("/tokens/{name}")));
    let body =
        json!({"projectId": PROJECT, "currency": "usd", "addresses": [of("usdc"), of("dai")]});
    let found: Value = serde_json::from_slice(&ask(&app, body).await.body).expect("JSON");
    let said = |at: usize| {
        let it = &found["fungibles"][at];
        (it["isListed"].as_bool(), it["price"].is_number())
    };
    assert_eq!([said(0), said(1)], [(Some(true), true), (Some(false), true)]);
}
