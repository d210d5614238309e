//! Where a wallet that is not in this browser can be reached from this device.

use protocol::api::WalletListing;
use protocol::event::wallet::WalletPlatform;

use crate::catalog;
use crate::connect::handoff::shown::{draw, update, with};
use crate::engine::Engine;
use crate::state::{LinkStep, WalletRow, WayKind};

/// The platforms of a wallet, best first; of any wallet, where none is meant.
pub(super) fn platforms(engine: &Engine, listing: Option<&WalletListing>) -> Vec<WalletPlatform> {
    let Some(listing) = listing else { return vec![WalletPlatform::Qrcode] };
    let (is_mobile, store) = engine.config(|config| (config.is_mobile, config.store));
    let is_app = listing.mobile_link.is_some() || listing.link_mode.is_some();
    let has_extension = listing.chrome_store.is_some() && store == Some(WayKind::ChromeStore);
    let is_extension = has_extension || here(engine, listing).is_some();
    let all = if is_mobile {
        [
            (WalletPlatform::Mobile, is_app),
            (WalletPlatform::Web, listing.webapp_link.is_some()),
            // The app may be on another phone.
            (WalletPlatform::Qrcode, is_app),
            (WalletPlatform::Desktop, false),
        ]
    } else {
        [
            (WalletPlatform::Qrcode, is_app),
            (WalletPlatform::Browser, is_extension),
            (WalletPlatform::Desktop, listing.desktop_link.is_some()),
            (WalletPlatform::Web, listing.webapp_link.is_some()),
        ]
    };
    all.into_iter().filter(|(_, is_there)| *is_there).map(|(platform, _)| platform).collect()
}

/// The wallet as it is in this browser, where nobody else says that they are it.
pub(super) fn here(engine: &Engine, listing: &WalletListing) -> Option<WalletRow> {
    catalog::find(engine, listing.rdns.as_ref()?).filter(|row| !row.is_double)
}

/// The person looks for the wallet elsewhere.
pub(crate) fn choose(engine: &Engine, platform: WalletPlatform) {
    let shows_code = with(engine, |it| platform == WalletPlatform::Qrcode && it.uri.is_some());
    {
        let mut memory = engine.0.handoff.borrow_mut();
        memory.rung = 0;
        if shows_code == Some(true) {
            // Whoever reads it may be another device.
            memory.opened = None;
        }
    }
    update(engine, |it| {
        if it.platforms.contains(&platform) && it.platform != platform {
            (it.platform, it.link) = (platform, LinkStep::Unopened);
        }
    });
    draw(engine);
}
