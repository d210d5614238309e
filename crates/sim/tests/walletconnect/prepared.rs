//! A code that is there before anybody taps.

use protocol::module::session::SessionWhat;
use sim::afar::Afar;

use super::world::*;

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
    is_connected(&mut afar, tab, phone, ask);
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
    // The lease, and the last code.
    afar.run_for(180_000 + 300_000 + 30_000);
    assert_eq!(afar.relays[0].open_sockets(), 0, "{}", afar.transcript());
}

#[test]
fn a_code_that_was_chosen_is_listened_to_for_a_while_after_its_end_and_no_other() {
    for (is_chosen, lasts_ms) in [(false, 300_000), (true, 300_000 + 900_000)] {
        let (mut afar, tab, _) = world();
        let prepared = afar.ask(tab, None, SessionWhat::Prepare);
        afar.run_for(1_000);
        if is_chosen {
            afar.ask(tab, None, person());
        }
        afar.cancel(tab, prepared);
        afar.run_for(lasts_ms - 30_000);
        assert_eq!(afar.relays[0].open_sockets(), 1);
        afar.run_for(60_000);
        assert_eq!(afar.relays[0].open_sockets(), 0, "{}", afar.transcript());
    }
}
