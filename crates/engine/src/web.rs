//! The engine as JavaScript sees it.

use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    /// Implemented by `web/shell/src/bridge.ts`.
    #[wasm_bindgen(typescript_type = "Host")]
    pub type Host;

    #[wasm_bindgen(method)]
    fn publish(this: &Host, slice: &str, value: &str);

    #[wasm_bindgen(method)]
    fn answer(this: &Host, id: u32, answer: &str);

    #[wasm_bindgen(method)]
    fn perform(this: &Host, id: u32, op: &str);
}

impl runtime::Host for Host {
    fn publish(&self, slice: &str, value: &str) {
        Host::publish(self, slice, value);
    }

    fn answer(&self, id: u32, answer: &str) {
        Host::answer(self, id, answer);
    }

    fn perform(&self, id: u32, op: &str) {
        Host::perform(self, id, op);
    }
}

/// The engine of one modal.
#[wasm_bindgen]
pub struct Engine(crate::Engine);

#[wasm_bindgen]
impl Engine {
    /// Starts an engine from the JSON text of a `Boot`.
    #[wasm_bindgen(constructor)]
    pub fn new(host: Host, boot: &str) -> Result<Engine, String> {
        crate::Engine::new(Box::new(host), boot).map(Engine).map_err(|error| error.to_string())
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
