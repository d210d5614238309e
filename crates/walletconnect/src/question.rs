//! Requests: what is answered here, what the wallet is asked, and what is neither's.

use protocol::caip::{ChainId, Namespace};
use protocol::module::session::{SessionAnswer, SessionAsk};
use protocol::relay::envelope::MOST_BYTES;
use protocol::relay::fault::SignFault;
use protocol::relay::message::Message;
use protocol::relay::method::SignMethod;
use protocol::relay::sign::Request;
use protocol::rpc::{
    CHAIN_DISCONNECTED, DISCONNECTED, INVALID_PARAMS, LIMIT_EXCEEDED, RpcError, UNRECOGNIZED_CHAIN,
    UNSUPPORTED_METHOD,
};
use wire::{Json, Long, read, tree};

use crate::book::{Book, Question, Session};
use crate::capabilities::capabilities;
use crate::desk::{Desk, TRIES_MS, json};
use crate::moment::Moment;
use crate::session::{chain_number, hex};

const SWITCH: &str = "wallet_switchEthereumChain";

/// What is asked.
pub(crate) struct About<'a> {
    /// The method.
    pub(crate) method: &'a str,
    /// Its parameters.
    pub(crate) params: Option<&'a Json>,
    /// The chain it is about.
    pub(crate) chain: Option<&'a ChainId>,
}

/// Who answers.
enum Way {
    /// We do.
    Here(Json),
    /// We do, and use this chain from now on.
    Move(ChainId),
    /// The wallet does, on the first chain; the second is used from then on.
    Wallet(ChainId, Option<ChainId>),
    /// Nobody.
    Nobody(RpcError),
}

/// The answer to a request.
pub(crate) async fn ask(
    desk: &Desk,
    asker: &str,
    ask: &SessionAsk,
    about: About<'_>,
) -> SessionAnswer {
    let refused = |error: &RpcError| SessionAnswer::Refused { error: json(error) };
    let Some(session) = desk.session_of(ask) else {
        return refused(&RpcError::new(DISCONNECTED, SignFault::NoSession.text()));
    };
    match way(&session, ask.namespace, &about) {
        Way::Here(value) => SessionAnswer::Value { value },
        Way::Move(chain) => {
            choose(desk, &session, chain);
            SessionAnswer::Value { value: Json::Null }
        }
        Way::Nobody(error) => refused(&error),
        Way::Wallet(chain, then) => {
            let answer = from_wallet(desk, asker, &session, &chain, &about, then.as_ref()).await;
            if let (SessionAnswer::Value { .. }, Some(then)) = (&answer, then) {
                choose(desk, &session, then);
            }
            answer
        }
    }
}

fn choose(desk: &Desk, session: &Session, chain: ChainId) {
    desk.change(|book| book.session(session.topic).map(|it| it.choose(chain)));
}

fn way(session: &Session, namespace: Namespace, about: &About<'_>) -> Way {
    let chain = about.chain.cloned().or_else(|| session.chain(namespace));
    let elsewhere = RpcError::new(CHAIN_DISCONNECTED, SignFault::UnauthorizedChain.text());
    let Some(chain) = chain else { return Way::Nobody(elsewhere) };
    if about.method == SWITCH && namespace == Namespace::Eip155 {
        return switch(session, &chain, about.params);
    }
    let told = (about.method == "wallet_getCapabilities").then_some(about.params);
    if let Some(told) = told.and_then(|params| capabilities(session, params)) {
        return Way::Here(told);
    }
    match about.method {
        "eth_accounts" | "eth_requestAccounts" => Way::Here(session.addresses(&chain)),
        "eth_chainId" => Way::Here(Json::Text(hex(&chain))),
        method if session.allows(&chain, method) => Way::Wallet(chain, None),
        _ if !session.serves(&chain) => Way::Nobody(elsewhere),
        // A node may know it.
        _ => Way::Nobody(RpcError::new(UNSUPPORTED_METHOD, SignFault::UnauthorizedMethod.text())),
    }
}

/// A wallet is on no chain: it answers on each that it approved, so that going to one of those is for
/// this side alone. For another it is asked, where it approved that; wallets then tell by an update that
/// they serve it, which is an answer, too: some give no other.
fn switch(session: &Session, chain: &ChainId, params: Option<&Json>) -> Way {
    let given = params.and_then(Json::as_list).and_then(<[Json]>::first);
    let number =
        given.and_then(|it| it.get("chainId")).and_then(Json::as_text).and_then(chain_number);
    let Some(number) = number else {
        return Way::Nobody(RpcError::new(INVALID_PARAMS, "chainId is missing."));
    };
    let target = ChainId::eip155(number);
    if session.serves(&target) {
        return Way::Move(target);
    }
    let asked = if session.serves(chain) {
        Some(chain.clone())
    } else {
        session.chains(Namespace::Eip155).into_iter().next()
    };
    match asked.filter(|it| session.allows(it, SWITCH)) {
        Some(asked) => Way::Wallet(asked, Some(target)),
        None => {
            Way::Nobody(RpcError::new(UNRECOGNIZED_CHAIN, "The wallet does not serve this chain."))
        }
    }
}

/// Asks the wallet, once: whoever asks again under the same name, since another tab leads, waits for the
/// same answer.
async fn from_wallet(
    desk: &Desk,
    asker: &str,
    session: &Session,
    chain: &ChainId,
    about: &About<'_>,
    then: Option<&ChainId>,
) -> SessionAnswer {
    let is_asked = |it: &Question| it.ask == asker;
    if !desk.look(|book| book.questions.iter().any(is_asked)) {
        let mut moment = Moment::now(desk.post().world()).await;
        if let Err(words) = put(desk, asker, session, chain, about, &mut moment) {
            return SessionAnswer::Refused { error: json(&RpcError::new(LIMIT_EXCEEDED, words)) };
        }
    }
    let is_there = || {
        let serves = |then| desk.session(session.topic).is_some_and(|it| it.serves(then));
        then.is_some_and(serves)
    };
    let answer = desk.post().bell().until(|| take(desk, asker, is_there())).await;
    read(&answer).unwrap_or(SessionAnswer::Refused { error: Json::Null })
}

/// Asks it; why not, where that is more than can be asked.
fn put(
    desk: &Desk,
    asker: &str,
    session: &Session,
    chain: &ChainId,
    about: &About<'_>,
    moment: &mut Moment,
) -> Result<(), &'static str> {
    let (mut id, publishing) = (moment.id(), SignMethod::SessionRequest.request());
    // Of two in one millisecond chance may make one, and the answer to either would be the other's.
    while desk.look(|book| book.questions.iter().any(|it| it.id.0 == id)) {
        id += 1;
    }
    let until_ms = moment.until_ms(publishing);
    let request = Request {
        chain: chain.text(),
        method: about.method.to_owned(),
        params: about.params.cloned().unwrap_or_default(),
        expires_seconds: Some(until_ms / 1_000),
    };
    let message = Message::request(id, SignMethod::SessionRequest.name(), request.json());
    if message.text().len() > MOST_BYTES {
        return Err("The request is longer than relays carry.");
    }
    if !desk.change(Book::has_room) {
        return Err("Too many requests are open.");
    }
    let leaves_ms = moment.now_ms + TRIES_MS;
    let serial = desk.post().say(session.topic, &message, publishing, until_ms, moment);
    desk.change(|book| {
        book.questions.push(Question {
            ask: asker.to_owned(),
            session: session.topic,
            id: Long(id),
            serial,
            leaves_ms: Long(leaves_ms),
            until_ms: Long(until_ms),
            left_ms: None,
            answer: None,
        });
    });
    Ok(())
}

/// The answer, which is then kept no longer: where what was asked for is there, it is that.
fn take(desk: &Desk, asker: &str, is_there: bool) -> Option<Json> {
    let is_over = |it: &Question| it.ask == asker && (it.answer.is_some() || is_there);
    let at = desk.look(|book| book.questions.iter().position(is_over))?;
    let answer = desk.change(|book| book.questions.remove(at).answer);
    answer.or_else(|| Some(tree(&SessionAnswer::Value { value: Json::Null })))
}
