//! What events carry besides text: ways, places and payments.

use wire::wire;

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

/// An exchange that can be paid from.
#[wire]
pub struct PayExchange {
    /// Its id.
    pub id: String,
}

/// What is to be paid.
#[wire]
pub struct PayConfiguration {
    /// CAIP-2 id of the network.
    pub network: String,
    /// The token's address, or `native`.
    pub asset: String,
    /// How much, as decimal text.
    pub amount: String,
    /// Who gets it.
    pub recipient: String,
}

/// Where a payment stands.
#[wire]
pub struct Payment {
    /// How it is paid.
    pub r#type: PayMeans,
    /// The exchange, where it is paid from one.
    pub exchange_id: Option<String>,
    /// What the exchange calls the payment.
    pub session_id: Option<String>,
    /// What is known of it.
    pub status: Option<String>,
    /// What came of it: the transaction's hash.
    pub result: Option<String>,
}

/// What is paid with.
#[wire]
pub enum PayMeans {
    /// An account at an exchange.
    Exchange,
    /// The connected wallet.
    Wallet,
}
