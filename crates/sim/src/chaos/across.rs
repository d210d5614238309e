//! What must hold between the tabs of a browser: what one of them does leaves the others as they are, but
//! for what is common to all.

use engine::{Account, Carrier, Status};
use protocol::caip::Namespace;
use wire::Word;

use super::legal::{at_rest, attempted, forgotten, legal};
use super::seen::{Step, outcome, shown};
use crate::page::Page;
use crate::sim::Sim;
use crate::tabs::Tabs;

/// What is nobody's business but that of the tab in which it is done.
const PRIVATE: &[&str] = &[
    "open",
    "close",
    "dismiss",
    "back",
    "show",
    "search",
    "moreWallets",
    "acceptTerms",
    "dismissToast",
    "copyAddress",
    "refreshBalance",
    "showCode",
    "useAccount",
    "connectNamespace",
    "configure",
    "reload",
];

/// How it stands before a step.
pub(super) struct Before {
    at: usize,
    attempted: Option<Namespace>,
    connected: Vec<Namespace>,
    tabs: Vec<Seen>,
}

/// What is seen of a tab.
struct Seen {
    view: String,
    outcome: String,
    /// It would hear of a storage that is cleared: browsers tell of one that held something.
    has_stored: bool,
    /// No wallet is asked there, and whoever is stored, or in the tab of the step, is there: nobody comes back,
    /// nor may.
    is_at_rest: bool,
    /// How often its engine has said something new.
    published: u64,
}

impl Before {
    /// Before a step in tab `at`.
    pub(super) fn of(tabs: &Tabs, at: usize) -> Self {
        // A storage that is full tells nobody of them until something can be written again.
        let here = connected(&tabs[at]);
        let lacks_shown = |tab: usize| here.iter().any(|it| !connected(&tabs[tab]).contains(it));
        let seen = |tab: usize| {
            let (view, outcome) = (shown(&tabs[tab]), outcome(&tabs[tab]));
            let lacks_shown = lacks_shown(tab);
            let page = tabs[tab].page();
            let asks = |(_, kind): &(u32, String)| kind == "request" || kind == "module";
            let is_waiting = page.running.iter().any(asks);
            let is_at_rest = !is_waiting && !lacks_stored(&page) && !lacks_shown;
            let (has_stored, published) = (!page.storage.items().is_empty(), page.published);
            Seen { view, outcome, has_stored, is_at_rest, published }
        };
        Before {
            at,
            attempted: attempted(&tabs[at]),
            connected: connected(&tabs[at]),
            tabs: (0..tabs.count()).map(seen).collect(),
        }
    }

    /// The tabs that are there before and after the step, but for the one in which it was done.
    fn others(&self, tabs: &Tabs) -> Vec<usize> {
        let is_same = tabs.count() == self.tabs.len();
        (0..tabs.count()).filter(|tab| is_same && *tab != self.at).collect()
    }

    /// Writes down what happened: in the tab of the step, and in the others what that changed there.
    pub(super) fn tell(self, tabs: &Tabs, kind: &str, steps: &mut Vec<Step>) {
        for tab in self.others(tabs) {
            let (before, now) = (&self.tabs[tab], outcome(&tabs[tab]));
            if before.outcome != now {
                steps.push((before.view.clone(), format!("other {kind}"), now));
            }
        }
        let has_closed = tabs.count() < self.tabs.len();
        let now = if has_closed { "none".to_owned() } else { outcome(&tabs[self.at]) };
        steps.push((self.tabs[self.at].view.clone(), kind.to_owned(), now));
    }

    /// What must hold after the step.
    pub(super) fn judge(&self, tabs: &Tabs, kind: &str) -> Result<(), String> {
        for tab in 0..tabs.count() {
            legal(&tabs[tab])?;
            if kind == "cleared" && (tab == self.at || self.tabs[tab].has_stored) {
                forgotten(&tabs[tab])?;
            }
        }
        if matches!(kind, "close" | "dismiss" | "back" | "open" | "show")
            && let Some(namespace) = self.attempted
        {
            at_rest(&tabs[self.at], namespace)?;
        }
        for tab in self.others(tabs) {
            let Seen { is_at_rest, published, .. } = self.tabs[tab];
            let has_changed = tabs[tab].page().published != published;
            if PRIVATE.contains(&kind) && is_at_rest && has_changed {
                return Err(format!("{kind} in one tab changes another"));
            }
            if kind == "disconnect" {
                self.judge_disconnect(tabs, tab)?;
            }
        }
        Ok(())
    }

    /// What the person ended in one tab is ended in the others.
    fn judge_disconnect(&self, tabs: &Tabs, tab: usize) -> Result<(), String> {
        let can_hear = {
            let page = tabs[tab].page();
            !page.is_storage_full && !page.listeners("tab").is_empty()
        };
        let (here, there) = (connected(&tabs[self.at]), connected(&tabs[tab]));
        let has_ended = |it: &&Namespace| !here.contains(it);
        match self.connected.iter().filter(has_ended).find(|it| there.contains(it)) {
            Some(left) if can_hear => {
                Err(format!("{}: connected though another tab ended it", left.word()))
            }
            _ => Ok(()),
        }
    }
}

/// Whether somebody is stored as connected whom this page does not show: their wallet took them back
/// here, and may share them again as soon as another tab says that they are there.
fn lacks_stored(page: &Page) -> bool {
    page.storage.items().iter().any(|(key, value)| {
        let namespace = key.strip_suffix(":connection").and_then(|it| it.split(':').nth(1));
        let account = namespace
            .and_then(Namespace::from_word)
            .and_then(|namespace| page.state.accounts.get(namespace));
        let is_there = account.is_some_and(|it| it.status == Status::Connected);
        namespace.is_some() && !is_there && value.contains(r#""isDisconnected":false"#)
    })
}

fn connected(sim: &Sim) -> Vec<Namespace> {
    let page = sim.page();
    let accounts = page.state.accounts.iter();
    accounts.filter(|(_, it)| it.status == Status::Connected).map(|(it, _)| it).collect()
}

/// What must hold at rest: whoever is connected in a tab is so in the others, and on a page that is
/// opened anew.
pub(super) fn same_everywhere(tabs: &mut Tabs) -> Result<(), String> {
    let shown: Vec<_> = (0..tabs.count()).map(|tab| accounts(&tabs[tab])).collect();
    for (tab, here) in shown.iter().enumerate() {
        for (other, there) in shown.iter().enumerate() {
            let is_missed = |it: &&Shown| has(&tabs[other], it.0) && !there.contains(it);
            if let Some(missed) = here.iter().find(is_missed) {
                return Err(format!("tab {tab} shows {missed:?}, tab {other} {there:?}"));
            }
        }
    }
    for (tab, here) in shown.iter().enumerate() {
        let away = phones_away(&tabs[tab]);
        tabs.reload(tab);
        tabs.run_for(30_000);
        let anew = accounts(&tabs[tab]);
        let is_missed = |it: &&Shown| !anew.contains(it) && !away.contains(&it.0);
        if let Some(missed) = here.iter().find(is_missed) {
            return Err(format!("tab {tab} showed {missed:?}, opened anew {anew:?}"));
        }
    }
    Ok(())
}

/// The namespace of a connected account, the id of its wallet, its address.
type Shown = (Namespace, String, String);

/// Who is connected, on the networks that the host has.
fn accounts(sim: &Sim) -> Vec<Shown> {
    let page = sim.page();
    let accounts = page.state.accounts.iter().filter(|(it, _)| has(sim, *it));
    accounts
        .filter(|(_, it)| it.status == Status::Connected)
        .map(|(namespace, it)| {
            let wallet = it.connected_wallet_info.as_ref().map(|wallet| wallet.identifier.clone());
            (namespace, wallet.unwrap_or_default(), it.address.clone().unwrap_or_default())
        })
        .collect()
}

/// Where a phone is connected on a network that the host has no more: a session brings back only what it shares
/// of the host's networks.
fn phones_away(sim: &Sim) -> Vec<Namespace> {
    let page = sim.page();
    let is_phone = |it: &Account| {
        let carrier = it.connected_wallet_info.as_ref().and_then(|wallet| wallet.carrier.as_ref());
        matches!(carrier, Some(Carrier::Module { .. }))
    };
    let accounts = page.state.accounts.iter();
    accounts.filter(|(_, it)| is_phone(it) && !it.is_supported).map(|(it, _)| it).collect()
}

fn has(sim: &Sim, namespace: Namespace) -> bool {
    sim.config.networks.iter().any(|network| network.chain_namespace == namespace)
}
