//! What holds for any text at all that a relay or a wallet sends: it is read or refused by name, and
//! what is read says the same when it is written again.

use std::fmt::Debug;

use protocol::relay::base64::encode_url;
use protocol::relay::call::Call;
use protocol::relay::envelope::{open, open_for, read_plain, seal, seal_to};
use protocol::relay::frame::{self, Frame, FrameId, LEAST_ID};
use protocol::relay::key::{KeyPair, SymKey};
use protocol::relay::message::Message;
use protocol::relay::namespaces::{Approved, Proposed};
use protocol::relay::push::Push;
use protocol::relay::refusal::Refusal;
use protocol::relay::sign::{Event, Proposal, Request, Settlement, extended, read_approval};
use protocol::relay::token::{ClientId, claimed, verify};
use protocol::relay::topic::Topic;
use protocol::relay::uri::PairingUri;
use wire::{Json, Put};

/// A pairing URI.
pub fn hold_uri(text: &str) {
    let Ok(read) = PairingUri::parse(text) else { return };
    let written = read.text();
    let again = PairingUri::parse(&written).expect("what we write is a URI");
    assert!(again.topic() == read.topic() && again.expires_seconds == read.expires_seconds);
    assert_eq!(again.methods, read.methods, "{written}");
}

/// An envelope, and what is put into one.
pub fn hold_envelope(text: &str) {
    let (key, own) = (SymKey::new([6; 32]), KeyPair::new([7; 32]));
    for opened in [open(&key, text).ok(), open_for(&own, text).ok().map(|it| it.1)] {
        assert_eq!(opened, None, "nobody sealed it");
    }
    read_plain(text).ok();
    let sealed = seal(&key, [3; 12], text);
    if let Ok(opened) = open(&key, &sealed) {
        assert_eq!(opened, text);
    }
    let other = KeyPair::new([4; 32]);
    let sealed = seal_to(&other, &own.public(), [3; 12], text).expect("keys that agree");
    if let Ok((sender, opened)) = open_for(&own, &sealed) {
        assert!(opened == text && sender == other.public());
    }
}

/// A frame between a client and a relay.
pub fn hold_frame(text: &str) {
    match Frame::read(text) {
        Ok(Frame::Request { id, method, params }) => {
            let written = frame::request(&id, &method, &params);
            let again = Frame::Request { id, method: method.clone(), params: params.clone() };
            assert_eq!(Frame::read(&written), Ok(again));
            if let Ok(call) = Call::read(&method, &params) {
                hold_request(&call, call.method(), Call::read);
            }
            if let Ok(push) = Push::read(&method, &params) {
                hold_request(&push, push.method(), Push::read);
            }
        }
        Ok(Frame::Answer { id, result }) => {
            let written = frame::answer(&id, &result);
            assert_eq!(Frame::read(&written), Ok(Frame::Answer { id, result }));
        }
        Ok(Frame::Refused { .. }) => {}
        Err(unread) => drop(frame::refused(&unread.id, unread.refusal)),
    }
}

/// What is read of a request reads the same when it is sent.
fn hold_request<T: Put + PartialEq + Debug>(
    what: &T,
    method: &str,
    read: impl Fn(&str, &Json) -> Result<T, Refusal>,
) {
    let written = frame::request(&FrameId::text(LEAST_ID), method, what);
    let Ok(Frame::Request { params, .. }) = Frame::read(&written) else { panic!("{written}") };
    assert_eq!(read(method, &params).as_ref(), Ok(what));
}

/// What two clients say inside of an envelope.
pub fn hold_message(text: &str) {
    let Ok(read) = Message::parse(text) else { return };
    assert_eq!(Message::parse(&read.text()).as_ref(), Ok(&read));
    let body = match read {
        Message::Request { params, .. } => params,
        Message::Answer { result, .. } => result.unwrap_or_default(),
    };
    let pairing = Topic::of(&[5; 32]);
    again(&body, |it| Proposal::read(it).ok(), |it| it.json(&pairing));
    again(&body, |it| Settlement::read(it).ok(), Settlement::json);
    again(&body, Request::read, Request::json);
    again(&body, Event::read, Event::json);
    again(&body, |it| Proposed::read(it).ok(), |it| Proposed::json(it));
    again(&body, |it| Approved::read(it).ok(), |it| Approved::json(it));
    read_approval(&body);
    extended(&body, 1_000, 2_000).ok();
}

/// A relay's token; also claims, which nobody signed.
pub fn hold_token(text: &str) {
    assert!(verify(text, 1_656_910_097, |_| true).is_err(), "nobody signed it");
    let claims = encode_url(text.as_bytes());
    let unsigned = ["eyJhbGciOiJFZERTQSJ9.", &claims, ".", &"A".repeat(86)].concat();
    assert!(verify(&unsigned, 1_656_910_097, |_| true).is_err(), "nobody signed it");
    for client in [claimed(text), claimed(&unsigned), ClientId::parse(text)].into_iter().flatten() {
        assert_eq!(ClientId::parse(&client.text()), Some(client));
    }
}

/// What is read of a body reads the same when it is written.
fn again<T: PartialEq + Debug>(
    body: &Json,
    read: impl Fn(&Json) -> Option<T>,
    write: impl Fn(&T) -> Json,
) {
    if let Some(value) = read(body) {
        assert_eq!(read(&write(&value)).as_ref(), Some(&value));
    }
}
