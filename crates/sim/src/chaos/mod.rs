//! Random walks: a person, wallets, a host, other tabs and a network that do anything at any moment.
//!
//! `wallets.rs` is who is there, `moves.rs` what they do, `person.rs` what a person does; `seen.rs` is what
//! shows of it, `legal.rs` what must hold afterwards in a tab, `across.rs` between two.

mod across;
mod legal;
mod moves;
mod person;
mod seen;
mod wallets;

use engine::{Ask, Intent, WayKind};
use protocol::caip::{ChainId, Namespace};
use wire::{Json, from_text};

use across::{Before, same_everywhere};
use legal::left_over;
pub use seen::Step;
use seen::shown;
use wallets::{beside_eip155, directory, wallets};

use crate::chance::Chance;
use crate::server::Server;
use crate::sim::{Sim, config};
use crate::tabs::Tabs;

/// One walk.
pub struct Walk {
    chance: Chance,
    tabs: Option<Tabs>,
    /// The tab in which something was done last.
    at: usize,
    /// Wallets are as they say, and nothing happens to the storage but what the tabs do: then a page
    /// that is opened anew shows the same.
    is_honest: bool,
    /// The steps so far.
    pub steps: Vec<Step>,
}

const OPTIONS: [&str; 5] = [
    "{}",
    "{}",
    r#"{"allowUnsupportedChain":true}"#,
    r#"{"enableNetworkSwitch":false,"features":{"collapseWallets":true}}"#,
    r#"{"termsConditionsUrl":"https://site.example/t","features":{"legalCheckbox":true}}"#,
];

/// The longest that a flow takes in which nobody answers: a wallet elsewhere, which has a quarter of an hour
/// each time, is asked to switch, to add the network and to switch again.
const LONGEST_FLOW_MS: u64 = 3 * 900_000 + 50_000;

impl Walk {
    /// A walk that starts on a page just opened.
    pub fn new(seed: u64) -> Self {
        let mut chance = Chance::new(seed);
        let is_honest = chance.one_in(2);
        let wallets = wallets(&mut chance, is_honest);
        let mut config = config();
        config.networks.extend(beside_eip155());
        config.is_mobile = chance.one_in(4);
        config.store = chance.pick(if config.is_mobile {
            &[Some(WayKind::AppStore), Some(WayKind::PlayStore)]
        } else {
            &[Some(WayKind::ChromeStore), None]
        });
        config.options = from_text(chance.pick(&OPTIONS)).expect("options are JSON");
        let server = Server {
            wallets: directory(),
            counts: chance.one_in(2),
            second_half_delay_ms: chance.pick(&[0, 0, 200, 3_000]),
            ..Server::default()
        };
        let mut tabs = Tabs::new(Sim::seeded(wallets, server, config, seed));
        if chance.one_in(3) {
            tabs.open();
        }
        if chance.one_in(2) {
            // Much of what can happen happens to whoever is connected.
            tabs.run_for(3_000);
            let first = tabs[0].page().wallets.first().map(|it| (it.id.clone(), it.namespace));
            if let Some((wallet, namespace)) = first {
                let intent =
                    Intent::Connect { wallet, namespace: Some(namespace), is_double: None };
                tabs.turn(0, |sim| sim.send(&intent));
                tabs.run_for(10_000);
            }
        }
        Walk { chance, tabs: Some(tabs), at: 0, is_honest, steps: Vec::new() }
    }

    /// Takes a step in one of the tabs and checks what must hold after each.
    ///
    /// # Errors
    /// The invariant that was broken.
    pub fn step(&mut self) -> Result<(), String> {
        let mut tabs = self.tabs.take().expect("a walk has its world");
        let stays = self.at < tabs.count() && is_rare(&shown(&tabs[self.at]));
        if !stays || self.chance.one_in(4) {
            self.at = self.chance.below(tabs.count());
        }
        let at = self.at;
        let before = Before::of(&tabs, at);
        let kind = self.act(&mut tabs, at);
        let verdict = before.judge(&tabs, &kind);
        for tab in 0..tabs.count() {
            let mark = if tab == at { "•" } else { "·" };
            tabs[tab].page().note(&format!("{mark} {kind}"));
        }
        before.tell(&tabs, &kind, &mut self.steps);
        self.tabs = Some(tabs);
        verdict
    }

    /// What happened in each tab, in lines.
    pub fn transcripts(&mut self) -> String {
        self.tabs.as_mut().map(Tabs::transcripts).unwrap_or_default()
    }

    fn act(&mut self, tabs: &mut Tabs, at: usize) -> String {
        let view = shown(&tabs[at]);
        let is_rare = is_rare(&view);
        match self.chance.below(10) {
            _ if view == "SwitchNetwork" && self.chance.one_in(4) => self.time(tabs),
            _ if view == "SwitchNetwork" && self.chance.one_in(8) => {
                tabs.reload(at);
                "reload".to_owned()
            }
            _ if view == "UnsupportedChain" && self.chance.one_in(2) => {
                tabs.turn(at, |sim| self.wallet(sim))
            }
            _ if is_rare && self.chance.one_in(2) => tabs.turn(at, |sim| self.person(sim)),
            _ if is_rare && self.chance.one_in(4) => tabs.turn(at, |sim| self.wallet(sim)),
            0..=3 => tabs.turn(at, |sim| self.person(sim)),
            4 | 5 => self.time(tabs),
            6 => tabs.turn(at, |sim| self.wallet(sim)),
            7 => tabs.turn(at, |sim| self.host(sim)),
            8 if self.chance.one_in(2) => self.network(tabs, at),
            8 if self.chance.one_in(2) => open_or_close(tabs, at),
            8 => self.tab(tabs, at),
            _ if self.chance.one_in(3) => {
                tabs.reload(at);
                "reload".to_owned()
            }
            _ => tabs.turn(at, |sim| self.wallet_changes(sim)),
        }
    }

    /// Ends the walk: the person closes the dialogs and waits. Nothing may be left over, and whoever
    /// opens the page anew finds what it showed.
    ///
    /// # Errors
    /// What was left over, or differs.
    pub fn finish(&mut self) -> Result<(), String> {
        let tabs = self.tabs.as_mut().expect("a walk has its world");
        for wait_ms in [LONGEST_FLOW_MS, 1_000] {
            for at in 0..tabs.count() {
                tabs.turn(at, |sim| sim.send(&Intent::Close));
            }
            tabs.run_for(wait_ms);
        }
        for at in 0..tabs.count() {
            left_over(&tabs[at])?;
        }
        if self.is_honest { same_everywhere(tabs) } else { Ok(()) }
    }

    fn time(&mut self, tabs: &mut Tabs) -> String {
        tabs.run_for(self.chance.pick(&[1, 100, 100, 150, 1_000, 3_000, 11_000, 31_000, 301_000]));
        "time".to_owned()
    }

    fn host(&mut self, sim: &mut Sim) -> String {
        let method = self.chance.pick(&[
            "eth_accounts",
            "eth_requestAccounts",
            "wallet_requestPermissions",
            "wallet_switchEthereumChain",
            "wallet_revokePermissions",
            "solana_requestAccounts",
            "solana_getAccounts",
        ]);
        if self.chance.one_in(4) {
            let chain = self.chain();
            sim.ask(&Ask::SwitchNetwork { chain: Some(chain) });
            return "ask switchNetwork".to_owned();
        }
        if self.chance.one_in(8) {
            return self.configure(sim);
        }
        let params = Some(Json::list([Json::object([("chainId", Json::text("0x1"))])]));
        let namespace =
            if method.starts_with("solana") { Namespace::Solana } else { Namespace::Eip155 };
        sim.ask(&Ask::Request { namespace, method: method.to_owned(), params });
        format!("ask {method}")
    }

    /// The host has other options, and takes a network away or has all of them again.
    fn configure(&mut self, sim: &mut Sim) -> String {
        let given = &mut sim.config;
        given.options = from_text(self.chance.pick(&OPTIONS)).expect("options are JSON");
        if self.chance.one_in(2) {
            given.networks.remove(self.chance.below(given.networks.len()));
        } else {
            given.networks = [config().networks, beside_eip155()].concat();
        }
        let is_left =
            |wanted: &ChainId| given.networks.iter().any(|it| it.caip_network_id == *wanted);
        given.default_network = config().default_network.filter(is_left);
        let config = given.clone();
        sim.send(&Intent::Configure { config });
        "configure".to_owned()
    }

    fn network(&mut self, tabs: &mut Tabs, at: usize) -> String {
        let fails_with = self.chance.pick(&[None, Some(500), Some(429), Some(200)]);
        let what = self.chance.below(if self.is_honest { 3 } else { 5 });
        for tab in 0..tabs.count() {
            let mut page = tabs[tab].page();
            match what {
                0 => page.server.is_down = !page.server.is_down,
                1 => page.server.fails_with = fails_with,
                2 => page.is_copy_blocked = !page.is_copy_blocked,
                3 => page.is_storage_full = !page.is_storage_full,
                _ => {}
            }
        }
        if what == 4 {
            let key = self.chance.pick(&["snapshot", "eip155:connection", "active-network"]);
            let value =
                self.chance.pick(&["", "{", "{\"v\":2,\"value\":{}}", "{\"v\":1,\"value\":7}"]);
            tabs.turn(at, |sim| {
                sim.page().storage.set_item(&format!("@latchkit/default:{key}"), value);
            });
        }
        "network".to_owned()
    }

    /// The page comes back from the cache, or somebody else, of whom nothing else is known, stored
    /// something or cleared the storage.
    fn tab(&mut self, tabs: &mut Tabs, at: usize) -> String {
        if self.is_honest || self.chance.one_in(3) {
            let is_cleared = self.chance.one_in(2);
            tabs.turn(at, |sim| {
                if is_cleared {
                    sim.page().storage.clear();
                }
                sim.tab("resumed", None);
            });
            return if is_cleared { "cleared" } else { "resumed" }.to_owned();
        }
        let key = self.chance.pick(&["eip155:connection", "solana:connection", "recent-wallets"]);
        let value = self.chance.pick(&[
            "{broken",
            r#"{"v":1,"value":{"connector":"example.wallet0","isDisconnected":false}}"#,
            r#"{"v":1,"value":{"connector":"example.wallet1","isDisconnected":true}}"#,
        ]);
        let key = format!("@latchkit/default:{key}");
        tabs.turn(at, |sim| {
            sim.page().storage.set_item(&key, value);
            let stored = Json::object([("key", Json::Text(key)), ("value", Json::text(value))]);
            sim.tab("stored", Some(stored));
        });
        "stored".to_owned()
    }
}

/// The site is opened in another tab, or one of two is closed.
fn open_or_close(tabs: &mut Tabs, at: usize) -> String {
    if tabs.count() == 1 {
        tabs.open();
        return "another tab".to_owned();
    }
    tabs.close(at);
    "closed tab".to_owned()
}

/// Where much can happen that seldom does.
fn is_rare(view: &str) -> bool {
    matches!(
        view,
        "Account" | "Networks" | "UnsupportedChain" | "SwitchNetwork" | "SwitchActiveChain"
    )
}
