//! A wallet that approved says what the session is: it is looked at before anybody hears of it.

use protocol::relay::fault::SignFault;
use protocol::relay::message::Message;
use protocol::relay::method::SignMethod;
use protocol::relay::namespaces::Approved;
use protocol::relay::sign::{SESSION_SECONDS, Settlement};
use protocol::relay::topic::Topic;
use wire::{Json, Long, to_text};

use crate::book::{Book, Offer, Session};
use crate::desk::{Desk, seconds_ms};
use crate::moment::Moment;

/// More than a wallet says of itself.
const PROPERTIES_BYTES: usize = 16_384;

/// A wallet says something on the line of a session that is not settled yet.
pub(crate) fn hear(desk: &Desk, offer: &Offer, message: Message, moment: &mut Moment) {
    let Message::Request { id, method, params } = message else { return };
    let Some(topic) = offer.session else { return };
    match SignMethod::named(&method) {
        method @ Some(SignMethod::SessionSettle) => {
            let settled = settled(offer, topic, &params, moment);
            desk.answer(topic, method, id, settled.as_ref().map(drop).map_err(|it| *it), moment);
            match settled {
                Ok(session) => begin(desk, session, moment),
                Err(fault) => {
                    desk.end(topic, Some(fault), moment);
                    desk.refuse(offer.topic, &fault.error());
                }
            }
        }
        method @ Some(SignMethod::SessionDelete) => {
            desk.answer(topic, method, id, Ok(()), moment);
            desk.end(topic, None, moment);
            desk.refuse(offer.topic, &SignFault::UserRejected.error());
        }
        _ => {}
    }
}

/// The session, or why there can be none.
fn settled(
    offer: &Offer,
    topic: Topic,
    params: &Json,
    moment: &mut Moment,
) -> Result<Session, SignFault> {
    let Settlement {
        controller,
        metadata,
        namespaces,
        expires_seconds,
        wants_no_link,
        properties,
        scoped_properties,
    } = Settlement::read(params)?;
    // Whoever settles is who approved.
    if offer.controller != Some(controller.text()) || expires_seconds <= moment.seconds() {
        return Err(SignFault::InvalidSettleRequest);
    }
    if offer.refusal.is_some() {
        return Err(SignFault::UserDisconnected);
    }
    let serves = |it: &Approved| offer.chains.iter().any(|chain| it.has_chain(&chain.text()));
    if !namespaces.iter().any(serves) {
        return Err(SignFault::UnsupportedChains);
    }
    let expires_seconds = expires_seconds.min(moment.seconds() + SESSION_SECONDS);
    Ok(Session {
        topic,
        offer: offer.topic,
        name: metadata.name,
        url: metadata.url,
        redirect: metadata.redirect,
        wants_no_link,
        namespaces: Approved::json(&namespaces),
        expires_ms: seconds_ms(expires_seconds),
        chosen: Vec::new(),
        moves: None,
        updated: Long(0),
        extended: None,
        told: Vec::new(),
        is_claimed: false,
        properties: small(properties),
        scoped: small(scoped_properties),
    })
}

/// What is small enough to be kept.
fn small(told: Option<Json>) -> Option<Json> {
    told.filter(|it| to_text(it).len() <= PROPERTIES_BYTES)
}

fn begin(desk: &Desk, session: Session, moment: &mut Moment) {
    if let Some(oldest) = desk.look(Book::session_to_go) {
        desk.end(oldest, Some(SignFault::UserDisconnected), moment);
    }
    desk.change(|book| {
        if let Some(offer) = book.offer(session.offer) {
            offer.is_settled = true;
        }
        book.sessions.push(session);
    });
}
