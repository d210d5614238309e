//! The code with which a phone opens this page in the wallet's own browser.

use crate::engine::Engine;
use crate::route;
use crate::state::{Chosen, Code, View};

/// Shows the code that carries this address, where the wallet that Downloads is about has one.
pub(crate) fn show(engine: &Engine, address: &str) {
    let chosen = engine.slices().directory.with(|it| it.chosen.clone());
    let Some(chosen) = chosen.filter(|it| it.code_url.is_some()) else { return };
    let Some(qr::Squares { size, dark }) = qr::encode(address) else { return };
    if route::view(engine) != View::Downloads {
        return;
    }
    let code = Some(Code { address: address.to_owned(), size, dark });
    engine.slices().directory.update(|it| it.chosen = Some(Chosen { code, ..chosen }));
    route::push(engine, View::OpenOnPhone);
}
