//! Connects who signs in: the embedded wallet is asked like any other, and answers once somebody has signed in in the
//! vault's frame.

use protocol::module::embedded::{EmbeddedAsk, MODULE, WALLET};
use runtime::Scope;

use crate::connect::attempt::{self, CONNECT};
use crate::connect::wish::Manner;
use crate::connect::{prepare, run};
use crate::engine::Engine;
use crate::state::{Connect, MessageKind, ToastText, View};
use crate::{catalog, modal, network, route, toast};

const TURN_DOWN: Scope = Scope::new("turn-down");
/// Until a person is told of what their wallet does not do.
const TOLD_MS: u32 = 300;

/// Somebody has begun to sign in: whoever that will be is connected.
pub(crate) fn begin(engine: &Engine) {
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
    run(engine, row, provider, Manner::Afresh);
}

/// Who signed in could not be connected.
pub(super) fn fail(engine: &Engine) {
    attempt::show(engine, Connect::default());
    if modal::is_open(engine) {
        route::reset(engine, View::Connect);
        toast::show(engine, MessageKind::Error, ToastText::SomethingWrong);
    }
}

/// A site asked the wallet for what it does not do: a person is told, and what else is to be approved is not.
pub(super) fn turn_down(engine: &Engine) {
    let this = engine.clone();
    engine.runtime().spawn(TURN_DOWN, async move {
        this.world().module(MODULE, &EmbeddedAsk::Abort).next().await;
        this.world().sleep(TOLD_MS).await;
        modal::open(&this, None, None);
        toast::show(&this, MessageKind::Error, ToastText::ActionNotAllowed);
    });
}
