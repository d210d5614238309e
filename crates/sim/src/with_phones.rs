//! An engine in a world with phones: the module that holds sessions is the real one. What the engine
//! asks goes there, and what is answered comes back at the time it was said.

use std::cell::RefCell;
use std::rc::Rc;

use protocol::module::session::{MODULE, SessionAsk, SessionConfig};
use runtime::Reply;
use wire::{from_text, to_text};

use crate::afar::{Afar, START_MS};
use crate::beyond::Beyond;
use crate::clock::Event;
use crate::page::Page;
use crate::sim::Sim;

impl Sim {
    /// The same page, with phones and relays around it.
    pub fn with_phones(self, afar: Afar) -> Self {
        self.page().beyond = Some(Beyond::of(&Rc::new(RefCell::new(afar))));
        self
    }

    /// Acts on the world beyond the page.
    pub fn beyond<R>(&mut self, act: impl FnOnce(&mut Afar) -> R) -> R {
        let (afar, now_ms) = {
            let page = self.page();
            let beyond = page.beyond.as_ref().expect("a world with phones");
            (beyond.afar.clone(), START_MS + page.clock.now_ms)
        };
        afar.borrow_mut().come_to(now_ms);
        let result = act(&mut afar.borrow_mut());
        self.run_for(0);
        result
    }
}

impl Page {
    /// Asks the real module, where there is one.
    pub(crate) fn ask_beyond(&mut self, id: u32, name: &str, ask: &str) -> bool {
        let Some(Beyond { afar, tab, asks }) = self.beyond.as_mut().filter(|_| name == MODULE)
        else {
            return false;
        };
        let ask: SessionAsk = from_text(ask).expect("a module is asked what it knows");
        // The relays of this world are those that the operator configured, as soon as the page knows of any.
        let mut afar = afar.borrow_mut();
        let mut relays = afar.config.relays.clone();
        relays.retain(|_| !ask.config.relays.is_empty());
        let config = SessionConfig { relays, ..ask.config };
        let asked = afar.ask_as(*tab, &SessionAsk { config, ..ask });
        asks.push((id, asked));
        true
    }

    /// The next thing that happens by then, here or beyond.
    pub(crate) fn next_event(&mut self, until_ms: u64) -> Option<Event> {
        self.hear_beyond(self.clock.next_ms().unwrap_or(until_ms).min(until_ms));
        self.clock.next(until_ms)
    }

    /// Lets happen there what is due by then, up to the first answer.
    fn hear_beyond(&mut self, until_ms: u64) {
        loop {
            let Some(Beyond { afar, tab, asks }) = &self.beyond else { return };
            let mut afar = afar.borrow_mut();
            let answers = afar.take_answers(*tab);
            let in_ms = (afar.now_ms() - START_MS).saturating_sub(self.clock.now_ms);
            let mut replies = Vec::new();
            for (asked, answer) in answers {
                let value = from_text(&to_text(&answer)).expect("an answer is JSON");
                let op = asks.iter().find(|(_, it)| *it == asked).map(|(op, _)| *op);
                replies.extend(op.map(|op| (op, Reply::Value { value })));
            }
            let is_done = !replies.is_empty() || !afar.step(START_MS + until_ms);
            drop(afar);
            for (op, reply) in replies {
                self.reply_after(op, in_ms, &reply);
            }
            if is_done {
                return;
            }
        }
    }

    /// The engine dropped an op.
    pub(crate) fn drop_beyond(&mut self, id: u32) {
        let now_ms = START_MS + self.clock.now_ms;
        let Some(Beyond { afar, tab, asks }) = &mut self.beyond else { return };
        let mut afar = afar.borrow_mut();
        afar.come_to(now_ms);
        if let Some(at) = asks.iter().position(|(op, _)| *op == id) {
            let (_, asked) = asks.remove(at);
            afar.cancel(*tab, asked);
        }
    }

    /// The page is loaded anew.
    pub(crate) fn reload_beyond(&mut self) {
        if let Some(Beyond { afar, tab, asks }) = &mut self.beyond {
            asks.clear();
            afar.borrow_mut().reload(*tab, &[]);
        }
    }

    /// The page is closed.
    pub(crate) fn leave_beyond(&mut self) {
        if let Some(Beyond { afar, tab, .. }) = self.beyond.take() {
            afar.borrow_mut().close(tab);
        }
    }

    /// When something is to happen here, or beyond.
    pub(crate) fn next_ms(&self) -> Option<u64> {
        let beyond = self.beyond.as_ref().and_then(|Beyond { afar, tab, .. }| {
            let afar = afar.borrow();
            let is_told = afar.has_answers(*tab);
            let at_ms = if is_told { Some(START_MS) } else { afar.next_ms() };
            at_ms.map(|at_ms| (at_ms - START_MS).max(self.clock.now_ms))
        });
        self.clock.next_ms().into_iter().chain(beyond).min()
    }
}
