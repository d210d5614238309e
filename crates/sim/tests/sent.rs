//! What becomes of what the wallet sent: until the list of what the account did has it, it is shown beside it.
#![allow(clippy::unwrap_used)]

use engine::{AccountTab, Config, Intent, SentTransaction};
use protocol::api::history::{History, Transaction, TransactionMetadata};
use protocol::caip::{ChainId, Namespace};
use protocol::module::spend::Fate;
use protocol::rpc::Node;
use sim::{ANVIL, DEV_CHAIN, NODE_URL, OTHER_ADDRESS, Quirks, Server, Sim, Wallet, config};

const HASH: &str = "0x5160";
const OTHER: &str = "0x07e8";
const ACTIVITY: &str = r#"{"features":[{"id":"activity","isEnabled":true,"config":null}]}"#;

/// Somebody who has sent transaction 7 looks at what they did. No node has it yet.
fn sent(server: Server) -> Sim {
    sent_on(server, config())
}

fn harbor() -> Wallet {
    Wallet::new("example.harbor", "Harbor", ANVIL, DEV_CHAIN, Quirks::default())
}

fn sent_on(server: Server, config: Config) -> Sim {
    let features = ACTIVITY.to_owned();
    let mut sim = Sim::of(vec![harbor()], Server { features, ..server }, config);
    sim.run_for(500);
    let wallet = "example.harbor".to_owned();
    sim.send(&Intent::Connect { wallet, namespace: None, is_double: None });
    sim.run_for(5_000);
    sim.send(&Intent::Open { view: None, namespace: None });
    sim.send(&Intent::ShowTab { tab: AccountTab::Activity });
    sim.run_for(1_000);
    say(&mut sim, "eth_getTransactionCount", &[ANVIL, "latest"], r#""0x7""#);
    say(&mut sim, "eth_blockNumber", &[], r#""0x10""#);
    say(&mut sim, "eth_getTransactionByHash", &[HASH], &transaction(HASH, ANVIL, "0xde", "0x5"));
    sends(&mut sim, Some(HASH));
    sim.run_for(1_000);
    sim
}

/// The wallet says that it sent this.
fn sends(sim: &mut Sim, hash: Option<&str>) {
    sends_for(sim, ANVIL, hash);
}

fn sends_for(sim: &mut Sim, address: &str, hash: Option<&str>) {
    let account = ChainId::eip155(DEV_CHAIN).account(address);
    sim.send(&Intent::Sent { account, hash: hash.map(str::to_owned) });
}

/// What the nodes answer from now on.
fn say(sim: &mut Sim, method: &str, params: &[&str], result: &str) {
    let params: Vec<String> = params.iter().map(|it| format!("\"{it}\"")).collect();
    answer(sim, &format!("{method}[{}]", params.join(",")), result);
}

fn answer(sim: &mut Sim, asked: &str, result: &str) {
    let mut page = sim.page();
    page.server.results.retain(|it| it.0 != asked);
    page.server.results.push((asked.to_owned(), result.to_owned()));
}

fn transaction(hash: &str, from: &str, to: &str, value: &str) -> String {
    format!(
        r#"{{"hash":"{hash}","from":"{from}","nonce":"0x7","to":"{to}","value":"{value}","input":"0x"}}"#
    )
}

/// The account is past the number, and this is in the block.
fn mine(sim: &mut Sim, hash: &str, transaction: &str, status: &str) {
    mine_of(sim, ANVIL, hash, transaction, status);
}

fn mine_of(sim: &mut Sim, sender: &str, hash: &str, transaction: &str, status: &str) {
    say(sim, "eth_getTransactionCount", &[sender, "latest"], r#""0x8""#);
    say(sim, "eth_blockNumber", &[], r#""0x11""#);
    let block = format!(r#"{{"transactions":[{transaction}]}}"#);
    answer(sim, r#"eth_getBlockByNumber["0x11",true]"#, &block);
    say(sim, "eth_getTransactionReceipt", &[hash], &format!(r#"{{"status":"{status}"}}"#));
    sim.run_for(10_000);
}

fn shown(sim: &Sim) -> Vec<SentTransaction> {
    sim.page().state.activity.sent.clone()
}

fn fate(sim: &Sim) -> (Fate, Option<String>) {
    let all = shown(sim);
    assert_eq!(all.len(), 1);
    (all[0].fate, all[0].by.clone())
}

fn asked(sim: &Sim, of: &str) -> usize {
    sim.page().fetched.iter().filter(|url| url.split('?').next().unwrap().ends_with(of)).count()
}

#[test]
fn it_is_pending_until_it_is_done_and_then_everything_is_read_anew() {
    let mut sim = sent(Server::default());
    assert_eq!(fate(&sim), (Fate::Pending, None));
    assert_eq!((asked(&sim, "/balance"), asked(&sim, "/history")), (2, 2));
    sim.run_for(8_000);
    assert_eq!(fate(&sim), (Fate::Pending, None));
    assert_eq!((asked(&sim, "/balance"), asked(&sim, "/history")), (2, 2));
    let own = transaction(HASH, ANVIL, "0xde", "0x5");
    mine(&mut sim, HASH, &own, "0x1");
    assert_eq!(fate(&sim), (Fate::Confirmed, None));
    assert_eq!((asked(&sim, "/balance"), asked(&sim, "/history")), (3, 3));
}

#[test]
fn a_node_of_the_host_is_asked_first_however_well_the_server_answers() {
    let mut config = config();
    config.networks[0].nodes = vec![Node { url: NODE_URL.to_owned(), headers: vec![] }];
    let mut sim = sent_on(Server::default(), config);
    let before = sim.page().fetched.len();
    sim.run_for(9_000);
    let page = sim.page();
    let (own, server): (Vec<&String>, Vec<&String>) =
        page.fetched[before..].iter().partition(|url| *url == NODE_URL);
    assert!(own.len() >= 2, "it is down, and asked at each look");
    assert_eq!(server.len(), 2);
}

#[test]
fn what_failed_is_told_so() {
    let mut sim = sent(Server::default());
    let own = transaction(HASH, ANVIL, "0xde", "0x5");
    mine(&mut sim, HASH, &own, "0x0");
    assert_eq!(fate(&sim), (Fate::Failed, None));
}

#[test]
fn what_is_in_its_place_says_what_it_makes_of_it() {
    let upper = ANVIL.to_uppercase().replace("0X", "0x");
    for (to, value, fate_of_it) in [
        ("0xDE", "0x5", Fate::Repriced),
        (upper.as_str(), "0x0", Fate::Cancelled),
        (ANVIL, "0x1", Fate::Replaced),
        ("0xde", "0x6", Fate::Replaced),
    ] {
        let mut sim = sent(Server::default());
        let other = transaction(OTHER, &upper, to, value);
        let strangers = transaction("0x57a", "0x57a", "0xde", "0x5");
        mine(&mut sim, OTHER, &[strangers, other].join(","), "0x1");
        assert_eq!(fate(&sim), (fate_of_it, Some(OTHER.to_owned())));
    }
}

#[test]
fn what_took_its_place_while_the_page_was_out_of_sight_is_found_many_blocks_later() {
    let mut sim = sent(Server::default());
    sim.run_for(8_000);
    sim.tab("hidden", None);
    sim.run_for(60_000);
    for number in 0..=0x74 {
        let block = format!(r#"eth_getBlockByNumber["0x{number:x}",true]"#);
        answer(&mut sim, &block, r#"{"transactions":[]}"#);
    }
    let other = transaction(OTHER, ANVIL, ANVIL, "0x0");
    mine(&mut sim, OTHER, "", "0x1");
    say(&mut sim, "eth_blockNumber", &[], r#""0x74""#);
    let block = format!(r#"{{"transactions":[{other}]}}"#);
    answer(&mut sim, r#"eth_getBlockByNumber["0x30",true]"#, &block);
    sim.tab("visible", None);
    sim.run_for(30_000);
    assert_eq!(fate(&sim), (Fate::Cancelled, Some(OTHER.to_owned())));
}

#[test]
fn what_is_in_its_place_may_fail_as_it_would_have() {
    let mut sim = sent(Server::default());
    let other = transaction(OTHER, ANVIL, "0xde", "0x5");
    mine(&mut sim, OTHER, &other, "0x0");
    assert_eq!(fate(&sim), (Fate::Failed, Some(OTHER.to_owned())));
}

#[test]
fn after_three_minutes_nobody_looks_any_more() {
    let mut sim = sent(Server::default());
    let before = asked(&sim, "/v1");
    sim.run_for(190_000);
    assert!(shown(&sim)[0].is_given_up);
    let looks = asked(&sim, "/v1") - before;
    assert!((30..=50).contains(&looks), "{looks}");
    let own = transaction(HASH, ANVIL, "0xde", "0x5");
    mine(&mut sim, HASH, &own, "0x1");
    assert_eq!(fate(&sim), (Fate::Pending, None));
}

#[test]
fn nobody_looks_while_the_page_is_out_of_sight() {
    let mut sim = sent(Server::default());
    sim.tab("hidden", None);
    sim.run_for(20_000);
    let before = asked(&sim, "/v1");
    sim.run_for(600_000);
    assert_eq!(asked(&sim, "/v1"), before);
    let own = transaction(HASH, ANVIL, "0xde", "0x5");
    mine(&mut sim, HASH, &own, "0x1");
    sim.tab("visible", None);
    sim.run_for(2_000);
    assert_eq!(fate(&sim), (Fate::Confirmed, None));
}

#[test]
fn what_the_list_has_is_shown_once() {
    let mut sim = sent(Server::default());
    sim.page().server.history = vec![listing(HASH)];
    let own = transaction(HASH, ANVIL, "0xde", "0x5");
    mine(&mut sim, HASH, &own, "0x1");
    assert_eq!(shown(&sim), []);
}

fn listing(hash: &str) -> History {
    let metadata = TransactionMetadata {
        operation_type: "send".to_owned(),
        hash: hash.to_owned(),
        mined_at: "2023-11-14T20:11:00Z".to_owned(),
        sent_from: ANVIL.to_owned(),
        sent_to: ANVIL.to_owned(),
        status: "confirmed".to_owned(),
        nonce: None,
        application: None,
        chain: Some(ChainId::eip155(DEV_CHAIN)),
    };
    let listed = Transaction { id: "a".to_owned(), metadata, transfers: vec![] };
    History { data: vec![listed], next: None, coverage: None }
}

#[test]
fn what_was_not_done_stays_though_the_other_one_is_listed() {
    let mut sim = sent(Server::default());
    sim.page().server.history = vec![listing(OTHER)];
    let other = transaction(OTHER, ANVIL, ANVIL, "0x0");
    mine(&mut sim, OTHER, &other, "0x1");
    sim.run_for(60_000);
    assert_eq!(fate(&sim), (Fate::Cancelled, Some(OTHER.to_owned())));
}

#[test]
fn it_goes_with_the_account_and_what_is_no_hash_is_not_looked_for() {
    let mut sim = sent(Server::default());
    for no_hash in [None, Some(&*"0x".repeat(60)), Some("0x51/60")] {
        sends(&mut sim, no_hash);
    }
    sim.run_for(1_000);
    assert_eq!(shown(&sim).len(), 1);
    sim.send(&Intent::Disconnect { namespace: None });
    sim.run_for(1_000);
    let before = asked(&sim, "/v1");
    sim.run_for(200_000);
    assert_eq!(shown(&sim), []);
    assert_eq!(asked(&sim, "/v1"), before, "nobody looks for what is nobody's");
}

#[test]
fn where_there_is_no_hash_all_is_read_anew_in_a_while_and_again() {
    let mut sim = sent(Server::default());
    let own = transaction(HASH, ANVIL, "0xde", "0x5");
    mine(&mut sim, HASH, &own, "0x1");
    sim.send(&Intent::Close);
    sim.run_for(60_000);
    let reads = |sim: &Sim| asked(sim, "/v1");
    let before = reads(&sim);
    sends(&mut sim, None);
    let at_once = reads(&sim);
    sim.run_for(120_000);
    assert_eq!((at_once - before, reads(&sim) - at_once), (1, 3));
}

#[test]
fn the_hosts_own_node_is_asked_first() {
    let mut config = config();
    config.networks[0].nodes = vec![Node { url: NODE_URL.to_owned(), headers: vec![] }];
    let server = Server { own_node: Some("0x1".to_owned()), ..Server::default() };
    let mut sim = sent_on(server, config);
    let own = transaction(HASH, ANVIL, "0xde", "0x5");
    mine(&mut sim, HASH, &own, "0x1");
    let page = sim.page();
    assert!(page.state.activity.sent[0].fate == Fate::Confirmed);
    assert!(page.fetched.iter().any(|url| url == NODE_URL));
    assert!(page.fetched.iter().all(|url| !url.contains("/v1?")), "{:?}", page.fetched);
}

#[test]
fn where_nobody_can_be_asked_nobody_is() {
    let mut sim = sent(Server { chains: vec![], ..Server::default() });
    sim.run_for(60_000);
    assert_eq!(asked(&sim, "/v1"), 0);
    assert!(shown(&sim)[0].is_given_up);
}

#[test]
fn it_is_the_account_that_was_asked_whoever_is_in_use_by_then() {
    let mut sim = sent(Server::default());
    sends_for(&mut sim, OTHER_ADDRESS, Some(OTHER));
    sim.run_for(1_000);
    assert_eq!(fate(&sim), (Fate::Pending, None), "it is not this one's");
}

#[test]
fn the_number_is_that_of_whoever_sent_it() {
    let mut sim = sent(Server::default());
    let of_other = transaction("0x0717", OTHER_ADDRESS, "0xde", "0x5");
    say(&mut sim, "eth_getTransactionByHash", &["0x0717"], &of_other);
    say(&mut sim, "eth_getTransactionCount", &[OTHER_ADDRESS, "latest"], r#""0x7""#);
    sends(&mut sim, Some("0x0717"));
    sim.run_for(5_000);
    let other = transaction(OTHER, OTHER_ADDRESS, OTHER_ADDRESS, "0x0");
    mine_of(&mut sim, OTHER_ADDRESS, OTHER, &other, "0x1");
    assert!(shown(&sim)[0].fate == Fate::Cancelled);
}

#[test]
fn of_many_the_latest_are_looked_for() {
    let mut sim = sent(Server::default());
    for number in 0..10 {
        sends(&mut sim, Some(&format!("0x{number}")));
        sim.run_for(100);
    }
    let all = shown(&sim);
    assert_eq!(all.len(), 11);
    assert!(all[10].is_given_up && all[..10].iter().all(|it| !it.is_given_up));
}

#[test]
fn what_became_of_one_is_shown_for_an_hour() {
    let mut sim = sent(Server::default());
    let own = transaction(HASH, ANVIL, "0xde", "0x5");
    mine(&mut sim, HASH, &own, "0x1");
    for (ms, count) in [(50 * 60_000, 1), (15 * 60_000, 0)] {
        sim.run_for(ms);
        sim.send(&Intent::ShowTab { tab: AccountTab::Tokens });
        sim.send(&Intent::ShowTab { tab: AccountTab::Activity });
        sim.run_for(1_000);
        assert_eq!(shown(&sim).len(), count);
    }
}

#[test]
fn on_solana_it_is_done_once_the_cluster_has_confirmed_it() {
    let (payer, signature) = ("8ZUEkKsrN5sYj8wZ2GJCM6ZyC1kVXgBvR1bq3wyMYtN7", "5VERYmuchLONG");
    let asked =
        format!(r#"getSignatureStatuses[["{signature}"],{{"searchTransactionHistory":true}}]"#);
    let status = |confirmation: &str, err: &str| {
        format!(r#"{{"value":[{{"confirmationStatus":"{confirmation}","err":{err}}}]}}"#)
    };
    for (confirmation, err, fate_of_it) in [
        ("processed", "null", Fate::Pending),
        ("confirmed", "null", Fate::Confirmed),
        ("finalized", "{}", Fate::Failed),
    ] {
        let mut config = config();
        config.networks = vec![sim::solana()];
        config.default_network = None;
        let chain = config.networks[0].caip_network_id.clone();
        let wallet = Wallet::new("sol.reef", "Reef", payer, 1, Quirks::default());
        let wallets = vec![wallet.of(Namespace::Solana)];
        let chains = vec![chain.text()];
        let features = ACTIVITY.to_owned();
        let mut sim = Sim::of(wallets, Server { chains, features, ..Server::default() }, config);
        sim.run_for(500);
        let wallet = "sol.reef".to_owned();
        sim.send(&Intent::Connect { wallet, namespace: None, is_double: None });
        sim.run_for(5_000);
        sim.send(&Intent::Open { view: None, namespace: None });
        sim.send(&Intent::ShowTab { tab: AccountTab::Activity });
        sim.run_for(1_000);
        answer(&mut sim, &asked, r#"{"value":[null]}"#);
        let account = chain.account(payer);
        sim.send(&Intent::Sent { account, hash: Some(signature.to_owned()) });
        sim.run_for(6_000);
        assert_eq!(fate(&sim), (Fate::Pending, None));
        answer(&mut sim, &asked, &status(confirmation, err));
        sim.run_for(8_000);
        assert_eq!(fate(&sim), (fate_of_it, None), "{confirmation} {err}");
    }
}
