//! From the tap to the session, and what a session is for.

use protocol::caip::{ChainId, Namespace};
use protocol::module::phone::PhoneIntent;
use protocol::module::session::SessionWhat;
use protocol::relay::refusal::Refusal;
use protocol::rpc::{
    DISCONNECTED, UNAUTHORIZED, UNRECOGNIZED_CHAIN, UNSUPPORTED_METHOD, USER_REJECTED,
};
use sim::Forgets;
use sim::afar::{Afar, connect, request};
use wire::{Json, to_text};

use super::world::*;

#[test]
fn a_phone_reads_the_code_approves_and_signs() {
    let (mut afar, tab, phone) = world();
    let (ask, uri) = tap(&mut afar, tab);
    assert_eq!(told(&afar, tab, ask), ["reaching", "ready"]);
    pair(&mut afar, phone, &uri);
    assert_eq!(told(&afar, tab, ask), ["reaching", "ready", "taken up"]);
    let proposal = &afar.shown(phone).proposals[0];
    assert_eq!(proposal.peer.url, "https://shop.example");
    assert_eq!(to_text(&proposal.required), "{}");
    approve(&mut afar, phone, &usual());
    let told = told(&afar, tab, ask);
    assert_eq!(told.last().map(String::as_str), Some("value"), "{told:?}");
    let session = value(&afar, tab, ask);
    let accounts = to_text(session.get("accounts").unwrap());
    assert_eq!(
        accounts,
        format!(
            r#"[{{"address":"{ACCOUNT}","chain":"eip155:1"}},{{"address":"{ACCOUNT}","chain":"eip155:137"}}]"#
        )
    );
    assert_eq!(to_text(session.get("chains").unwrap()), r#"["eip155:1","eip155:137"]"#);
    let peer = session.get("peer").unwrap();
    assert_eq!(to_text(peer), r#"{"name":"Pocket","url":"https://pocket.example"}"#);
    assert!(afar.shown(phone).sessions[0].is_acknowledged);

    let session = session.get("session").and_then(Json::as_text).unwrap().to_owned();
    let ask = sign(&mut afar, tab, &session);
    let request = requested(&afar, phone);
    assert_eq!((&*request.method, &*request.chain), ("personal_sign", "eip155:1"));
    assert_eq!(outcome(&afar, tab, ask), None);
    answer(&mut afar, phone, "0x5160");
    assert_eq!(value(&afar, tab, ask), Json::text("0x5160"));
}

#[test]
fn who_refuses_on_the_phone_connects_nothing_and_the_next_code_is_another() {
    let (mut afar, tab, phone) = world();
    let (ask, first) = tap(&mut afar, tab);
    pair(&mut afar, phone, &first);
    let proposal = afar.shown(phone).proposals[0].id.clone();
    afar.person(phone, &PhoneIntent::Refuse { proposal });
    afar.run_for(1_000);
    assert_eq!(error(&afar, tab, ask).code, USER_REJECTED);
    let (_, second) = tap(&mut afar, tab);
    assert_ne!(first, second);
}

#[test]
fn nobody_who_never_connected_is_connected_in_silence() {
    let (mut afar, tab, _) = world();
    let ask = afar.ask(tab, None, silent());
    afar.run_for(1_000);
    assert_eq!(error(&afar, tab, ask).code, UNAUTHORIZED);
    assert_eq!(afar.relays[0].opened, 0, "there is nothing to say to a relay");
}

#[test]
fn who_ends_the_session_here_ends_it_on_the_phone_and_there_ends_it_here() {
    let (mut afar, tab, phone) = world();
    let session = connected(&mut afar, tab, phone);
    let events = afar.ask(tab, Some(&session), SessionWhat::Events);
    let ask = afar.ask(tab, Some(&session), request("disconnect", Json::Null));
    afar.run_for(1_000);
    assert_eq!(value(&afar, tab, ask), Json::Null);
    assert!(afar.shown(phone).sessions.is_empty());
    let gone = format!(r#"disconnect {{"code":{DISCONNECTED},"message":"User disconnected."}}"#);
    assert_eq!(told(&afar, tab, events).join(" "), gone);

    let session = connected(&mut afar, tab, phone);
    let events = afar.ask(tab, Some(&session), SessionWhat::Events);
    let open = sign(&mut afar, tab, &session);
    afar.person(phone, &PhoneIntent::End { session: session.clone() });
    afar.run_for(1_000);
    assert_eq!(told(&afar, tab, events), [gone]);
    assert_eq!(error(&afar, tab, open).code, DISCONNECTED);
    let ask = sign(&mut afar, tab, &session);
    assert_eq!(error(&afar, tab, ask).code, DISCONNECTED);
}

#[test]
fn two_namespaces_that_end_one_session_at_once_end_it_on_the_phone() {
    let (mut afar, tab, phone) = world();
    let session = connected(&mut afar, tab, phone);
    let asks = [Namespace::Eip155, Namespace::Solana].map(|namespace| {
        let what = request("disconnect", Json::Null);
        afar.ask_of(tab, namespace, Some(&session), what)
    });
    afar.run_for(1_000);
    for ask in asks {
        assert_eq!(value(&afar, tab, ask), Json::Null);
    }
    assert!(afar.shown(phone).sessions.is_empty(), "{}", afar.transcript());
}

#[test]
fn a_session_is_forgotten_offline_and_the_phone_hears_of_it_later() {
    let (mut afar, tab, phone) = world();
    let session = connected(&mut afar, tab, phone);
    afar.set_offline(tab, true);
    let ask = afar.ask(tab, Some(&session), request("disconnect", Json::Null));
    afar.run_for(1_000);
    assert_eq!(value(&afar, tab, ask), Json::Null);
    let ask = afar.ask(tab, None, silent());
    afar.run_for(3_600_000);
    assert_eq!(error(&afar, tab, ask).code, UNAUTHORIZED);
    assert_eq!(afar.shown(phone).sessions.len(), 1);
    afar.set_offline(tab, false);
    afar.run_for(60_000);
    assert!(afar.shown(phone).sessions.is_empty());
    assert_eq!(afar.secrets(tab), Vec::<String>::new(), "nothing is left to be kept");
    assert_eq!(afar.relays[0].open_sockets(), 0, "there is nothing more to say to a relay");
}

#[test]
fn what_changes_on_the_phone_is_told() {
    let (mut afar, tab, phone) = world();
    let session = connected(&mut afar, tab, phone);
    let events = afar.ask(tab, Some(&session), SessionWhat::Events);
    let emit = |afar: &mut sim::afar::Afar, chain: &str, name: &str, value: &str| {
        let (session, chain, name) = (session.clone(), chain.to_owned(), name.to_owned());
        afar.person(phone, &PhoneIntent::Emit { session, chain, name, value: json(value) });
        afar.run_for(1_000);
    };
    // In all its dresses, and as nothing that was not approved.
    emit(&mut afar, "eip155:137", "chainChanged", "137");
    emit(&mut afar, "eip155:1", "chainChanged", r#""0x1""#);
    emit(&mut afar, "eip155:137", "chainChanged", r#""137""#);
    emit(&mut afar, "eip155:1", "chainChanged", r#""eip155:1""#);
    emit(&mut afar, "eip155:137", "chainChanged", "null");
    emit(&mut afar, "eip155:1", "chainChanged", r#"{"chainId":"0x1"}"#);
    emit(&mut afar, "eip155:56", "chainChanged", "56");
    emit(&mut afar, "eip155:1", "accountsChanged", r#"["0xbeef"]"#);
    let update = namespaces(&["eip155:137"], &["personal_sign"]);
    afar.person(phone, &PhoneIntent::Update { session: session.clone(), namespaces: update });
    afar.run_for(1_000);
    let chain = |it: &str| format!(r#"chainChanged "{it}""#);
    assert_eq!(
        told(&afar, tab, events),
        [
            chain("eip155:137"),
            chain("eip155:1"),
            chain("eip155:137"),
            chain("eip155:1"),
            chain("eip155:137"),
            chain("eip155:1"),
            chain("eip155:137"),
            format!(r#"accountsChanged [{{"address":"{ACCOUNT}","chain":"eip155:137"}}]"#),
        ]
    );
    afar.person(phone, &PhoneIntent::Ping { session: session.clone() });
    afar.person(phone, &PhoneIntent::Extend { session });
    afar.run_for(1_000);
    assert_eq!(afar.shown(phone).sessions[0].pongs, 1);
}

#[test]
fn going_to_an_approved_chain_asks_nobody_and_to_another_only_who_can() {
    let (mut afar, tab, phone) = world();
    let session = connected(&mut afar, tab, phone);
    let events = afar.ask(tab, Some(&session), SessionWhat::Events);
    let go = |afar: &mut sim::afar::Afar, session: &str, chain: &str| {
        let params = json(&format!(r#"[{{"chainId":"{chain}"}}]"#));
        let ask = afar.ask(tab, Some(session), request("wallet_switchEthereumChain", params));
        afar.run_for(1_000);
        ask
    };
    let left = afar.relays[0].left.len();
    let ask = go(&mut afar, &session, "0x89");
    assert_eq!(value(&afar, tab, ask), Json::Null);
    assert_eq!(told(&afar, tab, events), [r#"chainChanged "eip155:137""#]);
    assert_eq!(afar.relays[0].left.len(), left, "nothing is said to the phone");
    let ask = afar.ask(tab, Some(&session), request("eth_chainId", Json::list([])));
    assert_eq!(value(&afar, tab, ask), Json::text("0x89"));
    let ask = go(&mut afar, &session, "0x38");
    assert_eq!(error(&afar, tab, ask).code, UNRECOGNIZED_CHAIN);

    let methods = ["personal_sign", "wallet_switchEthereumChain"];
    let namespaces = namespaces(&["eip155:1"], &methods);
    afar.person(phone, &PhoneIntent::Update { session: session.clone(), namespaces });
    afar.run_for(1_000);
    let ask = go(&mut afar, &session, "0x89");
    assert_eq!(requested(&afar, phone).chain, "eip155:1");
    let request = requested(&afar, phone).id;
    let error_of = json(r#"{"code":4001,"message":"no"}"#);
    afar.person(phone, &PhoneIntent::Decline { request, error: error_of });
    afar.run_for(1_000);
    assert_eq!(error(&afar, tab, ask).code, USER_REJECTED);
}

#[test]
fn what_the_wallet_did_not_approve_is_for_a_node() {
    let (mut afar, tab, phone) = world();
    let session = connected(&mut afar, tab, phone);
    let left = afar.relays[0].left.len();
    let ask = afar.ask(tab, Some(&session), request("eth_call", Json::list([])));
    afar.run_for(1_000);
    assert_eq!(error(&afar, tab, ask).code, UNSUPPORTED_METHOD);
    assert_eq!(afar.relays[0].left.len(), left);
}

#[test]
fn the_same_session_serves_another_ask_of_the_wallet() {
    let (mut afar, tab, phone) = world();
    let session = connected(&mut afar, tab, phone);
    let ask = afar.ask(tab, None, silent());
    afar.run_for(100);
    let shared = value(&afar, tab, ask);
    assert_eq!(shared.get("session").and_then(Json::as_text), Some(&*session));
    let ask = afar.ask(tab, Some(&session), connect(&ChainId::eip155(10), true));
    afar.run_for(100);
    assert_eq!(error(&afar, tab, ask).code, UNSUPPORTED_METHOD);
}

#[test]
fn a_relay_that_knows_classic_frames_only_does_as_well() {
    let (mut afar, tab, phone) = world();
    afar.relays[0].faults.is_classic = true;
    afar.relays[0].faults.is_discreet = true;
    connected(&mut afar, tab, phone);
    assert_eq!(afar.shown(phone).sessions.len(), 1);
}

#[test]
fn a_request_that_nobody_answers_ends() {
    let (mut afar, tab, phone) = world();
    let session = connected(&mut afar, tab, phone);
    afar.person(phone, &PhoneIntent::Background { is_away: true });
    let ask = sign(&mut afar, tab, &session);
    afar.run_for(290_000);
    assert_eq!(outcome(&afar, tab, ask), None);
    afar.run_for(20_000);
    assert!(error(&afar, tab, ask).message.contains("expired"));
}

#[test]
fn a_request_that_a_relay_heard_waits_for_the_phone_whatever_the_relay_says_of_it() {
    for forgets in [Forgets::Told, Forgets::Untold] {
        let (mut afar, tab, phone) = world();
        let session = connected(&mut afar, tab, phone);
        afar.relays[0].faults.forgets = Some(forgets);
        let ask = sign(&mut afar, tab, &session);
        requested(&afar, phone);
        afar.run_for(70_000);
        assert_eq!(outcome(&afar, tab, ask), None, "{forgets:?}");
        afar.relays[0].faults.forgets = None;
        answer(&mut afar, phone, "0x01");
        assert_eq!(value(&afar, tab, ask), Json::text("0x01"), "{forgets:?}");
    }
}

#[test]
fn that_a_relay_may_have_heard_a_request_is_known_to_whoever_leads_next() {
    let (mut afar, tab, phone) = world();
    let session = connected(&mut afar, tab, phone);
    let other = afar.tab();
    afar.relays[0].faults.forgets = Some(Forgets::Untold);
    let ask = sign(&mut afar, other, &session);
    afar.relays[0].faults.is_down = true;
    afar.break_relay(0, 1006);
    afar.close(tab);
    afar.run_for(70_000);
    assert_eq!(outcome(&afar, other, ask), None);
    afar.relays[0].faults.is_down = false;
    afar.relays[0].faults.forgets = None;
    afar.run_for(30_000);
    answer(&mut afar, phone, "0x01");
    assert_eq!(value(&afar, other, ask), Json::text("0x01"));
}

#[test]
fn a_request_that_no_relay_heard_in_a_minute_is_never_asked() {
    let (mut afar, tab, phone) = world();
    let session = connected(&mut afar, tab, phone);
    afar.set_offline(tab, true);
    let ask = sign(&mut afar, tab, &session);
    afar.run_for(50_000);
    assert_eq!(outcome(&afar, tab, ask), None);
    afar.run_for(15_000);
    assert_eq!(error(&afar, tab, ask).message, "No relay can be reached.");
    afar.set_offline(tab, false);
    afar.run_for(10_000);
    assert!(afar.shown(phone).requests.is_empty());
}

#[test]
fn who_is_offline_is_told_so_at_once_and_has_a_code_once_they_are_not() {
    let (mut afar, tab, _) = world();
    let (given_up, _) = tap(&mut afar, tab);
    afar.cancel(tab, given_up);
    // The socket was well, and nothing that failed says that the next one will.
    afar.run_for(10_000);
    afar.set_offline(tab, true);
    let ask = afar.ask(tab, None, person());
    afar.run_for(100);
    assert_eq!(told(&afar, tab, ask), ["unreachable: Relay"]);
    afar.set_offline(tab, false);
    afar.run_for(1_000);
    assert_eq!(told(&afar, tab, ask), ["unreachable: Relay", "reaching", "ready"]);
}

#[test]
fn a_request_is_not_asked_of_a_relay_that_lets_nobody_in() {
    let (mut afar, tab, phone) = world();
    let session = connected(&mut afar, tab, phone);
    afar.relays[0].faults.refuses = Some(Refusal::OriginNotAllowed);
    afar.break_relay(0, 1006);
    afar.run_for(50);
    let ask = sign(&mut afar, tab, &session);
    afar.run_for(65_000);
    assert_eq!(error(&afar, tab, ask).message, "No relay can be reached.");
}

#[test]
fn a_request_that_was_open_while_the_machine_slept_ends_too() {
    let (mut afar, tab, phone) = world();
    let session = connected(&mut afar, tab, phone);
    let other = afar.tab();
    let asks = [tab, other].map(|it| (it, sign(&mut afar, it, &session)));
    // Long past the time at which it would have been over.
    for (tab, _) in asks {
        afar.set_ahead(tab, 3_600_000);
    }
    afar.run_for(20_000);
    for (tab, ask) in asks {
        assert!(error(&afar, tab, ask).message.contains("expired"));
    }
}

#[test]
fn what_ended_while_the_machine_slept_is_kept_for_who_asked() {
    let (mut afar, tab, phone) = world();
    let session = connected(&mut afar, tab, phone);
    sign(&mut afar, tab, &session);
    afar.set_ahead(tab, 3_600_000);
    afar.reload(tab, &[]);
    // Another ask has the module loaded. Nobody asks again for what was asked before; somebody might.
    afar.ask(tab, Some(&session), SessionWhat::Events);
    let questions = |afar: &Afar| {
        let kept = kept(afar, tab).unwrap();
        let questions = kept.get("book").unwrap().get("questions").unwrap().as_list().unwrap();
        questions.iter().map(|it| to_text(it.get("answer").unwrap())).collect::<Vec<_>>()
    };
    afar.run_for(50_000);
    assert!(questions(&afar)[0].contains("expired"), "{:?}", questions(&afar));
    afar.run_for(30_000);
    assert_eq!(questions(&afar), Vec::<String>::new());
}

#[test]
fn an_answer_that_a_tab_did_not_hear_is_told_again() {
    let (mut afar, tab, phone) = world();
    let session = connected(&mut afar, tab, phone);
    let other = afar.tab();
    let ask = sign(&mut afar, other, &session);
    let request = requested(&afar, phone).id;
    afar.lose_channel(other);
    afar.person(phone, &PhoneIntent::Answer { request, value: Json::text("0x01") });
    afar.run_for(500);
    assert_eq!(outcome(&afar, other, ask), None);
    afar.run_for(1_500);
    assert_eq!(value(&afar, other, ask), Json::text("0x01"));
    assert!(afar.shown(phone).requests.is_empty(), "it is asked once");
}

#[test]
fn a_phone_in_the_background_answers_when_it_comes_back() {
    let (mut afar, tab, phone) = world();
    let session = connected(&mut afar, tab, phone);
    afar.person(phone, &PhoneIntent::Background { is_away: true });
    let ask = sign(&mut afar, tab, &session);
    afar.run_for(60_000);
    assert!(afar.shown(phone).requests.is_empty());
    afar.person(phone, &PhoneIntent::Background { is_away: false });
    afar.run_for(1_000);
    answer(&mut afar, phone, "0x5160");
    assert_eq!(value(&afar, tab, ask), Json::text("0x5160"));
}
