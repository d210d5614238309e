//! Histories of accounts with which somebody does as much as can be: what is told, kept and followed of them is
//! bounded, nothing is lost on the way, and nobody else's is less.

use crate::balances::token;
use crate::database::Other;
use crate::history::{CHAIN, ask, give_very_many, in_folder, page, stored, told, visit, whole};
use crate::history_faults::in_front;
use crate::local_chain::{BOB, DAVE};
use crate::seeded::{self, OWNER, Seeded};
use crate::test_app::{PROJECT, TestApp, folder};
use serde_json::{Value, json};
use server::client_address::Block;
use server::config::Config;
use server::db::history::{NftTransfer, StoredTransaction, StoredTransfer};
use server::db::history_forgetting::Keeping;
use server::db::history_watching::{Visit, Visited, WatchLimits};
use server::db::history_writing::{Entry, Lowered, Piece};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

/// A server with an account, Dave's, of which 12 transactions moved 120 things each, but the fifth 700.
async fn crowded(set: impl FnOnce(&mut Config)) -> (Seeded, TestApp) {
    const TRANSACTIONS: &str = "WITH RECURSIVE each (number) AS \
        (SELECT 1 UNION ALL SELECT number + 1 FROM each WHERE number < 12) \
        INSERT INTO history_transactions (chain, hash, block, block_hash, place, at_ms, sender, \
        recipient, nonce, is_failed, selector, receivers) SELECT 'eip155:31337', '0x' || number, \
        0, '0x2', number, 86400000, '0x0', '0x0', 0, 0, '', 0 FROM each";
    const ENTRIES: &str = "INSERT INTO history_entries (chain, account, hash, at_ms, block, place, \
        has_nft) SELECT chain, '0x90f79bf6eb2c4f870365e785982e1f101e93b906', hash, at_ms, block, \
        place, 0 FROM history_transactions";
    const MOVES: &str = "WITH RECURSIVE each (number) AS \
        (SELECT 1 UNION ALL SELECT number + 1 FROM each WHERE number < 700) \
        INSERT INTO history_transfers (chain, hash, log, part, kind, contract, token, sender, \
        recipient, amount) SELECT txs.chain, txs.hash, each.number, 0, 'native', '', '', '0x0', \
        '0x90f79bf6eb2c4f870365e785982e1f101e93b906', '1' FROM history_transactions AS txs, each \
        WHERE txs.place = 5 OR each.number <= 120";
    let chain = seeded::own_chain("31337");
    let app = in_folder(folder(), &chain.url, set).await;
    page(&app, DAVE, "history", "").await;
    let mut other = Other::open(app.folder()).await;
    for sql in [TRANSACTIONS, ENTRIES, MOVES] {
        other.run(sql).await;
    }
    (chain, app)
}

#[tokio::test]
async fn a_page_ends_before_what_would_be_too_much_and_the_next_goes_on_there() {
    let (_chain, app) = crowded(|_| ()).await;
    let (mut told, mut more) = (Vec::new(), String::new());
    loop {
        let page = page(&app, DAVE, "history", &more).await;
        let moves = |it: &Value| it["transfers"].as_array().expect("a list").len();
        told.push(page["data"].as_array().expect("a list").iter().map(moves).collect::<Vec<_>>());
        match page["next"].as_str() {
            Some(next) => more = format!("&cursor={next}"),
            None => break,
        }
    }
    assert_eq!(told, [vec![120; 4], vec![120; 3], vec![500], vec![120; 4]]);
}

#[tokio::test]
async fn a_large_page_is_not_made_without_room_for_it() {
    let (_chain, app) = crowded(|config| config.held_bytes = 8 * 256 * 1024).await;
    let said = ask(&app, DAVE, "history", "").await;
    assert_eq!(said.status, 429, "{}", said.status_and_body());
    assert_eq!(ask(&app, BOB, "history", "").await.status, 200);
    let (_chain, enough) = crowded(|config| config.held_bytes = 8 * 1024 * 1024).await;
    for _ in 0..4 {
        let said = ask(&enough, DAVE, "history", &format!("&chainId={CHAIN}")).await;
        assert_eq!(said.status, 200, "what was read gives its room back");
        assert_eq!(said.header("content-type"), "application/json");
    }
}

#[tokio::test]
async fn very_many_nfts_are_not_looked_at_without_room_for_them() {
    let chain = seeded::own_chain("31337");
    for (bytes, status) in [(8 * 1024 * 1024, 429), (32 * 1024 * 1024, 200)] {
        let app = in_folder(folder(), &chain.url, |config| config.held_bytes = bytes).await;
        page(&app, DAVE, "nfts", "").await;
        give_very_many(&app).await;
        for _ in 0..3 {
            let said = ask(&app, DAVE, "nfts", "").await;
            assert_eq!(said.status, status, "{}", said.status_and_body());
        }
        assert_eq!(ask(&app, BOB, "nfts", "").await.status, 200);
    }
}

#[tokio::test]
async fn of_very_many_nfts_each_is_on_one_page() {
    let chain = seeded::own_chain("31337");
    let app = in_folder(folder(), &chain.url, |_| {}).await;
    page(&app, DAVE, "nfts", "").await;
    give_very_many(&app).await;
    let (mut told, mut more) = (Vec::new(), String::new());
    for _ in 0..3 {
        let page = page(&app, DAVE, "nfts", &more).await;
        let nfts = page["nfts"].as_array().expect("a list");
        told.extend(nfts.iter().map(|it| it["tokenId"].as_str().expect("a number").to_owned()));
        more = format!("&cursor={}", page["next"].as_str().expect("there are more"));
    }
    let mut want: Vec<String> = (1..=20_000).map(|it: u32| it.to_string()).collect();
    want.sort();
    want.reverse();
    assert_eq!(told, want[..150]);
}

#[tokio::test]
async fn very_many_that_a_stranger_made_push_out_no_nft_of_another_collection() {
    let [bought, given, made] = ["bb", "cc", "aa"].map(|it| format!("0x{it:0>40}"));
    let (chain, dave) = (seeded::own_chain("31337"), DAVE.to_lowercase());
    let app = in_folder(folder(), &chain.url, |_| {}).await;
    page(&app, DAVE, "nfts", "").await;
    give_very_many(&app).await;
    // Long before, one by a transaction of his own, and one that somebody gave.
    let mut other = Other::open(app.folder()).await;
    for (place, contract, signer) in [(1, &bought, &*dave), (2, &given, "0x0")] {
        let of = format!("'{CHAIN}', '0xb{place}'");
        for sql in [
            format!(
                "INSERT INTO history_transactions (chain, hash, block, block_hash, place, at_ms, \
                sender, recipient, nonce, is_failed, selector, receivers) \
                VALUES ({of}, 0, '0x2', {place}, 1000, '{signer}', '0x0', 0, 0, '', 0)"
            ),
            format!(
                "INSERT INTO history_entries (chain, hash, account, at_ms, block, place, has_nft, \
                moves) VALUES ({of}, '{dave}', 1000, 0, {place}, 1, 1)"
            ),
            format!(
                "INSERT INTO history_transfers (chain, hash, log, part, kind, contract, token, \
                sender, recipient, amount) \
                VALUES ({of}, 1, 0, 'erc721', '{contract}', '1', '0x0', '{dave}', '1')"
            ),
        ] {
            other.run(sql.leak()).await;
        }
    }
    let counts = async || {
        let mut counts = BTreeMap::new();
        let count = |it: NftTransfer| *counts.entry(it.transfer.contract).or_insert(0) += 1;
        app.db().each_history_nft(&dave, &[CHAIN.to_owned()], count).await.expect("rows");
        counts
    };
    assert_eq!(counts().await, [(bought.clone(), 1), (given, 1), (made.clone(), 19_998)].into());
    let page = page(&app, DAVE, "nfts", "").await;
    let first = page["nfts"][0]["contract"].as_str().expect("a text").to_lowercase();
    assert_eq!(first, format!("{CHAIN}:{bought}"));
    assert_eq!(page["coverage"]["since"], json!(null), "of his own nothing is left out");
    // He gave one of them away.
    Other::open(app.folder())
        .await
        .run("UPDATE history_transactions SET sender = '0x90f79bf6eb2c4f870365e785982e1f101e93b906' WHERE hash = '0x1'")
        .await;
    assert_eq!(counts().await, [(bought, 1), (made, 19_999)].into());
}

#[tokio::test]
async fn of_an_account_with_which_much_is_moved_fewer_transactions_are_kept() {
    const NOW_MS: i64 = 1 << 50;
    let app = TestApp::with(&[], |_| {}).await;
    let (db, account, chains) = (app.db(), "0xa".to_owned(), [CHAIN.to_owned()]);
    let limits = WatchLimits { all: 10, project: 10 };
    db.visit_history(visit(&account, NOW_MS), &chains, limits).await.expect("a change");
    let transaction = |block| StoredTransaction { recipient: account.clone(), ..stored(block, "") };
    let moved = |block: i64, log: i64| StoredTransfer { log, ..moved(block, "", "", &account) };
    let entry = |transaction| {
        let account = account.clone();
        Entry { account, transaction, has_nft: false, moves: 90 }
    };
    let piece = Piece {
        transactions: (0..30).map(transaction).collect(),
        transfers: (0..30)
            .flat_map(|block| (0..90).map(move |log| (block, log)))
            .map(|(block, log)| moved(block, log))
            .collect(),
        entries: (0..30).map(entry).collect(),
        ..Piece::default()
    };
    assert!(db.add_history(CHAIN, None, 30, &piece).await.expect("a change"));
    // As many as 300 that moved little.
    let trim = async |most| {
        let keeping = Keeping { most, listed: &[], mass: 10 };
        db.trim_history(CHAIN, &[&account], &keeping, NOW_MS).await.expect("a change")
    };
    assert!(!trim(300).await && trim(200).await && !trim(200).await);
    let kept = db.history_page(&account, &chains, None, 100).await.expect("rows");
    let blocks: Vec<i64> = kept.iter().map(|(place, _)| place.block).collect();
    assert_eq!(blocks, (12..30).rev().collect::<Vec<_>>());
    let watches = db.history_watches(CHAIN).await.expect("rows");
    assert_eq!((watches[0].lowest, watches[0].floor), (12, 12), "nothing older is read");
}

#[tokio::test]
async fn a_known_token_in_each_transaction_of_a_flood_does_not_keep_it() {
    const NOW_MS: i64 = 1 << 50;
    let app = TestApp::with(&[], |_| {}).await;
    let (db, account, chains) = (app.db(), "0xa".to_owned(), [CHAIN.to_owned()]);
    let limits = WatchLimits { all: 10, project: 10 };
    db.visit_history(visit(&account, NOW_MS), &chains, limits).await.expect("a change");
    // First what somebody paid, then payments of nothing beside much that a stranger made.
    let logs = |block| if block < 5 { 0..1 } else { 0..90 };
    let moved = |(block, log)| {
        let contract = if log == 0 { "0xusdc" } else { "0xmade" };
        StoredTransfer { log, ..moved(block, contract, "0xb", &account) }
    };
    let entry = |transaction| {
        let account = account.clone();
        Entry { account, transaction, has_nft: false, moves: if transaction < 5 { 1 } else { 90 } }
    };
    let piece = Piece {
        transactions: (0..30).map(|block| stored(block, "0xb")).collect(),
        transfers: (0..30)
            .flat_map(|block| logs(block).map(move |log| (block, log)))
            .map(moved)
            .collect(),
        entries: (0..30).map(entry).collect(),
        ..Piece::default()
    };
    assert!(db.add_history(CHAIN, None, 30, &piece).await.expect("a change"));
    let listed = ["0xusdc".to_owned()];
    let keeping = Keeping { most: 100, listed: &listed, mass: 10 };
    while db.trim_history(CHAIN, &[&account], &keeping, NOW_MS).await.expect("a change") {}
    let kept = db.history_page(&account, &chains, None, 100).await.expect("rows");
    let blocks: Vec<i64> = kept.iter().map(|(place, _)| place.block).collect();
    assert_eq!(blocks, (22..30).rev().chain((0..5).rev()).collect::<Vec<_>>());
    let watches = db.history_watches(CHAIN).await.expect("rows");
    assert_eq!(watches[0].floor, 0, "nothing older is left unread");
}

#[tokio::test]
async fn where_there_is_no_room_at_all_the_project_that_has_the_most_makes_some() {
    const HOUR_MS: i64 = 60 * 60 * 1_000;
    const NOW_MS: i64 = 1 << 50;
    let app = TestApp::with(&[], |_| {}).await;
    let (db, chains) = (app.db(), [CHAIN.to_owned()]);
    let limits = WatchLimits { all: 6, project: 3 };
    let ask = async |project: &str, account: &str, at_ms| {
        let visit = Visit { project, ..visit(account, NOW_MS + at_ms) };
        db.visit_history(visit, &chains, limits).await.expect("a change").is_watched
    };
    let left = async || {
        while db.forget_history(1).await.expect("a change") {}
        let watches = db.history_watches(CHAIN).await.expect("rows");
        watches.into_iter().map(|it| it.account).collect::<Vec<_>>()
    };
    for (at_ms, account) in (0..).zip(["0xa1", "0xb1", "0xb2", "0xb3", "0xa2", "0xa3"]) {
        assert!(ask(&account[..3], account, at_ms).await);
    }
    assert!(!ask("0xc", "0xc1", HOUR_MS - 1).await, "all were asked about lately");
    ask("0xa", "0xa1", HOUR_MS).await;
    assert!(ask("0xc", "0xc1", 3 * HOUR_MS).await);
    assert_eq!(left().await, ["0xa1", "0xa3", "0xb1", "0xb2", "0xb3", "0xc1"]);
    assert!(ask("0xc", "0xc2", 3 * HOUR_MS).await);
    assert_eq!(left().await, ["0xa1", "0xa3", "0xb2", "0xb3", "0xc1", "0xc2"]);
    assert!(!ask("0xc", "0xc3", 3 * HOUR_MS).await, "none has more than it");
    assert!(ask("0xb", "0xb4", 3 * HOUR_MS).await, "it has some that make room");
    assert_eq!(left().await, ["0xa1", "0xa3", "0xb3", "0xb4", "0xc1", "0xc2"]);
}

/// What a transaction moved: of a contract, or of the native currency.
fn moved(block: i64, contract: &str, sender: &str, recipient: &str) -> StoredTransfer {
    StoredTransfer {
        hash: format!("0x{block}"),
        log: 0,
        part: 0,
        kind: if contract.is_empty() { "native" } else { "erc20" }.to_owned(),
        contract: contract.to_owned(),
        token: String::new(),
        sender: sender.to_owned(),
        recipient: recipient.to_owned(),
        amount: "1".to_owned(),
    }
}

/// `0xa` is watched since this time, with 4500 transactions.
async fn watched(app: &TestApp, at_ms: i64) {
    let limits = WatchLimits { all: 1, project: 1 };
    let (db, chains) = (app.db(), [CHAIN.to_owned()]);
    let visited = db.visit_history(visit("0xa", at_ms), &chains, limits).await.expect("a change");
    assert_eq!(visited, Visited { is_watched: true, has_let_go: false });
    let transaction = |block| stored(block, "0xa");
    let entry =
        |transaction| Entry { account: "0xa".to_owned(), transaction, has_nft: false, moves: 0 };
    let piece = Piece {
        transactions: (0..4_500).map(transaction).collect(),
        entries: (0..4_500).map(entry).collect(),
        ..Piece::default()
    };
    assert!(db.add_history(CHAIN, None, 4_500, &piece).await.expect("a change"));
}

#[tokio::test]
async fn an_account_with_much_makes_room_at_once_and_goes_in_pieces_while_nobody_waits() {
    const NOW_MS: i64 = 1 << 50;
    const LATER_MS: i64 = NOW_MS + 2 * 60 * 60 * 1_000;
    let app = TestApp::with(&[], |_| {}).await;
    let (db, chains) = (app.db(), [CHAIN.to_owned()]);
    let kept = async || db.history_page("0xa", &chains, None, 5_000).await.expect("rows").len();
    watched(&app, NOW_MS).await;
    let limits = WatchLimits { all: 1, project: 1 };
    let visited = db.visit_history(visit("0xb", LATER_MS), &chains, limits).await;
    assert_eq!(visited.expect("a change"), Visited { is_watched: true, has_let_go: true });
    assert_eq!(kept().await, 4_500, "who asks takes nothing away");
    for left in [2_500, 500, 0] {
        assert!(db.forget_history(1).await.expect("a change"));
        assert_eq!(kept().await, left);
    }
    assert!(!db.forget_history(1).await.expect("a look"));
    let watches = db.history_watches(CHAIN).await.expect("rows");
    assert_eq!(watches.into_iter().map(|it| it.account).collect::<Vec<_>>(), ["0xb"]);
}

#[tokio::test]
async fn who_is_asked_about_again_before_it_went_stays_as_far_as_there_is_room() {
    const NOW_MS: i64 = 1 << 50;
    const LATER_MS: i64 = NOW_MS + 2 * 60 * 60 * 1_000;
    let app = TestApp::with(&[], |_| {}).await;
    let (db, chains) = (app.db(), [CHAIN.to_owned()]);
    watched(&app, NOW_MS).await;
    let again = async |account, most| {
        let limits = WatchLimits { all: most, project: most };
        db.visit_history(visit(account, LATER_MS), &chains, limits).await.expect("a change")
    };
    assert!(again("0xb", 1).await.is_watched);
    assert!(!again("0xa", 1).await.is_watched, "another has its room");
    assert_eq!(again("0xa", 2).await, Visited { is_watched: true, has_let_go: false });
    assert!(!db.forget_history(1).await.expect("a look"));
    let kept = db.history_page("0xa", &chains, None, 5_000).await.expect("rows");
    assert_eq!(kept.len(), 4_500);
}

#[tokio::test]
async fn no_more_make_room_than_are_forgotten_soon() {
    const NOW_MS: i64 = 1 << 50;
    let app = TestApp::with(&[], |_| {}).await;
    let db = app.db();
    let chains: Vec<String> = (1..=150).map(|it| format!("eip155:{it}")).collect();
    let visited = async |account, hours: i64| {
        let (at_ms, limits) = (NOW_MS + hours * 3_600_000, WatchLimits { all: 150, project: 150 });
        let visited = db.visit_history(visit(account, at_ms), &chains, limits).await;
        (
            visited.expect("a change").has_let_go,
            db.history_watches_of(account).await.expect("rows").len(),
        )
    };
    assert_eq!(visited("0xa", 0).await, (false, 150));
    assert_eq!(visited("0xb", 2).await, (true, 100));
    assert_eq!(visited("0xc", 4).await, (false, 0), "those before are not forgotten yet");
    while db.forget_history(1).await.expect("a change") {}
    assert_eq!(visited("0xc", 4).await, (true, 100));
}

#[tokio::test]
async fn who_makes_room_is_forgotten_soon() {
    const EARLIER: &str = "UPDATE history_watches SET \
        visited_at_ms = visited_at_ms - 7200000, watched_at_ms = watched_at_ms - 7200000";
    let chain = seeded::own_chain("31337");
    let app = in_folder(folder(), &chain.url, |config| config.history.watches = 1).await;
    page(&app, DAVE, "history", "").await;
    Other::open(app.folder()).await.run(EARLIER).await;
    page(&app, BOB, "history", "").await;
    let watched = async || app.db().history_watches(CHAIN).await.expect("rows");
    for _ in 0..100 {
        if watched().await.len() == 1 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    let left: Vec<String> = watched().await.into_iter().map(|it| it.account).collect();
    assert_eq!(left, [BOB.to_lowercase()]);
}

#[tokio::test]
async fn what_strangers_give_goes_before_all_that_the_account_did_or_was_given_of_what_it_knows() {
    const NOW_MS: i64 = 1 << 50;
    let app = TestApp::with(&[], |_| {}).await;
    let (db, chains) = (app.db(), [CHAIN.to_owned()]);
    let limits = WatchLimits { all: 1, project: 1 };
    db.visit_history(visit("0xa", NOW_MS), &chains, limits).await.expect("a change");
    // Who signs, what is moved, from whom, to whom, and how many were given some.
    let of = |block: i64| match block {
        0..10 => ("0xa", "0xbought", "0xa", "0xb", 0),
        10..20 => ("0xb", "", "0xb", "0xa", 0),
        20..30 => ("0xb", "0xlisted", "0xb", "0xa", 0),
        30..40 => ("0xb", "0xbought", "0xb", "0xa", 0),
        40..120 => ("0xc", "0xspam", "0xc", "0xa", 0),
        120..150 => ("0xc", "0xspam", "0xa", "0xc", 0),
        150..190 => ("0xc", "0xspam", "0xc", "0xa", 9),
        _ => ("0xc", "0xspam", "0xc", "0xa", 10),
    };
    let transaction = |block| StoredTransaction {
        recipient: "0xd".to_owned(),
        receivers: of(block).4,
        ..stored(block, of(block).0)
    };
    let moved = |block: i64| {
        let (_, contract, sender, recipient, _) = of(block);
        moved(block, contract, sender, recipient)
    };
    let entry =
        |transaction| Entry { account: "0xa".to_owned(), transaction, has_nft: false, moves: 1 };
    let piece = Piece {
        transactions: (0..200).map(transaction).collect(),
        transfers: (0..200).map(moved).collect(),
        entries: (0..200).map(entry).collect(),
        lowered: vec![Lowered { account: "0xa".to_owned(), lowest: 0, floor: 0, since_ms: 0 }],
        ..Piece::default()
    };
    assert!(db.add_history(CHAIN, None, 200, &piece).await.expect("a change"));
    let trimmed = async |most| {
        let keeping = Keeping { most, listed: &["0xlisted".to_owned()], mass: 10 };
        while db.trim_history(CHAIN, &["0xa"], &keeping, NOW_MS).await.expect("a change") {}
        let kept = db.history_page("0xa", &chains, None, 200).await.expect("rows");
        let blocks: Vec<i64> = kept.iter().rev().map(|(place, _)| place.block).collect();
        (blocks, db.history_watches(CHAIN).await.expect("rows")[0].lowest)
    };
    assert_eq!(trimmed(100).await, ((0..40).chain(140..190).collect(), 0));
    assert_eq!(trimmed(50).await, ((0..40).chain(185..190).collect(), 0));
    assert_eq!(trimmed(30).await, ((13..40).collect(), 13), "then the oldest of all");
}

#[tokio::test]
async fn a_flood_of_what_no_list_has_pushes_nothing_out_of_a_history() {
    let chain = seeded::own_seeded_chain();
    let [usdc, dai] = ["/tokens/usdc", "/tokens/dai"].map(|it| chain.address(it));
    // transfer(address,uint256)
    let give = async |token: &str| chain.send(OWNER, token, "0xa9059cbb", &[DAVE, "0x5"]).await;
    for _ in 0..3 {
        give(&usdc).await;
    }
    for _ in 0..30 {
        give(&dai).await;
    }
    let list = folder().join("tokens.json");
    let listed = json!({CHAIN: [token(&chain, "/tokens/usdc", "USDC", 6)]});
    std::fs::write(&list, listed.to_string()).expect("a file");
    let app = in_folder(folder(), &chain.url, |config| {
        config.history.account_transactions = 20;
        config.tokens = Some(list);
    })
    .await;
    let told = told(&whole(&app, DAVE, "").await);
    let of = |symbol: &str| told.lines().filter(|it| it.contains(symbol)).count();
    assert_eq!(of("USDC"), 3, "{told}");
    assert!((1..=17).contains(&of("DAI")), "{told}");
}

#[tokio::test]
async fn a_block_in_which_very_many_have_too_much_ends_no_history_and_is_not_asked_about_for_ever()
{
    const MANY: u32 = 400;
    let chain = Arc::new(seeded::own_seeded_chain());
    let block = chain.head().await;
    let searched = Arc::new(AtomicU32::new(0));
    let node = in_front(chain.clone(), {
        let searched = searched.clone();
        move |call| {
            let is_block = call["params"][0]["toBlock"] == format!("{block:#x}");
            if call["method"] != "eth_getLogs" || !is_block {
                return None;
            }
            searched.fetch_add(1, Ordering::SeqCst);
            let names = call["params"][0]["topics"].to_string();
            let too_much = json!({"error": {"code": -32005, "message": "too many results"}});
            names.contains(&format!("{}00", "0".repeat(50))).then_some(too_much)
        }
    })
    .await;
    let app = in_folder(folder(), &node.url, |_| ()).await;
    let (chains, limits) = ([CHAIN.to_owned()], WatchLimits { all: 1_000, project: 1_000 });
    for number in 1..=MANY {
        let account = format!("0x{number:040x}");
        let visited = app.db().visit_history(visit(&account, 1 << 50), &chains, limits).await;
        assert!(visited.expect("a change").is_watched);
    }
    page(&app, DAVE, "history", "").await;
    let watches = app.db().history_watches(CHAIN).await.expect("rows");
    let after = i64::try_from(block + 1).expect("a block");
    let late = watches.iter().filter(|it| it.account.starts_with("0x00") && it.lowest == after);
    assert_eq!(late.count(), MANY as usize);
    let searched = searched.load(Ordering::SeqCst);
    assert!(searched < 700, "it was searched {searched} times");
}

#[tokio::test]
async fn a_node_that_finds_everything_too_large_takes_nobodys_history_away() {
    let chain = Arc::new(seeded::own_chain("31337"));
    chain.mine(100).await;
    let searched = Arc::new(AtomicU32::new(0));
    let node = in_front(chain.clone(), {
        let (searched, large) = (searched.clone(), json!({"result": "a".repeat(16 * 1024)}));
        move |call| {
            let is_search = call["method"] == "eth_getLogs";
            searched.fetch_add(u32::from(is_search), Ordering::SeqCst);
            is_search.then(|| large.clone())
        }
    })
    .await;
    let limit = |config: &mut Config| config.upstream_answer_limit_bytes = 8 * 1024;
    let app = in_folder(folder(), &node.url, limit).await;
    let (chains, limits) = ([CHAIN.to_owned()], WatchLimits { all: 1_000, project: 1_000 });
    for number in 1..=120 {
        let account = format!("0x{number:040x}");
        let visited = app.db().visit_history(visit(&account, 1 << 50), &chains, limits).await;
        assert!(visited.expect("a change").is_watched);
    }
    assert_eq!(ask(&app, DAVE, "history", "").await.status, 200);
    // Whoever were asked about on their own would have been by then.
    for _ in 0..600 {
        if searched.load(Ordering::SeqCst) > 2_500 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    assert!(searched.load(Ordering::SeqCst) > 2_500);
    let next = app.db().history_walk(CHAIN).await.expect("a row").expect("it began").next;
    for it in app.db().history_watches(CHAIN).await.expect("rows") {
        assert_eq!((it.lowest, it.floor), (next, 0), "{}", it.account);
    }
}

#[tokio::test]
async fn one_client_has_a_quarter_of_a_project_followed_and_others_the_rest() {
    let chain = seeded::own_chain("31337");
    let app = in_folder(folder(), &chain.url, |config| {
        config.history.project_watches = 8;
        config.trusted_proxies = vec![Block::try_from("127.0.0.1".to_owned()).expect("an address")];
    })
    .await;
    let follow = async |client: &str, number: u32| {
        let path = format!("/v1/account/0x{number:040x}/history?projectId={PROJECT}");
        let said = app.ask("GET", &path, &[("x-forwarded-for", client)], "").await;
        assert_eq!(said.status, 200, "{}", said.status_and_body());
        app.db().history_watches(CHAIN).await.expect("rows").len()
    };
    for (number, followed) in [(1, 1), (2, 2), (3, 2), (4, 2), (1, 2)] {
        assert_eq!(follow("203.0.113.1", number).await, followed, "{number}");
    }
    assert_eq!(follow("203.0.113.2", 3).await, 3);
    // Whoever has an address of IPv6 mostly has very many blocks of them.
    for (client, number, followed) in [
        ("2001:db8:1:1::1", 5, 4),
        ("2001:db8:1:2::1", 6, 5),
        ("2001:db8:1:3::1", 7, 5),
        ("2001:db8:2:1::1", 8, 6),
    ] {
        assert_eq!(follow(client, number).await, followed, "{client}");
    }
}

#[tokio::test]
async fn a_chain_is_read_once_a_second_at_most_however_often_somebody_asks() {
    let chain = seeded::own_chain("31337");
    let app = in_folder(folder(), &chain.url, |_| ()).await;
    page(&app, DAVE, "history", "").await;
    let begun = Instant::now();
    for _ in 0..4 {
        page(&app, DAVE, "history", "").await;
    }
    // Each waits for a reading of its own, and the first for none before.
    assert!(begun.elapsed() > Duration::from_millis(2_900), "{:?}", begun.elapsed());
}

#[tokio::test]
async fn who_is_asked_about_each_hour_is_never_taken_for_forgotten() {
    const EARLIER: &str =
        "UPDATE history_watches SET visited_at_ms = visited_at_ms - 60 * CAST(40000 AS BIGINT)";
    let chain = seeded::own_chain("31337");
    let app = in_folder(folder(), &chain.url, |_| ()).await;
    page(&app, DAVE, "history", "").await;
    let visited = async || app.db().history_watches(CHAIN).await.expect("rows")[0].visited_at_ms;
    let first = visited().await;
    Other::open(app.folder()).await.run(EARLIER).await;
    page(&app, DAVE, "history", "").await;
    assert!(visited().await >= first, "it is noted anew after forty minutes");
}
