//! Who is at the other end of a session. Whichever wallet was tapped, another may have read the code: who it
//! is, it says itself, and the directory may know it. Nothing of that is proven.

use protocol::api::WalletListing;
use runtime::Scope;
use wire::{Json, read};

use crate::announcement::printable;
use crate::custom_wallet::is_link;
use crate::directory::known;
use crate::engine::Engine;
use crate::relays::ANY_WALLET;
use crate::state::{Carrier, Peer, WalletRow};
use crate::{account, catalog, directory, relays};

const PEER: Scope = Scope::new("peer");

/// What a session says of its wallet.
pub(crate) fn told(answer: &Json) -> Option<Peer> {
    let peer = answer.get("peer")?;
    let text = |name| peer.get(name).and_then(Json::as_text).unwrap_or_default();
    Some(Peer {
        name: printable(text("name")),
        host: host(text("url")).to_owned(),
        redirect: peer.get("redirect").and_then(|it| read(it).ok()),
        wants_no_link: answer.get("wantsNoLink") == Some(&Json::Bool(true)),
    })
}

/// As whom it is known: as the wallet that was tapped, as another of the directory, or by its own name.
pub(crate) fn row(engine: &Engine, tapped: WalletRow, peer: Option<&Peer>) -> WalletRow {
    let is_other = |it: &&Peer| !it.name.is_empty() && it.name != tapped.name;
    let Some(Peer { name, host: home, .. }) = peer.filter(is_other) else { return tapped };
    let is_at_home =
        |it: &WalletListing| !home.is_empty() && it.homepage.as_deref().map(host) == Some(home);
    let is_like = || name.starts_with(&tapped.name) || tapped.name.starts_with(name);
    let is_tapped =
        || is_like() || engine.0.handoff.borrow().listing.as_ref().is_some_and(is_at_home);
    let named = known::find(engine, |it| it.name == *name);
    if named.is_none() && tapped.id != ANY_WALLET && is_tapped() {
        return tapped;
    }
    match named.or_else(|| known::find(engine, is_at_home)) {
        Some(it) => WalletRow { providers: tapped.providers, ..known::elsewhere(engine, &it) },
        None => WalletRow { id: ANY_WALLET.to_owned(), name: name.clone(), icon: None, ..tapped },
    }
}

/// Who is not known here may be known to the directory: as that they are connected, and were used last, where a
/// relay reaches them.
pub(crate) fn look_up(engine: &Engine, row: &WalletRow, carrier: &Carrier) {
    let (this, name, carrier) = (engine.clone(), row.name.clone(), carrier.clone());
    engine.runtime().spawn(PEER, async move {
        let Some(listing) = directory::named_so(&this, &name).await else { return };
        if relays::reach(&this, &listing) && account::has_session(&this, &carrier) {
            let row = known::elsewhere(&this, &listing);
            account::recognised(&this, &carrier, &row);
            catalog::used(&this, &row);
        }
    });
}

/// How it is opened on this device, where a wallet was: by the link that was opened, if that is its; else by the
/// one that the host or the directory tells, of the same kind if there are both. Of one that is known to nobody
/// only the app's own scheme is taken: it takes the tab to no page.
pub(crate) fn link(engine: &Engine, peer: Option<&Peer>, row: &WalletRow) -> Option<String> {
    let peer = peer.filter(|it| !it.wants_no_link)?;
    let memory = engine.0.handoff.borrow();
    let opened = memory.opened.as_ref()?;
    if memory.listing.as_ref().is_some_and(|it| it.id == row.id) {
        return Some(opened.clone());
    }
    let Some(known) = known::known(engine, &row.id) else {
        let own = peer.redirect.as_ref()?.native.clone();
        return own.filter(|it| is_link(it) && !is_page(it));
    };
    let (scheme, web) = (known.mobile_link, known.link_mode);
    if opened.starts_with("http") { web.or(scheme) } else { scheme.or(web) }
}

/// Whether a link opens a page.
fn is_page(link: &str) -> bool {
    let scheme = link.split(':').next().unwrap_or_default();
    ["http", "https"].iter().any(|it| it.eq_ignore_ascii_case(scheme))
}

/// The host of a wallet's home.
fn host(url: &str) -> &str {
    let place = url.split_once("://").map_or("", |(_, place)| place);
    let host = place.split('/').next().unwrap_or_default();
    host.strip_prefix("www.").unwrap_or(host)
}
