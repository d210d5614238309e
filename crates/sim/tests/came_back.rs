//! Who was led to a wallet, and comes back to a page that was loaded anew meanwhile, as phones do it.
#![allow(clippy::unwrap_used)]

use engine::{Ask, Config, Handoff, Intent, LinkStep, Status, View, WayKind};
use protocol::api::{WalletConnectRelay, WalletListing};
use protocol::caip::Namespace;
use protocol::event::wallet::WalletPlatform;
use protocol::module::phone::PhoneIntent;
use protocol::reached_wallets::ReachedWallets;
use protocol::rpc::RESOURCE_UNAVAILABLE;
use sim::afar::{Afar, At};
use sim::{
    ANVIL, ANY_PHONE, DEV_CHAIN, OTHER_ADDRESS, PHONES, Quirks, Reaction, Server, Sim, Tabs,
    WAY_BACK, Wallet, config,
};
use wire::{Json, from_text, read, to_text};

const HARBOR: &str = "1111111111111111111111111111111111111111111111111111111111111111";
const EXTENSION: &str = "example.extension";

fn server() -> Server {
    let harbor = WalletListing {
        id: HARBOR.to_owned(),
        name: "Harbor".to_owned(),
        mobile_link: Some("harbor://".to_owned()),
        homepage: Some("https://pocket.example".to_owned()),
        ..WalletListing::default()
    };
    let relay = WalletConnectRelay {
        url: "wss://relay.example".to_owned(),
        project_id: "p1".to_owned(),
        wallets: ReachedWallets::Listed(vec![HARBOR.to_owned()]),
    };
    Server { wallets: vec![harbor], relays: vec![relay], counts: true, ..Server::default() }
}

fn on_phone() -> Config {
    Config { is_mobile: true, store: Some(WayKind::PlayStore), ..config() }
}

/// A page whose list shows, and a phone's wallet.
fn world(config: Config) -> (Sim, At) {
    let mut afar = Afar::new(1);
    let phone = afar.phone(&[0]);
    let wallet = Wallet::new(ANY_PHONE, "Phone", ANVIL, DEV_CHAIN, Quirks::default());
    let other = Wallet::new(EXTENSION, "Other", OTHER_ADDRESS, DEV_CHAIN, Quirks::default());
    let wallets = vec![wallet.in_module(PHONES), other];
    let mut sim = Sim::of(wallets, server(), config).with_phones(afar);
    sim.send(&Intent::Open { view: Some("AllWallets".to_owned()), namespace: None });
    sim.run_for(1_000);
    (sim, phone)
}

fn choose(sim: &mut Sim, wallet: &str) {
    let wallet = wallet.to_owned();
    sim.send(&Intent::Connect { wallet, namespace: None, is_double: None });
}

/// On a phone: the tap, by which the link opens.
fn tapped() -> (Sim, At, String) {
    let (mut sim, phone) = world(on_phone());
    choose(&mut sim, HARBOR);
    let uri = of_link(&sim, "harbor://wc?");
    (sim, phone, uri)
}

const OWN: &str = "Our wallet";

/// The same, where the wallet is the host's own, which no directory tells of.
fn tapped_own() -> (Sim, At, String) {
    let options =
        r#"{"customWallets":[{"id":"Our wallet","name":"Ours","mobile_link":"ours://"}]}"#;
    let (mut sim, phone) = world(Config { options: from_text(options).unwrap(), ..on_phone() });
    choose(&mut sim, OWN);
    let uri = of_link(&sim, "ours://wc?");
    (sim, phone, uri)
}

/// The pairing in the link that was opened.
fn of_link(sim: &Sim, before: &str) -> String {
    let link = sim.page().opened[0].0.clone();
    let pairing = link.strip_prefix(before).unwrap();
    form_urlencoded::parse(pairing.as_bytes()).next().unwrap().1.into_owned()
}

/// The last code that the page was told.
fn code(sim: &Sim) -> String {
    let page = sim.page();
    let beyond = page.beyond.as_ref().unwrap();
    let uri = beyond.afar.borrow().uri(beyond.tab);
    uri.expect("a code")
}

/// The browser throws the page away.
fn throw_away(sim: &mut Sim) {
    let tab = sim.page().beyond.as_ref().unwrap().tab;
    sim.beyond(|afar| afar.close(tab));
}

fn pair(sim: &mut Sim, phone: At, uri: &str) {
    sim.beyond(|afar| afar.person(phone, &PhoneIntent::Pair { uri: uri.to_owned() }));
    sim.run_for(500);
}

fn approve(sim: &mut Sim, phone: At) {
    sim.beyond(|afar| {
        let proposal = afar.shown(phone).proposals[0].id.clone();
        let text = format!(
            r#"{{"eip155":{{"accounts":["eip155:{DEV_CHAIN}:{ANVIL}"],
                "methods":["personal_sign"],"events":["accountsChanged","chainChanged"]}}}}"#
        );
        let namespaces = from_text(&text).unwrap();
        afar.person(phone, &PhoneIntent::Approve { proposal, namespaces });
    });
    sim.run_for(500);
}

fn refuse(sim: &mut Sim, phone: At) {
    sim.beyond(|afar| {
        let proposal = afar.shown(phone).proposals[0].id.clone();
        afar.person(phone, &PhoneIntent::Refuse { proposal });
    });
    sim.run_for(500);
}

fn sessions(sim: &mut Sim, phone: At) -> usize {
    sim.beyond(|afar| afar.shown(phone).sessions.len())
}

fn status(sim: &Sim) -> Option<Status> {
    sim.page().state.accounts.get(Namespace::Eip155).map(|it| it.status)
}

fn address(sim: &Sim) -> Option<String> {
    sim.page().state.accounts.get(Namespace::Eip155)?.address.clone()
}

fn counted(sim: &Sim, what: &str) -> usize {
    to_text(&sim.page().tracked).matches(&format!("\"type\":\"{what}\"")).count()
}

fn is_left(sim: &Sim) -> bool {
    !sim.page().session.is_empty()
}

/// Nothing is left, nobody is connected or asked, and no dialog shows.
fn is_at_rest(sim: &Sim) -> bool {
    let is_asked = sim.page().running.iter().any(|(_, kind)| kind == "module");
    !is_left(sim) && !is_asked && !sim.page().state.modal.open && address(sim).is_none()
}

fn is_connected(sim: &mut Sim, phone: At) {
    assert_eq!((status(sim), address(sim).as_deref()), (Some(Status::Connected), Some(ANVIL)));
    assert_eq!(sessions(sim, phone), 1);
    assert!(!is_left(sim) && !sim.page().state.modal.open);
}

#[test]
fn who_approves_while_the_page_is_gone_is_connected_by_the_next_as_by_the_first() {
    let (mut sim, phone, uri) = tapped();
    throw_away(&mut sim);
    pair(&mut sim, phone, &uri);
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
fn what_a_tab_leaves_itself_opens_no_session() {
    let (sim, _, uri) = tapped();
    let page = sim.page();
    let [(key, left)] = &page.session[..] else { panic!("{:?}", page.session) };
    assert_eq!(key, WAY_BACK);
    let secret = uri.split("symKey=").nth(1).unwrap();
    assert!(left.contains(HARBOR) && !left.contains(&secret[..64]) && !left.contains("wc:"));
    assert!(left.len() < 512, "{left}");
    assert!(page.storage.items().iter().all(|(_, text)| !text.contains(&secret[..64])));
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
fn a_refusal_leaves_nothing_behind() {
    for is_gone in [true, false] {
        let (mut sim, phone, uri) = tapped();
        throw_away(&mut sim);
        pair(&mut sim, phone, &uri);
        if is_gone {
            refuse(&mut sim, phone);
        }
        sim = sim.reload();
        sim.run_for(2_000);
        if !is_gone {
            assert_eq!(status(&sim), Some(Status::Connecting));
            refuse(&mut sim, phone);
        }
        assert!(is_at_rest(&sim), "{}", sim.transcript());
        sim = sim.reload();
        sim.run_for(2_000);
        assert!(is_at_rest(&sim) && counted(&sim, "CONNECT_SUCCESS") == 0);
    }
}

#[test]
fn what_is_over_is_forgotten_in_silence() {
    for (away_ms, is_asked) in [(320_000, true), (700_000, false)] {
        let (mut sim, phone, uri) = tapped();
        throw_away(&mut sim);
        pair(&mut sim, phone, &uri);
        sim.run_for(away_ms);
        sim.transcript();
        sim = sim.reload();
        sim.run_for(10_000);
        assert_eq!(sim.transcript().contains("→ connect (walletconnect)"), is_asked);
        assert!(is_at_rest(&sim));
        assert_eq!(sessions(&mut sim, phone), 0);
    }
}

#[test]
fn who_gave_up_before_is_connected_by_nobody() {
    let (mut sim, phone, uri) = tapped();
    pair(&mut sim, phone, &uri);
    assert!(is_left(&sim));
    sim.send(&Intent::Close);
    assert!(is_at_rest(&sim));
    throw_away(&mut sim);
    approve(&mut sim, phone);
    sim = sim.reload();
    sim.run_for(3_000);
    assert!(is_at_rest(&sim));
    // Whoever opens the site again has the module hear of it.
    sim.send(&Intent::Open { view: Some("AllWallets".to_owned()), namespace: None });
    sim.run_for(3_000);
    assert_eq!(sessions(&mut sim, phone), 0);
}

#[test]
fn who_opens_the_dialog_sees_what_is_waited_for_and_may_give_it_up() {
    let (mut sim, phone, uri) = tapped();
    throw_away(&mut sim);
    pair(&mut sim, phone, &uri);
    sim = sim.reload();
    sim.run_for(1_000);
    // A host that closes a dialog that is not open changes nothing.
    sim.send(&Intent::Close);
    sim.send(&Intent::Open { view: None, namespace: None });
    assert_eq!(sim.page().state.route.view(), View::ConnectingWalletConnect);
    let handoff = sim.page().state.connect.handoff.clone().unwrap();
    assert_eq!(read::<Handoff>(&handoff).unwrap().link, LinkStep::Opened);
    assert_eq!(sim.page().opened.len(), 1, "nobody is led there again unasked");
    sim.send(&Intent::OpenWallet);
    assert_eq!(sim.page().opened.len(), 2);
    sim.send(&Intent::Close);
    approve(&mut sim, phone);
    sim.run_for(2_000);
    assert!(is_at_rest(&sim) && status(&sim) == Some(Status::Disconnected));
    assert_eq!(sessions(&mut sim, phone), 0);
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
fn a_host_that_disconnects_everybody_gives_it_up() {
    for quick in [true, false] {
        let (mut sim, phone, uri) = tapped();
        throw_away(&mut sim);
        pair(&mut sim, phone, &uri);
        sim = sim.reload();
        sim.run_for(if quick { 0 } else { 1_000 });
        sim.send(&Intent::Disconnect { namespace: None });
        sim.run_for(1_000);
        assert!(is_at_rest(&sim), "{}", sim.transcript());
        sim = sim.reload();
        sim.run_for(3_000);
        assert!(is_at_rest(&sim));
    }
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
fn another_wallet_takes_the_place_of_what_was_left() {
    let (mut sim, phone, uri) = tapped();
    throw_away(&mut sim);
    pair(&mut sim, phone, &uri);
    sim = sim.reload();
    sim.run_for(1_000);
    choose(&mut sim, EXTENSION);
    sim.run_for(1_000);
    assert_eq!(address(&sim).as_deref(), Some(OTHER_ADDRESS));
    assert!(!is_left(&sim));
    approve(&mut sim, phone);
    sim.run_for(2_000);
    assert_eq!(address(&sim).as_deref(), Some(OTHER_ADDRESS));
    assert_eq!(sessions(&mut sim, phone), 0);
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
fn where_the_directory_is_out_of_reach_the_wallet_says_who_it_is() {
    let (mut sim, phone, uri) = tapped();
    throw_away(&mut sim);
    pair(&mut sim, phone, &uri);
    approve(&mut sim, phone);
    sim.page().server.wallets.clear();
    sim = sim.reload();
    sim.run_for(5_000);
    is_connected(&mut sim, phone);
    let account = sim.page().state.accounts.get(Namespace::Eip155).unwrap().clone();
    assert_eq!(account.connected_wallet_info.unwrap().name, "Pocket");
}

#[test]
fn what_others_wrote_there_leads_nowhere() {
    let (mut sim, phone, uri) = tapped();
    throw_away(&mut sim);
    pair(&mut sim, phone, &uri);
    approve(&mut sim, phone);
    let good = sim.page().session[0].1.clone();
    let topic = good.split("\"pairing\":\"").nth(1).unwrap()[..64].to_owned();
    for bad in [
        good.replace(&topic, &"0".repeat(64)),
        good.replace(&topic, "harbor"),
        good.replace("eip155", "solana"),
        good.replace(HARBOR, "<script>"),
        good.replace("\"v\":1", "\"v\":2"),
    ] {
        sim.page().session = vec![(WAY_BACK.to_owned(), bad.clone())];
        sim = sim.reload();
        sim.run_for(8_000);
        assert!(is_at_rest(&sim), "{bad}");
    }
    // No link that would run here is opened later.
    let (mut sim, phone, uri) = tapped();
    throw_away(&mut sim);
    pair(&mut sim, phone, &uri);
    approve(&mut sim, phone);
    let good = sim.page().session[0].1.clone();
    let bad = good.replace("harbor://", "javascript:alert(1)//");
    assert_ne!(bad, good);
    sim.page().session = vec![(WAY_BACK.to_owned(), bad)];
    sim = sim.reload();
    sim.run_for(3_000);
    is_connected(&mut sim, phone);
    assert!(sim.page().storage.items().iter().all(|(_, text)| !text.contains("javascript")));
}

#[test]
fn a_site_that_wants_accounts_meanwhile_has_the_person_see_what_is_waited_for() {
    let (mut sim, phone, uri) = tapped();
    throw_away(&mut sim);
    pair(&mut sim, phone, &uri);
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
fn who_turns_away_while_the_wallet_is_looked_up_is_connected_by_nobody() {
    let elsewhere = "2".repeat(64);
    let to_another =
        Intent::Connect { wallet: elsewhere.clone(), namespace: None, is_double: None };
    for turns in [Intent::Close, Intent::Show { view: View::WhatIsAWallet }, to_another] {
        let (mut sim, phone, uri) = tapped();
        throw_away(&mut sim);
        pair(&mut sim, phone, &uri);
        approve(&mut sim, phone);
        let listing = WalletListing { id: elsewhere.clone(), ..WalletListing::default() };
        sim.page().server.wallets.push(listing);
        sim = sim.reload();
        sim.send(&Intent::Open { view: None, namespace: None });
        sim.send(&turns);
        assert!(!is_left(&sim), "{turns:?}");
        sim.run_for(3_000);
        assert_eq!((address(&sim), counted(&sim, "CONNECT_SUCCESS")), (None, 0), "{turns:?}");
        assert_ne!(sim.page().state.route.view(), View::ConnectingWalletConnect);
    }
}

#[test]
fn a_site_that_disconnects_what_is_waited_for_gives_it_up() {
    for quick in [true, false] {
        let (mut sim, phone, uri) = tapped();
        throw_away(&mut sim);
        pair(&mut sim, phone, &uri);
        sim = sim.reload();
        sim.run_for(if quick { 0 } else { 1_000 });
        sim.ask(&Ask::Disconnect { namespace: Some(Namespace::Solana) });
        assert!(is_left(&sim), "it is of another kind of networks");
        sim.request("wallet_revokePermissions");
        assert!(!is_left(&sim));
        sim.run_for(1_000);
        assert!(is_at_rest(&sim), "{}", sim.transcript());
    }
}

#[test]
fn a_phone_that_says_that_it_is_busy_has_nobody_wait() {
    let (sim, _, _) = tapped();
    let left = sim.page().session.clone();
    let quirks = Quirks { connect: Reaction::Refuses(RESOURCE_UNAVAILABLE), ..Quirks::default() };
    let wallet = Wallet::new(ANY_PHONE, "Phone", ANVIL, DEV_CHAIN, quirks).in_module(PHONES);
    let sim = Sim::of(vec![wallet], server(), on_phone());
    sim.page().session = left;
    let mut sim = sim.reload();
    sim.run_for(10_000);
    assert!(is_at_rest(&sim), "{}", sim.transcript());
    assert_eq!((status(&sim), counted(&sim, "CONNECT_ERROR")), (Some(Status::Disconnected), 1));
}

#[test]
fn a_wallet_of_the_hosts_own_is_gone_on_with_whatever_its_id() {
    let (mut sim, phone, uri) = tapped_own();
    throw_away(&mut sim);
    pair(&mut sim, phone, &uri);
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
fn what_an_attempt_left_goes_with_it() {
    let (mut sim, phone) = world(config());
    choose(&mut sim, ANY_PHONE);
    sim.run_for(1_000);
    let first = code(&sim);
    assert!(is_left(&sim));
    sim.send(&Intent::Retry);
    assert!(!is_left(&sim), "until there is another code");
    throw_away(&mut sim);
    pair(&mut sim, phone, &first);
    sim = sim.reload();
    sim.run_for(2_000);
    assert!(is_at_rest(&sim), "{}", sim.transcript());
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

/// The ways in which somebody turns from what a page before began.
fn turns_away() -> [fn(&mut Sim); 4] {
    [
        |sim| {
            sim.send(&Intent::Open { view: None, namespace: None });
            sim.send(&Intent::Close);
        },
        |sim| choose(sim, EXTENSION),
        |sim| sim.send(&Intent::Disconnect { namespace: None }),
        |sim| {
            sim.request("wallet_revokePermissions");
        },
    ]
}

#[test]
fn who_gives_up_before_the_module_goes_on_is_connected_by_nobody() {
    for (turns, after_ms) in
        turns_away().into_iter().flat_map(|it| [0, 1, 5, 20].map(|ms| (it, ms)))
    {
        let (mut sim, phone, uri) = tapped();
        throw_away(&mut sim);
        pair(&mut sim, phone, &uri);
        sim = sim.reload();
        sim.run_for(after_ms);
        turns(&mut sim);
        assert!(!is_left(&sim));
        sim.run_for(1_000);
        approve(&mut sim, phone);
        sim.run_for(2_000);
        let before = address(&sim);
        // Nor does the page that is loaded next know anything of it.
        sim = sim.reload();
        sim.run_for(1_000);
        choose(&mut sim, HARBOR);
        sim.run_for(3_000);
        assert_eq!(address(&sim), before, "after {after_ms} ms");
        assert_eq!(sessions(&mut sim, phone), 0, "after {after_ms} ms");
    }
}

#[test]
fn who_gives_up_at_once_in_a_tab_that_follows_is_connected_by_nobody_either() {
    for turns in turns_away() {
        let (sim, phone, uri) = tapped();
        let mut tabs = Tabs::new(sim);
        tabs.open();
        // It leads from now on.
        let view = Some("AllWallets".to_owned());
        tabs.turn(1, |sim| sim.send(&Intent::Open { view, namespace: None }));
        tabs.turn(0, throw_away);
        tabs.turn(0, |sim| pair(sim, phone, &uri));
        tabs.run_for(2_000);
        tabs.reload(0);
        tabs.turn(0, turns);
        tabs.run_for(1_000);
        tabs.turn(0, |sim| approve(sim, phone));
        tabs.run_for(2_000);
        tabs.turn(1, |sim| choose(sim, HARBOR));
        tabs.run_for(3_000);
        assert_ne!(address(&tabs[1]).as_deref(), Some(ANVIL));
        assert_eq!(tabs.turn(0, |sim| sessions(sim, phone)), 0);
    }
}

#[test]
fn who_chooses_the_same_wallet_before_the_module_goes_on_is_connected_by_what_they_approved() {
    for after_ms in [0, 1, 5, 20] {
        let (mut sim, phone, uri) = tapped_own();
        throw_away(&mut sim);
        pair(&mut sim, phone, &uri);
        approve(&mut sim, phone);
        sim = sim.reload();
        sim.run_for(after_ms);
        choose(&mut sim, OWN);
        sim.run_for(3_000);
        is_connected(&mut sim, phone);
    }
}

#[test]
fn what_was_approved_meanwhile_and_is_given_up_unheard_ends_at_once() {
    for is_settled in [true, false] {
        let (sim, phone, uri) = tapped();
        let mut tabs = Tabs::new(sim);
        tabs.open();
        if is_settled {
            // The other tab leads, and hears what the phone says.
            let view = Some("AllWallets".to_owned());
            tabs.turn(1, |sim| sim.send(&Intent::Open { view, namespace: None }));
        }
        tabs.turn(0, throw_away);
        tabs.turn(0, |sim| pair(sim, phone, &uri));
        tabs.run_for(2_000);
        tabs.turn(0, |sim| approve(sim, phone));
        tabs.run_for(2_000);
        tabs.reload(0);
        tabs.turn(0, |sim| sim.send(&Intent::Disconnect { namespace: None }));
        tabs.run_for(3_000);
        assert_eq!(tabs.turn(0, |sim| sessions(sim, phone)), 0, "{is_settled}");
    }
}
