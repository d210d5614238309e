//! Pairing and proposal: a code is made, relays are told, and a wallet answers.

use protocol::caip::{ChainId, Namespace};
use protocol::module::session::{Pairing, SessionAsk, Unreachable};
use protocol::relay::fault::SignFault;
use protocol::relay::key::{KeyPair, PublicKey, SymKey};
use protocol::relay::message::Message;
use protocol::relay::method::SignMethod;
use protocol::relay::namespaces::Proposed;
use protocol::relay::sign::{Proposal, read_approval};
use protocol::relay::topic::Topic;
use protocol::relay::uri::LIFETIME_SECONDS;
use protocol::rpc::{INTERNAL, RpcError, USER_REJECTED};
use wire::{Json, Long, Word};

use crate::book::{Book, Offer};
use crate::desk::{Desk, ending, expired, seconds_ms};
use crate::link::Stage;
use crate::moment::Moment;
use crate::post::Heard;
use crate::stored::{Key, Pair};
use crate::work::networks_of;

/// A code that is about to expire is not shown to anybody anew.
const LEAST_LEFT_MS: u64 = 60_000;
/// How long a wallet has, once its person approved, to say what: they may have taken all the time there was.
const SETTLES_MS: u64 = 60_000;

/// How far a proposal is.
#[derive(Clone, PartialEq)]
pub(crate) enum Progress {
    /// On its way.
    Pairing(Pairing),
    /// There is a session.
    Settled(Topic),
    /// Nothing comes of it.
    Refused(Json),
}

/// Who tapped which wallet.
#[derive(Clone, Copy)]
pub(crate) struct Tap<'a> {
    /// The ask, by its name.
    pub(crate) asker: &'a str,
    /// The wallet, by the id of its row.
    pub(crate) wallet: &'a str,
}

/// The proposal for whoever tapped a wallet, or is about to: their own, whatever became of it, where another tab
/// leads now or they were not heard of for long, what is ready and nobody has seen, what was left with a page for
/// the same wallet, or a new one.
pub(crate) fn of(
    desk: &Desk,
    ask: &SessionAsk,
    tap: Option<Tap<'_>>,
    moment: &mut Moment,
) -> Topic {
    let networks = networks_of(&ask.config.relays);
    let is_fit = |it: &Offer| {
        let lasts = it.expires_ms.0 > moment.now_ms + LEAST_LEFT_MS || it.session.is_some();
        let is_same = (&it.networks, &it.chains) == (&networks, &ask.config.chains);
        it.is_open() && lasts && is_same
    };
    let found = desk.look(|Book { offers, .. }| {
        let own = |it: &&Offer| it.wanted_by.as_deref() == tap.map(|it| it.asker);
        let own = offers.iter().find(|it| tap.is_some() && own(it));
        let of = |meant| offers.iter().find(|it| it.wanted_for.as_deref() == meant && is_fit(it));
        own.or_else(|| of(None)).or_else(|| of(tap.map(|it| it.wallet))).map(|it| it.topic)
    });
    let topic = found.unwrap_or_else(|| make(desk, ask, networks, moment));
    if let Some(tap) = tap {
        take(desk, topic, tap);
    }
    topic
}

/// Somebody who tapped a wallet has this proposal.
pub(crate) fn take(desk: &Desk, topic: Topic, tap: Tap<'_>) {
    desk.change(|book| {
        if let Some(offer) = book.offer(topic) {
            offer.wanted_for = Some(tap.wallet.to_owned());
            offer.wanted_by = Some(tap.asker.to_owned());
        }
    });
}

fn make(desk: &Desk, ask: &SessionAsk, networks: Vec<String>, moment: &mut Moment) -> Topic {
    let (key, own) = (SymKey::new(moment.bytes()), KeyPair::new(moment.bytes()));
    let (id, expires_seconds) = (moment.id(), moment.seconds() + LIFETIME_SECONDS);
    let config = &ask.config;
    let proposal = Proposal {
        proposer: own.public(),
        metadata: config.metadata.clone(),
        required: Vec::new(),
        optional: wished(&config.chains),
        expires_seconds: Some(expires_seconds),
    };
    if let Some(oldest) = desk.look(Book::offer_to_go) {
        desk.forget_offer(&oldest, moment);
    }
    let topic = desk.post().listen(&key, networks.clone(), true);
    let method = SignMethod::SessionPropose;
    let message = Message::request(id, method.name(), proposal.json(&topic));
    let expires_ms = seconds_ms(expires_seconds);
    desk.change(|book| {
        book.offers.push(Offer {
            topic,
            key: Key(key),
            networks,
            chains: config.chains.clone(),
            own: Pair(own),
            id: Long(id),
            expires_ms,
            is_out: false,
            wanted_for: None,
            wanted_by: None,
            is_taken: false,
            session: None,
            controller: None,
            is_settled: false,
            refusal: None,
        });
    });
    desk.post().say(topic, &message, method.request(), expires_ms.0, moment);
    topic
}

/// What a page asks for in each namespace of these chains.
fn wished(chains: &[ChainId]) -> Vec<Proposed> {
    let texts = |all: &[&str]| all.iter().map(|it| (*it).to_owned()).collect();
    let mut all: Vec<Proposed> = Vec::new();
    for chain in chains {
        let namespace = chain.namespace.word();
        let at = all.iter().position(|it| it.namespace == namespace).unwrap_or_else(|| {
            all.push(Proposed {
                namespace: namespace.to_owned(),
                chains: Vec::new(),
                methods: texts(methods(chain.namespace)),
                events: texts(EVENTS),
            });
            all.len() - 1
        });
        all[at].chains.push(chain.text());
    }
    all
}

const EVENTS: &[&str] = &["accountsChanged", "chainChanged"];

fn methods(namespace: Namespace) -> &'static [&'static str] {
    match namespace {
        Namespace::Eip155 => &[
            "eth_accounts",
            "eth_requestAccounts",
            "eth_sendRawTransaction",
            "eth_sign",
            "eth_signTransaction",
            "eth_signTypedData",
            "eth_signTypedData_v3",
            "eth_signTypedData_v4",
            "eth_sendTransaction",
            "personal_sign",
            "wallet_switchEthereumChain",
            "wallet_addEthereumChain",
            "wallet_getPermissions",
            "wallet_requestPermissions",
            "wallet_revokePermissions",
            "wallet_watchAsset",
            "wallet_sendCalls",
            "wallet_getCapabilities",
            "wallet_getCallsStatus",
            "wallet_showCallsStatus",
            "wallet_grantPermissions",
            "wallet_getAssets",
        ],
        Namespace::Solana => &[
            "solana_signMessage",
            "solana_signTransaction",
            "solana_signAllTransactions",
            "solana_signAndSendTransaction",
            "solana_requestAccounts",
            "solana_getAccounts",
        ],
        Namespace::Bip122 => &["sendTransfer", "signMessage", "signPsbt", "getAccountAddresses"],
        Namespace::Polkadot => &["polkadot_signTransaction", "polkadot_signMessage"],
        Namespace::Cosmos => &["cosmos_getAccounts", "cosmos_signDirect", "cosmos_signAmino"],
    }
}

/// How far a proposal is now.
pub(crate) fn progress(desk: &Desk, topic: Topic) -> Progress {
    let Some(offer) = desk.offer(topic) else {
        return Progress::Refused(crate::desk::json(&expired()));
    };
    if let Some(refusal) = offer.refusal {
        return Progress::Refused(refusal);
    }
    if offer.is_settled {
        let made = |it: &crate::book::Session| it.offer == topic;
        let session = desk.look(|book| book.sessions.iter().find(|it| made(it)).map(|it| it.topic));
        let gone = RpcError::new(INTERNAL, SignFault::UserDisconnected.text());
        return session.map_or(Progress::Refused(crate::desk::json(&gone)), Progress::Settled);
    }
    Progress::Pairing(if offer.session.is_some() {
        Pairing::Settling
    } else if offer.is_taken {
        Pairing::TakenUp
    } else if offer.is_out {
        Pairing::Ready { uri: offer.uri(), expires_ms: offer.expires_ms }
    } else {
        reaching(desk, &offer.networks)
    })
}

/// How far the networks of relays are of which one has to be reached.
pub(crate) fn reaching(desk: &Desk, networks: &[String]) -> Pairing {
    if desk.post().is_offline() {
        return Pairing::Unreachable { why: Unreachable::Relay };
    }
    desk.post().with_links(|links| {
        let mut stopped = None;
        for link in links.iter().filter(|it| networks.contains(&it.network)) {
            match link.stage {
                Stage::Reaching | Stage::Open => return Pairing::Reaching,
                Stage::Failing => stopped = Some(Unreachable::Relay),
                Stage::Stopped(why) => stopped = stopped.or(Some(why)),
            }
        }
        Pairing::Unreachable { why: stopped.unwrap_or(Unreachable::Relay) }
    })
}

/// A wallet says something on a pairing.
pub(crate) fn hear(desk: &Desk, offer: &Offer, heard: Heard, moment: &mut Moment) {
    match heard.message {
        Message::Answer { id, result } if id == offer.id.0 => match result {
            Ok(value) => match read_approval(&value) {
                Some(responder) => approved(desk, offer, &responder, heard.network, moment),
                None => refused(desk, offer, &SignFault::SettlementFailed.error()),
            },
            Err(error) => refused(desk, offer, &error),
        },
        Message::Answer { .. } => {}
        Message::Request { id, method, .. } => match SignMethod::named(&method) {
            Some(SignMethod::PairingDelete) => {
                refused(desk, offer, &SignFault::UserRejected.error());
            }
            method @ Some(SignMethod::PairingPing) => {
                desk.answer(offer.topic, method, id, Ok(()), moment);
            }
            _ => {
                let fault = Err(SignFault::UnsupportedWcMethod);
                desk.answer(offer.topic, None, id, fault, moment);
            }
        },
    }
}

/// The person refused, or their wallet did. What was approved before stays so.
fn refused(desk: &Desk, offer: &Offer, error: &RpcError) {
    if offer.session.is_some() {
        return;
    }
    let by_person = SignFault::UserRejected.code()..=SignFault::UserRejectedEvents.code();
    let mut error = error.clone();
    if by_person.contains(&error.code) {
        error.code = USER_REJECTED;
    }
    desk.refuse(offer.topic, &error);
}

/// The person approved. The first phone is heard, and only while somebody waits for one; another would
/// believe that it is connected, and is told that it is not.
fn approved(desk: &Desk, offer: &Offer, by: &PublicKey, network: String, moment: &mut Moment) {
    let Some(key) = offer.own.0.agree(by) else {
        let error = SignFault::SettlementFailed.error();
        return refused(desk, offer, &error);
    };
    if offer.session == Some(key.topic()) {
        return;
    }
    let networks = vec![network];
    if offer.wanted_for.is_none() || !offer.is_open() || offer.session.is_some() {
        let message = ending(SignFault::UserDisconnected, moment);
        let publishing = SignMethod::SessionDelete.request();
        let until_ms = moment.until_ms(publishing);
        desk.post().say_by(&key, &networks, &message, publishing, until_ms, moment);
        return desk.seen_early(offer.topic);
    }
    let session = desk.post().listen(&key, networks, false);
    desk.post().withdraw(&|it| it.topic == offer.topic && it.is_proposal);
    desk.change(|book| {
        if let Some(offer) = book.offer(offer.topic) {
            offer.session = Some(session);
            offer.controller = Some(by.text());
            offer.expires_ms.0 = offer.expires_ms.0.max(moment.now_ms + SETTLES_MS);
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_are_told_every_method_that_a_session_is_asked_for() {
        let text = include_str!("../../../docs/embed.md");
        let told = text.split("methods that a session is asked for").nth(1).expect("a table");
        for namespace in [
            Namespace::Eip155,
            Namespace::Solana,
            Namespace::Bip122,
            Namespace::Polkadot,
            Namespace::Cosmos,
        ] {
            let row = told.lines().find(|it| it.starts_with(&format!("| `{}`", namespace.word())));
            let row = row.and_then(|it| it.split('|').nth(2)).expect("a row").trim();
            let names: Vec<String> =
                methods(namespace).iter().map(|it| format!("`{it}`")).collect();
            assert_eq!(row, names.join(", "));
        }
    }
}
