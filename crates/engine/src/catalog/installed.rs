//! The wallets in this browser, by what they announced.

use protocol::api::{Injected, WalletListing};
use protocol::caip::Namespace;
use protocol::module::embedded;
use wire::Word;

use crate::catalog::announced::{self, claimed, is_one_object, merged};
use crate::engine::Engine;
use crate::network;
use crate::state::{Announced, Carrier, Provider, WalletRow};

/// The namespace whose wallets alone are listed.
pub(crate) fn wanted_namespace(engine: &Engine) -> Option<Namespace> {
    engine.0.catalog.borrow().namespace
}

/// The wallets in this browser, in the order of their announcements.
pub(crate) fn installed(engine: &Engine) -> Vec<WalletRow> {
    let mut rows = offered(engine);
    rows.retain(|row| !row.is_elsewhere());
    rows
}

/// Likewise, and the one that stands for all that are not in this browser.
pub(super) fn offered(engine: &Engine) -> Vec<WalletRow> {
    let mut rows = present(engine, &network::namespaces(engine));
    let options = engine.options();
    let excluded = &options.exclude_wallet_ids;
    rows.retain(|row| {
        let id = claimed(&row.id);
        // People sign in to that one by a field of its own.
        let is_listed = id != embedded::WALLET;
        let is_on = is_listed && (options.has_wallet_connect || !row.is_elsewhere());
        is_on && !excluded.iter().any(|it| it == id) && !is_excluded(engine, id)
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
    let options = engine.options();
    let has_several = namespaces.len() > 1;
    let listing_of =
        |it: &Announced| has_several.then(|| id_of(engine, it.namespace, &it.id)).flatten();
    let mut rows = merged(&engine.0.catalog.borrow().announced, namespaces, listing_of);
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

/// The wallet of this id, if it is in this browser or stands for those that are not.
pub(crate) fn find(engine: &Engine, id: &str) -> Option<WalletRow> {
    // Rows hold images: they are put together only where one is wanted.
    if engine.0.catalog.borrow().announced.iter().all(|it| it.id != claimed(id)) {
        return None;
    }
    offered(engine).into_iter().find(|row| row.id == id)
}

/// The wallet behind a provider, where it is in this browser for another namespace as well: by its own
/// object there, or by the directory's word. A domain is nobody's proof, and of doubles none is meant.
pub(crate) fn beside(
    engine: &Engine,
    carrier: &Carrier,
    namespace: Namespace,
) -> Option<WalletRow> {
    let rows = installed(engine).into_iter().filter(|row| !row.is_double);
    let announced = &engine.0.catalog.borrow().announced;
    let of = |it: &Provider| announced.iter().find(|of| of.carrier.is_same_wallet(&it.carrier));
    let is_known = |here: &Provider, there: &Provider| {
        let Some((here, there)) = of(here).zip(of(there)) else { return false };
        let listing = |of: &Announced| id_of(engine, of.namespace, &of.id);
        is_one_object(here, there) || listing(here).is_some_and(|it| listing(there) == Some(it))
    };
    rows.into_iter().find(|row| {
        let mut providers = row.providers.iter();
        let here = providers.clone().find(|it| it.carrier.is_same_wallet(carrier));
        let there = providers.find(|it| it.namespace == namespace);
        here.zip(there).is_some_and(|(here, there)| is_known(here, there))
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

/// Whether a wallet calls itself so in a namespace. By its reverse domain name where it is known to be in
/// pages: anybody may say that of another namespace. A flag of eip155 is no id.
pub(crate) fn is_called(listing: &WalletListing, namespace: Namespace, id: &str) -> bool {
    let is_domain = listing.rdns.as_deref() == Some(id);
    let is_here =
        |it: &Injected| it.namespace == namespace.word() && (is_domain || it.injected_id == id);
    if namespace == Namespace::Eip155 { is_domain } else { listing.injected.iter().any(is_here) }
}
