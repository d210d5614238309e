//! The chain of an account: where a wallet lands that lacks the wanted one, what goes along when it
//! moves, and which nodes are asked about it.
#![allow(clippy::unwrap_used)]

use engine::{
    Account, Ask, Config, ConnectError, ConnectStep, Intent, Network, Status, SwitchStep,
    ToastText, Unavailable,
};
use protocol::caip::{ChainId, Namespace};
use protocol::rpc::Node;
use sim::{
    ANVIL, DEV_CHAIN, ETHEREUM, NODE_URL, Quirks, Reaction, SNAPSHOT, SOLANA_ADDRESS, Server, Sim,
    Wallet, bitcoin, config, solana,
};
use wire::{Json, to_text};

/// A page on which this wallet was chosen.
fn chosen(wallet: Wallet, server: Server, config: Config) -> Sim {
    let id = wallet.id.clone();
    let mut sim = Sim::of(vec![wallet], server, config);
    sim.run_for(500);
    sim.send(&Intent::Connect { wallet: id, namespace: None, is_double: None });
    sim.run_for(5_000);
    sim
}

fn harbor(quirks: Quirks) -> Wallet {
    Wallet::new("example.harbor", "Harbor", ANVIL, DEV_CHAIN, quirks)
}

fn host(networks: &[Network]) -> Config {
    let mut config = config();
    config.networks.extend_from_slice(networks);
    config
}

fn devnet() -> Network {
    let id = ChainId::parse("solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1").unwrap();
    Network { caip_network_id: id, name: "Solana Devnet".to_owned(), ..solana() }
}

/// A wallet that serves only these, on a site with Solana and its devnet.
fn serving(chains: &[ChainId]) -> Sim {
    let tern = Wallet::new("sol.tern", "Tern", SOLANA_ADDRESS, 1, Quirks::default());
    let tern = tern.of(Namespace::Solana).serving(chains);
    chosen(tern, Server::default(), host(&[solana(), devnet()]))
}

fn account(sim: &Sim, namespace: Namespace) -> Account {
    sim.page().state.accounts.get(namespace).unwrap().clone()
}

/// What was asked of nodes, and what of it was shown.
fn with_a_node(own_node: Option<&str>, chains: &[&str]) -> String {
    let chains = chains.iter().map(|&chain| chain.to_owned()).collect();
    let own_node = own_node.map(str::to_owned);
    told_by_nodes(&mut beside_a_node(Server { own_node, chains, ..Server::default() }))
}

/// Somebody is connected where the host has a node of its own.
fn beside_a_node(server: Server) -> Sim {
    let headers = vec![("authorization".to_owned(), "Bearer of-the-host".to_owned())];
    let mut config = config();
    config.networks[0].nodes = vec![Node { url: NODE_URL.to_owned(), headers }];
    chosen(harbor(Quirks::default()), server, config)
}

fn told_by_nodes(sim: &mut Sim) -> String {
    let transcript = sim.transcript();
    let words = ["POST", "supported", "ETH", "alert"];
    let told = transcript.lines().filter(|it| words.iter().any(|word| it.contains(word)));
    told.map(|it| it.trim_start().split_once(' ').unwrap().1).collect::<Vec<_>>().join("\n")
}

#[test]
fn nodes_of_the_host_are_asked_before_the_server() {
    let one = Some("0xde0b6b3a7640000");
    insta::assert_snapshot!(with_a_node(one, &["eip155:31337"]), @r"
    → POST /eip155
    → POST /eip155
    ! accounts connected 0xf39F on eip155:31337, 1 ETH
    ");
    insta::assert_snapshot!(with_a_node(None, &["eip155:31337"]), @r"
    → POST /eip155
    → POST /eip155
    → GET /v1/supported-chains
    → POST /v1
    ! accounts connected 0xf39F on eip155:31337, 10000 ETH
    ");
    insta::assert_snapshot!(with_a_node(one, &[]), @r"
    → POST /eip155
    → POST /eip155
    ! accounts connected 0xf39F on eip155:31337, 1 ETH
    ");
    // A server without the chain is not asked for it.
    insta::assert_snapshot!(with_a_node(None, &[]), @r"
    → POST /eip155
    → POST /eip155
    → GET /v1/supported-chains
    ! accounts connected 0xf39F on eip155:31337, 0.00 ETH, stale
    ");
}

#[test]
fn a_node_of_the_host_that_is_of_another_chain_is_left_out_and_told_of_once() {
    let (own_node, own_chain) = (Some("0xde0b6b3a7640000".to_owned()), "0x1".to_owned());
    let mut sim = beside_a_node(Server { own_node, own_chain, ..Server::default() });
    insta::assert_snapshot!(told_by_nodes(&mut sim), @r"
    → POST /eip155
    → POST /eip155
    → GET /v1/supported-chains
    → POST /v1
    ! alert nodeElsewhere
    ! accounts connected 0xf39F on eip155:31337, 10000 ETH
    ");
    sim.send(&Intent::RefreshBalance);
    sim.run_for(1_000);
    insta::assert_snapshot!(told_by_nodes(&mut sim), @r"
    → POST /v1
    ! accounts connected 0xf39F on eip155:31337, 10000 ETH
    ");
    let values = to_text(&sim.page().alert_values[0]);
    assert_eq!(
        values,
        format!(r#"{{"url":"{NODE_URL}","chain":"eip155:31337","value":"eip155:1"}}"#)
    );
}

#[test]
fn a_node_of_the_host_says_once_of_which_chain_it_is() {
    let own_node = Some("0xde0b6b3a7640000".to_owned());
    let mut sim = beside_a_node(Server { own_node, ..Server::default() });
    sim.transcript();
    sim.send(&Intent::RefreshBalance);
    sim.run_for(1_000);
    insta::assert_snapshot!(told_by_nodes(&mut sim), @r"
    → POST /eip155
    ! accounts connected 0xf39F on eip155:31337, 1 ETH
    ");
}

#[test]
fn the_next_node_is_asked_after_any_error_but_the_calls_own() {
    let asked = |code: &str, message: &str| {
        let error = format!(r#"{{"code":{code},"message":"{message}"}}"#);
        with_a_node(Some(&error), &["eip155:31337"]).contains("/v1")
    };
    for (code, message) in [("-32603", "Internal error"), ("-32005", "limit"), ("-32601", "")] {
        assert!(asked(code, message), "{code}");
    }
    for (code, message) in
        [("4001", "No"), ("5000", "No"), ("3", ""), ("-32000", "execution reverted")]
    {
        assert!(!asked(code, message), "{code}");
    }
}

#[test]
fn a_wallet_that_lacks_the_network_is_connected_on_the_first_that_it_serves() {
    let sim = serving(&[devnet().caip_network_id]);
    assert_eq!(account(&sim, Namespace::Solana).chain, Some(devnet().caip_network_id));
    assert_eq!(sim.page().state.networks.active, Some(devnet().caip_network_id));
    let mut sim = sim.reload();
    sim.run_for(2_000);
    assert_eq!(account(&sim, Namespace::Solana).status, Status::Connected);
    assert_eq!(account(&sim, Namespace::Solana).chain, Some(devnet().caip_network_id));
}

#[test]
fn a_wallet_that_serves_no_network_of_the_site_says_so() {
    let sim = serving(&[ChainId::parse("solana:localnet").unwrap()]);
    let error = ConnectError::ChainUnsupported { network: "Solana".to_owned(), stays_on: None };
    assert_eq!(sim.page().state.connect.step, ConnectStep::Failed { error });
}

#[test]
fn networks_that_the_wallet_does_not_serve_come_last() {
    let listed = |sim: &Sim| {
        let page = sim.page();
        let rows = page.state.networks.list.iter();
        rows.map(|row| (row.name.clone(), row.unavailable)).collect::<Vec<_>>()
    };
    let named =
        |names: &[&str]| -> Vec<_> { names.iter().map(|&name| (name.to_owned(), None)).collect() };
    let mut sim = serving(&[devnet().caip_network_id]);
    let mut expected = named(&["Latchkit Dev", "Ethereum", "Solana Devnet"]);
    expected.push(("Solana".to_owned(), Some(Unavailable::Wallet)));
    assert_eq!(listed(&sim), expected);
    sim.send(&Intent::Disconnect { namespace: None });
    sim.run_for(1_000);
    let expected = named(&["Latchkit Dev", "Ethereum", "Solana", "Solana Devnet"]);
    assert_eq!(listed(&sim), expected, "the host's order again");
}

#[test]
fn the_address_goes_along_with_the_chain() {
    let there = ChainId::parse("bip122:000000000933ea01ad0ee984209779ba").unwrap();
    let testnet =
        Network { caip_network_id: there.clone(), name: "Bitcoin Testnet".to_owned(), ..bitcoin() };
    let heron = Wallet::new("btc.heron", "Heron", "bc1qmain", 1, Quirks::default());
    let heron = heron.of(Namespace::Bip122);
    let mut sim = chosen(heron, Server::default(), host(&[bitcoin(), testnet]));
    let here = bitcoin().caip_network_id;
    let now = |sim: &Sim| account(sim, Namespace::Bip122);
    assert_eq!(now(&sim).caip_address, Some(here.account("bc1qmain")));

    sim.page().wallets[0].accounts = vec!["tb1qtest".to_owned()];
    sim.emit(0, "chainChanged", &there);
    assert_eq!(now(&sim).chain, Some(here.clone()), "the wallet is asked first");
    sim.run_for(200);
    assert_eq!(now(&sim).caip_address, Some(there.account("tb1qtest")));
    let both = vec![here.account("bc1qmain"), there.account("tb1qtest")];
    assert_eq!(now(&sim).caip_addresses, Some(both));

    // Locked, it says nothing; what its account was there is known.
    sim.page().wallets[0].is_permitted = false;
    sim.emit(0, "chainChanged", &here);
    sim.run_for(200);
    assert_eq!(now(&sim).caip_address, Some(here.account("bc1qmain")));

    // Of another account nothing is known there.
    sim.emit(
        0,
        "accountsChanged",
        &Json::list([Json::object([("address", Json::text("bc1qother"))])]),
    );
    assert_eq!(now(&sim).caip_addresses, Some(vec![here.account("bc1qother")]));
    sim.emit(0, "chainChanged", &there);
    sim.run_for(200);
    assert_eq!(now(&sim).status, Status::Disconnected);
}

#[test]
fn a_wallet_that_wanders_about_leaves_no_trail() {
    let mut sim = chosen(harbor(Quirks::default()), Server::default(), config());
    for chain in 100_000..101_000 {
        sim.emit(0, "chainChanged", &Json::Text(format!("0x{chain:x}")));
    }
    assert_eq!(account(&sim, Namespace::Eip155).caip_addresses.unwrap().len(), 1);
}

#[test]
fn a_wallet_that_cannot_go_to_a_network_is_told_apart_from_a_person_who_declines() {
    let cannot = Quirks { switch: Reaction::Refuses(4200), ..Quirks::default() };
    let mut sim = chosen(harbor(cannot), Server::default(), config());
    let asked = sim.ask(&Ask::SwitchNetwork { chain: Some(ChainId::eip155(ETHEREUM)) });
    sim.run_for(1_000);
    {
        let page = sim.page();
        let (_, answer) = page.answers.iter().find(|(id, _)| *id == asked).unwrap();
        assert!(answer.contains("4200") && answer.contains("Chain is not supported"), "{answer}");
        assert_eq!(page.state.toast.shown.as_ref().unwrap().text, ToastText::ChainUnsupported);
    }
    sim.send(&Intent::SwitchNetwork { chain: ChainId::eip155(ETHEREUM) });
    sim.run_for(1_000);
    let step = sim.page().state.networks.target.as_ref().map(|it| it.step);
    assert_eq!(step, Some(SwitchStep::Unsupported));
}

#[test]
fn a_stored_snapshot_of_another_shape_is_left_out() {
    let sim = chosen(harbor(Quirks::default()), Server::default(), config());
    let whole = sim.page().storage.item(SNAPSHOT).unwrap().to_owned();
    let broken = whole.replace("\"isSupported\":true", "\"isSupported\":1");
    assert_ne!(whole, broken);
    sim.page().storage.set_item(SNAPSHOT, &broken);
    let mut sim = sim.reload();
    assert!(sim.page().warnings.iter().any(|it| it.contains("snapshot is broken")));
    sim.run_for(2_000);
    assert_eq!(account(&sim, Namespace::Eip155).status, Status::Connected, "by its connection");
}
