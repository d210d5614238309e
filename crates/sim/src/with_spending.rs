//! A page and its module `spend`: its ops are performed beside the engine's, under higher numbers.

use runtime::Reply;
use wire::from_text;

use crate::page::{Page, failed};
use crate::spending::{Out, SPENDS};

impl Page {
    /// Op `id` of the engine asks the module.
    pub(crate) fn ask_spend(&mut self, id: u32, ask: &str) -> Option<(u64, Reply)> {
        if self.are_modules_broken {
            return Some((0, failed("it traps")));
        }
        let said = self.spending.get_or_insert_default().ask(id, ask);
        self.deliver_spend(said);
        None
    }

    /// Nobody waits for the answers to op `id` any more.
    pub(crate) fn drop_spend(&mut self, id: u32) {
        let said = self.spending.as_ref().map(|it| it.cancel(id)).unwrap_or_default();
        self.deliver_spend(said);
    }

    /// An op of the module has its reply.
    pub(crate) fn reply_spend(&mut self, id: u32, reply: &str) {
        let said = self.spending.as_ref().map(|it| it.reply(id - SPENDS, reply));
        self.deliver_spend(said.unwrap_or_default());
    }

    fn deliver_spend(&mut self, said: Vec<Out>) {
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
