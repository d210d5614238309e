//! An engine, the real module of sessions, relays and a phone. Each file plays one subject; what they start
//! from is here.
#![allow(clippy::unwrap_used)]

mod links;
mod networks;
mod server;
mod sessions;

use engine::{Config, Intent, Status};
use protocol::caip::Namespace;
use protocol::module::phone::PhoneIntent;
use sim::afar::{Afar, At};
use sim::{ANVIL, DEV_CHAIN, Quirks, Server, Sim, Wallet, config};
use wire::{Json, from_text, to_text};

const PHONE: &str = sim::ANY_PHONE;

/// A page, and a phone that listens at the operator's relay.
fn world() -> (Sim, At) {
    world_of(Server::default(), config())
}

fn world_of(server: Server, config: Config) -> (Sim, At) {
    let mut afar = Afar::new(1);
    let phone = afar.phone(&[0]);
    let wallet = Wallet::new(PHONE, "Phone", ANVIL, DEV_CHAIN, Quirks::default());
    let sim = Sim::of(vec![wallet.in_module(sim::PHONES)], server, config).with_phones(afar);
    (sim, phone)
}

fn status(sim: &Sim) -> Option<Status> {
    sim.page().state.accounts.get(Namespace::Eip155).map(|account| account.status)
}

fn choose(sim: &mut Sim, wallet: &str) {
    let wallet = wallet.to_owned();
    sim.send(&Intent::Connect { wallet, namespace: None, is_double: None });
    sim.run_for(1_000);
}

/// The last code that the page was told.
fn code(sim: &Sim) -> String {
    let page = sim.page();
    let beyond = page.beyond.as_ref().unwrap();
    let uri = beyond.afar.borrow().uri(beyond.tab);
    uri.expect("a code")
}

fn pair(sim: &mut Sim, phone: At, uri: String) {
    sim.beyond(|afar| afar.person(phone, &PhoneIntent::Pair { uri }));
    sim.run_for(1_000);
}

/// What a phone shares on these chains.
fn namespaces(chains: &[u64]) -> Json {
    let accounts: Vec<_> = chains.iter().map(|it| format!("\"eip155:{it}:{ANVIL}\"")).collect();
    let text = format!(
        r#"{{"eip155":{{"accounts":[{}],
            "methods":["personal_sign","wallet_switchEthereumChain","wallet_addEthereumChain"],
            "events":["accountsChanged","chainChanged"]}}}}"#,
        accounts.join(",")
    );
    from_text(&text).unwrap()
}

fn approve(sim: &mut Sim, phone: At, chains: &[u64]) {
    sim.beyond(|afar| {
        let proposal = afar.shown(phone).proposals[0].id.clone();
        let namespaces = namespaces(chains);
        afar.person(phone, &PhoneIntent::Approve { proposal, namespaces });
    });
    sim.run_for(1_000);
}

fn connect_on(sim: &mut Sim, phone: At, chains: &[u64]) {
    choose(sim, PHONE);
    let uri = code(sim);
    pair(sim, phone, uri);
    approve(sim, phone, chains);
    assert_eq!(status(sim), Some(Status::Connected));
}

fn connect(sim: &mut Sim, phone: At) {
    connect_on(sim, phone, &[DEV_CHAIN, 1]);
}

/// The one thing that the phone is asked: its method and parameters.
fn requested(sim: &mut Sim, phone: At) -> (String, String) {
    let mut requests = sim.beyond(|afar| afar.shown(phone).requests.clone());
    let request = requests.pop().unwrap();
    assert!(requests.is_empty());
    (request.method, to_text(&request.params))
}

/// What the person, or the phone for them, says to that.
fn says(sim: &mut Sim, phone: At, code: Option<i32>) {
    sim.beyond(|afar| {
        let request = afar.shown(phone).requests[0].id;
        let error = || from_text(&format!(r#"{{"code":{},"message":"no"}}"#, code.unwrap()));
        let intent = match code {
            None => PhoneIntent::Answer { request, value: Json::Null },
            Some(_) => PhoneIntent::Decline { request, error: error().unwrap() },
        };
        afar.person(phone, &intent);
    });
    sim.run_for(1_000);
}

fn shares(sim: &mut Sim, phone: At, chains: &[u64]) {
    sim.beyond(|afar| {
        let session = afar.shown(phone).sessions[0].id.clone();
        let namespaces = namespaces(chains);
        afar.person(phone, &PhoneIntent::Update { session, namespaces });
    });
    sim.run_for(1_000);
}
