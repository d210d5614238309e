//! What another client of WalletConnect makes of the same input, held against ours. The recording is
//! written by `interop/record.mjs`; its `vectors` are what 2.21.8 makes of fixed input, its `sessions`
//! whole lives of a session between two clients of one version, as they were sent.

use protocol::relay::call::Call;
use protocol::relay::envelope::{self, MessageId};
use protocol::relay::fault::{FAULTS, SignFault};
use protocol::relay::frame::{self, Frame};
use protocol::relay::key::{KeyPair, PublicKey, SymKey};
use protocol::relay::message::Message;
use protocol::relay::method::{Outcome, SignMethod};
use protocol::relay::namespaces::{Approved, Proposed, allows, chain_of};
use protocol::relay::sign::{self, Proposal, Settlement};
use protocol::relay::token::{self, ClientId};
use protocol::relay::topic::Topic;
use protocol::relay::uri::PairingUri;
use wire::Json;

#[test]
fn every_form_of_a_code_is_read_alike() {
    let recorded = recording();
    for row in rows(field(field(&recorded, "vectors"), "uris")) {
        let name = text(field(row, "name"));
        let uri = PairingUri::parse(text(field(row, "text"))).expect(name);
        assert_eq!(uri.topic().text(), text(field(row, "topic")), "{name}");
        assert_eq!(&**uri.key.text(), text(field(row, "key")), "{name}");
        let expires = uri.expires_seconds.map(|it| it.to_string());
        assert_eq!(expires.as_deref(), field(row, "expires").as_number(), "{name}");
        let methods: Vec<&str> = rows(field(row, "methods")).iter().map(text).collect();
        assert_eq!(uri.methods, methods, "{name}");
    }
}

#[test]
fn a_code_is_written_alike() {
    let recorded = recording();
    let written = ["plain", "expiring", "withMethods", "withTwoMethods"];
    let uris = rows(field(field(&recorded, "vectors"), "uris"));
    for row in uris.iter().filter(|row| written.contains(&text(field(row, "name")))) {
        let theirs = text(field(row, "text"));
        assert_eq!(PairingUri::parse(theirs).unwrap().text(), theirs);
    }
}

#[test]
fn both_sides_come_to_the_same_key_and_topics() {
    let recorded = recording();
    for row in rows(field(field(&recorded, "vectors"), "agreements")) {
        let pair = |name: &str| KeyPair::parse(text(field(row, name))).unwrap();
        let (own, other) = (pair("own"), pair("other"));
        assert_eq!(own.public().text(), text(field(row, "ownPublic")));
        assert_eq!(other.public().text(), text(field(row, "otherPublic")));
        for key in [own.agree(&other.public()), other.agree(&own.public())] {
            let key = key.unwrap();
            assert_eq!(&**key.text(), text(field(row, "key")));
            assert_eq!(key.topic().text(), text(field(row, "topic")));
        }
        assert_eq!(own.public().response_topic().text(), text(field(row, "responseTopic")));
    }
}

#[test]
fn an_envelope_is_sealed_and_opened_alike() {
    let recorded = recording();
    let envelopes = field(field(&recorded, "vectors"), "envelopes");
    let pair = |name: &str| KeyPair::parse(text(field(envelopes, name))).unwrap();
    let (own, receiver) = (pair("own"), pair("receiver"));
    let key = SymKey::parse(text(field(envelopes, "key"))).unwrap();
    let iv = [3; 12];
    for row in rows(field(envelopes, "rows")) {
        let (plain, sealed) = (text(field(row, "text")), text(field(row, "sealed")));
        match field(row, "type").as_number().unwrap() {
            "0" => {
                assert_eq!(envelope::seal(&key, iv, plain), sealed);
                assert_eq!(envelope::open(&key, sealed).as_deref(), Ok(plain));
            }
            "1" => {
                let ours = envelope::seal_to(&own, &receiver.public(), iv, plain);
                assert_eq!(ours.as_deref(), Some(sealed));
                let opened = envelope::open_for(&receiver, sealed);
                assert_eq!(opened, Ok((own.public(), plain.to_owned())));
            }
            _ => assert_eq!(envelope::read_plain(sealed).as_deref(), Ok(plain)),
        }
        assert_eq!(MessageId::of(sealed).text(), text(field(row, "id")));
    }
}

#[test]
fn whatever_two_clients_said_is_opened() {
    let recorded = recording();
    let mut count = 0;
    for message in messages(&recorded) {
        let (sealed, plain) = (text(field(message, "sealed")), text(field(message, "text")));
        let topic = Topic::parse(text(field(message, "topic"))).unwrap();
        if let Some(secret) = message.get("secret") {
            let receiver = KeyPair::parse(text(secret)).unwrap();
            let sender = PublicKey::parse(text(field(message, "sender"))).unwrap();
            assert_eq!(receiver.public().response_topic(), topic);
            assert_eq!(envelope::open_for(&receiver, sealed), Ok((sender, plain.to_owned())));
        } else {
            let key = SymKey::parse(text(field(message, "key"))).unwrap();
            assert_eq!(key.topic(), topic);
            assert_eq!(envelope::open(&key, sealed).as_deref(), Ok(plain));
        }
        count += 1;
    }
    assert!(count > 40, "{count} messages");
}

#[test]
fn a_token_is_signed_alike_and_believed() {
    let recorded = recording();
    for row in rows(field(field(&recorded, "vectors"), "tokens")) {
        let seed = bytes32(text(field(row, "seed")));
        let (issued, lasts) = (number(field(row, "iat")), number(field(row, "ttl")));
        let audience = text(field(row, "aud"));
        let theirs = text(field(row, "token"));
        let ours = token::sign(&seed, text(field(row, "sub")), audience, issued, issued + lasts);
        assert_eq!(ours, theirs);
        let client = token::verify(theirs, issued, |it| it == audience).unwrap();
        assert_eq!(client.text(), text(field(row, "client")));
        assert_eq!(ClientId::parse(text(field(row, "client"))), Some(ClientId::of_seed(&seed)));
    }
}

#[test]
fn every_fault_has_its_code_and_sentence() {
    let recorded = recording();
    for row in rows(field(field(&recorded, "vectors"), "faults")) {
        let code = number(field(row, "code"));
        let ours = FAULTS.iter().find(|it| u64::try_from(it.code()) == Ok(code));
        assert_eq!(ours.map(|it| it.text()), Some(text(field(row, "message"))), "{code}");
    }
}

#[test]
fn namespaces_are_judged_alike() {
    let recorded = recording();
    let namespaces = field(field(&recorded, "vectors"), "namespaces");
    let proposed = |row: &Json| Proposed::read(field(row, "namespaces")).is_ok();
    let approved = |row: &Json| Approved::read(field(row, "namespaces")).is_ok();
    for row in rows(field(namespaces, "proposals")) {
        assert_eq!(proposed(row), is_accepted(row), "{row:?}");
    }
    for row in rows(field(namespaces, "sessions")) {
        assert_eq!(approved(row), is_accepted(row), "{row:?}");
    }
    for row in rows(field(namespaces, "strictProposals")) {
        assert!(is_accepted(row) && !proposed(row), "{row:?}");
    }
    for row in rows(field(namespaces, "strictSessions")) {
        assert!(is_accepted(row) && !approved(row), "{row:?}");
    }
    for row in rows(field(namespaces, "accounts")) {
        assert_eq!(chain_of(text(field(row, "text"))).is_some(), is_accepted(row), "{row:?}");
    }
}

#[test]
fn what_was_approved_may_be_asked() {
    let recorded = recording();
    let namespaces = field(field(&recorded, "vectors"), "namespaces");
    let requests = field(namespaces, "requests");
    let session = Approved::read(field(requests, "session")).unwrap();
    for row in rows(field(requests, "rows")) {
        let is_fine = allows(&session, text(field(row, "chain")), text(field(row, "method")));
        assert_eq!(is_fine.is_ok(), is_accepted(row), "{row:?}");
    }
}

#[test]
fn what_is_said_in_a_session_is_read_and_written_letter_by_letter() {
    let recorded = recording();
    for row in messages(&recorded) {
        let theirs = text(field(row, "text"));
        assert_eq!(Message::parse(theirs).unwrap().text(), theirs);
    }
}

#[test]
fn every_message_is_published_alike() {
    let recorded = recording();
    for session in rows(field(&recorded, "sessions")) {
        let mut asked: Vec<(u64, SignMethod)> = Vec::new();
        for row in rows(field(session, "messages")) {
            let publishing = match Message::parse(text(field(row, "text"))).unwrap() {
                Message::Request { id, method, .. } => {
                    let method = SignMethod::named(&method).unwrap();
                    asked.push((id, method));
                    method.request()
                }
                Message::Answer { id, result } => {
                    let (_, method) = asked.iter().find(|it| it.0 == id).unwrap();
                    let is_refusal = result.is_err() && *method != SignMethod::SessionRequest;
                    method.answer(if is_refusal { Outcome::Refusal } else { Outcome::Answer })
                }
            };
            assert_eq!(u64::from(publishing.tag), number(field(row, "tag")));
            // The frames that do several steps at once leave the rest to the relay.
            if field(row, "ttl") != &Json::Null {
                assert_eq!(u64::from(publishing.lifetime_seconds), number(field(row, "ttl")));
                assert_eq!(&Json::Bool(publishing.wakes), field(row, "prompt"));
            }
        }
    }
}

/// What each method carries is understood, and what ours would send in its place is what they sent,
/// without what only they add.
#[test]
fn what_each_method_carries_is_read_and_written_alike() {
    let recorded = recording();
    let mut seen = Vec::new();
    for row in messages(&recorded) {
        let topic = Topic::parse(text(field(row, "topic"))).unwrap();
        let Message::Request { method, params, .. } =
            Message::parse(text(field(row, "text"))).unwrap()
        else {
            continue;
        };
        let method = SignMethod::named(&method).unwrap();
        seen.push(method);
        let ours = match method {
            SignMethod::SessionPropose => Proposal::read(&params).unwrap().json(&topic),
            SignMethod::SessionSettle => {
                let ours = Settlement::read(&params).unwrap();
                assert_eq!(Settlement::read(&ours.json()).as_ref(), Ok(&ours));
                without_chains(ours.json())
            }
            SignMethod::SessionUpdate => {
                without_chains(sign::update(&sign::read_update(&params).unwrap()))
            }
            SignMethod::SessionRequest => sign::Request::read(&params).unwrap().json(),
            SignMethod::SessionEvent => sign::Event::read(&params).unwrap().json(),
            SignMethod::SessionDelete => sign::ending(SignFault::UserDisconnected),
            SignMethod::SessionExtend => {
                let now = 1_795_228_000;
                assert_eq!(sign::extended(&params, now, now), Ok(now + sign::SESSION_SECONDS));
                continue;
            }
            SignMethod::SessionPing | SignMethod::PairingPing => Json::object([]),
            SignMethod::PairingDelete | SignMethod::SessionAuthenticate => continue,
        };
        assert!(is_within(&ours, &params), "{ours:?}\nis not within\n{params:?}");
    }
    for method in [SignMethod::SessionPropose, SignMethod::SessionSettle, SignMethod::SessionUpdate]
    {
        assert!(seen.contains(&method), "{method:?}");
    }
}

#[test]
fn the_key_of_an_approval_is_that_of_its_session() {
    let recorded = recording();
    for session in rows(field(&recorded, "sessions")) {
        let parsed = |it: &Json| Message::parse(text(field(it, "text"))).unwrap();
        let all = || rows(field(session, "messages")).iter().map(parsed);
        let approval = all().find_map(|it| match it {
            Message::Answer { result: Ok(value), .. } => sign::read_approval(&value),
            _ => None,
        });
        let settled = all().find_map(|it| match it {
            Message::Request { method, params, .. } if method == "wc_sessionSettle" => {
                Some(Settlement::read(&params).unwrap().controller)
            }
            _ => None,
        });
        assert!(approval.is_some() && approval == settled);
    }
}

#[test]
fn a_relay_reads_their_frames_and_they_would_be_ours() {
    let recorded = recording();
    for session in rows(field(&recorded, "sessions")) {
        for row in rows(field(session, "frames")) {
            let theirs = text(row);
            let Ok(Frame::Request { id, method, params }) = Frame::read(theirs) else {
                panic!("{theirs}");
            };
            let call = Call::read(&method, &params).expect(theirs);
            let ours = frame::request(&id, call.method(), &call);
            let Ok(Frame::Request { id: own_id, params: own, .. }) = Frame::read(&ours) else {
                panic!("{ours}");
            };
            assert_eq!((own_id, call.method()), (id, &*method));
            assert_eq!(Call::read(&method, &own).as_ref(), Ok(&call));
            // What they did, in clear, is never ours to tell.
            assert!(!ours.contains("tvf") && !ours.contains("rpcMethods"), "{ours}");
        }
    }
}

fn recording() -> Json {
    wire::from_text(include_str!("recorded/walletconnect.json")).expect("the recording is JSON")
}

/// Every message of both sessions.
fn messages(recorded: &Json) -> impl Iterator<Item = &Json> {
    rows(field(recorded, "sessions")).iter().flat_map(|it| rows(field(it, "messages")))
}

fn field<'a>(json: &'a Json, name: &str) -> &'a Json {
    json.get(name).unwrap_or_else(|| panic!("no `{name}` in {json:?}"))
}

fn rows(json: &Json) -> &[Json] {
    json.as_list().expect("a list")
}

fn text(json: &Json) -> &str {
    json.as_text().expect("a text")
}

fn number(json: &Json) -> u64 {
    json.as_number().and_then(|it| it.parse().ok()).expect("a whole number")
}

fn is_accepted(row: &Json) -> bool {
    field(row, "accepted") == &Json::Bool(true)
}

fn bytes32(digits: &str) -> [u8; 32] {
    std::array::from_fn(|at| u8::from_str_radix(&digits[at * 2..at * 2 + 2], 16).expect("digits"))
}

/// Ours names the chains of its accounts, too, which 2.21.8 leaves out.
fn without_chains(json: Json) -> Json {
    match json {
        Json::Object(fields) => {
            let fields = fields.into_iter().filter(|(name, _)| name != "chains");
            Json::Object(fields.map(|(name, value)| (name, without_chains(value))).collect())
        }
        json => json,
    }
}

/// Whether all of `ours` is part of `theirs`, whatever else that has.
fn is_within(ours: &Json, theirs: &Json) -> bool {
    match ours {
        Json::Object(fields) => fields
            .iter()
            .all(|(name, value)| theirs.get(name).is_some_and(|it| is_within(value, it))),
        _ => ours == theirs,
    }
}
