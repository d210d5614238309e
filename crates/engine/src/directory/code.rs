//! The code with which a phone opens this page in the wallet's own browser.

use crate::directory::browse;
use crate::directory::listing::encoded;
use crate::engine::Engine;
use crate::state::{Chosen, Code};

/// Shows the code that opens the page at this address in the chosen wallet.
pub(crate) fn show(engine: &Engine, page: &str) {
    let chosen = engine.slices().directory.with(|it| it.chosen.clone());
    let Some(chosen) = chosen.filter(|it| it.has_code) else { return };
    // Which kind of phone it is cannot be known here.
    let Some(link) = browse::link(&chosen.wallet.id, false) else { return };
    let (_, bare) = page.split_once("://").unwrap_or(("", page));
    let (once, origin) = (encoded(page), encoded(&engine.config(|it| it.origin.clone())));
    let filled = link
        .replace("{page}", &once)
        .replace("{twice}", &encoded(&once))
        .replace("{bare}", bare)
        .replace("{origin}", &origin);
    let code = qr::encode(&filled).map(|qr::Squares { size, dark }| Code { size, dark });
    engine.slices().directory.update(|it| it.chosen = Some(Chosen { code, ..chosen }));
}
