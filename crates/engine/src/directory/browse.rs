//! What opens a page in a wallet's own browser, by public links: each wallet's documentation, read in
//! November 2026. Their places are those of a [`Way`](crate::state::Way); the page fills them in.

/// The Coinbase Wallet, which is Base now: <https://docs.cdp.coinbase.com>, "Mobile deep links".
pub(super) const COINBASE: &str =
    "fd20dc426fb37566d803205b19bbc1d4096b248ac04548e3cfb6b3a38bd033aa";
/// <https://docs.phantom.com>, "Browse".
pub(super) const PHANTOM: &str = "a797aa35c0fadbfc1a53e7f675162ed5226968b44a19ee3d24385c64d1d3c393";
/// <https://docs.metamask.io>, "Use deeplinks".
const METAMASK: &str = "c57ca95b47569778a828d19178114f4db188b89b763c899ba0be274e97267d96";
/// <https://developer.trustwallet.com>, "Deep linking". Of the app for Android: Apple's has no browser.
const TRUST: &str = "4622a2b2d6af1c9844944291e5e7351a6aa24cd7b23099efac1b2fd875da31a0";
/// <https://web3.okx.com>, "App universal link".
const OKX: &str = "971e689d0a5be527bac79629b4ee9b925e82208e5168b733496a09c0faed0709";
/// <https://web3.bitget.com>, "Deeplink".
const BITGET: &str = "38f5d18bd8522c244bdd70cb4a68e0e718865155811c043f052fb9f1c51de662";
/// <https://docs.solflare.com>, "Browse".
const SOLFLARE: &str = "1ca0bdd4747578705b1939af023d120677c64fe6ca76add81fda36e350605e79";

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
    let known = LINKS.iter().find(|(wallet, _)| *wallet == id)?;
    (id != TRUST || !is_apple).then_some(known.1)
}
