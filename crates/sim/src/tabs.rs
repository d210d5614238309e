//! Several tabs of one browser on the same site, each with a page and an engine of its own.
//!
//! Nothing is told here but what browsers and wallets tell: what one tab stores the others hear as the
//! event `stored`, and what a wallet shares, and where it is, as its own events.

use std::ops::{Index, IndexMut};

use protocol::caip::Namespace;
use runtime::Reply;
use wire::{Json, to_text};

use crate::beyond::Beyond;
use crate::clock::Event;
use crate::page::Page;
use crate::sim::Sim;
use crate::storage::Change;
use crate::wallet::Wallet;

/// The tabs, in the order in which they were opened; at least one.
pub struct Tabs {
    tabs: Vec<Sim>,
    /// How many wallets are in the browser. Those beyond were put into one page only.
    wallets: usize,
}

impl Tabs {
    /// A browser with one tab.
    pub fn new(first: Sim) -> Self {
        let wallets = first.page().wallets.len();
        Tabs { tabs: vec![first], wallets }
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.tabs.len()
    }

    /// Opens the site in another tab.
    pub fn open(&mut self) {
        let first = &self.tabs[0];
        let seed = self.tabs.len() as u64;
        let page = Page::beside(&first.page(), self.wallets, seed);
        self.tabs.push(Sim::opened(page, first.config.clone()));
        self.run_for(0);
    }

    /// Closes a tab that is not the only one.
    pub fn close(&mut self, tab: usize) {
        if self.tabs.len() > 1 {
            let closed = self.tabs.remove(tab);
            closed.page().leave_browser();
            closed.page().leave_beyond();
            drop(closed);
            self.run_for(0);
        }
    }

    /// A tab is loaded anew.
    pub fn reload(&mut self, tab: usize) {
        self.turn(tab, Sim::start_over);
    }

    /// Something is done in a tab, which takes no time; the others hear of it.
    pub fn turn<R>(&mut self, tab: usize, act: impl FnOnce(&mut Sim) -> R) -> R {
        let result = act(&mut self.tabs[tab]);
        self.tell_others(tab);
        self.run_for(0);
        result
    }

    /// Lets time pass in all of them.
    pub fn run_for(&mut self, ms: u64) {
        let until_ms = self.tabs[0].page().clock.now_ms + ms;
        let mut turns = 0_u32;
        loop {
            turns += 1;
            assert!(
                turns < 100_000,
                "the tabs answer each other for ever:\n{}",
                self.transcripts()
            );
            let next = self.tabs.iter().filter_map(|tab| tab.page().next_ms()).min();
            let next = next.filter(|at_ms| *at_ms <= until_ms);
            for tab in 0..self.tabs.len() {
                let now_ms = self.tabs[tab].page().clock.now_ms;
                self.tabs[tab].run_for(next.unwrap_or(until_ms).saturating_sub(now_ms));
                self.tell_others(tab);
            }
            if next.is_none() {
                return;
            }
        }
    }

    /// What happened in each of them, in lines, since the last call.
    pub fn transcripts(&mut self) -> String {
        let told = self.tabs.iter_mut().enumerate();
        let told = told.map(|(tab, it)| format!("tab {tab}\n{}", it.transcript()));
        told.collect::<Vec<_>>().join("\n")
    }

    fn tell_others(&mut self, tab: usize) {
        let changes = self.tabs[tab].page().storage.take_changes();
        for other in (0..self.tabs.len()).filter(|it| *it != tab) {
            self.tabs[other].page().hear(&self.tabs[tab].page(), &changes, self.wallets);
            self.tabs[other].page().hear_browser();
        }
    }
}

impl Index<usize> for Tabs {
    type Output = Sim;

    fn index(&self, tab: usize) -> &Sim {
        &self.tabs[tab]
    }
}

impl IndexMut<usize> for Tabs {
    fn index_mut(&mut self, tab: usize) -> &mut Sim {
        &mut self.tabs[tab]
    }
}

impl Page {
    /// What is said at once of a page that is out of sight or has no network.
    pub(crate) fn away(&self) -> Option<Reply> {
        let names = [(self.is_offline, "offline"), (self.is_hidden, "hidden")];
        let (_, name) = names.into_iter().find(|it| it.0)?;
        Some(Reply::Event { name: name.to_owned(), value: None })
    }

    /// A page that is opened in another tab.
    fn beside(there: &Page, wallets: usize, seed: u64) -> Self {
        let fresh = |wallet: &Wallet| Wallet { is_contested: false, ..wallet.clone() };
        let wallets = there.wallets[..wallets].iter().map(fresh).collect();
        let mut page = Page::new(wallets, there.server.clone(), seed);
        page.clock = there.clock.beside();
        page.put_wallets();
        page.storage = there.storage.beside();
        page.is_storage_full = there.is_storage_full;
        page.browser = there.browser.clone();
        page.tab = page.browser.borrow_mut().next_number();
        page.bundled.clone_from(&there.bundled);
        page.beyond = there.beyond.as_ref().map(|it| Beyond::of(&it.afar));
        page
    }

    /// Hears what another tab stored, and what differs in its wallets.
    fn hear(&mut self, there: &Page, changes: &[Change], wallets: usize) {
        for change in changes {
            self.hear_change(change);
        }
        for (index, moved) in there.wallets[..wallets].iter().enumerate() {
            self.hear_wallet(index, moved);
        }
    }

    fn hear_change(&mut self, change: &Change) {
        self.storage.apply(change);
        let Some(key) = &change.key else { return self.tell("resumed", None) };
        let value = change.value.as_deref().map_or(Json::Null, Json::text);
        self.tell("stored", Some(Json::object([("key", Json::text(key)), ("value", value)])));
    }

    /// Tells whoever listens to what happens to the tab.
    fn tell(&mut self, name: &str, value: Option<Json>) {
        let event = Reply::Event { name: name.to_owned(), value };
        for id in self.listeners("tab") {
            self.reply_after(id, 0, &event);
        }
    }

    fn hear_wallet(&mut self, index: usize, moved: &Wallet) {
        let own = &mut self.wallets[index];
        let shares_other =
            (own.is_permitted, &own.accounts) != (moved.is_permitted, &moved.accounts);
        let is_elsewhere = own.chain != moved.chain;
        *own = Wallet {
            listeners: std::mem::take(&mut own.listeners),
            is_contested: own.is_contested,
            is_gone: own.is_gone,
            ..moved.clone()
        };
        if shares_other {
            let value = to_text(&own.told_accounts());
            self.clock.after(0, Event::Emit { index, name: "accountsChanged", value });
        }
        if is_elsewhere && own.namespace == Namespace::Eip155 && !own.quirks.tells_nothing {
            let value = to_text(&own.told_chain());
            self.clock.after(0, Event::Emit { index, name: "chainChanged", value });
        }
    }
}
