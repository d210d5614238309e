//! The vault as JavaScript sees it.

use rlsf::SmallGlobalTlsf;
use runtime::web::Host;
use wasm_bindgen::prelude::wasm_bindgen;

/// Half as large as the one that Rust comes with, and as fast for what a page sends and hears.
#[global_allocator]
static ALLOCATOR: SmallGlobalTlsf = SmallGlobalTlsf::new();

/// The flows of one frame.
#[wasm_bindgen]
pub struct Vault(crate::Vault);

#[wasm_bindgen]
impl Vault {
    /// Starts a vault from the JSON text of a `Boot`.
    #[wasm_bindgen(constructor)]
    pub fn new(host: Host, boot: &str) -> Result<Vault, String> {
        crate::Vault::new(Box::new(host), boot).map(Vault).map_err(|error| error.to_string())
    }

    /// Does what a person wants: the JSON text of an `Intent`.
    pub fn dispatch(&self, intent: &str) {
        self.0.dispatch(intent);
    }

    /// Hands in the reply to op `id`: the JSON text of a `Reply`.
    pub fn reply(&self, id: u32, reply: &str) {
        self.0.reply(id, reply);
    }
}
