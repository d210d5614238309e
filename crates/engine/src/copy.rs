//! The address, or the link for a phone, on the clipboard.

use runtime::{Op, Reply, Scope};

use crate::connect::handoff;
use crate::engine::Engine;
use crate::state::{MessageKind, ToastText, View};
use crate::{route, toast};

const COPY: Scope = Scope::new("copy");

/// Puts the address on the clipboard, in the turn of the click.
pub(crate) fn address(engine: &Engine) {
    put(engine, engine.address(), ToastText::AddressCopied);
}

/// Likewise what the code for a phone says.
pub(crate) fn link(engine: &Engine) {
    let link = if route::view(engine) == View::OpenOnPhone {
        let code = engine.slices().directory.with(|it| it.chosen.as_ref()?.code.clone());
        code.map(|it| it.address)
    } else {
        handoff::shown::uri(engine)
    };
    put(engine, link, ToastText::LinkCopied);
}

fn put(engine: &Engine, text: Option<String>, said: ToastText) {
    let Some(text) = text else { return };
    let this = engine.clone();
    engine.runtime().spawn(COPY, async move {
        match this.world().perform(Op::Copy { text }).await {
            Reply::Done => toast::show(&this, MessageKind::Success, said),
            _ => toast::show(&this, MessageKind::Error, ToastText::CopyFailed),
        }
    });
}
