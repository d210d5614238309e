//! What the wallets of the directory call themselves in a page.

use crate::engine::Engine;

/// The reverse domain names of the wallets that the host or the directory told of.
pub(crate) fn names(engine: &Engine) -> Vec<String> {
    let memory = engine.0.directory.borrow();
    let options = engine.options();
    let custom = options.custom_wallets.iter().map(|it| &it.rdns);
    custom.chain(memory.known().map(|it| &it.rdns)).flatten().cloned().collect()
}
