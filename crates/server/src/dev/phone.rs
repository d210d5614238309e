//! The dev phone: a web wallet that stands for a phone, at `/dev/wallet` of the server. To the demo page
//! it is another origin, as a phone is another device.
//!
//! A link `/dev/wallet/wc?uri=…` opens it with a pairing, as wallets' links do. The directory lists it
//! last, and the own relay reaches it.

use super::deployment::{CHAIN, Deployment};
use crate::files::Files;
use crate::images::Image;
use crate::origin::Origin;
use crate::problem::Problem;
use crate::relay::told::Relays;
use axum::http::HeaderValue;
use protocol::api::WalletListing;
use std::path::Path;

/// Its id in the directory.
const ID: &str = "de7de7de7de7de7de7de7de7de7de7de7de7de7de7de7de7de7de7de7de7de7d";
/// What it shows of itself as well.
const ICON: &[u8] = include_bytes!("../../../../web/demo/src/wallet/wallet.svg");
/// What it serves: the local chain, Ethereum, Solana.
const CHAINS: [&str; 3] = [CHAIN, "eip155:1", "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp"];

/// The page of the phone, as its routes see it.
pub(crate) struct DevPhone {
    /// The demo's files, of which it is one page.
    pub(crate) files: Files,
    pub(crate) policy: HeaderValue,
    pub(crate) deployment: Deployment,
    server: Origin,
}

impl DevPhone {
    /// The phone of the server at `server`, which pages of `demo` may frame. `web` is the folder of the
    /// built demo.
    pub(super) fn new(web: &Path, server: &Origin, demo: &Origin) -> Result<Self, Problem> {
        let socket = server.web_socket();
        let policy = format!(
            "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
             img-src 'self'; connect-src 'self' {socket}; base-uri 'none'; form-action 'none'; \
             frame-ancestors {demo}"
        );
        Ok(DevPhone {
            files: Files::in_folder(web, "--web")?,
            policy: HeaderValue::from_str(&policy).expect("origins fit a header"),
            deployment: Deployment::of(server),
            server: server.clone(),
        })
    }

    /// What the directory says of it.
    pub(crate) fn listing(&self) -> WalletListing {
        let link = format!("{}/dev/wallet", self.server);
        WalletListing {
            id: ID.to_owned(),
            name: "Dev Phone".to_owned(),
            homepage: Some(link.clone()),
            mobile_link: Some(link.clone()),
            webapp_link: Some(link),
            chains: CHAINS.map(str::to_owned).to_vec(),
            ..WalletListing::default()
        }
    }
}

/// Its picture in the directory.
pub(crate) fn icon() -> Image {
    Image::new(ICON, "image/svg+xml")
}

/// The own relay, at which the phone listens.
pub(super) fn relays(server: &Origin) -> Relays {
    Relays::own(server, vec![ID.to_owned()])
}
