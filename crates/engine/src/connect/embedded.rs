//! Connects who signs in: the embedded wallet is asked like any other, and answers once somebody has signed in in the
//! vault's frame.

use protocol::module::embedded::WALLET;

use crate::connect::attempt::{self, CONNECT};
use crate::connect::wish::Manner;
use crate::connect::{prepare, run};
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

fn start(engine: &Engine, manner: Manner) {
    let is_begun =
        engine.slices().connect.with(|it| it.wallet.as_ref().is_some_and(|it| it.id == WALLET));
    if is_begun && engine.runtime().is_running(CONNECT) {
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
