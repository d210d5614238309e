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

facts! {
    /// Those of the vault, at its own origin.
    VAULT_PATHS:

    /// The page of the frame; below it what that is made of.
    pub const FRAME: &str = "/frame";
    /// The page of the window in which something is approved, where that is not done in the frame.
    pub const REVIEW: &str = "/review";
    /// Something to be approved in a window.
    pub const REVIEW_OFFER: &str = "/v1/vault/review/offer";
    /// What was decided there.
    pub const REVIEW_WAIT: &str = "/v1/vault/review/wait";
    /// What a window is to show.
    pub const REVIEW_TAKE: &str = "/v1/vault/review/take";
    /// What somebody decided in a window.
    pub const REVIEW_DECIDE: &str = "/v1/vault/review/decide";
    /// Somebody wants to sign in by e-mail.
    pub const EMAIL_START: &str = "/v1/vault/email/start";
    /// Whether the link that was mailed to somebody was followed.
    pub const EMAIL_DEVICE: &str = "/v1/vault/email/device";
    /// The code that was mailed to somebody.
    pub const EMAIL_OTP: &str = "/v1/vault/email/otp";
    /// Somebody wants another address.
    pub const EMAIL_CHANGE: &str = "/v1/vault/email/change";
    /// The code that was mailed to the old one.
    pub const EMAIL_CHANGE_PRIMARY: &str = "/v1/vault/email/change/primary";
    /// The code that was mailed to the new one.
    pub const EMAIL_CHANGE_SECONDARY: &str = "/v1/vault/email/change/secondary";
    /// Who is signed in.
    pub const SESSION_GET: &str = "/v1/vault/session/get";
    /// Another session in the place of the caller's.
    pub const SESSION_REFRESH: &str = "/v1/vault/session/refresh";
    /// Ends the caller's session.
    pub const SESSION_DELETE: &str = "/v1/vault/session/delete";
    /// Where else somebody is signed in.
    pub const SESSION_LIST: &str = "/v1/vault/session/list";
    /// Ends another session, or all others.
    pub const SESSION_REVOKE: &str = "/v1/vault/session/revoke";
    /// The wallet of who asks.
    pub const WALLET_GET: &str = "/v1/vault/wallet/get";
    /// Keeps a new wallet.
    pub const WALLET_CREATE: &str = "/v1/vault/wallet/create";
    /// The server's share of this browser's set.
    pub const WALLET_SHARE: &str = "/v1/vault/wallet/share";
    /// What brings a wallet back: in a new browser, or where its words are shown or it is split anew.
    pub const WALLET_RECOVER: &str = "/v1/vault/wallet/recover";
    /// What makes guesses of a passphrase take this server.
    pub const WALLET_PEPPER: &str = "/v1/vault/wallet/pepper";
    /// Keeps a set for this browser.
    pub const WALLET_ENROL: &str = "/v1/vault/wallet/enrol";
    /// Keeps one set and new factors in the place of all others.
    pub const WALLET_ROTATE: &str = "/v1/vault/wallet/rotate";
    /// Forgets who asks, with their wallet.
    pub const ACCOUNT_DELETE: &str = "/v1/vault/account/delete";
    /// What happened to the wallet.
    pub const WALLET_EVENTS: &str = "/v1/vault/wallet/events";
    /// Before the secret of a mailed link: the page on which a new browser is let in.
    pub const MAILED_LINK: &str = "/m/";
    /// Before the secret of another: the page on which a change of address is taken back.
    pub const MAILED_UNDO: &str = "/u/";
    /// Before the secret of one more: the page on which a wallet is kept that was to be deleted.
    pub const MAILED_KEEP: &str = "/k/";
}

/// The query that every call to the server carries: the project, who asks, and its version,
/// `<framework>-<adapters>-<version>`.
pub fn query(project_id: &str, sdk_version: &str) -> String {
    ["?projectId=", project_id, "&st=latchkit&sv=", sdk_version].concat()
}
