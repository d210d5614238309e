//! Random walks: a person, wallets, a host, other tabs and a network that do anything at any moment.
//!
//! `wallets.rs` is who is there, `person.rs` what a person does, `legal.rs` what must hold afterwards.

mod legal;
mod person;
mod wallets;

use engine::{Ask, ConnectStep, Intent, Status};
use protocol::caip::{ChainId, Namespace};
use protocol::rpc::{DISCONNECTED, TRY_AGAIN_LATER};
use wire::{Json, Word, from_text};

use legal::{at_rest, attempted, forgotten, legal};
use wallets::{addresses, beside_eip155, quirks, wallets};

use crate::chance::Chance;
use crate::directory::listings;
use crate::server::Server;
use crate::sim::{DEV_CHAIN, ETHEREUM, Sim, config};
use crate::wallet::{Wallet, hex};

/// What happened while a view was shown: the view, the kind of an op or intent, its outcome.
pub type Step = (String, String, String);

/// One walk.
pub struct Walk {
    chance: Chance,
    sim: Option<Sim>,
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
impl Walk {
    /// A walk that starts on a page just opened.
    pub fn new(seed: u64) -> Self {
        let mut chance = Chance::new(seed);
        let wallets = wallets(&mut chance);
        let mut config = config();
        config.networks.extend(beside_eip155());
        config.is_mobile = chance.one_in(4);
        config.options = from_text(chance.pick(&OPTIONS)).expect("options are JSON");
        let server = Server {
            wallets: listings()[..100].to_vec(),
            counts: chance.one_in(2),
            second_half_delay_ms: chance.pick(&[0, 0, 200, 3_000]),
            ..Server::default()
        };
        let mut sim = Sim::seeded(wallets, server, config, seed);
        if chance.one_in(2) {
            // Much of what can happen happens to whoever is connected.
            sim.run_for(3_000);
            let first = sim.page().wallets.first().map(|it| (it.id.clone(), it.namespace));
            if let Some((wallet, namespace)) = first {
                sim.send(&Intent::Connect { wallet, namespace: Some(namespace) });
                sim.run_for(10_000);
            }
        }
        Walk { chance, sim: Some(sim), steps: Vec::new() }
    }

    /// Takes a step and checks what must hold after each.
    ///
    /// # Errors
    /// The invariant that was broken.
    pub fn step(&mut self) -> Result<(), String> {
        let mut sim = self.sim.take().expect("a walk has its world");
        let view = shown(&sim);
        let attempted = attempted(&sim);
        let is_rare = matches!(
            &*view,
            "Account" | "Networks" | "UnsupportedChain" | "SwitchNetwork" | "SwitchActiveChain"
        );
        let kind = match self.chance.below(10) {
            _ if view == "SwitchNetwork" && self.chance.one_in(4) => self.time(&mut sim),
            _ if is_rare && self.chance.one_in(2) => self.person(&mut sim),
            _ if is_rare && self.chance.one_in(4) => self.wallet(&mut sim),
            0..=3 => self.person(&mut sim),
            4 | 5 => self.time(&mut sim),
            6 => self.wallet(&mut sim),
            7 => self.host(&mut sim),
            8 if self.chance.one_in(2) => self.network(&mut sim),
            8 => self.tab(&mut sim),
            _ if self.chance.one_in(3) => {
                sim = sim.reload();
                "reload".to_owned()
            }
            _ => self.wallet_changes(&mut sim),
        };
        let outcome = outcome(&sim);
        let verdict = legal(&sim).and_then(|()| match &*kind {
            "cleared" => forgotten(&sim),
            "close" | "back" | "open" | "show" => {
                attempted.map_or(Ok(()), |namespace| at_rest(&sim, namespace))
            }
            _ => Ok(()),
        });
        self.steps.push((view, kind, outcome));
        self.sim = Some(sim);
        verdict
    }

    /// Ends the walk: the person closes the dialog and waits. Nothing may be left over.
    ///
    /// # Errors
    /// What was left over.
    pub fn finish(mut self) -> Result<(), String> {
        let mut sim = self.sim.take().expect("a walk has its world");
        sim.send(&Intent::Close);
        sim.run_for(400_000);
        sim.send(&Intent::Close);
        sim.run_for(1_000);
        legal(&sim)?;
        let page = sim.page();
        if page.state.modal.open {
            return Err("the dialog does not close".to_owned());
        }
        if page.state.accounts.iter().any(|(_, it)| it.status == Status::Connecting) {
            return Err("somebody is connecting for ever".to_owned());
        }
        let left: Vec<_> = page
            .running
            .iter()
            .filter(|(_, kind)| !matches!(&**kind, "wallets" | "events" | "tab"))
            .collect();
        if !left.iter().all(|(_, kind)| kind == "request" || kind == "module") {
            return Err(format!("ops outlive their flows: {left:?}"));
        }
        // A request of the host to its wallet waits for the person as long as the host does.
        let asked = left.len();
        let streams = page.running.len() - asked;
        if streams > 6 {
            return Err(format!("streams are left over: {:?}", page.running));
        }
        Ok(())
    }

    fn time(&mut self, sim: &mut Sim) -> String {
        sim.run_for(self.chance.pick(&[1, 100, 100, 150, 1_000, 3_000, 11_000, 31_000, 301_000]));
        "time".to_owned()
    }

    fn wallet(&mut self, sim: &mut Sim) -> String {
        let count = sim.page().wallets.len();
        if count == 0 {
            return "no wallet".to_owned();
        }
        let connected = {
            let page = sim.page();
            let mut accounts = page.state.accounts.iter();
            accounts.find_map(|(namespace, it)| {
                let carrier = it.connected_wallet_info.as_ref()?.carrier.as_ref()?;
                page.wallet_at(carrier, namespace)
            })
        };
        let index = match connected {
            Some(index) if !self.chance.one_in(4) => index,
            _ => self.chance.below(count),
        };
        let (namespace, is_phone) = {
            let page = sim.page();
            (page.wallets[index].namespace, page.wallets[index].module.is_some())
        };
        let code = |code: i32| Json::object([("code", Json::Number(code.to_string().into()))]);
        // Mostly in the words of its kind, at times in those of the other.
        let is_injected = (namespace == Namespace::Eip155 && !is_phone) != self.chance.one_in(8);
        let account = |it: &&str| {
            let text = Json::text(it);
            if is_injected { text } else { Json::object([("address", text)]) }
        };
        let listed = |them: &[&str]| Json::list(them.iter().map(account));
        let (name, value) = match self.chance.below(8) {
            0 => ("accountsChanged", listed(&[])),
            1 => {
                let [first, other] = addresses(namespace);
                ("accountsChanged", listed(&[other, first]))
            }
            2 => ("accountsChanged", Json::text("junk")),
            3 | 7 => {
                let number = self.chance.pick(&[DEV_CHAIN, ETHEREUM, 99_999, 99_999]);
                let chain = match (is_injected, namespace) {
                    (true, _) => hex(number),
                    (false, namespace) => {
                        let mut networks = beside_eip155().into_iter();
                        let own = networks.find(|it| it.chain_namespace == namespace);
                        own.map_or(ChainId::eip155(number), |it| it.caip_network_id).text()
                    }
                };
                ("chainChanged", Json::Text(chain))
            }
            4 => ("chainChanged", Json::Null),
            5 => ("disconnect", code(TRY_AGAIN_LATER)),
            _ => ("disconnect", code(DISCONNECTED)),
        };
        sim.emit(index, name, &value);
        if is_phone { format!("phone {name}") } else { name.to_owned() }
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

    fn network(&mut self, sim: &mut Sim) -> String {
        let mut page = sim.page();
        match self.chance.below(5) {
            0 => page.server.is_down = !page.server.is_down,
            1 => {
                page.server.fails_with = self.chance.pick(&[None, Some(500), Some(429), Some(200)]);
            }
            2 => page.is_storage_full = !page.is_storage_full,
            3 => page.is_copy_blocked = !page.is_copy_blocked,
            _ => {
                let key = self.chance.pick(&["snapshot", "eip155:connection", "active-network"]);
                let value =
                    self.chance.pick(&["", "{", "{\"v\":2,\"value\":{}}", "{\"v\":1,\"value\":7}"]);
                page.set_item(&format!("@latchkit/default:{key}"), value);
            }
        }
        "network".to_owned()
    }

    /// Another tab stored something or cleared the storage, or the page comes back from the cache.
    fn tab(&mut self, sim: &mut Sim) -> String {
        if self.chance.one_in(3) {
            let is_cleared = self.chance.one_in(2);
            if is_cleared {
                sim.page().storage.clear();
            }
            sim.tab("resumed", None);
            return if is_cleared { "cleared" } else { "resumed" }.to_owned();
        }
        let key = self.chance.pick(&["eip155:connection", "solana:connection", "recent-wallets"]);
        let value = self.chance.pick(&[
            "{broken",
            r#"{"v":1,"value":{"connector":"example.wallet0","isDisconnected":false}}"#,
            r#"{"v":1,"value":{"connector":"example.wallet1","isDisconnected":true}}"#,
        ]);
        let key = format!("@latchkit/default:{key}");
        sim.page().set_item(&key, value);
        let stored = Json::object([("key", Json::Text(key)), ("value", Json::text(value))]);
        sim.tab("stored", Some(stored));
        "stored".to_owned()
    }

    fn wallet_changes(&mut self, sim: &mut Sim) -> String {
        let mut page = sim.page();
        let count = page.wallets.len();
        if count == 0 {
            return "no wallet".to_owned();
        }
        let index = self.chance.below(count);
        let quirks = quirks(&mut self.chance);
        if self.chance.one_in(4) && page.wallets[index].module.is_none() {
            // Another object under the uuid and the id that everybody on the page has heard.
            let thief = Wallet { quirks, is_permitted: true, ..page.wallets[index].clone() };
            drop(page);
            sim.install(thief);
            return "thief".to_owned();
        }
        if self.chance.one_in(3) && page.wallets[index].module.is_some() {
            drop(page);
            sim.trap_modules();
            return "trap".to_owned();
        }
        page.wallets[index].quirks = quirks;
        "wallet changes".to_owned()
    }
}

/// The tag of an intent.
fn word(text: &str) -> String {
    text.split('"').nth(3).unwrap_or_default().to_owned()
}

fn shown(sim: &Sim) -> String {
    let page = sim.page();
    if page.state.modal.open {
        page.state.route.view().word().to_owned()
    } else {
        "closed".to_owned()
    }
}

fn outcome(sim: &Sim) -> String {
    let page = sim.page();
    match &page.state.connect.step {
        ConnectStep::Failed { error } => word(&wire::to_text(error)),
        ConnectStep::Choosing => "choosing".to_owned(),
        ConnectStep::Waiting { .. } => "waiting".to_owned(),
        ConnectStep::Idle => {
            if let Some(target) = &page.state.networks.target {
                return target.step.word().to_owned();
            }
            let active = page.state.networks.active.as_ref().map(|chain| chain.namespace);
            let account = page.state.accounts.get(active.unwrap_or(Namespace::Eip155));
            account.map_or("none", |account| account.status.word()).to_owned()
        }
    }
}
