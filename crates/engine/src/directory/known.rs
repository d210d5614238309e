//! What is known of the directory, as rows that others list.

use protocol::api::WalletListing;

use crate::custom_wallet::CustomWallet;
use crate::directory::listing::{self, row};
use crate::engine::Engine;
use crate::state::{DirectoryMemory, Stage, WalletRow};

/// The row of a wallet that the directory told of, by its id or its reverse domain name.
pub(crate) fn listed(engine: &Engine, id: &str) -> Option<WalletRow> {
    known(engine, id).map(|listing| row(engine, &listing))
}

/// The row of a wallet as one that is not in this browser, though it may be there too.
pub(crate) fn elsewhere(engine: &Engine, listing: &WalletListing) -> WalletRow {
    listing::told(engine, listing)
}

/// Whether a wallet may serve the namespace that the list is for, as far as the directory knows it.
pub(crate) fn serves(engine: &Engine, id: &str) -> bool {
    known(engine, id).is_none_or(|listing| listing::serves(engine, &listing))
}

/// What the host or the directory tells of a wallet, by its id or its reverse domain name.
pub(crate) fn known(engine: &Engine, id: &str) -> Option<WalletListing> {
    if let Some(custom) = engine.options().custom_wallets.iter().find(|it| it.id == id) {
        return Some(custom.listing());
    }
    let memory = engine.0.directory.borrow();
    memory.known().find(|it| it.id == id || it.rdns.as_deref() == Some(id)).cloned()
}

/// One that was asked for by itself is known from now on.
pub(super) fn keep(engine: &Engine, listing: WalletListing) {
    engine.0.directory.change(|memory| {
        memory.recent.push(listing);
        true
    });
}

/// The first wallet of the host or the directory of which this holds.
pub(crate) fn find(
    engine: &Engine,
    is_it: impl Fn(&WalletListing) -> bool,
) -> Option<WalletListing> {
    let options = engine.options();
    let custom = options.custom_wallets.iter().map(CustomWallet::listing).find(&is_it);
    custom.or_else(|| engine.0.directory.borrow().known().find(|it| is_it(it)).cloned())
}

/// The wallets that the host puts forward.
pub(crate) fn featured(engine: &Engine) -> Vec<WalletRow> {
    let memory = engine.0.directory.borrow();
    let serving = memory.featured.iter().filter(|it| listing::serves(engine, it));
    serving.map(|it| row(engine, it)).collect()
}

/// The wallets that the host brought.
pub(crate) fn custom(engine: &Engine) -> Vec<WalletRow> {
    let options = engine.options();
    options.custom_wallets.iter().map(|it| listing::custom(engine, it)).collect()
}

/// The first wallets of the directory that are not installed.
pub(crate) fn first(engine: &Engine, count: usize) -> Vec<WalletRow> {
    first_of(engine, &engine.0.directory.borrow(), count)
}

pub(super) fn first_of(engine: &Engine, memory: &DirectoryMemory, count: usize) -> Vec<WalletRow> {
    let fitting = memory.all.iter().filter(|it| listing::fits(engine, it));
    fitting.map(|it| row(engine, it)).filter(|row| row.providers.is_empty()).take(count).collect()
}

/// How many wallets there are in all, once that is known.
pub(crate) fn count(engine: &Engine) -> Option<u32> {
    let memory = engine.0.directory.borrow();
    let added = u32::try_from(engine.options().custom_wallets.len()).unwrap_or(0);
    matches!(memory.stage, Stage::Loaded | Stage::Bundled).then_some(memory.count + added)
}

/// Whether nothing has come of it yet.
pub(crate) fn is_awaited(engine: &Engine) -> bool {
    matches!(engine.0.directory.borrow().stage, Stage::Idle | Stage::Loading)
}

/// Whether it is being asked.
pub(crate) fn is_loading(engine: &Engine) -> bool {
    engine.0.directory.borrow().stage == Stage::Loading
}
