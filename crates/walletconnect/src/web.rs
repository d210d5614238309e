//! The module as JavaScript sees it.

use rlsf::SmallGlobalTlsf;
use runtime::web::Host;
use wasm_bindgen::prelude::wasm_bindgen;

/// Half as large as the one that Rust comes with, and as fast for what a page sends and hears.
#[global_allocator]
static ALLOCATOR: SmallGlobalTlsf = SmallGlobalTlsf::new();

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
