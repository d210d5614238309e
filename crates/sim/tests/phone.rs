//! A wallet that is not in the page goes the same way as one that is: a module holds its session.
#![allow(clippy::unwrap_used)]

use engine::{Ask, Carrier, CatalogRow, Intent, ProviderKind, Status, SwitchStep};
use protocol::caip::{ChainId, Namespace};
use protocol::rpc::{TRY_AGAIN_LATER, USER_REJECTED};
use sim::{
    ANVIL, DEV_CHAIN, ETHEREUM, OTHER_ADDRESS, PHONES, Quirks, Reaction, SOLANA_ADDRESS, Server,
    Sim, Wallet, config, solana,
};
use wire::{Json, to_text};

const PHONE: &str = sim::ANY_PHONE;

fn phone(quirks: Quirks) -> Wallet {
    Wallet::new(PHONE, "Phone", ANVIL, DEV_CHAIN, quirks).in_module(PHONES)
}

fn connect(sim: &mut Sim) {
    sim.send(&Intent::Connect { wallet: PHONE.to_owned(), namespace: None, is_double: None });
    sim.run_for(5_000);
}

fn connected(quirks: Quirks) -> Sim {
    let mut sim = Sim::new(vec![phone(quirks)]);
    connect(&mut sim);
    assert_eq!(status(&sim), Some(Status::Connected));
    sim.transcript();
    sim
}

fn status(sim: &Sim) -> Option<Status> {
    sim.page().state.accounts.get(Namespace::Eip155).map(|account| account.status)
}

fn address(sim: &Sim) -> Option<String> {
    sim.page().state.accounts.get(Namespace::Eip155)?.address.clone()
}

fn chain(sim: &Sim) -> Option<ChainId> {
    sim.page().state.accounts.get(Namespace::Eip155)?.chain.clone()
}

fn request(sim: &mut Sim, method: &str) -> String {
    let method = method.to_owned();
    let id = sim.ask(&Ask::Request { namespace: Namespace::Eip155, method, params: None });
    sim.run_for(1_000);
    let page = sim.page();
    page.answers.iter().find(|(it, _)| *it == id).unwrap().1.clone()
}

#[test]
fn it_is_on_the_list_from_the_start_and_connects_with_a_session() {
    let mut sim = Sim::new(vec![phone(Quirks::default())]);
    sim.send(&Intent::Open { view: None, namespace: None });
    assert_eq!(sim.page().state.catalog.rows[0].wallet.id, PHONE);
    connect(&mut sim);
    assert_eq!(address(&sim).as_deref(), Some(ANVIL));
    assert_eq!(chain(&sim), Some(ChainId::eip155(DEV_CHAIN)));
    let carrier = {
        let page = sim.page();
        let account = page.state.accounts.get(Namespace::Eip155).unwrap();
        account.connected_wallet_info.as_ref().unwrap().carrier.clone()
    };
    let session = Some("session-1".to_owned());
    let (name, wallet) = (PHONES.to_owned(), PHONE.to_owned());
    assert_eq!(carrier, Some(Carrier::Module { name, wallet, session }));
    let asked = sim.page().running.iter().filter(|(_, kind)| kind == "module").count();
    assert_eq!(asked, 1, "only its events are still asked for");
    assert!(!sim.page().state.modal.open);
}

#[test]
fn a_refusal_is_one_and_closing_gives_it_up() {
    let refuses = Quirks { connect: Reaction::Refuses(USER_REJECTED), ..Quirks::default() };
    let mut sim = Sim::new(vec![phone(refuses)]);
    connect(&mut sim);
    assert_eq!(status(&sim), Some(Status::Disconnected));
    let mut sim = Sim::new(vec![phone(Quirks { answer_ms: 3_000, ..Quirks::default() })]);
    sim.send(&Intent::Connect { wallet: PHONE.to_owned(), namespace: None, is_double: None });
    sim.run_for(1_000);
    sim.send(&Intent::Close);
    sim.run_for(5_000);
    assert_eq!(status(&sim), Some(Status::Disconnected));
}

#[test]
fn a_reload_resumes_the_session_and_asks_nobody() {
    let mut sim = connected(Quirks::default()).reload();
    assert_eq!(status(&sim), Some(Status::Connecting));
    sim.run_for(5_000);
    assert_eq!((status(&sim), address(&sim).as_deref()), (Some(Status::Connected), Some(ANVIL)));
    let transcript = sim.transcript();
    assert_eq!(transcript.matches("→ connect (walletconnect)").count(), 1, "{transcript}");
}

#[test]
fn a_session_that_is_over_is_not_resumed() {
    let sim = connected(Quirks::default());
    sim.page().wallets[0].is_permitted = false;
    let mut sim = sim.reload();
    sim.run_for(5_000);
    assert_eq!(status(&sim), Some(Status::Disconnected));
}

#[test]
fn it_goes_to_a_network_that_it_serves_and_to_no_other() {
    let serves = |chains: &[u64]| {
        let chains: Vec<_> = chains.iter().map(|it| ChainId::eip155(*it)).collect();
        let mut sim = Sim::new(vec![phone(Quirks::default()).serving(&chains)]);
        connect(&mut sim);
        sim.send(&Intent::Open { view: Some("Networks".to_owned()), namespace: None });
        sim.send(&Intent::SwitchNetwork { chain: ChainId::eip155(ETHEREUM) });
        sim.run_for(1_000);
        sim
    };
    assert_eq!(chain(&serves(&[DEV_CHAIN, ETHEREUM])), Some(ChainId::eip155(ETHEREUM)));
    let stays = serves(&[DEV_CHAIN]);
    assert_eq!(chain(&stays), Some(ChainId::eip155(DEV_CHAIN)));
    assert_eq!(stays.page().state.networks.target.as_ref().map(|it| &it.step), None::<&SwitchStep>);
}

#[test]
fn the_host_brings_it_to_a_network_as_it_would_a_browser_wallet() {
    let mut sim = connected(Quirks::default());
    let mut switch_to = |number: &str| {
        let params = Json::list([Json::object([("chainId", Json::text(number))])]);
        let method = "wallet_switchEthereumChain".to_owned();
        let namespace = Namespace::Eip155;
        let id = sim.ask(&Ask::Request { namespace, method, params: Some(params) });
        sim.run_for(1_000);
        let answer = sim.page().answers.iter().find(|(it, _)| *it == id).unwrap().1.clone();
        (answer.contains("error"), chain(&sim))
    };
    assert_eq!(switch_to("0x1"), (false, Some(ChainId::eip155(ETHEREUM))));
    assert_eq!(switch_to("0x1869f"), (true, Some(ChainId::eip155(ETHEREUM))));
}

#[test]
fn a_wallet_of_another_namespace_brings_nobody_to_a_network_of_eip155() {
    let mut config = config();
    config.networks.push(solana());
    let wallet = Wallet::new("Harbor", "Harbor", SOLANA_ADDRESS, 1, Quirks::default());
    let mut sim = Sim::of(vec![wallet.of(Namespace::Solana)], Server::default(), config);
    sim.run_for(100);
    sim.send(&Intent::Connect { wallet: "Harbor".to_owned(), namespace: None, is_double: None });
    sim.run_for(5_000);
    let before = sim.page().state.networks.active.clone();
    let params = Json::list([Json::object([("chainId", Json::text("0x1"))])]);
    let method = "wallet_switchEthereumChain".to_owned();
    sim.ask(&Ask::Request { namespace: Namespace::Solana, method, params: Some(params) });
    sim.run_for(1_000);
    // What it answers is its own matter.
    assert_eq!(sim.page().state.networks.active, before);
}

#[test]
fn the_hosts_requests_reach_it_and_its_errors_come_back() {
    let mut sim = connected(Quirks::default());
    assert_eq!(request(&mut sim, "personal_sign"), r#"{"type":"value","value":"0x5160"}"#);
    let refused = request(&mut sim, "wallet_unheard");
    assert!(refused.contains("4200"), "{refused}");
}

#[test]
fn what_it_tells_is_followed_until_it_leaves() {
    let mut sim = connected(Quirks::default());
    let entry = Json::object([("address", Json::text(OTHER_ADDRESS))]);
    sim.emit(0, "accountsChanged", &Json::list([entry]));
    assert_eq!(address(&sim).as_deref(), Some(OTHER_ADDRESS));
    sim.emit(0, "chainChanged", &Json::text("eip155:1"));
    sim.run_for(1_000);
    assert_eq!(chain(&sim), Some(ChainId::eip155(ETHEREUM)));
    sim.emit(0, "disconnect", &Json::object([("code", Json::Number("4900".into()))]));
    assert_eq!(status(&sim), Some(Status::Disconnected));
}

#[test]
fn a_module_that_trapped_is_heard_again_and_asked_what_it_missed() {
    let mut sim = connected(Quirks::default());
    sim.trap_modules();
    sim.page().wallets[0].accounts = vec![OTHER_ADDRESS.to_owned()];
    assert_eq!(address(&sim).as_deref(), Some(ANVIL));
    sim.run_for(5_000);
    assert_eq!(address(&sim).as_deref(), Some(OTHER_ADDRESS));
    sim.emit(0, "chainChanged", &Json::text("eip155:1"));
    sim.run_for(1_000);
    assert_eq!(chain(&sim), Some(ChainId::eip155(ETHEREUM)));
}

#[test]
fn a_session_that_ends_while_its_module_is_gone_is_over() {
    let mut sim = connected(Quirks::default());
    sim.trap_modules();
    sim.page().wallets[0].is_permitted = false;
    sim.run_for(5_000);
    assert_eq!(status(&sim), Some(Status::Disconnected));
}

#[test]
fn a_module_that_always_traps_is_asked_ever_more_rarely() {
    let mut sim = connected(Quirks::default());
    sim.page().are_modules_broken = true;
    sim.trap_modules();
    let mut asked = |ms| {
        sim.run_for(ms);
        sim.transcript().matches("→ connect (walletconnect)").count()
    };
    let (first_minute, last_hour) = (asked(60_000), asked(3_600_000));
    assert!((4..=8).contains(&first_minute), "{first_minute} in the first minute");
    assert!((60..=120).contains(&last_hour), "{last_hour} in the hour after");
    assert_eq!(status(&sim), Some(Status::Connected));
    sim.page().are_modules_broken = false;
    sim.run_for(60_000);
    sim.page().wallets[0].is_permitted = false;
    sim.emit(0, "accountsChanged", &Json::list([]));
    sim.run_for(1_000);
    assert_eq!(status(&sim), Some(Status::Disconnected));
}

#[test]
fn a_session_comes_back_when_its_module_that_trapped_answers_again() {
    let mut sim = connected(Quirks { answer_ms: 500, ..Quirks::default() }).reload();
    assert_eq!(status(&sim), Some(Status::Connecting));
    sim.trap_modules();
    assert_eq!(status(&sim), Some(Status::Disconnected), "nobody is kept waiting");
    sim.run_for(5_000);
    assert_eq!((status(&sim), address(&sim).as_deref()), (Some(Status::Connected), Some(ANVIL)));
}

#[test]
fn who_connects_another_wallet_meanwhile_keeps_it() {
    let other = Wallet::new("other", "Other", OTHER_ADDRESS, DEV_CHAIN, Quirks::default());
    let mut sim = Sim::new(vec![phone(Quirks::default()), other]);
    connect(&mut sim);
    sim.page().are_modules_broken = true;
    let mut sim = sim.reload();
    sim.run_for(5_000);
    sim.send(&Intent::Connect { wallet: "other".to_owned(), namespace: None, is_double: None });
    sim.run_for(5_000);
    sim.transcript();
    sim.page().are_modules_broken = false;
    sim.run_for(120_000);
    assert_eq!(address(&sim).as_deref(), Some(OTHER_ADDRESS));
    assert!(!sim.transcript().contains("walletconnect"));
}

#[test]
fn who_disconnects_ends_the_session() {
    let mut sim = connected(Quirks::default());
    sim.send(&Intent::Disconnect { namespace: None });
    sim.run_for(1_000);
    assert!(!sim.page().wallets[0].is_permitted);
    let mut sim = sim.reload();
    sim.run_for(5_000);
    assert_ne!(status(&sim), Some(Status::Connected));
    assert!(sim.page().running.iter().all(|(_, kind)| kind != "module"));
}

#[test]
fn who_disconnects_while_it_comes_back_ends_the_session_too() {
    let mut sim = connected(Quirks { answer_ms: 500, ..Quirks::default() }).reload();
    assert_eq!(status(&sim), Some(Status::Connecting));
    sim.send(&Intent::Disconnect { namespace: None });
    sim.run_for(5_000);
    assert_eq!(status(&sim), Some(Status::Disconnected));
    assert!(!sim.page().wallets[0].is_permitted);
}

#[test]
fn outside_of_eip155_it_is_the_same() {
    let mut config = config();
    config.networks.push(solana());
    let wallet = Wallet::new(PHONE, "Phone", SOLANA_ADDRESS, 1, Quirks::default());
    let wallet = wallet.of(Namespace::Solana).in_module(PHONES);
    let mut sim = Sim::of(vec![wallet], Server::default(), config);
    connect(&mut sim);
    let mut sim = sim.reload();
    sim.run_for(5_000);
    let page = sim.page();
    let account = page.state.accounts.get(Namespace::Solana).unwrap();
    assert_eq!(account.status, Status::Connected);
    assert_eq!(account.address.as_deref(), Some(SOLANA_ADDRESS));
    drop(page);
    // It has lost its node, not its accounts.
    let error = [("code", Json::Number(TRY_AGAIN_LATER.to_string().into()))];
    sim.emit(0, "disconnect", &Json::object(error));
    sim.run_for(1_000);
    let page = sim.page();
    assert_eq!(page.state.accounts.get(Namespace::Solana).unwrap().status, Status::Connected);
}

/// A module with two wallets, of which the first serves two namespaces.
fn several() -> Sim {
    let mut config = config();
    config.networks.push(solana());
    let quirks = Quirks::default;
    let of_solana = Wallet::new(PHONE, "Phone", SOLANA_ADDRESS, 1, quirks());
    let embedded = Wallet::new("embedded", "Embedded", OTHER_ADDRESS, DEV_CHAIN, quirks());
    let mut embedded = embedded.in_module("accounts");
    embedded.kind = ProviderKind::Auth;
    let of_solana = of_solana.of(Namespace::Solana).in_module(PHONES);
    let server = Server { counts: true, ..Server::default() };
    Sim::of(vec![phone(quirks()), of_solana, embedded], server, config)
}

fn connect_on(sim: &mut Sim, wallet: &str, namespace: Namespace) {
    sim.send(&Intent::Connect {
        wallet: wallet.to_owned(),
        namespace: Some(namespace),
        is_double: None,
    });
    sim.run_for(5_000);
}

fn connected_in(sim: &Sim) -> Vec<Namespace> {
    let page = sim.page();
    let accounts = page.state.accounts.iter();
    accounts.filter(|(_, it)| it.status == Status::Connected).map(|(it, _)| it).collect()
}

#[test]
fn a_module_has_several_wallets_of_several_kinds_and_namespaces() {
    let mut sim = several();
    sim.send(&Intent::Open { view: None, namespace: None });
    let rows: Vec<_> = {
        let page = sim.page();
        let row = |row: &CatalogRow| {
            let kinds = row.wallet.providers.iter().map(|it| (it.namespace, it.kind)).collect();
            (row.wallet.id.clone(), kinds)
        };
        page.state.catalog.rows.iter().map(row).collect()
    };
    let device = ProviderKind::WalletConnect;
    let phone = vec![(Namespace::Eip155, device), (Namespace::Solana, device)];
    let embedded = vec![(Namespace::Eip155, ProviderKind::Auth)];
    assert_eq!(rows, [(PHONE.to_owned(), phone), ("embedded".to_owned(), embedded)]);
    connect_on(&mut sim, "embedded", Namespace::Eip155);
    assert_eq!(address(&sim).as_deref(), Some(OTHER_ADDRESS));
    connect_on(&mut sim, PHONE, Namespace::Solana);
    assert_eq!(connected_in(&sim), [Namespace::Eip155, Namespace::Solana]);
    let counted = to_text(&sim.page().tracked);
    for method in ["email", "qrcode"] {
        let is_counted = counted.contains(&format!(r#""method":"{method}""#));
        assert!(is_counted, "{method} is not in {counted}");
    }
    let mut sim = sim.reload();
    sim.run_for(5_000);
    assert_eq!(address(&sim).as_deref(), Some(OTHER_ADDRESS));
    assert_eq!(connected_in(&sim), [Namespace::Eip155, Namespace::Solana]);
    let connected = sim.page().state.accounts.get(Namespace::Eip155).unwrap().clone();
    assert_eq!(connected.connected_wallet_info.unwrap().identifier, "embedded");
    // Two wallets have two sessions.
    sim.send(&Intent::Disconnect { namespace: Some(Namespace::Eip155) });
    sim.run_for(1_000);
    assert_eq!(connected_in(&sim), [Namespace::Solana]);
}

#[test]
fn a_session_of_two_namespaces_ends_for_both() {
    let mut sim = several();
    connect_on(&mut sim, PHONE, Namespace::Eip155);
    connect_on(&mut sim, PHONE, Namespace::Solana);
    assert_eq!(connected_in(&sim), [Namespace::Eip155, Namespace::Solana]);
    sim.send(&Intent::Disconnect { namespace: Some(Namespace::Solana) });
    assert_eq!(connected_in(&sim), []);
    let mut sim = sim.reload();
    sim.run_for(5_000);
    assert_eq!(connected_in(&sim), []);
}
