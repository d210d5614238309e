//! The one message at the foot of the dialog, and the one at the foot of the page. Owns the slice `toast`.

use protocol::caip::Namespace;
use runtime::Scope;

use crate::engine::Engine;
use crate::state::{Message, MessageKind, ToastText, WaitingWallet};

const TOAST: Scope = Scope::early("toast");
/// Between the old message and the new one.
const SWAP_MS: u32 = 150;
/// How long a success stays.
const STAY_MS: u32 = 3000;

/// Shows a message. One that shows already goes first, and the new one comes 150 ms later. An
/// error and what goes on stay until they are replaced or dismissed.
pub(crate) fn show(engine: &Engine, kind: MessageKind, text: ToastText) {
    show_about(engine, kind, text, None);
}

/// Likewise, of a namespace.
pub(crate) fn show_about(
    engine: &Engine,
    kind: MessageKind,
    text: ToastText,
    about: Option<Namespace>,
) {
    let this = engine.clone();
    let was_shown = take(engine);
    engine.runtime().spawn(TOAST, async move {
        if was_shown {
            this.world().sleep(SWAP_MS).await;
        }
        this.slices().toast.update(|toast| {
            let count = this.0.toasts.get().wrapping_add(1);
            this.0.toasts.set(count);
            toast.shown = Some(Message { kind, text, about, count });
        });
        if kind == MessageKind::Success {
            this.world().sleep(STAY_MS).await;
            take(&this);
        }
    });
}

/// Takes the message away.
pub(crate) fn dismiss(engine: &Engine) {
    engine.runtime().cancel(TOAST);
    take(engine);
}

/// The person goes to another view: what was said was about the one that goes. What goes on, goes on.
pub(crate) fn leave(engine: &Engine) {
    let is_under_way = |it: &Message| it.kind == MessageKind::Loading;
    if !engine.slices().toast.with(|toast| toast.shown.as_ref().is_some_and(is_under_way)) {
        dismiss(engine);
    }
}

/// Which wallet waits for a person who has it on another device, and whose wallet a link leads to.
pub(crate) fn lead(engine: &Engine, awaited: Option<WaitingWallet>, led: Option<Namespace>) {
    if engine.slices().toast.with(|it| it.awaited != awaited || it.led != led) {
        engine.slices().toast.update(|toast| (toast.awaited, toast.led) = (awaited, led));
    }
}

fn take(engine: &Engine) -> bool {
    engine.slices().toast.update(|toast| toast.shown.take()).is_some()
}
