//! Random walks: a person, wallets, a host and a network that do anything at any moment.

use engine::{Ask, ConnectStep, Intent, Status, View};
use protocol::caip::{ChainId, Namespace};
use protocol::rpc::{RESOURCE_UNAVAILABLE, TRY_AGAIN_LATER, USER_REJECTED};
use wire::{Json, Word};

use crate::chance::Chance;
use crate::server::Server;
use crate::sim::{ANVIL, DEV_CHAIN, ETHEREUM, OTHER_ADDRESS, Sim};
use crate::wallet::{Quirks, Reaction, Wallet, hex};

/// What happened while a view was shown: the view, the kind of an op or intent, its outcome.
pub type Step = (String, String, String);

/// One walk.
pub struct Walk {
    chance: Chance,
    sim: Option<Sim>,
    /// The steps so far.
    pub steps: Vec<Step>,
}

const REACTIONS: [Reaction; 7] = [
    Reaction::Approves,
    Reaction::Approves,
    Reaction::Approves,
    Reaction::Refuses(USER_REJECTED),
    Reaction::Refuses(RESOURCE_UNAVAILABLE),
    Reaction::Hangs,
    Reaction::TalksJunk,
];

fn quirks(chance: &mut Chance) -> Quirks {
    Quirks {
        connect: chance.pick(&REACTIONS),
        switch: chance.pick(&REACTIONS),
        add: chance.pick(&REACTIONS),
        has_permissions: !chance.one_in(4),
        shares_nothing: chance.one_in(10),
        stays: chance.one_in(8),
        nests_4902: chance.one_in(3),
        only_adds: chance.one_in(4),
        lags_ms: chance.pick(&[0, 0, 300, 5_000]),
        writes_decimal: chance.one_in(6),
        tells_nothing: chance.one_in(6),
        answers_twice: chance.one_in(6),
        answer_ms: chance.pick(&[0, 1, 100, 2_000]),
        late_ms: chance.pick(&[0, 0, 500, 3_000]),
    }
}

impl Walk {
    /// A walk that starts on a page just opened.
    pub fn new(seed: u64) -> Self {
        let mut chance = Chance::new(seed);
        let wallets = (0..chance.below(4))
            .map(|index| {
                let chain = chance.pick(&[DEV_CHAIN, ETHEREUM, 137]);
                let id = format!("example.wallet{}", chance.pick(&[index, index, 0]));
                Wallet::new(&id, &format!("Wallet {index}"), ANVIL, chain, quirks(&mut chance))
            })
            .collect();
        let sim = Sim::seeded(wallets, Server::default(), seed);
        Walk { chance, sim: Some(sim), steps: Vec::new() }
    }

    /// Takes a step and checks what must hold after each.
    ///
    /// # Errors
    /// The invariant that was broken.
    pub fn step(&mut self) -> Result<(), String> {
        let mut sim = self.sim.take().expect("a walk has its world");
        let view = shown(&sim);
        let kind = match self.chance.below(10) {
            0..=3 => self.person(&mut sim),
            4 | 5 => self.time(&mut sim),
            6 => self.wallet(&mut sim),
            7 => self.host(&mut sim),
            8 => self.network(&mut sim),
            _ if self.chance.one_in(3) => {
                sim = sim.reload();
                "reload".to_owned()
            }
            _ => self.wallet_changes(&mut sim),
        };
        let outcome = outcome(&sim);
        self.steps.push((view, kind, outcome));
        let verdict = legal(&sim);
        self.sim = Some(sim);
        verdict
    }

    /// Ends the walk: the person closes the dialog and waits. Nothing may be left over.
    ///
    /// # Errors
    /// What was left over.
    pub fn rest(mut self) -> Result<(), String> {
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
        let left: Vec<_> = page
            .running
            .iter()
            .filter(|(_, kind)| !matches!(&**kind, "wallets" | "events" | "tab"))
            .collect();
        if !left.iter().all(|(_, kind)| kind == "request") {
            return Err(format!("ops outlive their flows: {left:?}"));
        }
        // A request of the host to its wallet waits for the person as long as the host does.
        let asked = left.len();
        let streams = page.running.len() - asked;
        if streams > 4 {
            return Err(format!("streams are left over: {:?}", page.running));
        }
        Ok(())
    }

    fn person(&mut self, sim: &mut Sim) -> String {
        let ids: Vec<String> =
            sim.page().state.catalog.rows.iter().map(|row| row.wallet.id.clone()).collect();
        let view = self.chance.pick(&[
            None,
            Some(View::Connect),
            Some(View::Account),
            Some(View::ConnectingExternal),
        ]);
        let chain = ChainId::eip155(self.chance.pick(&[DEV_CHAIN, ETHEREUM, 137]));
        let intent = match self.chance.below(10) {
            0 | 1 => Intent::Open { view: view.map(|it| it.word().to_owned()), namespace: None },
            2 => Intent::Close,
            3 => Intent::Back,
            4..=6 if !ids.is_empty() => {
                Intent::Connect { wallet: self.chance.pick(&ids), namespace: None }
            }
            7 => self.chance.pick(&[
                Intent::Retry,
                Intent::CopyAddress,
                Intent::DismissToast,
                Intent::RefreshBalance,
            ]),
            8 => Intent::SwitchNetwork { chain },
            9 => Intent::Disconnect { namespace: None },
            _ => Intent::Restore,
        };
        sim.send(&intent);
        word(&wire::to_text(&intent))
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
        let index = self.chance.below(count);
        let code = |code: i32| Json::object([("code", Json::Number(code.to_string().into()))]);
        let addresses = |them: &[&str]| Json::list(them.iter().map(|it| Json::text(it)));
        let (name, value) = match self.chance.below(7) {
            0 => ("accountsChanged", addresses(&[])),
            1 => ("accountsChanged", addresses(&[OTHER_ADDRESS, ANVIL])),
            2 => ("accountsChanged", Json::text("junk")),
            3 => {
                ("chainChanged", Json::Text(hex(self.chance.pick(&[DEV_CHAIN, ETHEREUM, 99_999]))))
            }
            4 => ("chainChanged", Json::Null),
            5 => ("disconnect", code(TRY_AGAIN_LATER)),
            _ => ("disconnect", code(4900)),
        };
        sim.emit(index, name, &value);
        name.to_owned()
    }

    fn host(&mut self, sim: &mut Sim) -> String {
        let method = self.chance.pick(&[
            "eth_accounts",
            "eth_requestAccounts",
            "wallet_requestPermissions",
            "wallet_switchEthereumChain",
            "wallet_revokePermissions",
        ]);
        if self.chance.one_in(4) {
            let chain = ChainId::eip155(self.chance.pick(&[DEV_CHAIN, ETHEREUM, 137]));
            sim.ask(&Ask::SwitchNetwork { chain });
            return "ask switchNetwork".to_owned();
        }
        let params = Some(Json::list([Json::object([("chainId", Json::text("0x1"))])]));
        sim.ask(&Ask::Request { namespace: Namespace::Eip155, method: method.to_owned(), params });
        format!("ask {method}")
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

    fn wallet_changes(&mut self, sim: &mut Sim) -> String {
        let mut page = sim.page();
        let count = page.wallets.len();
        if count > 0 {
            let index = self.chance.below(count);
            page.wallets[index].quirks = quirks(&mut self.chance);
        }
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
            let account = page.state.accounts.get(Namespace::Eip155);
            account.map_or("none", |account| account.status.word()).to_owned()
        }
    }
}

/// What must hold after every step.
fn legal(sim: &Sim) -> Result<(), String> {
    let page = sim.page();
    let state = &page.state;
    let view = state.route.view();
    let is_idle = state.connect.step == ConnectStep::Idle;
    if !state.modal.open && !is_idle {
        return Err("an attempt to connect goes on behind a closed dialog".to_owned());
    }
    if state.modal.open && (view == View::ConnectingExternal) == is_idle {
        return Err(format!("{view:?} shows while the attempt is {:?}", state.connect.step));
    }
    if matches!(state.connect.step, ConnectStep::Waiting { .. })
        && !page.running.iter().any(|(_, kind)| kind == "request" || kind == "sleep")
    {
        return Err("the view waits, and nothing is awaited".to_owned());
    }
    if state.route.history.is_empty() {
        return Err("no view shows".to_owned());
    }
    if let Some(account) = state.accounts.get(Namespace::Eip155) {
        let is_whole = account.address.is_some()
            && account.wallet.as_ref().is_some_and(|it| it.handle.is_some());
        if account.status == Status::Connected && !is_whole {
            return Err("connected without an account or a provider".to_owned());
        }
        if account.status == Status::Disconnected
            && (account.address.is_some() || account.balance.is_some())
        {
            return Err("disconnected with an account".to_owned());
        }
        if account.status == Status::Disconnected && state.modal.open && view == View::Account {
            return Err("Account shows nobody".to_owned());
        }
    }
    Ok(())
}
