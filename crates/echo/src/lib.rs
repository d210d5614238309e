//! A module with nothing in it but an echo: the smallest second module there can be.
//!
//! It keeps the seam between engine and modules real until the first module with work to do is
//! there, and shows how one is built: its own runtime, asked by `ask`, answering as often as it
//! likes, dropped by `cancel`.

#[cfg(target_arch = "wasm32")]
mod web;

use runtime::{Host, Runtime, Scope};
use wire::{Json, from_text};

/// The module.
#[derive(Clone)]
pub struct Module(Runtime);

impl Module {
    /// A module that speaks to `host`.
    pub fn new(host: Box<dyn Host>) -> Self {
        Module(Runtime::new(host))
    }

    /// Answers question `id` with what was asked, then once more a second later.
    pub fn ask(&self, id: u32, request: &str) {
        let (runtime, request) = (self.0.clone(), from_text::<Json>(request).unwrap_or_default());
        self.0.turn(move || {
            let inner = runtime.clone();
            runtime.spawn(Scope::of("ask", id), async move {
                inner.answer(id, &request);
                inner.world().sleep(1000).await;
                inner.answer(id, &request);
            });
        });
    }

    /// Drops question `id`.
    pub fn cancel(&self, id: u32) {
        let runtime = self.0.clone();
        self.0.turn(move || runtime.cancel(Scope::of("ask", id)));
    }

    /// Hands in the page's reply to op `id`.
    pub fn reply(&self, id: u32, reply: &str) {
        self.0.reply(id, reply);
    }
}
