//! Who is connected with a phone, and what ends that.

use engine::{Ask, Config, ConnectError, ConnectStep, Intent, Status, View};
use protocol::caip::Namespace;
use protocol::module::phone::PhoneIntent;
use protocol::relay::call::Publish;
use protocol::relay::envelope::{open, seal};
use protocol::relay::message::Message;
use protocol::relay::refusal::Refusal;
use protocol::relay::uri::PairingUri;
use protocol::rpc::{RESOURCE_UNAVAILABLE, RpcError};
use sim::afar::{Afar, At};
use sim::{ANVIL, DEV_CHAIN, Quirks, Server, Sim, Wallet, config};
use wire::{Json, from_text, to_text};

use super::{PHONE, approve, choose, code, connect, pair, status, world};

fn sign(sim: &mut Sim, phone: At) -> String {
    let params = from_text(r#"["0x68656c6c6f"]"#).ok();
    let method = "personal_sign".to_owned();
    let id = sim.ask(&Ask::Request { namespace: Namespace::Eip155, method, params });
    sim.run_for(1_000);
    sim.beyond(|afar| {
        let request = afar.shown(phone).requests[0].id;
        afar.person(phone, &PhoneIntent::Answer { request, value: Json::text("0x5160") });
    });
    sim.run_for(1_000);
    let page = sim.page();
    page.answers.iter().find(|(it, _)| *it == id).unwrap().1.clone()
}

/// The person ends the session on the phone.
fn leave(sim: &mut Sim, phone: At) {
    sim.beyond(|afar| {
        let session = afar.shown(phone).sessions[0].id.clone();
        afar.person(phone, &PhoneIntent::End { session });
    });
}

#[test]
fn a_phone_connects_signs_survives_a_reload_and_leaves() {
    let (mut sim, phone) = world();
    connect(&mut sim, phone);
    assert!(sign(&mut sim, phone).contains("0x5160"));
    let mut sim = sim.reload();
    sim.run_for(3_000);
    assert_eq!(status(&sim), Some(Status::Connected));
    assert!(sign(&mut sim, phone).contains("0x5160"));
    leave(&mut sim, phone);
    sim.run_for(3_000);
    assert_eq!(status(&sim), Some(Status::Disconnected));
}

#[test]
fn who_disconnects_here_ends_the_session_on_the_phone() {
    let (mut sim, phone) = world();
    connect(&mut sim, phone);
    sim.send(&Intent::Disconnect { namespace: None });
    sim.run_for(3_000);
    assert_eq!(status(&sim), Some(Status::Disconnected));
    assert!(sim.beyond(|afar| afar.shown(phone).sessions.is_empty()));
}

/// A page that was loaded anew, before it knows by which relays phones are reached.
fn loaded_anew() -> (Sim, At) {
    let (mut sim, phone) = world();
    connect(&mut sim, phone);
    sim.page().server.answers_in_ms = 2_000;
    let mut sim = sim.reload();
    sim.run_for(500);
    assert_eq!(status(&sim), Some(Status::Connected));
    (sim, phone)
}

#[test]
fn a_phone_that_leaves_is_heard_however_late_the_relays_are_known() {
    let (mut sim, phone) = loaded_anew();
    leave(&mut sim, phone);
    sim.run_for(5_000);
    assert_eq!(status(&sim), Some(Status::Disconnected));
}

#[test]
fn who_disconnects_ends_the_session_however_late_the_relays_are_known() {
    let (mut sim, phone) = loaded_anew();
    sim.send(&Intent::Disconnect { namespace: None });
    sim.run_for(5_000);
    assert!(sim.beyond(|afar| afar.shown(phone).sessions.is_empty()));
}

#[test]
fn who_closes_the_dialog_is_not_connected_by_a_phone_that_approves_later() {
    let (mut sim, phone) = world();
    choose(&mut sim, PHONE);
    let uri = code(&sim);
    sim.send(&Intent::Close);
    pair(&mut sim, phone, uri);
    approve(&mut sim, phone, &[DEV_CHAIN]);
    sim.run_for(2_000);
    assert_eq!(status(&sim), Some(Status::Disconnected));
    assert!(sim.beyond(|afar| afar.shown(phone).sessions.is_empty()));
}

#[test]
fn a_phone_is_told_of_the_site_what_its_host_says() {
    let mut afar = Afar::new(3);
    let phone = afar.phone(&[0]);
    let options = r#"{"metadata":{"name":"Isle","description":"Tea","url":"https://isle.example",
        "icons":["https://isle.example/icon.png"]}}"#;
    let config = Config { options: from_text(options).unwrap(), ..config() };
    let wallet = Wallet::new(PHONE, "Phone", ANVIL, DEV_CHAIN, Quirks::default());
    let wallets = vec![wallet.in_module(sim::PHONES)];
    let mut sim = Sim::of(wallets, Server::default(), config).with_phones(afar);
    connect(&mut sim, phone);
    let peer = sim.beyond(|afar| to_text(&afar.shown(phone).sessions[0].peer));
    for part in ["Isle", "Tea", "https://isle.example", "https://isle.example/icon.png"] {
        assert!(peer.contains(part), "{peer}");
    }
}

#[test]
fn a_new_code_is_another_and_whoever_has_the_first_connects_nobody() {
    let (mut sim, stranger) = world();
    choose(&mut sim, PHONE);
    let first = code(&sim);
    pair(&mut sim, stranger, first.clone());
    sim.send(&Intent::Retry);
    sim.run_for(1_000);
    let second = code(&sim);
    assert_ne!(first, second);
    approve(&mut sim, stranger, &[DEV_CHAIN]);
    sim.run_for(2_000);
    assert_ne!(status(&sim), Some(Status::Connected));
    let phone = sim.beyond(|afar| afar.phone(&[0]));
    pair(&mut sim, phone, second);
    approve(&mut sim, phone, &[DEV_CHAIN]);
    assert_eq!(status(&sim), Some(Status::Connected));
    let sessions = [stranger, phone].map(|it| sim.beyond(|afar| afar.shown(it).sessions.len()));
    assert_eq!(sessions, [0, 1]);
}

#[test]
fn who_tries_a_busy_phone_again_is_not_connected_by_the_session_with_another() {
    let (mut sim, phone) = world();
    connect(&mut sim, phone);
    choose(&mut sim, PHONE);
    let link = PairingUri::parse(&code(&sim)).unwrap();
    let is_proposal = |it: &&Publish| it.topic == link.topic();
    let busy = RpcError::new(RESOURCE_UNAVAILABLE, "busy");
    sim.beyond(|afar| {
        let left = afar.relays[0].left.iter().find(is_proposal).unwrap();
        let proposal = Message::parse(&open(&link.key, &left.message).unwrap()).unwrap();
        let Message::Request { id, .. } = proposal else { panic!("a proposal") };
        let answer = Message::Answer { id, result: Err(busy) }.text();
        afar.intrude(0, link.topic(), &seal(&link.key, [1; 12], &answer));
    });
    sim.run_for(1_000);
    let pending = ConnectStep::Failed { error: ConnectError::Pending };
    assert_eq!(sim.page().state.connect.step, pending);
    sim.send(&Intent::Retry);
    sim.run_for(2_000);
    assert!(sim.page().state.modal.open, "nobody approved");
    assert_ne!(PairingUri::parse(&code(&sim)).unwrap().topic(), link.topic());
}

#[test]
fn a_host_hears_why_no_relay_lets_a_session_of_before_in() {
    let (mut sim, phone) = world();
    connect(&mut sim, phone);
    sim.beyond(|afar| {
        afar.relays[0].faults.refuses = Some(Refusal::OriginNotAllowed);
        afar.break_relay(0, 1001);
    });
    sim.run_for(60_000);
    assert_eq!(sim.page().alerts, ["relayOrigin"]);
    assert_eq!(status(&sim), Some(Status::Connected));
}

#[test]
fn who_connects_another_wallet_ends_the_session_with_the_phone() {
    let mut afar = Afar::new(1);
    let phone = afar.phone(&[0]);
    let any = Wallet::new(PHONE, "Phone", ANVIL, DEV_CHAIN, Quirks::default());
    let here = Wallet::new("com.here", "Here", ANVIL, DEV_CHAIN, Quirks::default());
    let mut sim = Sim::new(vec![any.in_module(sim::PHONES), here]).with_phones(afar);
    connect(&mut sim, phone);
    choose(&mut sim, "com.here");
    sim.run_for(3_000);
    assert_eq!(status(&sim), Some(Status::Connected));
    assert!(sim.beyond(|afar| afar.shown(phone).sessions.is_empty()));
    let page = sim.page();
    let told = page.tracked.iter().map(to_text).collect::<String>();
    assert!(!told.contains("DISCONNECT_"), "nobody disconnected: {told}");
    // By another phone likewise.
    drop(page);
    connect(&mut sim, phone);
    let other = sim.beyond(|afar| afar.phone(&[0]));
    connect(&mut sim, other);
    sim.run_for(3_000);
    let sessions = [phone, other].map(|it| sim.beyond(|afar| afar.shown(it).sessions.len()));
    assert_eq!(sessions, [0, 1]);
}

#[test]
fn a_phone_that_shares_nothing_of_use_here_is_told_so_and_so_is_the_person() {
    for namespaces in [
        r#"{"eip155":{"accounts":["eip155:56:0xA"],"methods":[],"events":[]}}"#,
        r#"{"tezos":{"accounts":["tezos:NetXdQprcVkpaWU:tz1"],"methods":[],"events":[]}}"#,
        r#"{"eip155":{"accounts":[],"methods":[],"events":[]}}"#,
    ] {
        let (mut sim, phone) = world();
        choose(&mut sim, PHONE);
        let uri = code(&sim);
        pair(&mut sim, phone, uri);
        sim.beyond(|afar| {
            let proposal = afar.shown(phone).proposals[0].id.clone();
            let namespaces = from_text(namespaces).unwrap();
            afar.person(phone, &PhoneIntent::Approve { proposal, namespaces });
        });
        sim.run_for(1_000);
        let network = "Latchkit Dev".to_owned();
        let error = ConnectError::ChainUnsupported { network, stays_on: None };
        let step = sim.page().state.connect.step.clone();
        assert_eq!(step, ConnectStep::Failed { error }, "{namespaces}");
        assert!(sim.beyond(|afar| afar.shown(phone).sessions.is_empty()));
    }
}

#[test]
fn who_looks_where_a_wallet_can_be_had_instead_of_choosing_its_network_chooses_no_more() {
    let (mut sim, _) = world();
    let cosmos = Some(Namespace::Cosmos);
    let wallet = PHONE.to_owned();
    sim.send(&Intent::Connect { wallet, namespace: cosmos, is_double: None });
    assert_eq!(sim.page().state.connect.step, ConnectStep::Choosing);
    sim.send(&Intent::ShowWays);
    let page = sim.page();
    assert_eq!(
        (page.state.route.view(), &page.state.connect.step),
        (View::Downloads, &ConnectStep::Idle)
    );
}
