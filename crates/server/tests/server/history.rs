//! What accounts did, indexed from real chains: the whole of it, page by page, and what is known of it.

use crate::balances::token;
use crate::database::Other;
use crate::local_chain::{BOB, CAROL, DAVE};
use crate::seeded::{self, OWNER, Seeded};
use crate::test_app::{PROJECT, Reply, TestApp, folder};
use chains::evm::address::{Address, Strictness};
use chains::evm::contracts::{Multicall3, SolCall, hex};
use insta::assert_snapshot;
use serde_json::{Value, json};
use server::config::Config;
use server::config_values::NodeUrl;
use server::db::history::StoredTransaction;
use server::db::history_watching::{Visit, WatchLimits};
use std::path::PathBuf;
use std::time::Duration;

pub(crate) const CHAIN: &str = "eip155:31337";

/// A server that reads a chain whole, with its tokens listed.
pub(crate) async fn scanning(chain: &Seeded) -> TestApp {
    in_folder(folder(), &chain.url, |config| {
        config.history.scan_native = [CHAIN.to_owned()].into();
        if !chain.addresses.is_null() {
            list_tokens(config, chain);
        }
    })
    .await
}

/// A server of one chain on the database of a folder.
pub(crate) async fn in_folder(
    folder: PathBuf,
    url: &str,
    set: impl FnOnce(&mut Config),
) -> TestApp {
    TestApp::in_folder(folder, &[], |config| {
        let node = NodeUrl::try_from(url.to_owned()).expect("a URL");
        config.chains = [(CHAIN.to_owned(), vec![node])].into();
        set(config);
    })
    .await
}

fn list_tokens(config: &mut Config, chain: &Seeded) {
    let file = folder().join("tokens.json");
    let tokens =
        json!([token(chain, "/tokens/usdc", "USDC", 6), token(chain, "/tokens/dai", "DAI", 18)]);
    std::fs::write(&file, json!({CHAIN: tokens}).to_string()).expect("a file");
    config.tokens = Some(file);
}

pub(crate) async fn ask(app: &TestApp, account: &str, what: &str, more: &str) -> Reply {
    app.get(&format!("/v1/account/{account}/{what}?projectId={PROJECT}{more}")).await
}

/// One page, as soon as nothing is behind.
pub(crate) async fn page(app: &TestApp, account: &str, what: &str, more: &str) -> Value {
    for _ in 0..100 {
        let said = ask(app, account, what, more).await;
        assert_eq!(said.status, 200, "{}", said.status_and_body());
        let page: Value = serde_json::from_slice(&said.body).expect("JSON");
        if page["coverage"]["isBehind"] == false {
            return page;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    panic!("the history of {account} stays behind");
}

/// All pages of a history.
pub(crate) async fn whole(app: &TestApp, account: &str, chain: &str) -> Vec<Value> {
    let mut all = Vec::new();
    let mut more = chain.to_owned();
    loop {
        let page = page(app, account, "history", &more).await;
        all.extend(page["data"].as_array().expect("a list").iter().cloned());
        match page["next"].as_str() {
            Some(next) => more = format!("{chain}&cursor={next}"),
            None => return all,
        }
    }
}

pub(crate) fn hashes(all: &[Value]) -> Vec<String> {
    all.iter().map(|it| it["metadata"]["hash"].as_str().expect("a hash").to_owned()).collect()
}

/// `operation: direction amount symbol` of each, one a line.
pub(crate) fn told(all: &[Value]) -> String {
    let line = |it: &Value| {
        let text = |it: &Value| it.as_str().unwrap_or_default().to_owned();
        let moved = it["transfers"].as_array().expect("a list").iter().map(|it| {
            let name = [&it["fungible_info"]["symbol"], &it["nft_info"]["name"]].map(text).concat();
            let amount = text(&it["quantity"]["numeric"]);
            format!(" {} {amount} {name}", text(&it["direction"])).trim_end().to_owned()
        });
        format!("{}:{}", text(&it["metadata"]["operationType"]), moved.collect::<String>())
    };
    all.iter().map(line).collect::<Vec<_>>().join("\n")
}

#[tokio::test]
async fn a_history_is_what_happened_in_order() {
    let chain = seeded::own_seeded_chain();
    let app = scanning(&chain).await;
    let bob = whole(&app, BOB, "").await;
    assert_snapshot!(told(&bob), @r"
    send: out 2 Latchkit Edition
    send: out 1 Latchkit Pictures
    receive: in 1 Latchkit Pictures
    send: out 30 DAI
    approve:
    send: out 20 USDC
    receive: in 120.5 USDC
    send: out 0.25 ETH
    receive: in 1 ETH
    mint: in 3 Latchkit Edition
    mint: in 1 Latchkit Pictures
    mint: in 1000 DAI
    mint: in 5000 USDC
    ");
    assert_eq!(hashes(&bob), chain.everything_of(BOB).await);
    let mut one = bob.last().expect("one").clone();
    one["metadata"]["minedAt"] = "T".into();
    assert_snapshot!(one, @r#"{"id":"eip155:31337:0x5a7b747cf92689e7a598e5fecf892ddba6d803eeb3c70490cd3cd22b8b53c512","metadata":{"chain":"eip155:31337","hash":"0x5a7b747cf92689e7a598e5fecf892ddba6d803eeb3c70490cd3cd22b8b53c512","minedAt":"T","nonce":6,"operationType":"mint","sentFrom":"0xa0Ee7A142d267C1f36714E4a8F75612F20a79720","sentTo":"0xe1Aa25618fA0c7A1CFDab5d6B456af611873b629","status":"confirmed"},"transfers":[{"counterparty":"0x0000000000000000000000000000000000000000","direction":"in","fungible_info":{"icon":{"url":"http://api.latchkit.test/public/getTokenImage/USDC"},"name":"USDC","symbol":"USDC"},"quantity":{"numeric":"5000"}}]}"#);
    // Of account 0 there is more than a page.
    for _ in 0..40 {
        chain.pay(OWNER, DAVE, "0x1").await;
    }
    let owner = whole(&app, OWNER, "").await;
    assert!(owner.len() > 50, "{}", owner.len());
    assert_eq!(hashes(&owner), chain.everything_of(OWNER).await);
    let page = page(&app, BOB, "history", "").await;
    assert_eq!(page["coverage"], json!({"hasNative": true, "isBehind": false}));
    assert_eq!(page["next"], Value::Null);
}

#[tokio::test]
async fn without_a_scan_there_is_what_logs_tell_and_it_is_said() {
    let chain = seeded::own_seeded_chain();
    let app = in_folder(folder(), &chain.url, |config| list_tokens(config, &chain)).await;
    let bob = whole(&app, BOB, "").await;
    assert_snapshot!(told(&bob), @r"
    send: out 2 Latchkit Edition
    send: out 1 Latchkit Pictures
    receive: in 1 Latchkit Pictures
    send: out 30 DAI
    send: out 20 USDC
    receive: in 120.5 USDC
    mint: in 3 Latchkit Edition
    mint: in 1 Latchkit Pictures
    mint: in 1000 DAI
    mint: in 5000 USDC
    ");
    let page = page(&app, BOB, "history", "").await;
    assert_eq!(page["coverage"], json!({"hasNative": false, "isBehind": false}));
}

#[tokio::test]
async fn what_happens_later_is_there_with_the_next_question() {
    let chain = seeded::own_chain("31337");
    let app = scanning(&chain).await;
    assert_eq!(page(&app, DAVE, "history", "").await["data"], json!([]));
    let paid = chain.pay(DAVE, CAROL, "0xde0b6b3a7640000").await;
    let own = chain.pay(DAVE, DAVE, "0x1").await;
    // A contract that cannot be made: its first byte is no instruction.
    let bad = json!({"from": DAVE, "data": "0xfe", "gas": "0x20000", "value": "0x5"});
    let failed = chain.mined(bad).await;
    let all = whole(&app, DAVE, "").await;
    assert_eq!(hashes(&all), [failed, own, paid]);
    assert_snapshot!(told(&all), @r"
    deploy:
    send: self 0.000000000000000001 ETH
    send: out 1 ETH
    ");
    assert_eq!(all[0]["metadata"]["status"], "failed");
    assert_eq!(hashes(&whole(&app, CAROL, "").await).len(), 1);
}

#[tokio::test]
async fn nfts_are_what_came_less_what_went_and_what_lures_is_named() {
    let chain = seeded::own_seeded_chain();
    let app = scanning(&chain).await;
    let found = page(&app, OWNER, "nfts", "").await;
    let line = |it: &Value| {
        let text = |key: &str| it[key].as_str().unwrap_or_default().to_owned();
        let picture = if text("imageUrl").is_empty() { "" } else { " with a picture" };
        let (collection, name, token) = (text("collection"), text("name"), text("tokenId"));
        let held = text("quantity");
        format!("{collection} #{token} '{name}' x{held}{picture} {}", it["spamReasons"])
    };
    let all: Vec<String> = found["nfts"].as_array().expect("a list").iter().map(line).collect();
    assert_snapshot!(all.join("\n"), @r#"
    Latchkit Edition #1 'Edition' x8 with a picture []
    Latchkit Pictures #5 'Fifth' x1 with a picture []
    Latchkit Edition #2 'Edition' x1 with a picture []
    Latchkit Pictures #3 '' x1 []
    Latchkit Pictures #2 'Second' x1 with a picture []
    Latchkit Pictures #1 'First' x1 with a picture []
    $5,000 at https://usdc-drop.example - visit to claim reward #1 'Reward' x1 with a picture ["link","claim"]
    "#);
    let pictures = format!("{CHAIN}:{}", chain.address("/collectibles/pictures"));
    assert!(found["nfts"].as_array().expect("a list").iter().any(|it| it["contract"] == pictures));
    assert_eq!(found["coverage"], json!({"hasNative": true, "isBehind": false}));
    assert_eq!(page(&app, DAVE, "nfts", "").await["nfts"], json!([]));
}

#[tokio::test]
async fn what_was_given_to_many_at_once_is_told_so() {
    let chain = seeded::own_seeded_chain();
    let edition = chain.address("/collectibles/edition");
    let app = scanning(&chain).await;
    assert_eq!(page(&app, DAVE, "nfts", "").await["nfts"], json!([]));
    // mint(address,uint256,uint256)
    chain.send(OWNER, &edition, "0x156e29f6", &[DAVE, "0x7", "0x2"]).await;
    let found = page(&app, DAVE, "nfts", "").await;
    assert_eq!(found["nfts"][0]["tokenId"], "7");
    assert_eq!(found["nfts"][0]["spamReasons"], json!([]));
    let history = whole(&app, DAVE, "").await;
    assert_eq!(history[0]["transfers"][0]["nft_info"]["flags"]["is_spam"], false);
    // The same, to ten at once.
    let target = Address::parse(&edition, Strictness::Lenient).expect("an address");
    let calls = (0..10_u8).map(|it| {
        let to = if it == 0 { DAVE.to_lowercase() } else { format!("0x{it:040x}") };
        let data = format!("156e29f6{:0>64}{:064x}{:064x}", &to[2..], 8, 1);
        Multicall3::Call3 {
            target: target.into(),
            allowFailure: false,
            callData: hex::decode(data).expect("hex").into(),
        }
    });
    let data = Multicall3::aggregate3Call { calls: calls.collect() }.abi_encode();
    let (to, data) = (chain.address("/multicall3"), hex::encode_prefixed(data));
    chain.mined(json!({"from": OWNER, "to": to, "data": data, "gas": "0x200000"})).await;
    let found = page(&app, DAVE, "nfts", "").await;
    assert_eq!(found["nfts"][0]["tokenId"], "8");
    assert_eq!(found["nfts"][0]["spamReasons"], json!(["mass"]));
    let history = whole(&app, DAVE, "").await;
    assert_eq!(history[0]["transfers"][0]["nft_info"]["flags"]["is_spam"], true);
}

#[tokio::test]
async fn what_cannot_be_asked_is_refused_with_what_is_wanted() {
    let chain = seeded::chain();
    let app = in_folder(folder(), &chain.url, |_| {}).await;
    let wrong_case = "0xF39FD6E51aad88F6F4ce6aB8827279cffFb92266";
    let of_nfts = "7b226e223a5b747275652c312c22222c312c312c22222c22225d7d";
    for what in ["history", "nfts"] {
        for (account, more) in [
            (wrong_case, ""),
            ("alice.eth", ""),
            ("7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv", "&chainId=eip155:31337"),
            (OWNER, "&chainId=solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp"),
            (OWNER, "&chainId=eip155:99"),
            (OWNER, "&chainId=99"),
            (OWNER, "&chainId=31337x"),
            (OWNER, "&chainId=-1"),
            (OWNER, "&cursor=junk"),
            (OWNER, "&cursor=7b7d"),
        ] {
            let said = ask(&app, account, what, more).await;
            assert_eq!(said.status, 400, "{account} {what} {more}: {}", said.status_and_body());
            assert_eq!(said.header("access-control-allow-origin"), "*");
        }
        let said = app.get(&format!("/v1/account/{OWNER}/{what}")).await;
        assert_eq!(said.status, 400, "the project is missing");
    }
    let said = ask(&app, OWNER, "history", "&currency=xau").await;
    assert_eq!(said.status, 400);
    let said = ask(&app, OWNER, "history", &format!("&cursor={of_nfts}")).await;
    assert_snapshot!(said.status_and_body(), @r#"400 {"status":"FAILED","reasons":[{"field":"cursor","description":"cursor must be what a page of this list told as `next`."}]}"#);
    assert_eq!(ask(&app, OWNER, "nfts", &format!("&cursor={of_nfts}")).await.status, 200);
    for what in ["history", "nfts"] {
        let said = ask(&app, OWNER, what, "&chainId=31337").await;
        assert_eq!(said.status, 200, "{}", said.status_and_body());
    }
}

#[tokio::test]
async fn pages_of_others_ask_in_vain() {
    let chain = seeded::chain();
    let app = in_folder(folder(), &chain.url, |_| {}).await;
    let id = app
        .project('a', |it| it.origins = vec!["https://shop.example".parse().expect("a pattern")])
        .await;
    let path = format!("/v1/account/{DAVE}/history?projectId={id}");
    let said = app.ask("GET", &path, &[("origin", "https://evil.example")], "").await;
    assert_eq!(said.status, 403);
    assert_eq!(app.db().history_watches(CHAIN).await.expect("rows"), []);
    let said = app.ask("GET", &path, &[("origin", "https://shop.example")], "").await;
    assert_eq!(said.status, 200);
    assert_eq!(app.db().history_watches(CHAIN).await.expect("rows").len(), 1);
}

#[tokio::test]
async fn a_project_follows_as_many_as_it_may_and_takes_nobody_elses_room() {
    let chain = seeded::own_seeded_chain();
    let app = in_folder(folder(), &chain.url, |config| {
        config.history.watches = 2;
        config.history.project_watches = 1;
    })
    .await;
    let other = app.project('b', |_| {}).await;
    assert!(!whole(&app, BOB, "").await.is_empty());
    let one_too_many = page(&app, CAROL, "history", "").await;
    assert_eq!(one_too_many["data"], json!([]));
    // What is not followed is whole from now on.
    assert!(one_too_many["coverage"]["since"].is_string(), "{one_too_many}");
    let path = format!("/v1/account/{CAROL}/history?projectId={other}");
    app.get(&path).await;
    assert!(!whole(&app, CAROL, "").await.is_empty());
    let third = app.project('c', |_| {}).await;
    app.get(&format!("/v1/account/{DAVE}/history?projectId={third}")).await;
    assert_eq!(app.db().history_watches(CHAIN).await.expect("rows").len(), 2);
}

/// A transaction that somebody signed, the only one of its block.
pub(crate) fn stored(block: i64, sender: &str) -> StoredTransaction {
    StoredTransaction {
        hash: format!("0x{block}"),
        block,
        block_hash: String::new(),
        place: 0,
        at_ms: block,
        sender: sender.to_owned(),
        recipient: String::new(),
        nonce: block,
        is_failed: false,
        selector: String::new(),
        receivers: 0,
    }
}

/// Somebody asks about an account for the first time.
pub(crate) fn visit(account: &str, at_ms: i64) -> Visit<'_> {
    Visit { project: PROJECT, account, first_ms: at_ms, at_ms }
}

#[tokio::test]
async fn who_was_asked_about_once_makes_room_first_and_who_was_asked_about_lately_never() {
    const HOUR_MS: i64 = 60 * 60 * 1_000;
    const NOW_MS: i64 = 1 << 50;
    let app = TestApp::with(&[], |_| {}).await;
    let db = app.db();
    let chains = [CHAIN.to_owned()];
    let limits = WatchLimits { all: 10, project: 2 };
    let at = async |account: &str, first_ms: i64, at_ms: i64| {
        let first_ms = NOW_MS + first_ms;
        let visit = Visit { first_ms, ..visit(account, NOW_MS + at_ms) };
        let visited = db.visit_history(visit, &chains, limits).await.expect("a change");
        let mut gone = 0;
        // Before all who were asked about.
        while db.forget_history(1).await.expect("a change") {
            gone += 1;
        }
        assert_eq!(visited.has_let_go, gone > 0, "who makes room is forgotten");
        let watches = db.history_watches(CHAIN).await.expect("rows");
        let all: Vec<String> = watches.into_iter().map(|it| it.account).collect();
        assert_eq!(visited.is_watched, all.iter().any(|it| it == account));
        all
    };
    let once = async |account: &str, at_ms: i64| at(account, at_ms, at_ms).await;
    assert_eq!(once("0xa", 0).await, ["0xa"]);
    assert_eq!(once("0xb", 1).await, ["0xa", "0xb"]);
    assert_eq!(once("0xc", HOUR_MS).await, ["0xa", "0xb"], "nobody has to go so soon");
    assert_eq!(once("0xa", HOUR_MS).await, ["0xa", "0xb"]);
    assert_eq!(once("0xc", HOUR_MS + 2).await, ["0xa", "0xc"], "who came back stays");
    assert_eq!(once("0xd", HOUR_MS + 3).await, ["0xa", "0xc"]);
    assert_eq!(once("0xa", 3 * HOUR_MS).await, ["0xa", "0xc"], "who is there needs no room");
    assert_eq!(once("0xc", 3 * HOUR_MS + 1).await, ["0xa", "0xc"]);
    assert_eq!(once("0xd", 4 * HOUR_MS).await, ["0xa", "0xc"], "both were asked about lately");
    let all = ["0xa", "0xc"];
    assert_eq!(once("0xd", 9 * HOUR_MS).await, all, "whom nobody asked about before waits");
    let again = at("0xd", HOUR_MS, 9 * HOUR_MS).await;
    assert_eq!(again, ["0xc", "0xd"], "for any other goes whom nobody asked about longest");
    assert_eq!(once("0xe", 11 * HOUR_MS).await, ["0xc", "0xd"], "who waited was not there once");
}

#[tokio::test]
async fn whom_nobody_asks_about_is_forgotten_with_all_that_is_nobody_elses() {
    let chain = seeded::own_seeded_chain();
    let app = scanning(&chain).await;
    let before = [whole(&app, BOB, "").await, whole(&app, CAROL, "").await];
    let db = app.db();
    assert!(!db.forget_history(0).await.expect("a change"));
    let chains = [CHAIN.to_owned()];
    let page = |of: &'static str| db.history_page(of, &chains, None, 100);
    let (bob, carol) = (
        "0x70997970c51812dc3a010c7d01b50e0d17dc79c8",
        "0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc",
    );
    assert!(!page(bob).await.expect("rows").is_empty());
    let mut forgotten = 0;
    while db.forget_history(i64::MAX).await.expect("a change") {
        forgotten += 1;
    }
    assert_eq!(forgotten, 2, "one at a time");
    assert!(
        page(bob).await.expect("rows").is_empty() && page(carol).await.expect("rows").is_empty()
    );
    assert_eq!([whole(&app, BOB, "").await, whole(&app, CAROL, "").await], before);
}

#[tokio::test]
async fn how_far_back_it_is_read_is_bounded_and_told() {
    let chain = seeded::own_seeded_chain();
    let head = chain.head().await;
    let app = in_folder(folder(), &chain.url, |config| config.history.backfill_blocks = 8).await;
    let found = page(&app, OWNER, "history", "").await;
    assert!(found["coverage"]["since"].is_string(), "{found}");
    let oldest = head - 63 - 8;
    let all = whole(&app, OWNER, "").await;
    assert!(all.len() < chain.everything_of(OWNER).await.len());
    for it in &all {
        let hash = &it["metadata"]["hash"];
        let block =
            chain.call("eth_getTransactionByHash", json!([hash])).await["blockNumber"].clone();
        let block = block.as_str().expect("a number").trim_start_matches("0x").to_owned();
        assert!(u64::from_str_radix(&block, 16).expect("a number") >= oldest);
    }
}

#[tokio::test]
async fn of_an_account_that_does_much_the_latest_is_kept_and_since_when_is_told() {
    let chain = seeded::own_chain("31337");
    let mut paid = Vec::new();
    for _ in 0..50 {
        paid.push(chain.pay(BOB, CAROL, "0x1").await);
    }
    // So that most of it is read backwards.
    chain.mine(100).await;
    let app = in_folder(folder(), &chain.url, |config| {
        config.history.scan_native = [CHAIN.to_owned()].into();
        config.history.account_transactions = 20;
    })
    .await;
    let (db, bob) = (app.db(), BOB.to_lowercase());
    let kept = async || {
        let all = page(&app, BOB, "history", "").await;
        let (list, since) = (all["data"].as_array().expect("a list"), &all["coverage"]["since"]);
        assert!(since.is_string(), "{since}");
        assert_eq!(list.last().expect("one")["metadata"]["minedAt"], *since);
        let nfts = page(&app, BOB, "nfts", "").await;
        assert_eq!(nfts["coverage"]["since"], *since, "of NFTs, too");
        let watches = db.history_watches(CHAIN).await.expect("rows");
        assert_eq!(watches[0].lowest, watches[0].floor, "nothing more is read");
        (hashes(list), watches[0].lowest)
    };
    let (first, lowest) = kept().await;
    paid.reverse();
    assert_eq!(first, paid[..18]);
    // Nothing is left of what was read and is not kept.
    let gone: Vec<(&str, &str)> = paid[18..].iter().map(|it| (CHAIN, it.as_str())).collect();
    assert_eq!(db.history_transfers(&bob, &gone, 100).await.expect("rows"), []);
    for _ in 0..6 {
        paid.insert(0, chain.pay(BOB, CAROL, "0x1").await);
    }
    let (second, higher) = kept().await;
    assert!((18..=20).contains(&second.len()) && second == paid[..second.len()]);
    assert!(lowest < higher);
}

/// Dave was given 20000 NFTs by one transaction.
pub(crate) async fn give_very_many(app: &TestApp) {
    const HASH: &str = "INSERT INTO history_transactions (chain, hash, block, block_hash, place, \
        at_ms, sender, recipient, nonce, is_failed, selector, receivers) \
        VALUES ('eip155:31337', '0x1', 0, '0x2', 0, 86400000, '0x0', '0x0', 0, 0, '', 0)";
    const ENTRY: &str = "INSERT INTO history_entries (chain, account, hash, at_ms, block, place, \
        has_nft, moves) VALUES ('eip155:31337', '0x90f79bf6eb2c4f870365e785982e1f101e93b906', \
        '0x1', 86400000, 0, 0, 1, 20000)";
    const MOVED: &str = "WITH RECURSIVE each (number) AS \
        (SELECT 1 UNION ALL SELECT number + 1 FROM each WHERE number < 20000) \
        INSERT INTO history_transfers (chain, hash, log, part, kind, contract, token, sender, \
        recipient, amount) SELECT 'eip155:31337', '0x1', number, 0, 'erc721', \
        '0x00000000000000000000000000000000000000aa', CAST(number AS TEXT), '0x0', \
        '0x90f79bf6eb2c4f870365e785982e1f101e93b906', '1' FROM each";
    let mut other = Other::open(app.folder()).await;
    for sql in [HASH, ENTRY, MOVED] {
        other.run(sql).await;
    }
}

#[tokio::test]
async fn of_more_nfts_of_his_own_than_are_looked_at_it_is_told_since_when() {
    let chain = seeded::own_chain("31337");
    let app = in_folder(folder(), &chain.url, |_| {}).await;
    let found = page(&app, DAVE, "nfts", "").await;
    assert_eq!((&found["nfts"], &found["coverage"]["since"]), (&json!([]), &Value::Null));
    give_very_many(&app).await;
    let found = page(&app, DAVE, "nfts", "").await;
    assert_eq!(found["coverage"]["since"], Value::Null, "strangers' are not spoken of");
    // Had he taken them himself:
    Other::open(app.folder())
        .await
        .run(
            "UPDATE history_transactions SET sender = '0x90f79bf6eb2c4f870365e785982e1f101e93b906'",
        )
        .await;
    let found = page(&app, DAVE, "nfts", "").await;
    assert_eq!(found["coverage"]["since"], "1970-01-02T00:00:00Z");
}

/// Prints how many blocks a second are read, of a chain with 25 transactions in each: `cargo test -p server
/// --release --test server -- --ignored --nocapture blocks_are_read`.
#[tokio::test]
#[ignore = "it measures"]
async fn how_fast_blocks_are_read() {
    let chain = seeded::own_seeded_chain();
    let usdc = chain.address("/tokens/usdc");
    chain.call("evm_setAutomine", json!([false])).await;
    for _ in 0..1_000 {
        for (place, from) in [OWNER, BOB, CAROL, DAVE, OWNER].iter().cycle().take(25).enumerate() {
            // transfer(address,uint256) of the tokens of account 0, and plain payments of the others.
            let data = format!("0xa9059cbb{:0>64}{:064x}", &BOB.to_lowercase()[2..], 1);
            let sent = match place % 5 {
                0 => json!({"from": OWNER, "to": usdc, "data": data, "gas": "0x20000"}),
                _ => json!({"from": from, "to": CAROL, "value": "0x1", "gas": "0x5208"}),
            };
            chain.call("eth_sendTransaction", json!([sent])).await;
        }
        chain.mine(1).await;
    }
    for (is_scan, what) in [(false, "logs are searched"), (true, "blocks are read whole")] {
        for (account, of) in
            [(BOB, "one in five is the account's"), (DAVE, "one in five is signed by it")]
        {
            let app = in_folder(folder(), &chain.url, |config| {
                config.history.scan_native =
                    is_scan.then(|| CHAIN.to_owned()).into_iter().collect();
            })
            .await;
            let start = std::time::Instant::now();
            page_within(&app, account, 600).await;
            let (blocks, time) = (chain.head().await, start.elapsed().as_secs_f64());
            let (of_account, chains) = (account.to_lowercase(), [CHAIN.to_owned()]);
            let rows = app.db().history_page(&of_account, &chains, None, 1_000_000).await;
            let rows = rows.expect("rows").len();
            #[expect(clippy::cast_precision_loss, reason = "it is printed")]
            let rate = blocks as f64 / time;
            println!(
                "{what}, {of}: {blocks} blocks, {rows} transactions kept, {time:.1} s, {rate:.0} blocks a second"
            );
        }
    }
}

async fn page_within(app: &TestApp, account: &str, seconds: u64) {
    let until = std::time::Instant::now() + Duration::from_secs(seconds);
    while std::time::Instant::now() < until {
        let said = ask(app, account, "history", "").await;
        let page: Value = serde_json::from_slice(&said.body).expect("JSON");
        if page["coverage"]["isBehind"] == false {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("the history of {account} stays behind");
}
