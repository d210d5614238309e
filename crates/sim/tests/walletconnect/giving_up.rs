//! Codes that are given up connect nobody, whoever approves them when.

use protocol::module::phone::PhoneIntent;
use protocol::module::session::SessionWhat;
use protocol::rpc::{INTERNAL, UNAUTHORIZED};
use sim::afar::{Afar, request};
use wire::Json;

use super::world::*;

#[test]
fn who_comes_back_and_gives_up_is_connected_by_nobody() {
    let (mut afar, tab, phone) = world();
    let (_, uri) = tap(&mut afar, tab);
    pair(&mut afar, phone, &uri);
    afar.reload(tab, &[]);
    let ask = go_on(&mut afar, tab, &uri);
    afar.cancel(tab, ask);
    approve(&mut afar, phone, &usual());
    afar.run_for(2_000);
    assert!(afar.shown(phone).sessions.is_empty(), "{}", afar.transcript());
    let ask = go_on(&mut afar, tab, &uri);
    assert_eq!(error(&afar, tab, ask).code, INTERNAL);
}

#[test]
fn who_approves_after_it_was_given_up_is_told_that_it_is_over() {
    for is_paired_before in [true, false] {
        let (mut afar, tab, phone) = world();
        let (ask, uri) = tap(&mut afar, tab);
        if is_paired_before {
            pair(&mut afar, phone, &uri);
        }
        afar.cancel(tab, ask);
        if !is_paired_before {
            pair(&mut afar, phone, &uri);
        }
        approve(&mut afar, phone, &usual());
        afar.run_for(2_000);
        assert!(afar.shown(phone).sessions.is_empty(), "{}", afar.transcript());
        let ask = afar.ask(tab, None, silent());
        afar.run_for(1_000);
        assert_eq!(error(&afar, tab, ask).code, UNAUTHORIZED);
    }
}

#[test]
fn a_code_that_was_given_up_is_never_shown_again_and_connects_nobody() {
    for is_taken in [true, false] {
        let (mut afar, tab, phone) = world();
        let stranger = afar.phone(&[0]);
        let (ask, first) = tap(&mut afar, tab);
        if is_taken {
            pair(&mut afar, stranger, &first);
        }
        afar.cancel(tab, ask);
        afar.run_for(20_000);
        // As 'New code' does, too.
        let (ask, second) = tap(&mut afar, tab);
        assert_ne!(first, second);
        if !is_taken {
            pair(&mut afar, stranger, &first);
        }
        approve(&mut afar, stranger, &usual());
        afar.run_for(2_000);
        assert_eq!(told(&afar, tab, ask), ["reaching", "ready"]);
        assert!(afar.shown(stranger).sessions.is_empty(), "{}", afar.transcript());
        pair(&mut afar, phone, &second);
        approve(&mut afar, phone, &usual());
        assert!(value(&afar, tab, ask).get("session").is_some());
    }
}

#[test]
fn who_gives_up_gives_up_what_they_left_before() {
    let (mut afar, tab, stranger) = world();
    let (_, first) = tap(&mut afar, tab);
    pair(&mut afar, stranger, &first);
    afar.reload(tab, &[]);
    let prepared = afar.ask(tab, None, SessionWhat::Prepare);
    afar.run_for(1_000);
    let (ask, second) = tap(&mut afar, tab);
    assert_eq!(uri(&afar, tab, prepared), second, "{first} was opened by nobody here");
    afar.cancel(tab, ask);
    let (ask, third) = tap(&mut afar, tab);
    approve(&mut afar, stranger, &usual());
    afar.run_for(2_000);
    assert_eq!(outcome(&afar, tab, ask), None, "{third}");
    assert!(afar.shown(stranger).sessions.is_empty());
}

#[test]
fn who_gives_up_in_one_tab_leaves_what_was_approved_for_another() {
    let mut afar = Afar::new(1);
    let (other, tab) = (afar.tab(), afar.tab());
    let phone = afar.phone(&[0]);
    let given_up = afar.ask_for(other, "harbor", person());
    afar.run_for(1_000);
    let (_, code) = tap(&mut afar, tab);
    pair(&mut afar, phone, &code);
    afar.close(tab);
    approve(&mut afar, phone, &usual());
    afar.cancel(other, given_up);
    afar.run_for(1_000);
    afar.reload(tab, &[]);
    let ask = go_on(&mut afar, tab, &code);
    assert!(value(&afar, tab, ask).get("session").is_some());
    assert_eq!(afar.shown(phone).sessions.len(), 1);
}

#[test]
fn a_code_whose_tab_was_connected_by_another_connects_nobody() {
    let mut afar = Afar::new(1);
    let (first, second) = (afar.tab(), afar.tab());
    let (phone, stranger) = (afar.phone(&[0]), afar.phone(&[0]));
    let (one, code) = tap(&mut afar, first);
    pair(&mut afar, phone, &code);
    // That one lasts no more than seconds.
    afar.run_for(245_000);
    let (two, other) = tap(&mut afar, second);
    assert_ne!(code, other);
    pair(&mut afar, stranger, &other);
    approve(&mut afar, phone, &usual());
    let session = session_of(&value(&afar, first, one));
    assert_eq!(session_of(&value(&afar, second, two)), session);
    afar.ask(second, Some(&session), silent());
    approve(&mut afar, stranger, &usual());
    afar.run_for(2_000);
    assert!(afar.shown(stranger).sessions.is_empty(), "{}", afar.transcript());
    let (ask, _) = tap(&mut afar, second);
    assert_eq!(outcome(&afar, second, ask), None);
}

#[test]
fn what_a_key_could_be_made_of_again_goes_with_its_session() {
    let (mut afar, tab, phone) = world();
    let session = connected(&mut afar, tab, phone);
    let of_offer = |afar: &Afar, name: &str| {
        let offer = book(afar, tab).get("offers").unwrap().as_list().unwrap()[0].clone();
        offer.get(name).and_then(Json::as_text).map(str::to_owned)
    };
    let made_of = ["own", "controller"].map(|it| of_offer(&afar, it).unwrap());
    let leave = request("disconnect", Json::Null);
    afar.ask(tab, Some(&session), leave);
    afar.run_for(1_000);
    assert!(afar.shown(phone).sessions.is_empty());
    let kept = afar.secrets(tab).concat();
    assert!(kept.contains("offers") && made_of.iter().all(|it| !kept.contains(it)), "{kept}");
}

#[test]
fn a_code_that_shows_in_two_tabs_is_given_up_in_both() {
    let (mut afar, first, stranger) = world();
    let second = afar.tab();
    let (one, code) = tap(&mut afar, first);
    afar.reload(first, &[]);
    let (two, again) = tap(&mut afar, second);
    let (three, same) = tap(&mut afar, first);
    assert_eq!((&again, &same), (&code, &code), "{one}");
    afar.cancel(second, two);
    afar.run_for(1_000);
    let told = told(&afar, first, three);
    assert_eq!(told[told.len() - 2..], ["expired".to_owned(), "refused -32603".to_owned()]);
    pair(&mut afar, stranger, &code);
    approve(&mut afar, stranger, &usual());
    afar.run_for(2_000);
    assert!(afar.shown(stranger).sessions.is_empty());
}

#[test]
fn who_taps_another_wallet_after_a_reload_gives_up_what_was_left() {
    for approves_before in [true, false] {
        let (mut afar, tab, stranger) = world();
        let ask = afar.ask_for(tab, "harbor", person());
        afar.run_for(1_000);
        let first = uri(&afar, tab, ask);
        pair(&mut afar, stranger, &first);
        if approves_before {
            // Nobody hears of it before the page is there again.
            afar.close(tab);
            approve(&mut afar, stranger, &usual());
        }
        afar.reload(tab, &[]);
        let ask = afar.ask_for(tab, "another", person());
        afar.run_for(1_000);
        if !approves_before {
            approve(&mut afar, stranger, &usual());
        }
        afar.run_for(2_000);
        assert_eq!(told(&afar, tab, ask), ["reaching", "ready"]);
        assert_ne!(uri(&afar, tab, ask), first);
        assert!(afar.shown(stranger).sessions.is_empty(), "{}", afar.transcript());
    }
}

#[test]
fn who_approves_in_time_and_is_heard_too_late_is_told_that_it_is_over() {
    let (mut afar, tab, phone) = world();
    let (ask, uri) = tap(&mut afar, tab);
    pair(&mut afar, phone, &uri);
    afar.run_for(280_000);
    afar.person(phone, &PhoneIntent::Background { is_away: true });
    approve(&mut afar, phone, &usual());
    afar.run_for(60_000);
    assert!(outcome(&afar, tab, ask).is_some_and(|it| it.is_err()));
    assert_eq!(afar.shown(phone).sessions.len(), 1);
    afar.person(phone, &PhoneIntent::Background { is_away: false });
    afar.run_for(5_000);
    assert!(afar.shown(phone).sessions.is_empty(), "{}", afar.transcript());
}
