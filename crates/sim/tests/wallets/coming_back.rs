//! The way back to a wallet that was installed: what the tab leaves itself, and what it makes of whatever
//! it finds on arrival.

use engine::{Config, Here, Intent, RowKind, Status, View, WayKind};
use protocol::api::{Injected, WalletListing};
use protocol::caip::Namespace;
use sim::directory::listings;
use sim::{
    ANVIL, DEV_CHAIN, OTHER_ADDRESS, Quirks, SNAPSHOT, SOLANA_ADDRESS, Server, Sim, Tabs, WAY_BACK,
    Wallet, config, solana,
};
use wire::{Json, from_text, to_text};

use super::{asked, harbor, opened, search, server};

/// When a page of the simulation is opened, in milliseconds since 1970.
const START_MS: u64 = 1_700_000_000_000;
const HARBOR: &str = "example.harbor";

/// Who looked at where to get a wallet, installed it, and had the page loaded anew.
fn installed(options: &str) -> Sim {
    let mut sim = opened(server(), options);
    sim.send(&Intent::AcceptTerms { is_accepted: true });
    installing(sim)
}

fn installing(mut sim: Sim) -> Sim {
    sim.send(&Intent::Open { view: Some("AllWallets".to_owned()), namespace: None });
    sim.run_for(500);
    let reloads = sim.page().reloads;
    sim.send(&Intent::Connect {
        wallet: listings()[4].id.clone(),
        namespace: None,
        is_double: None,
    });
    sim.send(&Intent::ReloadPage);
    sim.run_for(0);
    assert_eq!(sim.page().reloads, reloads + 1);
    sim
}

fn chosen_id() -> String {
    listings()[4].id.clone()
}

/// A tab with a connection, in whose session storage this stands, opened at [`START_MS`].
fn found(text: &str) -> Sim {
    found_by(server(), text)
}

fn found_by(server: Server, text: &str) -> Sim {
    let mut sim = Sim::of(vec![harbor()], server, config());
    sim.page().session = vec![(WAY_BACK.to_owned(), text.to_owned())];
    sim = sim.reload();
    sim.run_for(10_000);
    sim
}

/// An item that says this.
fn item(wallet: &str, at_ms: u64) -> String {
    let wallet = to_text(&Json::text(wallet));
    format!(r#"{{"v":1,"value":{{"wallet":{wallet},"atMs":"{at_ms}"}}}}"#)
}

fn history(sim: &Sim) -> Vec<View> {
    let page = sim.page();
    if page.state.modal.open { page.state.route.history.clone() } else { vec![] }
}

#[test]
fn who_has_installed_a_wallet_comes_back_to_it_once() {
    let sim = installed("{}");
    let id = listings()[4].rdns.clone().unwrap();
    sim.page().wallets.push(Wallet::new(&id, "Way", ANVIL, DEV_CHAIN, Quirks::default()));
    let mut sim = sim.reload();
    sim.run_for(500);
    {
        let page = sim.page();
        assert!(page.state.modal.open);
        assert_eq!(page.state.route.history, [View::Connect, View::Downloads]);
        assert_eq!(page.state.directory.chosen.as_ref().unwrap().rdns.as_ref(), Some(&id));
        let rows = page.rows();
        assert!(rows.iter().any(|it| it.wallet.id == id && it.kind == RowKind::Installed));
    }
    let mut again = sim.reload();
    again.run_for(500);
    assert!(!again.page().state.modal.open, "once");
    again.send(&Intent::Connect { wallet: id, namespace: None, is_double: None });
    again.run_for(5_000);
    assert!(again.page().state.accounts.iter().any(|(_, it)| it.address.is_some()));
}

#[test]
fn what_a_tab_leaves_itself_is_an_id_and_a_time() {
    let sim = installed("{}");
    let page = sim.page();
    let at_ms = START_MS + 1_500;
    assert_eq!(page.session, [(WAY_BACK.to_owned(), item(&chosen_id(), at_ms))]);
    assert!(page.storage.items().iter().all(|(_, text)| !text.contains(&chosen_id())));
}

#[test]
fn what_is_found_and_is_no_way_back_leads_nowhere_and_costs_nothing() {
    let id = chosen_id();
    let good = item(&id, START_MS);
    let texts = [
        String::new(),
        "null".to_owned(),
        "[]".to_owned(),
        "\u{0}\u{fffd}".to_owned(),
        good[..good.len() - 3].to_owned(),
        good.replace("\"v\":1", "\"v\":2"),
        good.replace("\"v\":1,", ""),
        good.replace("atMs", "at"),
        good.replace("wallet", "chosen"),
        good.replace(&format!("\"{START_MS}\""), &START_MS.to_string()),
        item(&id, START_MS).replace(&START_MS.to_string(), "-1"),
        item(&id, START_MS).replace(&START_MS.to_string(), "17e11"),
        item(&id, START_MS).replace(&START_MS.to_string(), "99999999999999999999999"),
        item("", START_MS),
        item("..", START_MS),
        item("<script>alert(1)</script>", START_MS),
        item(&format!("{id},{id}"), START_MS),
        item(&format!("{id}&exclude="), START_MS),
        item(&"a".repeat(254), START_MS),
        item(&"a".repeat(4_000_000), START_MS),
        "[".repeat(4_000_000),
    ];
    for text in texts {
        let text = &*text;
        let told = &text[..text.len().min(80)];
        let mut sim = opened(server(), "{}");
        sim.send(&Intent::Connect { wallet: HARBOR.to_owned(), namespace: None, is_double: None });
        sim.run_for(5_000);
        sim.page().session = vec![(WAY_BACK.to_owned(), text.to_owned())];
        sim.page().fetched.clear();
        let mut sim = sim.reload();
        assert_eq!(sim.page().session, [], "{told}");
        sim.run_for(10_000);
        assert_eq!(history(&sim), [], "{told}");
        assert_eq!(asked(&sim), [""; 0], "{told}");
        let page = sim.page();
        let account = page.state.accounts.get(Namespace::Eip155).unwrap();
        assert_eq!(account.status, Status::Connected, "{told}");
    }
}

#[test]
fn a_way_back_is_of_the_last_ten_minutes_and_never_from_the_future() {
    let id = chosen_id();
    let back: &[View] = &[View::Connect, View::Downloads];
    for (at_ms, expected) in [
        (START_MS, back),
        (START_MS - 600_000, back),
        (START_MS - 600_001, &[]),
        (START_MS + 1, &[]),
        (u64::MAX, &[]),
        (0, &[]),
    ] {
        assert_eq!(history(&found(&item(&id, at_ms))), expected, "{at_ms}");
    }
}

#[test]
fn the_directory_alone_says_what_a_wallet_is() {
    let mut listing = listings()[4].clone();
    listing.homepage = Some("https://moved.example/".to_owned());
    listing.webapp_link = Some("javascript:alert(1)".to_owned());
    "Renamed\u{202e}".clone_into(&mut listing.name);
    let server = Server { wallets: vec![listing.clone()], ..Server::default() };
    let more = r#","name":"Evil","icon":"https://evil.example/a.png","ways":[{"kind":"homepage","url":"https://evil.example/"}],"chosen":{}}}"#;
    let sim = found_by(server, &item(&listing.id, START_MS).replace("}}", more));
    let page = sim.page();
    let chosen = page.state.directory.chosen.as_ref().unwrap();
    assert_eq!(chosen.wallet.name, "Renamed");
    let ways: Vec<_> = chosen.ways.iter().map(|it| (it.kind, it.url.clone())).collect();
    let store = listing.chrome_store.unwrap();
    let moved = "https://moved.example/".to_owned();
    assert_eq!(ways, [(WayKind::ChromeStore, store), (WayKind::Homepage, moved)]);
    assert!(!to_text(chosen).contains("evil"));
}

#[test]
fn who_looks_for_a_wallet_that_nobody_knows_comes_back_to_the_list() {
    let good = item(&chosen_id(), START_MS);
    for (text, server) in [
        (item(&"f".repeat(64), START_MS), server()),
        (item(HARBOR, START_MS), server()),
        (good.clone(), Server { is_down: true, ..server() }),
        (good.clone(), Server { fails_with: Some(503), ..server() }),
        (good, Server { wallets: vec![], ..server() }),
    ] {
        assert_eq!(history(&found_by(server, &text)), [View::Connect], "{text}");
    }
}

#[test]
fn a_directory_that_takes_its_time_keeps_nobody_from_the_list() {
    let server = Server { fails_with: Some(503), ..server() };
    let mut sim = Sim::of(vec![harbor()], server, config());
    sim.page().session = vec![(WAY_BACK.to_owned(), item(&chosen_id(), START_MS))];
    sim = sim.reload();
    sim.run_for(900);
    assert_eq!(history(&sim), []);
    sim.run_for(200);
    assert_eq!(history(&sim), [View::Connect]);
    sim.page().server.fails_with = None;
    sim.run_for(10_000);
    assert_eq!(history(&sim), [View::Connect], "and moves nobody who reads it");
}

#[test]
fn a_wallet_of_the_hosts_own_is_come_back_to_without_the_directory() {
    let options = r#"{"customWallets":[{"id":"own","name":"Own","homepage":"https://own.example/",
        "chromeStore":"https://own.example/store"}]}"#;
    let mut sim = opened(server(), options);
    sim.send(&Intent::Show { view: View::AllWallets });
    sim.send(&Intent::Connect { wallet: "own".to_owned(), namespace: None, is_double: None });
    sim.send(&Intent::ReloadPage);
    sim.page().server.is_down = true;
    let mut sim = sim.reload();
    sim.run_for(500);
    assert_eq!(history(&sim), [View::Connect, View::Downloads]);
    assert_eq!(sim.page().state.directory.chosen.as_ref().unwrap().wallet.name, "Own");
}

#[test]
fn whoever_opened_the_dialog_meanwhile_stays_where_they_are_and_who_closed_it_has_it_closed() {
    for (intents, expected) in [
        (&[Intent::Show { view: View::AllWallets }][..], &[View::Connect, View::AllWallets][..]),
        (&[Intent::Close], &[]),
    ] {
        let mut sim = installed("{}").reload();
        sim.run_for(20);
        assert_eq!(history(&sim), [], "it is looked up");
        sim.send(&Intent::Open { view: None, namespace: None });
        for intent in intents {
            sim.send(intent);
        }
        sim.run_for(5_000);
        assert_eq!(history(&sim), expected);
    }
}

#[test]
fn no_other_tab_sees_the_way_back_of_one() {
    let mut tabs = Tabs::new(opened(server(), "{}"));
    tabs.open();
    tabs.run_for(1_000);
    let before = tabs[1].page().storage.items().to_vec();
    tabs.turn(0, |sim| sim.send(&Intent::Show { view: View::AllWallets }));
    tabs.turn(0, |sim| {
        sim.send(&Intent::Connect { wallet: chosen_id(), namespace: None, is_double: None });
    });
    tabs.turn(0, |sim| sim.send(&Intent::ReloadPage));
    assert_eq!((tabs[0].page().session.len(), tabs[1].page().session.len()), (1, 0));
    tabs.open();
    for other in [1, 2] {
        tabs.reload(other);
        tabs.run_for(1_000);
        assert_eq!(history(&tabs[other]), []);
        assert_eq!(tabs[other].page().storage.items(), before);
    }
    tabs.reload(0);
    tabs.run_for(1_000);
    assert_eq!(history(&tabs[0]), [View::Connect, View::Downloads]);
    assert_eq!(history(&tabs[1]), []);
}

#[test]
fn where_session_storage_is_blocked_the_page_is_loaded_anew_all_the_same() {
    let sim = opened(server(), "{}");
    sim.page().is_session_blocked = true;
    let mut sim = installing(sim).reload();
    sim.run_for(5_000);
    assert_eq!(history(&sim), []);
    assert_eq!(sim.page().warnings, [""; 0]);
}

#[test]
fn a_snapshot_of_before_that_has_a_way_back_is_read_and_leads_nowhere() {
    let mut sim = opened(server(), "{}");
    sim.send(&Intent::Connect { wallet: HARBOR.to_owned(), namespace: None, is_double: None });
    sim.run_for(5_000);
    let whole = sim.page().storage.item(SNAPSHOT).unwrap().to_owned();
    let back = r#","back":{"chosen":{"wallet":{"id":"a","name":"A","providers":[],"isDouble":false},"reach":"install","ways":[]},"atMs":"1700000000000"}}}"#;
    let older = whole.strip_suffix("}}").unwrap().to_owned() + back;
    let _: Json = from_text(&older).unwrap();
    sim.page().storage.set_item(SNAPSHOT, &older);
    let mut sim = sim.reload();
    sim.run_for(5_000);
    assert_eq!(history(&sim), []);
    assert_eq!(sim.page().warnings, [""; 0]);
    let status = sim.page().state.accounts.get(Namespace::Eip155).unwrap().status;
    assert_eq!(status, Status::Connected);
    sim.emit(0, "accountsChanged", &vec![OTHER_ADDRESS.to_owned()]);
    let now = sim.page().storage.item(SNAPSHOT).unwrap().to_owned();
    assert!(now.contains(OTHER_ADDRESS) && !now.contains("back"));
}

#[test]
fn a_wallet_of_any_namespace_is_here_by_whatever_the_directory_knows_it_by() {
    let solflare = WalletListing {
        rdns: None,
        injected: vec![Injected {
            namespace: "solana".to_owned(),
            injected_id: "Solflare".to_owned(),
        }],
        ..listings()[500].clone()
    };
    let wallets = listings().into_iter().take(500).chain([solflare.clone()]).collect();
    let solana = Config { networks: vec![solana()], default_network: None, ..config() };
    let mut sim = Sim::of(vec![], Server { wallets, ..Server::default() }, solana);
    sim.send(&Intent::Open { view: Some("AllWallets".to_owned()), namespace: None });
    sim.send(&search(&solflare.name));
    sim.run_for(1_000);
    sim.send(&Intent::Connect { wallet: solflare.id, namespace: None, is_double: None });
    sim.send(&Intent::ReloadPage);
    let here = |sim: &Sim| match &sim.page().state.directory.chosen.as_ref().unwrap().here {
        Some(Here::One { wallet }) => Some(wallet.id.clone()),
        Some(Here::Several) => panic!("one is installed"),
        None => None,
    };
    assert_eq!(here(&sim), None);

    let mut sim = sim.reload();
    sim.run_for(500);
    assert_eq!(here(&sim), None, "nothing has changed");
    let installed = |id: &str| {
        Wallet::new(id, "Sun", SOLANA_ADDRESS, DEV_CHAIN, Quirks::default()).of(Namespace::Solana)
    };
    sim.install(installed("Other"));
    assert_eq!(here(&sim), None);
    sim.install(installed("Solflare"));
    assert_eq!(here(&sim).as_deref(), Some("Solflare"));
    sim.send(&Intent::Connect { wallet: here(&sim).unwrap(), namespace: None, is_double: None });
    sim.run_for(5_000);
    assert_eq!(sim.page().state.accounts.get(Namespace::Solana).unwrap().status, Status::Connected);
}

#[test]
fn who_comes_back_much_later_is_not_led_anywhere() {
    let mut sim = installed("{}");
    sim.run_for(601_000);
    let mut sim = sim.reload();
    sim.run_for(500);
    assert!(!sim.page().state.modal.open);
}

#[test]
fn who_has_to_accept_terms_comes_back_to_the_list() {
    let options =
        r#"{"termsConditionsUrl":"https://site.example/t","features":{"legalCheckbox":true}}"#;
    let mut sim = installed(options).reload();
    sim.run_for(500);
    assert_eq!(sim.page().state.route.history, [View::Connect]);
}
