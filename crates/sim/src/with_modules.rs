//! A page and its modules `spend` and `embedded`: their ops are performed beside the engine's, under higher numbers.

use runtime::Reply;
use wire::from_text;

use crate::hosted::{EMBEDS, Out, SPENDS};
use crate::page::{Page, failed};

impl Page {
    /// Op `id` of the engine asks one of them.
    pub(crate) fn ask_hosted(&mut self, id: u32, name: &str, ask: &str) -> Option<(u64, Reply)> {
        if self.are_modules_broken {
            return Some((0, failed("it traps")));
        }
        let (first, said) = if name == "spend" {
            (SPENDS, self.spending.get_or_insert_default().ask(id, ask))
        } else {
            (EMBEDS, self.embedded.get_or_insert_default().ask(id, ask))
        };
        self.deliver(first, said);
        None
    }

    /// Nobody waits for the answers to op `id` of the engine any more.
    pub(crate) fn drop_hosted(&mut self, id: u32) {
        if id > EMBEDS {
            return self.drop_frame(id);
        }
        let said = self.spending.as_ref().map(|it| it.cancel(id)).unwrap_or_default();
        self.deliver(SPENDS, said);
        let said = self.embedded.as_ref().map(|it| it.cancel(id)).unwrap_or_default();
        self.deliver(EMBEDS, said);
    }

    /// An op of a module has its reply.
    pub(crate) fn reply_hosted(&mut self, id: u32, reply: &str) {
        let (first, said) = if id > SPENDS {
            (SPENDS, self.spending.as_ref().map(|it| it.reply(id - SPENDS, reply)))
        } else {
            (EMBEDS, self.embedded.as_ref().map(|it| it.reply(id - EMBEDS, reply)))
        };
        self.deliver(first, said.unwrap_or_default());
    }

    fn deliver(&mut self, first: u32, said: Vec<Out>) {
        for out in said {
            match out {
                Out::Perform(id, op) => self.perform(first + id, &op),
                Out::Answer(id, answer) => {
                    let value = from_text(&answer).expect("an answer is JSON");
                    self.reply_after(id, 0, &Reply::Value { value });
                }
            }
        }
    }
}
