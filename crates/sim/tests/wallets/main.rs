//! The wallets of the directory and of the browser. Each file plays one subject; what they start from is here.
#![allow(clippy::unwrap_used)]

mod asking;
mod coming_back;
mod list;
mod options;
mod searching;
mod ways;

use engine::{Config, Intent, View};
use sim::directory::listings;
use sim::{ANVIL, DEV_CHAIN, Quirks, Server, Sim, Wallet, config};
use wire::from_text;

fn host(options: &str) -> Config {
    Config { options: from_text(options).unwrap(), ..config() }
}

fn server() -> Server {
    Server { wallets: listings(), ..Server::default() }
}

fn harbor() -> Wallet {
    Wallet::new("example.harbor", "Harbor", ANVIL, DEV_CHAIN, Quirks::default())
}

fn opened(server: Server, options: &str) -> Sim {
    let mut sim = Sim::of(vec![harbor()], server, host(options));
    sim.run_for(500);
    sim.send(&Intent::Open { view: None, namespace: None });
    sim.run_for(500);
    sim
}

fn on_all(server: Server, options: &str) -> Sim {
    let mut sim = opened(server, options);
    sim.send(&Intent::Show { view: View::AllWallets });
    sim
}

fn asked(sim: &Sim) -> Vec<String> {
    let page = sim.page();
    let asked = page.fetched.iter().filter(|url| url.contains("/getWallets"));
    asked.map(|url| url.split("&page").last().unwrap().to_owned()).collect()
}

fn search(text: &str) -> Intent {
    Intent::Search { text: text.to_owned(), is_certified: false }
}

fn names(sim: &Sim) -> Vec<String> {
    sim.page().state.directory.rows.iter().map(|row| row.name.clone()).collect()
}
