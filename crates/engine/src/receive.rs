//! The address to be paid at, as a code. Owns the slice `receive`.

use crate::engine::Engine;
use crate::state::{Code, Receive, View};
use crate::{modal, route};

/// Keeps the code in step with the account in use, while it shows.
pub(crate) fn follow(engine: &Engine) {
    let is_shown = modal::is_open(engine) && route::view(engine) == View::WalletReceive;
    let address = engine.address().filter(|_| is_shown);
    let shown =
        engine.late_slices().receive.with(|it| it.code.as_ref().map(|it| it.address.clone()));
    if shown == address {
        return;
    }
    let code = address.and_then(|address| {
        let qr::Squares { size, dark } = qr::encode(&address)?;
        Some(Code { address, size, dark })
    });
    engine.late_slices().receive.set(Receive { code });
}
