//! A tab, a phone, and what they usually say.

use protocol::caip::ChainId;
use protocol::module::phone::{PhoneIntent, PhoneRequest};
use protocol::module::session::{Pairing, SessionAnswer, SessionWhat};
use protocol::relay::key::SymKey;
use protocol::relay::uri::PairingUri;
use protocol::rpc::RpcError;
use sim::afar::{Afar, At, connect, request};
use wire::{Json, from_text};

pub const ACCOUNT: &str = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";

pub fn json(text: &str) -> Json {
    from_text(text).unwrap()
}

/// What a phone approves: these chains, with one account on each.
pub fn namespaces(chains: &[&str], methods: &[&str]) -> Json {
    let list = |texts: &[String]| Json::list(texts.iter().map(|it| Json::text(it)));
    let own = |texts: &[&str]| texts.iter().map(|it| (*it).to_owned()).collect::<Vec<_>>();
    let accounts: Vec<String> = chains.iter().map(|it| format!("{it}:{ACCOUNT}")).collect();
    let eip155 = Json::object([
        ("chains", list(&own(chains))),
        ("accounts", list(&accounts)),
        ("methods", list(&own(methods))),
        ("events", list(&own(&["chainChanged", "accountsChanged"]))),
    ]);
    Json::object([("eip155", eip155)])
}

pub fn usual() -> Json {
    namespaces(&["eip155:1", "eip155:137"], &["personal_sign", "eth_sendTransaction"])
}

/// What the browser of a tab keeps.
pub fn kept(afar: &Afar, tab: At) -> Option<Json> {
    afar.secrets(tab).first().and_then(|it| json(it).get("value").cloned())
}

/// What a tab keeps beside the post.
pub fn book(afar: &Afar, tab: At) -> Json {
    kept(afar, tab).unwrap().get("book").unwrap().clone()
}

/// The key of a session, as the browser keeps it.
pub fn key_of(afar: &Afar, tab: At, session: &str) -> SymKey {
    let kept = kept(afar, tab).unwrap();
    let lines = kept.get("mail").unwrap().get("lines").unwrap().as_list().unwrap().to_vec();
    let line = lines.iter().find(|it| it.get("topic").unwrap().as_text() == Some(session)).unwrap();
    SymKey::parse(line.get("key").unwrap().as_text().unwrap()).unwrap()
}

/// One tab and one phone at one relay.
pub fn world() -> (Afar, At, At) {
    let mut afar = Afar::new(1);
    let tab = afar.tab();
    let phone = afar.phone(&[0]);
    (afar, tab, phone)
}

/// The person taps the wallet; the code that is shown.
pub fn tap(afar: &mut Afar, tab: At) -> (u32, String) {
    let ask = afar.ask(tab, None, connect(&ChainId::eip155(1), false));
    afar.run_for(1_000);
    (ask, uri(afar, tab, ask))
}

pub fn uri(afar: &Afar, tab: At, ask: u32) -> String {
    let uri = afar.answers(tab, ask).into_iter().find_map(|it| match it {
        SessionAnswer::Progress { value: Pairing::Ready { uri, .. } } => Some(uri.clone()),
        _ => None,
    });
    uri.unwrap_or_else(|| panic!("no code:\n{}", afar.transcript()))
}

pub fn pair(afar: &mut Afar, phone: At, uri: &str) {
    afar.person(phone, &PhoneIntent::Pair { uri: uri.to_owned() });
    afar.run_for(1_000);
}

pub fn approve(afar: &mut Afar, phone: At, namespaces: &Json) {
    let proposal = afar.shown(phone).proposals[0].id.clone();
    afar.person(phone, &PhoneIntent::Approve { proposal, namespaces: namespaces.clone() });
    afar.run_for(1_000);
}

/// Everything up to a session; its name.
pub fn connected(afar: &mut Afar, tab: At, phone: At) -> String {
    let (ask, uri) = tap(afar, tab);
    pair(afar, phone, &uri);
    approve(afar, phone, &usual());
    let session = value(afar, tab, ask).get("session").and_then(Json::as_text).unwrap().to_owned();
    afar.cancel(tab, ask);
    // As the engine does, which has a session once it names it.
    afar.ask(tab, Some(&session), silent());
    afar.run_for(10);
    session
}

/// The one result of an ask.
pub fn value(afar: &Afar, tab: At, ask: u32) -> Json {
    match outcome(afar, tab, ask) {
        Some(Ok(value)) => value,
        other => panic!("{other:?}\n{}", afar.transcript()),
    }
}

/// The one error of an ask.
pub fn error(afar: &Afar, tab: At, ask: u32) -> RpcError {
    match outcome(afar, tab, ask) {
        Some(Err(error)) => error,
        other => panic!("{other:?}\n{}", afar.transcript()),
    }
}

/// What came of an ask, if anything did yet; never twice.
pub fn outcome(afar: &Afar, tab: At, ask: u32) -> Option<Result<Json, RpcError>> {
    let ends = afar.answers(tab, ask).into_iter().filter_map(|it| match it {
        SessionAnswer::Value { value } => Some(Ok(value.clone())),
        SessionAnswer::Refused { error } => Some(Err(RpcError::of(error))),
        _ => None,
    });
    let ends: Vec<_> = ends.collect();
    assert!(ends.len() <= 1, "it ends twice: {ends:?}");
    ends.into_iter().next()
}

/// How far an ask told it is, in words.
pub fn told(afar: &Afar, tab: At, ask: u32) -> Vec<String> {
    let word = |it: &SessionAnswer| match it {
        SessionAnswer::Progress { value } => match value {
            Pairing::Reaching => "reaching".to_owned(),
            Pairing::Ready { .. } => "ready".to_owned(),
            Pairing::TakenUp => "taken up".to_owned(),
            Pairing::Settling => "settling".to_owned(),
            Pairing::Expired => "expired".to_owned(),
            Pairing::Unreachable { why } => format!("unreachable: {why:?}"),
        },
        SessionAnswer::Value { .. } => "value".to_owned(),
        SessionAnswer::Refused { error } => format!("refused {}", RpcError::of(error).code),
        SessionAnswer::Event { name, value } => {
            format!("{name} {}", wire::to_text(&value.clone().unwrap_or_default()))
        }
    };
    afar.answers(tab, ask).into_iter().map(word).collect()
}

pub fn sign(afar: &mut Afar, tab: At, session: &str) -> u32 {
    let params = json(r#"["0x68656c6c6f","0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"]"#);
    let ask = afar.ask(tab, Some(session), request("personal_sign", params));
    afar.run_for(1_000);
    ask
}

pub fn requested(afar: &Afar, phone: At) -> PhoneRequest {
    match &afar.shown(phone).requests[..] {
        [request] => request.clone(),
        other => panic!("{} requests\n{}", other.len(), afar.transcript()),
    }
}

pub fn answer(afar: &mut Afar, phone: At, value: &str) {
    let request = requested(afar, phone).id;
    afar.person(phone, &PhoneIntent::Answer { request, value: Json::text(value) });
    afar.run_for(1_000);
}

/// A tab has the phone sign something by this session.
pub fn signs(afar: &mut Afar, tab: At, phone: At, session: &str) {
    let ask = sign(afar, tab, session);
    answer(afar, phone, "0x01");
    assert_eq!(value(afar, tab, ask), Json::text("0x01"));
}

/// What an ask came to is the one session of the phone, by which it signs.
pub fn is_connected(afar: &mut Afar, tab: At, phone: At, ask: u32) {
    let session = session_of(&value(afar, tab, ask));
    assert_eq!(afar.shown(phone).sessions.len(), 1, "{}", afar.transcript());
    signs(afar, tab, phone, &session);
}

pub fn silent() -> SessionWhat {
    connect(&ChainId::eip155(1), true)
}

/// `connect` of a person.
pub fn person() -> SessionWhat {
    connect(&ChainId::eip155(1), false)
}

/// The code that an ask was told last.
pub fn last_uri(afar: &Afar, tab: At, ask: u32) -> String {
    let uri = afar.answers(tab, ask).into_iter().rev().find_map(|it| match it {
        SessionAnswer::Progress { value: Pairing::Ready { uri, .. } } => Some(uri.clone()),
        _ => None,
    });
    uri.unwrap_or_else(|| panic!("no code:\n{}", afar.transcript()))
}

pub fn session_of(value: &Json) -> String {
    value.get("session").and_then(Json::as_text).unwrap().to_owned()
}

/// The name of a pairing, by its code.
pub fn name_of(uri: &str) -> String {
    PairingUri::parse(uri).unwrap().key.topic().text()
}

/// Whoever comes back to a page that was thrown away goes on with the pairing of this code.
pub fn go_on(afar: &mut Afar, tab: At, uri: &str) -> u32 {
    let ask = afar.ask(tab, Some(&name_of(uri)), person());
    afar.run_for(2_000);
    ask
}
