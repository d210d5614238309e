//! What follows from the slices and from what is remembered, brought in step at the end of every turn:
//! nobody who changes one of them tells the others.
//!
//! Each part looks at the versions of what it follows from, and is at rest while they stay.

use std::cell::Cell;

use wire::to_text;

use crate::engine::Engine;
use crate::item::{self, Snapshot};
use crate::waiting::Deferred;
use crate::{account, catalog, features, modal, network};

/// Brings all in step once; whether anything changed that more may follow from.
pub(crate) fn derive(engine: &Engine) -> bool {
    let before = version(engine);
    features(engine);
    networks(engine);
    catalog(engine);
    route(engine);
    snapshot(engine);
    engine.follow_up(Deferred::Derive);
    version(engine) != before
}

/// What is on.
fn features(engine: &Engine) {
    let inputs = engine.0.decided.version() + engine.0.config.version() + engine.0.raised.version();
    if has_moved(&engine.0.derived.features, inputs) {
        features::publish(engine);
    }
}

/// The network in use, and the rows of all.
fn networks(engine: &Engine) {
    let slices = engine.slices();
    let inputs =
        || slices.accounts.version() + slices.networks.version() + engine.0.config.version();
    if has_moved(&engine.0.derived.networks, inputs()) {
        engine.follow_up(Deferred::Accounts);
        network::list(engine);
        engine.0.derived.networks.set(inputs());
    }
}

/// The Connect list.
fn catalog(engine: &Engine) {
    let inputs = [
        engine.0.catalog.version(),
        engine.0.directory.version(),
        engine.0.config.version(),
        engine.slices().features.version(),
        engine.slices().networks.version(),
    ];
    if has_moved(&engine.0.derived.catalog, inputs.iter().sum()) {
        catalog::compose(engine);
    }
}

/// The view that an open dialog falls back to, and the one that a closed one opens with.
fn route(engine: &Engine) {
    let slices = engine.slices();
    let has_shut = has_moved(&engine.0.derived.modal, slices.modal.version());
    if modal::is_open(engine) {
        modal::leave_stale_view(engine);
    } else if has_shut {
        modal::reset_view(engine);
    }
}

/// The record from which the next page is drawn first. An account that is being brought back is part
/// of it until it is known to be gone.
fn snapshot(engine: &Engine) {
    let slices = engine.slices();
    let inputs = slices.accounts.version() + slices.networks.version();
    if !has_moved(&engine.0.derived.snapshot, inputs) {
        return;
    }
    let active = Some(network::active(engine));
    let snapshot = Snapshot { accounts: account::to_store(engine), active };
    let text = to_text(&snapshot);
    let before = engine.0.derived.written.replace(Some(text.clone()));
    // The first one is what this engine started from.
    if before.is_some_and(|before| before != text) {
        item::write(engine, item::SNAPSHOT_ITEM, &snapshot);
    }
}

/// Another number whenever something changed that others follow from.
fn version(engine: &Engine) -> u32 {
    let slices = engine.slices();
    [
        slices.modal.version(),
        slices.route.version(),
        slices.accounts.version(),
        slices.networks.version(),
        slices.features.version(),
        slices.connect.version(),
        engine.0.catalog.version(),
        engine.0.directory.version(),
        engine.0.config.version(),
    ]
    .iter()
    .sum()
}

fn has_moved(last: &Cell<u32>, now: u32) -> bool {
    last.replace(now) != now
}
