//! What is kept has an end, and so has what nobody knows of any more.

use protocol::module::phone::PhoneIntent;
use protocol::module::session::SessionWhat;
use protocol::relay::envelope::{MOST_BYTES, seal};
use protocol::relay::fault::SignFault;
use protocol::relay::message::Message;
use protocol::relay::topic::Topic;
use protocol::rpc::{DISCONNECTED, LIMIT_EXCEEDED, UNAUTHORIZED};
use sim::afar::{Afar, At, request};
use wire::{Json, to_text};

use super::world::*;

fn count(afar: &Afar, tab: At, of: &str) -> usize {
    book(afar, tab).get(of).unwrap().as_list().unwrap().len()
}

#[test]
fn who_makes_ever_more_codes_keeps_the_last_ones() {
    let (mut afar, tab, phone) = world();
    let (mut ask, mut code) = tap(&mut afar, tab);
    for _ in 0..100 {
        afar.cancel(tab, ask);
        (ask, code) = tap(&mut afar, tab);
    }
    assert_eq!(count(&afar, tab, "offers"), 32);
    let lines = kept(&afar, tab).unwrap().get("mail").unwrap().get("lines").cloned().unwrap();
    assert_eq!(lines.as_list().unwrap().len(), 32);
    pair(&mut afar, phone, &code);
    approve(&mut afar, phone, &usual());
    assert!(value(&afar, tab, ask).get("session").is_some());
}

#[test]
fn who_connects_ever_more_phones_ends_the_oldest_session() {
    let (mut afar, tab, first) = world();
    let oldest = connected(&mut afar, tab, first);
    let phone = afar.phone(&[0]);
    for _ in 0..40 {
        connected(&mut afar, tab, phone);
    }
    assert_eq!(count(&afar, tab, "sessions"), 32);
    afar.run_for(5_000);
    assert!(afar.shown(first).sessions.is_empty());
    assert_eq!(afar.shown(phone).sessions.len(), 32);
    let ask = sign(&mut afar, tab, &oldest);
    assert_eq!(error(&afar, tab, ask).code, DISCONNECTED);
}

#[test]
fn a_host_that_asks_ever_more_is_told_so() {
    let (mut afar, tab, phone) = world();
    let session = connected(&mut afar, tab, phone);
    let asks: Vec<u32> = (0..300).map(|_| sign(&mut afar, tab, &session)).collect();
    assert_eq!(count(&afar, tab, "questions"), 256);
    let refused: Vec<_> = asks.iter().filter_map(|it| outcome(&afar, tab, *it)).collect();
    assert_eq!(refused.len(), 44);
    assert!(refused.iter().all(|it| it.as_ref().unwrap_err().code == LIMIT_EXCEEDED));
    let request = afar.shown(phone).requests[0].id;
    afar.person(phone, &PhoneIntent::Answer { request, value: Json::text("0x01") });
    afar.run_for(1_000);
    assert_eq!(value(&afar, tab, asks[0]), Json::text("0x01"));
    let ask = sign(&mut afar, tab, &session);
    assert_eq!(outcome(&afar, tab, ask), None);
}

#[test]
fn no_two_requests_have_one_name_however_many_are_asked_at_once() {
    let (mut afar, tab, phone) = world();
    let session = connected(&mut afar, tab, phone);
    for _ in 0..256 {
        afar.ask(tab, Some(&session), request("personal_sign", Json::list([])));
    }
    afar.run_for(1_000);
    let questions = book(&afar, tab).get("questions").unwrap().as_list().unwrap().to_vec();
    let mut names: Vec<_> = questions.iter().map(|it| to_text(it.get("id").unwrap())).collect();
    names.sort();
    names.dedup();
    assert_eq!(names.len(), 256);
}

#[test]
fn what_is_longer_than_relays_carry_is_refused_at_once_and_the_rest_goes_on() {
    let (mut afar, tab, phone) = world();
    let session = connected(&mut afar, tab, phone);
    for (bytes, is_sent) in [(MOST_BYTES, false), (MOST_BYTES - 1_000, true)] {
        let params = Json::list([Json::text(&"a".repeat(bytes))]);
        let ask = afar.ask(tab, Some(&session), request("personal_sign", params));
        afar.run_for(5_000);
        assert_eq!(afar.shown(phone).requests.len(), usize::from(is_sent));
        if is_sent {
            answer(&mut afar, phone, "0x01");
            assert_eq!(value(&afar, tab, ask), Json::text("0x01"));
        } else {
            assert_eq!(error(&afar, tab, ask).code, LIMIT_EXCEEDED);
        }
    }
    assert_eq!(afar.relays[0].opened, 2, "no socket broke:\n{}", afar.transcript());
}

#[test]
fn of_an_error_without_end_the_host_hears_the_beginning() {
    let (mut afar, tab, phone) = world();
    let session = connected(&mut afar, tab, phone);
    let ask = sign(&mut afar, tab, &session);
    let request = requested(&afar, phone).id;
    let error_of = json(&format!(r#"{{"code":1,"message":"{}"}}"#, "m".repeat(600_000)));
    afar.person(phone, &PhoneIntent::Decline { request, error: error_of });
    afar.run_for(1_000);
    assert_eq!(error(&afar, tab, ask).message.len(), 1_000);
}

#[test]
fn what_a_page_takes_for_approved_it_can_read_again() {
    let (mut afar, tab, phone) = world();
    let session = connected(&mut afar, tab, phone);
    let share = |afar: &mut Afar, keys: usize| {
        let own = |key: usize| {
            let account = |at: usize| Json::text(&format!("eip155:1:0x{key:03}{at:03}"));
            let none = || Json::list([]);
            let accounts = Json::list((0..100).map(account));
            let fields = [("accounts", accounts), ("methods", none()), ("events", none())];
            (format!("eip155:{key}"), Json::object(fields))
        };
        let namespaces = Json::Object((1..=keys).map(own).collect());
        let session = session.clone();
        afar.person(phone, &PhoneIntent::Update { session, namespaces });
        afar.run_for(2_000);
        let ask = afar.ask(tab, None, silent());
        afar.run_for(1_000);
        value(afar, tab, ask).get("accounts").unwrap().as_list().unwrap().len()
    };
    assert_eq!(share(&mut afar, 20), 2, "what was before stays");
    assert_eq!(share(&mut afar, 10), 1_000);
    assert_eq!(share(&mut afar, 11), 1_000);
}

#[test]
fn a_session_that_the_wallet_does_not_know_ends_here() {
    let (mut afar, tab, phone) = world();
    let session = connected(&mut afar, tab, phone);
    let events = afar.ask(tab, Some(&session), SessionWhat::Events);
    let ask = sign(&mut afar, tab, &session);
    let id = requested(&afar, phone).id.0;
    let said = Message::Answer { id, result: Err(SignFault::NoSession.error()) }.text();
    let sealed = seal(&key_of(&afar, tab, &session), [1; 12], &said);
    afar.intrude(0, Topic::parse(&session).unwrap(), &sealed);
    afar.run_for(1_000);
    assert_eq!(error(&afar, tab, ask).code, DISCONNECTED);
    assert!(told(&afar, tab, events)[0].starts_with("disconnect"));
    let ask = afar.ask(tab, None, silent());
    afar.run_for(1_000);
    assert_eq!(error(&afar, tab, ask).code, UNAUTHORIZED);
}

#[test]
fn a_session_that_the_page_does_not_know_ends_on_the_phone() {
    let (mut afar, tab, phone) = world();
    let session = connected(&mut afar, tab, phone);
    afar.close(tab);
    let secret = afar.secrets(tab)[0].clone();
    let sessions = to_text(book(&afar, tab).get("sessions").unwrap());
    afar.put_secret(tab, &secret.replace(&sessions, "[]"));
    afar.reload(tab, &[]);
    afar.ask(tab, None, silent());
    afar.run_for(1_000);
    assert_eq!(afar.shown(phone).sessions.len(), 1);
    afar.person(phone, &PhoneIntent::Ping { session });
    afar.run_for(1_000);
    assert!(afar.shown(phone).sessions.is_empty(), "{}", afar.transcript());
}
