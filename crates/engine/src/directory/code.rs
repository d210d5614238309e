//! The code with which a phone opens this page: in the wallet that Downloads is about, or in any.

use protocol::api::WalletListing;

use crate::directory::listing::links;
use crate::engine::Engine;
use crate::route;
use crate::state::{Chosen, Code, View};

/// Shows the code that carries this address, where the view that shows leads to one.
pub(crate) fn show(engine: &Engine, address: &str) {
    let slices = engine.slices();
    let chosen = match route::view(engine) {
        View::Downloads => {
            slices.directory.with(|it| it.chosen.clone()).filter(|it| it.code_url.is_some())
        }
        View::ConnectingWalletConnectBasic => {
            let any = slices.connect.with(|it| it.wallet.clone());
            any.map(|it| links(engine, it, WalletListing::default()))
        }
        _ => None,
    };
    let Some(chosen) = chosen else { return };
    let Some(qr::Squares { size, dark }) = qr::encode(address) else { return };
    let code = Some(Code { address: address.to_owned(), size, dark });
    slices.directory.update(|it| it.chosen = Some(Chosen { code, ..chosen }));
    route::push(engine, View::OpenOnPhone);
}
