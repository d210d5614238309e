//! A page in which ten thousand wallets announce themselves that nobody has.
#![allow(clippy::unwrap_used)]

use engine::{Intent, RowKind, Status, View};
use protocol::api::WalletListing;
use protocol::caip::Namespace;
use sim::directory::listings;
use sim::{ANVIL, DEV_CHAIN, Quirks, Server, Sim, Wallet, config};
use wire::from_text;

const HARBOR: &str = "example.harbor";
const FLOOD: usize = 10_000;
/// How many strangers are listed.
const STRANGERS: usize = 100;

fn wallet(id: &str, name: &str) -> Wallet {
    Wallet::new(id, name, ANVIL, DEV_CHAIN, Quirks::default())
}

fn flood() -> impl Iterator<Item = Wallet> {
    (0..FLOOD).map(|index| wallet(&format!("flood.w{index}"), &format!("Wallet {index}")))
}

fn behind() -> Vec<Wallet> {
    flood().chain([wallet(HARBOR, "Harbor")]).collect()
}

fn before() -> Vec<Wallet> {
    [wallet(HARBOR, "Harbor")].into_iter().chain(flood()).collect()
}

fn page(wallets: Vec<Wallet>, directory: Vec<WalletListing>, options: &str) -> Sim {
    let config = engine::Config { options: from_text(options).unwrap(), ..config() };
    let server = Server { wallets: directory, ..Server::default() };
    let mut sim = Sim::of(wallets, server, config);
    sim.run_for(100);
    sim
}

fn open(sim: &mut Sim) {
    sim.send(&Intent::Open { view: None, namespace: None });
    sim.run_for(1_000);
}

fn connect(sim: &mut Sim, id: &str) {
    sim.send(&Intent::Connect { wallet: id.to_owned(), namespace: None, is_double: None });
    sim.run_for(3_000);
}

fn status(sim: &Sim) -> Option<Status> {
    sim.page().state.accounts.get(Namespace::Eip155).map(|account| account.status)
}

/// How many rows there are, and the first installed one.
fn listed(sim: &Sim) -> (usize, String) {
    let page = sim.page();
    let rows = page.rows();
    let first = rows.iter().find(|row| row.kind == RowKind::Installed).unwrap();
    (rows.len(), first.wallet.id.clone())
}

#[test]
fn a_wallet_that_came_first_stays_and_the_others_fill_no_more_than_the_list() {
    let mut sim = page(before(), vec![], "{}");
    open(&mut sim);
    assert_eq!(listed(&sim), (STRANGERS, HARBOR.to_owned()));
    connect(&mut sim, HARBOR);
    assert_eq!(status(&sim), Some(Status::Connected));
}

#[test]
fn a_wallet_that_the_directory_knows_comes_when_the_directory_does() {
    let mut sim = page(behind(), listings(), "{}");
    assert_eq!(listed(&sim), (STRANGERS, "flood.w0".to_owned()));
    open(&mut sim);
    assert_eq!(listed(&sim), (STRANGERS + 1, HARBOR.to_owned()));
    connect(&mut sim, HARBOR);
    assert_eq!(status(&sim), Some(Status::Connected));
}

#[test]
fn a_wallet_that_nobody_knows_comes_when_it_is_searched_for() {
    let mut directory = listings();
    let last = directory.len() - 1;
    directory[last] = WalletListing {
        name: "Zebra".to_owned(),
        rdns: Some("example.zebra".to_owned()),
        ..directory[last].clone()
    };
    let id = directory[last].id.clone();
    let wallets = flood().chain([wallet("example.zebra", "Zebra")]).collect();
    let mut sim = page(wallets, directory, "{}");
    open(&mut sim);
    assert_eq!(listed(&sim), (STRANGERS, "flood.w0".to_owned()));
    sim.send(&Intent::Show { view: View::AllWallets });
    sim.send(&Intent::Search { text: "zebra".to_owned(), is_certified: false });
    sim.run_for(1_000);
    assert_eq!(listed(&sim), (STRANGERS + 1, "example.zebra".to_owned()));
    // The row that the search found is older than what the wallet announced.
    connect(&mut sim, &id);
    assert_eq!(status(&sim), Some(Status::Connected));
}

#[test]
fn a_wallet_that_the_host_brought_is_there_at_once() {
    let custom = r#"{"customWallets":[{"id":"own","name":"Harbor","rdns":"example.harbor"}]}"#;
    let sim = page(behind(), vec![], custom);
    assert_eq!(listed(&sim), (STRANGERS + 1, HARBOR.to_owned()));
}

#[test]
fn a_reload_finds_its_wallet_behind_all_others() {
    let mut sim = page(before(), vec![], "{}");
    connect(&mut sim, HARBOR);
    let late = Quirks { announce_delay_ms: 10, ..Quirks::default() };
    sim.page().wallets[0].quirks = late;
    let mut sim = sim.reload();
    assert_eq!(status(&sim), Some(Status::Connecting));
    sim.run_for(1_000);
    assert_eq!(status(&sim), Some(Status::Connected));
}

#[test]
fn a_wallet_used_lately_is_there_at_once() {
    let mut sim = page(before(), vec![], "{}");
    connect(&mut sim, HARBOR);
    sim.send(&Intent::Disconnect { namespace: None });
    sim.run_for(500);
    sim.page().wallets[0].quirks.announce_delay_ms = 10;
    let mut sim = sim.reload();
    sim.run_for(1_000);
    assert_eq!(listed(&sim).0, STRANGERS + 1);
    assert_eq!(sim.page().rows()[0].wallet.id, HARBOR);
}
