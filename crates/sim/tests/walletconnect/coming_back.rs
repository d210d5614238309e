//! Reloads at every step, and several tabs.

use protocol::module::phone::PhoneIntent;
use protocol::module::session::SessionWhat;
use protocol::relay::uri::PairingUri;
use protocol::rpc::{INTERNAL, UNAUTHORIZED, USER_REJECTED};
use sim::afar::{Afar, At, request};
use wire::Json;

use super::world::*;

fn session_of(value: &Json) -> String {
    value.get("session").and_then(Json::as_text).unwrap().to_owned()
}

#[test]
fn a_reload_keeps_the_session_and_asks_nobody() {
    let (mut afar, tab, phone) = world();
    let session = connected(&mut afar, tab, phone);
    afar.reload(tab, &[]);
    let ask = afar.ask(tab, Some(&session), silent());
    afar.run_for(1_000);
    assert_eq!(session_of(&value(&afar, tab, ask)), session);
    let ask = sign(&mut afar, tab, &session);
    answer(&mut afar, phone, "0x01");
    assert_eq!(value(&afar, tab, ask), Json::text("0x01"));
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
        let session = session_of(&value(&afar, tab, ask));
        assert_eq!(afar.shown(phone).sessions.len(), 1);
        let ask = sign(&mut afar, tab, &session);
        answer(&mut afar, phone, "0x01");
        assert_eq!(value(&afar, tab, ask), Json::text("0x01"));
    }
}

/// The name of a pairing, by its code.
fn name_of(uri: &str) -> String {
    PairingUri::parse(uri).unwrap().key.topic().text()
}

/// How many pairings a tab keeps.
fn offers(afar: &Afar, tab: At) -> usize {
    book(afar, tab).get("offers").and_then(Json::as_list).map_or(0, <[Json]>::len)
}

/// Whoever comes back to a page that was thrown away goes on with the pairing of this code.
fn go_on(afar: &mut Afar, tab: At, uri: &str) -> u32 {
    let ask = afar.ask(tab, Some(&name_of(uri)), person());
    afar.run_for(2_000);
    ask
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
        let session = session_of(&value(&afar, tab, ask));
        assert_eq!(afar.shown(phone).sessions.len(), 1, "{}", afar.transcript());
        let ask = sign(&mut afar, tab, &session);
        answer(&mut afar, phone, "0x01");
        assert_eq!(value(&afar, tab, ask), Json::text("0x01"));
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
fn a_prepared_code_that_somebody_took_up_is_shown_to_nobody() {
    for tells in [true, false] {
        let (mut afar, tab, stranger) = world();
        afar.relays[0].faults.is_discreet = !tells;
        let prepared = afar.ask(tab, None, SessionWhat::Prepare);
        afar.run_for(1_000);
        let first = uri(&afar, tab, prepared);
        pair(&mut afar, stranger, &first);
        if !tells {
            approve(&mut afar, stranger, &usual());
        }
        afar.run_for(1_000);
        let (ask, second) = tap(&mut afar, tab);
        assert_ne!(first, second);
        if tells {
            approve(&mut afar, stranger, &usual());
        }
        afar.run_for(2_000);
        assert_eq!(outcome(&afar, tab, ask), None);
        assert!(afar.shown(stranger).sessions.is_empty());
    }
}

#[test]
fn a_prepared_code_that_was_tapped_gives_way_to_the_next() {
    let (mut afar, tab, _) = world();
    let prepared = afar.ask(tab, None, SessionWhat::Prepare);
    afar.run_for(1_000);
    let (ask, first) = tap(&mut afar, tab);
    assert_eq!(told(&afar, tab, prepared), ["reaching", "ready", "expired", "reaching", "ready"]);
    let next = last_uri(&afar, tab, prepared);
    assert_ne!(first, next);
    afar.cancel(tab, ask);
    let (_, second) = tap(&mut afar, tab);
    assert_eq!(second, next, "it is there in the turn of the next tap");
}

#[test]
fn what_is_prepared_before_the_tap_is_what_is_tapped() {
    let (mut afar, tab, phone) = world();
    let prepared = afar.ask(tab, None, SessionWhat::Prepare);
    afar.run_for(1_000);
    let first = uri(&afar, tab, prepared);
    let ask = afar.ask(tab, None, person());
    afar.cancel(tab, prepared);
    afar.run_for(10);
    assert_eq!(uri(&afar, tab, ask), first, "it is there in the turn of the tap");
    pair(&mut afar, phone, &first);
    approve(&mut afar, phone, &usual());
    assert!(value(&afar, tab, ask).get("session").is_some());
}

#[test]
fn what_was_prepared_and_tapped_is_approved_after_the_tab_was_thrown_away() {
    let (mut afar, tab, phone) = world();
    let prepared = afar.ask(tab, None, SessionWhat::Prepare);
    afar.run_for(1_000);
    let uri = uri(&afar, tab, prepared);
    afar.ask(tab, None, person());
    afar.run_for(1_000);
    // The app came to the front, and the browser kept no page behind it.
    afar.close(tab);
    pair(&mut afar, phone, &uri);
    approve(&mut afar, phone, &usual());
    afar.reload(tab, &[]);
    afar.ask(tab, None, SessionWhat::Prepare);
    afar.run_for(1_000);
    let ask = afar.ask(tab, None, person());
    afar.run_for(2_000);
    let session = session_of(&value(&afar, tab, ask));
    assert_eq!(afar.shown(phone).sessions.len(), 1);
    let ask = sign(&mut afar, tab, &session);
    answer(&mut afar, phone, "0x01");
    assert_eq!(value(&afar, tab, ask), Json::text("0x01"));
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
fn what_a_tab_prepares_lasts_as_long_as_the_tab() {
    let mut afar = Afar::new(1);
    let (first, second) = (afar.tab(), afar.tab());
    afar.ask(first, Some("none"), SessionWhat::Events);
    afar.run_for(100);
    let prepared = afar.ask(second, None, SessionWhat::Prepare);
    // Hidden tabs may speak once a minute only: longer than that nothing is lost.
    afar.run_for(700_000);
    let codes = told(&afar, second, prepared).iter().filter(|it| *it == "ready").count();
    assert_eq!(codes, 3, "one every five minutes");
    assert_eq!(afar.relays[0].open_sockets(), 1);
    afar.close(second);
    // The lease, the last code, and what is listened to after it.
    afar.run_for(180_000 + 300_000 + 900_000 + 30_000);
    assert_eq!(afar.relays[0].open_sockets(), 0, "{}", afar.transcript());
}

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
    let ask = sign(&mut afar, other, &session);
    answer(&mut afar, phone, "0x01");
    assert_eq!(value(&afar, other, ask), Json::text("0x01"));
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
