//! Several tabs, several namespaces, and pages that come back from the back/forward cache.
#![allow(clippy::unwrap_used)]

use engine::{Ask, Intent, Status, View};
use protocol::caip::{ChainId, Namespace};
use sim::{
    ANVIL, DEV_CHAIN, ETHEREUM, OTHER_ADDRESS, Quirks, Reaction, SOLANA_ADDRESS, Server, Sim,
    Wallet, bitcoin, config, cosmos, solana,
};
use wire::{Json, Word};

/// A host with three namespaces, a wallet that serves two of them and one for the third.
fn several() -> Sim {
    let of = |id: &str, name: &str, address: &str, namespace| {
        Wallet::new(id, name, address, DEV_CHAIN, Quirks::default()).of(namespace)
    };
    let mut wallets = vec![
        of("example.marlin", "Marlin", ANVIL, Namespace::Eip155),
        of("marlin.solana", "Marlin", SOLANA_ADDRESS, Namespace::Solana),
        of("example.reef", "Reef", "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq", Namespace::Bip122),
    ];
    for wallet in &mut wallets[..2] {
        wallet.uuid = Some("one object of the page".to_owned());
    }
    let mut config = config();
    config.networks.extend([solana(), bitcoin()]);
    let mut sim = Sim::of(wallets, Server::default(), config);
    sim.run_for(500);
    sim
}

fn connect(sim: &mut Sim, wallet: &str, namespace: Option<Namespace>) {
    sim.send(&Intent::Connect { wallet: wallet.to_owned(), namespace, is_double: None });
    sim.run_for(3_000);
}

fn status(sim: &Sim, namespace: Namespace) -> Option<Status> {
    sim.page().state.accounts.get(namespace).map(|account| account.status)
}

fn all_connected() -> Sim {
    let mut sim = several();
    connect(&mut sim, "example.marlin", Some(Namespace::Eip155));
    connect(&mut sim, "example.marlin", Some(Namespace::Solana));
    connect(&mut sim, "example.reef", None);
    for namespace in [Namespace::Eip155, Namespace::Solana, Namespace::Bip122] {
        assert_eq!(status(&sim, namespace), Some(Status::Connected), "{namespace:?}");
    }
    sim
}

#[test]
fn a_wallet_of_several_namespaces_asks_which() {
    let mut sim = several();
    sim.send(&Intent::Open { view: None, namespace: None });
    sim.send(&Intent::Connect {
        wallet: "example.marlin".to_owned(),
        namespace: None,
        is_double: None,
    });
    assert_eq!(sim.page().state.route.view(), View::ConnectingMultiChain);
    sim.send(&Intent::Back);
    assert_eq!(sim.page().state.route.history, [View::Connect]);
    sim.send(&Intent::Connect {
        wallet: "example.marlin".to_owned(),
        namespace: None,
        is_double: None,
    });
    connect(&mut sim, "example.marlin", Some(Namespace::Solana));
    let page = sim.page();
    assert_eq!(page.state.networks.active, Some(solana().caip_network_id));
    let account = page.state.accounts.get(Namespace::Solana).unwrap();
    assert_eq!(
        account.caip_address.as_deref(),
        Some(&*solana().caip_network_id.account(SOLANA_ADDRESS))
    );
    assert_eq!(page.state.accounts.get(Namespace::Eip155), None);
}

#[test]
fn all_namespaces_connect_and_come_back_after_a_reload() {
    let mut sim = all_connected().reload();
    sim.run_for(3_000);
    for namespace in [Namespace::Eip155, Namespace::Solana, Namespace::Bip122] {
        assert_eq!(status(&sim, namespace), Some(Status::Connected), "{namespace:?}");
    }
    assert_eq!(sim.page().state.networks.active, Some(bitcoin().caip_network_id));
}

#[test]
fn one_namespace_is_disconnected_and_the_others_stay() {
    let mut sim = all_connected();
    sim.send(&Intent::Disconnect { namespace: Some(Namespace::Bip122) });
    sim.run_for(500);
    assert_eq!(status(&sim, Namespace::Bip122), Some(Status::Disconnected));
    assert_eq!(status(&sim, Namespace::Eip155), Some(Status::Connected));
    assert_eq!(sim.page().state.networks.active.clone().unwrap().namespace, Namespace::Eip155);
    sim.emit(1, "accountsChanged", &Json::list([]));
    assert_eq!(status(&sim, Namespace::Solana), Some(Status::Disconnected));
    assert_eq!(status(&sim, Namespace::Eip155), Some(Status::Connected));
    sim.send(&Intent::Disconnect { namespace: None });
    assert_eq!(status(&sim, Namespace::Eip155), Some(Status::Disconnected));
}

#[test]
fn the_events_of_one_namespace_do_not_reach_another() {
    let mut sim = all_connected();
    let before = sim.page().state.accounts.get(Namespace::Solana).cloned();
    sim.emit(0, "accountsChanged", &Json::list([Json::text(OTHER_ADDRESS)]));
    sim.emit(0, "chainChanged", &Json::text("0x1"));
    sim.run_for(1_000);
    assert_eq!(sim.page().state.accounts.get(Namespace::Solana).cloned(), before);
    assert_eq!(sim.page().state.networks.active, Some(bitcoin().caip_network_id));
}

#[test]
fn a_host_asks_for_the_accounts_of_a_namespace() {
    let mut sim = several();
    let ask = |method: &str, namespace| Ask::Request {
        namespace,
        method: method.to_owned(),
        params: None,
    };
    sim.ask(&ask("solana_requestAccounts", Namespace::Solana));
    assert_eq!(sim.page().state.catalog.namespace, Some(Namespace::Solana));
    connect(&mut sim, "example.marlin", None);
    sim.ask(&ask("eth_accounts", Namespace::Eip155));
    connect(&mut sim, "example.reef", None);
    sim.ask(&ask("getAccountAddresses", Namespace::Bip122));
    sim.ask(&ask("cosmos_getAccounts", Namespace::Cosmos));
    let page = sim.page();
    let answers: Vec<_> = page.answers.iter().map(|(_, answer)| &**answer).collect();
    insta::assert_snapshot!(answers.join("\n"), @r#"
    {"type":"value","value":[{"pubkey":"7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv"}]}
    {"type":"value","value":[]}
    {"type":"value","value":[{"address":"bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq","intention":"eoa"}]}
    {"type":"error","error":{"code":-32601,"message":"Adapter not found: this site has no network of cosmos."}}
    "#);
}

fn stored(sim: &mut Sim, key: &str, value: Option<&str>) {
    let key = ("key".to_owned(), Json::Text(format!("@latchkit/default:{key}")));
    let value = value.map(|value| ("value".to_owned(), Json::text(value)));
    sim.tab("stored", Some(Json::Object([Some(key), value].into_iter().flatten().collect())));
    sim.run_for(2_000);
}

#[test]
fn a_disconnect_in_one_tab_is_one_in_all() {
    for value in [
        Some(r#"{"v":1,"value":{"connector":"example.marlin","isDisconnected":true}}"#),
        None,
        Some("{broken"),
    ] {
        let mut sim = all_connected();
        sim.transcript();
        stored(&mut sim, "eip155:connection", value);
        assert_eq!(status(&sim, Namespace::Eip155), Some(Status::Disconnected), "{value:?}");
        assert_eq!(status(&sim, Namespace::Solana), Some(Status::Connected));
        // The other tab has told the wallet already, and has stored what is to be stored.
        let told = sim.transcript();
        assert!(!told.contains("revoke") && !told.contains(":connection"), "{told}");
    }
}

#[test]
fn a_connection_in_one_tab_is_one_in_all() {
    let mut sim = several();
    sim.page().wallets[0].is_permitted = true;
    let value = r#"{"v":1,"value":{"connector":"example.marlin","isDisconnected":false}}"#;
    sim.page().storage.set_item("@latchkit/default:eip155:connection", value);
    stored(&mut sim, "eip155:connection", Some(value));
    assert_eq!(status(&sim, Namespace::Eip155), Some(Status::Connected));
}

#[test]
fn another_wallet_in_another_tab_is_the_one_here_too() {
    let sim = all_connected();
    let mut other =
        Wallet::new("example.other", "Other", OTHER_ADDRESS, DEV_CHAIN, Quirks::default());
    other.is_permitted = true;
    sim.page().wallets[0] = other;
    let mut sim = sim.reload();
    sim.run_for(3_000);
    assert_eq!(status(&sim, Namespace::Eip155), Some(Status::Disconnected));
    let other = r#"{"v":1,"value":{"connector":"example.other","isDisconnected":false}}"#;
    sim.page().storage.set_item("@latchkit/default:eip155:connection", other);
    stored(&mut sim, "eip155:connection", Some(other));
    let page = sim.page();
    let account = page.state.accounts.get(Namespace::Eip155).unwrap();
    assert_eq!(account.address.as_deref(), Some(OTHER_ADDRESS));
}

#[test]
fn a_page_that_was_frozen_hears_what_other_tabs_did() {
    let mut sim = all_connected();
    let value = r#"{"v":1,"value":{"connector":"example.marlin","isDisconnected":true}}"#;
    sim.page().storage.set_item("@latchkit/default:eip155:connection", value);
    sim.tab("resumed", None);
    sim.run_for(1_000);
    assert_eq!(status(&sim, Namespace::Eip155), Some(Status::Disconnected));
    assert_eq!(status(&sim, Namespace::Solana), Some(Status::Connected));
}

/// Another tab calls `localStorage.clear()`.
fn cleared(sim: &mut Sim) {
    sim.page().storage.clear();
    sim.tab("resumed", None);
}

#[test]
fn a_storage_that_one_tab_cleared_ends_the_connections_of_all() {
    let mut sim = all_connected();
    sim.transcript();
    cleared(&mut sim);
    sim.run_for(5_000);
    // No wallet is asked, for another tab may have told it, and no connection is stored again.
    insta::assert_snapshot!(sim.transcript(), @r"
    9500ms ! accounts disconnected; solana connected 7S3P4H on solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp; bip122 connected bc1qar on bip122:000000000019d6689c085ae165831e93
    9500ms → write snapshot …
    9500ms ! accounts disconnected; solana disconnected; bip122 connected bc1qar on bip122:000000000019d6689c085ae165831e93
    9500ms → write snapshot …
    9500ms ! route [Connect]
    9500ms ! accounts disconnected; solana disconnected; bip122 disconnected
    9500ms → write snapshot …
    ");
    let kept: Vec<_> = sim.page().storage.items().iter().map(|(key, _)| key.clone()).collect();
    assert_eq!(kept, ["@latchkit/default:snapshot"]);
    let mut sim = sim.reload();
    sim.run_for(5_000);
    assert_eq!(status(&sim, Namespace::Eip155), None);
}

#[test]
fn an_account_of_a_namespace_that_the_host_gave_up_ends_with_the_others() {
    let mut sim = all_connected();
    let mut config = sim.config.clone();
    config.networks.retain(|network| network.chain_namespace != Namespace::Solana);
    sim.send(&Intent::Configure { config });
    sim.run_for(1_000);
    assert_eq!(status(&sim, Namespace::Solana), Some(Status::Connected));
    cleared(&mut sim);
    sim.run_for(1_000);
    for namespace in [Namespace::Solana, Namespace::Eip155] {
        assert_ne!(status(&sim, namespace), Some(Status::Connected), "{}", namespace.word());
    }
}

#[test]
fn who_comes_back_on_a_network_that_the_host_gave_up_ends_with_the_others() {
    let sim = all_connected();
    sim.page().wallets[0].quirks.answer_ms = 5_000;
    let mut sim = sim.reload();
    sim.config.networks.retain(|network| network.chain_namespace != Namespace::Eip155);
    sim.config.default_network = None;
    let config = sim.config.clone();
    sim.send(&Intent::Configure { config });
    assert_eq!(status(&sim, Namespace::Eip155), Some(Status::Connecting));
    cleared(&mut sim);
    assert_eq!(status(&sim, Namespace::Eip155), Some(Status::Disconnected));
}

#[test]
fn what_another_tab_ended_is_not_brought_back_by_one_that_still_waits_for_the_wallet() {
    for end in [cleared, |sim: &mut Sim| stored(sim, "eip155:connection", None)] {
        for (announce_delay_ms, waiting) in
            [(900, Status::Connecting), (4_000, Status::Disconnected)]
        {
            let sim = all_connected();
            sim.page().wallets[0].quirks.announce_delay_ms = announce_delay_ms;
            let mut sim = sim.reload();
            let asked = sim.request("eth_accounts");
            sim.run_for(if waiting == Status::Connecting { 500 } else { 2_000 });
            assert_eq!(status(&sim, Namespace::Eip155), Some(waiting));
            end(&mut sim);
            assert_eq!(status(&sim, Namespace::Eip155), Some(Status::Disconnected));
            assert!(sim.page().answers.iter().any(|(id, _)| *id == asked), "the host is answered");
            sim.run_for(10_000);
            assert_eq!(status(&sim, Namespace::Eip155), Some(Status::Disconnected));
        }
    }
}

#[test]
fn a_storage_that_another_tab_cleared_does_not_end_an_attempt_of_this_one() {
    let mut sim = several();
    sim.page().wallets[0].quirks.answer_ms = 1_000;
    sim.send(&Intent::Connect {
        wallet: "example.marlin".to_owned(),
        namespace: Some(Namespace::Eip155),
        is_double: None,
    });
    cleared(&mut sim);
    sim.run_for(10_000);
    assert_eq!(status(&sim, Namespace::Eip155), Some(Status::Connected));
    assert!(sim.page().storage.item("@latchkit/default:eip155:connection").is_some());
}

#[test]
fn one_namespace_leaves_while_another_is_being_connected() {
    let mut sim = several();
    connect(&mut sim, "example.marlin", Some(Namespace::Eip155));
    let asked = sim.ask(&Ask::Request {
        namespace: Namespace::Solana,
        method: "solana_requestAccounts".to_owned(),
        params: None,
    });
    sim.send(&Intent::Connect {
        wallet: "example.marlin".to_owned(),
        namespace: Some(Namespace::Solana),
        is_double: None,
    });
    sim.emit(0, "accountsChanged", &Json::list([]));
    assert_eq!(status(&sim, Namespace::Eip155), Some(Status::Disconnected));
    assert_eq!(sim.page().state.route.view(), View::ConnectingExternal);
    sim.run_for(2_000);
    assert_eq!(status(&sim, Namespace::Solana), Some(Status::Connected));
    let page = sim.page();
    let answer = page.answers.iter().find(|(id, _)| *id == asked);
    assert!(answer.unwrap().1.contains(SOLANA_ADDRESS));
}

#[test]
fn a_page_that_was_frozen_looks_where_its_wallets_are() {
    let mut sim = all_connected();
    {
        let mut page = sim.page();
        page.wallets[0].accounts = vec![OTHER_ADDRESS.to_owned()];
        page.wallets[0].chain = 1;
        page.wallets[1].accounts = vec![];
    }
    sim.tab("resumed", None);
    sim.run_for(1_000);
    let page = sim.page();
    let account = page.state.accounts.get(Namespace::Eip155).unwrap();
    assert_eq!(account.address.as_deref(), Some(OTHER_ADDRESS));
    assert_eq!(account.chain.as_ref().unwrap().text(), "eip155:1");
}

#[test]
fn a_host_that_wants_no_reconnect_starts_afresh() {
    let mut sim = all_connected();
    sim.config.options = Json::object([("enableReconnect", Json::Bool(false))]);
    let mut sim = sim.reload();
    sim.run_for(3_000);
    assert_eq!(status(&sim, Namespace::Eip155), Some(Status::Disconnected));
}

#[test]
fn accounts_of_another_chain_are_those_of_another_instance() {
    let mut sim = all_connected();
    let account = |address: &str, chain: Option<ChainId>| {
        let chain = chain.map(|chain| ("chain".to_owned(), Json::Text(chain.text())));
        let address = Some(("address".to_owned(), Json::text(address)));
        Json::Object([address, chain].into_iter().flatten().collect())
    };
    let devnet = ChainId::parse("solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1");
    let told =
        [account("theirs", devnet.clone()), account("Ours1111", Some(solana().caip_network_id))];
    sim.emit(1, "accountsChanged", &Json::list(told));
    {
        let page = sim.page();
        let known = page.state.accounts.get(Namespace::Solana).unwrap();
        assert_eq!(known.address.as_deref(), Some("Ours1111"));
        assert_eq!(known.all_accounts.len(), 1);
    }
    sim.emit(1, "accountsChanged", &Json::list([account("theirs", devnet)]));
    assert_eq!(status(&sim, Namespace::Solana), Some(Status::Disconnected));
}

#[test]
fn a_wallet_that_is_still_awaited_is_not_brought_back_after_another_tab_disconnected() {
    let mut sim = several();
    connect(&mut sim, "example.marlin", Some(Namespace::Eip155));
    sim.page().wallets[0].quirks.announce_delay_ms = 4_000;
    let mut sim = sim.reload();
    sim.run_for(2_000);
    let value = r#"{"v":1,"value":{"connector":"example.marlin","isDisconnected":true}}"#;
    stored(&mut sim, "eip155:connection", Some(value));
    sim.run_for(10_000);
    assert_eq!(status(&sim, Namespace::Eip155), Some(Status::Disconnected));
}

#[test]
fn a_wallet_that_another_tab_disconnects_is_no_longer_waited_for_at_a_switch() {
    let mut sim = all_connected();
    sim.page().wallets[0].quirks.answer_ms = 5_000;
    sim.send(&Intent::SwitchNetwork { chain: ChainId::eip155(ETHEREUM) });
    assert_eq!(sim.page().state.route.view(), View::SwitchNetwork);
    stored(&mut sim, "eip155:connection", None);
    let page = sim.page();
    assert!(page.state.networks.target.is_none());
    assert!(!page.state.route.history.contains(&View::SwitchNetwork));
}

#[test]
fn a_connection_of_another_tab_comes_back_beside_an_attempt_in_another_namespace() {
    let mut sim = several();
    sim.page().wallets[1].quirks.connect = Reaction::Hangs;
    connect(&mut sim, "example.marlin", Some(Namespace::Solana));
    sim.page().wallets[0].is_permitted = true;
    let value = r#"{"v":1,"value":{"connector":"example.marlin","isDisconnected":false}}"#;
    sim.page().storage.set_item("@latchkit/default:eip155:connection", value);
    stored(&mut sim, "eip155:connection", Some(value));
    assert_eq!(status(&sim, Namespace::Eip155), Some(Status::Connected));
    assert_eq!(status(&sim, Namespace::Solana), Some(Status::Connecting));
    assert_eq!(sim.page().state.route.view(), View::ConnectingExternal);
}

#[test]
fn a_connection_of_a_namespace_that_the_host_gave_up_does_not_come_back() {
    let mut sim = several();
    sim.page().wallets[1].is_permitted = true;
    sim.config.networks = vec![cosmos()];
    sim.config.default_network = None;
    let config = sim.config.clone();
    sim.send(&Intent::Configure { config });
    sim.run_for(1_000);
    let value = r#"{"v":1,"value":{"connector":"marlin.solana","isDisconnected":false}}"#;
    sim.page().storage.set_item("@latchkit/default:solana:connection", value);
    stored(&mut sim, "solana:connection", Some(value));
    sim.run_for(10_000);
    for (namespace, account) in sim.page().state.accounts.iter() {
        assert_eq!(account.status, Status::Disconnected, "{namespace:?}");
    }
}
