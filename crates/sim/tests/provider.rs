//! What the host hears when it asks by EIP-1193.
#![allow(clippy::unwrap_used)]

use engine::{Ask, Intent};
use protocol::caip::{ChainId, Namespace};
use protocol::rpc::USER_REJECTED;
use sim::{ANVIL, DEV_CHAIN, ETHEREUM, Quirks, Reaction, Sim, Wallet};
use wire::Json;

fn page(quirks: Quirks) -> Sim {
    Sim::new(vec![Wallet::new("example.harbor", "Harbor", ANVIL, DEV_CHAIN, quirks)])
}

fn connect(sim: &mut Sim) {
    sim.send(&Intent::Connect { wallet: "example.harbor".to_owned(), namespace: None });
    sim.run_for(2_000);
}

fn answer(sim: &Sim, id: u32) -> Option<String> {
    sim.page().answers.iter().find(|(it, _)| *it == id).map(|(_, text)| text.clone())
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
        Ask::SwitchNetwork { chain: ChainId::eip155(5) },
        Ask::SwitchNetwork { chain: ChainId::eip155(ETHEREUM) },
    ];
    let ids: Vec<_> = questions.iter().map(|question| sim.ask(question)).collect();
    let answers: Vec<_> = ids.into_iter().map(|id| answer(&sim, id).unwrap()).collect();
    insta::assert_snapshot!(answers.join("\n"), @r#"
    {"type":"error","error":{"code":4100,"message":"Connector not connected. Connect a wallet first."}}
    {"type":"error","error":{"code":4100,"message":"Connector not connected. Connect a wallet first."}}
    {"type":"error","error":{"code":-32601,"message":"Adapter not found: this site has no network of solana."}}
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
