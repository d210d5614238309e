//! What an engine shows before anything has happened: the entry shows the same before the engine is
//! there, and its test plays these.

use std::cell::RefCell;
use std::rc::Rc;

use engine::{Boot, Config, Engine, Intent, State};
use protocol::caip::ChainId;
use runtime::Host;
use wire::{Json, from_text, to_text};

use crate::fixtures::scene::harbor;
use crate::networks::{ethereum, solana};
use crate::sim::{ETHEREUM, SNAPSHOT, Sim, config};
use crate::wallet::Quirks;

/// A host and what an engine before left, as the page stores it; and what is shown then.
pub struct Start {
    /// The host's options, as far as they decide it.
    pub config: Config,
    /// The snapshot.
    pub snapshot: Json,
    /// What is shown.
    pub shown: State,
    /// The chain of each namespace.
    pub chains: Vec<ChainId>,
}

/// Starts by what they are about.
pub fn starts() -> Vec<(&'static str, Start)> {
    let hosts = |numbers: &[u64], first: Option<u64>| Config {
        networks: numbers.iter().map(|number| ethereum(*number, "Network")).collect(),
        default_network: first.map(ChainId::eip155),
        ..config()
    };
    let last = |chain: &str| {
        Json::object([("accounts", Json::Object(vec![])), ("active", Json::text(chain))])
    };
    let and_solana = |first| Config {
        networks: [137, 1]
            .map(|number| ethereum(number, "Network"))
            .into_iter()
            .chain([solana()])
            .collect(),
        default_network: Some(first),
        ..config()
    };
    let connected = stored();
    vec![
        ("the chain that the host names", start(hosts(&[1, 10], Some(10)), Json::Null)),
        ("else Ethereum", start(hosts(&[10, 1], None), Json::Null)),
        ("else the first", start(hosts(&[10, 8453], None), Json::Null)),
        ("the last used goes first", start(hosts(&[1, 10], None), last("eip155:10"))),
        ("unless the host has it no more", start(hosts(&[1, 10], Some(10)), last("eip155:5"))),
        ("each namespace has a chain", start(and_solana(solana().caip_network_id), Json::Null)),
        (
            "the last used in its namespace, the default in another",
            start(and_solana(ChainId::eip155(137)), last(&solana().caip_network_id.text())),
        ),
        ("what was connected comes back", start(config(), connected.clone())),
        ("on a chain of its own", start(hosts(&[ETHEREUM], None), connected.clone())),
        ("what was not connected stays so", start(config(), disconnected(&connected))),
    ]
}

fn start(config: Config, snapshot: Json) -> Start {
    let shown = Rc::<RefCell<State>>::default();
    let boot = Boot {
        instance: "default".to_owned(),
        config: config.clone(),
        snapshot: Some(snapshot.clone()).filter(|it| *it != Json::Null),
        way_back: None,
        modules: None,
    };
    let engine = Engine::new(Box::new(Screen(shown.clone())), &to_text(&boot));
    let chains = engine.expect("a boot reads back").chains();
    let shown = shown.borrow().clone();
    Start { config, snapshot, shown, chains }
}

/// Keeps what is published, and does nothing that an engine asks for.
struct Screen(Rc<RefCell<State>>);

impl Host for Screen {
    fn publish(&self, slice: &str, value: &str) {
        let mut state = self.0.borrow_mut();
        match slice {
            "accounts" => state.accounts = from_text(value).expect("accounts"),
            "networks" => state.networks = from_text(value).expect("networks"),
            _ => {}
        }
    }

    fn answer(&self, _: u32, _: &str) {}

    fn perform(&self, _: u32, _: &str) {}
}

/// What Harbor left, connected to the dev chain.
fn stored() -> Json {
    let mut sim = Sim::new(vec![harbor(Quirks::default())]);
    sim.run_for(500);
    sim.send(&Intent::Connect {
        wallet: "example.harbor".to_owned(),
        namespace: None,
        is_double: None,
    });
    sim.run_for(5_000);
    let page = sim.page();
    let item: Json =
        from_text(page.storage.item(SNAPSHOT).expect("it is connected")).expect("JSON");
    item.get("value").cloned().expect("an item has a value")
}

/// The same, as no engine writes it.
fn disconnected(snapshot: &Json) -> Json {
    let text = to_text(snapshot).replace(r#""status":"connected""#, r#""status":"disconnected""#);
    from_text(&text).expect("JSON")
}
