//! What a person is told of the embedded wallet where no view of it says so.

use protocol::module::embedded::{EmbeddedAsk, MODULE};
use runtime::Scope;

use crate::connect::attempt;
use crate::engine::Engine;
use crate::state::{Connect, MessageKind, ToastText, View};
use crate::{modal, route, toast};

const NOT_ALLOWED: Scope = Scope::new("not-allowed");
const NOT_SENT: Scope = Scope::new("not-sent");
/// Until a person is told of what their wallet does not do, or did not.
const TOLD_MS: u32 = 300;

/// Who signs in, or did, could not be connected: they begin anew.
pub(super) fn not_connected(engine: &Engine) {
    attempt::show(engine, Connect::default());
    if modal::is_open(engine) {
        route::reset(engine, View::Connect);
    }
    tell(engine);
}

/// Tells whoever looks that nobody could be connected by it.
pub(super) fn tell(engine: &Engine) {
    if modal::is_open(engine) {
        toast::show(engine, MessageKind::Error, ToastText::AuthenticationFailed);
    }
}

/// A site asked the wallet for what it does not do: a person is told, and what else is to be approved is not.
pub(super) fn not_allowed(engine: &Engine) {
    let this = engine.clone();
    engine.runtime().spawn(NOT_ALLOWED, async move {
        this.world().module(MODULE, &EmbeddedAsk::Abort).next().await;
        tell_later(&this, ToastText::ActionNotAllowed).await;
    });
}

/// What a person approved was taken by no node, as far as that is known: they are told where it is not seen any more.
pub(crate) fn not_sent(engine: &Engine) {
    let this = engine.clone();
    engine.runtime().spawn(NOT_SENT, async move {
        tell_later(&this, ToastText::NotSent).await;
    });
}

async fn tell_later(engine: &Engine, text: ToastText) {
    engine.world().sleep(TOLD_MS).await;
    modal::open(engine, None, None);
    toast::show(engine, MessageKind::Error, text);
}
