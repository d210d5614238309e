//! Two tabs of one browser, each with an engine: what one of them does, the other is told of by the
//! browser and by the wallets only.
#![allow(clippy::unwrap_used)]

use engine::{Intent, Status};
use protocol::caip::Namespace;
use sim::{
    ANVIL, DEV_CHAIN, OTHER_ADDRESS, Quirks, Reaction, SNAPSHOT, Server, Sim, Tabs, Wallet, config,
};
use wire::Json;

const HARBOR: usize = 0;
const REEF: usize = 1;

/// One tab, with two wallets.
fn one(server: Server) -> Tabs {
    let of = |id, name, address| Wallet::new(id, name, address, DEV_CHAIN, Quirks::default());
    let wallets =
        vec![of("example.harbor", "Harbor", ANVIL), of("example.reef", "Reef", OTHER_ADDRESS)];
    Tabs::new(Sim::of(wallets, server, config()))
}

fn two() -> Tabs {
    let mut tabs = one(Server::default());
    tabs.open();
    tabs.run_for(500);
    tabs
}

fn choose(tabs: &mut Tabs, tab: usize, wallet: &str) {
    let namespace = Some(Namespace::Eip155);
    tabs.turn(tab, |sim| {
        sim.send(&Intent::Connect { wallet: wallet.to_owned(), namespace, is_double: None });
    });
}

fn connect(tabs: &mut Tabs, tab: usize, wallet: &str) {
    choose(tabs, tab, wallet);
    tabs.run_for(3_000);
}

/// The address that each tab shows as connected.
fn shown(tabs: &Tabs) -> Vec<Option<String>> {
    let of = |tab: usize| {
        let page = tabs[tab].page();
        let account = page.state.accounts.get(Namespace::Eip155);
        account.filter(|it| it.status == Status::Connected).and_then(|it| it.address.clone())
    };
    (0..tabs.count()).map(of).collect()
}

fn both(address: &str) -> Vec<Option<String>> {
    vec![Some(address.to_owned()); 2]
}

/// What the first tab shows the moment it is loaded anew.
fn first_seen_anew(tabs: &mut Tabs) -> Option<Status> {
    tabs.reload(0);
    tabs[0].page().state.accounts.get(Namespace::Eip155).map(|it| it.status)
}

#[test]
fn a_connection_its_wallet_and_its_end_are_those_of_both_tabs() {
    let mut tabs = two();
    connect(&mut tabs, 0, "example.harbor");
    assert_eq!(shown(&tabs), both(ANVIL));
    connect(&mut tabs, 1, "example.reef");
    assert_eq!(shown(&tabs), both(OTHER_ADDRESS));
    tabs.turn(0, |sim| sim.send(&Intent::Disconnect { namespace: None }));
    assert_eq!(shown(&tabs), [None, None]);
}

#[test]
fn what_a_wallet_takes_back_is_shown_in_no_tab() {
    let mut tabs = two();
    connect(&mut tabs, 0, "example.harbor");
    tabs.turn(1, |sim| {
        sim.page().wallets[HARBOR].is_permitted = false;
        sim.emit(HARBOR, "accountsChanged", &Json::list([]));
    });
    assert_eq!(shown(&tabs), [None, None]);
}

#[test]
fn whoever_connects_a_wallet_again_in_one_tab_is_connected_in_both() {
    let mut tabs = two();
    connect(&mut tabs, 0, "example.harbor");
    tabs.turn(0, |sim| {
        sim.page().wallets[HARBOR].is_permitted = false;
        sim.emit(HARBOR, "accountsChanged", &Json::list([]));
    });
    // The stored connection is the same as before: browsers tell nobody of it.
    connect(&mut tabs, 0, "example.harbor");
    assert_eq!(shown(&tabs), both(ANVIL));
}

#[test]
fn a_tab_that_was_loading_hears_of_a_connection() {
    let mut tabs = one(Server { second_half_delay_ms: 3_000, ..Server::default() });
    tabs.run_for(4_000);
    tabs.open();
    connect(&mut tabs, 0, "example.harbor");
    tabs.run_for(4_000);
    assert_eq!(shown(&tabs), both(ANVIL));
    assert_eq!(first_seen_anew(&mut tabs), Some(Status::Connecting));
}

#[test]
fn a_tab_without_the_wallet_takes_the_connection_from_nobody() {
    let mut tabs = one(Server::default());
    connect(&mut tabs, 0, "example.harbor");
    tabs[0].page().wallets[HARBOR].quirks.announce_delay_ms = 60_000;
    tabs.open();
    tabs.transcripts();
    tabs.run_for(10_000);
    assert_eq!(shown(&tabs), [Some(ANVIL.to_owned()), None]);
    let written = tabs.transcripts().matches("write snapshot").count();
    assert_eq!(written, 2, "once by each");
    assert!(tabs[1].page().storage.item(SNAPSHOT).unwrap().contains(ANVIL));
    assert_eq!(first_seen_anew(&mut tabs), Some(Status::Connecting));
}

/// A tab that waits for the wallet, while another says that it has taken its accounts back.
fn waiting_beside_one_that_lost_it() -> Tabs {
    // No balance comes that would have it written anyway.
    let mut tabs = one(Server { is_down: true, ..Server::default() });
    connect(&mut tabs, 0, "example.harbor");
    tabs[0].page().wallets[HARBOR].quirks.announce_delay_ms = 800;
    tabs.open();
    tabs.turn(0, |sim| {
        sim.page().wallets[HARBOR].is_permitted = false;
        sim.emit(HARBOR, "accountsChanged", &Json::list([]));
    });
    tabs.run_for(500);
    assert_eq!(shown(&tabs), [None, None]);
    // Given again without a word.
    tabs.turn(0, |sim| sim.page().wallets[HARBOR].is_permitted = true);
    tabs
}

#[test]
fn a_tab_says_who_is_there_once_the_wallet_has_said_so() {
    let mut tabs = waiting_beside_one_that_lost_it();
    tabs.run_for(5_000);
    assert_eq!(shown(&tabs), both(ANVIL));
}

#[test]
fn who_has_come_back_is_seen_at_once_by_the_next_page() {
    let mut tabs = waiting_beside_one_that_lost_it();
    tabs.close(0);
    tabs.run_for(5_000);
    assert_eq!(shown(&tabs), [Some(ANVIL.to_owned())]);
    assert_eq!(first_seen_anew(&mut tabs), Some(Status::Connecting));
}

#[test]
fn who_connects_is_told_though_this_tab_was_bringing_them_back() {
    // No balance comes that would have it written anyway.
    let mut tabs = one(Server { is_down: true, ..Server::default() });
    connect(&mut tabs, 0, "example.harbor");
    tabs[0].page().wallets[HARBOR].quirks.answer_ms = 9_000;
    tabs.open();
    tabs.turn(0, |sim| {
        sim.page().wallets[HARBOR].is_permitted = false;
        sim.emit(HARBOR, "accountsChanged", &Json::list([]));
    });
    // Asked by the person it is quick: it has not answered yet what it was asked as the page loaded.
    for tab in [0, 1] {
        tabs[tab].page().wallets[HARBOR].quirks.answer_ms = 100;
    }
    choose(&mut tabs, 1, "example.harbor");
    tabs.run_for(5_000);
    assert_eq!(shown(&tabs), both(ANVIL));
}

#[test]
fn giving_up_in_one_tab_leaves_the_other_as_it_is() {
    let mut tabs = two();
    connect(&mut tabs, 0, "example.harbor");
    for tab in [0, 1] {
        tabs[tab].page().wallets[REEF].quirks.connect = Reaction::Hangs;
        choose(&mut tabs, tab, "example.reef");
        tabs.run_for(1_000);
        tabs.turn(tab, |sim| sim.send(&Intent::Close));
        tabs.run_for(1_000);
        assert_eq!(shown(&tabs), both(ANVIL));
    }
}

#[test]
fn who_gives_up_in_one_tab_finds_what_the_other_has_connected_meanwhile() {
    let mut tabs = two();
    tabs[1].page().wallets[REEF].quirks.connect = Reaction::Hangs;
    choose(&mut tabs, 1, "example.reef");
    connect(&mut tabs, 0, "example.harbor");
    tabs.turn(1, |sim| sim.send(&Intent::Close));
    assert_eq!(shown(&tabs), both(ANVIL));
    assert_eq!(first_seen_anew(&mut tabs), Some(Status::Connecting));
}

#[test]
fn of_two_wallets_that_two_tabs_ask_the_last_to_approve_is_connected_in_both() {
    let mut tabs = two();
    tabs[1].page().wallets[REEF].quirks.answer_ms = 2_000;
    choose(&mut tabs, 1, "example.reef");
    connect(&mut tabs, 0, "example.harbor");
    tabs.run_for(10_000);
    assert_eq!(shown(&tabs), both(OTHER_ADDRESS));
    assert!(!tabs[1].page().state.modal.open);
}

#[test]
fn a_reload_and_a_closed_tab_leave_the_other_as_it_is() {
    let mut tabs = two();
    connect(&mut tabs, 0, "example.harbor");
    tabs.reload(1);
    tabs.run_for(3_000);
    assert_eq!(shown(&tabs), both(ANVIL));
    tabs.close(0);
    tabs.run_for(3_000);
    assert_eq!(shown(&tabs), [Some(ANVIL.to_owned())]);
}

#[test]
fn who_comes_back_in_one_tab_is_looked_for_again_in_the_other() {
    // Without a server no balance changes what is stored.
    let mut tabs = one(Server { is_down: true, ..Server::default() });
    tabs.open();
    tabs.run_for(500);
    tabs[0].page().wallets[HARBOR].is_gone = true;
    connect(&mut tabs, 1, "example.harbor");
    assert_eq!(shown(&tabs), [None, Some(ANVIL.to_owned())]);
    tabs[0].page().wallets[HARBOR].is_gone = false;
    tabs.reload(1);
    tabs.run_for(3_000);
    assert_eq!(shown(&tabs), both(ANVIL));
}
