//! What shows of an attempt to reach a wallet that is not in this browser: the part `handoff` of the slice
//! `connect`.

use protocol::event::wallet::WalletPlatform;
use wire::{from_text, read, to_text};

use crate::engine::Engine;
use crate::state::{Code, Handoff, HandoffStep, LinkStep};

/// The link that a wallet takes the pairing up by.
pub(crate) fn uri(engine: &Engine) -> Option<String> {
    with(engine, |it| it.uri.clone())?
}

/// Draws the code, where one shows.
pub(super) fn draw(engine: &Engine) {
    update(engine, |it| {
        let uri = it.uri.clone().filter(|_| it.platform == WalletPlatform::Qrcode);
        if uri.as_ref() == it.code.as_ref().map(|code| &code.address) {
            return;
        }
        it.code = uri.and_then(|address| {
            let qr::Squares { size, dark } = qr::encode(&address)?;
            Some(Code { address, size, dark })
        });
    });
}

/// Reads it, where there is an attempt.
pub(crate) fn with<R>(engine: &Engine, ask: impl FnOnce(&Handoff) -> R) -> Option<R> {
    let handoff = engine.slices().connect.with(|connect| connect.handoff.clone())?;
    read::<Handoff>(&handoff).ok().as_ref().map(ask)
}

/// Changes it, where there is an attempt.
pub(crate) fn update(engine: &Engine, change: impl FnOnce(&mut Handoff)) {
    let Some(Ok(mut handoff)) =
        engine.slices().connect.with(|connect| connect.handoff.as_ref().map(read::<Handoff>))
    else {
        return;
    };
    let before = to_text(&handoff);
    change(&mut handoff);
    let text = to_text(&handoff);
    let is_taken = matches!(handoff.step, HandoffStep::TakenUp | HandoffStep::Settling);
    let is_sent = is_taken || handoff.link != LinkStep::Unopened;
    if text != before {
        engine.slices().connect.update(|connect| {
            connect.handoff = from_text(&text).ok();
            connect.offered_in = connect.namespace.filter(|_| !is_sent);
        });
    }
}
