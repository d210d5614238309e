//! The wallets in this browser, by what they announced.

use protocol::api::{Injected, WalletListing};
use protocol::caip::Namespace;
use wire::Word;

use crate::catalog::announced::{self, Said, claimed, merged};
use crate::engine::Engine;
use crate::network;
use crate::state::{Announced, Carrier, WalletRow};

/// The namespace whose wallets alone are listed.
pub(crate) fn wanted_namespace(engine: &Engine) -> Option<Namespace> {
    engine.0.catalog.borrow().namespace
}

/// The wallets in this browser, in the order of their announcements.
pub(crate) fn installed(engine: &Engine) -> Vec<WalletRow> {
    allowed(engine, present(engine, &network::namespaces(engine)))
}

/// Those of them that the host does not exclude.
fn allowed(engine: &Engine, mut rows: Vec<WalletRow>) -> Vec<WalletRow> {
    let options = engine.options();
    let excluded = &options.exclude_wallet_ids;
    rows.retain(|row| {
        let id = claimed(&row.id);
        !excluded.iter().any(|it| it == id) && !is_excluded(engine, id)
    });
    rows
}

/// Those of them that the list may show: of the namespace it is for.
pub(crate) fn listed(engine: &Engine) -> Vec<WalletRow> {
    let wanted = wanted_namespace(engine);
    let mut rows = installed(engine);
    rows.retain(|row| wanted.is_none_or(|it| row.providers.iter().any(|at| at.namespace == it)));
    rows
}

/// The wallets that announced themselves for these namespaces, with the host's images of them.
pub(super) fn present(engine: &Engine, namespaces: &[Namespace]) -> Vec<WalletRow> {
    joined(engine, namespaces, true)
}

fn joined(engine: &Engine, namespaces: &[Namespace], joins_domains: bool) -> Vec<WalletRow> {
    let options = engine.options();
    let has_several = namespaces.len() > 1;
    let said = |it: &Announced| if has_several { said(engine, it) } else { Said::Nothing };
    let mut rows = merged(&engine.0.catalog.borrow().announced, namespaces, said, joins_domains);
    for row in &mut rows {
        let mut ids = row.providers.iter().filter_map(|it| own_id(engine, &it.carrier));
        if let Some(image) = ids.find_map(|id| options.images.of(&id)) {
            row.icon = Some(image);
        }
    }
    rows
}

/// Whether the directory says that the installed wallet of this id is one the host excludes.
fn is_excluded(engine: &Engine, rdns: &str) -> bool {
    engine.0.directory.borrow().excluded.iter().any(|it| it == rdns)
}

/// Whether there is a wallet in this browser.
pub(crate) fn has_installed(engine: &Engine) -> bool {
    !installed(engine).is_empty()
}

/// The wallet of this id, if it is in this browser.
pub(crate) fn find(engine: &Engine, id: &str) -> Option<WalletRow> {
    // Rows hold images: they are put together only where one is wanted.
    if engine.0.catalog.borrow().announced.iter().all(|it| it.id != claimed(id)) {
        return None;
    }
    installed(engine).into_iter().find(|row| row.id == id)
}

/// The wallet behind a provider, where it is in this browser for another namespace as well: by its own
/// object there, or by the directory's word. A domain is nobody's proof, and of doubles none is meant.
pub(crate) fn beside(
    engine: &Engine,
    carrier: &Carrier,
    namespace: Namespace,
) -> Option<WalletRow> {
    let rows = allowed(engine, joined(engine, &network::namespaces(engine), false));
    rows.into_iter().find(|row| {
        !row.is_double
            && row.providers.iter().any(|it| it.carrier.is_same_wallet(carrier))
            && row.providers.iter().any(|it| it.namespace == namespace)
    })
}

/// The row of this id on the list, whether it is installed or not.
pub(crate) fn shown(engine: &Engine, id: &str) -> Option<WalletRow> {
    engine.slices().catalog.with(|catalog| {
        catalog.rows.iter().find(|row| row.wallet.id == id).map(|row| row.wallet.clone())
    })
}

/// What the wallet behind a provider calls itself: a wallet of several namespaces may have a name of
/// its own in each.
pub(crate) fn own_id(engine: &Engine, carrier: &Carrier) -> Option<String> {
    let catalog = engine.0.catalog.borrow();
    catalog.announced.iter().find(|it| it.carrier.is_same_wallet(carrier)).map(|it| it.id.clone())
}

/// Whether several wallets of this browser say that they are this one.
pub(crate) fn is_double(engine: &Engine, id: &str) -> bool {
    announced::is_double(&engine.0.catalog.borrow().announced, id)
}

/// The id of the wallet that the directory knows by what one of this browser calls itself: its reverse
/// domain name, and outside of eip155 what it puts into pages.
pub(crate) fn id_of(engine: &Engine, namespace: Namespace, id: &str) -> Option<String> {
    let memory = engine.0.directory.borrow();
    memory.known().find(|it| is_called(it, namespace, id)).map(|it| it.id.clone())
}

/// What the directory says of an announcement.
fn said(engine: &Engine, it: &Announced) -> Said {
    if let Some(id) = id_of(engine, it.namespace, &it.id) {
        return Said::Is(id);
    }
    let memory = engine.0.directory.borrow();
    let is_elsewhere =
        |of: &WalletListing| of.rdns.as_ref() == Some(&it.id) && !of.injected.is_empty();
    if memory.known().any(is_elsewhere) { Said::IsNot } else { Said::Nothing }
}

/// Whether a wallet calls itself so in a namespace. By its reverse domain name where it is known to be in
/// pages: anybody may say that of another namespace. A flag of eip155 is no id.
pub(crate) fn is_called(listing: &WalletListing, namespace: Namespace, id: &str) -> bool {
    let is_domain = listing.rdns.as_deref() == Some(id);
    let is_here =
        |it: &Injected| it.namespace == namespace.word() && (is_domain || it.injected_id == id);
    if namespace == Namespace::Eip155 { is_domain } else { listing.injected.iter().any(is_here) }
}
