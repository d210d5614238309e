//! A code for a phone, on a desktop: which wallets read it, how long it lasts, and why there is none.

use engine::{Config, ConnectError, ConnectStep, HandoffStep, Intent, RowKind, Status, View};
use protocol::api::WalletConnectRelay;
use protocol::caip::Namespace;
use protocol::event::wallet::WalletPlatform;
use protocol::module::session::Unreachable;
use protocol::reached_wallets::ReachedWallets;
use protocol::rpc::USER_REJECTED;
use sim::{ANVIL, ANY_PHONE, DEV_CHAIN, Quirks, Reaction, Server, Sim, Wallet, config};
use wire::Json;

use super::{
    REACHED, UNREACHED, choose, counted, handoff, is_offered, name, on_phone, page, phone, relays,
    server, status, view, with_options,
};

const BASIC: View = View::ConnectingWalletConnectBasic;

#[test]
fn any_wallet_takes_up_the_code_of_the_row() {
    let mut sim = page(config(), Reaction::Hangs);
    sim.page().relay.reach_ms = 500;
    sim.page().relay.taken_up_ms = Some(1_000);
    let first = sim.page().state.catalog.rows[0].clone();
    assert_eq!((first.kind, &*first.wallet.id), (RowKind::WalletConnect, ANY_PHONE));
    choose(&mut sim, ANY_PHONE);
    assert_eq!(view(&sim), View::ConnectingWalletConnectBasic);
    assert_eq!((handoff(&sim).step, handoff(&sim).code), (HandoffStep::Reaching, None));
    sim.run_for(600);
    let ready = handoff(&sim);
    assert_eq!(ready.step, HandoffStep::Ready);
    assert_eq!(ready.uri, ready.code.map(|it| it.address));
    sim.send(&Intent::CopyLink);
    assert_eq!(sim.page().clipboard, ready.uri);
    sim.run_for(1_000);
    assert_eq!(handoff(&sim).step, HandoffStep::TakenUp);
    assert_eq!(relays(&sim), ["public", "own"]);
}

#[test]
fn a_code_is_only_offered_until_somebody_takes_it_up() {
    let mut sim = page(config(), Reaction::Hangs);
    sim.page().relay.taken_up_ms = Some(1_000);
    assert!(!is_offered(&sim));
    choose(&mut sim, ANY_PHONE);
    assert!(is_offered(&sim));
    sim.run_for(900);
    assert_eq!((handoff(&sim).step, is_offered(&sim)), (HandoffStep::Ready, true));
    // Hosts hear as before that a connection is being made.
    assert_eq!(status(&sim, Namespace::Eip155), Some(Status::Connecting));
    sim.run_for(1_000);
    assert_eq!((handoff(&sim).step, is_offered(&sim)), (HandoffStep::TakenUp, false));
    sim.send(&Intent::Retry);
    assert!(is_offered(&sim));
    sim.send(&Intent::Close);
    assert!(!is_offered(&sim));
}

/// A page whose operator's relays reach these wallets, and what its row of phones leads to.
fn read_by(wallets: ReachedWallets, config: Config) -> Sim {
    let url = "wss://own.example".to_owned();
    let relays = vec![WalletConnectRelay { url, project_id: "own".to_owned(), wallets }];
    let server = Server { relays, ..server() };
    let mut sim = Sim::of(vec![phone(Reaction::Hangs)], server, config);
    sim.send(&Intent::Open { view: None, namespace: None });
    sim.run_for(1_000);
    choose(&mut sim, ANY_PHONE);
    sim.run_for(1_000);
    sim
}

#[test]
fn a_code_says_which_wallets_read_it() {
    let listed = |ids: &[&str]| ReachedWallets::Listed(ids.iter().map(|&it| it.into()).collect());
    let own = r#"{"customWallets":[{"id":"own","name":"Own","mobile_link":"own:"}]}"#;
    for (wallets, config, expected) in [
        (ReachedWallets::All, config(), None),
        (listed(&[REACHED]), config(), Some((vec!["Marlin"], 0))),
        (listed(&["elsewhere", REACHED, UNREACHED]), config(), Some((vec!["Marlin", "Basalt"], 1))),
        (listed(&["elsewhere"]), config(), Some((vec![], 1))),
        (listed(&[]), with_options(own), Some((vec!["Own"], 0))),
    ] {
        let sim = read_by(wallets.clone(), config);
        assert_eq!(handoff(&sim).step, HandoffStep::Ready, "{wallets:?}");
        let readers = handoff(&sim).readers.map(|it| (it.names, it.more));
        let expected = expected.map(|(names, more): (Vec<&str>, _)| {
            (names.iter().map(|&it| it.to_owned()).collect::<Vec<_>>(), more)
        });
        assert_eq!(readers, expected, "{wallets:?}");
    }
}

#[test]
fn a_code_that_no_wallet_reads_is_not_shown_and_a_phone_gets_to_the_page() {
    let mut sim = read_by(ReachedWallets::default(), config());
    assert_eq!((view(&sim), handoff(&sim).step), (BASIC, HandoffStep::Unread));
    assert_eq!((handoff(&sim).uri, handoff(&sim).code), (None, None));
    assert!(sim.page().relays_asked.is_empty());
    assert!(!counted(&sim).contains("CONNECT_ERROR"));
    let page = "https://site.example/swap?from=1".to_owned();
    sim.send(&Intent::ShowCode { address: page.clone() });
    assert_eq!(view(&sim), View::OpenOnPhone);
    let chosen = sim.page().state.directory.chosen.clone().unwrap();
    assert_eq!((chosen.code_url, chosen.code.unwrap().address), (None, page.clone()));
    sim.send(&Intent::CopyLink);
    assert_eq!(sim.page().clipboard, Some(page));
    sim.send(&Intent::Back);
    assert_eq!(view(&sim), BASIC);
}

#[test]
fn whose_wallet_does_not_read_the_code_opens_the_page_in_it() {
    let mut sim = read_by(ReachedWallets::Listed(vec![REACHED.to_owned()]), config());
    let page = "https://site.example/".to_owned();
    sim.send(&Intent::ShowCode { address: page.clone() });
    sim.send(&Intent::CopyLink);
    assert_eq!((view(&sim), sim.page().clipboard.clone()), (View::OpenOnPhone, Some(page)));
    // The code is still waited for.
    sim.send(&Intent::Back);
    assert_eq!((view(&sim), handoff(&sim).step), (BASIC, HandoffStep::Ready));
}

#[test]
fn who_is_quicker_than_the_operator_waits_for_which_wallets_read_a_code() {
    let server = Server { relays: vec![], ..server() };
    let mut sim = Sim::of(vec![phone(Reaction::Hangs)], server, config());
    sim.send(&Intent::Open { view: None, namespace: None });
    choose(&mut sim, ANY_PHONE);
    assert_eq!(handoff(&sim).step, HandoffStep::Reaching);
    sim.run_for(1_000);
    assert_eq!(handoff(&sim).step, HandoffStep::Unread);
}

#[test]
fn a_code_counts_its_last_minute_down_and_a_new_one_is_one_press_away() {
    let mut sim = page(config(), Reaction::Hangs);
    choose(&mut sim, ANY_PHONE);
    sim.run_for(239_000);
    assert_eq!(handoff(&sim).seconds_left, None);
    sim.run_for(19_000);
    assert!((40..=43).contains(&handoff(&sim).seconds_left.unwrap()), "{:?}", handoff(&sim));
    let before = handoff(&sim).uri;
    sim.run_for(45_000);
    assert_eq!(handoff(&sim).step, HandoffStep::Expired);
    assert!(counted(&sim).contains(r#""type":"CONNECT_ERROR","message":"expired""#));
    sim.send(&Intent::Retry);
    sim.run_for(1_000);
    assert_eq!(handoff(&sim).step, HandoffStep::Ready);
    assert_ne!(handoff(&sim).uri, before);
}

#[test]
fn who_tries_again_stays_where_they_look_for_the_wallet() {
    for (config, platform) in [
        (config(), WalletPlatform::Web),
        (on_phone(), WalletPlatform::Web),
        (on_phone(), WalletPlatform::Qrcode),
    ] {
        let mut sim = page(config, Reaction::Hangs);
        choose(&mut sim, REACHED);
        let best = handoff(&sim).platform;
        sim.send(&Intent::ChoosePlatform { platform });
        sim.run_for(310_000);
        assert_eq!(handoff(&sim).step, HandoffStep::Expired);
        sim.send(&Intent::Retry);
        assert_eq!(handoff(&sim).platform, platform);
        sim.run_for(1_000);
        let is_drawn = handoff(&sim).code.is_some();
        assert_eq!(is_drawn, platform == WalletPlatform::Qrcode, "{platform:?}");
        // Whoever begins anew looks where it is found best.
        sim.send(&Intent::Back);
        choose(&mut sim, REACHED);
        assert_eq!(handoff(&sim).platform, best);
    }
}

#[test]
fn where_what_speaks_to_phones_does_not_load_that_is_said_and_tried_again() {
    let mut sim = page(config(), Reaction::Hangs);
    sim.page().are_modules_broken = true;
    choose(&mut sim, ANY_PHONE);
    sim.run_for(1_000);
    assert_eq!(handoff(&sim).step, HandoffStep::Unreachable { why: Unreachable::Relay });
    sim.page().are_modules_broken = false;
    sim.run_for(5_000);
    assert_eq!(handoff(&sim).step, HandoffStep::Ready);
}

#[test]
fn what_keeps_visitors_from_the_relay_is_told_once_to_whom_it_concerns() {
    for (why, alert) in [
        (Unreachable::Origin, Some("relayOrigin")),
        (Unreachable::Clock, Some("relayClock")),
        (Unreachable::Key, Some("relayKey")),
        (Unreachable::Relay, None),
    ] {
        let mut sim = page(config(), Reaction::Hangs);
        sim.page().relay.unreachable = Some(why);
        for _ in 0..2 {
            choose(&mut sim, ANY_PHONE);
            sim.run_for(1_000);
            assert_eq!(handoff(&sim).step, HandoffStep::Unreachable { why });
            sim.send(&Intent::Back);
        }
        assert_eq!(sim.page().alerts, Vec::from_iter(alert), "{why:?}");
        if why == Unreachable::Key {
            // The operator's at the relay, which is not the page's at the operator's server.
            let told = sim.page().alert_values[0].get("value").cloned();
            let expected = "public at wss://public.example, own at wss://own.example";
            assert_eq!(told, Some(Json::text(expected)));
        }
    }
}

#[test]
fn a_refusal_is_said_and_counted() {
    let mut sim = page(config(), Reaction::Refuses(USER_REJECTED));
    choose(&mut sim, ANY_PHONE);
    sim.run_for(1_000);
    let step = sim.page().state.connect.step.clone();
    assert_eq!(step, ConnectStep::Failed { error: ConnectError::Refused });
    assert!(counted(&sim).contains(r#""type":"CONNECT_ERROR","message":"refused""#));
}

#[test]
fn a_wallet_of_the_directory_shows_a_code_only_where_a_relay_reaches_it() {
    let mut sim = page(config(), Reaction::Approves);
    choose(&mut sim, UNREACHED);
    assert_eq!(view(&sim), View::Downloads);
    sim.send(&Intent::Back);
    choose(&mut sim, REACHED);
    assert_eq!(view(&sim), View::ConnectingWalletConnect);
    let platforms = [WalletPlatform::Qrcode, WalletPlatform::Browser, WalletPlatform::Web];
    assert_eq!(handoff(&sim).platforms, platforms);
    sim.run_for(1_000);
    assert_eq!(relays(&sim), ["public"]);
    assert_eq!(name(&sim), "Marlin");
    // It is remembered as any other.
    sim.send(&Intent::Disconnect { namespace: None });
    sim.send(&Intent::Open { view: None, namespace: None });
    sim.run_for(1_000);
    let page = sim.page();
    let used = page.rows().into_iter().find(|it| it.kind == RowKind::Recent).unwrap();
    assert_eq!((&*used.wallet.id, used.wallet.is_reached), (REACHED, true));
}

#[test]
fn a_host_that_wants_no_phones_has_none() {
    let mut sim = page(with_options(r#"{"enableWalletConnect":false}"#), Reaction::Approves);
    assert!(sim.page().state.catalog.rows.iter().all(|it| it.kind != RowKind::WalletConnect));
    choose(&mut sim, ANY_PHONE);
    assert_eq!(view(&sim), View::Connect);
    choose(&mut sim, REACHED);
    assert_eq!(view(&sim), View::Downloads);
}

#[test]
fn a_wallet_that_the_host_brought_is_reached_wherever_it_listens() {
    let own = r#"{"customWallets":[{"id":"own","name":"Own","mobile_link":"own:"}]}"#;
    let mut sim = page(with_options(own), Reaction::Hangs);
    choose(&mut sim, "own");
    sim.run_for(1_000);
    assert_eq!(view(&sim), View::ConnectingWalletConnect);
    assert_eq!(relays(&sim), ["public", "own"]);
}

#[test]
fn who_looks_where_the_wallet_can_be_had_comes_back_to_the_code() {
    let mut sim = page(config(), Reaction::Hangs);
    choose(&mut sim, REACHED);
    sim.run_for(1_000);
    let before = handoff(&sim).uri;
    sim.send(&Intent::ShowWays);
    assert_eq!(view(&sim), View::Downloads);
    sim.send(&Intent::Back);
    assert_eq!((view(&sim), handoff(&sim).uri), (View::ConnectingWalletConnect, before));
    sim.send(&Intent::Back);
    assert_eq!(view(&sim), View::Connect);
    assert_eq!(sim.page().state.connect.step, ConnectStep::Idle);
}

#[test]
fn a_wallet_of_this_browser_that_is_on_a_phone_too_is_asked_where_one_wants_it() {
    let mut server = server();
    server.wallets[0].rdns = Some("example.marlin".to_owned());
    let hangs = Quirks { connect: Reaction::Hangs, ..Quirks::default() };
    let installed = Wallet::new("example.marlin", "Marlin", ANVIL, DEV_CHAIN, hangs);
    let mut sim = Sim::of(vec![installed, phone(Reaction::Hangs)], server, config());
    sim.send(&Intent::Open { view: None, namespace: None });
    sim.run_for(1_000);
    choose(&mut sim, "example.marlin");
    assert_eq!(view(&sim), View::ConnectingExternal);
    assert!(sim.page().state.connect.wallet.as_ref().unwrap().is_reached);
    sim.send(&Intent::ChoosePlatform { platform: WalletPlatform::Qrcode });
    sim.run_for(1_000);
    assert_eq!(
        (view(&sim), handoff(&sim).step),
        (View::ConnectingWalletConnect, HandoffStep::Ready)
    );
    assert!(handoff(&sim).platforms.contains(&WalletPlatform::Browser));
    assert_eq!(relays(&sim), ["public"]);
    sim.send(&Intent::ChoosePlatform { platform: WalletPlatform::Browser });
    assert_eq!(
        (view(&sim), sim.page().state.connect.handoff.clone()),
        (View::ConnectingExternal, None)
    );
    sim.send(&Intent::Back);
    assert_eq!(view(&sim), View::Connect);
    // One that no relay reaches is in this browser alone.
    let other = Wallet::new("example.other", "Other", ANVIL, DEV_CHAIN, Quirks::default());
    let mut sim = Sim::of(vec![other], self::server(), config());
    sim.send(&Intent::Open { view: None, namespace: None });
    sim.run_for(1_000);
    choose(&mut sim, "example.other");
    assert!(!sim.page().state.connect.wallet.as_ref().unwrap().is_reached);
}
