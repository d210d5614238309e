//! A wallet that is not in this browser: by a code on a desktop, by its link on a phone, and why there is
//! neither. Each file plays one subject; what they start from is here.
#![allow(clippy::unwrap_used)]

mod codes;
mod links;
mod of_host;
mod pointing;
mod sessions;
mod signing;

use engine::{Config, Handoff, Intent, Status, View, WayKind};
use protocol::api::{WalletConnectRelay, WalletListing};
use protocol::caip::Namespace;
use protocol::reached_wallets::ReachedWallets;
use sim::{ANVIL, ANY_PHONE, DEV_CHAIN, PHONES, Quirks, Reaction, Server, Sim, Wallet, config};
use wire::{from_text, read, to_text};

/// A wallet of the directory that the operator's relay reaches, and one that it does not.
const REACHED: &str = "1111111111111111111111111111111111111111111111111111111111111111";
const UNREACHED: &str = "2222222222222222222222222222222222222222222222222222222222222222";

fn listing(id: &str, name: &str) -> WalletListing {
    let link = |host: &str| Some(format!("https://{host}.example"));
    WalletListing {
        id: id.to_owned(),
        name: name.to_owned(),
        mobile_link: Some(format!("{}://", name.to_lowercase())),
        link_mode: link("marlin"),
        webapp_link: link("app"),
        chrome_store: link("chrome"),
        homepage: link("wallet"),
        ..WalletListing::default()
    }
}

fn server() -> Server {
    let relay = |host: &str, wallets| WalletConnectRelay {
        url: format!("wss://{host}.example"),
        project_id: host.to_owned(),
        wallets,
    };
    Server {
        wallets: vec![listing(REACHED, "Marlin"), listing(UNREACHED, "Basalt")],
        relays: vec![
            relay("public", ReachedWallets::Listed(vec![REACHED.to_owned()])),
            relay("own", ReachedWallets::default()),
        ],
        counts: true,
        ..Server::default()
    }
}

fn phone(connect: Reaction) -> Wallet {
    let quirks = Quirks { connect, ..Quirks::default() };
    Wallet::new(ANY_PHONE, "Marlin Mobile", ANVIL, DEV_CHAIN, quirks).in_module(PHONES)
}

fn on_phone() -> Config {
    Config { is_mobile: true, store: Some(WayKind::PlayStore), ..config() }
}

fn with_options(options: &str) -> Config {
    Config { options: from_text(options).unwrap(), ..config() }
}

fn page(config: Config, connect: Reaction) -> Sim {
    page_of(config, phone(connect))
}

fn page_of(config: Config, phone: Wallet) -> Sim {
    let mut sim = Sim::of(vec![phone], server(), config);
    sim.send(&Intent::Open { view: None, namespace: None });
    sim.run_for(1_000);
    sim.transcript();
    sim
}

fn choose(sim: &mut Sim, wallet: &str) {
    let wallet = wallet.to_owned();
    sim.send(&Intent::Connect { wallet, namespace: None, is_double: None });
}

fn handoff(sim: &Sim) -> Handoff {
    read(sim.page().state.connect.handoff.as_ref().unwrap()).unwrap()
}

fn view(sim: &Sim) -> View {
    sim.page().state.route.view()
}

fn status(sim: &Sim, namespace: Namespace) -> Option<Status> {
    sim.page().state.accounts.get(namespace).map(|it| it.status)
}

fn name(sim: &Sim) -> String {
    let page = sim.page();
    let account = page.state.accounts.get(Namespace::Eip155).unwrap();
    account.connected_wallet_info.clone().unwrap().name
}

fn counted(sim: &Sim) -> String {
    to_text(&sim.page().tracked)
}

fn relays(sim: &Sim) -> Vec<String> {
    sim.page().relays_asked.iter().map(|it| it.project_id.clone()).collect()
}

fn is_offered(sim: &Sim) -> bool {
    sim.page().state.connect.offered_in.is_some()
}

fn on(config: Config, options: &str) -> Config {
    Config { options: from_text(options).unwrap(), ..config }
}
