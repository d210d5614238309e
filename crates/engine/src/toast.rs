//! The one message at the foot of the dialog. Owns the slice `toast`.

use runtime::Scope;

use crate::engine::Engine;
use crate::state::{Message, MessageKind, ToastText};

const TOAST: Scope = Scope::early("toast");
/// Between the old message and the new one.
const SWAP_MS: u32 = 150;
/// How long a success stays.
const STAY_MS: u32 = 3000;

/// Shows a message. One that shows already goes first, and the new one comes 150 ms later. An
/// error and what goes on stay until they are replaced or dismissed.
pub(crate) fn show(engine: &Engine, kind: MessageKind, text: ToastText) {
    let this = engine.clone();
    let was_shown = take(engine);
    engine.runtime().spawn(TOAST, async move {
        if was_shown {
            this.world().sleep(SWAP_MS).await;
        }
        this.slices().toast.update(|toast| {
            let count = this.0.toasts.get().wrapping_add(1);
            this.0.toasts.set(count);
            toast.shown = Some(Message { kind, text, count });
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

fn take(engine: &Engine) -> bool {
    engine.slices().toast.update(|toast| toast.shown.take()).is_some()
}
