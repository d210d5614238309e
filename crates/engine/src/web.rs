//! The engine as JavaScript sees it.

use runtime::web::Host;
use wasm_bindgen::prelude::wasm_bindgen;

/// The engine of one modal.
#[wasm_bindgen]
pub struct Engine(crate::Engine);

#[wasm_bindgen]
impl Engine {
    /// Starts the first half of an engine from the JSON text of a `Boot`.
    #[wasm_bindgen(constructor)]
    pub fn new(host: Host, boot: &str) -> Result<Engine, String> {
        let engine = crate::Engine::first_half(Box::new(host), boot);
        engine.map(Engine).map_err(|error| error.to_string())
    }

    /// The second half is there.
    pub fn complete(&self) {
        self.0.complete();
    }

    /// Does what a person asked for: the JSON text of an `Intent`.
    pub fn dispatch(&self, intent: &str) {
        self.0.dispatch(intent);
    }

    /// Answers question `id`: the JSON text of an `Ask`.
    pub fn ask(&self, id: u32, request: &str) {
        self.0.ask(id, request);
    }

    /// Hands in the reply to op `id`: the JSON text of a `Reply`.
    pub fn reply(&self, id: u32, reply: &str) {
        self.0.reply(id, reply);
    }
}
