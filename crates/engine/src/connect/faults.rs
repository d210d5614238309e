//! What a person is told of the embedded wallet where no view of it says so.

use protocol::module::embedded::{EmbeddedAsk, MODULE};
use runtime::Scope;

use crate::connect::attempt;
use crate::engine::Engine;
use crate::state::{Connect, MessageKind, ToastText, View};
use crate::{modal, route, toast};

const NOT_ALLOWED: Scope = Scope::new("not-allowed");
/// Until a person is told of what their wallet does not do.
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
        this.world().sleep(TOLD_MS).await;
        modal::open(&this, None, None);
        toast::show(&this, MessageKind::Error, ToastText::ActionNotAllowed);
    });
}
