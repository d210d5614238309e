//! What the wallets of the directory call themselves in a page.

use protocol::api::{Injected, WalletListing};
use protocol::caip::Namespace;
use wire::Word;

use crate::engine::Engine;

/// The reverse domain names of the wallets that the host or the directory told of.
pub(crate) fn names(engine: &Engine) -> Vec<String> {
    let memory = engine.0.directory.borrow();
    let options = engine.options();
    let custom = options.custom_wallets.iter().map(|it| &it.rdns);
    custom.chain(memory.known().map(|it| &it.rdns)).flatten().cloned().collect()
}

/// The id of the wallet that the directory knows by what one of this browser calls itself: everywhere
/// its reverse domain name, and outside of eip155 what it puts into pages.
pub(crate) fn id_of(engine: &Engine, namespace: Namespace, id: &str) -> Option<String> {
    let memory = engine.0.directory.borrow();
    memory.known().find(|it| is_called(it, namespace, id)).map(|it| it.id.clone())
}

/// Whether a wallet calls itself so in a namespace. A flag of eip155 is no id.
fn is_called(listing: &WalletListing, namespace: Namespace, id: &str) -> bool {
    let is_here = |it: &Injected| it.namespace == namespace.word() && it.injected_id == id;
    listing.rdns.as_deref() == Some(id)
        || namespace != Namespace::Eip155 && listing.injected.iter().any(is_here)
}
