//! One session shares several accounts, on each of its chains others: the page shows those of the chain in
//! use, the one in use first, whoever goes where.
#![allow(clippy::unwrap_used)]

use engine::{Account, Ask, Intent, Status};
use protocol::caip::{ChainId, Namespace};
use protocol::module::phone::PhoneIntent;
use sim::afar::{Afar, At};
use sim::{
    ANVIL, DEV_CHAIN, ETHEREUM, OTHER_ADDRESS, PHONES, Quirks, SOLANA_ADDRESS, Server, Sim, Wallet,
    config, solana,
};
use wire::{Json, from_text};

const PHONE: &str = sim::ANY_PHONE;

/// What a phone shares: addresses by chain.
fn namespaces(accounts: &[(u64, &str)]) -> Json {
    let texts = accounts.iter().map(|(chain, address)| ChainId::eip155(*chain).account(address));
    let own = Json::object([
        ("accounts", Json::list(texts.map(Json::Text))),
        ("methods", Json::list([Json::text("personal_sign")])),
        ("events", Json::list([])),
    ]);
    Json::object([("eip155", own)])
}

const SHARED: [(u64, &str); 3] =
    [(DEV_CHAIN, ANVIL), (DEV_CHAIN, OTHER_ADDRESS), (ETHEREUM, OTHER_ADDRESS)];

/// What a phone shares that has Solana only.
fn solana_account() -> Json {
    let chain = solana().caip_network_id;
    let text =
        r#"{"solana":{"accounts":["ACCOUNT"],"methods":["solana_signMessage"],"events":[]}}"#;
    from_text(&text.replace("ACCOUNT", &chain.account(SOLANA_ADDRESS))).unwrap()
}

/// A page with a phone that shares these.
fn connected(accounts: &[(u64, &str)]) -> (Sim, At) {
    connected_on(accounts, false)
}

fn connected_on(accounts: &[(u64, &str)], has_solana: bool) -> (Sim, At) {
    let mut afar = Afar::new(1);
    let phone = afar.phone(&[0]);
    let wallet = Wallet::new(PHONE, "Phone", ANVIL, DEV_CHAIN, Quirks::default());
    let mut wallets = vec![wallet.in_module(PHONES)];
    let mut config = config();
    if has_solana {
        config.networks.push(solana());
        afar.config.chains.push(solana().caip_network_id);
        let of_solana = Wallet::new(PHONE, "Phone", SOLANA_ADDRESS, DEV_CHAIN, Quirks::default());
        wallets.push(of_solana.of(Namespace::Solana).in_module(PHONES));
    }
    let mut sim = Sim::of(wallets, Server::default(), config).with_phones(afar);
    sim.send(&Intent::Connect {
        wallet: PHONE.to_owned(),
        namespace: Some(Namespace::Eip155),
        is_double: None,
    });
    approve(&mut sim, phone, &namespaces(accounts));
    (sim, phone)
}

/// The person with the phone reads the code that shows, and says yes.
fn approve(sim: &mut Sim, phone: At, namespaces: &Json) {
    sim.run_for(1_000);
    let uri = {
        let page = sim.page();
        let beyond = page.beyond.as_ref().unwrap();
        beyond.afar.borrow().uri(beyond.tab)
    };
    let uri = uri.expect("a code");
    sim.beyond(|afar| afar.person(phone, &PhoneIntent::Pair { uri }));
    sim.run_for(1_000);
    sim.beyond(|afar| {
        let proposal = afar.shown(phone).proposals[0].id.clone();
        let namespaces = namespaces.clone();
        afar.person(phone, &PhoneIntent::Approve { proposal, namespaces });
    });
    sim.run_for(1_000);
}

/// The chain in use, and all accounts there, the one in use first.
fn shown(sim: &Sim) -> (Option<String>, Vec<String>) {
    let page = sim.page();
    let account: &Account = page.state.accounts.get(Namespace::Eip155).unwrap();
    assert_eq!(account.status, Status::Connected);
    let all: Vec<String> = account.all_accounts.iter().map(|it| it.address.clone()).collect();
    assert_eq!(account.address.as_ref(), all.first());
    let caip = account.chain.as_ref().zip(account.address.as_ref());
    assert_eq!(account.caip_address, caip.map(|(chain, address)| chain.account(address)));
    (account.chain.as_ref().map(|it| it.reference.clone()), all)
}

fn here(chain: u64, accounts: &[&str]) -> (Option<String>, Vec<String>) {
    (Some(chain.to_string()), accounts.iter().map(|it| (*it).to_owned()).collect())
}

fn phone_does(sim: &mut Sim, phone: At, act: impl FnOnce(String) -> PhoneIntent) {
    sim.beyond(|afar| {
        let session = afar.shown(phone).sessions[0].id.clone();
        afar.person(phone, &act(session));
    });
    sim.run_for(1_000);
}

fn goes_to(sim: &mut Sim, phone: At, chain: u64) {
    phone_does(sim, phone, |session| PhoneIntent::Emit {
        session,
        chain: ChainId::eip155(chain).text(),
        name: "chainChanged".to_owned(),
        value: Json::Number(chain.to_string().into()),
    });
}

fn shares(sim: &mut Sim, phone: At, accounts: &[(u64, &str)]) {
    let namespaces = namespaces(accounts);
    phone_does(sim, phone, |session| PhoneIntent::Update { session, namespaces });
}

#[test]
fn all_accounts_of_the_chain_in_use_are_known_and_those_of_no_other() {
    let (mut sim, _) = connected(&SHARED);
    assert_eq!(shown(&sim), here(DEV_CHAIN, &[ANVIL, OTHER_ADDRESS]));
    let method = "eth_accounts".to_owned();
    let id = sim.ask(&Ask::Request { namespace: Namespace::Eip155, method, params: None });
    sim.run_for(100);
    let answer = sim.page().answers.iter().find(|(it, _)| *it == id).unwrap().1.clone();
    assert!(answer.contains(ANVIL) && answer.contains(OTHER_ADDRESS), "{answer}");
    let mut sim = sim.reload();
    sim.run_for(3_000);
    assert_eq!(shown(&sim), here(DEV_CHAIN, &[ANVIL, OTHER_ADDRESS]));
}

#[test]
fn who_switches_has_the_accounts_of_that_chain_and_the_others_again_on_the_way_back() {
    let (mut sim, phone) = connected(&SHARED);
    sim.send(&Intent::Open { view: Some("Networks".to_owned()), namespace: None });
    sim.send(&Intent::SwitchNetwork { chain: ChainId::eip155(ETHEREUM) });
    sim.run_for(1_000);
    assert_eq!(shown(&sim), here(ETHEREUM, &[OTHER_ADDRESS]));
    goes_to(&mut sim, phone, DEV_CHAIN);
    assert_eq!(shown(&sim), here(DEV_CHAIN, &[ANVIL, OTHER_ADDRESS]));
    goes_to(&mut sim, phone, ETHEREUM);
    assert_eq!(shown(&sim), here(ETHEREUM, &[OTHER_ADDRESS]));
}

#[test]
fn the_phone_puts_another_first_and_takes_one_away() {
    let (mut sim, phone) = connected(&SHARED);
    phone_does(&mut sim, phone, |session| PhoneIntent::Emit {
        session,
        chain: ChainId::eip155(DEV_CHAIN).text(),
        name: "accountsChanged".to_owned(),
        value: from_text(&format!(r#"["{OTHER_ADDRESS}"]"#)).unwrap(),
    });
    assert_eq!(shown(&sim), here(DEV_CHAIN, &[OTHER_ADDRESS, ANVIL]));
    shares(&mut sim, phone, &[(DEV_CHAIN, ANVIL), (ETHEREUM, OTHER_ADDRESS)]);
    assert_eq!(shown(&sim), here(DEV_CHAIN, &[ANVIL]));
}

#[test]
fn who_loses_the_chain_in_use_goes_on_with_the_accounts_of_the_first_that_is_left() {
    let (mut sim, phone) = connected(&SHARED);
    shares(&mut sim, phone, &[(ETHEREUM, OTHER_ADDRESS), (ETHEREUM, ANVIL)]);
    assert_eq!(shown(&sim), here(ETHEREUM, &[OTHER_ADDRESS, ANVIL]));
}

#[test]
fn who_went_to_a_chain_that_is_taken_away_goes_on_where_there_are_some_left() {
    let (mut sim, phone) = connected(&SHARED);
    sim.send(&Intent::Open { view: Some("Networks".to_owned()), namespace: None });
    sim.send(&Intent::SwitchNetwork { chain: ChainId::eip155(ETHEREUM) });
    sim.run_for(1_000);
    shares(&mut sim, phone, &[(DEV_CHAIN, OTHER_ADDRESS), (DEV_CHAIN, ANVIL)]);
    assert_eq!(shown(&sim), here(DEV_CHAIN, &[OTHER_ADDRESS, ANVIL]));
    assert!(sim.beyond(|afar| afar.shown(phone).sessions.len()) == 1);
}

#[test]
fn another_phone_is_connected_beside_it_for_what_it_does_not_serve_and_each_leaves_alone() {
    let (mut sim, phone) = connected_on(&SHARED, true);
    let other = sim.beyond(|afar| afar.phone(&[0]));
    sim.send(&Intent::Connect {
        wallet: PHONE.to_owned(),
        namespace: Some(Namespace::Solana),
        is_double: None,
    });
    approve(&mut sim, other, &solana_account());
    let status = |sim: &Sim, namespace| sim.page().state.accounts.get(namespace).unwrap().status;
    assert_eq!(status(&sim, Namespace::Solana), Status::Connected);
    assert_eq!(shown(&sim), here(DEV_CHAIN, &[ANVIL, OTHER_ADDRESS]));
    sim.send(&Intent::Disconnect { namespace: Some(Namespace::Solana) });
    sim.run_for(1_000);
    assert_eq!(status(&sim, Namespace::Solana), Status::Disconnected);
    assert_eq!(shown(&sim), here(DEV_CHAIN, &[ANVIL, OTHER_ADDRESS]));
    let sessions = |sim: &mut Sim, phone| sim.beyond(|afar| afar.shown(phone).sessions.len());
    assert_eq!((sessions(&mut sim, phone), sessions(&mut sim, other)), (1, 0));
}
