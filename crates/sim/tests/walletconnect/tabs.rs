//! Several tabs, of which one leads; pages that sleep.

use protocol::module::phone::PhoneIntent;
use protocol::module::session::SessionWhat;
use protocol::rpc::USER_REJECTED;
use sim::afar::{Afar, At, request};
use wire::Json;

use super::world::*;

/// A tab that leads, and one that has shown a code and died; the code.
fn dead_follower(afar: &mut Afar) -> (At, At, String) {
    let (leader, tab) = (afar.tab(), afar.tab());
    afar.ask(leader, Some("none"), SessionWhat::Events);
    afar.run_for(100);
    let ask = afar.ask_for(tab, "harbor", person());
    afar.run_for(1_000);
    let code = uri(afar, tab, ask);
    afar.close(tab);
    (leader, tab, code)
}

#[test]
fn who_approves_for_a_tab_that_died_is_connected_by_the_next_page() {
    for is_of_the_tab in [true, false] {
        let mut afar = Afar::new(1);
        let (leader, tab, code) = dead_follower(&mut afar);
        let phone = afar.phone(&[0]);
        pair(&mut afar, phone, &code);
        approve(&mut afar, phone, &usual());
        afar.reload(tab, &[]);
        let next = if is_of_the_tab { tab } else { leader };
        let ask = afar.ask_for(next, "harbor", person());
        afar.run_for(2_000);
        let session = session_of(&value(&afar, next, ask));
        assert_eq!(afar.shown(phone).sessions.len(), 1, "{}", afar.transcript());
        // Who has it keeps it.
        afar.ask(next, Some(&session), SessionWhat::Events);
        afar.run_for(400_000);
        assert_eq!(afar.shown(phone).sessions.len(), 1, "{}", afar.transcript());
    }
}

#[test]
fn a_session_for_a_tab_that_died_ends_where_nobody_comes_back_for_it() {
    let mut afar = Afar::new(1);
    let (_, _, code) = dead_follower(&mut afar);
    let phone = afar.phone(&[0]);
    pair(&mut afar, phone, &code);
    approve(&mut afar, phone, &usual());
    assert_eq!(afar.shown(phone).sessions.len(), 1);
    afar.run_for(400_000);
    assert!(afar.shown(phone).sessions.is_empty(), "{}", afar.transcript());
}

#[test]
fn who_gives_up_another_code_gives_up_what_a_tab_that_died_has_left() {
    let mut afar = Afar::new(1);
    let (leader, _, code) = dead_follower(&mut afar);
    let phone = afar.phone(&[0]);
    pair(&mut afar, phone, &code);
    // Hidden tabs may speak once a minute only: until then it is waited for.
    afar.run_for(200_000);
    let ask = afar.ask_for(leader, "another", person());
    afar.run_for(1_000);
    afar.cancel(leader, ask);
    approve(&mut afar, phone, &usual());
    afar.run_for(2_000);
    assert!(afar.shown(phone).sessions.is_empty(), "{}", afar.transcript());
}

#[test]
fn one_tab_leads_and_the_others_have_it_ask() {
    let (mut afar, tab, phone) = world();
    let session = connected(&mut afar, tab, phone);
    let other = afar.tab();
    let ask = afar.ask(other, None, silent());
    let events = afar.ask(other, Some(&session), SessionWhat::Events);
    afar.run_for(1_000);
    assert_eq!(session_of(&value(&afar, other, ask)), session);
    assert_eq!(afar.relays[0].open_sockets(), 2, "one of the tabs, and the phone");
    signs(&mut afar, other, phone, &session);
    let ask = afar.ask(other, Some(&session), request("disconnect", Json::Null));
    afar.run_for(1_000);
    assert_eq!(value(&afar, other, ask), Json::Null);
    assert!(told(&afar, other, events)[0].starts_with("disconnect"));
    assert!(afar.shown(phone).sessions.is_empty());
}

#[test]
fn the_leader_leaves_in_mid_request_and_nothing_is_asked_twice() {
    for answers_before in [true, false] {
        let (mut afar, tab, phone) = world();
        let session = connected(&mut afar, tab, phone);
        let other = afar.tab();
        let ask = sign(&mut afar, other, &session);
        assert_eq!(afar.shown(phone).requests.len(), 1);
        afar.close(tab);
        if answers_before {
            answer(&mut afar, phone, "0x01");
        }
        afar.run_for(5_000);
        if !answers_before {
            assert_eq!(afar.shown(phone).requests.len(), 1, "it is asked once");
            answer(&mut afar, phone, "0x01");
        }
        assert_eq!(value(&afar, other, ask), Json::text("0x01"));
        assert!(afar.shown(phone).requests.is_empty());
    }
}

#[test]
fn a_tab_that_follows_shows_the_code_and_connects() {
    let mut afar = Afar::new(1);
    let (first, tab) = (afar.tab(), afar.tab());
    let phone = afar.phone(&[0]);
    afar.ask(first, Some("none"), SessionWhat::Events);
    afar.run_for(100);
    let (ask, uri) = tap(&mut afar, tab);
    pair(&mut afar, phone, &uri);
    afar.close(first);
    approve(&mut afar, phone, &usual());
    afar.run_for(5_000);
    let session = session_of(&value(&afar, tab, ask));
    afar.ask(tab, Some(&session), SessionWhat::Events);
    let (ask, _) = tap(&mut afar, tab);
    afar.cancel(tab, ask);
}

#[test]
fn who_refused_while_a_tab_was_in_the_cache_is_not_asked_anew_when_it_comes_back() {
    for refused_after_ms in [1_000, 240_000] {
        let mut afar = Afar::new(1);
        let (leader, tab, phone) = (afar.tab(), afar.tab(), afar.phone(&[0]));
        afar.ask(leader, Some("none"), SessionWhat::Events);
        afar.run_for(100);
        let (ask, code) = tap(&mut afar, tab);
        pair(&mut afar, phone, &code);
        let proposal = afar.shown(phone).proposals[0].id.clone();
        afar.freeze(tab, 400_000);
        afar.run_for(refused_after_ms);
        assert_eq!(outcome(&afar, tab, ask), None);
        afar.person(phone, &PhoneIntent::Refuse { proposal });
        afar.run_for(410_000 - refused_after_ms);
        assert_eq!(error(&afar, tab, ask).code, USER_REJECTED);
        assert_eq!(last_uri(&afar, tab, ask), code);
    }
}

#[test]
fn a_page_comes_back_from_the_cache_and_goes_on() {
    let (mut afar, tab, phone) = world();
    let session = connected(&mut afar, tab, phone);
    let events = afar.ask(tab, Some(&session), SessionWhat::Events);
    let other = afar.tab();
    afar.ask(other, Some(&session), SessionWhat::Events);
    afar.run_for(1_000);
    afar.lose_lock(tab);
    afar.run_for(5_000);
    let ask = sign(&mut afar, tab, &session);
    answer(&mut afar, phone, "0x01");
    assert_eq!(value(&afar, tab, ask), Json::text("0x01"), "the other tab leads");
    afar.person(phone, &PhoneIntent::End { session });
    afar.run_for(1_000);
    assert!(told(&afar, tab, events)[0].starts_with("disconnect"));
}

#[test]
fn who_comes_back_from_the_wallet_to_a_page_of_the_cache_has_the_code_that_they_left_with() {
    let (mut afar, tab, phone) = world();
    afar.ask(tab, None, SessionWhat::Prepare);
    afar.run_for(1_000);
    let (ask, code) = tap(&mut afar, tab);
    pair(&mut afar, phone, &code);
    let before = told(&afar, tab, ask);
    assert_eq!(before.last().map(String::as_str), Some("taken up"));
    afar.lose_lock(tab);
    afar.run_for(5_000);
    assert_eq!(last_uri(&afar, tab, ask), code);
    assert_eq!(told(&afar, tab, ask).last(), before.last());
    approve(&mut afar, phone, &usual());
    assert!(value(&afar, tab, ask).get("session").is_some());
}
