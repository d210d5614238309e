//! Connects who signs in: the embedded wallet is asked like any other, and answers once somebody has signed in in the
//! vault's frame.

use protocol::module::embedded::WALLET;

use crate::connect::attempt::{self, CONNECT};
use crate::connect::wish::Manner;
use crate::connect::{faults, prepare, run};
use crate::engine::Engine;
use crate::state::Connect;
use crate::{catalog, network};

/// Somebody has begun to sign in: whoever that will be is connected.
pub(crate) fn begin(engine: &Engine) {
    start(engine, Manner::Afresh);
}

/// Somebody is signed in: they are connected.
pub(crate) fn take(engine: &Engine) {
    start(engine, Manner::Again);
}

/// The frame did not come, or is gone: nobody signs in by it any more.
pub(crate) fn abandon(engine: &Engine) {
    if is_begun(engine) {
        attempt::give_up(engine);
        faults::not_connected(engine);
    }
}

/// Whether somebody signs in who is to be connected.
pub(crate) fn is_begun(engine: &Engine) -> bool {
    let is_it = |it: &Connect| it.wallet.as_ref().is_some_and(|it| it.id == WALLET);
    engine.runtime().is_running(CONNECT) && engine.slices().connect.with(is_it)
}

fn start(engine: &Engine, manner: Manner) {
    if is_begun(engine) {
        return;
    }
    let Some(row) = catalog::of_vault(engine) else { return };
    let wanted = catalog::wanted_namespace(engine).unwrap_or_else(|| network::namespace(engine));
    let providers = &row.providers;
    let provider = providers.iter().find(|it| it.namespace == wanted).or(providers.first());
    let Some(provider) = provider.cloned() else { return };
    prepare(engine, &row);
    let namespace = Some(provider.namespace);
    attempt::show(engine, Connect { wallet: Some(row.clone()), namespace, ..Connect::default() });
    run(engine, row, provider, manner);
}
