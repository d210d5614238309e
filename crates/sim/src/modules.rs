//! The modules of the page, which hold sessions with wallets that are not in it.

use protocol::caip::Namespace;
use protocol::module::session::{SessionAnswer, SessionAsk, SessionWhat};
use protocol::rpc::DISCONNECTED;
use runtime::Reply;
use wire::{Json, from_text, to_text};

use crate::page::{Page, failed};
use crate::wallet::SESSION;

/// After this long a module that trapped has been asked again.
const ASKED_AGAIN_MS: u64 = 60_000;

impl Page {
    /// A module hands on what it is asked of its wallet.
    pub(crate) fn ask_module(&mut self, id: u32, name: &str, ask: &str) -> Option<(u64, Reply)> {
        let SessionAsk { wallet, namespace, session, what } =
            from_text(ask).expect("a module is asked what it knows");
        let index = match self.wallet_of(name, &wallet, namespace) {
            Some(index) if !self.are_modules_broken => index,
            _ => return Some((0, failed("no such module, or it traps"))),
        };
        let wallet = &mut self.wallets[index];
        match what {
            SessionWhat::Events => {
                wallet.listeners.push(id);
                // The session ended while nobody listened.
                if !wallet.is_permitted {
                    let code = Json::Number(DISCONNECTED.to_string().into());
                    let value = Some(Json::object([("code", code)]));
                    let gone = Reply::Event { name: "disconnect".to_owned(), value };
                    return Some((0, wallet.reply(gone)));
                }
            }
            SessionWhat::Request { method, params, .. } => {
                let is_known = session.is_none_or(|it| it == SESSION);
                let method = if is_known { &*method } else { "no such session" };
                let params = params.unwrap_or_default();
                if method == "connect" {
                    // The person needs a code first.
                    let value = Json::text("wc:1@2");
                    let answer = to_text(&SessionAnswer::Progress { value });
                    let value = from_text(&answer).expect("an answer is JSON");
                    self.reply_after(id, 0, &Reply::Value { value });
                }
                let wallet = &mut self.wallets[index];
                wallet.request(&mut self.clock, index, id, method, &params);
            }
        }
        None
    }

    pub(crate) fn wallet_of(&self, module: &str, id: &str, namespace: Namespace) -> Option<usize> {
        let asked = (Some(module), id, namespace);
        self.wallets.iter().position(|it| (it.module.as_deref(), &*it.id, it.namespace) == asked)
    }

    /// The modules trap; the ops that nobody performs any more.
    pub(crate) fn trap_modules(&mut self) -> Vec<u32> {
        let asked = self.listeners("module");
        for id in &asked {
            self.forget(*id);
        }
        self.trapped_ms = Some(self.clock.now_ms);
        asked
    }

    /// Whether somebody listens to the wallet, or is about to again since its module trapped.
    pub(crate) fn is_listened_to(&self, index: usize) -> bool {
        let wallet = &self.wallets[index];
        let trapped_ms = self.trapped_ms.filter(|_| wallet.module.is_some());
        let is_about_to =
            trapped_ms.is_some_and(|at_ms| self.clock.now_ms <= at_ms + ASKED_AGAIN_MS);
        is_about_to || !wallet.listeners.is_empty()
    }
}
