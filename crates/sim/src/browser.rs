//! What the tabs of a browser share beside local storage: secrets, locks and channels.
//!
//! Tabs have numbers, ops their ids in a tab. What is said to a tab waits here until that tab looks.

use runtime::{Reply, Secret};

/// Ops of higher numbers are none of the engine's.
pub(crate) const NO_ENGINES: u32 = 1 << 31;

/// A browser, or one profile of it.
#[derive(Default)]
pub(crate) struct Browser {
    last_number: u32,
    /// By slot. Those that live as long as their page are that tab's alone.
    pub(crate) secrets: Vec<(Option<u32>, String, Secret)>,
    /// In the order in which they were asked for: the first of a name has it.
    locks: Vec<Claim>,
    pub(crate) channels: Vec<Claim>,
    pub(crate) said: Vec<(u32, u32, Reply)>,
    pub(crate) is_without_database: bool,
}

/// What op `id` of a tab asked for.
pub(crate) struct Claim {
    pub(crate) name: String,
    pub(crate) tab: u32,
    pub(crate) id: u32,
}

impl Claim {
    fn op(&self) -> (u32, u32) {
        (self.tab, self.id)
    }
}

impl Browser {
    /// A number that nothing of this browser has.
    pub(crate) fn next_number(&mut self) -> u32 {
        self.last_number += 1;
        self.last_number
    }

    pub(crate) fn keep(&mut self, tab: u32, slot: &str, secret: Option<Secret>) {
        let place = self.is_without_database.then_some(tab);
        self.secrets.retain(|(it, name, _)| (*it, &**name) != (place, slot));
        self.secrets.extend(secret.map(|it| (place, slot.to_owned(), it)));
    }

    pub(crate) fn recall(&self, tab: u32, slot: &str) -> Option<Secret> {
        let place = self.is_without_database.then_some(tab);
        let kept = self.secrets.iter().find(|(it, name, _)| (*it, &**name) == (place, slot));
        kept.map(|(_, _, secret)| secret.clone())
    }

    /// Says it to all other channels of that name; whether op `id` is a channel at all.
    pub(crate) fn send(&mut self, tab: u32, id: u32, text: &str) -> bool {
        let Some(from) = self.channels.iter().find(|it| it.op() == (tab, id)) else { return false };
        let others = self.channels.iter();
        let others = others.filter(|it| it.name == from.name && it.op() != from.op());
        let frame = || Reply::Frame { text: text.to_owned() };
        self.said.extend(others.map(|it| (it.tab, it.id, frame())));
        true
    }

    /// Changes who asks for locks. Whoever has one then and had it not hears of it.
    pub(crate) fn claim(&mut self, change: impl FnOnce(&mut Vec<Claim>)) {
        let before = self.holders();
        change(&mut self.locks);
        let others = self.holders().into_iter().filter(|it| !before.contains(it));
        self.said.extend(others.map(|(tab, id)| (tab, id, Reply::Done)));
    }

    fn holders(&self) -> Vec<(u32, u32)> {
        let is_first = |index: usize, name: &str| {
            self.locks[..index].iter().all(|earlier| earlier.name != name)
        };
        let all = self.locks.iter().enumerate();
        all.filter(|(index, it)| is_first(*index, &it.name)).map(|(_, it)| it.op()).collect()
    }

    /// These ops of a tab are over.
    pub(crate) fn let_go(&mut self, tab: u32, is_over: impl Fn(u32) -> bool) {
        let stays = |it: &Claim| it.tab != tab || !is_over(it.id);
        self.channels.retain(stays);
        self.said.retain(|(to, id, _)| *to != tab || !is_over(*id));
        self.claim(|locks| locks.retain(stays));
    }
}
