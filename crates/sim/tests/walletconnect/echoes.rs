//! Both sides of a session have one key, so that what a relay sends back to who said it opens there as well;
//! and what was said once opens for ever.

use protocol::module::phone::PhoneIntent;
use protocol::module::session::SessionWhat;
use protocol::relay::call::Publish;
use protocol::relay::envelope::seal;
use protocol::relay::key::SymKey;
use protocol::relay::message::Message;
use protocol::relay::topic::Topic;
use protocol::relay::uri::PairingUri;
use sim::afar::{Afar, At};
use wire::Json;

use super::world::*;

/// The last message on a topic.
fn last(afar: &Afar, topic: Topic) -> Publish {
    afar.relays[0].left.iter().rfind(|it| it.topic == topic).unwrap().clone()
}

/// A relay sends back what was said last on a topic, and what is answered to that.
fn echo(afar: &mut Afar, topic: Topic) {
    for _ in 0..3 {
        let last = last(afar, topic);
        afar.echo(0, &last);
        afar.run_for(1_000);
    }
}

/// As many messages as drive all others out of what either side remembers.
fn chatter(afar: &mut Afar, key: &SymKey, from: u64) {
    for at in 0..70 {
        let ping = Message::request(from + at * 1_000, "wc_sessionPing", Json::object([])).text();
        let mut iv = [0; 12];
        iv[..8].copy_from_slice(&(from + at).to_le_bytes());
        afar.intrude(0, key.topic(), &seal(key, iv, &ping));
        afar.run_for(100);
    }
}

#[test]
fn a_relay_that_echoes_refuses_nothing_in_the_wallets_name() {
    for is_long_ago in [false, true] {
        let (mut afar, tab, phone) = world();
        let session = connected(&mut afar, tab, phone);
        let (key, topic) = (key_of(&afar, tab, &session), Topic::parse(&session).unwrap());
        let ask = sign(&mut afar, tab, &session);
        let asked = last(&afar, topic);
        if is_long_ago {
            let from = afar.now_ms() * 1_000;
            chatter(&mut afar, &key, from);
        }
        let left = afar.relays[0].left.len();
        afar.echo(0, &asked);
        afar.run_for(1_000);
        assert_eq!(afar.relays[0].left.len(), left, "nobody answers it");
        echo(&mut afar, topic);
        assert_eq!(outcome(&afar, tab, ask), None);
        answer(&mut afar, phone, "0x01");
        assert_eq!(value(&afar, tab, ask), Json::text("0x01"));
    }
}

#[test]
fn a_proposal_that_is_echoed_is_not_refused() {
    let (mut afar, tab, phone) = world();
    let (ask, code) = tap(&mut afar, tab);
    echo(&mut afar, PairingUri::parse(&code).unwrap().topic());
    pair(&mut afar, phone, &code);
    approve(&mut afar, phone, &usual());
    assert!(value(&afar, tab, ask).get("session").is_some(), "{}", afar.transcript());
}

#[test]
fn what_a_wallet_says_and_has_echoed_is_answered_by_the_page_alone() {
    let (mut afar, tab, phone) = world();
    let session = connected(&mut afar, tab, phone);
    afar.set_offline(tab, true);
    let intents = [
        PhoneIntent::Update { session: session.clone(), namespaces: usual() },
        PhoneIntent::Extend { session: session.clone() },
    ];
    for intent in intents {
        afar.person(phone, &intent);
        afar.run_for(1_000);
        let left = afar.relays[0].left.len();
        let key = key_of(&afar, tab, &session);
        let said = last(&afar, key.topic());
        let from = afar.now_ms() * 1_000;
        chatter(&mut afar, &key, from);
        let answers = afar.relays[0].left.len() - left;
        afar.echo(0, &said);
        afar.run_for(1_000);
        assert_eq!(afar.relays[0].left.len() - left, answers);
    }
}

fn until(afar: &Afar, tab: At) -> Json {
    book(afar, tab).get("sessions").unwrap().as_list().unwrap()[0]
        .get("expires_ms")
        .unwrap()
        .clone()
}

#[test]
fn an_extension_lets_a_session_last_longer_once() {
    let (mut afar, tab, phone) = world();
    let session = connected(&mut afar, tab, phone);
    afar.ask(tab, Some(&session), SessionWhat::Events);
    let key = key_of(&afar, tab, &session);
    let extend = |afar: &mut Afar, iv: u8| {
        let id = afar.now_ms() * 1_000;
        let text = Message::request(id, "wc_sessionExtend", Json::object([])).text();
        let sealed = seal(&key, [iv; 12], &text);
        afar.intrude(0, key.topic(), &sealed);
        afar.run_for(1_000);
    };
    let first = until(&afar, tab);
    afar.run_for(3_600_000);
    extend(&mut afar, 1);
    let extended = until(&afar, tab);
    assert_ne!(first, extended);
    let said = afar.relays[0].left.iter().rfind(|it| it.tag == 1109).unwrap().clone();
    for hour in 1..=2 {
        afar.run_for(3_600_000);
        let from = afar.now_ms() * 1_000;
        chatter(&mut afar, &key, from);
        afar.echo(0, &said);
        afar.run_for(1_000);
        assert_eq!(until(&afar, tab), extended, "hour {hour}");
    }
    extend(&mut afar, 2);
    assert_ne!(until(&afar, tab), extended);
}
