//! The module `spend` of a page: the real one, whose ops the page performs beside the engine's.

use std::cell::RefCell;
use std::rc::Rc;

use runtime::Host;
use spend::Module;

use crate::browser::NO_ENGINES;

/// Ops of higher numbers, up to those of nobody, are the module's.
pub(crate) const SPENDS: u32 = NO_ENGINES / 2;

/// The module, once it was asked something.
pub(crate) struct Spending {
    module: Module,
    said: Rc<RefCell<Vec<Out>>>,
}

/// What it said in a turn.
pub(crate) enum Out {
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

impl Spending {
    /// Asks it something.
    pub(crate) fn ask(&self, id: u32, ask: &str) -> Vec<Out> {
        self.module.ask(id, ask);
        self.said.take()
    }

    /// Nobody waits for the answers to ask `id` any more.
    pub(crate) fn cancel(&self, id: u32) -> Vec<Out> {
        self.module.cancel(id);
        self.said.take()
    }

    /// One of its ops has its reply.
    pub(crate) fn reply(&self, id: u32, reply: &str) -> Vec<Out> {
        self.module.reply(id, reply);
        self.said.take()
    }
}
