//! What a wallet says in a session: answers, changes, and its end.

use protocol::caip::{ChainId, Namespace};
use protocol::module::session::SessionAnswer;
use protocol::relay::fault::SignFault;
use protocol::relay::message::{Message, is_old};
use protocol::relay::method::SignMethod as M;
use protocol::relay::namespaces::Approved;
use protocol::relay::sign::{Event, extended, read_update};
use protocol::relay::topic::Topic;
use protocol::rpc::RpcError;
use wire::{Json, Long, Word, keep, tree};

use crate::book::Session;
use crate::desk::{Desk, json, seconds_ms};
use crate::moment::Moment;

/// More kinds of events than a wallet tells.
const MOST_EVENTS: usize = 16;
/// Longer than the name of any.
const NAME_BYTES: usize = 64;

/// A wallet says something in a session.
pub(crate) fn hear(desk: &Desk, topic: Topic, message: Message, moment: &mut Moment) {
    match message {
        Message::Answer { result: Err(error), .. } if error.code == SignFault::NoSession.code() => {
            desk.end(topic, None, moment);
        }
        Message::Answer { id, result } => answered(desk, topic, id, result),
        Message::Request { id, method, params } => {
            let method = M::named(&method);
            let result = match method {
                Some(M::SessionPing) if desk.session(topic).is_none() => Err(SignFault::NoSession),
                // What was settled before is settled again where the answer to that was lost.
                Some(M::SessionPing | M::SessionSettle | M::SessionDelete) => Ok(()),
                Some(M::SessionUpdate) => update(desk, topic, id, &params),
                Some(M::SessionExtend) => extend(desk, topic, id, &params, moment),
                Some(M::SessionEvent) => event(desk, topic, id, &params),
                _ => Err(SignFault::UnsupportedWcMethod),
            };
            desk.answer(topic, method, id, result, moment);
            if method == Some(M::SessionDelete) {
                desk.end(topic, None, moment);
            }
        }
    }
}

/// An answer goes to the one question that it answers, once.
fn answered(desk: &Desk, topic: Topic, id: u64, result: Result<Json, RpcError>) {
    let answer = match result {
        Ok(value) => SessionAnswer::Value { value },
        Err(error) => SessionAnswer::Refused { error: json(&error) },
    };
    desk.change(|book| {
        let is_meant = |it: &&mut crate::book::Question| it.session == topic && it.id.0 == id;
        if let Some(question) = book.questions.iter_mut().find(is_meant) {
            question.answer.get_or_insert_with(|| tree(&answer));
        }
    });
}

fn with<R>(
    desk: &Desk,
    topic: Topic,
    act: impl FnOnce(&mut Session) -> Result<R, SignFault>,
) -> Result<R, SignFault> {
    desk.change(|book| book.session(topic).map_or(Err(SignFault::NoSession), act))
}

/// The wallet shares something else from now on.
fn update(desk: &Desk, topic: Topic, id: u64, params: &Json) -> Result<(), SignFault> {
    with(desk, topic, |session| {
        if is_old(id, session.updated.0) {
            return Err(SignFault::InvalidUpdateRequest);
        }
        let approved = read_update(params)?;
        session.namespaces = Approved::json(&approved);
        session.updated = Long(id);
        keep(&mut session.chosen, |it| approved.iter().any(|own| own.has_chain(&it.text())));
        Ok(())
    })
}

/// The wallet lets it last longer, once: some name no time, and mean as long as a session lasts.
fn extend(
    desk: &Desk,
    topic: Topic,
    id: u64,
    params: &Json,
    moment: &Moment,
) -> Result<(), SignFault> {
    with(desk, topic, |session| {
        if session.extended.is_some_and(|last| is_old(id, last.0)) {
            return Err(SignFault::InvalidExtendRequest);
        }
        let until = extended(params, moment.seconds(), session.expires_ms.0 / 1_000)?;
        session.expires_ms = seconds_ms(until);
        session.extended = Some(Long(id));
        Ok(())
    })
}

/// Something happened in the wallet. One event that is older than another of its name changes nothing.
fn event(desk: &Desk, topic: Topic, id: u64, params: &Json) -> Result<(), SignFault> {
    let Event { chain, name, value } = Event::read(params).ok_or(SignFault::InvalidEvent)?;
    with(desk, topic, |session| {
        match session.told.iter().position(|(it, _)| *it == name) {
            Some(at) if is_old(id, session.told[at].1.0) => return Ok(()),
            Some(at) => session.told[at].1 = Long(id),
            None if session.told.len() < MOST_EVENTS && name.len() <= NAME_BYTES => {
                session.told.push((name.clone(), Long(id)));
            }
            None => return Err(SignFault::InvalidEvent),
        }
        match &*name {
            "chainChanged" => moved(session, &chain, &value),
            "accountsChanged" => {
                session.put_first(value.as_list().unwrap_or_default());
            }
            _ => {}
        }
        Ok(())
    })
}

/// The wallet is on another chain, which it names in one of four ways, or not at all but by where it
/// says so.
fn moved(session: &mut Session, said_on: &str, value: &Json) {
    let namespace = said_on.split(':').next().and_then(Namespace::from_word);
    let inner = value.get("chainId").or_else(|| value.get("chain")).unwrap_or(value);
    let told = inner.as_text().or(inner.as_number());
    let told =
        told.and_then(|it| ChainId::parse(it).or_else(|| chain_number(it).map(ChainId::eip155)));
    let told = told.filter(|it| namespace.is_none_or(|namespace| it.namespace == namespace));
    let chain = told.or_else(|| ChainId::parse(said_on));
    if let Some(chain) = chain.filter(|it| session.serves(it)) {
        session.choose(chain);
    }
}

/// A chain's number in decimal or hexadecimal.
pub(crate) fn chain_number(text: &str) -> Option<u64> {
    match text.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16).ok(),
        None => text.parse().ok(),
    }
}

/// The number of a chain of eip155, as wallets write it.
pub(crate) fn hex(chain: &ChainId) -> String {
    let mut number = chain.reference.parse::<u64>().unwrap_or(0);
    let mut digits = Vec::new();
    loop {
        digits.push(char::from_digit((number % 16) as u32, 16).unwrap_or('0'));
        number /= 16;
        if number == 0 {
            break;
        }
    }
    ["0x", &digits.iter().rev().collect::<String>()].concat()
}
