//! Events of wallets and their connection.

use wire::wire;

use super::Event;

/// What happens with wallets.
#[wire(words = "SCREAMING_SNAKE_CASE")]
pub enum WalletEvent {
    /// The list of all wallets was asked for.
    ClickAllWallets,
    /// A wallet was chosen.
    SelectWallet {
        /// The wallet's name.
        name: String,
        /// Where it is to be found.
        platform: WalletPlatform,
    },
    /// A search of the wallets was answered.
    SearchWallet {
        /// The badge that was asked for.
        badge: Option<String>,
        /// The text that was looked for.
        search: String,
    },
    /// A wallet was connected.
    ConnectSuccess {
        /// By which way.
        method: ConnectMethod,
        /// The wallet's name.
        name: String,
    },
    /// A wallet was not connected.
    ConnectError {
        /// What went wrong.
        message: String,
    },
    /// The link that opens a wallet could not be made.
    ConnectProxyError {
        /// What went wrong.
        message: String,
        /// The wallet's link.
        mobile_link: String,
        /// The wallet's name.
        name: String,
    },
    /// An account was disconnected.
    DisconnectSuccess {
        /// Its namespace, or `all`.
        namespace: String,
    },
    /// Disconnecting failed.
    DisconnectError {
        /// What went wrong.
        message: Option<String>,
    },
    /// What a wallet is was asked.
    ClickWalletHelp,
    /// Where to get a wallet was asked.
    ClickGetWallet,
}

impl Event for WalletEvent {}

/// How a wallet was connected.
#[wire]
pub enum ConnectMethod {
    /// A phone read a code.
    Qrcode,
    /// The wallet's app was opened.
    Mobile,
    /// The wallet is in the browser.
    Browser,
    /// Signed in by e-mail.
    Email,
}

/// Where a wallet is to be found.
#[wire]
pub enum WalletPlatform {
    /// On a phone that reads a code.
    Qrcode,
    /// An app on this phone.
    Mobile,
    /// In this browser.
    Browser,
    /// An app on this desktop.
    Desktop,
    /// A web page.
    Web,
    /// By a connector of the host.
    External,
    /// Nowhere on this device.
    Unsupported,
}
