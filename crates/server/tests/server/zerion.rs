//! What accounts hold and did by Zerion, played by a server that answers as it is documented.

use crate::balances::{balances, listing_on, token};
use crate::fake_node::nowhere;
use crate::history::{ask, in_folder, told};
use crate::hosted_api::HostedApi;
use crate::local_chain::{BOB, CAROL};
use crate::logged::Logged;
use crate::seeded::{self, OWNER};
use crate::test_app::{PROJECT, TestApp, folder};
use futures_util::future::join_all;
use insta::assert_snapshot;
use serde_json::{Value, json};
use server::config::Config;
use server::config_values::NodeUrl;

const CHAIN: &str = "eip155:31337";
const SOLANA: &str = "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp";
/// A token that no list has.
const LONG_TAIL: &str = "0x76be3b62873462d2142405439777e971754e8e77";

fn names(config: &mut Config, api: &HostedApi) {
    let settings = json!({"url": api.url, "key": "zk_dev_key", "chains": {CHAIN: "local"}});
    config.hosted.zerion = Some(serde_json::from_value(settings).expect("settings"));
}

fn fungible(symbol: &str, address: Value) -> Value {
    json!({"name": symbol, "symbol": symbol, "icon": {"url": "https://cdn.example/icon.png"},
        "flags": {"verified": true},
        "implementations": [{"chain_id": "local", "address": address, "decimals": 18}]})
}

/// A position of the local chain, as the first entry has it, with other attributes.
fn position(fungible: Value, int: &str, decimals: u8, more: Value) -> Value {
    let mut attributes = json!({"parent": null, "name": "Asset", "position_type": "wallet",
        "quantity": {"int": int, "decimals": decimals, "float": 0.1, "numeric": "wrong"},
        "value": 1.0, "price": 2.5, "fungible_info": fungible,
        "flags": {"displayable": true, "is_trash": false}});
    let more = more.as_object().expect("an object").clone();
    attributes.as_object_mut().expect("an object").extend(more);
    json!({"type": "positions", "id": "x", "attributes": attributes,
        "relationships": {"chain": {"data": {"type": "chains", "id": "local"}}}})
}

/// What is told of each: `SYMBOL amount price source`.
fn lines(found: &Value) -> Vec<String> {
    let line = |it: &Value| {
        let text = |it: &Value| it.as_str().unwrap_or_default().to_owned();
        let amount = text(&it["quantity"]["numeric"]);
        format!("{} {amount} {} {}", text(&it["symbol"]), it["price"], text(&it["priceSource"]))
    };
    found["balances"].as_array().expect("a list").iter().map(line).collect()
}

#[tokio::test]
async fn what_no_list_has_is_added_to_what_nodes_tell() {
    let chain = seeded::chain();
    let tokens = json!([
        token(chain, "/tokens/usdc", "USDC", 6),
        {"address": "0x000000000000000000000000000000000000bEEF", "symbol": "GONE", "name": "Gone", "decimals": 18},
    ]);
    let largest = "115792089237316195423570985008687907853269984665640564039457584007913129639935";
    let usdc = fungible("USDC", json!(chain.address("/tokens/usdc")));
    let lure = json!({"name": "Visit https://drop.example", "symbol": "FREE", "flags": {"verified": false},
        "implementations": [{"chain_id": "local", "address": LONG_TAIL}]});
    let tail = |address: &str| fungible("TAIL", json!(address));
    let numbered = |last: u32| format!("0x{last:040x}");
    let data = json!([
        position(fungible("ETH", Value::Null), "1", 18, json!({})),
        position(usdc, "1", 6, json!({"price": "junk"})),
        position(tail(LONG_TAIL), largest, 18, json!({})),
        position(tail(&numbered(1)), "5", 18, json!({"flags": {"is_trash": true}})),
        position(tail(&numbered(2)), "5", 18, json!({"flags": {"displayable": false}})),
        position(tail(&numbered(3)), "0", 18, json!({})),
        position(tail(&numbered(4)), "-5", 18, json!({})),
        position(tail(&numbered(5)), "1.5", 18, json!({})),
        position(tail(&numbered(6)), "5", 99, json!({})),
        position(tail(&numbered(7)), "5", 0, json!({})),
        position(tail(&numbered(8)), "5", 18, json!({"position_type": "staked"})),
        position(tail("alice.eth"), "5", 18, json!({})),
        position(lure, "5", 18, json!({})),
        // Nodes were asked for it, and it has none of it.
        position(fungible("GONE", json!("0x000000000000000000000000000000000000beef")), "7", 18, json!({})),
        {"attributes": 1}, 5, null,
        {"type": "positions", "attributes": {}, "relationships": {"chain": {"data": {"id": "elsewhere"}}}},
        position(tail(&numbered(9)), "12", 1, json!({"price": null})),
    ]);
    // A number that cannot be takes its price alone.
    let body = json!({"links": {"self": "x"}, "data": data}).to_string();
    let body = body.replace("\"junk\"", "1e400");
    let zerion = HostedApi::answering(move |_| (200, body.clone())).await;
    let app = listing_on(&[(CHAIN, chain)], tokens.clone(), |config| names(config, &zerion)).await;
    let plain = listing_on(&[(CHAIN, chain)], tokens, |_| {}).await;
    let of_nodes = lines(&balances(&plain, OWNER, "").await);
    let found = balances(&app, OWNER, "").await;
    let told = lines(&found);
    assert_eq!(told[0], of_nodes[0].replace("null ", "2.5 zerion"), "its amount is that of nodes");
    assert_eq!(told[1], of_nodes[1], "and so is its price where theirs is none");
    let whole = "115792089237316195423570985008687907853269984665640564039457.584007913129639935";
    assert_eq!(told[2..], [format!("TAIL {whole} 2.5 zerion"), "TAIL 1.2 null ".to_owned()]);
    let added = &found["balances"][2];
    assert_eq!(added["address"], format!("{CHAIN}:0x76BE3b62873462d2142405439777e971754E8E77"));
    assert_eq!((&added["iconUrl"], &found["missing"]), (&json!(""), &json!([])));
    let asked = zerion.asked()[0].clone();
    assert_eq!(asked.path, format!("/wallets/{OWNER}/positions/"));
    assert_eq!(asked.query["filter[chain_ids]"], "local");
    assert_eq!(asked.query["filter[trash]"], "only_non_trash");
    // `zk_dev_key:` in base64.
    assert_eq!(asked.headers["authorization"], "Basic emtfZGV2X2tleTo=");
    let path = format!("/v1/account/{OWNER}/balance?projectId={PROJECT}&currency=eur");
    let in_euro: Value = serde_json::from_slice(&app.get(&path).await.body).expect("JSON");
    assert!(in_euro["balances"].as_array().expect("a list").iter().all(|it| it["price"].is_null()));
}

#[tokio::test]
async fn where_nodes_are_silent_it_stands_in() {
    let mint = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v";
    let of_solana = |address: Value, decimals: u8| {
        let mut position = position(fungible("X", address), "1500000000", decimals, json!({}));
        position["attributes"]["fungible_info"]["implementations"][0]["chain_id"] = "solana".into();
        position["relationships"]["chain"]["data"]["id"] = "solana".into();
        position
    };
    let data =
        json!([of_solana(Value::Null, 9), of_solana(json!(mint), 6), of_solana(json!("0x1"), 6)]);
    let body = json!({"links": {}, "data": data}).to_string();
    let zerion = HostedApi::answering(move |_| (200, body.clone())).await;
    let away = nowhere().await;
    let app = TestApp::with(&[], |config| {
        let nodes = vec![NodeUrl::try_from(away).expect("a URL")];
        config.chains = [(SOLANA.to_owned(), nodes)].into();
        names(config, &zerion);
    })
    .await;
    let account = "7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv";
    let found = balances(&app, account, "").await;
    assert_eq!(lines(&found), ["SOL 1.5 2.5 zerion", "X 1500 2.5 zerion"]);
    assert_eq!(found["missing"], json!([]));
    assert_eq!(found["balances"][1]["address"], format!("{SOLANA}:{mint}"));
    assert_eq!(zerion.asked()[0].path, format!("/wallets/{account}/positions/"));
}

#[tokio::test]
async fn where_it_fails_nodes_tell_what_they_know() {
    let chain = seeded::chain();
    let tokens = json!([token(chain, "/tokens/usdc", "USDC", 6)]);
    let plain = listing_on(&[(CHAIN, chain)], tokens.clone(), |_| {}).await;
    let of_nodes = balances(&plain, OWNER, "").await;
    for (status, body) in [
        (500, ""),
        (429, ""),
        (401, r#"{"errors":[{"title":"Unauthorized"}]}"#),
        (202, ""),
        (404, "{}"),
        (302, ""),
        (200, ""),
        (200, "{}"),
        (200, r#"{"data":{}}"#),
        (200, r#"{"data":[{}]}"#),
    ] {
        let zerion = HostedApi::answering(move |_| (status, body.to_owned())).await;
        let app = listing_on(&[(CHAIN, chain)], tokens.clone(), |it| names(it, &zerion)).await;
        assert_eq!(balances(&app, OWNER, "").await, of_nodes, "{status} {body}");
        assert_eq!(zerion.asked().len(), 1);
    }
}

#[tokio::test]
async fn what_was_asked_a_moment_ago_is_not_asked_again() {
    let body = json!({"links": {}, "data": []}).to_string();
    let zerion = HostedApi::answering(move |_| (200, body.clone())).await;
    let app = telling(&zerion).await;
    let both = async |account: &str| {
        balances(&app, account, "").await;
        ask(&app, account, "history", &format!("&chainId={CHAIN}")).await;
    };
    join_all((0..4).map(|_| both(BOB))).await;
    both(BOB).await;
    assert_eq!(zerion.asked().len(), 2, "{:?}", zerion.asked());
    both(CAROL).await;
    assert_eq!(zerion.asked().len(), 4, "of each account");
}

#[tokio::test]
async fn where_its_calls_of_a_minute_are_spent_all_is_told_as_without_it() {
    let (logged, _guard) = Logged::start();
    let chain = seeded::chain();
    let tail = position(fungible("TAIL", json!(LONG_TAIL)), "5", 1, json!({}));
    let body = json!({"links": {}, "data": [tail]}).to_string();
    let zerion = HostedApi::answering(move |_| (200, body.clone())).await;
    let app = listing_on(&[(CHAIN, chain)], json!([]), |config| {
        names(config, &zerion);
        config.hosted.zerion.as_mut().expect("it is named").calls_per_minute = Some(2);
    })
    .await;
    let plain = listing_on(&[(CHAIN, chain)], json!([]), |_| {}).await;
    for account in [BOB, CAROL] {
        let found = lines(&balances(&app, account, "").await);
        assert_eq!(found.last().map(String::as_str), Some("TAIL 0.5 2.5 zerion"), "{found:?}");
    }
    for _ in 0..2 {
        assert_eq!(balances(&app, OWNER, "").await, balances(&plain, OWNER, "").await);
    }
    assert_eq!(zerion.asked().len(), 2);
    let metrics = String::from_utf8(app.metrics("/metrics").await.body.to_vec()).expect("text");
    for count in [r#"outcome="asked"} 2"#, r#"outcome="spent"} 2"#] {
        let line = format!(r#"latchkit_hosted_calls_total{{api="zerion",{count}"#);
        assert!(metrics.contains(&line), "{metrics}");
    }
    assert_eq!(logged.lines("all calls of a minute are spent api=\"zerion\"").len(), 1);
}

/// A transaction, with other attributes.
fn transaction(number: u32, operation: &str, transfers: Value, more: Value) -> Value {
    let mut attributes = json!({"operation_type": operation, "hash": format!("0x{number:064x}"),
        "mined_at_block": 5, "mined_at": "2024-03-21T15:22:35Z", "sent_from": BOB.to_lowercase(),
        "sent_to": CAROL.to_lowercase(), "status": "confirmed", "nonce": 12,
        "fee": {"value": 2.65}, "transfers": transfers, "approvals": [],
        "flags": {"is_trash": false},
        "application_metadata": {"name": "Uniswap", "icon": {"url": "https://cdn.example/icon.png"}}});
    let more = more.as_object().expect("an object").clone();
    attributes.as_object_mut().expect("an object").extend(more);
    json!({"type": "transactions", "id": "x", "attributes": attributes,
        "relationships": {"chain": {"data": {"type": "chains", "id": "local"}}}})
}

fn moved(direction: &str, fungible: Value, int: &str, decimals: u8) -> Value {
    json!({"fungible_info": fungible, "direction": direction,
        "quantity": {"int": int, "decimals": decimals, "float": 1.0, "numeric": "wrong"},
        "value": 3.5, "price": 7, "sender": CAROL.to_lowercase(), "recipient": BOB.to_lowercase()})
}

/// A server of a chain of which nobody follows anything, with this API.
async fn telling(zerion: &HostedApi) -> TestApp {
    let chain = seeded::bare_chain();
    in_folder(folder(), &chain.url, |config| names(config, zerion)).await
}

async fn page(app: &TestApp, more: &str) -> Value {
    let said = ask(app, BOB, "history", &format!("&chainId={CHAIN}{more}")).await;
    assert_eq!(said.status, 200, "{}", said.status_and_body());
    serde_json::from_slice(&said.body).expect("JSON")
}

#[tokio::test]
async fn a_history_is_told_in_our_words() {
    let nft = |name: &str| {
        json!({"fungible_info": null, "nft_info": {"name": name, "interface": "erc721",
            "content": {"preview": {"url": "https://cdn.example/p.png"}}, "flags": {"is_spam": false}},
            "direction": "in", "quantity": {"int": "1", "decimals": 0}})
    };
    let eth = fungible("ETH", Value::Null);
    let lure = json!({"name": "Claim at drop.example.com", "symbol": "FREE", "flags": {"verified": false}});
    let data = json!([
        transaction(1, "trade", json!([moved("out", eth.clone(), "1500000000000000001", 18),
            moved("in", fungible("TAIL", json!(LONG_TAIL)), "25", 1)]), json!({})),
        transaction(2, "approve", json!([]), json!({"status": "failed", "application_metadata": null, "nonce": -1})),
        transaction(3, "mint", json!([nft("Fine"), nft("Claim at drop.example.com")]), json!({"sent_to": null})),
        transaction(4, "receive", json!([moved("in", lure, "5", 18)]), json!({})),
        transaction(5, "receive", json!([moved("in", eth.clone(), "5", 18)]), json!({"flags": {"is_trash": true}})),
        transaction(6, "send", json!([moved("up", eth.clone(), "5", 18), moved("self", eth.clone(), "5", 99),
            5, {"direction": "in"}, moved("self", eth.clone(), "0", 18)]), json!({})),
        transaction(7, "<b>", json!([]), json!({})),
        transaction(8, "send", json!([]), json!({"mined_at": "yesterday"})),
        transaction(9, "send", json!([]), json!({"hash": "0x12"})),
        {"attributes": {}}, null,
    ]);
    let body = json!({"links": {"next": null}, "data": data}).to_string();
    let zerion = HostedApi::answering(move |_| (200, body.clone())).await;
    let app = telling(&zerion).await;
    let found = page(&app, "").await;
    assert_snapshot!(told(found["data"].as_array().expect("a list")), @r"
    trade: out 1.500000000000000001 ETH in 2.5 TAIL
    approve:
    mint: in 1 Fine in 1 Claim at drop.example.com
    send:
    ");
    let first = &found["data"][0];
    assert_snapshot!(first["metadata"], @r#"{"application":{"name":"Uniswap"},"chain":"eip155:31337","hash":"0x0000000000000000000000000000000000000000000000000000000000000001","minedAt":"2024-03-21T15:22:35Z","nonce":12,"operationType":"trade","sentFrom":"0x70997970C51812dc3A010C7d01b50e0d17dc79C8","sentTo":"0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC","status":"confirmed"}"#);
    assert_snapshot!(first["transfers"][0], @r#"{"counterparty":"0x70997970C51812dc3A010C7d01b50e0d17dc79C8","direction":"out","fungible_info":{"icon":{"url":"http://api.latchkit.test/public/getTokenImage/ETH"},"name":"ETH","symbol":"ETH"},"price":7,"quantity":{"numeric":"1.500000000000000001"},"value":3.5}"#);
    assert!(first["transfers"][1]["fungible_info"]["icon"].is_null(), "{first}");
    assert_snapshot!(found["data"][2]["transfers"], @r#"[{"direction":"in","nft_info":{"flags":{"is_spam":false},"name":"Fine"},"quantity":{"numeric":"1"}},{"direction":"in","nft_info":{"flags":{"is_spam":true},"name":"Claim at drop.example.com"},"quantity":{"numeric":"1"}}]"#);
    assert_snapshot!(found["data"][1]["metadata"], @r#"{"chain":"eip155:31337","hash":"0x0000000000000000000000000000000000000000000000000000000000000002","minedAt":"2024-03-21T15:22:35Z","operationType":"approve","sentFrom":"0x70997970C51812dc3A010C7d01b50e0d17dc79C8","sentTo":"0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC","status":"failed"}"#);
    assert_eq!(found["coverage"], json!({"hasNative": true, "isBehind": false}));
    assert_eq!(found["next"], Value::Null);
    assert!(!found.to_string().contains("cdn.example"), "pages load nothing of others");
    // Nobody is followed who need not be.
    assert_eq!(app.db().history_watches(CHAIN).await.expect("rows"), []);
    let in_euro = page(&app, "&currency=eur").await;
    assert!(in_euro["data"][0]["transfers"][0]["value"].is_null(), "{in_euro}");
}

#[tokio::test]
async fn the_next_page_is_asked_by_its_token_and_no_url_is_followed() {
    let evil = HostedApi::answering(|_| (200, "{}".to_owned())).await;
    let next =
        format!("{}/wallets/x/transactions/?page%5Bafter%5D=WyIxIl0%3D&currency=eur", evil.url);
    let zerion = HostedApi::answering(move |question| {
        let next = match question.query.get("page[after]").map(String::as_str) {
            None | Some("WyIxIl0=") => Some(next.clone()),
            Some(_) => None,
        };
        let number = u32::try_from(question.query.len()).expect("small");
        let data = json!([transaction(number, "execute", json!([]), json!({}))]);
        (200, json!({"links": {"next": next}, "data": data}).to_string())
    })
    .await;
    let app = telling(&zerion).await;
    let first = page(&app, "").await;
    let cursor = first["next"].as_str().expect("there is more").to_owned();
    let second = page(&app, &format!("&cursor={cursor}")).await;
    assert_ne!(first["data"][0]["id"], second["data"][0]["id"]);
    assert!(second["next"].is_null(), "a page that leads to itself is the last");
    let asked = zerion.asked();
    assert_eq!(asked[1].query["page[after]"], "WyIxIl0=");
    assert_eq!((&*asked[1].query["currency"], &*asked[1].query["page[size]"]), ("usd", "50"));
    assert_eq!(asked[1].path, format!("/wallets/{BOB}/transactions/"));
    assert_eq!(evil.asked().len(), 0);
}

#[tokio::test]
async fn what_names_no_page_leads_to_none() {
    for next in [
        "https://evil.example/?page[after]=a%26filter",
        "https://evil.example/?page[after]=",
        "https://evil.example/",
        "WyIxIl0=",
        "",
    ] {
        let body = json!({"links": {"next": next}, "data": []}).to_string();
        let zerion = HostedApi::answering(move |_| (200, body.clone())).await;
        assert!(page(&telling(&zerion).await, "").await["next"].is_null(), "{next}");
    }
}

#[tokio::test]
async fn where_it_fails_the_index_tells_but_no_page_of_it_comes_from_elsewhere() {
    let zerion = HostedApi::answering(|_| (500, String::new())).await;
    let app = telling(&zerion).await;
    let found = page(&app, "").await;
    assert_eq!(found["coverage"]["hasNative"], false, "{found}");
    assert_eq!(app.db().history_watches(CHAIN).await.expect("rows").len(), 1);
    // {"h":"WyIxIl0="}
    let cursor = "7b2268223a2257794978496c303d227d";
    let said = ask(&app, BOB, "history", &format!("&chainId={CHAIN}&cursor={cursor}")).await;
    assert_snapshot!(said.status_and_body(), @r#"503 {"status":"FAILED","reasons":[{"field":"cursor","description":"Who told the page before, an explorer or an API of others, did not answer. Ask again, or from the first page on."}]}"#);
    // A chain that it does not know, and a server that does not name it.
    let chain = seeded::bare_chain();
    let plain = in_folder(folder(), &chain.url, |config| {
        let settings = json!({"url": zerion.url, "key": "k"});
        config.hosted.zerion = Some(serde_json::from_value(settings).expect("settings"));
    })
    .await;
    let asked = zerion.asked().len();
    page(&plain, "").await;
    let said = ask(&plain, BOB, "history", &format!("&chainId={CHAIN}&cursor={cursor}")).await;
    assert_eq!((said.status, zerion.asked().len()), (400, asked));
}
