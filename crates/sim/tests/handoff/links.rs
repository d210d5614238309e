//! The link that opens a wallet's app on this phone, and which is next where one shows nothing.

use engine::{Config, Intent, LinkStep, RowKind, Status, View};
use protocol::caip::Namespace;
use protocol::event::wallet::WalletPlatform;
use runtime::Place;
use sim::{Reaction, Server, Sim, config};
use wire::from_text;

use super::{
    REACHED, choose, counted, handoff, is_offered, listing, on, on_phone, page, phone, server,
    status, view,
};

#[test]
fn a_link_is_only_offered_until_it_is_opened() {
    let mut sim = page(on_phone(), Reaction::Hangs);
    sim.page().are_links_blocked = true;
    choose(&mut sim, REACHED);
    sim.run_for(5_000);
    assert!(is_offered(&sim));
    sim.page().are_links_blocked = false;
    sim.send(&Intent::OpenWallet);
    assert!(!is_offered(&sim));
}

#[test]
fn on_a_phone_its_link_opens_in_the_turn_of_the_tap() {
    let mut sim = page(on_phone(), Reaction::Hangs);
    assert_eq!(view(&sim), View::AllWallets);
    assert!(sim.page().state.catalog.rows.iter().all(|it| it.kind != RowKind::WalletConnect));
    assert!(sim.page().opened.is_empty());
    choose(&mut sim, REACHED);
    let (url, place) = sim.page().opened.pop().unwrap();
    assert!(url.starts_with("marlin://wc?uri=wc%3A"), "{url}");
    assert_eq!((place, handoff(&sim).link), (Place::Here, LinkStep::Opened));
    // The same pairing is waited for.
    let uri = handoff(&sim).uri;
    sim.run_for(1_000);
    assert_eq!(handoff(&sim).uri, uri);
    assert!(counted(&sim).contains(r#""name":"Marlin","platform":"mobile""#));
}

#[test]
fn who_is_quicker_than_the_directory_is_led_to_a_wallet_used_lately_however_slow_the_line() {
    let recent = format!(r#"{{"v":1,"value":[{{"id":"{REACHED}","name":"Marlin"}}]}}"#);
    for (answers_in_ms, taps_after_ms) in [(50, 0), (1_500, 0), (1_500, 2_900)] {
        let mut wallets: Vec<_> =
            (0..40).map(|it| listing(&format!("{it:064}"), "Basalt")).collect();
        wallets.push(listing(REACHED, "Marlin"));
        let server = Server { wallets, answers_in_ms, ..server() };
        let sim = Sim::of(vec![phone(Reaction::Hangs)], server, on_phone());
        sim.page().storage.set_item("@latchkit/default:recent-wallets", &recent);
        let mut sim = sim.reload();
        sim.send(&Intent::Open { view: Some("Connect".to_owned()), namespace: None });
        sim.run_for(taps_after_ms);
        let is_loading = sim.page().state.catalog.is_loading;
        assert_eq!(is_loading, taps_after_ms == 0, "it waits for a second only");
        choose(&mut sim, REACHED);
        assert_eq!(view(&sim), View::Connect);
        sim.run_for(3_000);
        assert_eq!(view(&sim), View::ConnectingWalletConnect, "{answers_in_ms} {taps_after_ms}");
    }
}

#[test]
fn who_comes_back_from_the_wallet_is_connected() {
    let mut sim = page(on_phone(), Reaction::Approves);
    choose(&mut sim, REACHED);
    sim.tab("hidden", None);
    sim.run_for(5_000);
    assert_eq!(status(&sim, Namespace::Eip155), Some(Status::Connected));
    assert!(counted(&sim).contains(r#""type":"CONNECT_SUCCESS","method":"mobile""#));
}

#[test]
fn a_link_that_shows_nothing_gives_way_to_the_next() {
    let mut sim = page(on_phone(), Reaction::Hangs);
    choose(&mut sim, REACHED);
    sim.run_for(5_000);
    assert_eq!(handoff(&sim).link, LinkStep::Unanswered);
    sim.send(&Intent::OpenWallet);
    sim.tab("hidden", None);
    sim.run_for(5_000);
    assert_eq!(handoff(&sim).link, LinkStep::Opened);
    let opened: Vec<_> = sim.page().opened.iter().map(|it| it.0.clone()).collect();
    assert!(opened[1].starts_with("https://marlin.example/wc?uri=wc%3A"), "{opened:?}");
    assert_eq!(opened.len(), 2);
}

#[test]
fn where_the_browser_wants_a_tap_there_is_one_button() {
    let mut sim = page(on_phone(), Reaction::Hangs);
    sim.page().are_links_blocked = true;
    choose(&mut sim, REACHED);
    sim.run_for(5_000);
    assert_eq!(handoff(&sim).link, LinkStep::Unopened);
    sim.page().are_links_blocked = false;
    sim.send(&Intent::OpenWallet);
    let opened = sim.page().opened.len();
    assert_eq!((opened, handoff(&sim).link), (1, LinkStep::Opened));
}

#[test]
fn a_site_may_prefer_the_web_and_a_page_has_a_tab_of_its_own() {
    let options = r#"{"experimental_preferUniversalLinks":true}"#;
    let config = Config { options: from_text(options).unwrap(), ..on_phone() };
    let mut sim = page(config, Reaction::Hangs);
    choose(&mut sim, REACHED);
    sim.send(&Intent::ChoosePlatform { platform: WalletPlatform::Web });
    sim.send(&Intent::OpenWallet);
    let opened = sim.page().opened.clone();
    assert!(opened[0].0.starts_with("https://marlin.example/wc?uri="), "{opened:?}");
    assert!(opened[1].0.starts_with("https://app.example/wc?uri="), "{opened:?}");
    assert_eq!((opened[0].1, opened[1].1), (Place::Here, Place::Beside));
}

#[test]
fn where_no_link_shows_anything_the_last_one_says_so() {
    let mut sim = page(on_phone(), Reaction::Hangs);
    choose(&mut sim, REACHED);
    sim.run_for(5_000);
    assert_eq!(handoff(&sim).link, LinkStep::Unanswered);
    sim.send(&Intent::OpenWallet);
    sim.run_for(5_000);
    assert_eq!(handoff(&sim).link, LinkStep::Spent);
    // A wallet of one link has no other to try.
    sim.send(&Intent::ChoosePlatform { platform: WalletPlatform::Web });
    sim.send(&Intent::OpenWallet);
    sim.run_for(5_000);
    assert_eq!(handoff(&sim).link, LinkStep::Spent);
}

#[test]
fn a_browser_that_opens_no_app_by_its_scheme_opens_the_next_link_at_the_same_tap() {
    let mut sim = page(on_phone(), Reaction::Hangs);
    sim.page().opens_no_schemes = true;
    choose(&mut sim, REACHED);
    let opened: Vec<_> = sim.page().opened.iter().map(|it| it.0.clone()).collect();
    assert!(opened[0].starts_with("https://marlin.example/wc?uri=wc%3A"), "{opened:?}");
    assert_eq!((opened.len(), handoff(&sim).link), (1, LinkStep::Opened));
    sim.run_for(5_000);
    assert_eq!(handoff(&sim).link, LinkStep::Spent);
}

#[test]
fn a_wallet_of_the_host_is_opened_by_its_own_links() {
    let own = r#"{"customWallets":[{"id":"own","name":"Own","mobile_link":"own:",
        "desktop_link":"own-desktop://","webapp_link":"https://own.example/app"}]}"#;
    let mut sim = page(on(on_phone(), own), Reaction::Hangs);
    choose(&mut sim, "own");
    assert!(sim.page().opened[0].0.starts_with("own://wc?uri=wc%3A"), "{:?}", sim.page().opened);
    let mut sim = page(on(config(), own), Reaction::Hangs);
    choose(&mut sim, "own");
    sim.run_for(1_000);
    for platform in [WalletPlatform::Desktop, WalletPlatform::Web] {
        sim.send(&Intent::ChoosePlatform { platform });
        sim.send(&Intent::OpenWallet);
    }
    let opened: Vec<_> = sim.page().opened.iter().map(|it| it.0.clone()).collect();
    assert!(opened[0].starts_with("own-desktop://wc?uri=wc%3A"), "{opened:?}");
    assert!(opened[1].starts_with("https://own.example/app/wc?uri=wc%3A"), "{opened:?}");
}

#[test]
fn a_link_that_would_run_here_is_counted_without_the_pairing() {
    let mut server = server();
    server.wallets[0].mobile_link = Some("javascript:alert(1)".to_owned());
    server.wallets[0].link_mode = None;
    let mut sim = Sim::of(vec![phone(Reaction::Hangs)], server, on_phone());
    sim.send(&Intent::Open { view: None, namespace: None });
    sim.run_for(1_000);
    choose(&mut sim, REACHED);
    sim.run_for(1_000);
    let told = r#""type":"CONNECT_PROXY_ERROR","message":"no link of the wallet can be opened","mobileLink":"javascript:alert(1)","name":"Marlin""#;
    assert!(counted(&sim).contains(told), "{}", counted(&sim));
    assert!(!counted(&sim).contains("symKey"));
    assert!(sim.page().opened.is_empty());
}
