//! Who approves is connected, whenever the page was thrown away.

use engine::{Ask, Config, Handoff, Intent, LinkStep, Status, View};
use protocol::caip::Namespace;
use protocol::event::wallet::WalletPlatform;
use sim::afar::At;
use sim::{ANVIL, ANY_PHONE, Sim, Tabs, WAY_BACK, config};
use wire::{Json, from_text, read, to_text};

use super::{
    HARBOR, address, approve, choose, code, counted, is_connected, of_link, on_phone, pair,
    sessions, status, tapped, throw_away, thrown_away, world,
};

const OWN: &str = "Our wallet";

/// On a phone: the tap of the host's own wallet, which no directory tells of.
fn tapped_own() -> (Sim, At, String) {
    let options =
        r#"{"customWallets":[{"id":"Our wallet","name":"Ours","mobile_link":"ours://"}]}"#;
    let (mut sim, phone) = world(Config { options: from_text(options).unwrap(), ..on_phone() });
    choose(&mut sim, OWN);
    let uri = of_link(&sim, "ours://wc?");
    (sim, phone, uri)
}

#[test]
fn who_approves_while_the_page_is_gone_is_connected_by_the_next_as_by_the_first() {
    let (mut sim, phone) = thrown_away(tapped());
    approve(&mut sim, phone);
    let mut sim = sim.reload();
    sim.run_for(2_000);
    is_connected(&mut sim, phone);
    let counted = to_text(&sim.page().tracked);
    assert!(counted.contains(r#""type":"CONNECT_SUCCESS","method":"mobile","name":"Harbor""#));
    let stored =
        to_text(&Json::list(sim.page().storage.items().iter().map(|it| Json::text(&it.1))));
    assert!(stored.contains(HARBOR) && stored.contains("Harbor"), "it is a recent one: {stored}");
    // Who signs is led to the same wallet, now and after another reload.
    for _ in 0..2 {
        sim.page().opened.clear();
        let (namespace, method) = (Namespace::Eip155, "personal_sign".to_owned());
        sim.ask_at_click(&Ask::Request { namespace, method, params: None });
        assert_eq!(sim.page().opened.len(), 1);
        assert!(sim.page().opened[0].0.starts_with("harbor://wc?sessionTopic="));
        sim = sim.reload();
        sim.run_for(3_000);
        is_connected(&mut sim, phone);
    }
}

#[test]
fn whenever_the_page_dies_and_the_next_one_too_who_approves_is_connected() {
    for dies_after_ms in [0, 1, 2, 3, 5, 10, 20, 50, 100, 300, 1_000] {
        for step in 0..4 {
            let (mut sim, phone, uri) = tapped();
            let die = |sim: Sim, at: u32| {
                if at != step {
                    return sim;
                }
                let mut sim = sim;
                sim.run_for(dies_after_ms);
                throw_away(&mut sim);
                sim.run_for(50);
                let mut sim = sim.reload();
                // The second one dies, too.
                sim.run_for(dies_after_ms);
                sim.reload()
            };
            sim = die(sim, 0);
            pair(&mut sim, phone, &uri);
            sim = die(sim, 1);
            approve(&mut sim, phone);
            sim = die(sim, 2);
            sim.run_for(3_000);
            sim = die(sim, 3);
            sim.run_for(3_000);
            is_connected(&mut sim, phone);
        }
    }
}

#[test]
fn who_took_the_pairing_up_before_is_led_back_to_the_app_without_it() {
    let (mut sim, phone, uri) = tapped();
    pair(&mut sim, phone, &uri);
    throw_away(&mut sim);
    sim = sim.reload();
    sim.run_for(1_000);
    sim.send(&Intent::Open { view: None, namespace: None });
    for opened in 2..4 {
        sim.send(&Intent::OpenWallet);
        assert_eq!(sim.page().opened.len(), opened);
        assert_eq!(sim.page().opened[opened - 1].0, "harbor://");
    }
    approve(&mut sim, phone);
    is_connected(&mut sim, phone);
}

#[test]
fn who_looks_on_and_approves_has_the_dialog_closed() {
    let (mut sim, phone, uri) = tapped();
    throw_away(&mut sim);
    sim = sim.reload();
    // Quicker than the directory: the list shows first.
    sim.send(&Intent::Open { view: None, namespace: None });
    sim.run_for(1_000);
    assert_eq!(sim.page().state.route.view(), View::ConnectingWalletConnect);
    pair(&mut sim, phone, &uri);
    approve(&mut sim, phone);
    is_connected(&mut sim, phone);
}

#[test]
fn one_tab_is_connected_by_it_and_the_other_hears_of_that() {
    let (sim, phone, uri) = tapped();
    let mut tabs = Tabs::new(sim);
    tabs.open();
    tabs.turn(0, throw_away);
    tabs.turn(0, |sim| pair(sim, phone, &uri));
    tabs.turn(0, |sim| approve(sim, phone));
    tabs.run_for(2_000);
    assert_ne!(status(&tabs[1]), Some(Status::Connected));
    tabs.reload(0);
    tabs.run_for(3_000);
    for tab in 0..2 {
        assert_eq!(address(&tabs[tab]).as_deref(), Some(ANVIL), "tab {tab}");
    }
    let counts = [0, 1].map(|tab| counted(&tabs[tab], "CONNECT_SUCCESS"));
    assert_eq!((counts, tabs.turn(0, |sim| sessions(sim, phone))), ([1, 0], 1));
}

#[test]
fn a_code_that_another_device_reads_outlives_the_page_too() {
    let (mut sim, phone) = world(config());
    choose(&mut sim, ANY_PHONE);
    sim.run_for(1_000);
    let uri = code(&sim);
    sim = sim.reload();
    pair(&mut sim, phone, &uri);
    sim.run_for(1_000);
    sim.send(&Intent::Open { view: None, namespace: None });
    assert_eq!(sim.page().state.route.view(), View::ConnectingWalletConnectBasic);
    assert_eq!(code(&sim), uri);
    approve(&mut sim, phone);
    sim.run_for(1_000);
    is_connected(&mut sim, phone);
    assert!(to_text(&sim.page().tracked).contains(r#""CONNECT_SUCCESS","method":"qrcode""#));
}

#[test]
fn a_page_loaded_anew_connects_nobody_by_a_code_until_a_phone_has_read_it() {
    let offered = |sim: &Sim| sim.page().state.connect.offered_in;
    let (mut sim, phone) = world(config());
    choose(&mut sim, ANY_PHONE);
    sim.run_for(1_000);
    let uri = code(&sim);
    sim = sim.reload();
    sim.run_for(1_000);
    assert!(!sim.page().state.modal.open && sim.page().state.connect.wallet.is_some());
    assert_eq!(offered(&sim), Some(Namespace::Eip155));
    pair(&mut sim, phone, &uri);
    assert_eq!(offered(&sim), None);
    // A wallet that somebody was led to may have it, whatever the page before heard.
    let (mut sim, _, _) = tapped();
    throw_away(&mut sim);
    sim = sim.reload();
    sim.run_for(1_000);
    assert!(!sim.page().state.modal.open && sim.page().state.connect.wallet.is_some());
    assert_eq!(offered(&sim), None);
}

#[test]
fn where_the_directory_is_out_of_reach_the_wallet_says_who_it_is() {
    let (mut sim, phone) = thrown_away(tapped());
    approve(&mut sim, phone);
    sim.page().server.wallets.clear();
    sim = sim.reload();
    sim.run_for(5_000);
    is_connected(&mut sim, phone);
    let account = sim.page().state.accounts.get(Namespace::Eip155).unwrap().clone();
    assert_eq!(account.connected_wallet_info.unwrap().name, "Pocket");
}

#[test]
fn a_site_that_wants_accounts_meanwhile_has_the_person_see_what_is_waited_for() {
    let (mut sim, phone) = thrown_away(tapped());
    sim = sim.reload();
    sim.run_for(1_000);
    assert!(!sim.page().state.modal.open);
    sim.request("eth_requestAccounts");
    assert!(sim.page().state.modal.open);
    assert_eq!(sim.page().state.route.view(), View::ConnectingWalletConnect);
    approve(&mut sim, phone);
    is_connected(&mut sim, phone);
}

#[test]
fn a_wallet_of_the_hosts_own_is_gone_on_with_whatever_its_id() {
    let (mut sim, phone) = thrown_away(tapped_own());
    approve(&mut sim, phone);
    sim = sim.reload();
    sim.run_for(2_000);
    is_connected(&mut sim, phone);
    let counted = to_text(&sim.page().tracked);
    assert!(
        counted.contains(r#""type":"CONNECT_SUCCESS","method":"mobile","name":"Ours""#),
        "{counted}"
    );
}

#[test]
fn who_was_led_by_a_code_waits_beside_it_and_not_at_a_link_that_opens_nothing() {
    let (mut sim, phone, uri) = tapped();
    pair(&mut sim, phone, &uri);
    throw_away(&mut sim);
    let left = sim.page().session[0].1.clone();
    let of_code = left.replace(r#","link":"harbor://""#, "");
    assert_ne!(of_code, left);
    sim.page().session = vec![(WAY_BACK.to_owned(), of_code)];
    sim = sim.reload();
    sim.run_for(1_000);
    sim.send(&Intent::Open { view: None, namespace: None });
    let handoff = sim.page().state.connect.handoff.clone().unwrap();
    let Handoff { platform, link, .. } = read(&handoff).unwrap();
    assert_eq!((platform, link), (WalletPlatform::Qrcode, LinkStep::Unopened));
    approve(&mut sim, phone);
    is_connected(&mut sim, phone);
}

#[test]
fn who_chooses_the_same_wallet_before_the_module_goes_on_is_connected_by_what_they_approved() {
    for after_ms in [0, 1, 5, 20] {
        let (mut sim, phone) = thrown_away(tapped_own());
        approve(&mut sim, phone);
        sim = sim.reload();
        sim.run_for(after_ms);
        choose(&mut sim, OWN);
        sim.run_for(3_000);
        is_connected(&mut sim, phone);
    }
}
