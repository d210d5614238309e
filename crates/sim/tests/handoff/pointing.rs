//! On a desktop a code is made as a row is pointed at.

use engine::{HandoffStep, Intent};
use protocol::reached_wallets::ReachedWallets;
use sim::{ANY_PHONE, Reaction, Server, Sim};

use super::{REACHED, choose, handoff, page, phone, relays, server, with_options};

/// Longer than a code lasts.
const LONG_MS: u64 = 301_000;

/// The Connect list, with the wallet that one relay reaches on it.
fn list() -> Sim {
    let options = format!(r#"{{"featuredWalletIds":["{REACHED}"]}}"#);
    page(with_options(&options), Reaction::Hangs)
}

fn point_at(sim: &mut Sim, wallet: &str) {
    sim.send(&Intent::PointAt { wallet: wallet.to_owned() });
    sim.run_for(1_000);
}

/// How many asks of the module are open.
fn asks(sim: &Sim) -> usize {
    sim.page().running.iter().filter(|(_, kind)| kind == "module").count()
}

#[test]
fn whoever_points_at_a_wallet_finds_its_code_made() {
    let mut sim = list();
    assert_eq!(asks(&sim), 0);
    for wallet in [ANY_PHONE, REACHED] {
        for _ in 0..2 {
            point_at(&mut sim, wallet);
            assert_eq!(asks(&sim), 1);
        }
        choose(&mut sim, wallet);
        assert_eq!(asks(&sim), 1);
        sim.run_for(1);
        assert_eq!(handoff(&sim).step, HandoffStep::Ready);
        sim.send(&Intent::Back);
    }
}

#[test]
fn only_the_relays_that_reach_the_wallet_are_asked() {
    let mut sim = list();
    for (wallet, expected) in
        [(REACHED, &["public"][..]), (ANY_PHONE, &["public", "own"]), (REACHED, &["public"])]
    {
        point_at(&mut sim, wallet);
        assert_eq!(relays(&sim), expected, "{wallet}");
    }
}

#[test]
fn who_turns_away_has_no_code_made_until_they_point_again() {
    let mut sim = list();
    point_at(&mut sim, REACHED);
    sim.send(&Intent::Close);
    assert_eq!(asks(&sim), 0);
    sim.send(&Intent::Open { view: None, namespace: None });
    sim.run_for(1_000);
    assert_eq!(asks(&sim), 0);
    point_at(&mut sim, REACHED);
    assert_eq!(asks(&sim), 1);
    // Nor has who stays, once it is over.
    sim.run_for(LONG_MS);
    assert_eq!(asks(&sim), 0);
    point_at(&mut sim, REACHED);
    assert_eq!(asks(&sim), 1);
}

#[test]
fn a_code_that_no_wallet_reads_is_made_for_nobody() {
    let mut server = server();
    for relay in &mut server.relays {
        relay.wallets = ReachedWallets::default();
    }
    for (relays, is_made) in [(server.relays, 0), (Server::default().relays, 1)] {
        let server = Server { relays, ..Server::default() };
        let mut sim = Sim::of(vec![phone(Reaction::Hangs)], server, with_options("{}"));
        sim.send(&Intent::Open { view: None, namespace: None });
        sim.run_for(1_000);
        point_at(&mut sim, ANY_PHONE);
        assert_eq!(asks(&sim), is_made);
    }
}
