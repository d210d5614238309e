//! The code with which a phone opens this page in the wallet's own browser.

use crate::engine::Engine;
use crate::state::{Chosen, Code};

/// Shows the code that carries this address, where the chosen wallet has one.
pub(crate) fn show(engine: &Engine, address: &str) {
    let chosen = engine.slices().directory.with(|it| it.chosen.clone());
    let Some(chosen) = chosen.filter(|it| it.code_url.is_some()) else { return };
    let code = qr::encode(address).map(|qr::Squares { size, dark }| Code { size, dark });
    engine.slices().directory.update(|it| it.chosen = Some(Chosen { code, ..chosen }));
}
