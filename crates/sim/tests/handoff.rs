//! A wallet that is not in this browser: by a code on a desktop, by its link on a phone, and why there is
//! neither.
#![allow(clippy::unwrap_used)]

use engine::{
    Ask, Config, ConnectError, ConnectStep, Handoff, HandoffStep, Intent, LinkStep, RowKind,
    Status, View, WayKind,
};
use protocol::api::{WalletConnectRelay, WalletListing};
use protocol::caip::Namespace;
use protocol::event::wallet::WalletPlatform;
use protocol::module::session::Unreachable;
use protocol::reached_wallets::ReachedWallets;
use protocol::relay::key::SymKey;
use protocol::relay::uri::PairingUri;
use protocol::rpc::USER_REJECTED;
use runtime::Place;
use sim::{
    ANVIL, ANY_PHONE, DEV_CHAIN, PHONES, Quirks, Reaction, SOLANA_ADDRESS, Server, Sim, Tabs,
    Wallet, config, solana,
};
use wire::{Json, from_text, read, to_text};

/// A wallet of the directory that the operator's relay reaches, and one that it does not.
const REACHED: &str = "1111111111111111111111111111111111111111111111111111111111111111";
const UNREACHED: &str = "2222222222222222222222222222222222222222222222222222222222222222";

/// What leads back to the first for a request: its link, with the session that the request is of.
const AGAIN: &str = "marlin://wc?sessionTopic=session-1";

const BASIC: View = View::ConnectingWalletConnectBasic;

fn listing(id: &str, name: &str) -> WalletListing {
    let link = |host: &str| Some(format!("https://{host}.example"));
    WalletListing {
        id: id.to_owned(),
        name: name.to_owned(),
        mobile_link: Some(format!("{}://", name.to_lowercase())),
        link_mode: link("marlin"),
        webapp_link: link("app"),
        chrome_store: link("chrome"),
        homepage: link("wallet"),
        ..WalletListing::default()
    }
}

fn server() -> Server {
    let relay = |host: &str, wallets| WalletConnectRelay {
        url: format!("wss://{host}.example"),
        project_id: host.to_owned(),
        wallets,
    };
    Server {
        wallets: vec![listing(REACHED, "Marlin"), listing(UNREACHED, "Basalt")],
        relays: vec![
            relay("public", ReachedWallets::Listed(vec![REACHED.to_owned()])),
            relay("own", ReachedWallets::default()),
        ],
        counts: true,
        ..Server::default()
    }
}

fn phone(connect: Reaction) -> Wallet {
    let quirks = Quirks { connect, ..Quirks::default() };
    Wallet::new(ANY_PHONE, "Marlin Mobile", ANVIL, DEV_CHAIN, quirks).in_module(PHONES)
}

fn on_phone() -> Config {
    Config { is_mobile: true, store: Some(WayKind::PlayStore), ..config() }
}

fn with_options(options: &str) -> Config {
    Config { options: from_text(options).unwrap(), ..config() }
}

fn page(config: Config, connect: Reaction) -> Sim {
    page_of(config, phone(connect))
}

fn page_of(config: Config, phone: Wallet) -> Sim {
    let mut sim = Sim::of(vec![phone], server(), config);
    sim.send(&Intent::Open { view: None, namespace: None });
    sim.run_for(1_000);
    sim.transcript();
    sim
}

fn choose(sim: &mut Sim, wallet: &str) {
    let wallet = wallet.to_owned();
    sim.send(&Intent::Connect { wallet, namespace: None, is_double: None });
}

fn handoff(sim: &Sim) -> Handoff {
    read(sim.page().state.connect.handoff.as_ref().unwrap()).unwrap()
}

fn view(sim: &Sim) -> View {
    sim.page().state.route.view()
}

fn status(sim: &Sim, namespace: Namespace) -> Option<Status> {
    sim.page().state.accounts.get(namespace).map(|it| it.status)
}

fn name(sim: &Sim) -> String {
    let page = sim.page();
    let account = page.state.accounts.get(Namespace::Eip155).unwrap();
    account.connected_wallet_info.clone().unwrap().name
}

fn counted(sim: &Sim) -> String {
    to_text(&sim.page().tracked)
}

fn relays(sim: &Sim) -> Vec<String> {
    sim.page().relays_asked.iter().map(|it| it.project_id.clone()).collect()
}

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

fn is_offered(sim: &Sim) -> bool {
    sim.page().state.connect.offered_in.is_some()
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
fn a_wallet_that_wants_no_link_is_not_opened_for_a_request() {
    let quirks = Quirks { wants_no_link: true, ..Quirks::default() };
    let phone = Wallet::new(ANY_PHONE, "Marlin", ANVIL, DEV_CHAIN, quirks);
    let mut sim = page_of(on_phone(), phone.in_module(PHONES));
    choose(&mut sim, REACHED);
    sim.run_for(2_000);
    assert_eq!(name(&sim), "Marlin");
    sim.page().opened.clear();
    let namespace = Namespace::Eip155;
    sim.ask_at_click(&Ask::Request { namespace, method: "personal_sign".to_owned(), params: None });
    assert!(sim.page().opened.is_empty());
}

#[test]
fn who_signs_is_led_to_the_wallet_that_was_opened_last_also_after_a_reload() {
    let mut sim = page(on_phone(), Reaction::Approves);
    choose(&mut sim, REACHED);
    sim.run_for(2_000);
    let mut sim = sim.reload();
    sim.run_for(2_000);
    sim.page().opened.clear();
    let ask = |method: &str| Ask::Request {
        namespace: Namespace::Eip155,
        method: method.to_owned(),
        params: None,
    };
    sim.ask_at_click(&ask("eth_call"));
    assert!(sim.page().opened.is_empty());
    sim.ask_at_click(&ask("personal_sign"));
    assert_eq!(sim.page().opened, [(AGAIN.to_owned(), Place::Here)]);
    // Without a click the browser opens nothing, and nobody asks it twice.
    sim.ask(&ask("personal_sign"));
    sim.run_for(1_000);
    assert_eq!(sim.page().opened.len(), 1);
}

/// A page on a phone, whose wallet is connected by its link; nothing is open.
fn led() -> Sim {
    let mut sim = page(on_phone(), Reaction::Approves);
    choose(&mut sim, REACHED);
    sim.run_for(2_000);
    sim.page().opened.clear();
    sim
}

fn is_open(sim: &Sim) -> bool {
    sim.page().state.modal.open
}

fn sign() -> Ask {
    let (namespace, method) = (Namespace::Eip155, "personal_sign".to_owned());
    Ask::Request { namespace, method, params: None }
}

#[test]
fn who_signs_without_a_click_opens_the_wallet_by_one_button_until_it_has_answered() {
    let mut sim = led();
    sim.ask(&sign());
    sim.run_for(10);
    assert!(is_open(&sim));
    assert_eq!(view(&sim), View::OpenWallet);
    assert!(sim.page().opened.is_empty());
    sim.send(&Intent::OpenWallet);
    assert_eq!(sim.page().opened, [(AGAIN.to_owned(), Place::Here)]);
    assert_eq!(view(&sim), View::OpenWallet);
    sim.run_for(1_000);
    assert!(!is_open(&sim));
}

#[test]
fn the_button_stays_until_the_last_of_several_requests_is_answered_and_goes_where_it_came() {
    let mut sim = led();
    sim.send(&Intent::Open { view: None, namespace: None });
    sim.ask(&sign());
    sim.run_for(60);
    sim.ask(&sign());
    assert_eq!(view(&sim), View::OpenWallet);
    sim.run_for(60);
    assert_eq!(view(&sim), View::OpenWallet);
    sim.run_for(1_000);
    assert!(is_open(&sim));
    assert_eq!(view(&sim), View::Account);
}

#[test]
fn who_closes_the_button_is_asked_in_the_wallet_all_the_same() {
    let mut sim = led();
    let asked = sim.ask(&sign());
    sim.run_for(10);
    sim.send(&Intent::Dismiss);
    sim.run_for(1_000);
    assert!(!is_open(&sim));
    assert!(sim.page().answers.iter().any(|(id, _)| *id == asked));
}

#[test]
fn a_request_that_nobody_decides_shows_no_button_nor_one_of_a_wallet_that_no_link_opened() {
    let mut sim = led();
    let method = "eth_call".to_owned();
    sim.ask(&Ask::Request { namespace: Namespace::Eip155, method, params: None });
    sim.run_for(10);
    assert!(!is_open(&sim));
    let mut sim = page(config(), Reaction::Approves);
    choose(&mut sim, ANY_PHONE);
    sim.run_for(2_000);
    sim.ask(&sign());
    sim.run_for(10);
    assert!(!is_open(&sim));
}

fn awaited(sim: &Sim) -> Option<String> {
    sim.page().state.toast.awaited.as_ref().map(|it| it.wallet.clone())
}

#[test]
fn who_has_the_wallet_on_another_device_is_told_where_a_request_waits_until_all_are_answered() {
    let mut sim = page(config(), Reaction::Approves);
    choose(&mut sim, ANY_PHONE);
    sim.run_for(1_000);
    let (namespace, method) = (Namespace::Eip155, "eth_call".to_owned());
    sim.ask(&Ask::Request { namespace, method, params: None });
    assert_eq!(awaited(&sim), None);
    sim.ask(&sign());
    assert_eq!((awaited(&sim).as_deref(), is_open(&sim)), (Some("Marlin Mobile"), false));
    sim.run_for(60);
    sim.ask(&sign());
    sim.run_for(60);
    assert_eq!(awaited(&sim).as_deref(), Some("Marlin Mobile"));
    sim.run_for(1_000);
    assert_eq!(awaited(&sim), None);
    // Whom a link leads there needs no telling.
    let mut sim = led();
    sim.ask_at_click(&sign());
    assert_eq!(awaited(&sim), None);
    assert_eq!(sim.page().opened.len(), 1);
}

#[test]
fn nobody_is_led_again_to_a_wallet_that_is_a_page() {
    let mut sim = page(config(), Reaction::Hangs);
    choose(&mut sim, REACHED);
    sim.run_for(1_000);
    sim.send(&Intent::ChoosePlatform { platform: WalletPlatform::Web });
    sim.send(&Intent::OpenWallet);
    assert!(sim.page().opened[0].0.starts_with("https://app.example/wc?uri="));
    // The phone is asked, and approves at once.
    sim.page().wallets[0].quirks.connect = Reaction::Approves;
    sim.send(&Intent::Retry);
    sim.run_for(2_000);
    assert_eq!(status(&sim, Namespace::Eip155), Some(Status::Connected));
    sim.page().opened.clear();
    sim.ask_at_click(&sign());
    assert!(sim.page().opened.is_empty());
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

#[test]
fn another_tab_knows_the_wallet_by_the_same_name() {
    let mut tabs = Tabs::new(page(on_phone(), Reaction::Approves));
    tabs.open();
    tabs.turn(0, |sim| choose(sim, REACHED));
    tabs.run_for(5_000);
    assert_eq!((name(&tabs[0]), name(&tabs[1])), ("Marlin".to_owned(), "Marlin".to_owned()));
}

fn on(config: Config, options: &str) -> Config {
    Config { options: from_text(options).unwrap(), ..config }
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

/// What a client of the host's own wants phones to take up: its first pairing, and others.
fn of_host(number: u8) -> String {
    PairingUri { key: SymKey::new([number; 32]), expires_seconds: None, methods: vec![] }.text()
}

fn give(sim: &mut Sim, uri: &str) {
    sim.send(&Intent::Open { view: None, namespace: None });
    sim.send(&Intent::ShowUri { uri: Json::text(uri) });
    sim.run_for(10);
}

#[test]
fn a_host_that_pairs_phones_itself_has_its_code_shown_and_no_module_is_asked() {
    let options = r#"{"manualWCControl":true}"#;
    let mut sim = page(with_options(options), Reaction::Approves);
    // Whoever chooses it before the host has a code waits for that.
    choose(&mut sim, ANY_PHONE);
    sim.run_for(1_000);
    assert_eq!((handoff(&sim).step, handoff(&sim).uri), (HandoffStep::Reaching, None));
    give(&mut sim, &of_host(1));
    let ready = handoff(&sim);
    assert_eq!(view(&sim), View::ConnectingWalletConnectBasic);
    assert_eq!((ready.step, ready.code.unwrap().address), (HandoffStep::Ready, of_host(1)));
    let newer = of_host(2);
    give(&mut sim, &newer);
    assert_eq!(handoff(&sim).uri, Some(newer));
    sim.run_for(5_000);
    assert!(relays(&sim).is_empty());
    assert_ne!(status(&sim, Namespace::Eip155), Some(Status::Connected));
    assert!(counted(&sim).contains(r#""name":"WalletConnect","platform":"qrcode""#));
    // The host is connected, and closes. What it gave is not shown again.
    sim.send(&Intent::Close);
    sim.send(&Intent::Open { view: None, namespace: None });
    choose(&mut sim, ANY_PHONE);
    assert_eq!(handoff(&sim).uri, None);
}

#[test]
fn on_a_phone_the_tapped_wallet_opens_with_the_pairing_of_the_host() {
    let mut sim = page(on(on_phone(), r#"{"manualWCControl":true}"#), Reaction::Approves);
    give(&mut sim, &of_host(1));
    assert_eq!(view(&sim), View::AllWallets);
    // By which relays the host's client speaks, the operator does not know.
    for (wallet, scheme) in [(REACHED, "marlin"), (UNREACHED, "basalt")] {
        choose(&mut sim, wallet);
        let opened = sim.page().opened.pop().unwrap().0;
        let encoded: String = form_urlencoded::byte_serialize(of_host(1).as_bytes()).collect();
        assert_eq!(opened, format!("{scheme}://wc?uri={encoded}"));
    }
    sim.run_for(5_000);
    assert_ne!(status(&sim, Namespace::Eip155), Some(Status::Connected));
    assert!(counted(&sim).contains("SELECT_WALLET"), "{}", counted(&sim));
}

#[test]
fn a_pairing_that_no_wallet_could_take_up_is_told_and_not_shown() {
    let long_ago = PairingUri {
        key: SymKey::new([1; 32]),
        expires_seconds: Some(1_600_000_000),
        methods: vec![],
    };
    let wrong = of_host(1).replace("symKey=01", "symKey=02");
    for (uri, why) in [
        (Json::Number("5".into()), "no text"),
        (Json::text("https://site.example"), "no pairing"),
        (Json::text("wc:8a5e5bdc@1?bridge=https%3A%2F%2Fbridge.example&key=41"), "version 2"),
        (Json::text(&wrong), "topic"),
        (Json::text(&long_ago.text()), "is over"),
    ] {
        let mut sim = page(with_options(r#"{"manualWCControl":true}"#), Reaction::Hangs);
        sim.send(&Intent::ShowUri { uri });
        sim.run_for(100);
        let warned = sim.page().warnings.join(" ");
        assert!(warned.contains("open({ uri })") && warned.contains(why), "{warned}");
        assert_eq!(view(&sim), View::Connect, "{why}");
    }
}

#[test]
fn the_pairing_of_a_host_that_does_not_pair_itself_is_not_shown() {
    let mut sim = page(config(), Reaction::Hangs);
    give(&mut sim, &of_host(1));
    assert_eq!(view(&sim), View::Connect);
    let warned = sim.page().warnings.join(" ");
    assert!(warned.contains("manualWCControl"), "{warned}");
}
