//! What the host's developer is to put right: once per thing.

use runtime::Op;
use wire::{Json, to_text};

use crate::engine::Engine;

/// Raises the alert of this name, unless it was raised with the same values already.
pub(crate) fn raise(engine: &Engine, name: &str, values: Json) {
    let op = Op::Alert { name: name.to_owned(), values };
    let text = to_text(&op);
    let mut raised = engine.0.raised.borrow_mut();
    if engine.is_debug() && !raised.contains(&text) {
        raised.push(text);
        engine.world().tell(&op);
    }
}
