//! Who opened a wallet by its link is led back to that one, whenever it is asked for something.

use engine::{Ask, Carrier, Config, Handoff, Intent, Status, View, WayKind};
use protocol::api::{WalletConnectRelay, WalletListing};
use protocol::caip::{ChainId, Namespace};
use protocol::event::wallet::WalletPlatform;
use protocol::module::phone::PhoneIntent;
use protocol::reached_wallets::ReachedWallets;
use sim::afar::At;
use sim::{DEV_CHAIN, SOLANA_ADDRESS, Server, Sim, config, solana};
use wire::{from_text, read};

use super::{PHONE, approve, choose, connect, pair, requested, says, status, world_of};

/// A page on a phone, whose person opened a wallet there by its link; that wallet, and the code.
fn opened(mut config: Config) -> (Sim, At, String) {
    let pocket = WalletListing {
        id: "1".repeat(64),
        name: "Pocket".to_owned(),
        mobile_link: Some("pocket://".to_owned()),
        ..WalletListing::default()
    };
    let relay = WalletConnectRelay {
        url: "wss://relay.example".to_owned(),
        project_id: "p1".to_owned(),
        wallets: ReachedWallets::All,
    };
    let id = pocket.id.clone();
    let server = Server { wallets: vec![pocket], relays: vec![relay], ..Server::default() };
    (config.is_mobile, config.store) = (true, Some(WayKind::PlayStore));
    let (mut sim, phone) = world_of(server, config);
    sim.send(&Intent::Open { view: None, namespace: None });
    sim.run_for(1_000);
    choose(&mut sim, &id);
    let uri = code_shown(&sim);
    assert!(sim.page().opened[0].0.starts_with("pocket://wc?uri="));
    (sim, phone, uri)
}

/// The code that shows; another may be ready for the next tap.
fn code_shown(sim: &Sim) -> String {
    let handoff = sim.page().state.connect.handoff.clone().unwrap();
    read::<Handoff>(&handoff).unwrap().uri.unwrap()
}

/// What opens at a click that asks for a signature.
fn opened_to_sign(sim: &mut Sim) -> Vec<String> {
    opened_to(sim, Namespace::Eip155, "personal_sign")
}

fn opened_to(sim: &mut Sim, namespace: Namespace, method: &str) -> Vec<String> {
    sim.page().opened.clear();
    let (method, params) = (method.to_owned(), from_text(r#"["0x68656c6c6f"]"#).ok());
    sim.ask_at_click(&Ask::Request { namespace, method, params });
    sim.run_for(1_000);
    let page = sim.page();
    page.opened.iter().map(|it| it.0.clone()).collect()
}

#[test]
fn who_has_another_phone_read_the_code_after_all_is_led_nowhere() {
    let (mut sim, phone, uri) = opened(config());
    sim.send(&Intent::ChoosePlatform { platform: WalletPlatform::Qrcode });
    pair(&mut sim, phone, uri);
    approve(&mut sim, phone, &[DEV_CHAIN]);
    assert_eq!(status(&sim), Some(Status::Connected));
    assert_eq!(opened_to_sign(&mut sim), [""; 0]);
}

#[test]
fn who_connects_another_phone_beside_it_is_still_led_to_the_wallet_that_was_opened() {
    let mut config = config();
    config.networks.push(solana());
    let (mut sim, phone, uri) = opened(config);
    pair(&mut sim, phone, uri);
    approve(&mut sim, phone, &[DEV_CHAIN]);
    let namespace = Some(Namespace::Solana);
    sim.send(&Intent::Connect { wallet: PHONE.to_owned(), namespace, is_double: None });
    sim.run_for(1_000);
    connect_of_solana(&mut sim);
    let opened = opened_to_sign(&mut sim);
    assert!(opened.iter().any(|it| it.starts_with("pocket://wc?sessionTopic=")), "{opened:?}");
    assert_eq!(opened_to(&mut sim, Namespace::Solana, "solana_signMessage"), [""; 0]);
}

/// Another phone reads the code that shows, and shares an account of Solana beside the one that is there.
fn connect_of_solana(sim: &mut Sim) -> At {
    let other = sim.beyond(|afar| afar.phone(&[0]));
    connect_of_solana_by(sim, other);
    other
}

fn connect_of_solana_by(sim: &mut Sim, other: At) {
    let uri = code_shown(sim);
    pair(sim, other, uri);
    sim.beyond(|afar| {
        let proposal = afar.shown(other).proposals[0].id.clone();
        let chain = solana().caip_network_id.text();
        let text = format!(
            r#"{{"solana":{{"accounts":["{chain}:{SOLANA_ADDRESS}"],
                "methods":["solana_signMessage"],"events":[]}}}}"#
        );
        let namespaces = from_text(&text).unwrap();
        afar.person(other, &PhoneIntent::Approve { proposal, namespaces });
    });
    sim.run_for(1_000);
    let of_solana = sim.page().state.accounts.get(Namespace::Solana).map(|it| it.status);
    assert_eq!((status(sim), of_solana), (Some(Status::Connected), Some(Status::Connected)));
}

/// The session of a namespace that a page stored.
fn session(sim: &Sim, namespace: Namespace) -> String {
    let account = sim.page().state.accounts.get(namespace).cloned().unwrap();
    let carrier = account.connected_wallet_info.unwrap().carrier.unwrap();
    let Carrier::Module { session, .. } = carrier else { panic!("{carrier:?}") };
    session.unwrap()
}

/// A page to which two phones are connected, each by its link.
fn two_led() -> (Sim, At) {
    let mut config = config();
    config.networks.push(solana());
    let (mut sim, phone, uri) = opened(config);
    pair(&mut sim, phone, uri);
    approve(&mut sim, phone, &[DEV_CHAIN]);
    let (view, namespace) = (Some("AllWallets".to_owned()), Some(Namespace::Solana));
    sim.send(&Intent::Open { view, namespace });
    sim.run_for(1_000);
    sim.send(&Intent::Connect { wallet: "1".repeat(64), namespace, is_double: None });
    let other = connect_of_solana(&mut sim);
    (sim, other)
}

const LINKS: &str = "@latchkit/default:wallet-link";

#[test]
fn who_opened_two_phones_by_their_links_is_led_to_each_for_its_own_requests() {
    let (mut sim, of_solana) = two_led();
    let signs = [(Namespace::Eip155, "personal_sign"), (Namespace::Solana, "solana_signMessage")];
    let link = |sim: &Sim, of| format!("pocket://wc?sessionTopic={}", session(sim, of));
    for _ in 0..2 {
        for (namespace, method) in signs.into_iter().chain(signs) {
            let own = link(&sim, namespace);
            assert_eq!(opened_to(&mut sim, namespace, method), [own]);
        }
        sim = sim.reload();
        sim.run_for(3_000);
    }
    // The button is of the one that was asked last and has not answered.
    for (namespace, method) in signs {
        let (method, params) = (method.to_owned(), from_text(r#"["0x68656c6c6f"]"#).ok());
        sim.ask(&Ask::Request { namespace, method, params });
        sim.run_for(1_000);
    }
    for namespace in [Namespace::Solana, Namespace::Eip155] {
        assert_eq!(sim.page().state.route.view(), View::OpenWallet);
        assert_eq!(sim.page().state.toast.led, Some(namespace));
        sim.page().opened.clear();
        sim.send(&Intent::OpenWallet);
        let own = link(&sim, namespace);
        assert_eq!(sim.page().opened[0].0, own);
        if namespace == Namespace::Solana {
            while !sim.beyond(|afar| afar.shown(of_solana).requests.is_empty()) {
                says(&mut sim, of_solana, None);
            }
        }
    }
}

#[test]
fn of_phones_that_no_link_leads_to_the_last_that_has_not_answered_is_told_of() {
    let signs = [(Namespace::Eip155, "personal_sign"), (Namespace::Solana, "solana_signMessage")];
    for first in [Namespace::Eip155, Namespace::Solana] {
        let mut config = config();
        config.networks.push(solana());
        let (mut sim, phone) = world_of(Server::default(), config);
        connect(&mut sim, phone);
        let namespace = Some(Namespace::Solana);
        sim.send(&Intent::Connect { wallet: PHONE.to_owned(), namespace, is_double: None });
        sim.run_for(1_000);
        let other = sim.beyond(|afar| afar.phone_of("Marlin", &[0]));
        connect_of_solana_by(&mut sim, other);
        assert_eq!(told(&sim), None);
        for (namespace, method) in signs {
            let (method, params) = (method.to_owned(), from_text(r#"["0x68656c6c6f"]"#).ok());
            sim.ask(&Ask::Request { namespace, method, params });
            sim.run_for(1_000);
        }
        assert_eq!(told(&sim).as_deref(), Some("Marlin"));
        let (first, then, rest) = match first {
            Namespace::Eip155 => (phone, other, "Marlin"),
            _ => (other, phone, "Pocket"),
        };
        says(&mut sim, first, None);
        assert_eq!(told(&sim).as_deref(), Some(rest));
        says(&mut sim, then, None);
        assert_eq!(told(&sim), None);
    }
}

/// The wallet in which a request waits, as it is told at the foot of the page.
fn told(sim: &Sim) -> Option<String> {
    sim.page().state.toast.awaited.as_ref().map(|it| it.wallet.clone())
}

#[test]
fn of_links_those_are_kept_by_whose_sessions_somebody_is_connected() {
    let (mut sim, _) = two_led();
    let kept = |sim: &Sim| sim.page().storage.item(LINKS).unwrap().to_owned();
    let topics = [Namespace::Eip155, Namespace::Solana].map(|it| session(&sim, it));
    assert!(topics.iter().all(|it| kept(&sim).contains(it)), "{}", kept(&sim));
    // One as a text is what versions before wrote.
    let before = format!(r#"{{"v":1,"value":"pocket://wc?sessionTopic={}"}}"#, topics[0]);
    sim.page().storage.set_item(LINKS, &before);
    sim = sim.reload();
    sim.run_for(3_000);
    assert_eq!(opened_to_sign(&mut sim).len(), 1);
    assert_eq!(opened_to(&mut sim, Namespace::Solana, "solana_signMessage"), [""; 0]);
    // Who connects another by its link keeps none of a session that is over.
    sim.ask(&Ask::Disconnect { namespace: Some(Namespace::Eip155) });
    assert!(!kept(&sim).contains("pocket"), "{}", kept(&sim));
    sim.run_for(1_000);
    let (view, namespace) = (Some("AllWallets".to_owned()), Some(Namespace::Eip155));
    sim.send(&Intent::Open { view, namespace });
    sim.run_for(1_000);
    sim.send(&Intent::Connect { wallet: "1".repeat(64), namespace, is_double: None });
    let (other, uri) = (sim.beyond(|afar| afar.phone(&[0])), code_shown(&sim));
    pair(&mut sim, other, uri);
    approve(&mut sim, other, &[DEV_CHAIN]);
    let now = session(&sim, Namespace::Eip155);
    assert!(kept(&sim).contains(&now) && !kept(&sim).contains(&topics[0]), "{}", kept(&sim));
}

#[test]
fn the_link_of_a_session_that_is_gone_when_the_page_loads_goes_with_it() {
    let (mut sim, _) = two_led();
    let kept = |sim: &Sim| sim.page().storage.item(LINKS).unwrap().to_owned();
    let [lasts, gone] = [Namespace::Eip155, Namespace::Solana].map(|it| session(&sim, it));
    let tab = sim.page().beyond.as_ref().unwrap().tab;
    sim.beyond(|afar| {
        let without = afar.secrets(tab).remove(0).replace(&gone, &"0".repeat(64));
        afar.put_secret(tab, &without);
    });
    sim = sim.reload();
    sim.run_for(3_000);
    let of_solana = sim.page().state.accounts.get(Namespace::Solana).map(|it| it.status);
    assert_eq!((status(&sim), of_solana), (Some(Status::Connected), Some(Status::Disconnected)));
    assert!(kept(&sim).contains(&lasts) && !kept(&sim).contains(&gone), "{}", kept(&sim));
    assert_eq!(opened_to_sign(&mut sim).len(), 1);
}

#[test]
fn whoever_has_a_network_added_is_led_to_the_phone_each_time_that_it_asks() {
    let (mut sim, phone, uri) = opened(config());
    pair(&mut sim, phone, uri);
    approve(&mut sim, phone, &[1]);
    let is_led = |sim: &mut Sim| {
        let mut page = sim.page();
        page.opened.clear();
        page.state.modal.open && page.state.route.view() == View::OpenWallet
    };
    sim.ask(&Ask::SwitchNetwork { chain: Some(ChainId::eip155(DEV_CHAIN)) });
    sim.run_for(1_000);
    for method in ["wallet_switchEthereumChain", "wallet_addEthereumChain"] {
        assert_eq!(requested(&mut sim, phone).0, method);
        assert!(is_led(&mut sim), "{method}");
        sim.send(&Intent::OpenWallet);
        assert!(sim.page().opened[0].0.starts_with("pocket://wc?sessionTopic="));
        // The person has what they came for.
        sim.send(&Intent::Dismiss);
        assert!(!is_led(&mut sim));
        let adds = method == "wallet_addEthereumChain";
        says(&mut sim, phone, Some(4902).filter(|_| !adds));
    }
    // It was added, but not switched to.
    sim.run_for(4_000);
    assert_eq!(requested(&mut sim, phone).0, "wallet_switchEthereumChain");
    assert!(is_led(&mut sim));
    says(&mut sim, phone, Some(4001));
    assert!(!is_led(&mut sim));
}
