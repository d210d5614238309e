//! Coming back: what is stored, and what a reload makes of it.
#![allow(clippy::unwrap_used)]

use engine::{Ask, Intent, Status};
use protocol::caip::{ChainId, Namespace};
use sim::{
    ANVIL, DEV_CHAIN, ETHEREUM, OTHER_ADDRESS, Quirks, Reaction, SNAPSHOT, SOLANA_ADDRESS, Server,
    Sim, Wallet, solana,
};
use wire::Json;

fn connected(quirks: Quirks) -> Sim {
    let wallet = Wallet::new("example.harbor", "Harbor", ANVIL, DEV_CHAIN, quirks);
    let mut sim = Sim::new(vec![wallet]);
    sim.run_for(10_000);
    sim.send(&Intent::Open { view: None, namespace: None });
    sim.send(&Intent::Connect {
        wallet: "example.harbor".to_owned(),
        namespace: None,
        is_double: None,
    });
    sim.run_for(5_000);
    assert_eq!(status(&sim), Some(Status::Connected));
    sim.transcript();
    sim
}

fn status(sim: &Sim) -> Option<Status> {
    sim.page().state.accounts.get(Namespace::Eip155).map(|account| account.status)
}

fn address(sim: &Sim) -> Option<String> {
    sim.page().state.accounts.get(Namespace::Eip155).and_then(|account| account.address.clone())
}

#[test]
fn a_reload_keeps_the_connection_and_asks_nobody() {
    let mut sim = connected(Quirks::default()).reload();
    sim.run_for(5_000);
    insta::assert_snapshot!(sim.transcript(), @r#"
    15000ms ! modal closed
    15000ms ! route [Connect]
    15000ms ! connect idle
    15000ms ! accounts connecting 0xf39F on eip155:31337, 10000 ETH
    15000ms ! toast none
    15000ms → eth_accounts
    15100ms → eth_chainId
    15200ms ! accounts connected 0xf39F on eip155:31337, 10000 ETH
    15200ms → GET /v1/supported-chains
    15200ms → write eip155:connection …
    15200ms → GET /v1/identity/0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266
    15250ms → POST /v1
    15300ms ! accounts connected 0xf39F on eip155:31337, 10000 ETH
    15300ms → write snapshot …
    "#);
}

#[test]
fn the_address_is_there_before_the_wallet_is() {
    let sim = connected(Quirks::default()).reload();
    assert_eq!(status(&sim), Some(Status::Connecting));
    assert_eq!(address(&sim).as_deref(), Some(ANVIL));
}

#[test]
fn a_wallet_that_is_late_is_waited_for_a_second() {
    let mut sim = connected(Quirks { announce_delay_ms: 900, ..Quirks::default() }).reload();
    sim.run_for(899);
    assert_eq!(status(&sim), Some(Status::Connecting));
    sim.run_for(1_000);
    assert_eq!(status(&sim), Some(Status::Connected));
}

#[test]
fn a_wallet_that_is_very_late_still_comes_back() {
    let mut sim = connected(Quirks { announce_delay_ms: 4_000, ..Quirks::default() }).reload();
    sim.run_for(2_000);
    assert_eq!(status(&sim), Some(Status::Disconnected));
    sim.run_for(4_000);
    assert_eq!(status(&sim), Some(Status::Connected));
}

#[test]
fn a_very_late_wallet_does_not_undo_what_the_person_did_meanwhile() {
    let mut sim = connected(Quirks { announce_delay_ms: 4_000, ..Quirks::default() }).reload();
    sim.run_for(2_000);
    sim.send(&Intent::Disconnect { namespace: None });
    sim.run_for(10_000);
    assert_eq!(status(&sim), Some(Status::Disconnected));
}

#[test]
fn who_comes_back_stays_when_another_wallet_is_asked_meanwhile_and_given_up() {
    for (announce_delay_ms, reloads) in [(0, false), (900, false), (4_000, false), (900, true)] {
        let mut sim = connected(Quirks::default());
        let quirks = Quirks { connect: Reaction::Hangs, ..Quirks::default() };
        sim.install(Wallet::new("example.reef", "Reef", OTHER_ADDRESS, DEV_CHAIN, quirks));
        sim.page().wallets[0].quirks.announce_delay_ms = announce_delay_ms;
        let mut sim = sim.reload();
        let reef = "example.reef".to_owned();
        sim.send(&Intent::Connect {
            wallet: reef,
            namespace: Some(Namespace::Eip155),
            is_double: None,
        });
        sim.run_for(500);
        if reloads {
            sim = sim.reload();
        } else {
            sim.send(&Intent::Back);
        }
        sim.run_for(10_000);
        assert_eq!(status(&sim), Some(Status::Connected), "{announce_delay_ms} ms");
        assert_eq!(address(&sim).as_deref(), Some(ANVIL));
        let mut sim = sim.reload();
        assert_eq!(status(&sim), Some(Status::Connecting));
        sim.run_for(10_000);
        assert_eq!(status(&sim), Some(Status::Connected));
    }
}

#[test]
fn what_a_wallet_takes_back_while_it_is_read_is_not_shown() {
    let quirks = Quirks { answer_ms: 1_000, ..Quirks::default() };
    for (told_ms, comes_back) in [(500, true), (1_500, true), (2_500, false)] {
        let mut sim = if comes_back {
            connected(quirks.clone()).reload()
        } else {
            let harbor = Wallet::new("example.harbor", "Harbor", ANVIL, DEV_CHAIN, quirks.clone());
            let mut sim = Sim::new(vec![harbor]);
            sim.send(&Intent::Connect {
                wallet: "example.harbor".to_owned(),
                namespace: None,
                is_double: None,
            });
            sim
        };
        sim.run_for(told_ms);
        sim.page().wallets[0].is_permitted = false;
        sim.emit(0, "accountsChanged", &Json::list([]));
        sim.run_for(20_000);
        assert_ne!(status(&sim), Some(Status::Connected), "{told_ms} ms");
    }
}

#[test]
fn disconnecting_revokes_within_its_limit_and_stays_after_a_reload() {
    let mut sim = connected(Quirks { answer_ms: 500, ..Quirks::default() });
    sim.run_for(5_000);
    sim.transcript();
    sim.send(&Intent::Disconnect { namespace: None });
    sim.run_for(5_000);
    insta::assert_snapshot!(sim.transcript(), @r#"
    20000ms ! route [Connect]
    20000ms ! accounts disconnected
    20000ms → write eip155:connection {"v":1,"value":{"connector":"example.harbor","isDisconnected":true}}
    20000ms → wallet_revokePermissions
    20000ms → write snapshot {"v":1,"value":{"accounts":{},"active":"eip155:31337"}}
    "#);
    let mut sim = sim.reload();
    sim.run_for(5_000);
    assert_eq!(status(&sim), None);
}

#[test]
fn a_connection_marked_as_disconnected_is_not_brought_back() {
    let sim = connected(Quirks::default());
    sim.page().storage.set_item(
        "@latchkit/default:eip155:connection",
        r#"{"v":1,"value":{"connector":"example.harbor","isDisconnected":true}}"#,
    );
    let mut sim = sim.reload();
    sim.run_for(5_000);
    assert_eq!(status(&sim), Some(Status::Disconnected));
}

#[test]
fn a_wallet_that_was_never_connected_is_not_brought_back() {
    let sim = connected(Quirks::default());
    sim.page().storage.remove_item("@latchkit/default:eip155:connection");
    let mut sim = sim.reload();
    sim.run_for(5_000);
    assert_eq!(status(&sim), Some(Status::Disconnected));
}

#[test]
fn a_wallet_that_took_its_permission_back_is_disconnected() {
    let sim = connected(Quirks::default());
    sim.page().wallets[0].is_permitted = false;
    let mut sim = sim.reload();
    sim.run_for(5_000);
    assert_eq!(status(&sim), Some(Status::Disconnected));
    assert_eq!(address(&sim), None);
}

#[test]
fn broken_or_newer_items_are_ignored_and_warned_of() {
    for item in
        ["", "{", "{\"v\":1", r#"{"v":2,"value":{"connector":"x","isDisconnected":false}}"#, "null"]
    {
        let sim = connected(Quirks::default());
        sim.page().storage.set_item("@latchkit/default:eip155:connection", item);
        let mut sim = sim.reload();
        sim.run_for(5_000);
        assert_eq!(status(&sim), Some(Status::Disconnected), "{item}");
        assert_eq!(sim.page().warnings.len(), 1, "{item}");
    }
}

#[test]
fn storage_that_is_full_loses_no_connection() {
    let wallet = Wallet::new("example.harbor", "Harbor", ANVIL, DEV_CHAIN, Quirks::default());
    let mut sim = Sim::new(vec![wallet]);
    sim.page().is_storage_full = true;
    sim.send(&Intent::Open { view: None, namespace: None });
    sim.send(&Intent::Connect {
        wallet: "example.harbor".to_owned(),
        namespace: None,
        is_double: None,
    });
    sim.run_for(5_000);
    assert_eq!(status(&sim), Some(Status::Connected));
}

#[test]
fn the_account_in_use_follows_the_wallet_over_a_reload() {
    let sim = connected(Quirks::default());
    sim.page().wallets[0].accounts = vec![OTHER_ADDRESS.to_owned(), ANVIL.to_owned()];
    let mut sim = sim.reload();
    sim.run_for(5_000);
    assert_eq!(address(&sim).as_deref(), Some(OTHER_ADDRESS));
}

#[test]
fn a_network_asked_for_while_the_wallet_comes_back_is_asked_of_the_wallet() {
    let mut sim = connected(Quirks::default()).reload();
    assert_eq!(status(&sim), Some(Status::Connecting));
    let id = sim.ask(&Ask::SwitchNetwork { chain: Some(ChainId::eip155(ETHEREUM)) });
    assert!(sim.page().answers.is_empty());
    sim.run_for(5_000);
    let page = sim.page();
    assert_eq!(page.wallets[0].chain, ETHEREUM);
    assert_eq!(page.answers, [(id, r#"{"type":"value","value":null}"#.to_owned())]);
}

#[test]
fn a_network_asked_for_while_a_wallet_does_not_come_back_is_only_chosen() {
    let sim = connected(Quirks::default());
    sim.page().wallets[0].is_permitted = false;
    let mut sim = sim.reload();
    let id = sim.ask(&Ask::SwitchNetwork { chain: Some(ChainId::eip155(ETHEREUM)) });
    sim.run_for(5_000);
    let page = sim.page();
    assert_eq!(page.state.networks.active, Some(ChainId::eip155(ETHEREUM)));
    assert_eq!(page.answers, [(id, r#"{"type":"value","value":null}"#.to_owned())]);
}

#[test]
fn what_is_being_brought_back_stays_in_the_snapshot() {
    let mut sim = connected(Quirks { announce_delay_ms: 800, ..Quirks::default() });
    sim.config.networks.push(solana());
    let mut sim = sim.reload();
    assert_eq!(status(&sim), Some(Status::Connecting));
    sim.ask(&Ask::SwitchNetwork { chain: Some(solana().caip_network_id) });
    assert!(
        sim.page().storage.item(SNAPSHOT).unwrap().contains(&solana().caip_network_id.text()),
        "it is written"
    );
    // The person is faster than the wallet.
    let mut sim = sim.reload();
    assert_eq!(status(&sim), Some(Status::Connecting));
    sim.run_for(5_000);
    assert_eq!(status(&sim), Some(Status::Connected));
}

#[test]
fn however_often_it_is_restored_one_flow_waits_in_each_namespace() {
    let mut config = sim::config();
    config.networks.push(solana());
    let harbor = Wallet::new("example.harbor", "Harbor", ANVIL, DEV_CHAIN, Quirks::default());
    let tern = Wallet::new("sol.tern", "Tern", SOLANA_ADDRESS, 1, Quirks::default());
    let wallets = vec![harbor, tern.of(Namespace::Solana)];
    let mut sim = Sim::of(wallets, Server::default(), config);
    for wallet in ["example.harbor", "sol.tern"] {
        sim.send(&Intent::Connect { wallet: wallet.to_owned(), namespace: None, is_double: None });
        sim.run_for(5_000);
    }
    // One has another account meanwhile, and might be somebody else; the other one sleeps.
    sim.page().wallets[0].accounts = vec![OTHER_ADDRESS.to_owned()];
    sim.page().wallets[1].quirks.announce_delay_ms = 1_000_000;
    let mut sim = sim.reload();
    for _ in 0..5 {
        sim.run_for(5_000);
        let streams = |kind: &str| sim.page().running.iter().filter(|it| it.1 == kind).count();
        let each = ["tab", "events", "wallets"].map(streams);
        assert_eq!(each, [1, 1, 3], "the list keeps one, and each namespace");
        sim.send(&Intent::Restore);
        sim.tab("resumed", None);
    }
}

#[test]
fn who_is_connected_on_a_network_that_the_host_gave_up_stays_when_others_are_restored() {
    let mut sim = connected(Quirks::default());
    sim.config.networks = vec![solana()];
    sim.config.default_network = None;
    let config = sim.config.clone();
    sim.send(&Intent::Configure { config });
    sim.send(&Intent::Restore);
    sim.run_for(5_000);
    assert_eq!(status(&sim), Some(Status::Connected));
    sim.emit(0, "accountsChanged", &Json::list([Json::text(OTHER_ADDRESS)]));
    sim.run_for(0);
    assert_eq!(address(&sim).as_deref(), Some(OTHER_ADDRESS));
}
