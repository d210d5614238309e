//! The worker as JavaScript sees it.

use rlsf::SmallGlobalTlsf;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::wiping::Wiping;

/// Half as large as the one that Rust comes with. Whatever it is given back is wiped.
#[global_allocator]
static ALLOCATOR: Wiping<SmallGlobalTlsf> = Wiping(SmallGlobalTlsf::new());

#[wasm_bindgen]
extern "C" {
    /// Writes random bytes in their place. It throws, and so nothing goes on, where there are none.
    #[wasm_bindgen(js_namespace = crypto, js_name = getRandomValues)]
    fn get_random_values(bytes: &mut [u8]);
}

/// The worker.
#[wasm_bindgen]
#[derive(Default)]
pub struct Signer(crate::Signer);

#[wasm_bindgen]
impl Signer {
    /// A worker that has read nothing.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Signer {
        Signer::default()
    }

    /// Does what is asked: the JSON text of a `SignerAsk`, and beside it that of `SignerSecrets`. Gives the text of a
    /// `SignerAnswer` and, where there are any, that of the secrets beside it.
    pub fn ask(&mut self, ask: &str, beside: Option<String>) -> Vec<String> {
        let (answer, beside) = self.0.ask_text(ask, beside.as_deref(), &mut get_random_values);
        [Some(answer), beside].into_iter().flatten().collect()
    }
}
