//! The bodies of the server's HTTP calls.

pub mod history;
pub mod vault;

use wire::{Json, Number, wire};

use crate::caip::ChainId;
use crate::reached_wallets::ReachedWallets;

/// The body of every answer that is not 2xx.
#[wire]
pub struct Failed {
    /// Always `FAILED`.
    pub status: String,
    /// Why; at least one.
    pub reasons: Vec<Reason>,
}

/// One reason why a call failed.
#[wire]
pub struct Reason {
    /// The field of the request it is about, such as `chainId`; empty where it is none.
    pub field: String,
    /// A sentence for developers.
    pub description: String,
}

/// The answer of `GET` [`HEALTH`](crate::path::HEALTH).
#[wire]
pub struct Health {
    /// Always `OK`: a server that is not does not answer.
    pub status: String,
    /// The server's version, which is also that of its assets.
    pub version: String,
    /// The commit it was built from; `unknown` in builds that were not told.
    pub commit: String,
    /// Which of several it is: 16 hex digits, others at each start.
    pub instance: String,
    /// Whole seconds since it started.
    pub uptime_seconds: u32,
}

/// The answer of `GET` [`SUPPORTED_CHAINS`](crate::path::SUPPORTED_CHAINS): the chains whose nodes the server reaches, sorted.
#[wire]
#[derive(Default)]
pub struct SupportedChains {
    /// By HTTP.
    pub http: Vec<ChainId>,
    /// By WebSocket.
    pub ws: Vec<ChainId>,
}

/// The answer of `GET` [`ACCOUNT`](crate::path::ACCOUNT)`{address}/balance`: what an account holds, by chain,
/// the native currency first, then the tokens in the order of their list. What it has nothing of is left out.
#[wire]
#[derive(Default)]
pub struct Balances {
    /// Of each native currency and token.
    pub balances: Vec<Balance>,
    /// The chains of which not all could be read, where others could.
    pub missing: Vec<ChainId>,
}

/// How much of a token, or of a native currency, an account holds.
#[wire]
pub struct Balance {
    /// The token's name, "USD Coin"; empty for the native currency of a chain of eip155 that the server does not know.
    pub name: String,
    /// The token's symbol, "USDC"; likewise.
    pub symbol: String,
    /// The chain.
    pub chain_id: ChainId,
    /// The token by its [CAIP-10](https://chainagnostic.org/CAIPs/caip-10) id. None on eip155 is the native
    /// currency, which on Solana is [`SOLANA_NATIVE`].
    pub address: Option<String>,
    /// What all of it is worth, in the currency that was asked for; nothing where nobody knows.
    pub value: Option<Number>,
    /// What a whole unit is worth, likewise.
    pub price: Option<Number>,
    /// Where the price is from: `uniswap-v3`, `uniswap-v2`, or `dollar` for what counts as one; where the operator
    /// names it also `defillama`, `coingecko` or `zerion`.
    pub price_source: Option<String>,
    /// When it was read, or known there, `2026-01-31T12:00:00Z`.
    pub price_at: Option<String>,
    /// How much it is.
    pub quantity: Quantity,
    /// Where its picture is; empty where there is none.
    pub icon_url: String,
}

/// The address that stands for the native currency of a chain of eip155, where one is asked for by its address.
pub const EIP155_NATIVE: &str = "0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee";

/// The address that stands for Solana's native currency. It ends in 1; that of wrapped SOL ends in 2.
pub const SOLANA_NATIVE: &str = "So11111111111111111111111111111111111111111";

/// The body of `POST` [`PRICE`](crate::path::PRICE).
#[wire]
pub struct PriceQuestion {
    /// The project; the query may name it as well.
    pub project_id: Option<String>,
    /// What prices are told in, such as `usd`.
    pub currency: String,
    /// Tokens by their [CAIP-10](https://chainagnostic.org/CAIPs/caip-10) ids; the native currency of a chain
    /// of eip155 is [`EIP155_NATIVE`], that of Solana [`SOLANA_NATIVE`].
    pub addresses: Vec<String>,
}

/// Its answer.
#[wire]
#[derive(Default)]
pub struct Fungibles {
    /// One for each address, in their order.
    pub fungibles: Vec<Fungible>,
}

/// What a token is worth.
#[wire]
pub struct Fungible {
    /// The address that was asked for.
    pub address: String,
    /// The token's name; empty where nobody knows the token.
    pub name: String,
    /// Its symbol, likewise.
    pub symbol: String,
    /// Where its picture is; empty where there is none.
    pub icon_url: String,
    /// What a whole unit is worth; nothing where nobody knows.
    pub price: Option<Number>,
    /// Where the price is from, and when it was read, as in [`Balance`].
    pub price_source: Option<String>,
    /// See there.
    pub price_at: Option<String>,
    /// Places between the whole unit and the smallest one.
    pub decimals: Option<u32>,
    /// Whether it is a native currency or on a list of the server's. Any other anybody may have made, with the pool that
    /// its price is from.
    pub is_listed: bool,
}

/// The answer of `GET` [`IDENTITY`](crate::path::IDENTITY)`{address}`: how an account is called.
#[wire]
#[derive(Default)]
pub struct Identity {
    /// Its name, which is confirmed to be its own.
    pub name: Option<String>,
    /// Where its picture is.
    pub avatar: Option<String>,
    /// When it was looked up, `2026-01-31T12:00:00Z`.
    pub resolved_at: Option<String>,
}

/// An amount of a token.
#[wire]
pub struct Quantity {
    /// Places between the whole unit and the smallest one, as decimal text.
    pub decimals: String,
    /// Whole units, as decimal text without trailing zeros: `12.5`.
    pub numeric: String,
}

/// The answer of `GET` [`WALLETS`](crate::path::WALLETS): one page of the wallets that the query asks for.
#[wire(words = "snake_case")]
#[derive(Default)]
pub struct WalletPage {
    /// How many there are on all pages.
    pub count: u32,
    /// Those of this page.
    pub data: Vec<WalletListing>,
    /// Whether the operator certifies any wallet at all, asked for or not; a server that is older than
    /// this member does not say.
    pub has_certified: Option<bool>,
}

/// A wallet of the directory. Links that nobody knows are left out.
#[wire(words = "snake_case")]
#[derive(Default)]
pub struct WalletListing {
    /// 64 hex digits.
    pub id: String,
    /// Its name to people.
    pub name: String,
    /// Its publisher's page.
    pub homepage: Option<String>,
    /// Names its image, behind [`WALLET_IMAGE`](crate::path::WALLET_IMAGE).
    pub image_id: Option<String>,
    /// Its rank without a search, from 1.
    pub order: u32,
    /// `certified`, where the operator says so.
    pub badge_type: Option<String>,
    /// Its reverse domain name (EIP-6963).
    pub rdns: Option<String>,
    /// Opens its app, by a scheme of its own.
    pub mobile_link: Option<String>,
    /// Opens its app, by an `https:` URL.
    pub link_mode: Option<String>,
    /// Opens its desktop app.
    pub desktop_link: Option<String>,
    /// A wallet that is a web page.
    pub webapp_link: Option<String>,
    /// Its page at Apple's App Store.
    pub app_store: Option<String>,
    /// Its page at Google's Play Store.
    pub play_store: Option<String>,
    /// Its page at Chrome's Web Store.
    pub chrome_store: Option<String>,
    /// CAIP-2 ids of the chains it is known to serve; empty where nobody knows.
    pub chains: Vec<String>,
    /// What it puts into pages.
    pub injected: Vec<Injected>,
}

/// What a wallet puts into pages.
#[wire(words = "snake_case")]
pub struct Injected {
    /// Its namespace.
    pub namespace: String,
    /// A provider's flag (`isMetaMask`), a path under `window` (`phantom.solana`), a key of
    /// `injectedWeb3`, or a name of the Wallet Standard, with hyphens between its words.
    pub injected_id: String,
}

/// The answer of `GET` [`FEATURES`](crate::path::FEATURES): what the operator decides for the project.
#[wire]
#[derive(Default)]
pub struct ProjectFeatures {
    /// Which features it has, by id. One that is missing is off.
    pub features: Vec<ProjectFeature>,
    /// How its visitors' phones are reached; a server that is older than this member does not say.
    pub wallet_connect: Option<WalletConnect>,
    /// The origin of the vault's frame, where the operator has one and this project's pages may have it in them.
    pub vault_url: Option<String>,
}

/// How phones are reached.
#[wire]
#[derive(Default)]
pub struct WalletConnect {
    /// By which relays, the best first; at least one. Those of one `project_id` are ways to one network
    /// of relays.
    pub relays: Vec<WalletConnectRelay>,
}

/// A relay, and who listens there.
#[wire]
pub struct WalletConnectRelay {
    /// Absolute URL, `wss:` or `ws:`. Tokens are made out to exactly this text.
    pub url: String,
    /// What the relay knows the project by.
    pub project_id: String,
    /// The wallets of the directory that listen there. Others may, of which the directory says nothing.
    pub wallets: ReachedWallets,
}

/// A feature of a project.
#[wire]
pub struct ProjectFeature {
    /// `social_login`, `swap`, `onramp`, `activity` or `reown_branding`, the ids that clients of
    /// this route ask for; others are ignored.
    pub id: String,
    /// Whether it is on.
    pub is_enabled: bool,
    /// What it is made of, such as `["email","google"]`; `null` means the built-in default.
    pub config: Json,
}

/// The answer of `GET` [`ORIGINS`](crate::path::ORIGINS).
#[wire]
#[derive(Default)]
pub struct ProjectOrigins {
    /// Origins, with `*` for one whole label; empty means any.
    pub allowed_origins: Vec<String>,
}

/// The answer of `GET` [`ANALYTICS`](crate::path::ANALYTICS).
#[wire]
#[derive(Default)]
pub struct AnalyticsSwitch {
    /// Whether events are to be sent.
    pub is_analytics_enabled: bool,
}

/// The answer of `POST` [`EVENT`](crate::path::EVENT) and [`EVENTS`](crate::path::EVENTS): clients read every 2xx as JSON.
#[wire]
pub struct Success {
    /// Always true.
    pub success: bool,
}
