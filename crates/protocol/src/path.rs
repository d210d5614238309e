//! The paths of the server: its routes, and what engines, pages and tests ask.

use wire::facts;

facts! {
    /// All paths.
    PATHS:

    /// JSON-RPC to the nodes of a chain.
    pub const RPC: &str = "/v1";
    /// The chains whose nodes the server reaches.
    pub const SUPPORTED_CHAINS: &str = "/v1/supported-chains";
    /// Before an account's address: how it is called.
    pub const IDENTITY: &str = "/v1/identity/";
    /// What tokens are worth.
    pub const PRICE: &str = "/v1/fungible/price";
    /// Before an account's address, and what is asked of it.
    pub const ACCOUNT: &str = "/v1/account/";
    /// The directory of wallets.
    pub const WALLETS: &str = "/getWallets";
    /// Which features a project has.
    pub const FEATURES: &str = "/appkit/v1/config";
    /// Which origins may use a project.
    pub const ORIGINS: &str = "/projects/v1/origins";
    /// Whether events are wanted.
    pub const ANALYTICS: &str = "/getAnalyticsConfig";
    /// Takes one event.
    pub const EVENT: &str = "/e";
    /// Takes several events.
    pub const EVENTS: &str = "/batch";
    /// How the server is.
    pub const HEALTH: &str = "/health";
    /// Before the id of a wallet's image.
    pub const WALLET_IMAGE: &str = "/getWalletImage/";
    /// Before the id of a network's image.
    pub const NETWORK_IMAGE: &str = "/public/getAssetImage/";
    /// Before the id of a currency's image.
    pub const CURRENCY_IMAGE: &str = "/public/getCurrencyImage/";
    /// Before the symbol of a token's image.
    pub const TOKEN_IMAGE: &str = "/public/getTokenImage/";
    /// The relay.
    pub const RELAY: &str = "/relay";
    /// Before the version and the name of a file of the modal.
    pub const ASSETS: &str = "/assets/";
}

/// The query that every call to the server carries: the project, who asks, and its version,
/// `<framework>-<adapters>-<version>`.
pub fn query(project_id: &str, sdk_version: &str) -> String {
    ["?projectId=", project_id, "&st=latchkit&sv=", sdk_version].concat()
}
