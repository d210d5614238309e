//! What the host's developer is to put right: once per thing, in the console. What keeps a visitor from
//! something is told in the dialog, too, in words of theirs, where they connect: who is connected, and
//! sees Account, got past it.

use runtime::Op;
use wire::{Json, Word, to_text};

use crate::engine::Engine;
use crate::state::Alert;

/// Raises an alert, unless it was raised with the same values already.
pub(crate) fn raise(engine: &Engine, alert: Alert, values: Json) {
    let op = Op::Alert { name: alert.word().to_owned(), values };
    let text = to_text(&op);
    engine.0.raised.change(|raised| {
        let is_new = engine.is_debug() && raised.iter().all(|(_, known)| *known != text);
        if is_new {
            raised.push((alert, text));
            engine.world().tell(&op);
        }
        is_new
    });
}

/// Forgets what was raised: another project or another server is asked from now on.
pub(crate) fn forget(engine: &Engine) {
    engine.0.is_server_told.set(false);
    engine.0.raised.replace(vec![]);
}

/// The first alert that a visitor should know of.
pub(crate) fn shown(engine: &Engine) -> Option<Alert> {
    let raised = engine.0.raised.borrow();
    raised.iter().map(|(alert, _)| *alert).find(|alert| alert.is_of_the_site())
}
