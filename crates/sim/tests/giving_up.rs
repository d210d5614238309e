//! Asking for a wallet of another namespace, and giving up at each step: what is connected stays as it
//! was, at once and after a reload.
#![allow(clippy::unwrap_used)]

use engine::{Ask, Intent, Status, View};
use protocol::caip::{ChainId, Namespace};
use protocol::rpc::USER_REJECTED;
use sim::{
    ANVIL, DEV_CHAIN, Quirks, Reaction, SOLANA_ADDRESS, Server, Sim, Wallet, config, solana,
};

/// A page on which a wallet of eip155 is connected, and one of Solana is there.
fn connected(tern: Quirks) -> Sim {
    let harbor = Wallet::new("example.harbor", "Harbor", ANVIL, DEV_CHAIN, Quirks::default());
    let tern = Wallet::new("sol.tern", "Tern", SOLANA_ADDRESS, 1, tern).of(Namespace::Solana);
    let mut config = config();
    config.networks.push(solana());
    let mut sim = Sim::of(vec![harbor, tern], Server::default(), config);
    sim.run_for(500);
    sim.send(&Intent::Connect {
        wallet: "example.harbor".to_owned(),
        namespace: None,
        is_double: None,
    });
    sim.run_for(5_000);
    sim
}

/// Goes as far as `step` on the way to a wallet of Solana.
fn walk(sim: &mut Sim, step: usize) {
    let network = || Intent::SwitchNetwork { chain: solana().caip_network_id };
    let tern =
        || Intent::Connect { wallet: "sol.tern".to_owned(), namespace: None, is_double: None };
    let way = [network(), Intent::ConnectNamespace, tern()];
    sim.send(&Intent::Open { view: Some("Networks".to_owned()), namespace: None });
    for intent in way.iter().take(step) {
        sim.send(intent);
        sim.run_for(1_000);
    }
}

fn status(sim: &Sim, namespace: Namespace) -> Status {
    sim.page().state.accounts.get(namespace).map_or(Status::Disconnected, |it| it.status)
}

fn active(sim: &Sim) -> Option<ChainId> {
    sim.page().state.networks.active.clone()
}

/// Nothing but the wallet of eip155 is there, in use, and it shows.
fn is_as_it_was(sim: &mut Sim, when: &str) {
    assert_eq!(active(sim), Some(ChainId::eip155(DEV_CHAIN)), "{when}");
    assert_eq!(status(sim, Namespace::Eip155), Status::Connected, "{when}");
    assert_eq!(status(sim, Namespace::Solana), Status::Disconnected, "{when}");
    sim.send(&Intent::Open { view: None, namespace: None });
    assert_eq!(sim.page().state.route.history, [View::Account], "{when}");
    sim.send(&Intent::Close);
}

#[test]
fn closing_at_any_step_leaves_everything_as_it_was_and_so_does_a_reload() {
    let answers = [Reaction::Hangs, Reaction::Refuses(USER_REJECTED)];
    for (step, connect) in (1..=3).flat_map(|step| answers.map(|answer| (step, answer))) {
        let mut sim = connected(Quirks { connect, ..Quirks::default() });
        walk(&mut sim, step);
        assert_eq!(active(&sim), Some(ChainId::eip155(DEV_CHAIN)), "nothing moved yet at {step}");
        sim.send(&Intent::Dismiss);
        is_as_it_was(&mut sim, &format!("closed at step {step}"));
        let mut sim = sim.reload();
        sim.run_for(2_000);
        is_as_it_was(&mut sim, &format!("reloaded after step {step}"));
    }
}

#[test]
fn a_reload_at_any_step_brings_back_what_was_connected() {
    for step in 1..=3 {
        let mut sim = connected(Quirks { connect: Reaction::Hangs, ..Quirks::default() });
        walk(&mut sim, step);
        let mut sim = sim.reload();
        sim.run_for(2_000);
        is_as_it_was(&mut sim, &format!("reloaded at step {step}"));
    }
}

#[test]
fn every_step_has_its_way_back() {
    let mut sim = connected(Quirks { connect: Reaction::Hangs, ..Quirks::default() });
    walk(&mut sim, 3);
    let ways = [
        vec![View::Networks, View::SwitchActiveChain, View::Connect, View::ConnectingExternal],
        vec![View::Networks, View::SwitchActiveChain, View::Connect],
        vec![View::Networks, View::SwitchActiveChain],
        vec![View::Networks],
    ];
    for views in ways {
        assert_eq!(sim.page().state.route.history, views);
        let is_filtered = views.contains(&View::Connect);
        assert_eq!(sim.page().state.catalog.namespace.is_some(), is_filtered, "{views:?}");
        assert_eq!(sim.page().state.networks.target.is_some(), views.len() > 1, "{views:?}");
        sim.send(&Intent::Back);
    }
    is_as_it_was(&mut sim, "back and back again");
}

#[test]
fn a_refusal_there_can_be_tried_again_and_connects_on_the_network_that_was_chosen() {
    let refuses = Reaction::Refuses(USER_REJECTED);
    let mut sim = connected(Quirks { connect: refuses, ..Quirks::default() });
    walk(&mut sim, 3);
    sim.page().wallets[1].quirks.connect = Reaction::Approves;
    sim.transcript();
    sim.send(&Intent::Retry);
    sim.run_for(2_000);
    insta::assert_snapshot!(sim.transcript(), @r#"
    8500ms ! connect waiting
    8500ms ! accounts connected 0xf39F on eip155:31337, 10000 ETH; solana connecting
    8500ms → connect (Tern)
    8600ms ! modal closed
    8600ms ! route [Account]
    8600ms ! connect idle
    8600ms ! accounts connected 0xf39F on eip155:31337, 10000 ETH; solana connected 7S3P4H on solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp
    8600ms → write active-network {"v":1,"value":"solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp"}
    8600ms → write solana:connection {"v":1,"value":{"connector":"sol.tern","isDisconnected":false}}
    8600ms → write recent-wallets …
    8600ms ! alert chainWithoutNode
    8600ms → write snapshot …
    "#);
    assert_eq!(active(&sim), Some(solana().caip_network_id));
    assert!(!sim.page().state.modal.open);
    let mut sim = sim.reload();
    sim.run_for(2_000);
    assert_eq!(active(&sim), Some(solana().caip_network_id));
    assert_eq!(status(&sim, Namespace::Eip155), Status::Connected);
    assert_eq!(status(&sim, Namespace::Solana), Status::Connected);
}

#[test]
fn what_is_brought_back_shows_whichever_network_was_in_use() {
    let mut sim = connected(Quirks { announce_delay_ms: 600, ..Quirks::default() });
    walk(&mut sim, 3);
    assert_eq!(active(&sim), Some(solana().caip_network_id));
    // The wallet in use does not come back; the other one is still on its way then.
    sim.page().wallets[0].quirks.announce_delay_ms = 900;
    sim.page().wallets[1].is_permitted = false;
    let mut sim = sim.reload();
    sim.run_for(3_000);
    is_as_it_was(&mut sim, "the wallet in use did not come back");
}

#[test]
fn a_dialog_for_a_namespace_that_is_closed_leaves_everything_as_it_was() {
    let mut sim = connected(Quirks { connect: Reaction::Hangs, ..Quirks::default() });
    sim.send(&Intent::Open { view: None, namespace: Some(Namespace::Solana) });
    assert_eq!(sim.page().state.route.history, [View::Connect]);
    sim.send(&Intent::Connect { wallet: "sol.tern".to_owned(), namespace: None, is_double: None });
    sim.send(&Intent::Dismiss);
    is_as_it_was(&mut sim, "opened by the host");
    let (namespace, method) = (Namespace::Solana, "connect".to_owned());
    sim.ask(&Ask::Request { namespace, method, params: None });
    assert!(sim.page().state.modal.open);
    sim.send(&Intent::Dismiss);
    is_as_it_was(&mut sim, "asked for by the host");
}

#[test]
fn a_network_that_the_host_gives_up_takes_the_way_to_it_along() {
    for step in 1..=3 {
        let mut sim = connected(Quirks { connect: Reaction::Hangs, ..Quirks::default() });
        walk(&mut sim, step);
        sim.config.networks.retain(|it| it.caip_network_id != solana().caip_network_id);
        let config = sim.config.clone();
        sim.send(&Intent::Configure { config });
        sim.run_for(1_000);
        let page = sim.page();
        assert!(page.state.networks.target.is_none(), "at step {step}");
        assert!(!page.state.route.history.contains(&View::SwitchActiveChain), "at step {step}");
    }
}

#[test]
fn a_wallet_whose_networks_the_host_gave_up_is_not_asked_again() {
    let mut sim =
        connected(Quirks { connect: Reaction::Refuses(USER_REJECTED), ..Quirks::default() });
    walk(&mut sim, 3);
    sim.page().wallets[1].quirks.connect = Reaction::Approves;
    sim.config.networks.retain(|it| it.caip_network_id != solana().caip_network_id);
    let config = sim.config.clone();
    sim.send(&Intent::Configure { config });
    sim.send(&Intent::Retry);
    sim.run_for(5_000);
    let page = sim.page();
    let addresses: Vec<_> =
        page.state.accounts.iter().filter_map(|it| it.1.address.clone()).collect();
    assert_eq!(addresses, [ANVIL]);
    assert_ne!(page.state.route.history.last(), Some(&View::ConnectingExternal));
}
