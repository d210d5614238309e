//! Connecting a browser wallet, as transcripts: what a person sees (`!`), what wallet and server
//! are asked (`→`), what the host hears (`=`). Quirks of wallets are rows of a table.
#![allow(clippy::unwrap_used)]

use engine::{Intent, View};
use protocol::caip::Namespace;
use protocol::rpc::{REFUSED_BY_DEFAULT, RESOURCE_UNAVAILABLE, USER_REJECTED};
use sim::{ANVIL, DEV_CHAIN, ETHEREUM, OTHER_ADDRESS, Quirks, Reaction, Sim, Wallet};
use wire::Json;

const ID: &str = "example.harbor";

fn wallet(chain: u64, quirks: Quirks) -> Wallet {
    Wallet::new(ID, "Harbor", ANVIL, chain, quirks)
}

fn choose(sim: &mut Sim) {
    sim.send(&Intent::Open { view: None, namespace: None });
    sim.transcript();
    sim.send(&Intent::Connect { wallet: ID.to_owned(), namespace: None, is_double: None });
}

/// The transcript of choosing a wallet and waiting for so long.
fn chosen(wallet: Wallet, ms: u64) -> String {
    let mut sim = Sim::new(vec![wallet]);
    choose(&mut sim);
    sim.run_for(ms);
    sim.transcript()
}

/// A wallet that is on Ethereum, while the host wants the dev chain.
fn elsewhere(quirks: Quirks) -> Wallet {
    wallet(ETHEREUM, quirks).knowing(&[ETHEREUM, DEV_CHAIN])
}

/// As `elsewhere`, and it does not know the dev chain.
fn stranger(quirks: Quirks) -> Wallet {
    wallet(ETHEREUM, quirks).knowing(&[ETHEREUM])
}

/// The last line that tells how the attempt ended.
fn end(transcript: &str) -> String {
    let told = |line: &&str| line.contains("! connect") || line.contains("! accounts connected");
    let last = transcript.lines().rfind(told).unwrap_or_default();
    last.split_once("ms ").map_or(last, |(_, rest)| rest).to_owned()
}

#[test]
fn connects() {
    insta::assert_snapshot!(chosen(wallet(DEV_CHAIN, Quirks::default()), 5_000), @r#"
      0ms ! route [Connect, ConnectingExternal]
      0ms ! connect waiting
      0ms ! accounts connecting
      0ms → wallet_requestPermissions
    100ms → eth_accounts
    200ms → eth_chainId
    300ms ! modal closed
    300ms ! route [Account]
    300ms ! connect idle
    300ms ! accounts connected 0xf39F on eip155:31337
    300ms → write eip155:connection {"v":1,"value":{"connector":"example.harbor","isDisconnected":false}}
    300ms → write recent-wallets {"v":1,"value":[{"id":"example.harbor","name":"Harbor"}]}
    300ms → GET /v1/supported-chains
    300ms → write active-network {"v":1,"value":"eip155:31337"}
    300ms → write snapshot …
    300ms → GET /v1/identity/0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266
    350ms → POST /v1
    400ms ! accounts connected 0xf39F on eip155:31337, 10000 ETH
    400ms → write snapshot …
    "#);
}

#[test]
fn switches_the_chain() {
    insta::assert_snapshot!(chosen(elsewhere(Quirks::default()), 5_000), @r#"
      0ms ! route [Connect, ConnectingExternal]
      0ms ! connect waiting
      0ms ! accounts connecting
      0ms → wallet_requestPermissions
    100ms → eth_accounts
    200ms → eth_chainId
    300ms ! connect waiting for Latchkit Dev
    300ms → wallet_switchEthereumChain
    400ms → eth_chainId
    500ms → eth_accounts
    600ms ! modal closed
    600ms ! route [Account]
    600ms ! connect idle
    600ms ! accounts connected 0xf39F on eip155:31337
    600ms → write eip155:connection {"v":1,"value":{"connector":"example.harbor","isDisconnected":false}}
    600ms → write recent-wallets {"v":1,"value":[{"id":"example.harbor","name":"Harbor"}]}
    600ms → GET /v1/supported-chains
    600ms → write active-network {"v":1,"value":"eip155:31337"}
    600ms → write snapshot …
    600ms → GET /v1/identity/0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266
    650ms → POST /v1
    700ms ! accounts connected 0xf39F on eip155:31337, 10000 ETH
    700ms → write snapshot …
    "#);
}

#[test]
fn adds_a_chain_the_wallet_does_not_know() {
    insta::assert_snapshot!(chosen(stranger(Quirks::default()), 5_000), @r#"
      0ms ! route [Connect, ConnectingExternal]
      0ms ! connect waiting
      0ms ! accounts connecting
      0ms → wallet_requestPermissions
    100ms → eth_accounts
    200ms → eth_chainId
    300ms ! connect waiting for Latchkit Dev
    300ms → wallet_switchEthereumChain
    400ms → wallet_addEthereumChain
    500ms → eth_chainId
    600ms → eth_accounts
    700ms ! modal closed
    700ms ! route [Account]
    700ms ! connect idle
    700ms ! accounts connected 0xf39F on eip155:31337
    700ms → write eip155:connection {"v":1,"value":{"connector":"example.harbor","isDisconnected":false}}
    700ms → write recent-wallets {"v":1,"value":[{"id":"example.harbor","name":"Harbor"}]}
    700ms → GET /v1/supported-chains
    700ms → write active-network {"v":1,"value":"eip155:31337"}
    700ms → write snapshot …
    700ms → GET /v1/identity/0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266
    750ms → POST /v1
    800ms ! accounts connected 0xf39F on eip155:31337, 10000 ETH
    800ms → write snapshot …
    "#);
}

#[test]
fn switches_after_a_wallet_only_added() {
    insta::assert_snapshot!(chosen(stranger(Quirks { only_adds: true, ..Quirks::default() }), 5_000), @r#"
       0ms ! route [Connect, ConnectingExternal]
       0ms ! connect waiting
       0ms ! accounts connecting
       0ms → wallet_requestPermissions
     100ms → eth_accounts
     200ms → eth_chainId
     300ms ! connect waiting for Latchkit Dev
     300ms → wallet_switchEthereumChain
     400ms → wallet_addEthereumChain
     500ms → eth_chainId
    3600ms → eth_chainId
    3700ms → wallet_switchEthereumChain
    3800ms → eth_chainId
    3900ms → eth_accounts
    4000ms ! modal closed
    4000ms ! route [Account]
    4000ms ! connect idle
    4000ms ! accounts connected 0xf39F on eip155:31337
    4000ms → write eip155:connection {"v":1,"value":{"connector":"example.harbor","isDisconnected":false}}
    4000ms → write recent-wallets {"v":1,"value":[{"id":"example.harbor","name":"Harbor"}]}
    4000ms → GET /v1/supported-chains
    4000ms → write active-network {"v":1,"value":"eip155:31337"}
    4000ms → write snapshot …
    4000ms → GET /v1/identity/0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266
    4050ms → POST /v1
    4100ms ! accounts connected 0xf39F on eip155:31337, 10000 ETH
    4100ms → write snapshot …
    "#);
}

#[test]
fn refusing_is_clear_and_can_be_tried_again() {
    let refuses = Quirks { connect: Reaction::Refuses(USER_REJECTED), ..Quirks::default() };
    let mut sim = Sim::new(vec![wallet(DEV_CHAIN, refuses)]);
    choose(&mut sim);
    sim.run_for(1_000);
    sim.page().wallets[0].quirks = Quirks::default();
    sim.send(&Intent::Retry);
    sim.run_for(1_000);
    insta::assert_snapshot!(sim.transcript(), @r#"
       0ms ! route [Connect, ConnectingExternal]
       0ms ! connect waiting
       0ms ! accounts connecting
       0ms → wallet_requestPermissions
     100ms ! connect failed {"type":"refused"}
     100ms ! accounts disconnected
    1000ms ! connect waiting
    1000ms ! accounts connecting
    1000ms → wallet_requestPermissions
    1100ms → eth_accounts
    1200ms → eth_chainId
    1300ms ! modal closed
    1300ms ! route [Account]
    1300ms ! connect idle
    1300ms ! accounts connected 0xf39F on eip155:31337
    1300ms → write eip155:connection {"v":1,"value":{"connector":"example.harbor","isDisconnected":false}}
    1300ms → write recent-wallets {"v":1,"value":[{"id":"example.harbor","name":"Harbor"}]}
    1300ms → GET /v1/supported-chains
    1300ms → write active-network {"v":1,"value":"eip155:31337"}
    1300ms → write snapshot …
    1300ms → GET /v1/identity/0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266
    1350ms → POST /v1
    1400ms ! accounts connected 0xf39F on eip155:31337, 10000 ETH
    1400ms → write snapshot …
    "#);
}

#[test]
fn a_slow_person_gets_a_hint_and_a_silent_wallet_ends() {
    let hangs = Quirks { connect: Reaction::Hangs, ..Quirks::default() };
    insta::assert_snapshot!(chosen(wallet(DEV_CHAIN, hangs), 400_000), @r#"
         0ms ! route [Connect, ConnectingExternal]
         0ms ! connect waiting
         0ms ! accounts connecting
         0ms → wallet_requestPermissions
     10000ms ! connect waiting, slow
    300000ms ! connect failed {"type":"noAnswer"}
    300000ms ! accounts disconnected
    "#);
}

#[test]
fn closing_gives_up_and_a_late_approval_never_connects() {
    let slow = Quirks { answer_ms: 5_000, ..Quirks::default() };
    let mut sim = Sim::new(vec![wallet(DEV_CHAIN, slow)]);
    choose(&mut sim);
    sim.run_for(1_000);
    sim.send(&Intent::Close);
    sim.run_for(60_000);
    insta::assert_snapshot!(sim.transcript(), @r#"
       0ms ! route [Connect, ConnectingExternal]
       0ms ! connect waiting
       0ms ! accounts connecting
       0ms → wallet_requestPermissions
    1000ms ! modal closed
    1000ms ! route [Connect]
    1000ms ! connect idle
    1000ms ! accounts disconnected
    "#);
    assert!(sim.page().wallets[0].is_permitted, "the person approved, later");
}

#[test]
fn going_back_gives_up() {
    let slow = Quirks { answer_ms: 5_000, ..Quirks::default() };
    let mut sim = Sim::new(vec![wallet(DEV_CHAIN, slow)]);
    choose(&mut sim);
    sim.send(&Intent::Back);
    sim.run_for(60_000);
    assert_eq!(sim.page().state.route.view(), View::Connect);
    assert!(sim.page().state.modal.open);
    assert!(sim.page().state.accounts.iter().all(|(_, account)| account.address.is_none()));
}

#[test]
fn empty_accounts_are_no_connection() {
    let shares_nothing = Quirks { shares_nothing: true, ..Quirks::default() };
    let transcript = chosen(wallet(DEV_CHAIN, shares_nothing), 5_000);
    assert_eq!(end(&transcript), r#"! connect failed {"type":"noAccounts"}"#);
}

#[test]
fn a_wallet_still_elsewhere_after_the_switch_counts_as_refusing() {
    let stays = Quirks { stays: true, ..Quirks::default() };
    let transcript = chosen(elsewhere(stays), 5_000);
    assert_eq!(
        end(&transcript),
        r#"! connect failed {"type":"chainRefused","network":"Latchkit Dev","staysOn":"Ethereum"}"#
    );
}

#[test]
fn a_network_is_added_only_on_4902() {
    for code in [USER_REJECTED, REFUSED_BY_DEFAULT] {
        let refuses = Quirks { switch: Reaction::Refuses(code), ..Quirks::default() };
        let transcript = chosen(elsewhere(refuses), 5_000);
        assert!(!transcript.contains("wallet_addEthereumChain"), "{code}: {transcript}");
        assert!(end(&transcript).contains("chainRefused"), "{code}: {transcript}");
    }
}

#[test]
fn a_wallet_that_cannot_switch_to_the_chosen_network_is_not_connected_on_another() {
    for code in [-32603, 32603, 4200, -32601] {
        let cannot = Quirks { switch: Reaction::Refuses(code), ..Quirks::default() };
        let transcript = chosen(elsewhere(cannot.clone()), 5_000);
        assert!(!transcript.contains("wallet_addEthereumChain"), "{code}: {transcript}");
        assert_eq!(
            end(&transcript),
            r#"! connect failed {"type":"chainUnsupported","network":"Latchkit Dev","staysOn":"Ethereum"}"#,
            "{code}"
        );
        let strange = wallet(99_999, cannot).knowing(&[DEV_CHAIN, 99_999]);
        assert_eq!(
            end(&chosen(strange, 5_000)),
            r#"! connect failed {"type":"chainUnsupported","network":"Latchkit Dev"}"#,
            "{code}"
        );
    }
}

/// One row per quirk that is known of a wallet, and how the attempt ends.
#[test]
fn quirks() {
    let normal = Quirks::default;
    let connected = "! accounts connected 0xf39F on eip155:31337, 10000 ETH";
    let failed = |error: &str| format!(r#"! connect failed {{"type":"{error}"}}"#);
    let refused =
        r#"! connect failed {"type":"chainRefused","network":"Latchkit Dev","staysOn":"Ethereum"}"#;
    let table = [
        (
            "has no wallet_requestPermissions",
            wallet(DEV_CHAIN, Quirks { has_permissions: false, ..normal() }),
            connected.to_owned(),
        ),
        (
            "writes its chain in decimal",
            elsewhere(Quirks { writes_decimal: true, ..normal() }),
            connected.to_owned(),
        ),
        (
            "answers twice",
            elsewhere(Quirks { answers_twice: true, ..normal() }),
            connected.to_owned(),
        ),
        ("answers at once", elsewhere(Quirks { answer_ms: 0, ..normal() }), connected.to_owned()),
        (
            "gets to the chain late",
            elsewhere(Quirks { lags_ms: 400, ..normal() }),
            connected.to_owned(),
        ),
        (
            "gets to the chain too late",
            elsewhere(Quirks { lags_ms: 9_000, ..normal() }),
            refused.to_owned(),
        ),
        ("nests 4902", stranger(Quirks { nests_4902: true, ..normal() }), connected.to_owned()),
        (
            "refuses with 5000",
            wallet(
                DEV_CHAIN,
                Quirks { connect: Reaction::Refuses(REFUSED_BY_DEFAULT), ..normal() },
            ),
            failed("refused"),
        ),
        (
            "has a request waiting",
            wallet(
                DEV_CHAIN,
                Quirks { connect: Reaction::Refuses(RESOURCE_UNAVAILABLE), ..normal() },
            ),
            failed("pending"),
        ),
        (
            "refuses to add",
            stranger(Quirks { add: Reaction::Refuses(USER_REJECTED), ..normal() }),
            refused.to_owned(),
        ),
        (
            "adds junk",
            stranger(Quirks { add: Reaction::TalksJunk, ..normal() }),
            refused.replace("chainRefused", "chainUnsupported"),
        ),
        (
            "talks junk when asked for accounts",
            wallet(DEV_CHAIN, Quirks { connect: Reaction::TalksJunk, ..normal() }),
            failed("noAccounts"),
        ),
        (
            "hangs at the switch",
            elsewhere(Quirks { switch: Reaction::Hangs, ..normal() }),
            failed("noAnswer"),
        ),
    ];
    for (name, wallet, expected) in table {
        assert_eq!(end(&chosen(wallet, 400_000)), expected, "a wallet that {name}");
    }
}

#[test]
fn choosing_another_wallet_drops_the_first() {
    let hangs = Quirks { connect: Reaction::Hangs, ..Quirks::default() };
    let other = Wallet::new("example.kestrel", "Kestrel", ANVIL, DEV_CHAIN, Quirks::default());
    let mut sim = Sim::new(vec![wallet(DEV_CHAIN, hangs), other]);
    choose(&mut sim);
    sim.send(&Intent::Back);
    sim.send(&Intent::Connect {
        wallet: "example.kestrel".to_owned(),
        namespace: None,
        is_double: None,
    });
    sim.run_for(5_000);
    let state = sim.page().state.clone();
    let (_, account) = state.accounts.iter().next().unwrap();
    assert_eq!(account.connected_wallet_info.as_ref().unwrap().identifier, "example.kestrel");
}

#[test]
fn a_wallet_announced_late_joins_the_open_list() {
    let late = Quirks { announce_delay_ms: 3_000, ..Quirks::default() };
    let mut sim = Sim::new(vec![wallet(DEV_CHAIN, late)]);
    sim.send(&Intent::Open { view: None, namespace: None });
    assert_eq!(sim.page().rows().len(), 0);
    sim.run_for(3_000);
    assert_eq!(sim.page().rows().len(), 1);
}

#[test]
fn an_unreadable_intent_is_warned_of_and_nothing_breaks() {
    let mut sim = Sim::new(vec![wallet(DEV_CHAIN, Quirks::default())]);
    for text in ["", "{", "[]", "{\"type\":\"dance\"}", "{\"type\":\"connect\"}"] {
        sim.send_text(text);
        sim.run_for(1);
    }
    assert_eq!(sim.page().warnings.len(), 5);
    choose(&mut sim);
    sim.run_for(5_000);
    assert!(!sim.page().state.modal.open);
}

#[test]
fn an_account_chosen_while_the_switch_is_decided_is_the_one_that_connects() {
    let slow = Quirks { answer_ms: 5_000, ..Quirks::default() };
    let mut sim = Sim::new(vec![elsewhere(slow)]);
    choose(&mut sim);
    sim.run_for(16_000);
    assert!(sim.transcript().contains("→ wallet_switchEthereumChain"), "the person is asked");
    sim.page().wallets[0].accounts = vec![OTHER_ADDRESS.to_owned()];
    sim.emit(0, "accountsChanged", &Json::list([Json::text(OTHER_ADDRESS)]));
    sim.run_for(60_000);
    let page = sim.page();
    let account = page.state.accounts.get(Namespace::Eip155).unwrap();
    assert_eq!(account.address.as_deref(), Some(OTHER_ADDRESS));
}
