//! What the wallets of the directory call themselves in a page.

use crate::engine::Engine;

/// The reverse domain names of the wallets that the host or the directory told of.
pub(crate) fn names(engine: &Engine) -> Vec<String> {
    let memory = engine.0.directory.borrow();
    let options = engine.options();
    let mut names = Vec::new();
    for custom in &options.custom_wallets {
        names.extend(custom.rdns.clone());
    }
    for listing in memory.known() {
        names.extend(listing.rdns.clone());
    }
    names
}
