//! A module with nothing in it but an echo: the smallest second module there can be.
//!
//! It keeps the seam between engine and modules real until the first module with work to do is
//! there, and shows how one is built: its own runtime, asked by `ask`, answering as often as it
//! likes, dropped by `cancel`.

#[cfg(target_arch = "wasm32")]
mod web;

use protocol::module::echo::Echo;
use runtime::{Host, Op, Reply, Runtime, Scope};
use wire::{from_text, to_text};

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
        let Ok(request) = from_text::<Echo>(request) else { return };
        let runtime = self.0.clone();
        self.0.turn(move || {
            let inner = runtime.clone();
            runtime.spawn(Scope::of("ask", id), async move {
                if let Some(url) = &request.by_way_of {
                    return by_way_of(&inner, url, id, &request).await;
                }
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

/// Says it into a socket, and answers what the other end says.
async fn by_way_of(runtime: &Runtime, url: &str, id: u32, request: &Echo) {
    let mut socket = runtime.world().open(Op::Socket { url: url.to_owned() });
    loop {
        match socket.next().await {
            Reply::Opened { socket } => {
                runtime.world().tell(&Op::Send { socket, text: to_text(request) });
            }
            Reply::Frame { text } => {
                if let Ok(said) = from_text::<Echo>(&text) {
                    runtime.answer(id, &said);
                }
                return;
            }
            _ => return,
        }
    }
}
