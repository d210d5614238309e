//! A module of a page: the real one, whose ops the page performs beside the engine's, under higher numbers.

use std::cell::RefCell;
use std::rc::Rc;

use runtime::Host;

use crate::browser::NO_ENGINES;

/// Ops of higher numbers, up to those of nobody, are those of the module `spend`.
pub(crate) const SPENDS: u32 = NO_ENGINES / 2;
/// Ops of higher numbers, up to those, are those of the module `embedded`.
pub(crate) const EMBEDS: u32 = SPENDS / 2;

/// What is asked as the engine asks its modules.
pub(crate) trait Asked {
    fn start(host: Box<dyn Host>) -> Self;
    fn ask(&self, id: u32, request: &str);
    fn cancel(&self, id: u32);
    fn reply(&self, id: u32, reply: &str);
}

macro_rules! asked {
    ($($module:ident),*) => {$(
        impl Asked for $module::Module {
            fn start(host: Box<dyn Host>) -> Self {
                $module::Module::new(host)
            }

            fn ask(&self, id: u32, request: &str) {
                self.ask(id, request);
            }

            fn cancel(&self, id: u32) {
                self.cancel(id);
            }

            fn reply(&self, id: u32, reply: &str) {
                self.reply(id, reply);
            }
        }
    )*};
}

asked!(spend, embedded);

/// A module, once it was asked something.
pub(crate) struct Hosted<M> {
    module: M,
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

impl<M: Asked> Default for Hosted<M> {
    fn default() -> Self {
        let said = Rc::<RefCell<Vec<Out>>>::default();
        Hosted { module: M::start(Box::new(Outbox(said.clone()))), said }
    }
}

impl<M: Asked> Hosted<M> {
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
