//! Histories while things go wrong: who reads is killed, the chain is reorganised, nodes take little at once.
//! What is known in the end equals what is read anew.

use crate::fake_node::{FakeNode, each};
use crate::history::{CHAIN, ask, hashes, in_folder, page, scanning, told, visit, whole};
use crate::local_chain::{BOB, CAROL, DAVE};
use crate::seeded::{self, OWNER, Seeded};
use crate::test_app::{TestApp, folder};
use serde_json::{Value, json};
use server::config_values::NodeUrl;
use server::db::history_watching::WatchLimits;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

async fn all_of(app: &TestApp, accounts: &[&str]) -> Vec<Vec<Value>> {
    let mut all = Vec::new();
    for account in accounts {
        all.push(whole(app, account, "").await);
    }
    all
}

#[tokio::test]
async fn who_is_killed_again_and_again_knows_what_is_read_anew() {
    let chain = seeded::own_seeded_chain();
    let folder = folder();
    let mut midway = 0;
    for round in 0..12_u64 {
        let mut app = in_folder(folder.clone(), &chain.url, |config| {
            config.history.scan_native = [CHAIN.to_owned()].into();
        })
        .await;
        let db = app.db().clone();
        let asked =
            async { tokio::join!(ask(&app, OWNER, "history", ""), ask(&app, BOB, "history", "")) };
        let _ = tokio::time::timeout(Duration::from_millis(15 + round * 7), asked).await;
        app.kill_history().await;
        let watches = db.history_watches(CHAIN).await.expect("rows");
        midway += usize::from(watches.iter().any(|it| it.lowest > it.floor));
    }
    assert!(midway > 0, "nobody was killed midway");
    let killed = in_folder(folder, &chain.url, |config| {
        config.history.scan_native = [CHAIN.to_owned()].into();
    })
    .await;
    let accounts = [OWNER, BOB];
    let anew = in_folder(crate::test_app::folder(), &chain.url, |config| {
        config.history.scan_native = [CHAIN.to_owned()].into();
    })
    .await;
    assert_eq!(all_of(&killed, &accounts).await, all_of(&anew, &accounts).await);
    assert_eq!(hashes(&whole(&killed, OWNER, "").await), chain.everything_of(OWNER).await);
}

/// Some blocks, with something in every second one.
async fn pay_around(chain: &Seeded, blocks: u32) {
    for block in 0..blocks {
        match block % 4 {
            0 => drop(chain.pay(BOB, CAROL, &format!("{:#x}", 1_000 + block)).await),
            1 => drop(chain.pay(CAROL, DAVE, "0x7").await),
            _ => chain.mine(1).await,
        }
    }
}

#[tokio::test]
async fn after_a_reorganisation_of_ten_blocks_it_is_as_if_read_anew() {
    let chain = seeded::own_chain("31337");
    pay_around(&chain, 30).await;
    let accounts = [BOB, CAROL];
    let app = scanning(&chain).await;
    let before = all_of(&app, &accounts).await;
    chain.call("anvil_reorg", json!([10, []])).await;
    let after = all_of(&app, &accounts).await;
    assert_ne!(before, after, "what the blocks held is gone");
    assert_eq!(after, all_of(&scanning(&chain).await, &accounts).await);
    for (account, all) in accounts.iter().zip(&after) {
        assert_eq!(hashes(all), chain.everything_of(account).await);
    }
    // The other chain grows, and a second one begins in its middle.
    pay_around(&chain, 9).await;
    all_of(&app, &accounts).await;
    chain.call("anvil_reorg", json!([10, []])).await;
    pay_around(&chain, 5).await;
    let accounts = [BOB, CAROL, DAVE];
    let after = all_of(&app, &accounts).await;
    assert_eq!(after, all_of(&scanning(&chain).await, &accounts).await);
    assert_eq!(hashes(&after[2]), chain.everything_of(DAVE).await);
}

#[tokio::test]
async fn a_chain_that_is_cut_or_another_one_is_read_anew() {
    let chain = seeded::own_chain("31337");
    pay_around(&chain, 6).await;
    let snapshot = chain.call("evm_snapshot", json!([])).await;
    pay_around(&chain, 10).await;
    let folder = folder();
    let scanned = async |url: &str| {
        let folder = folder.clone();
        in_folder(folder, url, |it| it.history.scan_native = [CHAIN.to_owned()].into()).await
    };
    let app = scanned(&chain.url).await;
    assert_eq!(hashes(&whole(&app, BOB, "").await), chain.everything_of(BOB).await);
    chain.call("evm_revert", json!([snapshot])).await;
    pay_around(&chain, 1).await;
    // While it is shorter than it was, a node that is behind looks the same.
    for _ in 0..40 {
        tokio::time::sleep(Duration::from_millis(250)).await;
        if hashes(&whole_now(&app, BOB).await) == chain.everything_of(BOB).await {
            break;
        }
    }
    assert_eq!(hashes(&whole(&app, BOB, "").await), chain.everything_of(BOB).await);
    drop(app);
    // Whoever develops starts another chain on the same database.
    let other = seeded::own_chain("31337");
    pay_around(&other, 3).await;
    let app = scanned(&other.url).await;
    for _ in 0..40 {
        tokio::time::sleep(Duration::from_millis(250)).await;
        if hashes(&whole_now(&app, BOB).await) == other.everything_of(BOB).await {
            break;
        }
    }
    assert_eq!(hashes(&whole(&app, BOB, "").await), other.everything_of(BOB).await);
}

/// The first page, whether or not something is behind.
async fn whole_now(app: &TestApp, account: &str) -> Vec<Value> {
    let said = ask(app, account, "history", "").await;
    let page: Value = serde_json::from_slice(&said.body).expect("JSON");
    page["data"].as_array().expect("a list").clone()
}

/// A node that answers as the chain does, but for what `other` says otherwise.
pub(crate) async fn in_front(
    chain: Arc<Seeded>,
    other: impl Fn(&Value) -> Option<Value> + Send + Sync + 'static,
) -> FakeNode {
    let (head, other) = (chain.head().await, Arc::new(other));
    let node = FakeNode::asking(move |body: String| {
        let (chain, other) = (chain.clone(), other.clone());
        async move {
            let said: Value = serde_json::from_str(&body).expect("JSON");
            let calls = said.as_array().cloned().unwrap_or_else(|| vec![said.clone()]);
            let mut answers = std::collections::HashMap::new();
            for call in calls {
                let answer = if let Some(answer) = other(&call) {
                    answer
                } else {
                    let method = call["method"].as_str().expect("a method");
                    chain.said(method, &call["params"]).await
                };
                answers.insert(call["id"].to_string(), answer);
            }
            let written = each(&body, |call| {
                let mut answer = answers[&call["id"].to_string()].clone();
                answer["id"] = call["id"].clone();
                answer.to_string()
            });
            (200, written)
        }
    })
    .await;
    // What it tells of its latest block unasked is what it tells who asks, or it would be behind itself.
    node.is_of_chain("0x7a69");
    node.is_at(head);
    node
}

fn number(call: &Value, key: &str) -> u64 {
    let text = call["params"][0][key].as_str().unwrap_or("0x0");
    u64::from_str_radix(text.trim_start_matches("0x"), 16).expect("a number")
}

/// A node that searches so many blocks at most, and refuses more with a code.
async fn narrow(chain: Arc<Seeded>, most: u64, code: i32, words: &'static str) -> FakeNode {
    in_front(chain, move |call| {
        let is_wide = number(call, "toBlock") - number(call, "fromBlock") >= most;
        (call["method"] == "eth_getLogs" && is_wide)
            .then(|| json!({"error": {"code": code, "message": words}}))
    })
    .await
}

#[tokio::test]
async fn a_node_that_searches_few_blocks_at_once_is_asked_for_fewer() {
    let chain = Arc::new(seeded::own_seeded_chain());
    let reference = in_folder(folder(), &chain.url, |_| {}).await;
    let want = all_of(&reference, &[OWNER, CAROL]).await;
    for (most, code, words) in [
        (5, -32005, "query returned more than 10000 results"),
        (1, -32602, "block range is too wide"),
        (10, -32614, "eth_getLogs is limited to a 10 range"),
        (3, -32005, "limit exceeded"),
    ] {
        let node = narrow(chain.clone(), most, code, words).await;
        let app = in_folder(folder(), &node.url, |_| {}).await;
        assert_eq!(all_of(&app, &[OWNER, CAROL]).await, want, "{code} {words}");
    }
}

#[tokio::test]
async fn a_node_that_is_behind_for_a_while_takes_nothing_away() {
    let chain = Arc::new(seeded::own_chain("31337"));
    // Hashes are kept of late blocks alone.
    chain.pay(BOB, CAROL, "0x1").await;
    chain.mine(300).await;
    let is_behind = Arc::new(AtomicBool::new(false));
    let node = in_front(chain.clone(), {
        let is_behind = is_behind.clone();
        move |call| match call["method"].as_str() {
            _ if !is_behind.load(Ordering::SeqCst) => None,
            Some("eth_blockNumber") => Some(json!({"result": "0x5"})),
            Some("eth_getBlockByNumber") => Some(json!({"result": null})),
            _ => None,
        }
    })
    .await;
    let app = in_folder(folder(), &node.url, |config| {
        config.history.scan_native = [CHAIN.to_owned()].into();
    })
    .await;
    let want = hashes(&whole(&app, BOB, "").await);
    assert_eq!(want, chain.everything_of(BOB).await);
    is_behind.store(true, Ordering::SeqCst);
    for _ in 0..40 {
        tokio::time::sleep(Duration::from_millis(250)).await;
        assert_eq!(hashes(&whole_now(&app, BOB).await), want);
    }
    is_behind.store(false, Ordering::SeqCst);
    assert_eq!(hashes(&whole(&app, BOB, "").await), want);
}

#[tokio::test]
async fn a_node_that_tells_of_another_chain_takes_nothing_away_as_long_as_one_knows_what_was_read()
{
    let chain = Arc::new(seeded::own_chain("31337"));
    pay_around(&chain, 30).await;
    let [is_lying, is_silent] = [(); 2].map(|()| Arc::new(AtomicBool::new(false)));
    // How often it told of the first block alone, as nobody asks but who asks every node.
    let told = Arc::new(AtomicU64::new(0));
    let is_of_first = |call: &Value| call["id"] == 1 && call["params"][0] == "0x0";
    let liar = in_front(chain.clone(), {
        let (is_lying, told) = (is_lying.clone(), told.clone());
        move |call| match call["method"].as_str() {
            _ if !is_lying.load(Ordering::SeqCst) => None,
            Some("eth_getLogs") => Some(json!({"result": []})),
            Some("eth_getBlockByNumber") => {
                told.fetch_add(is_of_first(call).into(), Ordering::SeqCst);
                let (number, hash) = (&call["params"][0], format!("0x{}", "ff".repeat(32)));
                let block = json!({"number": number, "hash": hash, "timestamp": "0x1"});
                Some(json!({"result": block}))
            }
            _ => None,
        }
    })
    .await;
    // One that is limited meanwhile still tells of one block, or is silent.
    let honest = in_front(chain.clone(), {
        let (is_lying, is_silent) = (is_lying.clone(), is_silent.clone());
        move |call| {
            let is_asked = is_of_first(call) && !is_silent.load(Ordering::SeqCst);
            let limited = || json!({"error": {"code": -32005, "message": "limit exceeded"}});
            (is_lying.load(Ordering::SeqCst) && !is_asked).then(limited)
        }
    })
    .await;
    let app = in_folder(folder(), &liar.url, |config| {
        config.history.scan_native = [CHAIN.to_owned()].into();
        let honest = NodeUrl::try_from(honest.url.clone()).expect("a URL");
        config.chains.get_mut(CHAIN).expect("it is set").push(honest);
    })
    .await;
    let want = hashes(&whole(&app, BOB, "").await);
    assert_eq!(want, chain.everything_of(BOB).await);
    is_lying.store(true, Ordering::SeqCst);
    for silent in [false, true] {
        is_silent.store(silent, Ordering::SeqCst);
        let before = told.load(Ordering::SeqCst);
        while told.load(Ordering::SeqCst) < before + 2 {
            assert_eq!(hashes(&whole_now(&app, BOB).await), want, "{silent}");
        }
    }
    is_lying.store(false, Ordering::SeqCst);
    pay_around(&chain, 2).await;
    assert_eq!(hashes(&whole(&app, BOB, "").await), chain.everything_of(BOB).await);
}

#[tokio::test]
async fn a_node_that_falls_behind_while_it_is_asked_takes_nothing_away() {
    let chain = Arc::new(seeded::own_chain("31337"));
    pay_around(&chain, 30).await;
    // Whether somebody new is read for, and how often the node still knows its latest block from then on.
    let (is_new, left) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicU64::new(u64::MAX)));
    let node = in_front(chain.clone(), {
        let (is_new, left, latest) = (is_new.clone(), left.clone(), chain.head().await);
        move |call| {
            let to = number(call, "toBlock");
            if call["method"] == "eth_getLogs" && to - number(call, "fromBlock") >= 5 {
                return Some(json!({"error": {"code": -32005, "message": "too many"}}));
            }
            if call["method"] == "eth_getLogs" && to < latest && is_new.load(Ordering::SeqCst) {
                // Before and with the next window, which is too wide; before the one after that, and not with it.
                left.fetch_min(3, Ordering::SeqCst);
            }
            let is_latest = call["params"][0] == format!("{latest:#x}");
            let less = |it: u64| it.checked_sub(1);
            let is_known = call["method"] != "eth_getBlockByNumber"
                || !is_latest
                || left.fetch_update(Ordering::SeqCst, Ordering::SeqCst, less).is_ok();
            (!is_known).then(|| json!({"result": null}))
        }
    })
    .await;
    let app = in_folder(folder(), &node.url, |_| ()).await;
    whole(&app, BOB, "").await;
    let before = app.db().history_walk(CHAIN).await.expect("a row").expect("it began");
    is_new.store(true, Ordering::SeqCst);
    for _ in 0..10 {
        whole_now(&app, CAROL).await;
        let walk = app.db().history_walk(CHAIN).await.expect("a row").expect("it goes on");
        assert_eq!(walk.next, before.next);
    }
    assert_eq!(left.load(Ordering::SeqCst), 0, "it was asked");
}

#[tokio::test]
async fn while_no_node_tells_what_moved_a_history_is_behind() {
    let chain = Arc::new(seeded::own_seeded_chain());
    let is_silent = Arc::new(AtomicBool::new(true));
    let node = in_front(chain, {
        let is_silent = is_silent.clone();
        move |call| {
            let is_asked = call["method"] == "eth_call" && is_silent.load(Ordering::SeqCst);
            is_asked.then(|| json!({"error": {"code": -32000, "message": "header not found"}}))
        }
    })
    .await;
    let app = in_folder(folder(), &node.url, |_| ()).await;
    let moves = |page: &Value| {
        let all = page["data"].as_array().expect("a list").iter();
        all.map(|it| it["transfers"].as_array().expect("a list").len()).sum::<usize>()
    };
    // Nothing but the names is missing then.
    page(&app, CAROL, "nfts", "").await;
    let said = ask(&app, CAROL, "history", "").await;
    let cut: Value = serde_json::from_slice(&said.body).expect("JSON");
    assert_eq!(cut["coverage"]["isBehind"], true);
    is_silent.store(false, Ordering::SeqCst);
    let all = page(&app, CAROL, "history", "").await;
    assert_eq!(all["data"].as_array().map(Vec::len), cut["data"].as_array().map(Vec::len));
    assert!(moves(&all) > moves(&cut), "{cut}");
}

#[tokio::test]
async fn a_block_that_is_too_large_to_be_read_whole_does_not_end_a_history() {
    let chain = Arc::new(seeded::own_chain("31337"));
    pay_around(&chain, 30).await;
    let large = json!({"result": "a".repeat(1024 * 1024)});
    let node = in_front(chain.clone(), move |call| {
        let is_whole = call["params"] == json!(["0x11", true]);
        is_whole.then(|| large.clone())
    })
    .await;
    let app = in_folder(folder(), &node.url, |config| {
        config.history.scan_native = [CHAIN.to_owned()].into();
        config.upstream_answer_limit_bytes = 512 * 1024;
    })
    .await;
    let mut want = chain.everything_of(BOB).await;
    let found = hashes(&whole(&app, BOB, "").await);
    let block = chain.call("eth_getBlockByNumber", json!(["0x11", false])).await;
    let gone = block["transactions"][0].as_str().expect("it pays").to_owned();
    want.retain(|it| *it != gone);
    assert_eq!(found, want);
}

#[tokio::test]
async fn what_is_too_large_to_be_read_does_not_end_a_history() {
    let chain = Arc::new(seeded::own_seeded_chain());
    let reference = in_folder(folder(), &chain.url, |_| {}).await;
    let want = hashes(&whole(&reference, OWNER, "").await);
    let large = || Some(json!({"result": "a".repeat(1024 * 1024)}));
    let limited = async |node: &FakeNode| {
        in_folder(folder(), &node.url, |it| it.upstream_answer_limit_bytes = 512 * 1024).await
    };
    let receipts = in_front(chain.clone(), move |call| {
        (call["method"] == "eth_getTransactionReceipt").then(large).flatten()
    })
    .await;
    let app = limited(&receipts).await;
    assert_eq!(hashes(&whole(&app, OWNER, "").await), want);
    let nfts = ask(&app, OWNER, "nfts", "").await;
    let nfts: Value = serde_json::from_slice(&nfts.body).expect("JSON");
    let all = nfts["nfts"].as_array().expect("a list");
    assert!(all.iter().any(|it| it["spamReasons"] == json!(["mass"])), "{all:?}");

    // The logs of one block, alone and with others.
    let one = chain.call("eth_getTransactionByHash", json!([want[want.len() / 2]])).await;
    let block = one["blockNumber"].as_str().expect("a number").to_owned();
    let block = u64::from_str_radix(block.trim_start_matches("0x"), 16).expect("a number");
    let logs = in_front(chain.clone(), move |call| {
        let holds = number(call, "fromBlock") <= block && block <= number(call, "toBlock");
        (call["method"] == "eth_getLogs" && holds).then(large).flatten()
    })
    .await;
    let app = limited(&logs).await;
    let found = hashes(&whole(&app, OWNER, "").await);
    assert_eq!(found, want[..want.len() / 2], "what came later is there");
    let coverage = &page(&app, OWNER, "history", "").await["coverage"];
    assert!(coverage["since"].is_string(), "and nothing before it is claimed: {coverage}");
}

#[tokio::test]
async fn who_is_given_too_much_in_one_block_is_known_since_then_and_nobody_else_lacks_anything() {
    let chain = Arc::new(seeded::own_seeded_chain());
    let reference = in_folder(folder(), &chain.url, |_| {}).await;
    let want = all_of(&reference, &[OWNER, CAROL]).await;
    let one = &want[0][want[0].len() / 2]["metadata"];
    let block = chain.call("eth_getTransactionByHash", json!([one["hash"]])).await["blockNumber"]
        .as_str()
        .and_then(|it| u64::from_str_radix(it.trim_start_matches("0x"), 16).ok())
        .expect("a number");
    for too_much in [
        json!({"result": "a".repeat(1024 * 1024)}),
        json!({"error": {"code": -32005, "message": "query returned more than 10000 results"}}),
    ] {
        let flooded = format!("0x{:0>64}", &DAVE.to_lowercase()[2..]);
        let node = in_front(chain.clone(), move |call| {
            let holds = number(call, "fromBlock") <= block && block <= number(call, "toBlock");
            let names = call["params"][0]["topics"].to_string().contains(&flooded);
            (call["method"] == "eth_getLogs" && holds && names).then(|| too_much.clone())
        })
        .await;
        let app = in_folder(folder(), &node.url, |config| {
            config.upstream_answer_limit_bytes = 512 * 1024;
        })
        .await;
        // So that they are asked about together.
        let (chains, limits) = ([CHAIN.to_owned()], WatchLimits { all: 10, project: 10 });
        for account in [OWNER, CAROL, DAVE].map(str::to_lowercase) {
            app.db()
                .visit_history(visit(&account, 1 << 50), &chains, limits)
                .await
                .expect("a change");
        }
        assert_eq!(all_of(&app, &[OWNER, CAROL]).await, want);
        let whole = page(&app, CAROL, "history", "").await;
        assert_eq!(whole["coverage"], json!({"hasNative": false, "isBehind": false}));
        let known = page(&app, DAVE, "history", "").await;
        let since = known["coverage"]["since"].as_str().expect("it is told").to_owned();
        assert!(since.as_str() > one["minedAt"].as_str().expect("a time"), "{since}");
        let watches = app.db().history_watches(CHAIN).await.expect("rows");
        let lowest = watches.iter().find(|it| it.account == DAVE.to_lowercase());
        assert_eq!(lowest.map(|it| it.lowest), i64::try_from(block + 1).ok());
    }
}

/// A node that says besides that Dave was given something by so many transactions of the fifth block, and counts how
/// often it is asked for one of them.
async fn flooded(chain: &Arc<Seeded>, many: u32, asked: Arc<AtomicU64>) -> FakeNode {
    let block = chain.call("eth_getBlockByNumber", json!(["0x5", false])).await;
    let all = json!([{"fromBlock": "0x0", "toBlock": "latest"}]);
    let all = chain.call("eth_getLogs", all).await;
    let dave = format!("0x{:0>64}", &DAVE.to_lowercase()[2..]);
    in_front(chain.clone(), move |call| {
        if call["params"][0].as_str().is_some_and(|it| it.starts_with("0xf100d")) {
            asked.fetch_add(1, Ordering::SeqCst);
            return Some(json!({"result": null}));
        }
        let range = number(call, "fromBlock")..=number(call, "toBlock");
        let topics = &call["params"][0]["topics"];
        let is = |at: usize, it: &Value| topics[at].as_array().is_some_and(|all| all.contains(it));
        if call["method"] != "eth_getLogs" || !range.contains(&5) || !is(2, &json!(dave)) {
            return None;
        }
        let is_found = |it: &&Value| {
            let block = it["blockNumber"].as_str().unwrap_or_default().trim_start_matches("0x");
            let block = u64::from_str_radix(block, 16).expect("a number");
            range.contains(&block) && is(0, &it["topics"][0]) && is(2, &it["topics"][2])
        };
        let own = all.as_array().expect("a list").iter().filter(is_found).cloned();
        let given = (0..many).map(|it| {
            json!({
                "address": OWNER, "topics": [topics[0][0], dave, dave], "data": format!("0x{:064x}", 1),
                "blockNumber": "0x5", "blockHash": block["hash"], "logIndex": format!("{it:#x}"),
                "transactionHash": format!("0xf100d{it:059x}"),
            })
        });
        Some(json!({"result": own.chain(given).collect::<Vec<_>>()}))
    })
    .await
}

#[tokio::test]
async fn who_is_in_very_many_transactions_at_once_is_known_since_then_and_none_is_asked_for() {
    let chain = Arc::new(seeded::own_seeded_chain());
    let reference = in_folder(folder(), &chain.url, |_| {}).await;
    let want = all_of(&reference, &[OWNER, CAROL]).await;
    let asked = Arc::new(AtomicU64::new(0));
    let app = async |many| {
        let node = flooded(&chain, many, asked.clone()).await;
        let app = in_folder(folder(), &node.url, |_| ()).await;
        // So that they are asked about together.
        let (chains, limits) = ([CHAIN.to_owned()], WatchLimits { all: 10, project: 10 });
        for account in [OWNER, CAROL, DAVE].map(str::to_lowercase) {
            let visited = app.db().visit_history(visit(&account, 1 << 50), &chains, limits).await;
            assert!(visited.expect("a change").is_watched);
        }
        (node, app)
    };
    let (_node, busy) = app(1_001).await;
    ask(&busy, DAVE, "history", "").await;
    assert_eq!(asked.load(Ordering::SeqCst), 0);
    assert_eq!(all_of(&busy, &[OWNER, CAROL]).await, want);
    let known = page(&busy, DAVE, "history", "").await;
    assert!(known["coverage"]["since"].is_string(), "{known}");
    let watches = busy.db().history_watches(CHAIN).await.expect("rows");
    let watch = watches.iter().find(|it| it.account == DAVE.to_lowercase());
    assert!(watch.is_some_and(|it| it.lowest > 5 && it.floor == it.lowest), "{watch:?}");
    assert_eq!(asked.load(Ordering::SeqCst), 0);
    let (_node, told) = app(900).await;
    ask(&told, DAVE, "history", "").await;
    assert!(asked.load(Ordering::SeqCst) > 0, "each of a few is asked for");
}

/// A contract that says of whom it was told that they received one of it, and takes all gas of who asks it
/// anything else.
const BURNER: &str = "0x603a80600b6000396000f3\
    36602014600857fe5b60016000526000356000\
    7fddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef60206000a300";

#[tokio::test]
async fn a_contract_that_takes_all_gas_has_no_other_forgotten() {
    let chain = seeded::own_seeded_chain();
    let usdc = chain.address("/tokens/usdc");
    let mut burners = Vec::new();
    for _ in 0..6 {
        let made = chain.mined(json!({"from": OWNER, "data": BURNER, "gas": "0x80000"})).await;
        let receipt = chain.call("eth_getTransactionReceipt", json!([made])).await;
        burners.push(receipt["contractAddress"].as_str().expect("an address").to_owned());
    }
    assert!(burners.iter().any(|it| *it < usdc.to_lowercase()), "one is asked before it");
    let dave = format!("0x{:0>64}", &DAVE.to_lowercase()[2..]);
    for burner in &burners {
        chain.mined(json!({"from": OWNER, "to": burner, "data": dave, "gas": "0x80000"})).await;
    }
    // transfer(address,uint256)
    chain.send(OWNER, &usdc, "0xa9059cbb", &[DAVE, "0x5"]).await;
    let app = in_folder(folder(), &chain.url, |_| {}).await;
    assert_eq!(
        told(&whole(&app, DAVE, "").await).lines().next(),
        Some("receive: in 0.000005 USDC")
    );
}
