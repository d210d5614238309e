//! What the host hears when it asks by EIP-1193.
#![allow(clippy::unwrap_used)]

use engine::{Ask, Intent, MessageKind};
use protocol::caip::{ChainId, Namespace};
use protocol::rpc::USER_REJECTED;
use sim::{
    ANVIL, DEV_CHAIN, ETHEREUM, OTHER_ADDRESS, Quirks, Reaction, SOLANA_ADDRESS, Server, Sim,
    Wallet, config, solana,
};
use wire::Json;

fn page(quirks: Quirks) -> Sim {
    Sim::new(vec![Wallet::new("example.harbor", "Harbor", ANVIL, DEV_CHAIN, quirks)])
}

fn connect(sim: &mut Sim) {
    sim.send(&Intent::Connect {
        wallet: "example.harbor".to_owned(),
        namespace: None,
        is_double: None,
    });
    sim.run_for(2_000);
}

fn answer(sim: &Sim, id: u32) -> Option<String> {
    sim.page().answers.iter().find(|(it, _)| *it == id).map(|(_, text)| text.clone())
}

fn switch_to(chain: u64) -> Ask {
    Ask::SwitchNetwork { chain: Some(ChainId::eip155(chain)) }
}

fn ask(method: &str, params: Option<Json>) -> Ask {
    Ask::Request { namespace: Namespace::Eip155, method: method.to_owned(), params }
}

#[test]
fn requesting_accounts_opens_the_dialog_and_waits_for_the_person() {
    let mut sim = page(Quirks::default());
    let id = sim.request("eth_requestAccounts");
    assert!(sim.page().state.modal.open);
    assert_eq!(answer(&sim, id), None);
    connect(&mut sim);
    assert_eq!(answer(&sim, id).unwrap(), format!(r#"{{"type":"value","value":["{ANVIL}"]}}"#));
}

#[test]
fn requesting_permissions_answers_with_permissions() {
    let mut sim = page(Quirks::default());
    let id = sim.request("wallet_requestPermissions");
    connect(&mut sim);
    let expected = r#"{"type":"value","value":[{"parentCapability":"eth_accounts"}]}"#;
    assert_eq!(answer(&sim, id).unwrap(), expected);
}

#[test]
fn closing_the_dialog_is_a_refusal() {
    let mut sim = page(Quirks::default());
    let id = sim.request("eth_requestAccounts");
    sim.send(&Intent::Close);
    insta::assert_snapshot!(answer(&sim, id).unwrap(), @r#"{"type":"error","error":{"code":4001,"message":"The dialog was closed without a connection."}}"#);
}

#[test]
fn accounts_of_nobody_are_none_and_open_nothing() {
    let mut sim = page(Quirks::default());
    let id = sim.request("eth_accounts");
    insta::assert_snapshot!(answer(&sim, id).unwrap(), @r#"{"type":"value","value":[]}"#);
    assert!(!sim.page().state.modal.open);
}

#[test]
fn accounts_asked_during_a_reload_wait_for_it() {
    let mut sim = page(Quirks::default());
    sim.send(&Intent::Open { view: None, namespace: None });
    connect(&mut sim);
    let mut sim = sim.reload();
    let id = sim.request("eth_accounts");
    assert_eq!(answer(&sim, id), None);
    sim.run_for(2_000);
    assert!(answer(&sim, id).unwrap().contains(ANVIL));
}

#[test]
fn a_wallets_own_error_comes_through_with_its_code() {
    let mut sim = page(Quirks::default());
    sim.send(&Intent::Open { view: None, namespace: None });
    connect(&mut sim);
    sim.page().wallets[0].quirks.switch = Reaction::Refuses(USER_REJECTED);
    let params = Json::list([Json::object([("chainId", Json::text("0x1"))])]);
    let id = sim.ask(&ask("wallet_switchEthereumChain", Some(params)));
    sim.run_for(1_000);
    insta::assert_snapshot!(answer(&sim, id).unwrap(), @r#"{"type":"error","error":{"code":4001,"message":"User rejected the request."}}"#);
}

#[test]
fn a_switch_by_the_host_moves_account_and_network() {
    let mut sim = page(Quirks::default());
    sim.send(&Intent::Open { view: None, namespace: None });
    connect(&mut sim);
    let params = Json::list([Json::object([("chainId", Json::text("0x1"))])]);
    let id = sim.ask(&ask("wallet_switchEthereumChain", Some(params)));
    sim.run_for(1_000);
    assert_eq!(answer(&sim, id).unwrap(), r#"{"type":"value","value":null}"#);
    let page = sim.page();
    assert_eq!(page.state.networks.active, Some(ChainId::eip155(ETHEREUM)));
    assert_eq!(
        page.state.accounts.get(Namespace::Eip155).unwrap().chain,
        Some(ChainId::eip155(ETHEREUM))
    );
}

#[test]
fn a_wallet_that_switches_without_telling_is_followed() {
    let mut sim = page(Quirks { tells_nothing: true, ..Quirks::default() });
    sim.send(&Intent::Open { view: None, namespace: None });
    connect(&mut sim);
    let params = Json::list([Json::object([("chainId", Json::text("0x1"))])]);
    let id = sim.ask(&ask("wallet_switchEthereumChain", Some(params)));
    sim.run_for(1_000);
    assert_eq!(answer(&sim, id).unwrap(), r#"{"type":"value","value":null}"#);
    assert_eq!(sim.page().state.networks.active, Some(ChainId::eip155(ETHEREUM)));
}

#[test]
fn what_is_asked_without_a_connection_or_a_network_says_so() {
    let mut sim = page(Quirks::default());
    let questions = [
        ask("wallet_switchEthereumChain", None),
        ask("wallet_addEthereumChain", None),
        Ask::Request {
            namespace: Namespace::Solana,
            method: "getAccounts".to_owned(),
            params: None,
        },
        Ask::SwitchNetwork { chain: None },
        switch_to(5),
        switch_to(ETHEREUM),
    ];
    let ids: Vec<_> = questions.iter().map(|question| sim.ask(question)).collect();
    let answers: Vec<_> = ids.into_iter().map(|id| answer(&sim, id).unwrap()).collect();
    insta::assert_snapshot!(answers.join("\n"), @r#"
    {"type":"error","error":{"code":4100,"message":"Connector not connected."}}
    {"type":"error","error":{"code":4100,"message":"Connector not connected."}}
    {"type":"error","error":{"code":-32601,"message":"Adapter not found: this site has no network of solana."}}
    {"type":"error","error":{"code":32603,"message":"CaipNetwork is undefined. Give a network of the option networks, its CAIP-2 id or, on eip155, its number."}}
    {"type":"error","error":{"code":4902,"message":"Chain not configured. eip155:5 is not among the networks of this site."}}
    {"type":"value","value":null}
    "#);
}

#[test]
fn revoking_disconnects() {
    let mut sim = page(Quirks::default());
    sim.send(&Intent::Open { view: None, namespace: None });
    connect(&mut sim);
    let id = sim.request("wallet_revokePermissions");
    sim.run_for(1_000);
    assert_eq!(answer(&sim, id).unwrap(), r#"{"type":"value","value":null}"#);
    let accounts = sim.request("eth_accounts");
    assert_eq!(answer(&sim, accounts).unwrap(), r#"{"type":"value","value":[]}"#);
    assert!(!sim.page().wallets[0].is_permitted);
}

/// A page whose wallet answers a switch after five seconds, and has just been asked for one.
fn switching() -> (Sim, u32) {
    let other =
        Wallet::new("example.kestrel", "Kestrel", OTHER_ADDRESS, DEV_CHAIN, Quirks::default());
    let harbor = Wallet::new("example.harbor", "Harbor", ANVIL, DEV_CHAIN, Quirks::default());
    let mut sim = Sim::new(vec![harbor, other]);
    sim.send(&Intent::Open { view: None, namespace: None });
    connect(&mut sim);
    sim.page().wallets[0].quirks.answer_ms = 5_000;
    let id = sim.ask(&switch_to(ETHEREUM));
    let kind = sim.page().state.toast.shown.as_ref().map(|it| it.kind);
    assert_eq!(kind, Some(MessageKind::Loading));
    assert_eq!(answer(&sim, id), None);
    (sim, id)
}

const ABORTED: &str = r#"{"type":"error","error":{"code":4001,"message":"Request was aborted. Another one took its place, or its wallet was disconnected."}}"#;

#[test]
fn a_switch_that_another_one_of_the_host_replaces_was_aborted() {
    let (mut sim, first) = switching();
    let second = sim.ask(&switch_to(DEV_CHAIN));
    assert_eq!(answer(&sim, first).unwrap(), ABORTED);
    sim.run_for(30_000);
    assert_eq!(answer(&sim, second).unwrap(), r#"{"type":"value","value":null}"#);
}

#[test]
fn a_switch_whose_wallet_is_disconnected_was_aborted() {
    let (mut sim, asked) = switching();
    sim.send(&Intent::Disconnect { namespace: None });
    assert_eq!(answer(&sim, asked).unwrap(), ABORTED);
    assert!(sim.page().state.toast.shown.is_none());
    sim.run_for(30_000);
    assert!(sim.page().state.toast.shown.is_none(), "what the wallet says later is ignored");
}

#[test]
fn a_switch_of_the_wallet_before_does_not_move_the_one_that_took_its_place() {
    let (mut sim, asked) = switching();
    sim.send(&Intent::Open { view: Some("Connect".to_owned()), namespace: None });
    sim.send(&Intent::Connect {
        wallet: "example.kestrel".to_owned(),
        namespace: None,
        is_double: None,
    });
    sim.run_for(30_000);
    assert_eq!(answer(&sim, asked).unwrap(), ABORTED);
    let page = sim.page();
    let account = page.state.accounts.get(Namespace::Eip155).unwrap();
    assert_eq!(account.caip_address.clone().unwrap(), format!("eip155:31337:{OTHER_ADDRESS}"));
}

#[test]
fn a_wallet_that_has_left_the_page_is_told_of() {
    let mut sim = page(Quirks::default());
    sim.send(&Intent::Open { view: None, namespace: None });
    connect(&mut sim);
    sim.page().wallets[0].is_gone = true;
    let id = sim.ask(&ask("wallet_addEthereumChain", None));
    sim.run_for(1_000);
    insta::assert_snapshot!(answer(&sim, id).unwrap(), @r#"{"type":"error","error":{"code":4900,"message":"Provider not found. The wallet is no longer on this page."}}"#);
}

#[test]
fn outside_of_eip155_a_host_connects_and_disconnects_by_name_too() {
    let mut host = config();
    host.networks.push(solana());
    let tern = Wallet::new("sol.tern", "Tern", SOLANA_ADDRESS, 1, Quirks::default());
    let mut sim = Sim::of(vec![tern.of(Namespace::Solana)], Server::default(), host);
    let of = |method: &str| Ask::Request {
        namespace: Namespace::Solana,
        method: method.to_owned(),
        params: None,
    };
    let first = sim.ask(&of("connect"));
    sim.send(&Intent::Connect { wallet: "sol.tern".to_owned(), namespace: None, is_double: None });
    sim.run_for(2_000);
    let again = sim.ask(&of("connect"));
    let left = sim.ask(&of("disconnect"));
    let answers = [first, again, left].map(|id| answer(&sim, id).unwrap());
    insta::assert_snapshot!(answers.join("\n"), @r#"
    {"type":"value","value":[{"pubkey":"7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv"}]}
    {"type":"error","error":{"code":-32600,"message":"Connector already connected. Ask for its accounts, or disconnect it first."}}
    {"type":"value","value":null}
    "#);
    let stored = sim.page().storage.item("@latchkit/default:solana:connection").unwrap().to_owned();
    assert!(stored.contains(r#""isDisconnected":true"#), "{stored}");
}

#[test]
fn accounts_asked_while_a_person_decides_are_none_and_are_not_waited_for() {
    let mut sim = page(Quirks { connect: Reaction::Hangs, ..Quirks::default() });
    let wanted = sim.request("eth_requestAccounts");
    connect(&mut sim);
    let id = sim.request("eth_accounts");
    assert_eq!(answer(&sim, id).unwrap(), r#"{"type":"value","value":[]}"#);
    assert_eq!(answer(&sim, wanted), None);
}

#[test]
fn a_network_that_the_host_takes_away_is_not_waited_for() {
    let mut host = config();
    host.networks.push(solana());
    let mut sim = Sim::of(vec![], Server::default(), host);
    let id = sim.ask(&Ask::Request {
        namespace: Namespace::Solana,
        method: "solana_requestAccounts".to_owned(),
        params: None,
    });
    assert_eq!(answer(&sim, id), None);
    sim.send(&Intent::Configure { config: config() });
    sim.run_for(100);
    insta::assert_snapshot!(answer(&sim, id).unwrap(), @r#"{"type":"error","error":{"code":-32601,"message":"Adapter not found: this site has no network of solana."}}"#);
}

#[test]
fn opening_for_a_namespace_without_a_network_says_so_and_opens_for_all() {
    let mut sim = page(Quirks::default());
    sim.send(&Intent::Open { view: None, namespace: Some(Namespace::Solana) });
    let page = sim.page();
    insta::assert_snapshot!(page.warnings.join("\n"), @"CaipNetwork is undefined: the option networks has none of solana to open for.");
    assert_eq!(page.rows().len(), 1);
}

#[test]
fn what_waits_for_a_wallet_that_comes_back_is_answered_when_it_is_disconnected_instead() {
    let mut host = config();
    host.networks.push(solana());
    let harbor = Wallet::new("example.harbor", "Harbor", ANVIL, DEV_CHAIN, Quirks::default());
    let mut sim = Sim::of(vec![harbor], Server::default(), host);
    connect(&mut sim);
    sim.send(&Intent::Open { view: None, namespace: Some(Namespace::Solana) });
    sim.page().wallets[0].quirks.announce_delay_ms = 900;
    let mut sim = sim.reload();
    let asked = [
        sim.request("eth_accounts"),
        sim.ask(&ask("wallet_addEthereumChain", None)),
        sim.ask(&switch_to(ETHEREUM)),
    ];
    assert!(sim.page().answers.is_empty(), "the wallet is awaited");
    sim.ask(&Ask::Disconnect { namespace: Some(Namespace::Eip155) });
    let answers = asked.map(|id| answer(&sim, id).unwrap());
    insta::assert_snapshot!(answers.join("\n"), @r#"
    {"type":"value","value":[]}
    {"type":"error","error":{"code":4100,"message":"Connector not connected."}}
    {"type":"value","value":null}
    "#);
}
