//! Reloads at every step.

use protocol::module::phone::PhoneIntent;
use protocol::module::session::SessionWhat;
use protocol::rpc::{INTERNAL, USER_REJECTED};
use sim::afar::{Afar, At};
use wire::Json;

use super::world::*;

#[test]
fn a_reload_keeps_the_session_and_asks_nobody() {
    let (mut afar, tab, phone) = world();
    let session = connected(&mut afar, tab, phone);
    afar.reload(tab, &[]);
    let ask = afar.ask(tab, Some(&session), silent());
    afar.run_for(1_000);
    assert_eq!(session_of(&value(&afar, tab, ask)), session);
    signs(&mut afar, tab, phone, &session);
}

#[test]
fn the_phone_is_loaded_anew_and_still_serves() {
    let (mut afar, tab, phone) = world();
    let session = connected(&mut afar, tab, phone);
    let ask = sign(&mut afar, tab, &session);
    afar.reload(phone, &[0]);
    afar.run_for(1_000);
    answer(&mut afar, phone, "0x01");
    assert_eq!(value(&afar, tab, ask), Json::text("0x01"));
}

#[test]
fn what_happened_while_the_page_was_gone_is_known_when_it_comes_back() {
    let (mut afar, tab, phone) = world();
    let session = connected(&mut afar, tab, phone);
    afar.close(tab);
    let update = namespaces(&["eip155:137"], &["personal_sign"]);
    afar.person(phone, &PhoneIntent::Update { session: session.clone(), namespaces: update });
    afar.run_for(60_000);
    afar.reload(tab, &[]);
    let ask = afar.ask(tab, Some(&session), silent());
    let events = afar.ask(tab, Some(&session), SessionWhat::Events);
    afar.run_for(1_000);
    assert_eq!(session_of(&value(&afar, tab, ask)), session);
    assert_eq!(told(&afar, tab, events)[0], r#"chainChanged "eip155:137""#);
    afar.close(tab);
    afar.person(phone, &PhoneIntent::End { session: session.clone() });
    afar.run_for(60_000);
    afar.reload(tab, &[]);
    let events = afar.ask(tab, Some(&session), SessionWhat::Events);
    afar.run_for(1_000);
    assert!(told(&afar, tab, events)[0].starts_with("disconnect"));
}

/// The page is loaded anew between the code and what comes of it.
fn approved_after_reload(when: impl Fn(&mut Afar, At, At, &str)) -> (Afar, At, At) {
    let (mut afar, tab, phone) = world();
    let (_, uri) = tap(&mut afar, tab);
    when(&mut afar, tab, phone, &uri);
    (afar, tab, phone)
}

#[test]
fn a_reload_between_code_and_approval_loses_nothing() {
    let reloads: [fn(&mut Afar, At, At, &str); 4] = [
        |afar, tab, phone, uri| {
            afar.reload(tab, &[]);
            pair(afar, phone, uri);
            approve(afar, phone, &usual());
        },
        |afar, tab, phone, uri| {
            pair(afar, phone, uri);
            afar.reload(tab, &[]);
            approve(afar, phone, &usual());
        },
        |afar, tab, phone, uri| {
            pair(afar, phone, uri);
            afar.close(tab);
            approve(afar, phone, &usual());
            afar.reload(tab, &[]);
        },
        |afar, tab, phone, uri| {
            pair(afar, phone, uri);
            approve(afar, phone, &usual());
            afar.reload(tab, &[]);
        },
    ];
    for when in reloads {
        let (mut afar, tab, phone) = approved_after_reload(when);
        // As the engine does: a person is asked only where nothing is there.
        let mut ask = afar.ask(tab, None, silent());
        afar.run_for(5);
        if outcome(&afar, tab, ask).is_none_or(|it| it.is_err()) {
            ask = afar.ask(tab, None, person());
        }
        afar.run_for(2_000);
        is_connected(&mut afar, tab, phone, ask);
    }
}

/// How many pairings a tab keeps.
fn offers(afar: &Afar, tab: At) -> usize {
    book(afar, tab).get("offers").and_then(Json::as_list).map_or(0, <[Json]>::len)
}

#[test]
fn who_comes_back_goes_on_with_the_code_that_they_left_with() {
    let leaves: [fn(&mut Afar, At, At, &str); 3] = [
        |afar, tab, phone, uri| {
            afar.close(tab);
            pair(afar, phone, uri);
            approve(afar, phone, &usual());
        },
        |afar, tab, phone, uri| {
            pair(afar, phone, uri);
            afar.close(tab);
            approve(afar, phone, &usual());
        },
        |afar, tab, phone, uri| {
            pair(afar, phone, uri);
            approve(afar, phone, &usual());
            afar.close(tab);
        },
    ];
    for (leaves, has_other) in leaves.into_iter().flat_map(|it| [(it, false), (it, true)]) {
        let mut afar = Afar::new(1);
        // Another tab leads, and goes on answering the page that is gone.
        if has_other {
            let other = afar.tab();
            afar.ask(other, Some("none"), SessionWhat::Events);
            afar.run_for(100);
        }
        let (tab, phone) = (afar.tab(), afar.phone(&[0]));
        let (_, uri) = tap(&mut afar, tab);
        leaves(&mut afar, tab, phone, &uri);
        afar.run_for(1_000);
        afar.reload(tab, &[]);
        let ask = go_on(&mut afar, tab, &uri);
        is_connected(&mut afar, tab, phone, ask);
    }
}

#[test]
fn who_comes_back_before_they_approve_is_waited_for() {
    let (mut afar, tab, phone) = world();
    let (_, uri) = tap(&mut afar, tab);
    afar.reload(tab, &[]);
    let ask = go_on(&mut afar, tab, &uri);
    assert_eq!(last_uri(&afar, tab, ask), uri);
    pair(&mut afar, phone, &uri);
    approve(&mut afar, phone, &usual());
    assert_eq!(session_of(&value(&afar, tab, ask)).len(), 64);
    // What was tapped is what comes back, also where the page died before it knew of the tap.
    let prepared = afar.ask(tab, None, SessionWhat::Prepare);
    afar.run_for(1_000);
    let uri = super::world::uri(&afar, tab, prepared);
    afar.close(tab);
    let second = afar.phone(&[0]);
    pair(&mut afar, second, &uri);
    approve(&mut afar, second, &usual());
    afar.reload(tab, &[]);
    let ask = go_on(&mut afar, tab, &uri);
    assert_eq!(session_of(&value(&afar, tab, ask)).len(), 64);
}

/// How a pairing ends, of a tab and a phone.
type End = fn(&mut Afar, At, At);

#[test]
fn who_comes_back_to_what_is_over_is_told_so_and_gets_no_other_code() {
    let ends: [(End, i32); 3] = [
        (
            |afar, _, phone| {
                let proposal = afar.shown(phone).proposals[0].id.clone();
                afar.person(phone, &PhoneIntent::Refuse { proposal });
                afar.run_for(1_000);
            },
            USER_REJECTED,
        ),
        (|afar, _, _| afar.run_for(400_000), INTERNAL),
        (|afar, tab, _| afar.lose_secrets(tab), INTERNAL),
    ];
    for (ends, code) in ends {
        let (mut afar, tab, phone) = world();
        let (_, uri) = tap(&mut afar, tab);
        pair(&mut afar, phone, &uri);
        afar.close(tab);
        ends(&mut afar, tab, phone);
        afar.reload(tab, &[]);
        let ask = go_on(&mut afar, tab, &uri);
        // What they approved in time may still be at the relay.
        afar.run_for(5_000);
        assert_eq!(error(&afar, tab, ask).code, code);
        assert!(kept(&afar, tab).is_none() || offers(&afar, tab) == 1, "no other was made");
        assert!(afar.shown(phone).sessions.is_empty());
    }
}

#[test]
fn who_comes_back_is_connected_by_their_own_code_alone() {
    let mut afar = Afar::new(1);
    let (first, second) = (afar.tab(), afar.tab());
    let phone = afar.phone(&[0]);
    let tapped = |afar: &mut Afar, tab| {
        let prepared = afar.ask(tab, None, SessionWhat::Prepare);
        afar.run_for(1_000);
        let ask = afar.ask_for(tab, "harbor", person());
        afar.run_for(1_000);
        afar.cancel(tab, prepared);
        uri(afar, tab, ask)
    };
    let (own, other) = (tapped(&mut afar, first), tapped(&mut afar, second));
    assert_ne!(own, other);
    afar.close(first);
    afar.close(second);
    pair(&mut afar, phone, &other);
    approve(&mut afar, phone, &usual());
    afar.reload(first, &[]);
    let wallet = Some("harbor".to_owned());
    let before = std::mem::replace(&mut afar.config.wallet, wallet);
    let ask = go_on(&mut afar, first, &own);
    afar.config.wallet = before;
    assert_eq!(outcome(&afar, first, ask), None);
}

#[test]
fn a_session_that_nobody_comes_back_for_ends() {
    let (mut afar, tab, _) = world();
    let phone = afar.phone(&[0]);
    let (_, uri) = tap(&mut afar, tab);
    pair(&mut afar, phone, &uri);
    afar.reload(tab, &[]);
    approve(&mut afar, phone, &usual());
    // Another wallet is looked for, so that the module runs; nobody asks for this one.
    afar.ask(tab, Some("none"), SessionWhat::Events);
    afar.run_for(400_000);
    assert!(afar.shown(phone).sessions.is_empty(), "{}", afar.transcript());
}

#[test]
fn whichever_wallet_is_tapped_the_one_that_approved_says_who_it_is() {
    let (mut afar, tab, phone) = world();
    let tap_on = |afar: &mut Afar, wallet: &str| {
        let ask = afar.ask_for(tab, wallet, person());
        afar.run_for(1_000);
        ask
    };
    let ask = tap_on(&mut afar, "harbor");
    let uri = uri(&afar, tab, ask);
    afar.close(tab);
    pair(&mut afar, phone, &uri);
    approve(&mut afar, phone, &usual());
    afar.reload(tab, &[]);
    let ask = tap_on(&mut afar, "harbor");
    afar.run_for(1_000);
    let peer = value(&afar, tab, ask).get("peer").cloned().unwrap();
    assert_eq!(peer.get("name"), Some(&Json::text("Pocket")));
}
