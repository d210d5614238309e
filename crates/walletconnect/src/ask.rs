//! What the engine asks: each ask is one flow, which looks again whenever anything changed.

use std::rc::Rc;

use protocol::caip::ChainId;
use protocol::module::session::{Pairing, SessionAnswer, SessionAsk, SessionWhat};
use protocol::relay::fault::SignFault;
use protocol::relay::topic::Topic;
use protocol::rpc::{DISCONNECTED, INTERNAL, RpcError, UNAUTHORIZED, UNSUPPORTED_METHOD};
use wire::{Fields, Json, tree};

use crate::book::{Book, Offer, Session};
use crate::desk::{Desk, expired, json};
use crate::mail::Mail;
use crate::moment::Moment;
use crate::offer::{self, Progress, Tap};
use crate::{question, role};

/// Who asked, in whichever tab.
#[derive(Clone)]
pub(crate) struct Asker {
    /// A name that stays the same when another tab leads.
    pub(crate) name: String,
    /// Where answers go.
    pub(crate) tell: Rc<dyn Fn(&SessionAnswer)>,
}

impl Asker {
    fn refuse(&self, error: &RpcError) {
        (self.tell)(&SessionAnswer::Refused { error: json(error) });
    }

    /// Tells how far it is, if that is news.
    fn tell_progress(&self, told: &mut Option<Pairing>, value: Pairing) {
        if told.as_ref() != Some(&value) {
            *told = Some(value.clone());
            (self.tell)(&SessionAnswer::Progress { value });
        }
    }
}

/// Answers an ask.
pub(crate) async fn serve(desk: Desk, asker: Asker, ask: SessionAsk) {
    let silent = is_silent(&ask.what);
    // Whoever was told of it may be gone; who names it is not.
    if let Some(session) =
        desk.session_of(&ask).filter(|it| ask.session.is_some() && !it.is_claimed)
    {
        desk.change(|book| book.session(session.topic).map(|it| it.is_claimed = true));
    }
    let asks_person = silent != Some(true) && !matches!(ask.what, SessionWhat::Events);
    role::reach(&desk, &ask.config.relays, asks_person);
    match &ask.what {
        SessionWhat::Prepare => prepare(&desk, &asker, &ask).await,
        SessionWhat::Events => events(&desk, &asker, &ask).await,
        SessionWhat::Request { method, .. } if method == "disconnect" => {
            let mut moment = Moment::now(desk.post().world()).await;
            // Looked for after the wait: of two namespaces that end one session at once, one does.
            if let Some(session) = desk.session_of(&ask) {
                desk.end(session.topic, Some(SignFault::UserDisconnected), &mut moment);
            } else if let Some(left) = ask.session.as_ref().and_then(|it| desk.named(it)) {
                desk.refuse(left.topic, &expired());
                desk.end_unheard(&left, &mut moment);
            }
            (asker.tell)(&SessionAnswer::Value { value: Json::Null });
        }
        SessionWhat::Request { method, params, chain } => match silent {
            Some(true) => look(&desk, &asker, &ask),
            Some(false) => connect(&desk, &asker, &ask).await,
            None => {
                let about =
                    question::About { method, params: params.as_ref(), chain: chain.as_ref() };
                (asker.tell)(&question::ask(&desk, &asker.name, &ask, about).await);
            }
        },
    }
}

/// Whether a wallet is to be connected, and then whether a person may be asked.
fn is_silent(what: &SessionWhat) -> Option<bool> {
    let SessionWhat::Request { method, params, .. } = what else { return None };
    let options = params.as_ref().and_then(Json::as_list).and_then(<[Json]>::first);
    let silent = options.and_then(|it| it.get("silent"));
    (method == "connect").then_some(silent == Some(&Json::Bool(true)))
}

/// The chain that a `connect` names.
fn chain_of(ask: &SessionAsk) -> Option<ChainId> {
    let SessionWhat::Request { params, .. } = &ask.what else { return None };
    let options = params.as_ref()?.as_list()?.first()?;
    ChainId::parse(options.get("chain")?.as_text()?)
}

/// Tells of the session that is there, where it serves what is asked for, and asks nobody.
fn look(desk: &Desk, asker: &Asker, ask: &SessionAsk) {
    let Some(session) = desk.session_of(ask) else {
        return asker.refuse(&RpcError::new(UNAUTHORIZED, SignFault::NoSession.text()));
    };
    let chains = session.chains(ask.namespace);
    let is_elsewhere = chain_of(ask).is_some_and(|chain| !chains.contains(&chain));
    if is_elsewhere || session.accounts(ask.namespace, &ask.config.chains).is_empty() {
        return asker
            .refuse(&RpcError::new(UNSUPPORTED_METHOD, SignFault::UnsupportedChains.text()));
    }
    share(desk, asker, ask, &session);
}

/// Tells what a session shares in the namespace that asks: nothing where that is of others only.
fn share(desk: &Desk, asker: &Asker, ask: &SessionAsk, session: &Session) {
    let accounts = session.accounts(ask.namespace, &ask.config.chains);
    let chains = session.chains(ask.namespace);
    let Session { topic, name, url, redirect, wants_no_link, .. } = session;
    let peer = Fields("name url redirect", &[name, url, redirect]);
    let client = desk.post().mail(Mail::client);
    let value = Fields(
        "accounts chains session peer wantsNoLink client",
        &[&accounts, &chains, topic, &peer, wants_no_link, &client],
    );
    (asker.tell)(&SessionAnswer::Value { value: tree(&value) });
}

/// A session that was settled and that nobody knows of who is still there, for who taps the same wallet again. A
/// code is read by any: which it is, it says itself.
fn unclaimed(desk: &Desk, wallet: &str) -> Option<Topic> {
    desk.look(|Book { offers, sessions, .. }| {
        let is_meant =
            |it: &&Offer| it.refusal.is_none() && it.wanted_for.as_deref() == Some(wallet);
        let is_of = |it: &&Session| offers.iter().filter(is_meant).any(|own| own.topic == it.offer);
        sessions.iter().filter(|it| !it.is_claimed).find(is_of).map(|it| it.topic)
    })
}

/// Has the person connect a phone. Who names a proposal goes on with that one, or is told what became of it.
async fn connect(desk: &Desk, asker: &Asker, ask: &SessionAsk) {
    let wallet = ask.config.wallet.as_deref().unwrap_or_default();
    let tap = Tap { asker: &asker.name, wallet };
    let offer = if let Some(name) = &ask.session {
        let Some(Offer { topic, .. }) = desk.named(name) else { return asker.refuse(&expired()) };
        offer::take(desk, topic, tap);
        topic
    } else {
        let mut moment = Moment::now(desk.post().world()).await;
        desk.give_up_left(Some(wallet));
        offer::of(desk, ask, Some(tap), &mut moment)
    };
    desk.wait(&asker.name, offer);
    let mut told = None;
    let end = loop {
        let heard = desk.post().bell().times();
        if ask.session.is_none()
            && let Some(session) = unclaimed(desk, wallet)
        {
            // Nobody looks at the code of this one any more.
            if desk.session(session).is_some_and(|it| it.offer != offer) {
                desk.refuse(offer, &expired());
            }
            break Progress::Settled(session);
        }
        match offer::progress(desk, offer) {
            Progress::Pairing(value) => {
                let is_final = is_final(&value);
                asker.tell_progress(&mut told, value);
                if is_final {
                    let error = RpcError::new(DISCONNECTED, "No relay can be reached.");
                    desk.refuse(offer, &error);
                    break Progress::Refused(json(&error));
                }
            }
            end => break end,
        }
        desk.post().bell().after(heard).await;
    };
    desk.wait_no_more(&asker.name);
    match end {
        // Whoever was asked has chosen what to share: it is told, also where that is of other chains.
        Progress::Settled(topic) => {
            if let Some(session) = desk.session(topic) {
                share(desk, asker, ask, &session);
            }
        }
        Progress::Refused(error) => {
            if error == json(&expired()) {
                asker.tell_progress(&mut told, Pairing::Expired);
            }
            (asker.tell)(&SessionAnswer::Refused { error });
        }
        Progress::Pairing(_) => asker.refuse(&RpcError::new(INTERNAL, "")),
    }
}

/// Whether trying on is of no use until somebody puts something right.
fn is_final(pairing: &Pairing) -> bool {
    use protocol::module::session::Unreachable::Relay;
    matches!(pairing, Pairing::Unreachable { why } if *why != Relay)
}

/// Keeps a pairing ready for whoever taps next.
async fn prepare(desk: &Desk, asker: &Asker, ask: &SessionAsk) {
    let mut told = None;
    loop {
        let mut moment = Moment::now(desk.post().world()).await;
        let offer = offer::of(desk, ask, None, &mut moment);
        let is_ready =
            || desk.offer(offer).is_some_and(|it| it.is_open() && it.wanted_for.is_none());
        loop {
            let heard = desk.post().bell().times();
            match offer::progress(desk, offer) {
                Progress::Pairing(value) if is_ready() => {
                    if is_final(&value) {
                        return asker.tell_progress(&mut told, value);
                    }
                    asker.tell_progress(&mut told, value);
                }
                _ => break,
            }
            desk.post().bell().after(heard).await;
        }
        asker.tell_progress(&mut told, Pairing::Expired);
        desk.post().bell().until(|| (!is_ready()).then_some(())).await;
    }
}

/// What a namespace's listeners know of a session.
#[derive(PartialEq)]
struct Known {
    accounts: Vec<Json>,
    chain: Option<ChainId>,
    moves: Option<u32>,
}

fn known(ask: &SessionAsk, session: &Session) -> Known {
    Known {
        accounts: session.accounts(ask.namespace, &ask.config.chains),
        chain: session.chain(ask.namespace),
        moves: session.moves,
    }
}

/// Tells what changes, and why no relay can be reached until somebody puts that right, until the session is over.
async fn events(desk: &Desk, asker: &Asker, ask: &SessionAsk) {
    let tell = |name: &str, value: Json| {
        (asker.tell)(&SessionAnswer::Event { name: name.to_owned(), value: Some(value) });
    };
    let (mut last, mut told): (Option<Known>, _) = (None, None);
    loop {
        let heard = desk.post().bell().times();
        let Some(session) = desk.session_of(ask) else { break };
        let far = offer::reaching(desk, &desk.post().networks(session.topic));
        if is_final(&far) {
            asker.tell_progress(&mut told, far);
        }
        let now = known(ask, &session);
        if let Some(last) = &last {
            if (&now.chain, now.moves) != (&last.chain, last.moves)
                && let Some(chain) = &now.chain
            {
                tell("chainChanged", Json::Text(chain.text()));
            }
            if now.accounts != last.accounts {
                tell("accountsChanged", Json::List(now.accounts.clone()));
            }
        }
        last = Some(now);
        desk.post().bell().after(heard).await;
    }
    let over = RpcError::new(DISCONNECTED, SignFault::UserDisconnected.text());
    tell("disconnect", json(&over));
}
