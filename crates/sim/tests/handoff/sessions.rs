//! Who is connected by a session, in which namespaces and as whom, and its end.

use engine::{Intent, Status};
use protocol::caip::Namespace;
use sim::{
    ANVIL, ANY_PHONE, DEV_CHAIN, PHONES, Quirks, Reaction, SOLANA_ADDRESS, Sim, Tabs, Wallet,
    config, solana,
};
use wire::to_text;

use super::{REACHED, choose, counted, name, on_phone, page, page_of, phone, server, status};

#[test]
fn who_approves_is_connected_under_the_name_of_the_wallet() {
    let mut sim = page(config(), Reaction::Approves);
    choose(&mut sim, ANY_PHONE);
    sim.run_for(1_000);
    assert_eq!(status(&sim, Namespace::Eip155), Some(Status::Connected));
    assert_eq!(name(&sim), "Marlin Mobile");
    assert!(!sim.page().state.modal.open);
    assert!(counted(&sim).contains(r#""name":"WalletConnect","platform":"qrcode""#));
    assert!(counted(&sim).contains(r#""type":"CONNECT_SUCCESS","method":"qrcode""#));
    let mut sim = sim.reload();
    sim.run_for(2_000);
    assert_eq!(name(&sim), "Marlin Mobile");
    let account = sim.page().state.accounts.get(Namespace::Eip155).unwrap().clone();
    assert_eq!(account.connected_wallet_info.unwrap().is_elsewhere, Some(true));
}

/// A host of two namespaces, and a phone that serves what it is told.
fn of_two(wallets: Vec<Wallet>) -> Sim {
    let mut config = config();
    config.networks.push(solana());
    let mut sim = Sim::of(wallets, server(), config);
    sim.send(&Intent::Open { view: None, namespace: None });
    sim.run_for(1_000);
    choose(&mut sim, ANY_PHONE);
    sim.run_for(2_000);
    sim
}

fn of_solana() -> Wallet {
    let wallet = Wallet::new(ANY_PHONE, "Marlin", SOLANA_ADDRESS, 1, Quirks::default());
    wallet.of(Namespace::Solana).in_module(PHONES)
}

#[test]
fn one_session_connects_all_that_it_serves_and_ends_for_all() {
    let sim = of_two(vec![phone(Reaction::Approves), of_solana()]);
    let both = [Namespace::Eip155, Namespace::Solana];
    let connected = |sim: &Sim| both.map(|it| status(sim, it) == Some(Status::Connected));
    assert_eq!(connected(&sim), [true, true]);
    let mut sim = sim.reload();
    sim.run_for(2_000);
    assert_eq!(connected(&sim), [true, true]);
    sim.send(&Intent::Disconnect { namespace: Some(Namespace::Solana) });
    sim.run_for(1_000);
    assert_eq!(connected(&sim), [false, false]);
}

#[test]
fn a_phone_that_serves_another_namespace_only_is_connected_there() {
    let sim = of_two(vec![of_solana()]);
    assert_eq!(status(&sim, Namespace::Solana), Some(Status::Connected));
    assert_ne!(status(&sim, Namespace::Eip155), Some(Status::Connected));
}

#[test]
fn another_wallet_that_read_the_code_is_shown_as_itself() {
    let phone = Wallet::new(ANY_PHONE, "Basalt", ANVIL, DEV_CHAIN, Quirks::default());
    let mut sim = page_of(config(), phone.in_module(PHONES));
    choose(&mut sim, REACHED);
    sim.run_for(1_000);
    assert_eq!(name(&sim), "Basalt");
    let mut sim = sim.reload();
    sim.run_for(2_000);
    assert_eq!(name(&sim), "Basalt");
}

#[test]
fn another_tab_knows_the_wallet_by_the_same_name() {
    let mut tabs = Tabs::new(page(on_phone(), Reaction::Approves));
    tabs.open();
    tabs.turn(0, |sim| choose(sim, REACHED));
    tabs.run_for(5_000);
    assert_eq!((name(&tabs[0]), name(&tabs[1])), ("Marlin".to_owned(), "Marlin".to_owned()));
}

/// The events whose name begins so, as they were counted.
fn counted_of(sim: &Sim, name: &str) -> Vec<String> {
    let page = sim.page();
    let texts = page.tracked.iter().map(to_text);
    texts.filter(|it| it.contains(&["\"type\":\"", name].concat())).collect()
}

#[test]
fn the_end_of_a_session_is_counted_once_and_so_is_that_it_could_not_be_ended() {
    for is_broken in [false, true] {
        let mut sim = of_two(vec![phone(Reaction::Approves), of_solana()]);
        sim.page().are_modules_broken = is_broken;
        sim.send(&Intent::Disconnect { namespace: None });
        sim.run_for(20_000);
        assert_ne!(status(&sim, Namespace::Eip155), Some(Status::Connected));
        let told = counted_of(&sim, "DISCONNECT_");
        let expected = if is_broken {
            r#""type":"DISCONNECT_ERROR","message":"noAnswer""#
        } else {
            r#""type":"DISCONNECT_SUCCESS","namespace":"all""#
        };
        assert!(told.len() == 1 && told[0].contains(expected), "{told:?}");
    }
}

#[test]
fn a_module_that_takes_its_time_ends_the_session_all_the_same() {
    let quirks = Quirks { answer_ms: 2_000, ..Quirks::default() };
    let wallet = Wallet::new(ANY_PHONE, "Marlin", ANVIL, DEV_CHAIN, quirks).in_module(PHONES);
    let mut sim = Sim::of(vec![wallet], server(), config());
    choose(&mut sim, ANY_PHONE);
    sim.run_for(5_000);
    assert_eq!(status(&sim, Namespace::Eip155), Some(Status::Connected));
    sim.send(&Intent::Disconnect { namespace: None });
    sim.run_for(5_000);
    assert_eq!(counted_of(&sim, "DISCONNECT_").len(), 1);
    assert!(counted(&sim).contains(r#""type":"DISCONNECT_SUCCESS","namespace":"all""#));
}
