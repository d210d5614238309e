//! The links that open a wallet with a pairing. Where one shows nothing, the next one is opened at the
//! next tap: the app's own scheme, then its address on the web, which leads to a store where there is no
//! app. Where none of them showed anything, the link is copied, or another device reads the code.

use protocol::api::WalletListing;
use protocol::event::wallet::{WalletEvent, WalletPlatform};
use runtime::{Op, Performed, Place, Reply, Scope};
use wire::Json;

use crate::connect::handoff::shown::{update, uri, with};
use crate::custom_wallet::is_link;
use crate::directory::listing::encoded;
use crate::engine::Engine;
use crate::state::LinkStep;

const LINK: Scope = Scope::new("link");
/// A page that is still in sight after this long has led nowhere.
pub(super) const LOOK_MS: u32 = 3_000;
/// What comes between a wallet's own link and a pairing.
const PAIRING: &str = "wc?uri=";

/// Opens the wallet, in the turn of the tap: by the next link, or where this browser cannot open it by the one
/// after that.
pub(crate) fn open(engine: &Engine) {
    let Some((mut performed, mut is_last)) = perform(engine) else { return };
    update(engine, |it| it.link = LinkStep::Opened);
    let this = engine.clone();
    engine.runtime().spawn(LINK, async move {
        loop {
            let reply = performed.await;
            match reply {
                Reply::Done => this.world().sleep(LOOK_MS).await,
                Reply::NeedsGesture => {
                    return update(&this, |it| it.link = LinkStep::Unopened);
                }
                _ => {}
            }
            this.0.handoff.borrow_mut().rung += 1;
            let next = if reply == Reply::Done || is_last { None } else { perform(&this) };
            let Some(next) = next else { break };
            (performed, is_last) = next;
        }
        let step = if is_last { LinkStep::Spent } else { LinkStep::Unanswered };
        update(&this, |it| it.link = step);
    });
}

/// Opens the link that is next; whether all others were opened before.
fn perform(engine: &Engine) -> Option<(Performed, bool)> {
    let (url, is_last) = link(engine)?;
    // What is a page itself has a tab of its own. Nobody is led there again: it may be open.
    let is_page = with(engine, |it| it.platform) == Some(WalletPlatform::Web);
    let place = if is_page { Place::Beside } else { Place::Here };
    if let Some((wallet, _)) = url.split_once(PAIRING) {
        engine.0.handoff.borrow_mut().opened = Some(wallet.to_owned()).filter(|_| !is_page);
    }
    Some((engine.world().perform(Op::OpenLink { url, place }), is_last))
}

/// The wallet has shown itself.
pub(super) fn left(engine: &Engine) {
    engine.runtime().cancel(LINK);
}

/// The link that is next, and whether all others were opened before.
fn link(engine: &Engine) -> Option<(String, bool)> {
    let platform = with(engine, |it| it.platform)?;
    let (listing, rung) = {
        let memory = engine.0.handoff.borrow();
        (memory.listing.clone()?, memory.rung)
    };
    // A wallet that has the pairing already is not told of it again.
    let Some(uri) = uri(engine) else {
        return engine.0.handoff.borrow().opened.clone().map(|it| (it, true));
    };
    let prefers_universal = engine.config(|config| {
        config.options.get("experimental_preferUniversalLinks") == Some(&Json::Bool(true))
    });
    let links = links(&listing, platform, prefers_universal, &uri);
    if links.is_empty() {
        let message = "no link of the wallet can be opened".to_owned();
        let mobile_link = listing.mobile_link.unwrap_or_default();
        engine.track(&WalletEvent::ConnectProxyError { message, mobile_link, name: listing.name });
        return None;
    }
    links.get(rung % links.len()).map(|it| (it.clone(), rung + 1 >= links.len()))
}

/// The links of a wallet to where it is looked for, best first.
pub(super) fn links(
    listing: &WalletListing,
    platform: WalletPlatform,
    prefers_universal: bool,
    uri: &str,
) -> Vec<String> {
    let mut given = match platform {
        WalletPlatform::Mobile => vec![&listing.mobile_link, &listing.link_mode],
        WalletPlatform::Desktop => vec![&listing.desktop_link],
        WalletPlatform::Web => vec![&listing.webapp_link],
        _ => vec![],
    };
    if prefers_universal {
        given.reverse();
    }
    let mut links: Vec<String> = Vec::new();
    for link in given.into_iter().flatten().filter_map(|link| with_uri(link, uri)) {
        if !links.contains(&link) {
            links.push(link);
        }
    }
    links
}

/// A link with the pairing in it.
fn with_uri(link: &str, uri: &str) -> Option<String> {
    let uri = encoded(uri).replace(':', "%3A").replace(',', "%2C");
    joined(link, PAIRING, &uri)
}

/// A link with something for the wallet in it; nothing where it is none that leads to a wallet.
pub(super) fn joined(link: &str, before: &str, told: &str) -> Option<String> {
    if !is_link(link) {
        return None;
    }
    let (scheme, place) = link.split_once(':').unwrap_or((link, ""));
    let place = place.strip_prefix("//").unwrap_or(place);
    let slash = if place.ends_with('/') || place.is_empty() { "" } else { "/" };
    Some([scheme, "://", place, slash, before, told].concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    const URI: &str = "wc:7f@2?relay-protocol=irn&symKey=58";
    const ENCODED: &str = "wc%3A7f%402%3Frelay-protocol%3Dirn%26symKey%3D58";

    #[test]
    fn a_link_has_a_scheme_a_slash_and_the_pairing() {
        for (link, expected) in [
            ("harbor://", "harbor://wc?uri="),
            ("harbor:", "harbor://wc?uri="),
            ("harbor", "harbor://wc?uri="),
            ("harbor://app", "harbor://app/wc?uri="),
            ("harbor://app/", "harbor://app/wc?uri="),
            ("kucoin:///wallet/walletConnect", "kucoin:///wallet/walletConnect/wc?uri="),
            ("https://harbor.example", "https://harbor.example/wc?uri="),
            ("https://harbor.example/", "https://harbor.example/wc?uri="),
        ] {
            assert_eq!(with_uri(link, URI), Some([expected, ENCODED].concat()), "{link}");
        }
    }

    #[test]
    fn what_would_run_here_is_no_link() {
        for link in
            ["javascript:alert(1)//", "JavaScript://x", "data:text/html,x", "", "://x", " x:"]
        {
            assert_eq!(with_uri(link, URI), None, "{link}");
        }
    }

    #[test]
    fn the_scheme_goes_first_unless_the_host_prefers_the_web() {
        let listing = WalletListing {
            mobile_link: Some("harbor://".to_owned()),
            link_mode: Some("https://harbor.example".to_owned()),
            ..WalletListing::default()
        };
        let schemes = |prefers| {
            let links = links(&listing, WalletPlatform::Mobile, prefers, URI);
            links.iter().map(|it| it.split(':').next().unwrap_or_default().to_owned()).collect()
        };
        let (native, web): (Vec<String>, Vec<String>) = (schemes(false), schemes(true));
        assert_eq!(
            (native, web.join(" ")),
            (vec!["harbor".to_owned(), "https".to_owned()], "https harbor".to_owned())
        );
        assert!(links(&listing, WalletPlatform::Web, false, URI).is_empty());
    }
}
