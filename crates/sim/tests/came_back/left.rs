//! What a tab leaves itself: what it tells, when it goes, and what else may be found there.

use engine::{Intent, Status};
use protocol::module::phone::PhoneIntent;
use protocol::rpc::RESOURCE_UNAVAILABLE;
use sim::afar::At;
use sim::{ANVIL, ANY_PHONE, DEV_CHAIN, PHONES, Quirks, Reaction, Sim, WAY_BACK, Wallet, config};

use super::{
    HARBOR, approve, choose, code, counted, is_at_rest, is_connected, is_left, on_phone, pair,
    server, sessions, status, tapped, throw_away, thrown_away, world,
};

fn refuse(sim: &mut Sim, phone: At) {
    sim.beyond(|afar| {
        let proposal = afar.shown(phone).proposals[0].id.clone();
        afar.person(phone, &PhoneIntent::Refuse { proposal });
    });
    sim.run_for(500);
}

#[test]
fn what_a_tab_leaves_itself_opens_no_session() {
    let (sim, _, uri) = tapped();
    let page = sim.page();
    let [(key, left)] = &page.session[..] else { panic!("{:?}", page.session) };
    assert_eq!(key, WAY_BACK);
    let secret = uri.split("symKey=").nth(1).unwrap();
    assert!(left.contains(HARBOR) && !left.contains(&secret[..64]) && !left.contains("wc:"));
    assert!(left.len() < 512, "{left}");
    assert!(page.storage.items().iter().all(|(_, text)| !text.contains(&secret[..64])));
}

#[test]
fn a_refusal_leaves_nothing_behind() {
    for is_gone in [true, false] {
        let (mut sim, phone) = thrown_away(tapped());
        if is_gone {
            refuse(&mut sim, phone);
        }
        sim = sim.reload();
        sim.run_for(2_000);
        if !is_gone {
            assert_eq!(status(&sim), Some(Status::Connecting));
            refuse(&mut sim, phone);
        }
        assert!(is_at_rest(&sim), "{}", sim.transcript());
        sim = sim.reload();
        sim.run_for(2_000);
        assert!(is_at_rest(&sim) && counted(&sim, "CONNECT_SUCCESS") == 0);
    }
}

#[test]
fn what_is_over_is_forgotten_in_silence() {
    for (away_ms, is_asked) in [(320_000, true), (700_000, false)] {
        let (mut sim, phone) = thrown_away(tapped());
        sim.run_for(away_ms);
        sim.transcript();
        sim = sim.reload();
        sim.run_for(10_000);
        assert_eq!(sim.transcript().contains("→ connect (walletconnect)"), is_asked);
        assert!(is_at_rest(&sim));
        assert_eq!(sessions(&mut sim, phone), 0);
    }
}

#[test]
fn what_others_wrote_there_leads_nowhere() {
    let (mut sim, phone) = thrown_away(tapped());
    approve(&mut sim, phone);
    let good = sim.page().session[0].1.clone();
    let topic = good.split("\"pairing\":\"").nth(1).unwrap()[..64].to_owned();
    for bad in [
        good.replace(&topic, &"0".repeat(64)),
        good.replace(&topic, "harbor"),
        good.replace("eip155", "solana"),
        good.replace(HARBOR, "<script>"),
        good.replace("\"v\":1", "\"v\":2"),
    ] {
        sim.page().session = vec![(WAY_BACK.to_owned(), bad.clone())];
        sim = sim.reload();
        sim.run_for(8_000);
        assert!(is_at_rest(&sim), "{bad}");
    }
    // No link that would run here is opened later.
    let (mut sim, phone) = thrown_away(tapped());
    approve(&mut sim, phone);
    let good = sim.page().session[0].1.clone();
    let bad = good.replace("harbor://", "javascript:alert(1)//");
    assert_ne!(bad, good);
    sim.page().session = vec![(WAY_BACK.to_owned(), bad)];
    sim = sim.reload();
    sim.run_for(3_000);
    is_connected(&mut sim, phone);
    assert!(sim.page().storage.items().iter().all(|(_, text)| !text.contains("javascript")));
}

#[test]
fn a_phone_that_says_that_it_is_busy_has_nobody_wait() {
    let (sim, _, _) = tapped();
    let left = sim.page().session.clone();
    let quirks = Quirks { connect: Reaction::Refuses(RESOURCE_UNAVAILABLE), ..Quirks::default() };
    let wallet = Wallet::new(ANY_PHONE, "Phone", ANVIL, DEV_CHAIN, quirks).in_module(PHONES);
    let sim = Sim::of(vec![wallet], server(), on_phone());
    sim.page().session = left;
    let mut sim = sim.reload();
    sim.run_for(10_000);
    assert!(is_at_rest(&sim), "{}", sim.transcript());
    assert_eq!((status(&sim), counted(&sim, "CONNECT_ERROR")), (Some(Status::Disconnected), 1));
}

#[test]
fn a_code_that_was_left_connects_nobody_either_before_the_relay_is_reached() {
    let (mut sim, _) = world(config());
    choose(&mut sim, HARBOR);
    sim.run_for(1_000);
    let left = sim.page().session.clone();
    let quirks = Quirks { connect: Reaction::Hangs, ..Quirks::default() };
    let wallet = Wallet::new(ANY_PHONE, "Phone", ANVIL, DEV_CHAIN, quirks);
    let sim = Sim::of(vec![wallet.in_module(PHONES)], server(), config());
    sim.page().session = left;
    let mut sim = sim.reload();
    sim.page().relay.reach_ms = 60_000;
    sim.run_for(5_000);
    assert_eq!(status(&sim), Some(Status::Connecting));
    assert!(sim.page().state.connect.offered_in.is_some());
}

#[test]
fn what_an_attempt_left_goes_with_it() {
    let (mut sim, phone) = world(config());
    choose(&mut sim, ANY_PHONE);
    sim.run_for(1_000);
    let first = code(&sim);
    assert!(is_left(&sim));
    sim.send(&Intent::Retry);
    assert!(!is_left(&sim), "until there is another code");
    throw_away(&mut sim);
    pair(&mut sim, phone, &first);
    sim = sim.reload();
    sim.run_for(2_000);
    assert!(is_at_rest(&sim), "{}", sim.transcript());
}
