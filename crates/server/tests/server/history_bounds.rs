//! Histories of accounts with which somebody does as much as can be: what is told, kept and followed of them is
//! bounded, nothing is lost on the way, and nobody else's is less.

use crate::database::Other;
use crate::history::{CHAIN, ask, in_folder, page};
use crate::local_chain::{BOB, DAVE};
use crate::seeded::{self, Seeded};
use crate::test_app::{PROJECT, TestApp, folder};
use serde_json::Value;
use server::client_address::Block;
use server::config::Config;
use server::db::history::{StoredTransaction, StoredTransfer};
use server::db::history_writing::{Entry, Piece, WatchLimits};

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
async fn of_an_account_with_which_much_is_moved_fewer_transactions_are_kept() {
    const NOW_MS: i64 = 1 << 50;
    let app = TestApp::with(&[], |_| {}).await;
    let (db, account, chains) = (app.db(), "0xa".to_owned(), [CHAIN.to_owned()]);
    let limits = WatchLimits { all: 10, project: 10 };
    db.visit_history(PROJECT, &account, &chains, limits, NOW_MS).await.expect("a change");
    let transaction = |block: i64| StoredTransaction {
        hash: format!("0x{block}"),
        block,
        block_hash: String::new(),
        place: 0,
        at_ms: block,
        sender: String::new(),
        recipient: account.clone(),
        nonce: block,
        is_failed: false,
        selector: String::new(),
        receivers: 0,
    };
    let moved = |block: i64, log: i64| StoredTransfer {
        hash: format!("0x{block}"),
        log,
        part: 0,
        kind: "native".to_owned(),
        contract: String::new(),
        token: String::new(),
        sender: String::new(),
        recipient: account.clone(),
        amount: "1".to_owned(),
    };
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
    assert!(!db.trim_history(CHAIN, &[&account], 300, NOW_MS).await.expect("a look"));
    assert!(db.trim_history(CHAIN, &[&account], 200, NOW_MS).await.expect("a change"));
    assert!(!db.trim_history(CHAIN, &[&account], 200, NOW_MS).await.expect("a look"));
    let kept = db.history_page(&account, &chains, None, 100).await.expect("rows");
    let blocks: Vec<i64> = kept.iter().map(|(place, _)| place.block).collect();
    assert_eq!(blocks, (12..30).rev().collect::<Vec<_>>());
    let watches = db.history_watches(CHAIN).await.expect("rows");
    assert_eq!((watches[0].lowest, watches[0].floor), (12, 12), "nothing older is read");
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
    assert_eq!(follow("203.0.113.2", 5).await, 4);
}
