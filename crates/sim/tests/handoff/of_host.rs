//! A pairing that the host made itself.

use engine::{HandoffStep, Intent, Status, View};
use protocol::caip::Namespace;
use protocol::relay::key::SymKey;
use protocol::relay::uri::PairingUri;
use sim::{ANY_PHONE, Reaction, Sim, config};
use wire::Json;

use super::{
    REACHED, UNREACHED, choose, counted, handoff, on, on_phone, page, relays, status, view,
    with_options,
};

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
