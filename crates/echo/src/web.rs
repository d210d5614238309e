//! The module as JavaScript sees it.

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

/// The module.
#[wasm_bindgen]
pub struct Module(crate::Module);

#[wasm_bindgen]
impl Module {
    /// A module that speaks to `host`.
    #[wasm_bindgen(constructor)]
    pub fn new(host: Host) -> Module {
        Module(crate::Module::new(Box::new(host)))
    }

    /// Asks it something; answers come under `id`.
    pub fn ask(&self, id: u32, request: &str) {
        self.0.ask(id, request);
    }

    /// Drops question `id`.
    pub fn cancel(&self, id: u32) {
        self.0.cancel(id);
    }

    /// Hands in the reply to op `id`: the JSON text of a `Reply`.
    pub fn reply(&self, id: u32, reply: &str) {
        self.0.reply(id, reply);
    }
}
