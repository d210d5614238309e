//! Histories by an explorer with the API of Etherscan, played by a server that answers as it is documented.

use crate::history::{CHAIN, ask, hashes, in_folder, told};
use crate::local_chain::{BOB, CAROL};
use crate::seeded;
use crate::test_app::{TestApp, folder};
use axum::Router;
use axum::extract::Query;
use insta::assert_snapshot;
use serde_json::{Value, json};
use server::config::Config;
use server::listen::{Stop, bind, listen};
use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

const TOKEN: &str = "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913";
const PIECES: &str = "0xbc4ca0eda7647a8ab7c2061c2e118a18a936f13d";

const EDITION: &str = "0x76be3b62873462d2142405439777e971754e8e77";

/// What it has, by list, the newest first; and what it was asked.
#[derive(Clone, Default)]
struct Explorer {
    lists: Arc<HashMap<&'static str, Vec<Value>>>,
    asked: Arc<Mutex<Vec<HashMap<String, String>>>>,
    refusals: Arc<Mutex<u32>>,
}

impl Explorer {
    async fn with(lists: HashMap<&'static str, Vec<Value>>) -> (Self, String) {
        let explorer = Explorer { lists: Arc::new(lists), ..Explorer::default() };
        let at_work = explorer.clone();
        let routes = Router::new().fallback(move |Query(query): Query<HashMap<String, String>>| {
            let answer = at_work.answer(query).to_string();
            async move { answer }
        });
        let listener = bind(SocketAddr::from(([127, 0, 0, 1], 0)), "").await.expect("a port");
        let url = format!("http://{}/v2/api", listener.local_addr().expect("an address"));
        tokio::spawn(listen(listener, routes, Stop::default()));
        (explorer, url)
    }

    fn answer(&self, query: HashMap<String, String>) -> Value {
        let mut refusals = self.refusals.lock().expect("sound");
        if *refusals > 0 {
            *refusals -= 1;
            return json!({"status": "0", "message": "NOTOK", "result": "Max calls per sec rate limit reached (3/sec)"});
        }
        let number = |key: &str| query.get(key).and_then(|it| it.parse::<usize>().ok());
        let end = number("endblock").unwrap_or(usize::MAX);
        let block =
            |it: &&Value| it["blockNumber"].as_str().and_then(|it| it.parse::<usize>().ok());
        let list = self.lists.get(query["action"].as_str()).cloned().unwrap_or_default();
        let rows: Vec<Value> = list
            .iter()
            .filter(|it| block(it).is_some_and(|it| it <= end))
            .take(number("offset").expect("a number"))
            .cloned()
            .collect();
        self.asked.lock().expect("sound").push(query);
        match rows.len() {
            0 => json!({"status": "0", "message": "No transactions found", "result": []}),
            _ => json!({"status": "1", "message": "OK", "result": rows}),
        }
    }
}

/// A row as all lists have it.
fn row(block: u32, place: u32, from: &str, to: &str, more: Value) -> Value {
    let mut row = json!({
        "blockNumber": block.to_string(),
        "blockHash": format!("0x{:064x}", block),
        "timeStamp": (1_700_000_000 + block * 12).to_string(),
        "hash": format!("0x{:064x}", block * 1000 + place),
        "nonce": "3",
        "transactionIndex": place.to_string(),
        "from": from.to_lowercase(),
        "to": to.to_lowercase(),
        "gas": "21000", "gasPrice": "1", "gasUsed": "21000", "confirmations": "9",
    });
    row.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
    row
}

fn sent(value: &str, is_error: &str, input: &str) -> Value {
    json!({"value": value, "isError": is_error, "txreceipt_status": "1", "input": input,
        "methodId": "0x", "functionName": "", "contractAddress": ""})
}

fn usdc(value: &str) -> Value {
    json!({"value": value, "contractAddress": TOKEN, "tokenName": "USD Coin", "tokenSymbol": "USDC",
        "tokenDecimal": "6", "input": "deprecated"})
}

async fn asking(url: &str) -> TestApp {
    asking_with(url, |_| ()).await
}

async fn asking_with(url: &str, set: impl FnOnce(&mut Config)) -> TestApp {
    let chain = seeded::bare_chain();
    in_folder(folder(), &chain.url, |config| {
        let explorer = json!({"url": url, "key": "a key"});
        let explorer = serde_json::from_value(explorer).expect("an explorer");
        config.history.explorers = [(CHAIN.to_owned(), explorer)].into();
        set(config);
    })
    .await
}

async fn page(app: &TestApp, more: &str) -> Value {
    page_of(app, BOB, more).await
}

async fn page_of(app: &TestApp, account: &str, more: &str) -> Value {
    let said = ask(app, account, "history", &format!("&chainId={CHAIN}{more}")).await;
    assert_eq!(said.status, 200, "{}", said.status_and_body());
    serde_json::from_slice(&said.body).expect("JSON")
}

#[tokio::test]
async fn the_lists_of_an_explorer_are_one_history() {
    let contract = "0x4752ba5dbc23f44d87826276bf6fd6b1c372ad24";
    let lists = HashMap::from([
        (
            "txlist",
            vec![
                row(9, 0, BOB, "", sent("0", "0", "0x60806040")),
                row(8, 1, BOB, contract, sent("0", "0", "0x095ea7b3000000")),
                row(7, 0, BOB, CAROL, sent("5", "1", "0x")),
                row(6, 4, BOB, contract, sent("1500000000000000000", "0", "0x7ff36ab5")),
                row(5, 2, CAROL, BOB, sent("1", "0", "0x")),
            ],
        ),
        (
            "tokentx",
            vec![row(6, 4, contract, BOB, usdc("2500000000")), row(4, 0, CAROL, BOB, usdc("1"))],
        ),
        (
            "tokennfttx",
            vec![row(
                3,
                0,
                "0x0000000000000000000000000000000000000000",
                BOB,
                json!({"tokenID": "7",
                "tokenName": "Claim at https://drop.example", "tokenSymbol": "X", "tokenDecimal": "0", "contractAddress": PIECES}),
            )],
        ),
        (
            "token1155tx",
            vec![row(
                2,
                0,
                BOB,
                CAROL,
                json!({"tokenID": "8", "tokenValue": "3",
                "tokenName": "Edition", "tokenSymbol": "E", "contractAddress": EDITION}),
            )],
        ),
    ]);
    let (explorer, url) = Explorer::with(lists).await;
    let app = asking(&url).await;
    let found = page(&app, "").await;
    assert_snapshot!(told(found["data"].as_array().expect("a list")), @r"
    deploy:
    approve:
    send:
    trade: out 1.5 ETH in 2500 USDC
    receive: in 0.000000000000000001 ETH
    receive: in 0.000001 USDC
    mint: in 1 Claim at https://drop.example
    send: out 3 Edition
    ");
    assert_eq!(found["data"][2]["metadata"]["status"], "failed");
    assert_eq!(found["coverage"], json!({"hasNative": true, "isBehind": false}));
    assert_eq!(found["next"], Value::Null);
    let asked = explorer.asked.lock().expect("sound").clone();
    let of = |key: &str| asked[0].get(key).cloned().unwrap_or_default();
    assert_eq!(
        [of("chainid"), of("apikey"), of("address")],
        ["31337", "a key", &BOB.to_lowercase()]
    );
    // Nobody is followed who need not be.
    assert_eq!(app.db().history_watches(CHAIN).await.expect("rows"), []);
    let foreign = ask(&app, BOB, "history", "&chainId=eip155:31337&cursor=7b7d").await;
    assert_eq!(foreign.status, 400);
}

#[tokio::test]
async fn pages_of_an_explorer_follow_each_other_without_a_gap() {
    // Several in most blocks, more than a page in one, of two lists.
    let places = (1..=40_u32).rev().flat_map(|block| {
        let count = if block == 20 { 130 } else { block % 4 };
        (0..count).rev().map(move |place| (block, place))
    });
    let (mut native, mut tokens, mut want) = (Vec::new(), Vec::new(), Vec::new());
    for (block, place) in places {
        let row_of = |more| row(block, place, CAROL, BOB, more);
        match place % 3 {
            0 => native.push(row_of(sent("1", "0", "0x"))),
            1 => tokens.push(row_of(usdc("1"))),
            _ => {
                native.push(row(block, place, CAROL, TOKEN, sent("0", "0", "0xa9059cbb")));
                tokens.push(row_of(usdc("2")));
            }
        }
        want.push(format!("0x{:064x}", block * 1000 + place));
    }
    let (_explorer, url) =
        Explorer::with(HashMap::from([("txlist", native), ("tokentx", tokens)])).await;
    let app = asking(&url).await;
    let (mut all, mut more) = (Vec::new(), String::new());
    loop {
        let page = page(&app, &more).await;
        all.extend(page["data"].as_array().expect("a list").iter().cloned());
        assert!(all.len() <= want.len(), "it goes round");
        match page["next"].as_str() {
            Some(next) => more = format!("&cursor={next}"),
            None => break,
        }
    }
    assert_eq!(hashes(&all), want);
}

#[tokio::test]
async fn an_explorer_that_is_asked_too_fast_is_asked_again_and_the_index_stands_in() {
    let list = vec![row(5, 2, CAROL, BOB, sent("1", "0", "0x"))];
    let (explorer, url) = Explorer::with(HashMap::from([("txlist", list)])).await;
    let app = asking(&url).await;
    *explorer.refusals.lock().expect("sound") = 1;
    assert_eq!(page(&app, "").await["data"].as_array().map(Vec::len), Some(1));
    *explorer.refusals.lock().expect("sound") = u32::MAX;
    let found = page_of(&app, CAROL, "").await;
    assert_eq!(found["coverage"]["hasNative"], false, "{found}");
    assert_eq!(app.db().history_watches(CHAIN).await.expect("rows").len(), 1);
    let cursor = "7b2265223a5b352c315d7d";
    let said = ask(&app, BOB, "history", &format!("&chainId={CHAIN}&cursor={cursor}")).await;
    assert_snapshot!(said.status_and_body(), @r#"503 {"status":"FAILED","reasons":[{"field":"cursor","description":"Who told the page before, an explorer or an API of others, did not answer. Ask again, or from the first page on."}]}"#);
}

#[tokio::test]
async fn a_page_of_an_explorer_counts_as_the_questions_that_it_is() {
    let list = vec![row(5, 2, CAROL, BOB, sent("1", "0", "0x"))];
    let (explorer, url) = Explorer::with(HashMap::from([("txlist", list)])).await;
    let app = asking_with(&url, |config| config.client_requests_per_minute = 12).await;
    let of = async |account| ask(&app, account, "history", &format!("&chainId={CHAIN}")).await;
    let said = of(BOB).await;
    assert_eq!((said.status, said.remaining()), (200, 12 - 1 - 4));
    // What it told a moment ago it is not asked again.
    let said = of(BOB).await;
    assert_eq!((said.status, said.remaining()), (200, 12 - 1 - 4 - 1));
    assert_eq!(of(CAROL).await.status, 429);
    assert_eq!(explorer.asked.lock().expect("sound").len(), 4);
}

#[tokio::test]
async fn where_the_calls_of_a_minute_are_spent_the_index_stands_in() {
    let list = vec![row(5, 2, CAROL, BOB, sent("1", "0", "0x"))];
    let (explorer, url) = Explorer::with(HashMap::from([("txlist", list)])).await;
    let app = asking_with(&url, |config| {
        let explorer = config.history.explorers.get_mut(CHAIN).expect("it is named");
        explorer.calls_per_minute = Some(4);
    })
    .await;
    assert_eq!(page(&app, "").await["coverage"]["hasNative"], true);
    assert_eq!(page_of(&app, CAROL, "").await["coverage"]["hasNative"], false);
    assert_eq!(explorer.asked.lock().expect("sound").len(), 4);
}
