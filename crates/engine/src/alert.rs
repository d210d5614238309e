//! What the host's developer is to put right: once per thing, in the console. What keeps a visitor from
//! something is told in the dialog, too, in words of theirs, where they connect: who is connected, and
//! sees Account, got past it.

use runtime::Op;
use wire::{Json, to_text};

use crate::engine::Engine;

/// What is wrong with the site's own setup. Of a server that cannot be reached a visitor hears nothing
/// here: their line may be what is wrong.
const OF_THE_SITE: [&str; 3] = ["invalidAppConfiguration", "unverifiedDomain", "serverRefuses"];

/// Raises the alert of this name, unless it was raised with the same values already.
pub(crate) fn raise(engine: &Engine, name: &'static str, values: Json) {
    let op = Op::Alert { name: name.to_owned(), values };
    let text = to_text(&op);
    engine.0.raised.change(|raised| {
        let is_new = engine.is_debug() && raised.iter().all(|(_, known)| *known != text);
        if is_new {
            raised.push((name, text));
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

/// The first alert that a visitor should know of, by its name.
pub(crate) fn shown(engine: &Engine) -> Option<String> {
    let raised = engine.0.raised.borrow();
    let of_the_site = raised.iter().find(|(name, _)| OF_THE_SITE.contains(name));
    of_the_site.map(|(name, _)| (*name).to_owned())
}
