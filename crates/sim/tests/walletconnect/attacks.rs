//! What relays, wallets and strangers do that they should not, and what breaks by itself.

use protocol::module::phone::{PhoneFault, PhoneIntent};
use protocol::module::session::{Metadata, Redirect, SessionWhat, Unreachable};
use protocol::relay::call::Publish;
use protocol::relay::envelope::{open, seal};
use protocol::relay::key::{KeyPair, SymKey};
use protocol::relay::message::Message;
use protocol::relay::refusal::Refusal;
use protocol::relay::sign::{Proposal, SESSION_SECONDS, Settlement, approval};
use protocol::relay::topic::Topic;
use protocol::relay::uri::PairingUri;
use protocol::rpc::RpcError;
use sim::afar::{Afar, At, request};
use wire::Json;

use super::world::*;

#[test]
fn what_strangers_leave_there_changes_nothing() {
    let (mut afar, tab, phone) = world();
    let session = connected(&mut afar, tab, phone);
    let ask = sign(&mut afar, tab, &session);
    let id = requested(&afar, phone).id.0;
    let before = book(&afar, tab).get("sessions").cloned();
    let topic = Topic::parse(&session).unwrap();
    let forged = Message::Answer { id, result: Ok(Json::text("0xbad")) }.text();
    let own = key_of(&afar, tab, &session);
    let good = seal(&own, [7; 12], &forged);
    let mut turned = good.clone().into_bytes();
    turned[40] = if turned[40] == b'A' { b'B' } else { b'A' };
    for message in [
        seal(&SymKey::new([9; 32]), [7; 12], &forged),
        String::from_utf8(turned).unwrap(),
        good[..good.len() - 8].to_owned(),
        good[..16].to_owned(),
        "AA==".to_owned(),
        "Agee".to_owned(),
        "====".to_owned(),
        seal(&own, [8; 12], "{\"id\":1"),
        seal(&own, [8; 12], "[]"),
        seal(&own, [8; 12], &"[".repeat(100_000)),
        seal(&own, [8; 12], r#"{"id":1e3,"result":true}"#),
    ] {
        afar.intrude(0, topic, &message);
        afar.run_for(100);
    }
    assert_eq!(outcome(&afar, tab, ask), None);
    assert_eq!(book(&afar, tab).get("sessions").cloned(), before);
    answer(&mut afar, phone, "0x01");
    assert_eq!(value(&afar, tab, ask), Json::text("0x01"));
}

#[test]
fn an_answer_reaches_its_own_request_only_and_once() {
    let (mut afar, tab, phone) = world();
    let first = connected(&mut afar, tab, phone);
    let one = sign(&mut afar, tab, &first);
    let request_one = requested(&afar, phone).id;
    let two = sign(&mut afar, tab, &first);
    let key = key_of(&afar, tab, &first);
    let topic = Topic::parse(&first).unwrap();
    // An id of nobody, then the answer to the second twice, then to the first.
    let says = |afar: &mut Afar, id: u64, text: &str, iv: u8| {
        let message = Message::Answer { id, result: Ok(Json::text(text)) }.text();
        afar.intrude(0, topic, &seal(&key, [iv; 12], &message));
        afar.run_for(100);
    };
    says(&mut afar, request_one.0 + 1_000_000, "nobody's", 1);
    assert_eq!((outcome(&afar, tab, one), outcome(&afar, tab, two)), (None, None));
    let request_two = afar.shown(phone).requests[1].id;
    says(&mut afar, request_two.0, "two", 2);
    says(&mut afar, request_two.0, "two again", 3);
    says(&mut afar, request_one.0, "one", 4);
    assert_eq!(value(&afar, tab, two), Json::text("two"));
    assert_eq!(value(&afar, tab, one), Json::text("one"));
}

#[test]
fn an_answer_of_another_session_reaches_nobody() {
    let (mut afar, tab, phone) = world();
    let first = connected(&mut afar, tab, phone);
    let ask = sign(&mut afar, tab, &first);
    let id = requested(&afar, phone).id.0;
    let second_phone = afar.phone(&[0]);
    let second = connected(&mut afar, tab, second_phone);
    assert_ne!(first, second);
    let key = key_of(&afar, tab, &second);
    let message = Message::Answer { id, result: Ok(Json::text("0xbad")) }.text();
    afar.intrude(0, Topic::parse(&second).unwrap(), &seal(&key, [1; 12], &message));
    afar.run_for(1_000);
    assert_eq!(outcome(&afar, tab, ask), None);
}

#[test]
fn a_message_that_is_played_again_is_not_heard_again() {
    let (mut afar, tab, phone) = world();
    let session = connected(&mut afar, tab, phone);
    let emit = |afar: &mut Afar, chain: &str| {
        let intent = PhoneIntent::Emit {
            session: session.clone(),
            chain: chain.to_owned(),
            name: "chainChanged".to_owned(),
            value: Json::Null,
        };
        afar.person(phone, &intent);
        afar.run_for(1_000);
    };
    emit(&mut afar, "eip155:137");
    let left: Vec<Publish> = afar.relays[0].left.clone();
    emit(&mut afar, "eip155:1");
    let events = afar.ask(tab, Some(&session), SessionWhat::Events);
    // Under the same key, with a nonce of its own: it is known by its id that it is older.
    let key = key_of(&afar, tab, &session);
    let topic = Topic::parse(&session).unwrap();
    for (iv, it) in left.iter().filter(|it| it.topic == topic).enumerate() {
        let text = open(&key, &it.message).unwrap();
        afar.intrude(0, topic, &seal(&key, [u8::try_from(iv).unwrap(); 12], &text));
        afar.run_for(1_000);
    }
    assert_eq!(told(&afar, tab, events), Vec::<String>::new());
    assert_eq!(afar.shown(phone).sessions.len(), 1);
}

/// A wallet by hand: what it approves, and as whom it settles.
fn by_hand(namespaces: &str, is_other: bool, seconds: i64) -> (Afar, At, u32) {
    let (mut afar, tab, _) = world();
    let (ask, uri) = tap(&mut afar, tab);
    let uri = PairingUri::parse(&uri).unwrap();
    let left = afar.relays[0].left[0].clone();
    let Ok(Message::Request { id, params, .. }) =
        Message::parse(&open(&uri.key, &left.message).unwrap())
    else {
        panic!("a proposal")
    };
    let proposal = Proposal::read(&params).unwrap();
    let own = KeyPair::new([3; 32]);
    let key = own.agree(&proposal.proposer).unwrap();
    let answer = Message::Answer { id, result: Ok(approval(&own.public())) }.text();
    afar.intrude(0, uri.topic(), &seal(&uri.key, [1; 12], &answer));
    let controller = if is_other { KeyPair::new([4; 32]) } else { own }.public();
    let redirect = Some(Redirect { native: Some("pocket://".to_owned()), universal: None });
    let settlement = Settlement {
        controller,
        metadata: Metadata { redirect, ..Metadata::default() },
        namespaces: Vec::new(),
        expires_seconds: (afar.now_ms() / 1_000).saturating_add_signed(seconds),
        properties: Some(json(r#"{"atomic":"{\"status\":\"supported\"}"}"#)),
        // Nobody has as much to say.
        scoped_properties: Some(Json::object([("eip155:1", Json::Text("x".repeat(20_000)))])),
        wants_no_link: true,
    };
    let Json::Object(mut fields) = settlement.json() else { panic!("an object") };
    fields.iter_mut().filter(|it| it.0 == "namespaces").for_each(|it| it.1 = json(namespaces));
    let settle = Message::request(id + 5_000, "wc_sessionSettle", Json::Object(fields)).text();
    afar.intrude(0, key.topic(), &seal(&key, [2; 12], &settle));
    afar.run_for(2_000);
    // What the wallet was told of it: that it is no session.
    let said = afar.relays[0].left.iter().filter(|it| it.topic == key.topic());
    let said: Vec<String> = said.filter_map(|it| open(&key, &it.message).ok()).collect();
    if outcome(&afar, tab, ask).is_some_and(|it| it.is_err()) {
        let why =
            format!(r#""wc_sessionDelete","params":{{"code":{}"#, error(&afar, tab, ask).code);
        assert!(said.iter().any(|it| it.contains(&why)), "{why}");
    }
    (afar, tab, ask)
}

const GOOD: &str =
    r#"{"eip155":{"accounts":["eip155:1:0xA","eip155:56:0xA"],"methods":["a"],"events":[]}}"#;
const WEEK: i64 = 7 * 86_400;

#[test]
fn a_wallet_that_settles_what_nobody_proposed_is_refused() {
    for (namespaces, is_other, seconds, code) in [
        (
            r#"{"eip155":{"accounts":["eip155:56:0xA"],"methods":[],"events":[]}}"#,
            false,
            WEEK,
            5100,
        ),
        (r#"{"eip155":{"accounts":["solana:1:0xA"],"methods":[],"events":[]}}"#, false, WEEK, 5103),
        (r#"{"eip155":{"accounts":["eip155:1:"],"methods":[],"events":[]}}"#, false, WEEK, 5103),
        (r#"{"eip155":{"accounts":[],"methods":[],"events":[]}}"#, false, WEEK, 5103),
        (r#"{"Eip 155":{"accounts":[],"methods":[],"events":[]}}"#, false, WEEK, 5104),
        ("{}", false, WEEK, 5103),
        ("[]", false, WEEK, 1005),
        (GOOD, true, WEEK, 1005),
        (GOOD, false, -1, 1005),
    ] {
        let (afar, tab, ask) = by_hand(namespaces, is_other, seconds);
        assert_eq!(error(&afar, tab, ask).code, code, "{namespaces} {is_other} {seconds}");
    }
    let (mut afar, tab, ask) = by_hand(GOOD, false, 100 * WEEK);
    let shared = value(&afar, tab, ask);
    // A chain that the host does not have is left out; a session lasts no longer than one lasts.
    assert_eq!(shared.get("accounts"), Some(&json(r#"[{"address":"0xA","chain":"eip155:1"}]"#)));
    assert_eq!(shared.get("wantsNoLink"), Some(&Json::Bool(true)));
    let link = shared.get("peer").and_then(|it| it.get("redirect")?.get("native"));
    assert_eq!(link, Some(&Json::text("pocket://")));
    let session = book(&afar, tab).get("sessions").unwrap().as_list().unwrap()[0].clone();
    let until: u64 = session.get("expires_ms").unwrap().as_text().unwrap().parse().unwrap();
    assert!(until <= afar.now_ms() + 7 * 86_400_000);
    // What it said that it can do is known, as far as it is short; it is not asked again.
    assert!(wire::to_text(&session).len() < 2_000);
    let name = session.get("topic").unwrap().as_text().unwrap().to_owned();
    let asked = request("wallet_getCapabilities", json(r#"["0xA",["0x1"]]"#));
    let ask = afar.ask(tab, Some(&name), asked);
    afar.run_for(1_000);
    let told = json(r#"{"0x1":{"atomic":{"status":"supported"}}}"#);
    assert_eq!(value(&afar, tab, ask), told);
}

#[test]
fn two_phones_read_one_code_and_one_is_connected() {
    let (mut afar, tab, first) = world();
    let second = afar.phone(&[0]);
    let (ask, uri) = tap(&mut afar, tab);
    pair(&mut afar, first, &uri);
    pair(&mut afar, second, &uri);
    approve(&mut afar, first, &usual());
    approve(&mut afar, second, &usual());
    afar.run_for(2_000);
    assert!(value(&afar, tab, ask).get("session").is_some());
    let connected = [first, second].map(|it| afar.shown(it).sessions.len());
    assert_eq!(connected, [1, 0], "{}", afar.transcript());
}

#[test]
fn who_settles_nothing_after_approving_is_told_that_it_is_over() {
    let (mut afar, tab, _) = world();
    let (ask, uri) = tap(&mut afar, tab);
    let uri = PairingUri::parse(&uri).unwrap();
    let left = afar.relays[0].left[0].clone();
    let Ok(Message::Request { id, params, .. }) =
        Message::parse(&open(&uri.key, &left.message).unwrap())
    else {
        panic!("a proposal")
    };
    let own = KeyPair::new([3; 32]);
    let key = own.agree(&Proposal::read(&params).unwrap().proposer).unwrap();
    let answer = Message::Answer { id, result: Ok(approval(&own.public())) }.text();
    afar.intrude(0, uri.topic(), &seal(&uri.key, [1; 12], &answer));
    afar.run_for(1_000);
    assert_eq!(told(&afar, tab, ask).last().map(String::as_str), Some("settling"));
    afar.run_for(310_000);
    assert!(outcome(&afar, tab, ask).is_some_and(|it| it.is_err()));
    let said = afar.relays[0].left.iter().filter(|it| it.topic == key.topic());
    assert!(said.filter_map(|it| open(&key, &it.message).ok()).any(|it| it.contains("6000")));
}

#[test]
fn a_code_expires_and_says_so() {
    let (mut afar, tab, phone) = world();
    let (ask, uri) = tap(&mut afar, tab);
    afar.run_for(310_000);
    let told = told(&afar, tab, ask);
    assert_eq!(told[2..], ["expired".to_owned(), "refused -32603".to_owned()]);
    pair(&mut afar, phone, &uri);
    assert_eq!(afar.shown(phone).fault, Some(PhoneFault::ExpiredCode));
    afar.run_for(1_000_000);
    assert_eq!(afar.secrets(tab), Vec::<String>::new());
}

#[test]
fn a_phone_says_that_its_relay_is_down_and_that_the_code_was_left_unanswered() {
    let (mut afar, tab, phone) = world();
    let (_, uri) = tap(&mut afar, tab);
    afar.relays[0].faults.is_down = true;
    pair(&mut afar, phone, &uri);
    afar.run_for(30_000);
    let shown = afar.shown(phone);
    assert_eq!((shown.is_pairing, &shown.unreachable), (true, &Some(Unreachable::Relay)));
    afar.relays[0].faults.is_down = false;
    afar.run_for(40_000);
    let shown = afar.shown(phone);
    assert_eq!((shown.is_pairing, shown.proposals.len()), (false, 1));
    assert_eq!((&shown.unreachable, &shown.fault), (&None, &None));
    afar.run_for(310_000);
    let shown = afar.shown(phone);
    assert_eq!((shown.proposals.len(), &shown.fault), (0, &Some(PhoneFault::Unanswered)));
}

#[test]
fn each_kind_of_no_is_told_and_ends_it() {
    for (refusal, why) in [
        (Refusal::OriginNotAllowed, "unreachable: Origin"),
        (Refusal::ProjectNotFound, "unreachable: Key"),
    ] {
        let (mut afar, tab, _) = world();
        afar.relays[0].faults.refuses = Some(refusal);
        let ask = afar.ask(tab, None, person());
        afar.run_for(600_000);
        let told = told(&afar, tab, ask);
        assert_eq!(told, ["reaching".to_owned(), why.to_owned(), "refused 4900".to_owned()]);
        assert_eq!(afar.relays[0].opened, 1, "it is not tried again");
        afar.relays[0].faults.refuses = None;
        tap(&mut afar, tab);
    }
    for ahead_ms in [600_000, -600_000_000] {
        let (mut afar, tab, _) = world();
        afar.set_ahead(tab, ahead_ms);
        let ask = afar.ask(tab, None, person());
        afar.run_for(10_000);
        assert_eq!(told(&afar, tab, ask)[1], "unreachable: Clock");
    }
}

#[test]
fn who_was_kept_out_for_a_clock_hears_what_happened_after_it_was_set_right() {
    let (mut afar, tab, phone) = world();
    let session = connected(&mut afar, tab, phone);
    let events = afar.ask(tab, Some(&session), SessionWhat::Events);
    afar.set_ahead(tab, -600_000_000);
    afar.break_relay(0, 1001);
    afar.run_for(10_000);
    afar.person(phone, &PhoneIntent::End { session });
    let tries = afar.relays[0].opened;
    afar.run_for(240_000);
    assert!(afar.relays[0].opened <= tries + 4, "a minute is between two tries");
    assert_eq!(told(&afar, tab, events), ["unreachable: Clock"]);
    // Nobody tells the page that it was.
    afar.set_ahead(tab, 0);
    afar.run_for(61_000);
    assert!(told(&afar, tab, events)[1].starts_with("disconnect"));
}

#[test]
fn a_relay_that_is_down_is_tried_ever_more_rarely_and_found_again() {
    let (mut afar, tab, phone) = world();
    afar.relays[0].faults.is_down = true;
    let ask = afar.ask(tab, None, person());
    afar.run_for(120_000);
    assert_eq!(told(&afar, tab, ask), ["reaching", "unreachable: Relay"]);
    let tries = afar.transcript().matches(r#""type":"socket""#).count();
    assert!((8..=20).contains(&tries), "{tries} tries in two minutes");
    afar.relays[0].faults.is_down = false;
    afar.run_for(31_000);
    assert_eq!(told(&afar, tab, ask).last().map(String::as_str), Some("ready"));
    let uri = uri(&afar, tab, ask);
    pair(&mut afar, phone, &uri);
    approve(&mut afar, phone, &usual());
    assert!(value(&afar, tab, ask).get("session").is_some());
}

#[test]
fn another_relay_of_the_network_takes_over() {
    let (mut afar, tab, phone) = world();
    let session = connected(&mut afar, tab, phone);
    afar.add_relay("wss://second.example", "p1");
    afar.ask(tab, Some(&session), SessionWhat::Events);
    afar.relays[0].faults.is_mute = true;
    let ask = sign(&mut afar, tab, &session);
    afar.run_for(30_000);
    assert!(afar.relays[1].opened > 0, "a relay that says nothing is left");
    assert_eq!(outcome(&afar, tab, ask), None);
    let topic = Topic::parse(&session).unwrap();
    assert_eq!(afar.relays[1].waits(topic), 1, "the request is there");
}

#[test]
fn a_session_lives_on_the_network_where_the_phone_is() {
    let mut afar = Afar::new(1);
    afar.add_relay("wss://other.example", "p2");
    let tab = afar.tab();
    let phone = afar.phone(&[1]);
    let (ask, uri) = tap(&mut afar, tab);
    pair(&mut afar, phone, &uri);
    approve(&mut afar, phone, &usual());
    let session = value(&afar, tab, ask);
    let session = session.get("session").and_then(Json::as_text).unwrap().to_owned();
    afar.relays[0].faults.is_down = true;
    signs(&mut afar, tab, phone, &session);
}

#[test]
fn sockets_that_break_at_any_frame_lose_nothing() {
    for seed in 0..200 {
        let mut afar = Afar::new(seed);
        let faults = &mut afar.relays[0].faults;
        (faults.breaks, faults.doubles, faults.dawdles_ms) = (10, 2, 800);
        let tab = afar.tab();
        let phone = afar.phone(&[0]);
        let ask = afar.ask(tab, None, person());
        afar.run_for(60_000);
        let uri = uri(&afar, tab, ask);
        pair(&mut afar, phone, &uri);
        afar.run_for(60_000);
        approve(&mut afar, phone, &usual());
        afar.run_for(60_000);
        let session = value(&afar, tab, ask);
        let session = session.get("session").and_then(Json::as_text).unwrap().to_owned();
        let ask = sign(&mut afar, tab, &session);
        afar.run_for(60_000);
        answer(&mut afar, phone, "0x01");
        afar.run_for(60_000);
        assert_eq!(value(&afar, tab, ask), Json::text("0x01"), "seed {seed}");
        let ask = afar.ask(tab, Some(&session), request("disconnect", Json::Null));
        afar.run_for(60_000);
        assert_eq!(value(&afar, tab, ask), Json::Null);
        let transcript = afar.transcript();
        assert!(afar.shown(phone).sessions.is_empty(), "seed {seed}:\n{transcript}");
    }
}

#[test]
fn an_open_socket_that_is_dead_is_found_out_as_soon_as_the_person_comes_back() {
    let (mut afar, tab, phone) = world();
    let session = connected(&mut afar, tab, phone);
    let events = afar.ask(tab, Some(&session), SessionWhat::Events);
    afar.run_for(60_000);
    let opened = afar.relays[0].opened;
    // The relay gave it up, and nobody here was told.
    afar.relays[0].forget_sockets();
    afar.run_for(60_000);
    assert_eq!(afar.relays[0].opened, opened);
    afar.person(phone, &PhoneIntent::End { session });
    afar.run_for(30_000);
    assert_eq!(told(&afar, tab, events), Vec::<String>::new());
    afar.tell_tab(tab, "visible");
    afar.run_for(5_000);
    assert!(told(&afar, tab, events)[0].starts_with("disconnect"), "{}", afar.transcript());
}

#[test]
fn who_asks_again_does_not_wait_for_the_next_try() {
    let (mut afar, tab, _) = world();
    afar.relays[0].faults.is_down = true;
    let ask = afar.ask(tab, None, person());
    afar.run_for(100_000);
    afar.cancel(tab, ask);
    afar.relays[0].faults.is_down = false;
    let ask = afar.ask(tab, None, person());
    afar.run_for(200);
    assert_eq!(told(&afar, tab, ask).last().map(String::as_str), Some("ready"));
}

#[test]
fn no_key_is_told_to_anybody_but_the_store_of_secrets() {
    let (mut afar, tab, phone) = world();
    let session = connected(&mut afar, tab, phone);
    let other = afar.tab();
    signs(&mut afar, other, phone, &session);
    let transcript = afar.transcript();
    let mut keys = 0;
    for secret in [afar.secrets(tab), afar.secrets(phone)].concat() {
        let state: Json = json(&secret).get("value").unwrap().clone();
        let mail = state.get("mail").unwrap();
        let seed = mail.get("seed").unwrap().as_text().unwrap().to_owned();
        let lines = mail.get("lines").unwrap().as_list().unwrap();
        let offers = state.get("book").unwrap().get("offers").and_then(Json::as_list);
        let offers = offers.unwrap_or_default();
        let own = offers.iter().map(|it| it.get("own").unwrap().as_text().unwrap().to_owned());
        let all = lines.iter().map(|it| it.get("key").unwrap().as_text().unwrap().to_owned());
        for key in all.chain(own).chain([seed]) {
            keys += 1;
            assert!(!transcript.contains(&key), "a key is told");
        }
    }
    assert!(keys >= 5, "{keys} keys were looked for");
}

#[test]
fn what_is_lost_here_is_found_out_by_nobody_but_ends_by_itself() {
    let (mut afar, tab, phone) = world();
    let session = connected(&mut afar, tab, phone);
    afar.close(tab);
    afar.lose_secrets(tab);
    afar.reload(tab, &[]);
    let ask = sign(&mut afar, tab, &session);
    assert!(outcome(&afar, tab, ask).is_some_and(|it: Result<Json, RpcError>| it.is_err()));
    assert_eq!(afar.shown(phone).sessions.len(), 1);
    let week_ms = i64::try_from(SESSION_SECONDS * 1_000).unwrap();
    afar.set_ahead(phone, week_ms);
    afar.run_for(10_000);
    assert!(afar.shown(phone).sessions.is_empty());
}

#[test]
fn a_wallet_that_tells_ever_more_kinds_of_things_makes_nothing_grow() {
    let (mut afar, tab, phone) = world();
    let session = connected(&mut afar, tab, phone);
    let long = "x".repeat(10_000);
    for round in 0..40 {
        for name in [format!("{long}{round}"), format!("kind{round}")] {
            let (session, chain) = (session.clone(), "eip155:1".to_owned());
            afar.person(phone, &PhoneIntent::Emit { session, chain, name, value: Json::Null });
            afar.run_for(100);
        }
    }
    afar.run_for(5_000);
    let sessions = book(&afar, tab).get("sessions").unwrap().clone();
    let told = sessions.as_list().unwrap()[0].get("told").unwrap().as_list().unwrap();
    assert_eq!(told.len(), 16);
    assert!(wire::to_text(&sessions).len() < 10_000);
    // It is heard nevertheless.
    let ask = sign(&mut afar, tab, &session);
    answer(&mut afar, phone, "0x5160");
    assert_eq!(value(&afar, tab, ask), Json::text("0x5160"));
}
