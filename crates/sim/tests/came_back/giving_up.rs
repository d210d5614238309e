//! Who gives up what a page before began is connected by nobody, and neither is who takes another wallet.

use engine::{Ask, Handoff, Intent, LinkStep, Status, View};
use protocol::api::WalletListing;
use protocol::caip::Namespace;
use sim::{ANVIL, OTHER_ADDRESS, Sim, Tabs};
use wire::read;

use super::{
    EXTENSION, HARBOR, address, approve, choose, counted, is_at_rest, is_left, pair, sessions,
    status, tapped, throw_away, thrown_away,
};

#[test]
fn who_gave_up_before_is_connected_by_nobody() {
    let (mut sim, phone, uri) = tapped();
    pair(&mut sim, phone, &uri);
    assert!(is_left(&sim));
    sim.send(&Intent::Close);
    assert!(is_at_rest(&sim));
    throw_away(&mut sim);
    approve(&mut sim, phone);
    sim = sim.reload();
    sim.run_for(3_000);
    assert!(is_at_rest(&sim));
    // Whoever opens the site again has the module hear of it.
    sim.send(&Intent::Open { view: Some("AllWallets".to_owned()), namespace: None });
    sim.run_for(3_000);
    assert_eq!(sessions(&mut sim, phone), 0);
}

#[test]
fn who_opens_the_dialog_sees_what_is_waited_for_and_may_give_it_up() {
    let (mut sim, phone) = thrown_away(tapped());
    sim = sim.reload();
    sim.run_for(1_000);
    // A host that closes a dialog that is not open changes nothing.
    sim.send(&Intent::Close);
    sim.send(&Intent::Open { view: None, namespace: None });
    assert_eq!(sim.page().state.route.view(), View::ConnectingWalletConnect);
    let handoff = sim.page().state.connect.handoff.clone().unwrap();
    assert_eq!(read::<Handoff>(&handoff).unwrap().link, LinkStep::Opened);
    assert_eq!(sim.page().opened.len(), 1, "nobody is led there again unasked");
    sim.send(&Intent::OpenWallet);
    assert_eq!(sim.page().opened.len(), 2);
    sim.send(&Intent::Close);
    approve(&mut sim, phone);
    sim.run_for(2_000);
    assert!(is_at_rest(&sim) && status(&sim) == Some(Status::Disconnected));
    assert_eq!(sessions(&mut sim, phone), 0);
}

#[test]
fn a_host_that_disconnects_everybody_gives_it_up() {
    for quick in [true, false] {
        let (mut sim, _) = thrown_away(tapped());
        sim = sim.reload();
        sim.run_for(if quick { 0 } else { 1_000 });
        sim.send(&Intent::Disconnect { namespace: None });
        sim.run_for(1_000);
        assert!(is_at_rest(&sim), "{}", sim.transcript());
        sim = sim.reload();
        sim.run_for(3_000);
        assert!(is_at_rest(&sim));
    }
}

#[test]
fn another_wallet_takes_the_place_of_what_was_left() {
    let (mut sim, phone) = thrown_away(tapped());
    sim = sim.reload();
    sim.run_for(1_000);
    choose(&mut sim, EXTENSION);
    sim.run_for(1_000);
    assert_eq!(address(&sim).as_deref(), Some(OTHER_ADDRESS));
    assert!(!is_left(&sim));
    approve(&mut sim, phone);
    sim.run_for(2_000);
    assert_eq!(address(&sim).as_deref(), Some(OTHER_ADDRESS));
    assert_eq!(sessions(&mut sim, phone), 0);
}

#[test]
fn who_turns_away_while_the_wallet_is_looked_up_is_connected_by_nobody() {
    let elsewhere = "2".repeat(64);
    let to_another =
        Intent::Connect { wallet: elsewhere.clone(), namespace: None, is_double: None };
    for turns in [Intent::Close, Intent::Show { view: View::WhatIsAWallet }, to_another] {
        let (mut sim, phone) = thrown_away(tapped());
        approve(&mut sim, phone);
        let listing = WalletListing { id: elsewhere.clone(), ..WalletListing::default() };
        sim.page().server.wallets.push(listing);
        sim = sim.reload();
        sim.send(&Intent::Open { view: None, namespace: None });
        sim.send(&turns);
        assert!(!is_left(&sim), "{turns:?}");
        sim.run_for(3_000);
        assert_eq!((address(&sim), counted(&sim, "CONNECT_SUCCESS")), (None, 0), "{turns:?}");
        assert_ne!(sim.page().state.route.view(), View::ConnectingWalletConnect);
    }
}

#[test]
fn a_site_that_disconnects_what_is_waited_for_gives_it_up() {
    for quick in [true, false] {
        let (mut sim, _) = thrown_away(tapped());
        sim = sim.reload();
        sim.run_for(if quick { 0 } else { 1_000 });
        sim.ask(&Ask::Disconnect { namespace: Some(Namespace::Solana) });
        assert!(is_left(&sim), "it is of another kind of networks");
        sim.request("wallet_revokePermissions");
        assert!(!is_left(&sim));
        sim.run_for(1_000);
        assert!(is_at_rest(&sim), "{}", sim.transcript());
    }
}

/// The ways in which somebody turns from what a page before began.
fn turns_away() -> [fn(&mut Sim); 4] {
    [
        |sim| {
            sim.send(&Intent::Open { view: None, namespace: None });
            sim.send(&Intent::Close);
        },
        |sim| choose(sim, EXTENSION),
        |sim| sim.send(&Intent::Disconnect { namespace: None }),
        |sim| {
            sim.request("wallet_revokePermissions");
        },
    ]
}

#[test]
fn who_gives_up_before_the_module_goes_on_is_connected_by_nobody() {
    for (turns, after_ms) in
        turns_away().into_iter().flat_map(|it| [0, 1, 5, 20].map(|ms| (it, ms)))
    {
        let (mut sim, phone) = thrown_away(tapped());
        sim = sim.reload();
        sim.run_for(after_ms);
        turns(&mut sim);
        assert!(!is_left(&sim));
        sim.run_for(1_000);
        approve(&mut sim, phone);
        sim.run_for(2_000);
        let before = address(&sim);
        // Nor does the page that is loaded next know anything of it.
        sim = sim.reload();
        sim.run_for(1_000);
        choose(&mut sim, HARBOR);
        sim.run_for(3_000);
        assert_eq!(address(&sim), before, "after {after_ms} ms");
        assert_eq!(sessions(&mut sim, phone), 0, "after {after_ms} ms");
    }
}

#[test]
fn who_gives_up_at_once_in_a_tab_that_follows_is_connected_by_nobody_either() {
    for turns in turns_away() {
        let (sim, phone, uri) = tapped();
        let mut tabs = Tabs::new(sim);
        tabs.open();
        // It leads from now on.
        let view = Some("AllWallets".to_owned());
        tabs.turn(1, |sim| sim.send(&Intent::Open { view, namespace: None }));
        tabs.turn(0, throw_away);
        tabs.turn(0, |sim| pair(sim, phone, &uri));
        tabs.run_for(2_000);
        tabs.reload(0);
        tabs.turn(0, turns);
        tabs.run_for(1_000);
        tabs.turn(0, |sim| approve(sim, phone));
        tabs.run_for(2_000);
        tabs.turn(1, |sim| choose(sim, HARBOR));
        tabs.run_for(3_000);
        assert_ne!(address(&tabs[1]).as_deref(), Some(ANVIL));
        assert_eq!(tabs.turn(0, |sim| sessions(sim, phone)), 0);
    }
}

#[test]
fn what_was_approved_meanwhile_and_is_given_up_unheard_ends_at_once() {
    for is_settled in [true, false] {
        let (sim, phone, uri) = tapped();
        let mut tabs = Tabs::new(sim);
        tabs.open();
        if is_settled {
            // The other tab leads, and hears what the phone says.
            let view = Some("AllWallets".to_owned());
            tabs.turn(1, |sim| sim.send(&Intent::Open { view, namespace: None }));
        }
        tabs.turn(0, throw_away);
        tabs.turn(0, |sim| pair(sim, phone, &uri));
        tabs.run_for(2_000);
        tabs.turn(0, |sim| approve(sim, phone));
        tabs.run_for(2_000);
        tabs.reload(0);
        tabs.turn(0, |sim| sim.send(&Intent::Disconnect { namespace: None }));
        tabs.run_for(3_000);
        assert_eq!(tabs.turn(0, |sim| sessions(sim, phone)), 0, "{is_settled}");
    }
}
