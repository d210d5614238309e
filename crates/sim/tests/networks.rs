//! Choosing networks: with the person, for the host, and where a wallet goes by itself.
#![allow(clippy::unwrap_used)]

use engine::{Ask, Config, Intent, SwitchStep, View};
use protocol::api::{Injected, WalletListing};
use protocol::caip::{ChainId, Namespace};
use protocol::rpc::USER_REJECTED;
use sim::{
    ANVIL, DEV_CHAIN, ETHEREUM, Quirks, Reaction, SOLANA_ADDRESS, Server, Sim, Wallet, config,
    ethereum, solana,
};
use wire::{Json, from_text};

fn host(options: &str) -> Config {
    let mut config = config();
    config.networks.extend([ethereum(8453, "Base"), solana()]);
    config.options = from_text(options).unwrap();
    config
}

fn connected(quirks: Quirks, options: &str) -> Sim {
    let harbor = Wallet::new("example.harbor", "Harbor", ANVIL, DEV_CHAIN, quirks);
    let tern = Wallet::new("sol.tern", "Tern", SOLANA_ADDRESS, 1, Quirks::default());
    let wallets = vec![harbor, tern.of(Namespace::Solana)];
    let mut sim = Sim::of(wallets, Server::default(), host(options));
    sim.run_for(500);
    sim.send(&Intent::Connect {
        wallet: "example.harbor".to_owned(),
        namespace: None,
        is_double: None,
    });
    sim.run_for(5_000);
    sim.send(&Intent::Open { view: None, namespace: None });
    sim.run_for(1_000);
    sim.transcript();
    sim
}

fn views(sim: &Sim) -> Vec<View> {
    sim.page().state.route.history.clone()
}

fn choose(sim: &mut Sim, chain: u64) {
    sim.send(&Intent::Show { view: View::Networks });
    sim.send(&Intent::SwitchNetwork { chain: ChainId::eip155(chain) });
}

#[test]
fn the_wallet_switches_and_the_account_shows_again() {
    let mut sim = connected(Quirks::default(), "{}");
    choose(&mut sim, ETHEREUM);
    sim.run_for(2_000);
    insta::assert_snapshot!(sim.transcript(), @r#"
    6500ms ! route [Account, Networks]
    6500ms ! route [Account, Networks, SwitchNetwork]
    6500ms → eth_chainId
    6600ms → wallet_switchEthereumChain
    6600ms ! accounts connected 0xf39F on eip155:1
    6600ms → POST /v1
    6600ms → write active-network {"v":1,"value":"eip155:1"}
    6600ms → write snapshot …
    6650ms ! accounts connected 0xf39F on eip155:1, 10000 ETH
    6650ms → write snapshot …
    6700ms → eth_chainId
    6800ms ! route [Account]
    6800ms → wallet_getCapabilities
    6900ms → GET /v1/account/0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266/balance
    6950ms → write portfolio …
    "#);
    assert_eq!(views(&sim), [View::Account]);
    assert!(sim.page().state.networks.target.is_none());
}

#[test]
fn a_refusal_can_be_tried_again_or_left() {
    let mut sim =
        connected(Quirks { switch: Reaction::Refuses(USER_REJECTED), ..Quirks::default() }, "{}");
    choose(&mut sim, ETHEREUM);
    sim.run_for(2_000);
    let step = |sim: &Sim| sim.page().state.networks.target.as_ref().map(|it| it.step);
    assert_eq!(step(&sim), Some(SwitchStep::Declined));
    sim.page().wallets[0].quirks.switch = Reaction::Approves;
    sim.send(&Intent::Retry);
    assert_eq!(step(&sim), Some(SwitchStep::Waiting));
    sim.send(&Intent::Back);
    assert_eq!(step(&sim), None);
    assert_eq!(views(&sim), [View::Account, View::Networks]);
    sim.run_for(10_000);
    assert_eq!(views(&sim), [View::Account, View::Networks]);
}

#[test]
fn opened_on_networks_the_dialog_closes_after_the_switch() {
    let mut sim = connected(Quirks::default(), "{}");
    sim.send(&Intent::Open { view: Some("Networks".to_owned()), namespace: None });
    sim.send(&Intent::SwitchNetwork { chain: ChainId::eip155(ETHEREUM) });
    sim.run_for(2_000);
    assert!(!sim.page().state.modal.open);
}

#[test]
fn another_namespace_needs_another_wallet() {
    let mut sim = connected(Quirks::default(), "{}");
    sim.send(&Intent::SwitchNetwork { chain: solana().caip_network_id });
    assert_eq!(views(&sim), [View::Account, View::SwitchActiveChain]);
    assert_eq!(sim.page().state.networks.target.as_ref().unwrap().wallet, None);
    sim.send(&Intent::ConnectNamespace);
    assert_eq!(views(&sim), [View::Account, View::SwitchActiveChain, View::Connect]);
    {
        let page = sim.page();
        assert_eq!(page.state.catalog.namespace, Some(Namespace::Solana));
        let rows: Vec<_> = page.rows().iter().map(|it| &*it.wallet.id).collect();
        assert_eq!(rows, ["sol.tern"]);
    }
    sim.send(&Intent::Connect { wallet: "sol.tern".to_owned(), namespace: None, is_double: None });
    let waiting = views(&sim);
    sim.send(&Intent::ConnectNamespace);
    assert_eq!(views(&sim), waiting, "only SwitchActiveChain offers it");
    sim.run_for(2_000);
    {
        let page = sim.page();
        let of = |namespace| page.state.accounts.get(namespace).unwrap().address.clone().unwrap();
        assert_eq!(of(Namespace::Eip155), ANVIL);
        assert_eq!(of(Namespace::Solana), SOLANA_ADDRESS);
        assert_eq!(page.state.networks.active, Some(solana().caip_network_id));
    }
    // Back to the other: no wallet is asked, for it is on that chain already.
    sim.transcript();
    sim.send(&Intent::Open { view: Some("Networks".to_owned()), namespace: None });
    sim.send(&Intent::SwitchNetwork { chain: ChainId::eip155(DEV_CHAIN) });
    sim.run_for(1_000);
    assert_eq!(sim.page().state.networks.active, Some(ChainId::eip155(DEV_CHAIN)));
    assert!(!sim.transcript().contains("wallet_switchEthereumChain"));
}

#[test]
fn a_wallet_of_that_namespace_as_well_is_asked_at_once_and_another_may_be() {
    let of = |id, namespace, address: &str| {
        Wallet::new(id, "Marlin", address, DEV_CHAIN, Quirks::default()).of(namespace)
    };
    let marlin = "example.marlin";
    let wallets = vec![
        of(marlin, Namespace::Eip155, ANVIL),
        of("sol.tern", Namespace::Solana, SOLANA_ADDRESS),
        of(marlin, Namespace::Solana, SOLANA_ADDRESS),
    ];
    let injected =
        vec![Injected { namespace: "solana".to_owned(), injected_id: "marlin".to_owned() }];
    let listing =
        WalletListing { rdns: Some(marlin.to_owned()), injected, ..WalletListing::default() };
    let server = Server { wallets: vec![listing], ..Server::default() };
    let mut sim = Sim::of(wallets, server, host("{}"));
    sim.run_for(500);
    let connect = |namespace| Intent::Connect {
        wallet: marlin.to_owned(),
        namespace: Some(namespace),
        is_double: None,
    };
    sim.send(&connect(Namespace::Eip155));
    sim.run_for(5_000);
    sim.send(&Intent::Open { view: None, namespace: None });
    let choose = Intent::SwitchNetwork { chain: solana().caip_network_id };
    sim.send(&choose);
    sim.run_for(1_000);
    let wallet = |sim: &Sim| sim.page().state.networks.target.clone().and_then(|it| it.wallet);
    assert_eq!(wallet(&sim).as_deref(), Some(marlin));
    sim.send(&Intent::ConnectNamespace);
    assert_eq!(sim.page().rows().len(), 2, "another may be chosen");
    sim.send(&Intent::Back);
    sim.send(&connect(Namespace::Solana));
    sim.send(&Intent::Back);
    assert_eq!(views(&sim), [View::Account, View::SwitchActiveChain]);
    sim.send(&connect(Namespace::Solana));
    sim.run_for(2_000);
    assert_eq!(sim.page().state.networks.active, Some(solana().caip_network_id));
    for namespace in [Namespace::Eip155, Namespace::Solana] {
        let page = sim.page();
        let account = page.state.accounts.get(namespace).unwrap();
        let info = account.connected_wallet_info.as_ref().unwrap();
        assert_eq!(info.identifier, marlin);
    }
}

#[test]
fn nobody_connected_only_remembers_the_choice() {
    let mut sim = Sim::of(vec![], Server::default(), host("{}"));
    sim.send(&Intent::Open { view: Some("Networks".to_owned()), namespace: None });
    sim.send(&Intent::SwitchNetwork { chain: ChainId::eip155(8453) });
    sim.run_for(100);
    let sim = sim.reload();
    assert_eq!(sim.page().state.networks.active, Some(ChainId::eip155(8453)));
}

#[test]
fn on_a_network_the_site_does_not_have_the_dialog_closes_and_opens_there_again() {
    let mut sim = connected(Quirks::default(), "{}");
    sim.emit(0, "chainChanged", &Json::text("0x1869f"));
    assert_eq!(views(&sim), [View::UnsupportedChain]);
    sim.send(&Intent::Dismiss);
    assert!(!sim.page().state.modal.open);
    sim.send(&Intent::Open { view: None, namespace: None });
    assert_eq!(views(&sim), [View::UnsupportedChain]);
    {
        let page = sim.page();
        let account = page.state.accounts.get(Namespace::Eip155).unwrap();
        assert_eq!(account.network_name.as_deref(), Some("Unknown Network"));
        assert_eq!(account.balance, None);
    }
    sim.send(&Intent::SwitchNetwork { chain: ChainId::eip155(DEV_CHAIN) });
    assert_eq!(views(&sim), [View::UnsupportedChain, View::SwitchNetwork]);
    sim.run_for(2_000);
    assert!(!sim.page().state.modal.open);
    sim.send(&Intent::Open { view: None, namespace: None });
    assert_eq!(views(&sim), [View::Account]);
}

#[test]
fn an_open_dialog_recovers_when_the_wallet_comes_back() {
    let mut sim = connected(Quirks::default(), "{}");
    sim.emit(0, "chainChanged", &Json::text("0x1869f"));
    sim.emit(0, "chainChanged", &Json::text("0x1"));
    assert_eq!(views(&sim), [View::Account]);
    sim.send(&Intent::Dismiss);
    assert!(!sim.page().state.modal.open);
}

#[test]
fn a_host_may_allow_any_network_or_switch_none() {
    for options in [r#"{"allowUnsupportedChain":true}"#, r#"{"enableNetworkSwitch":false}"#] {
        let mut sim = connected(Quirks::default(), options);
        sim.emit(0, "chainChanged", &Json::text("0x1869f"));
        assert_eq!(views(&sim), [View::Account], "{options}");
    }
}

#[test]
fn the_host_and_the_person_switch_beside_each_other() {
    let mut sim = connected(Quirks { switch: Reaction::Hangs, ..Quirks::default() }, "{}");
    let asked = sim.ask(&Ask::SwitchNetwork { chain: Some(ChainId::eip155(ETHEREUM)) });
    choose(&mut sim, 8453);
    sim.send(&Intent::Back);
    assert!(sim.page().answers.iter().all(|(id, _)| *id != asked));
    sim.run_for(400_000);
    assert!(sim.page().answers.iter().any(|(id, _)| *id == asked));
}

#[test]
fn a_network_the_host_adds_is_supported_from_then_on() {
    let mut sim = connected(Quirks::default(), "{}");
    sim.emit(0, "chainChanged", &Json::text("0xa"));
    assert_eq!(views(&sim), [View::UnsupportedChain]);
    sim.config.networks.push(ethereum(10, "OP Mainnet"));
    let config = sim.config.clone();
    sim.send(&Intent::Configure { config });
    sim.run_for(100);
    assert_eq!(views(&sim), [View::Account]);
}

#[test]
fn a_network_that_is_unknown_is_refused_and_told_of_once() {
    for (options, alerts) in [("{}", 1), (r#"{"debug":false}"#, 0)] {
        let mut sim = connected(Quirks::default(), options);
        for _ in 0..2 {
            sim.ask(&Ask::SwitchNetwork { chain: Some(ChainId::eip155(5)) });
        }
        let page = sim.page();
        assert_eq!(page.alerts, ["switchNetworkNotFound"][..alerts]);
        assert_eq!(page.state.features.alert, None, "a host's call is no setup of the site");
        assert!(page.answers.iter().all(|(_, answer)| answer.contains("Chain not configured.")));
    }
}

#[test]
fn the_image_of_a_network_is_its_own_or_one_of_the_server() {
    let mut host = config();
    host.networks[0].assets.image_id = Some("own".to_owned());
    host.networks[0].assets.image_url = Some("/own.png".to_owned());
    host.networks.push(ethereum(10, "OP Mainnet"));
    host.networks[1].assets.image_id = Some("eip155:1".to_owned());
    let whose = ["?projectId=", &host.project_id, "&st=latchkit&sv=", &host.sdk_version].concat();
    let at_server =
        |id: &str| Some([&host.server_url, "/public/getAssetImage/", id, &whose].concat());
    let stored = [at_server("eip155:1"), at_server("eip155:10")];
    let mut sim = Sim::of(vec![], Server::default(), host);
    sim.run_for(100);
    let images: Vec<_> =
        sim.page().state.networks.list.iter().map(|row| row.image.clone()).collect();
    let [one, ten] = stored;
    assert_eq!(images, [Some("/own.png".to_owned()), one, ten]);
}

#[test]
fn a_wallet_that_is_connected_anew_while_it_is_switched_for_the_host_is_asked_once() {
    let tern = Wallet::new("sol.tern", "Tern", SOLANA_ADDRESS, 1, Quirks::default());
    let wallets = vec![tern.of(Namespace::Solana)];
    let mut sim = Sim::of(wallets, Server::default(), host("{}"));
    let connect =
        Intent::Connect { wallet: "sol.tern".to_owned(), namespace: None, is_double: None };
    sim.send(&connect);
    sim.run_for(5_000);
    // It shares nothing any more, has told nobody so, and asks.
    sim.page().wallets[0].is_permitted = false;
    sim.page().wallets[0].quirks.connect = Reaction::Hangs;
    let id = sim.ask(&Ask::SwitchNetwork { chain: Some(solana().caip_network_id) });
    sim.run_for(1_000);
    sim.send(&connect);
    sim.run_for(1_000);
    let page = sim.page();
    assert_eq!(page.running.iter().filter(|it| it.1 == "request").count(), 1);
    assert_eq!(page.answers.len(), 1);
    assert_eq!(page.answers[0].0, id);
    assert!(page.answers[0].1.contains("Another one took its place"), "{}", page.answers[0].1);
}
