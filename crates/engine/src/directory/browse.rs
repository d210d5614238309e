//! What opens a page in a wallet's own browser, by public links: each wallet's documentation, read in
//! November 2026. Their places are those of a [`Way`](crate::state::Way); the page fills them in. A wallet is
//! known by the first 16 digits of its id.

/// The Coinbase Wallet, which is Base now: <https://docs.cdp.coinbase.com>, "Mobile deep links".
pub(super) const COINBASE: &str = "fd20dc426fb37566";
/// <https://docs.phantom.com>, "Browse".
pub(super) const PHANTOM: &str = "a797aa35c0fadbfc";
/// <https://docs.metamask.io>, "Use deeplinks".
const METAMASK: &str = "c57ca95b47569778";
/// <https://developer.trustwallet.com>, "Deep linking". Of the app for Android: Apple's has no browser.
const TRUST: &str = "4622a2b2d6af1c98";
/// <https://web3.okx.com>, "App universal link".
const OKX: &str = "971e689d0a5be527";
/// <https://web3.bitget.com>, "Deeplink".
const BITGET: &str = "38f5d18bd8522c24";
/// <https://docs.solflare.com>, "Browse".
const SOLFLARE: &str = "1ca0bdd474757870";

const LINKS: [(&str, &str); 7] = [
    (METAMASK, "https://link.metamask.io/dapp/{bare}"),
    (TRUST, "https://link.trustwallet.com/open_url?coin_id=60&url={page}"),
    (
        OKX,
        "https://web3.okx.com/download?deeplink=okx%3A%2F%2Fwallet%2Fdapp%2Furl%3FdappUrl%3D{twice}",
    ),
    (BITGET, "https://bkcode.vip?action=dapp&url={page}"),
    (COINBASE, "https://go.cb-w.com/dapp?cb_url={page}"),
    (PHANTOM, "https://phantom.app/ul/browse/{page}?ref={origin}"),
    (SOLFLARE, "https://solflare.com/ul/v1/browse/{page}?ref={origin}"),
];

/// The link of the wallet of this id, for an Apple device or another.
pub(super) fn link(id: &str, is_apple: bool) -> Option<&'static str> {
    let (wallet, link) = LINKS.iter().find(|(wallet, _)| id.starts_with(wallet))?;
    (*wallet != TRUST || !is_apple).then_some(*link)
}
