//! What the account has and did: when it is read, what shows of it, what becomes of failures.
#![allow(clippy::unwrap_used)]

use engine::{AccountTab, Intent, ReadStep, View};
use protocol::api::history::{
    Coverage, History, MovedNft, MovedToken, Nft, NftFlags, Nfts, Transaction, TransactionMetadata,
    Transfer, TransferQuantity,
};
use protocol::api::{Balance, Balances, Identity, Quantity};
use protocol::caip::ChainId;
use sim::{ANVIL, DEV_CHAIN, ETHEREUM, Quirks, Server, Sim, Wallet, config};
use wire::{Json, Number, from_text};

const BALANCE: &str = "/balance";
const HISTORY: &str = "/history";

fn token(symbol: &str, decimals: &str, numeric: &str, value: Option<&str>) -> Balance {
    Balance {
        name: symbol.to_owned(),
        symbol: symbol.to_owned(),
        chain_id: ChainId::eip155(DEV_CHAIN),
        address: Some(ChainId::eip155(DEV_CHAIN).account(symbol)),
        value: value.and_then(Number::of),
        price: None,
        price_source: None,
        price_at: None,
        quantity: Quantity { decimals: decimals.to_owned(), numeric: numeric.to_owned() },
        icon_url: String::new(),
    }
}

fn transaction(id: &str, chain: u64, transfers: Vec<Transfer>) -> Transaction {
    let metadata = TransactionMetadata {
        operation_type: "send".to_owned(),
        hash: format!("0x{id}"),
        mined_at: "2023-11-14T20:11:00Z".to_owned(),
        sent_from: ANVIL.to_owned(),
        sent_to: ANVIL.to_owned(),
        status: "confirmed".to_owned(),
        nonce: None,
        application: None,
        chain: Some(ChainId::eip155(chain)),
    };
    Transaction { id: id.to_owned(), metadata, transfers }
}

fn transfer(is_spam: Option<bool>) -> Transfer {
    let fungible = MovedToken { name: "A".to_owned(), symbol: "A".to_owned(), icon: None };
    Transfer {
        fungible_info: is_spam.is_none().then_some(fungible),
        nft_info: is_spam.map(|is_spam| MovedNft {
            name: String::new(),
            content: None,
            flags: NftFlags { is_spam },
        }),
        direction: "in".to_owned(),
        quantity: TransferQuantity { numeric: "1".to_owned() },
        value: None,
        price: None,
        counterparty: None,
    }
}

fn rich() -> Server {
    let page = |ids: &[&str], next: Option<&str>| History {
        data: ids.iter().map(|id| transaction(id, DEV_CHAIN, vec![transfer(None)])).collect(),
        next: next.map(str::to_owned),
        coverage: None,
    };
    Server {
        holdings: Balances {
            balances: vec![
                token("CHEAP", "18", "5", Some("0.5")),
                token("TICKET", "0", "1", Some("99")),
                token("WORTHY", "6", "2", Some("100.25")),
                token("UNKNOWN", "18", "7", None),
            ],
            missing: vec![],
        },
        features: r#"{"features":[{"id":"activity","isEnabled":true,"config":null}]}"#.to_owned(),
        history: vec![page(&["5", "4", "3"], Some("1")), page(&["2", "1"], None)],
        ..Server::default()
    }
}

/// Somebody is connected at such a server; the dialog is closed.
fn connected(server: Server) -> Sim {
    let harbor = Wallet::new("example.harbor", "Harbor", ANVIL, DEV_CHAIN, Quirks::default());
    connected_by(harbor, server)
}

fn connected_by(wallet: Wallet, server: Server) -> Sim {
    let mut sim = Sim::of(vec![wallet], server, config());
    sim.run_for(500);
    let wallet = "example.harbor".to_owned();
    sim.send(&Intent::Connect { wallet, namespace: None, is_double: None });
    sim.run_for(5_000);
    sim
}

fn open(sim: &mut Sim) {
    sim.send(&Intent::Open { view: None, namespace: None });
    sim.run_for(1_000);
}

fn asked(sim: &Sim, of: &str) -> usize {
    sim.page().fetched.iter().filter(|url| url.split('?').next().unwrap().ends_with(of)).count()
}

#[test]
fn what_is_worth_most_comes_first_and_tokens_without_decimals_are_left_out() {
    let mut sim = connected(rich());
    assert_eq!(asked(&sim, BALANCE), 0, "nothing is read before it is to be shown");
    open(&mut sim);
    let page = sim.page();
    let read = page.state.tokens.read.as_ref().unwrap();
    let symbols: Vec<&str> = read.balances.iter().map(|it| it.symbol.as_str()).collect();
    assert_eq!(symbols, ["WORTHY", "CHEAP", "UNKNOWN"]);
    assert_eq!(read.total, Number::of("100.75"));
    assert_eq!(page.state.tokens.of.as_deref(), Some(&*format!("eip155:{DEV_CHAIN}:{ANVIL}")));
}

#[test]
fn it_is_read_anew_every_half_minute_while_it_shows_and_the_page_is_in_sight() {
    let mut sim = connected(rich());
    open(&mut sim);
    assert_eq!(asked(&sim, BALANCE), 1);
    sim.run_for(65_000);
    assert_eq!(asked(&sim, BALANCE), 3);
    sim.tab("hidden", None);
    sim.run_for(300_000);
    assert_eq!(asked(&sim, BALANCE), 3);
    sim.tab("visible", None);
    sim.run_for(1_000);
    assert_eq!(asked(&sim, BALANCE), 4);
    sim.send(&Intent::Close);
    sim.run_for(300_000);
    assert_eq!(asked(&sim, BALANCE), 4);
}

#[test]
fn who_opens_it_again_soon_sees_what_is_known_and_nobody_is_asked() {
    let mut sim = connected(rich());
    open(&mut sim);
    sim.send(&Intent::Close);
    open(&mut sim);
    assert_eq!(asked(&sim, BALANCE), 1);
    assert!(sim.page().state.tokens.step == ReadStep::Read);
    sim.run_for(31_000);
    assert_eq!(asked(&sim, BALANCE), 2);
}

#[test]
fn the_next_page_shows_at_once_what_was_stored_and_forgets_it_with_the_connection() {
    let mut sim = connected(rich());
    open(&mut sim);
    sim.send(&Intent::Close);
    let mut sim = sim.reload();
    sim.page().server.is_down = true;
    sim.run_for(1_000);
    sim.send(&Intent::Open { view: None, namespace: None });
    sim.run_for(0);
    let total = sim.page().state.tokens.read.as_ref().and_then(|it| it.total.clone());
    assert_eq!(total, Number::of("100.75"));
    sim.page().server.is_down = false;
    sim.run_for(60_000);
    sim.send(&Intent::Disconnect { namespace: None });
    sim.run_for(1_000);
    let page = sim.page();
    let stored = page.storage.item("@latchkit/default:portfolio").unwrap();
    assert!(!stored.contains("WORTHY"), "{stored}");
}

#[test]
fn what_changed_is_read_at_once() {
    let mut sim = connected(rich());
    open(&mut sim);
    sim.send(&Intent::ShowTab { tab: AccountTab::Activity });
    sim.run_for(1_000);
    sim.send(&Intent::RefreshBalance);
    sim.run_for(1_000);
    assert_eq!((asked(&sim, BALANCE), asked(&sim, HISTORY)), (2, 2));
}

#[test]
fn an_outage_keeps_what_is_known_and_is_told_of_once() {
    let mut sim = connected(rich());
    open(&mut sim);
    sim.send(&Intent::ShowTab { tab: AccountTab::Activity });
    sim.run_for(1_000);
    sim.transcript();
    sim.page().server.is_down = true;
    sim.run_for(300_000);
    {
        let page = sim.page();
        assert!(page.state.tokens.step == ReadStep::Failed && page.state.tokens.read.is_some());
        assert!(page.state.activity.step == ReadStep::Failed && page.state.activity.page.is_some());
    }
    let told = sim.transcript();
    assert_eq!(told.matches("BalanceUnavailable").count(), 1);
    assert_eq!(told.matches("HistoryUnavailable").count(), 1);
    sim.page().server.is_down = false;
    sim.run_for(60_000);
    assert!(sim.page().state.activity.step == ReadStep::Read);
}

#[test]
fn who_has_no_network_is_told_so_and_asks_nobody_until_there_is_one() {
    let mut sim = connected(rich());
    open(&mut sim);
    sim.page().server.is_down = true;
    sim.tab("offline", None);
    assert!(sim.page().state.presence.is_offline);
    let before = sim.page().fetched.len();
    sim.run_for(300_000);
    assert_eq!(sim.page().fetched.len(), before);
    let step = sim.page().state.tokens.step;
    assert!(step == ReadStep::Read, "nothing has failed: it was not asked for");
    sim.page().server.is_down = false;
    let asked_before = asked(&sim, BALANCE);
    sim.tab("online", None);
    sim.run_for(1_000);
    assert!(!sim.page().state.presence.is_offline);
    assert_eq!(asked(&sim, BALANCE), asked_before + 1, "and at once");
}

#[test]
fn what_failed_before_the_browser_knew_of_it_is_read_as_soon_as_there_is_a_network() {
    let mut sim = connected(rich());
    open(&mut sim);
    sim.page().server.is_down = true;
    sim.run_for(40_000);
    assert!(sim.page().state.tokens.step == ReadStep::Failed);
    sim.tab("offline", None);
    sim.page().server.is_down = false;
    sim.tab("online", None);
    sim.run_for(1_000);
    let page = sim.page();
    assert!(page.state.tokens.step == ReadStep::Read);
    assert!(page.state.accounts.iter().all(|(_, it)| !it.is_balance_stale));
}

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
    let coverage = Coverage { since: None, has_native: true, is_behind: true };
    server.history[0].coverage = Some(coverage);
    let mut sim = connected(server);
    open(&mut sim);
    sim.send(&Intent::ShowTab { tab: AccountTab::Activity });
    sim.run_for(10_000);
    assert_eq!(asked(&sim, HISTORY), 3);
}

#[test]
fn on_a_chain_that_the_server_does_not_reach_nobody_is_asked() {
    let mut sim = connected(Server { chains: vec![], ..rich() });
    open(&mut sim);
    assert_eq!(asked(&sim, BALANCE), 0);
    assert!(sim.page().state.tokens.step == ReadStep::Unknown);
}

#[test]
fn a_wallet_that_says_what_the_account_holds_goes_before_the_server() {
    let harbor = Wallet::new("example.harbor", "Harbor", ANVIL, DEV_CHAIN, Quirks::default());
    let assets = r#"{"0x7a69":[
        {"address":null,"balance":"0xde0b6b3a7640000","type":"native","metadata":{"price":"2000","value":2000}},
        {"address":"0xa","balance":"0xf4240","type":"erc20","metadata":{"name":"Dollar","symbol":"USD","decimals":6}},
        {"address":"0xb","balance":"0x0","type":"erc20","metadata":{"name":"None","symbol":"NO","decimals":6}},
        {"address":"0xc","balance":"0x1","type":"erc721","metadata":{"name":"Picture"}}
    ]}"#;
    let capabilities = r#"{"0x7a69":{"assetDiscovery":{"supported":true}}}"#;
    let harbor = harbor
        .answering("wallet_getCapabilities", from_text(capabilities).unwrap())
        .answering("wallet_getAssets", from_text::<Json>(assets).unwrap());
    let mut sim = connected_by(harbor, rich());
    open(&mut sim);
    assert_eq!(asked(&sim, BALANCE), 0);
    let page = sim.page();
    let read = page.state.tokens.read.as_ref().unwrap();
    let told: Vec<_> =
        read.balances.iter().map(|it| (it.symbol.as_str(), it.quantity.numeric.as_str())).collect();
    assert_eq!(told, [("ETH", "1"), ("USD", "1")]);
    assert_eq!(read.total, Number::of("2000"));
}

#[test]
fn a_wallet_that_tells_nothing_is_asked_again_only_once_something_has_changed() {
    let mut sim = connected(rich());
    sim.transcript();
    open(&mut sim);
    sim.send(&Intent::Close);
    sim.run_for(60_000);
    open(&mut sim);
    assert_eq!(sim.transcript().matches("wallet_getCapabilities").count(), 1);
    assert_eq!(asked(&sim, BALANCE), 2);
    sim.send(&Intent::RefreshBalance);
    sim.run_for(1_000);
    assert_eq!(sim.transcript().matches("wallet_getCapabilities").count(), 1);
}

#[test]
fn a_module_that_traps_is_asked_again() {
    let mut sim = connected(rich());
    sim.page().are_modules_broken = true;
    open(&mut sim);
    assert!(sim.page().state.tokens.step == ReadStep::Failed);
    sim.page().are_modules_broken = false;
    sim.run_for(31_000);
    assert!(sim.page().state.tokens.step == ReadStep::Read);
}

#[test]
fn the_address_shows_as_a_code_while_its_view_does() {
    let mut sim = connected(rich());
    open(&mut sim);
    sim.send(&Intent::Show { view: View::WalletReceive });
    let code = sim.page().state.receive.code.as_ref().map(|it| it.address.clone());
    assert_eq!(code.as_deref(), Some(ANVIL));
    sim.send(&Intent::Back);
    assert!(sim.page().state.receive.code.is_none());
    sim.send(&Intent::Show { view: View::WalletReceive });
    sim.send(&Intent::Disconnect { namespace: None });
    sim.run_for(1_000);
    assert!(!sim.page().state.route.history.contains(&View::WalletReceive));
}

#[test]
fn an_account_is_called_by_its_name_until_another_is_there() {
    let name = Some("harbour.eth".to_owned());
    let identity = Identity { name: name.clone(), avatar: None, resolved_at: None };
    let sim = connected(Server { identity, ..rich() });
    let called = |sim: &Sim| {
        let page = sim.page();
        let mut accounts = page.state.accounts.iter();
        accounts.next().and_then(|(_, it)| it.profile_name.clone())
    };
    assert_eq!(called(&sim), name);
    let mut sim = sim.reload();
    assert_eq!(called(&sim), name, "the next page knows it at once");
    sim.run_for(2_000);
    sim.send(&Intent::Disconnect { namespace: None });
    sim.run_for(1_000);
    assert_eq!(called(&sim), None);
    let wallet = "example.harbor".to_owned();
    sim.send(&Intent::Connect { wallet, namespace: None, is_double: None });
    sim.run_for(5_000);
    assert_eq!(called(&sim), name, "who comes back is asked about again");
    sim.page().server.identity = Identity::default();
    sim.emit(0, "accountsChanged", &vec![sim::OTHER_ADDRESS.to_owned()]);
    sim.run_for(10);
    assert_eq!(called(&sim), None, "another is there, whatever the server says later");
}

#[test]
fn a_name_is_as_good_as_new_for_five_minutes() {
    const IDENTITY: &str = "/identity";
    let named = |name: &str| Identity { name: Some(name.to_owned()), ..Identity::default() };
    let mut sim = connected(Server { identity: named("harbour.eth"), ..rich() });
    let asked = |sim: &Sim| sim.page().fetched.iter().filter(|url| url.contains(IDENTITY)).count();
    open(&mut sim);
    assert_eq!(asked(&sim), 1);
    sim.page().server.identity = named("pier.eth");
    sim.send(&Intent::Close);
    sim.run_for(300_000);
    assert_eq!(asked(&sim), 1, "nobody looks");
    open(&mut sim);
    assert_eq!(asked(&sim), 2);
    let page = sim.page();
    let (_, account) = page.state.accounts.iter().next().unwrap();
    assert_eq!(account.profile_name.as_deref(), Some("pier.eth"));
}

#[test]
fn a_name_that_could_not_be_asked_for_is_asked_for_again() {
    let identity =
        Identity { name: Some("harbour.eth".to_owned()), avatar: None, resolved_at: None };
    let mut sim = connected(Server { is_down: true, identity, ..rich() });
    let called = |sim: &Sim| {
        let page = sim.page();
        let mut accounts = page.state.accounts.iter();
        accounts.next().and_then(|(_, it)| it.profile_name.clone())
    };
    sim.run_for(10_000);
    sim.page().server.is_down = false;
    sim.run_for(10_000);
    assert_eq!(called(&sim), None);
    sim.run_for(20_000);
    assert_eq!(called(&sim).as_deref(), Some("harbour.eth"));
}

#[test]
fn what_is_done_with_the_activity_is_counted() {
    let mut sim = connected(Server { counts: true, ..rich() });
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
            r#"{"type":"LOAD_MORE_TRANSACTIONS","isSmartAccount":false}"#,
            r#"{"type":"ERROR_FETCH_TRANSACTIONS","isSmartAccount":false}"#,
        ]
    );
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
fn what_could_not_be_read_says_that_it_is_asked_for_again() {
    let mut sim = connected(rich());
    open(&mut sim);
    sim.page().server.is_down = true;
    sim.run_for(60_000);
    let step = |sim: &Sim| sim.page().state.tokens.step;
    assert_eq!(step(&sim), ReadStep::Failed);
    sim.send(&Intent::RefreshBalance);
    assert_eq!(step(&sim), ReadStep::Again);
    sim.run_for(20_000);
    assert_eq!(step(&sim), ReadStep::Failed);
    sim.send(&Intent::RefreshBalance);
    sim.send(&Intent::Close);
    assert_eq!(step(&sim), ReadStep::Failed, "nobody waits for it any more");
    sim.page().server.is_down = false;
    open(&mut sim);
    assert_eq!(step(&sim), ReadStep::Read);
}

#[test]
fn what_a_page_before_stored_goes_with_the_connection_too() {
    let mut sim = connected(rich());
    open(&mut sim);
    sim.send(&Intent::Close);
    let mut sim = sim.reload();
    sim.run_for(2_000);
    sim.send(&Intent::Disconnect { namespace: None });
    sim.run_for(1_000);
    let page = sim.page();
    let stored = page.storage.item("@latchkit/default:portfolio").unwrap();
    assert!(!stored.contains("WORTHY") && !stored.contains(ANVIL), "{stored}");
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
    let mut sim = connected(Server { nfts: page(&[5, 4], Some("1")), ..rich() });
    open(&mut sim);
    sim.send(&Intent::ShowTab { tab: AccountTab::Nfts });
    sim.run_for(1_000);
    sim.page().server.nfts = page(&[3], None);
    sim.send(&Intent::MoreNfts);
    sim.run_for(1_000);
    sim.page().server.nfts = page(&[6, 5, 4], Some("1"));
    sim.run_for(31_000);
    let page = sim.page();
    let shown = page.state.nfts.page.as_ref().unwrap();
    let tokens: Vec<&str> = shown.nfts.iter().filter_map(|it| it.token_id.as_deref()).collect();
    assert_eq!(tokens, ["6", "5", "4", "3"]);
    assert!(shown.next.is_none());
}

#[test]
fn a_wallet_that_does_not_know_the_chain_leaves_it_to_the_server() {
    let harbor = Wallet::new("example.harbor", "Harbor", ANVIL, DEV_CHAIN, Quirks::default());
    let capabilities = r#"{"0x7a69":{"assetDiscovery":{"supported":true}}}"#;
    let harbor = harbor
        .answering("wallet_getCapabilities", from_text(capabilities).unwrap())
        .answering("wallet_getAssets", Json::object([]));
    let mut sim = connected_by(harbor, rich());
    open(&mut sim);
    assert!(sim.page().state.tokens.step == ReadStep::Read);
    assert_eq!(asked(&sim, BALANCE), 1);
}

#[test]
fn what_changed_while_nobody_looked_is_read_when_it_shows() {
    let mut sim = connected(rich());
    open(&mut sim);
    sim.send(&Intent::Close);
    sim.send(&Intent::RefreshBalance);
    open(&mut sim);
    assert_eq!(asked(&sim, BALANCE), 2);
}

/// One NFT, and more after it.
fn with_more() -> Nfts {
    let nft = Nft {
        chain_id: ChainId::eip155(DEV_CHAIN),
        contract: "a".to_owned(),
        token_id: Some("1".to_owned()),
        quantity: "1".to_owned(),
        name: String::new(),
        collection: String::new(),
        image_url: String::new(),
        spam_reasons: vec![],
    };
    Nfts { nfts: vec![nft], next: Some("1".to_owned()), coverage: None }
}

fn ids(sim: &Sim) -> Vec<String> {
    let page = sim.page();
    let activity = page.state.activity.page.as_ref().unwrap();
    activity.transactions.iter().map(|it| it.id.clone()).collect()
}
