//! Random walks: a person, wallets, a host and a network that do anything at any moment.

use engine::{Account, Ask, ConnectStep, Intent, Status, SwitchStep, View};
use protocol::caip::{ChainId, Namespace};
use protocol::rpc::{RESOURCE_UNAVAILABLE, TRY_AGAIN_LATER, USER_REJECTED};
use wire::{Json, Word, from_text};

use crate::chance::Chance;
use crate::directory::listings;
use crate::page::Page;
use crate::server::Server;
use crate::sim::{ANVIL, DEV_CHAIN, ETHEREUM, OTHER_ADDRESS, SOLANA_ADDRESS, Sim, config, solana};
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

const NAMESPACES: [Namespace; 3] = [Namespace::Eip155, Namespace::Eip155, Namespace::Solana];
const OPTIONS: [&str; 5] = [
    "{}",
    "{}",
    r#"{"allowUnsupportedChain":true}"#,
    r#"{"enableNetworkSwitch":false,"features":{"collapseWallets":true}}"#,
    r#"{"termsConditionsUrl":"https://site.example/t","features":{"legalCheckbox":true}}"#,
];
/// Where a person can want to go at any moment.
const VIEWS: [View; 7] = [
    View::Connect,
    View::ConnectWallets,
    View::AllWallets,
    View::Networks,
    View::GetWallet,
    View::WhatIsAWallet,
    View::Account,
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
        let wallets = (0..chance.below(5))
            .map(|index| {
                let chain = chance.pick(&[DEV_CHAIN, ETHEREUM, 137]);
                let id = format!("example.wallet{}", chance.pick(&[index, index, 0]));
                let name = format!("Wallet {}", chance.pick(&[index, index, 0]));
                let namespace = chance.pick(&NAMESPACES);
                let address = if namespace == Namespace::Solana { SOLANA_ADDRESS } else { ANVIL };
                Wallet::new(&id, &name, address, chain, quirks(&mut chance)).of(namespace)
            })
            .collect();
        let mut config = config();
        config.networks.push(solana());
        config.is_mobile = chance.one_in(4);
        config.options = from_text(chance.pick(&OPTIONS)).expect("options are JSON");
        let server = Server {
            wallets: listings()[..100].to_vec(),
            counts: chance.one_in(2),
            ..Server::default()
        };
        let sim = Sim::seeded(wallets, server, config, seed);
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
            8 if self.chance.one_in(2) => self.network(&mut sim),
            8 => self.tab(&mut sim),
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
        if streams > 5 {
            return Err(format!("streams are left over: {:?}", page.running));
        }
        Ok(())
    }

    fn person(&mut self, sim: &mut Sim) -> String {
        let intent = self.intent(sim);
        sim.send(&intent);
        word(&wire::to_text(&intent))
    }

    fn intent(&mut self, sim: &Sim) -> Intent {
        let view = self.chance.pick(&VIEWS);
        let namespace = self.namespace();
        match self.chance.below(16) {
            0 | 1 => {
                let view = self.chance.one_in(2).then(|| view.word().to_owned());
                Intent::Open { view, namespace }
            }
            2 => self.chance.pick(&[Intent::Close, Intent::Dismiss]),
            3 => Intent::Back,
            4..=8 => self.choice(sim, namespace),
            9 => self.chance.pick(&[
                Intent::Retry,
                Intent::CopyAddress,
                Intent::DismissToast,
                Intent::RefreshBalance,
                Intent::ConnectNamespace,
            ]),
            10 => Intent::SwitchNetwork { chain: self.chain() },
            11 => Intent::Disconnect { namespace },
            12 => Intent::Show { view },
            13 => self.chance.pick(&[
                Intent::Search { text: "harb".to_owned(), is_certified: false },
                Intent::Search { text: String::new(), is_certified: true },
                Intent::MoreWallets,
            ]),
            14 => Intent::AcceptTerms { is_accepted: !self.chance.one_in(3) },
            _ => Intent::Restore,
        }
    }

    /// A wallet that shows somewhere.
    fn choice(&mut self, sim: &Sim, namespace: Option<Namespace>) -> Intent {
        let page = sim.page();
        let listed = page.state.catalog.rows.iter().map(|row| row.wallet.id.clone());
        let all = page.state.directory.rows.iter().take(3).map(|row| row.id.clone());
        let ids: Vec<String> = listed.chain(all).collect();
        let wallet = if ids.is_empty() { String::new() } else { self.chance.pick(&ids) };
        Intent::Connect { wallet, namespace }
    }

    fn namespace(&mut self) -> Option<Namespace> {
        self.chance.pick(&[None, None, None, Some(Namespace::Eip155), Some(Namespace::Solana)])
    }

    fn chain(&mut self) -> ChainId {
        match self.chance.below(4) {
            0 => solana().id,
            _ => ChainId::eip155(self.chance.pick(&[DEV_CHAIN, ETHEREUM, 137])),
        }
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
            "solana_requestAccounts",
            "solana_getAccounts",
        ]);
        if self.chance.one_in(4) {
            let chain = self.chain();
            sim.ask(&Ask::SwitchNetwork { chain });
            return "ask switchNetwork".to_owned();
        }
        let params = Some(Json::list([Json::object([("chainId", Json::text("0x1"))])]));
        let namespace =
            if method.starts_with("solana") { Namespace::Solana } else { Namespace::Eip155 };
        sim.ask(&Ask::Request { namespace, method: method.to_owned(), params });
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

    /// Another tab stored something, or the page comes back from the cache.
    fn tab(&mut self, sim: &mut Sim) -> String {
        if self.chance.one_in(3) {
            sim.tab("resumed", None);
            return "resumed".to_owned();
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
            if let Some(target) = &page.state.networks.target {
                return target.step.word().to_owned();
            }
            let active = page.state.networks.active.as_ref().map(|chain| chain.namespace);
            let account = page.state.accounts.get(active.unwrap_or(Namespace::Eip155));
            account.map_or("none", |account| account.status.word()).to_owned()
        }
    }
}

/// What must hold after every step.
fn legal(sim: &Sim) -> Result<(), String> {
    let page = sim.page();
    legal_views(&page)?;
    for (namespace, account) in page.state.accounts.iter() {
        legal_account(&page, namespace, account)?;
    }
    Ok(())
}

fn legal_views(page: &Page) -> Result<(), String> {
    let state = &page.state;
    let view = state.route.view();
    let step = &state.connect.step;
    let is_idle = *step == ConnectStep::Idle;
    if !state.modal.open && (!is_idle || state.networks.target.is_some()) {
        return Err("something goes on behind a closed dialog".to_owned());
    }
    let shows_attempt = match view {
        View::ConnectingExternal => !is_idle && *step != ConnectStep::Choosing,
        View::ConnectingMultiChain => *step == ConnectStep::Choosing,
        _ => is_idle,
    };
    if state.modal.open && !shows_attempt {
        return Err(format!("{view:?} shows while the attempt is {step:?}"));
    }
    let shows_target = match view {
        View::SwitchNetwork => {
            state.networks.target.as_ref().is_some_and(|it| it.step != SwitchStep::NeedsWallet)
        }
        View::SwitchActiveChain => state.networks.target.is_some(),
        _ => true,
    };
    if state.modal.open && !shows_target {
        return Err(format!("{view:?} shows while the target is {:?}", state.networks.target));
    }
    let is_waiting = matches!(step, ConnectStep::Waiting { .. })
        || state.networks.target.as_ref().is_some_and(|it| it.step == SwitchStep::Waiting);
    if is_waiting && !page.running.iter().any(|(_, kind)| kind == "request" || kind == "sleep") {
        return Err("the view waits, and nothing is awaited".to_owned());
    }
    if view == View::Downloads && state.directory.chosen.is_none() {
        return Err("Downloads is about no wallet".to_owned());
    }
    if state.route.history.is_empty() {
        return Err("no view shows".to_owned());
    }
    let active = state.networks.active.as_ref().and_then(|it| state.accounts.get(it.namespace));
    let is_nobody_there = active.is_none_or(|it| it.address.is_none());
    if state.modal.open && view == View::Account && is_nobody_there {
        return Err("Account shows nobody".to_owned());
    }
    Ok(())
}

fn legal_account(page: &Page, namespace: Namespace, account: &Account) -> Result<(), String> {
    let told = |what: &str| Err(format!("{}: {what}", namespace.word()));
    let handle = account.wallet.as_ref().and_then(|it| it.handle);
    match account.status {
        Status::Connected if account.address.is_none() || handle.is_none() => {
            told("connected without an account or a provider")
        }
        Status::Disconnected if account.address.is_some() || account.balance.is_some() => {
            told("disconnected with an account")
        }
        Status::Connected
            if account.chain.as_ref().is_some_and(|chain| chain.namespace != namespace) =>
        {
            told("on a chain of another ecosystem")
        }
        Status::Connected
            if handle.is_some_and(|it| page.wallets[it as usize].namespace != namespace) =>
        {
            told("connected by a wallet of another ecosystem")
        }
        _ => Ok(()),
    }
}
