//! The phone as JavaScript sees it.

use runtime::web::Host;
use wasm_bindgen::prelude::wasm_bindgen;

/// The phone.
#[wasm_bindgen]
pub struct Phone(walletconnect::Phone);

#[wasm_bindgen]
impl Phone {
    /// A phone that speaks to `host`, switched off.
    #[wasm_bindgen(constructor)]
    pub fn new(host: Host) -> Phone {
        Phone(walletconnect::Phone::new(Box::new(host)))
    }

    /// Its person does something: the JSON text of a `PhoneIntent`.
    pub fn dispatch(&self, intent: &str) {
        self.0.dispatch(intent);
    }

    /// Hands in the reply to op `id`: the JSON text of a `Reply`.
    pub fn reply(&self, id: u32, reply: &str) {
        self.0.reply(id, reply);
    }
}
