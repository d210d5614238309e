//! The address on the clipboard.

use runtime::{Op, Reply, Scope};

use crate::engine::Engine;
use crate::state::{MessageKind, ToastText};
use crate::toast;

const COPY: Scope = Scope::new("copy");

/// Puts the address on the clipboard, in the turn of the click.
pub(crate) fn address(engine: &Engine) {
    let Some(address) = engine.address() else { return };
    let this = engine.clone();
    engine.runtime().spawn(COPY, async move {
        match this.world().perform(Op::Copy { text: address }).await {
            Reply::Done => toast::show(&this, MessageKind::Success, ToastText::AddressCopied),
            _ => toast::show(&this, MessageKind::Error, ToastText::CopyFailed),
        }
    });
}
