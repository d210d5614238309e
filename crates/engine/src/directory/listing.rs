//! Rows of what the directory tells.

use ::directory::Filter;
use protocol::api::WalletListing;
use protocol::caip::Namespace;
use protocol::path::WALLET_IMAGE;
use wire::Word;

use crate::announcement::printable;
use crate::catalog::installed;
use crate::custom_wallet::CustomWallet;
use crate::directory::browse::{self, COINBASE, PHANTOM};
use crate::engine::Engine;
use crate::network;
use crate::options::is_image;
use crate::state::{Chosen, Reach, WalletRow, Way, WayKind};

/// Whether a wallet may serve the namespace that the list is for.
pub(super) fn serves(engine: &Engine, listing: &WalletListing) -> bool {
    let wanted = installed::wanted_namespace(engine);
    let chains = wanted.iter().map(|it| it.word().to_owned()).collect();
    Filter { chains, ..Filter::default() }.takes(listing)
}

/// Whether a wallet can be used here: on a phone it needs a link that opens it.
pub(super) fn fits(engine: &Engine, listing: &WalletListing) -> bool {
    if !serves(engine, listing) {
        return false;
    }
    if !engine.config(|config| config.is_mobile) {
        return true;
    }
    let wanted = installed::wanted_namespace(engine);
    let on_solana = wanted.unwrap_or_else(|| network::namespace(engine)) == Namespace::Solana;
    let is = |known| listing.id.starts_with(known);
    listing.mobile_link.is_some() || is(COINBASE) || is(PHANTOM) && on_solana
}

/// The row of a wallet: the installed one where it is installed.
pub(super) fn row(engine: &Engine, listing: &WalletListing) -> WalletRow {
    let installed = listing.rdns.as_ref().and_then(|rdns| installed::find(engine, rdns));
    installed.unwrap_or_else(|| told(engine, listing))
}

/// The row of a wallet by what the directory tells alone.
pub(super) fn told(engine: &Engine, listing: &WalletListing) -> WalletRow {
    WalletRow {
        id: listing.id.clone(),
        name: printable(&listing.name),
        icon: image(engine, listing),
        providers: vec![],
        is_double: false,
        is_reached: engine.0.relays.borrow().reached.contains(&listing.id),
    }
}

/// The row of a wallet that the host brought.
pub(super) fn custom(engine: &Engine, custom: &CustomWallet) -> WalletRow {
    let icon = custom.image_url.clone().filter(|url| is_image(url));
    let row = row(engine, &custom.listing());
    if row.icon.is_none() { WalletRow { icon, ..row } } else { row }
}

/// The address of a wallet's image: the host's own, else at the server.
pub(super) fn image(engine: &Engine, listing: &WalletListing) -> Option<String> {
    let images = &engine.options().images;
    let mut ids = [Some(&listing.id), listing.rdns.as_ref()].into_iter().flatten();
    if let Some(image) = ids.find_map(|id| images.of(id)) {
        return Some(image);
    }
    let path = [WALLET_IMAGE, listing.image_id.as_ref()?].concat();
    Some(engine.config(|config| config.server(&path, "")))
}

/// Where a wallet can be had that fits this device, best first. Only addresses of web pages: nothing
/// that a directory says is run.
pub(super) fn links(engine: &Engine, wallet: WalletRow, listing: WalletListing) -> Chosen {
    let (is_mobile, store) = engine.config(|config| (config.is_mobile, config.store));
    let is_apple = store == Some(WayKind::AppStore);
    let has_extension = listing.chrome_store.is_some();
    let is_in_pages = has_extension || listing.rdns.is_some() || !listing.injected.is_empty();
    let own = browse::link(&listing.id, is_apple).filter(|_| is_mobile).map(str::to_owned);
    let stored = match store {
        Some(WayKind::AppStore) => listing.app_store,
        Some(WayKind::PlayStore) => listing.play_store,
        Some(WayKind::ChromeStore) => listing.chrome_store,
        _ => None,
    };
    let all = [
        (WayKind::Browse, own),
        (store.unwrap_or(WayKind::Homepage), stored),
        (WayKind::Homepage, listing.homepage),
        (WayKind::Webapp, listing.webapp_link),
    ];
    let ways = all.into_iter().filter_map(|(kind, url)| {
        let url = url.filter(|url| url.starts_with("https://"))?;
        Some(Way { kind, url })
    });
    let ways: Vec<Way> = ways.collect();
    // Which kind of phone it is cannot be known here.
    let code_url = browse::link(&listing.id, false).filter(|_| !is_mobile).map(str::to_owned);
    let reach = match ways.first().map(|way| way.kind) {
        Some(WayKind::Browse) => Reach::Open,
        _ if is_mobile && has_extension => Reach::Computer,
        _ if is_mobile => Reach::Nowhere,
        Some(WayKind::ChromeStore) => Reach::Install,
        _ if code_url.is_some() => Reach::Phone,
        Some(WayKind::Homepage) if is_in_pages => Reach::Site,
        _ => Reach::Nowhere,
    };
    Chosen { rdns: listing.rdns, here: None, reach, ways, wallet, code_url, code: None }
}

/// Whether a phone opens this page in the wallet's own browser.
pub(super) fn opens_here(engine: &Engine, listing: &WalletListing) -> bool {
    let store = engine.config(|config| config.store);
    browse::link(&listing.id, store == Some(WayKind::AppStore)).is_some()
}

/// Text as a part of a query.
pub(crate) fn encoded(text: &str) -> String {
    const HEX: &[u8; 16] = b"0123456789ABCDEF";
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-_.~,:".contains(&byte) {
            out.push(char::from(byte));
        } else {
            let hex = |digit: u8| char::from(HEX[usize::from(digit)]);
            out.extend(['%', hex(byte >> 4), hex(byte & 15)]);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_one_part_of_a_query() {
        assert_eq!(encoded("a b&c=ü,eip155:1"), "a%20b%26c%3D%C3%BC,eip155:1");
    }
}
