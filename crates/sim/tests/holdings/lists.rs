//! Transactions and NFTs: which show, the pages that follow, and those that do not come.

use engine::{AccountTab, Config, Intent};
use protocol::api::history::{Coverage, History, Nft, Nfts};
use protocol::caip::ChainId;
use protocol::module::spend::NftPage;
use sim::{DEV_CHAIN, ETHEREUM, Server, Sim};
use wire::from_text;

use crate::{
    HISTORY, asked, config, connected, connected_in, ids, open, rich, transaction, transfer,
    with_more,
};

#[test]
fn nfts_that_could_not_be_read_are_told_as_such() {
    let mut sim = connected(rich());
    open(&mut sim);
    sim.page().server.is_down = true;
    sim.send(&Intent::ShowTab { tab: AccountTab::Nfts });
    sim.transcript();
    sim.run_for(100_000);
    let told = sim.transcript();
    assert_eq!(told.matches("NftsUnavailable").count(), 1);
    assert_eq!(told.matches("HistoryUnavailable").count(), 0);
}

#[test]
fn transactions_of_other_chains_and_those_that_only_lure_are_dropped() {
    let mut server = rich();
    let data = vec![
        transaction("a", ETHEREUM, vec![transfer(None)]),
        transaction("b", DEV_CHAIN, vec![transfer(Some(true))]),
        transaction("c", DEV_CHAIN, vec![transfer(Some(true)), transfer(None)]),
        transaction("d", DEV_CHAIN, vec![]),
    ];
    server.history = vec![History { data, next: None, coverage: None }];
    let mut sim = connected(server);
    open(&mut sim);
    assert_eq!(asked(&sim, HISTORY), 0, "it is read where its tab shows");
    sim.send(&Intent::ShowTab { tab: AccountTab::Activity });
    sim.run_for(1_000);
    assert_eq!(ids(&sim), ["c", "d"]);
}

#[test]
fn older_transactions_follow_and_newer_ones_come_before_them() {
    let mut sim = connected(rich());
    open(&mut sim);
    sim.send(&Intent::ShowTab { tab: AccountTab::Activity });
    sim.run_for(1_000);
    sim.send(&Intent::MoreActivity);
    sim.send(&Intent::MoreActivity);
    sim.run_for(1_000);
    assert_eq!(ids(&sim), ["5", "4", "3", "2", "1"]);
    assert_eq!(asked(&sim, HISTORY), 2, "the same page is not asked for twice");
    sim.page().server.history[0].data.insert(0, transaction("6", DEV_CHAIN, vec![]));
    sim.run_for(31_000);
    assert_eq!(ids(&sim), ["6", "5", "4", "3", "2", "1"]);
    sim.send(&Intent::MoreActivity);
    sim.run_for(1_000);
    assert_eq!(ids(&sim).len(), 6, "there are no more");
}

#[test]
fn a_server_that_still_reads_is_asked_again_soon() {
    let mut server = rich();
    let coverage = Coverage { is_behind: true, ..Coverage::whole() };
    server.history[0].coverage = Some(coverage);
    let mut sim = connected(server);
    open(&mut sim);
    sim.send(&Intent::ShowTab { tab: AccountTab::Activity });
    sim.run_for(10_000);
    assert_eq!(asked(&sim, HISTORY), 3);
}

#[test]
fn a_latest_page_that_only_lures_takes_nothing_away() {
    let mut sim = connected(rich());
    open(&mut sim);
    sim.send(&Intent::ShowTab { tab: AccountTab::Activity });
    sim.run_for(1_000);
    sim.send(&Intent::MoreActivity);
    sim.run_for(1_000);
    let before = ids(&sim);
    assert!(before.len() > 2);
    let lure = transaction("lure", DEV_CHAIN, vec![transfer(Some(true))]);
    sim.page().server.history[0].data = vec![lure];
    sim.run_for(31_000);
    assert_eq!(ids(&sim), before);
}

#[test]
fn what_is_done_with_the_activity_is_counted() {
    let with_cursor = r#"{"type":"LOAD_MORE_TRANSACTIONS","cursor":"1","isSmartAccount":false}"#;
    let without = r#"{"type":"LOAD_MORE_TRANSACTIONS","isSmartAccount":false}"#;
    let tells_address = r#"{"features":{"analyticsAddress":true}}"#;
    for (options, more) in [("{}", without), (tells_address, with_cursor)] {
        counts_activity(options, more);
    }
}

/// Looks at the activity and at more of it, which is told so.
fn counts_activity(options: &str, more: &str) {
    let config = Config { options: from_text(options).unwrap(), ..config() };
    let mut sim = connected_in(config, Server { counts: true, ..rich() });
    open(&mut sim);
    sim.send(&Intent::ShowTab { tab: AccountTab::Activity });
    sim.run_for(1_000);
    sim.send(&Intent::MoreActivity);
    sim.run_for(1_000);
    sim.page().server.is_down = true;
    sim.run_for(100_000);
    let page = sim.page();
    let told: Vec<String> = page.tracked.iter().map(wire::to_text).collect();
    let of_activity: Vec<&String> = told.iter().filter(|it| it.contains("TRANSACTIONS")).collect();
    assert_eq!(
        of_activity,
        [
            r#"{"type":"CLICK_TRANSACTIONS","isSmartAccount":false}"#,
            // Its cursor leads to the account.
            more,
            r#"{"type":"ERROR_FETCH_TRANSACTIONS","isSmartAccount":false}"#,
        ]
    );
}

/// What was told to whoever counts, of what could not be read.
fn failures(sim: &Sim) -> Vec<String> {
    let page = sim.page();
    let told = page.tracked.iter().map(wire::to_text);
    told.filter(|it| it.contains("ERROR")).collect()
}

#[test]
fn a_page_that_could_not_be_read_is_counted_with_where_it_begins() {
    let with_cursor = r#"{"type":"ERROR_FETCH_TRANSACTIONS","cursor":"1","isSmartAccount":false}"#;
    let without = r#"{"type":"ERROR_FETCH_TRANSACTIONS","isSmartAccount":false}"#;
    let tells_address = r#"{"features":{"analyticsAddress":true}}"#;
    for (options, expected) in [("{}", without), (tells_address, with_cursor)] {
        let config = Config { options: from_text(options).unwrap(), ..config() };
        let mut sim = connected_in(config, Server { counts: true, ..rich() });
        open(&mut sim);
        sim.send(&Intent::ShowTab { tab: AccountTab::Activity });
        sim.run_for(1_000);
        sim.page().server.refuses_with = Some(403);
        sim.send(&Intent::MoreActivity);
        sim.run_for(1_000);
        let refused = r#"{"type":"error","event":"API_ERROR","errorType":"HttpError","errorMessage":"HTTP status code: 403","uncaught":false}"#;
        assert_eq!(failures(&sim), [expected, refused]);
    }
}

#[test]
fn what_could_not_be_read_of_an_account_is_told_once_with_the_reason_and_without_the_address() {
    let mut sim = connected(Server { counts: true, ..rich() });
    sim.page().server.fails_with = Some(200);
    open(&mut sim);
    for tab in [AccountTab::Nfts, AccountTab::Activity, AccountTab::Nfts] {
        sim.send(&Intent::ShowTab { tab });
        sim.run_for(1_000);
    }
    let unreadable = |of: &str| {
        format!(
            r#"{{"type":"error","event":"DATA_PARSING_ERROR","errorType":"WireError","errorMessage":"/v1/account/…/{of}: not JSON","uncaught":false}}"#
        )
    };
    let of_list = r#"{"type":"ERROR_FETCH_TRANSACTIONS","isSmartAccount":false}"#.to_owned();
    let [tokens, nfts, activity] = ["balance", "nfts", "history"].map(unreadable);
    assert_eq!(failures(&sim), [tokens, nfts, of_list, activity]);
}

#[test]
fn that_a_name_could_not_be_read_is_told_without_the_address() {
    let mut sim = connected(Server { counts: true, ..rich() });
    sim.page().server.fails_with = Some(200);
    sim.emit(0, "accountsChanged", &vec![sim::OTHER_ADDRESS.to_owned()]);
    sim.run_for(5_000);
    let told = failures(&sim).concat();
    assert!(told.contains("/v1/identity/: not JSON"), "{told}");
    assert!(!told.contains("0x"), "{told}");
}

#[test]
fn a_page_that_was_asked_for_is_nobody_elses_and_can_be_asked_for_again() {
    let mut sim = connected(rich());
    open(&mut sim);
    sim.send(&Intent::ShowTab { tab: AccountTab::Activity });
    sim.run_for(1_000);
    sim.page().server.answers_in_ms = 5_000;
    sim.send(&Intent::MoreActivity);
    sim.send(&Intent::Close);
    sim.run_for(10_000);
    open(&mut sim);
    assert!(!sim.page().state.activity.is_adding);
    sim.send(&Intent::MoreActivity);
    sim.emit(0, "accountsChanged", &vec![sim::OTHER_ADDRESS.to_owned()]);
    sim.run_for(20_000);
    assert_eq!(ids(&sim), ["5", "4", "3"], "the page of the one before is not added");
    sim.page().server.answers_in_ms = 50;
    sim.send(&Intent::MoreActivity);
    sim.run_for(1_000);
    assert_eq!(ids(&sim), ["5", "4", "3", "2", "1"]);
}

#[test]
fn a_page_that_could_not_be_read_is_told_of_in_its_list_until_it_comes() {
    let mut sim = connected(rich());
    open(&mut sim);
    sim.send(&Intent::ShowTab { tab: AccountTab::Activity });
    sim.run_for(1_000);
    sim.transcript();
    let adding = |sim: &Sim| {
        let page = sim.page();
        (page.state.activity.is_adding, page.state.activity.has_add_failed)
    };
    sim.page().server.is_down = true;
    sim.send(&Intent::MoreActivity);
    assert_eq!(adding(&sim), (true, false));
    sim.run_for(20_000);
    assert_eq!(adding(&sim), (false, true));
    assert!(!sim.transcript().contains("HistoryUnavailable"), "the list says it");
    sim.page().server.is_down = false;
    sim.send(&Intent::MoreActivity);
    assert_eq!(adding(&sim), (true, true));
    sim.run_for(1_000);
    assert_eq!(adding(&sim), (false, false));
    assert_eq!(ids(&sim), ["5", "4", "3", "2", "1"]);
}

#[test]
fn who_comes_back_to_a_list_is_not_told_what_failed_before() {
    let mut sim = connected(Server { nfts: with_more(), ..rich() });
    open(&mut sim);
    sim.send(&Intent::ShowTab { tab: AccountTab::Nfts });
    sim.run_for(1_000);
    sim.page().server.is_down = true;
    sim.send(&Intent::MoreNfts);
    sim.run_for(20_000);
    assert!(sim.page().state.nfts.has_add_failed);
    sim.send(&Intent::ShowTab { tab: AccountTab::Tokens });
    sim.send(&Intent::ShowTab { tab: AccountTab::Nfts });
    assert!(!sim.page().state.nfts.has_add_failed);
}

#[test]
fn older_nfts_stay_when_the_latest_are_read_anew() {
    let nft = |token: u32| Nft {
        chain_id: ChainId::eip155(DEV_CHAIN),
        contract: "a".to_owned(),
        token_id: Some(token.to_string()),
        quantity: "1".to_owned(),
        name: String::new(),
        collection: String::new(),
        image_url: String::new(),
        spam_reasons: vec![],
    };
    let page = |tokens: &[u32], next: Option<&str>| Nfts {
        nfts: tokens.iter().map(|it| nft(*it)).collect(),
        next: next.map(str::to_owned),
        coverage: None,
    };
    let after_reading = |latest: &[u32]| {
        let mut sim = connected(Server { nfts: page(&[5, 4], Some("1")), ..rich() });
        open(&mut sim);
        sim.send(&Intent::ShowTab { tab: AccountTab::Nfts });
        sim.run_for(1_000);
        sim.page().server.nfts = page(&[3], None);
        sim.send(&Intent::MoreNfts);
        sim.run_for(1_000);
        sim.page().server.nfts = page(latest, Some("1"));
        sim.run_for(31_000);
        let NftPage { nfts, next, .. } = sim.page().state.nfts.page.clone().unwrap();
        (nfts.into_iter().filter_map(|it| it.token_id).collect::<Vec<_>>().join(" "), next)
    };
    assert_eq!(after_reading(&[6, 5, 4]), ("6 5 4 3".to_owned(), None));
    // One of those further down is of a collection with which the account has dealt since.
    assert_eq!(after_reading(&[3, 5, 4]), ("3 5 4".to_owned(), Some("1".to_owned())));
}
