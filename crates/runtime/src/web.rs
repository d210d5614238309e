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

/// A module as JavaScript sees it, of a type that has these four methods itself.
#[macro_export]
macro_rules! module {
    ($module:path) => {
        use wasm_bindgen::prelude::wasm_bindgen;

        /// The module.
        #[wasm_bindgen]
        pub struct Module($module);

        #[wasm_bindgen]
        impl Module {
            /// A module that speaks to `host`.
            #[wasm_bindgen(constructor)]
            pub fn new(host: $crate::web::Host) -> Module {
                Module(<$module>::new(Box::new(host)))
            }

            /// Asks it something; answers come under `id`.
            pub fn ask(&self, id: u32, request: &str) {
                self.0.ask(id, request);
            }

            /// Drops ask `id`.
            pub fn cancel(&self, id: u32) {
                self.0.cancel(id);
            }

            /// Hands in the reply to op `id`: the JSON text of a `Reply`.
            pub fn reply(&self, id: u32, reply: &str) {
                self.0.reply(id, reply);
            }
        }
    };
}
