//! When it is read, what shows of it meanwhile, and what becomes of failures.

use engine::{AccountTab, Intent, ReadStep};
use protocol::rpc::Node;
use sim::{ANVIL, DEV_CHAIN, NODE_URL, Quirks, Server, Sim, Wallet, config};
use wire::Number;

use crate::{BALANCE, HISTORY, asked, connected, open, rich};

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
fn on_a_chain_that_the_server_does_not_reach_nobody_is_asked() {
    let mut sim = connected(Server { chains: vec![], ..rich() });
    open(&mut sim);
    assert_eq!(asked(&sim, BALANCE), 0);
    assert!(sim.page().state.tokens.step == ReadStep::Unknown);
}

#[test]
fn a_chain_that_only_nodes_of_the_host_reach_is_told_of_once_and_has_its_native_balance() {
    let mut config = config();
    config.networks[0].nodes = vec![Node { url: NODE_URL.to_owned(), headers: vec![] }];
    let harbor = Wallet::new("example.harbor", "Harbor", ANVIL, DEV_CHAIN, Quirks::default());
    let own_node = Some("0xde0b6b3a7640000".to_owned());
    let server = Server { chains: vec![], own_node, ..rich() };
    let mut sim = Sim::of(vec![harbor], server, config);
    sim.run_for(500);
    let wallet = "example.harbor".to_owned();
    sim.send(&Intent::Connect { wallet, namespace: None, is_double: None });
    sim.run_for(5_000);
    open(&mut sim);
    sim.send(&Intent::ShowTab { tab: AccountTab::Activity });
    sim.run_for(120_000);
    assert_eq!(sim.page().alerts, ["chainWithoutNode"]);
    let balances =
        sim.page().state.accounts.iter().map(|(_, it)| it.balance.clone()).collect::<Vec<_>>();
    assert_eq!(balances, [Some("1".to_owned())]);
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
fn what_changed_while_nobody_looked_is_read_when_it_shows() {
    let mut sim = connected(rich());
    open(&mut sim);
    sim.send(&Intent::Close);
    sim.send(&Intent::RefreshBalance);
    open(&mut sim);
    assert_eq!(asked(&sim, BALANCE), 2);
}
