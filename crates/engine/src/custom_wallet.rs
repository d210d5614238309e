//! The option `customWallets`: wallets of the host's own, each read by itself.

use protocol::api::WalletListing;
use protocol::app_link::may_open;
use wire::{Json, WireError, decimal, wire};

/// A wallet of the host's own, under the names that the directory uses.
#[wire(words = "snake_case")]
pub struct CustomWallet {
    /// The host's own id for it.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its publisher's page.
    pub homepage: Option<String>,
    /// Its image.
    pub image_url: Option<String>,
    /// Opens its app, for a session with it.
    pub mobile_link: Option<String>,
    /// Opens its desktop app, for a session with it.
    pub desktop_link: Option<String>,
    /// The wallet itself, where it is a web page.
    pub webapp_link: Option<String>,
    /// Its page at Apple's App Store.
    pub app_store: Option<String>,
    /// Its page at Google's Play Store.
    pub play_store: Option<String>,
    /// Its page at Chrome's Web Store.
    pub chrome_store: Option<String>,
    /// Its reverse domain name (EIP-6963).
    pub rdns: Option<String>,
}

impl CustomWallet {
    /// The wallet as the directory would tell of it.
    pub(crate) fn listing(&self) -> WalletListing {
        let own = self.clone();
        WalletListing {
            id: own.id,
            name: own.name,
            homepage: own.homepage,
            mobile_link: own.mobile_link,
            desktop_link: own.desktop_link,
            webapp_link: own.webapp_link,
            app_store: own.app_store,
            play_store: own.play_store,
            chrome_store: own.chrome_store,
            rdns: own.rdns,
            ..WalletListing::default()
        }
    }
}

/// The host's own wallets: one that cannot be read is left out by itself, and so is a link that opens none.
pub(crate) fn read(given: Option<Json>, warn: impl Fn(&str, &str)) -> Vec<CustomWallet> {
    let given = match given {
        Some(Json::List(given)) => given,
        None => return Vec::new(),
        Some(_) => {
            warn("customWallets", "expected a list");
            return Vec::new();
        }
    };
    let wallet = |(at, given): (usize, &Json)| {
        let name = ["customWallets[", &decimal(at as u64), "]"].concat();
        let told = |error: WireError| warn(&name, &error.to_string());
        let mut wallet: CustomWallet = wire::read(given).map_err(told).ok()?;
        for (part, link) in [
            (".mobile_link", &mut wallet.mobile_link),
            (".desktop_link", &mut wallet.desktop_link),
            (".webapp_link", &mut wallet.webapp_link),
        ] {
            if link.as_ref().is_some_and(|link| !is_link(link)) {
                warn(&[&name, part].concat(), "expected a link that opens a wallet");
                *link = None;
            }
        }
        Some(wallet)
    };
    given.iter().enumerate().filter_map(wallet).collect()
}

/// Whether a wallet may be behind a link: its scheme alone, too.
pub(crate) fn is_link(link: &str) -> bool {
    may_open(link.split_once(':').map_or(link, |(scheme, _)| scheme))
}
