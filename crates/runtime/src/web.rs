//! The page as a module sees it: the one import that engine and modules share.

use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    /// Implemented by `web/shell/src/engine/session.ts`.
    #[wasm_bindgen(typescript_type = "Host")]
    pub type Host;

    /// A slice has a new value.
    #[wasm_bindgen(method)]
    fn publish(this: &Host, slice: &str, value: &str);

    #[wasm_bindgen(method)]
    fn answer(this: &Host, id: u32, answer: &str);

    #[wasm_bindgen(method)]
    fn perform(this: &Host, id: u32, op: &str);
}

impl crate::Host for Host {
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
