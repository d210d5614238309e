//! The module `spend` of a page: the real one, whose ops the page performs beside the engine's.

use std::cell::RefCell;
use std::rc::Rc;

use runtime::{Host, Reply};
use spend::Module;
use wire::from_text;

use crate::browser::NO_ENGINES;
use crate::page::{Page, failed};

/// Ops of higher numbers, up to those of nobody, are the module's.
pub(crate) const SPENDS: u32 = NO_ENGINES / 2;

/// The module, once it was asked something.
pub(crate) struct Spending {
    module: Module,
    said: Rc<RefCell<Vec<Out>>>,
}

enum Out {
    Answer(u32, String),
    Perform(u32, String),
}

struct Outbox(Rc<RefCell<Vec<Out>>>);

impl Host for Outbox {
    fn publish(&self, slice: &str, _: &str) {
        panic!("a module publishes {slice}");
    }

    fn answer(&self, id: u32, answer: &str) {
        self.0.borrow_mut().push(Out::Answer(id, answer.to_owned()));
    }

    fn perform(&self, id: u32, op: &str) {
        self.0.borrow_mut().push(Out::Perform(id, op.to_owned()));
    }
}

impl Default for Spending {
    fn default() -> Self {
        let said = Rc::<RefCell<Vec<Out>>>::default();
        Spending { module: Module::new(Box::new(Outbox(said.clone()))), said }
    }
}

impl Page {
    /// Op `id` of the engine asks the module.
    pub(crate) fn ask_spend(&mut self, id: u32, ask: &str) -> Option<(u64, Reply)> {
        if self.are_modules_broken {
            return Some((0, failed("it traps")));
        }
        self.spending.get_or_insert_default().module.ask(id, ask);
        self.deliver_spend();
        None
    }

    /// Nobody waits for the answers to op `id` any more.
    pub(crate) fn drop_spend(&mut self, id: u32) {
        if let Some(spending) = &self.spending {
            spending.module.cancel(id);
            self.deliver_spend();
        }
    }

    /// An op of the module has its reply.
    pub(crate) fn reply_spend(&mut self, id: u32, reply: &str) {
        if let Some(spending) = &self.spending {
            spending.module.reply(id - SPENDS, reply);
            self.deliver_spend();
        }
    }

    fn deliver_spend(&mut self) {
        let Some(spending) = &self.spending else { return };
        let said = std::mem::take(&mut *spending.said.borrow_mut());
        for out in said {
            match out {
                Out::Perform(id, op) => self.perform(SPENDS + id, &op),
                Out::Answer(id, answer) => {
                    let value = from_text(&answer).expect("an answer is JSON");
                    self.reply_after(id, 0, &Reply::Value { value });
                }
            }
        }
    }
}
