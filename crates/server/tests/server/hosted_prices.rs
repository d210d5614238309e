//! What tokens are worth by hosted APIs, played by servers that answer as those are documented.

use crate::balances::{balances, listing_on, token};
use crate::fake_node::nowhere;
use crate::hosted_api::{Asked, HostedApi};
use crate::prices::{pools, prices, prices_for};
use crate::seeded::{self, OWNER, Seeded};
use crate::test_app::{PROJECT, TestApp};
use futures_util::future::{join, join_all};
use serde_json::{Value, json};
use server::config::Config;
use server::config_values::NodeUrl;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant, SystemTime};
use tokio::net::TcpListener;

const CHAIN: &str = "eip155:31337";
const SOLANA: &str = "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp";
const USDC_OF_SOLANA: &str = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v";

/// A server on the local chain, whose pools it knows, with some tokens of it listed.
async fn pricing(chain: &Seeded, set: impl FnOnce(&mut Config)) -> TestApp {
    let tokens = json!([
        token(chain, "/tokens/dai", "DAI", 18),
        token(chain, "/tokens/unpriced", "NONE", 18),
        token(chain, "/tokens/dustV2", "DUST2", 18),
        token(chain, "/tokens/dustV3", "DUST3", 18),
    ]);
    listing_on(&[(CHAIN, chain)], tokens, |config| {
        pools(config, chain);
        set(config);
    })
    .await
}

/// That the local chain is called `local` there.
fn api(api: &HostedApi, key: &str) -> server::hosted::settings::HostedApi {
    let settings = json!({"url": api.url, "key": key, "chains": {CHAIN: "local"}});
    serde_json::from_value(settings).expect("settings")
}

fn now() -> u64 {
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).expect("after 1970").as_secs()
}

/// What `DefiLlama` says where these are worth that much: each coin by its name, as it is asked for.
fn coins(question: &Asked, worth: &[(String, Value)]) -> String {
    let names = question.path.strip_prefix("/prices/current/").expect("that path");
    let coin = |name: &str| {
        let (_, price) =
            worth.iter().find(|(asset, _)| name.to_lowercase().ends_with(&asset.to_lowercase()))?;
        let coin = json!({"price": price, "symbol": "X", "decimals": 18, "timestamp": now() - 60,
            "confidence": 0.99});
        Some((name.to_owned(), coin))
    };
    let coins: serde_json::Map<String, Value> = names.split(',').filter_map(coin).collect();
    json!({ "coins": coins }).to_string()
}

/// What `CoinGecko` says.
fn tokens(question: &Asked, worth: &[(String, Value)]) -> String {
    let of = |contract: &str| {
        let (_, price) = worth.iter().find(|(asset, _)| asset.to_lowercase() == contract)?;
        Some((contract.to_owned(), json!({"usd": price, "last_updated_at": now() - 30})))
    };
    let named = question.query["contract_addresses"].split(',').filter_map(of);
    Value::Object(named.collect()).to_string()
}

#[tokio::test]
async fn what_no_pool_tells_a_hosted_api_does_by_one_request() {
    let chain = seeded::chain();
    let of = |name: &str| chain.address(&format!("/tokens/{name}"));
    let worth = [(of("unpriced"), json!(0.000_000_012)), (of("dai"), json!(7.0))];
    let llama = HostedApi::answering(move |question| (200, coins(question, &worth))).await;
    let app = pricing(chain, |config| config.hosted.defillama = Some(api(&llama, ""))).await;
    let asked = [of("dai"), of("unpriced"), of("dustV2"), of("dustV3")];
    let found = prices(&app, &asked).await;
    assert_eq!(found[0].1, "uniswap-v3", "the pools go before: {found:?}");
    assert_eq!(found[1], (Some(0.000_000_012), "defillama".to_owned()));
    assert!(found[2].0.is_none() && found[3].0.is_none(), "{found:?}");
    let names: Vec<String> =
        asked[1..].iter().map(|it| format!("local:{}", it.to_lowercase())).collect();
    let path = llama.asked()[0].path.clone();
    assert!(names.iter().all(|it| path.contains(it)) && !path.contains(&of("dai").to_lowercase()));
    // What it said, and what it does not know, holds for a while.
    assert_eq!(prices(&app, &asked).await, found);
    let balances = balances(&app, OWNER, "").await;
    assert_eq!(llama.asked().len(), 1, "{balances}");
}

#[tokio::test]
async fn a_price_says_when_it_was_known() {
    let chain = seeded::chain();
    let unpriced = chain.address("/tokens/unpriced");
    let worth = [(unpriced.clone(), json!(2))];
    let llama = HostedApi::answering(move |question| (200, coins(question, &worth))).await;
    let app = pricing(chain, |config| config.hosted.defillama = Some(api(&llama, ""))).await;
    let body = json!({"projectId": PROJECT, "currency": "usd", "addresses": [format!("{CHAIN}:{unpriced}")]});
    let said = app.ask("POST", "/v1/fungible/price", &[], body.to_string()).await;
    let found: Value = serde_json::from_slice(&said.body).expect("JSON");
    let at = found["fungibles"][0]["priceAt"].as_str().expect("a time").to_owned();
    let minutes = |text: &str| text[14..16].parse::<i64>().expect("minutes");
    let late = i64::try_from(now() / 60 % 60).expect("small") - minutes(&at);
    assert!((1..=2).contains(&late.rem_euclid(60)), "{at}");
    // Nobody there is asked where nothing is told.
    let body = json!({"projectId": PROJECT, "currency": "eur", "addresses": [format!("{CHAIN}:{}", chain.address("/tokens/dustV2"))]});
    app.ask("POST", "/v1/fungible/price", &[], body.to_string()).await;
    assert_eq!(llama.asked().len(), 1);
}

#[tokio::test]
async fn tokens_of_all_chains_are_one_request_and_solana_has_prices() {
    let chain = seeded::chain();
    let unpriced = chain.address("/tokens/unpriced");
    let (usdc, wrapped) = (USDC_OF_SOLANA, "So11111111111111111111111111111111111111112");
    let worth = [
        (unpriced.clone(), json!(1.5)),
        (usdc.to_owned(), json!(0.999)),
        (wrapped.to_owned(), json!(170.25)),
    ];
    let llama = HostedApi::answering(move |question| (200, coins(question, &worth))).await;
    let away = nowhere().await;
    let app = pricing(chain, |config| {
        config.hosted.defillama = Some(api(&llama, ""));
        let node = NodeUrl::try_from(away).expect("a URL");
        config.chains.insert(SOLANA.to_owned(), vec![node]);
    })
    .await;
    let native = format!("{SOLANA}:So11111111111111111111111111111111111111111");
    let asked = json!([native, format!("{CHAIN}:{unpriced}"), format!("{SOLANA}:{usdc}")]);
    let body = json!({"projectId": PROJECT, "currency": "usd", "addresses": asked});
    let said = app.ask("POST", "/v1/fungible/price", &[], body.to_string()).await;
    let found: Value = serde_json::from_slice(&said.body).expect("JSON");
    let prices: Vec<Option<f64>> = found["fungibles"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|it| it["price"].as_f64())
        .collect();
    assert_eq!(prices, [Some(170.25), Some(1.5), Some(0.999)], "{found}");
    assert_eq!(llama.asked().len(), 1);
}

#[tokio::test]
async fn junk_is_no_price_and_takes_no_other_with_it() {
    let chain = seeded::chain();
    let of = |name: &str| chain.address(&format!("/tokens/{name}"));
    let (none, first, second) = (of("unpriced"), of("dustV2"), of("dustV3"));
    let name = |it: &str| format!("local:{}", it.to_lowercase());
    for junk in ["-1", "0", "1e400", "-1e400", "\"1\"", "null", "{}", "[1]", "1e13"] {
        let text = format!(
            r#"{{"coins":{{"{}":{{"price":{junk}}},"{}":{{"price":3,"confidence":0.1}},"{}":{{"price":5}},"x":1}}}}"#,
            name(&first),
            name(&second),
            name(&none),
        );
        let llama = HostedApi::answering(move |_| (200, text.clone())).await;
        let app = pricing(chain, |config| config.hosted.defillama = Some(api(&llama, ""))).await;
        let found = prices(&app, &[of("dai"), first.clone(), second.clone(), none.clone()]).await;
        let found: Vec<Option<f64>> = found.iter().map(|it| it.0).collect();
        assert!(found[0].is_some(), "{junk}: {found:?}");
        assert_eq!(found[1..], [None, None, Some(5.0)], "{junk}");
    }
    for junk in ["", "NaN", "[]", "{}", "<html>", r#"{"coins":[]}"#, r#"{"coins":{"x":NaN}}"#] {
        let llama = HostedApi::answering(move |_| (200, junk.to_owned())).await;
        let app = pricing(chain, |config| config.hosted.defillama = Some(api(&llama, ""))).await;
        let found = prices(&app, &[of("dai"), none.clone()]).await;
        assert!(found[0].0.is_some() && found[1].0.is_none(), "{junk}: {found:?}");
    }
}

#[tokio::test]
async fn one_that_asks_to_be_left_alone_is_and_the_next_one_is_asked() {
    let chain = seeded::chain();
    let of = |name: &str| chain.address(&format!("/tokens/{name}"));
    let llama = HostedApi::answering(|_| (429, String::new())).await;
    let worth = [(of("unpriced"), json!(3.5))];
    let gecko = HostedApi::answering(move |question| (200, tokens(question, &worth))).await;
    let app = pricing(chain, |config| {
        config.hosted.defillama = Some(api(&llama, ""));
        config.hosted.coingecko = Some(api(&gecko, "CG-key"));
    })
    .await;
    let found = prices(&app, &[of("dai"), of("unpriced")]).await;
    assert!(found[0].0.is_some(), "{found:?}");
    assert_eq!(found[1], (Some(3.5), "coingecko".to_owned()));
    let asked = gecko.asked()[0].clone();
    assert_eq!(asked.path, "/simple/token_price/local");
    assert_eq!(asked.query["contract_addresses"], of("unpriced").to_lowercase());
    assert_eq!(asked.query["vs_currencies"], "usd");
    assert_eq!(asked.headers["x-cg-demo-api-key"], "CG-key");
    prices(&app, &[of("dustV2")]).await;
    assert_eq!((llama.asked().len(), gecko.asked().len()), (1, 2));
}

#[tokio::test]
async fn where_a_plan_takes_fewer_at_once_fewer_are_asked_for() {
    let chain = seeded::chain();
    let of = |name: &str| chain.address(&format!("/tokens/{name}"));
    let worth = [(of("unpriced"), json!(1)), (of("dustV2"), json!(2)), (of("dustV3"), json!(3))];
    let gecko = HostedApi::answering(move |question| {
        match question.query["contract_addresses"].split(',').count() {
            1 => (200, tokens(question, &worth)),
            _ => (400, json!({"error_code": 10012, "status": {"error_message": "Number of contract addresses in the request exceeds the allowed limit (1 contract address)."}}).to_string()),
        }
    })
    .await;
    let asked = [of("unpriced"), of("dustV2"), of("dustV3")];
    let app = pricing(chain, |config| config.hosted.coingecko = Some(api(&gecko, ""))).await;
    let found: Vec<Option<f64>> = prices(&app, &asked).await.iter().map(|it| it.0).collect();
    assert_eq!(found, [Some(1.0), Some(2.0), Some(3.0)]);
    assert_eq!(gecko.asked().len(), 3, "without a key one at a time, at once");
    assert!(!gecko.asked()[0].headers.contains_key("x-cg-demo-api-key"));
    let app = pricing(chain, |config| config.hosted.coingecko = Some(api(&gecko, "CG-key"))).await;
    // It takes some questions until it is known how many it takes.
    for _ in 0..3 {
        prices(&app, &asked).await;
    }
    let found = prices(&app, &asked).await;
    assert!(found.iter().all(|it| it.0.is_some()), "{found:?}");
}

#[tokio::test]
async fn one_that_hangs_or_is_away_takes_nothing_but_a_moment() {
    let chain = seeded::chain();
    let of = |name: &str| chain.address(&format!("/tokens/{name}"));
    // It takes connections, and says nothing.
    let hangs = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let hanging = format!("http://{}", hangs.local_addr().expect("an address"));
    let away = nowhere().await;
    let settings = |url: &str| {
        let settings = json!({"url": url, "chains": {CHAIN: "local"}});
        Some(serde_json::from_value(settings).expect("settings"))
    };
    let app = pricing(chain, |config| {
        config.upstream_timeout_ms = 9_000;
        config.hosted.defillama = settings(&hanging);
        config.hosted.coingecko = settings(&away);
    })
    .await;
    let begin = Instant::now();
    let found = prices(&app, &[of("dai"), of("unpriced")]).await;
    assert!(found[0].0.is_some() && found[1].0.is_none(), "{found:?}");
    assert!(begin.elapsed() < Duration::from_secs(6), "{:?}", begin.elapsed());
}

#[tokio::test]
async fn nobody_waits_for_what_another_client_asks_that_hangs() {
    let worth = [(USDC_OF_SOLANA.to_owned(), json!(2))];
    let llama = HostedApi::asking(move |question| {
        let (said, hangs) = (coins(question, &worth), !question.path.contains(USDC_OF_SOLANA));
        async move {
            if hangs {
                std::future::pending::<()>().await;
            }
            (200, said)
        }
    })
    .await;
    let away = nowhere().await;
    let app = TestApp::with(&[], |config| {
        config.chains = [(SOLANA.to_owned(), vec![NodeUrl::try_from(away).expect("a URL")])].into();
        config.hosted.defillama = Some(api(&llama, ""));
        config.trusted_proxies = vec!["127.0.0.1".to_owned().try_into().expect("a block")];
    })
    .await;
    let price = async |client: &str, mint: &str| {
        let asked = [format!("{SOLANA}:{mint}")];
        let body = json!({"projectId": PROJECT, "currency": "usd", "addresses": asked});
        let headers = [("x-forwarded-for", client)];
        let said = app.ask("POST", "/v1/fungible/price", &headers, body.to_string()).await;
        let found: Value = serde_json::from_slice(&said.body).expect("JSON");
        found["fungibles"][0]["price"].as_f64()
    };
    let hanging = (2..=9).map(|last| {
        let mint = format!("So1111111111111111111111111111111111111111{last}");
        let price = &price;
        async move { price("192.0.2.1", &mint).await }
    });
    let other = async {
        while llama.asked().is_empty() {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        let begin = Instant::now();
        (price("192.0.2.2", USDC_OF_SOLANA).await, begin.elapsed())
    };
    let (found, time) = join(other, join_all(hanging)).await.0;
    assert_eq!(found, Some(2.0));
    // What hangs is given up after two seconds.
    assert!(time < Duration::from_millis(1_800), "{time:?}");
}

#[tokio::test]
async fn a_failure_is_not_kept_and_not_repeated_for_ever() {
    let chain = seeded::chain();
    let of = |name: &str| chain.address(&format!("/tokens/{name}"));
    let fails = Arc::new(AtomicBool::new(true));
    let does_fail = fails.clone();
    let worth = [(of("unpriced"), json!(4))];
    let llama = HostedApi::answering(move |question| {
        let fails = does_fail.load(Ordering::SeqCst);
        if fails { (503, String::new()) } else { (200, coins(question, &worth)) }
    })
    .await;
    let app = pricing(chain, |config| {
        config.hosted.defillama = Some(api(&llama, ""));
        config.trusted_proxies = vec!["127.0.0.1".to_owned().try_into().expect("a block")];
    })
    .await;
    assert_eq!(prices(&app, &[of("unpriced")]).await[0].0, None);
    fails.store(false, Ordering::SeqCst);
    assert_eq!(prices(&app, &[of("unpriced")]).await[0].0, Some(4.0), "a failure is not kept");
    fails.store(true, Ordering::SeqCst);
    let asked_by = async |client: &str| {
        let both = [of("unpriced"), of("dustV2")];
        assert_eq!(prices_for(&app, client, &both).await[0].0, Some(4.0));
        llama.asked().len()
    };
    for count in 3..9 {
        assert_eq!(asked_by("192.0.2.1").await, count, "one alone may be at fault");
    }
    assert_eq!((asked_by("192.0.2.2").await, asked_by("192.0.2.3").await), (9, 10));
    assert_eq!(asked_by("192.0.2.4").await, 10, "it failed three of them and is left alone");
    llama.ends();
}

#[tokio::test]
async fn a_key_that_is_not_taken_is_not_sent_again_and_again() {
    let chain = seeded::chain();
    let gecko =
        HostedApi::answering(|_| (401, r#"{"status":{"error_code":10002}}"#.to_owned())).await;
    let app = pricing(chain, |config| config.hosted.coingecko = Some(api(&gecko, "wrong"))).await;
    for _ in 0..3 {
        let found = prices(&app, &[chain.address("/tokens/unpriced")]).await;
        assert!(found[0].0.is_none(), "{found:?}");
    }
    assert_eq!(gecko.asked().len(), 1);
}

#[tokio::test]
async fn nobody_is_asked_who_is_not_named_or_does_not_know_the_chain() {
    let chain = seeded::chain();
    let llama = HostedApi::answering(|_| (200, json!({"coins": {}}).to_string())).await;
    let app = pricing(chain, |config| {
        let settings = json!({"url": llama.url});
        config.hosted.defillama = Some(serde_json::from_value(settings).expect("settings"));
    })
    .await;
    assert!(prices(&app, &[chain.address("/tokens/unpriced")]).await[0].0.is_none());
    assert_eq!(llama.asked().len(), 0);
}
