//! The connected accounts.

use protocol::caip::{ChainId, Namespace};
use wire::{Json, Long, Map, wire};

use crate::state::carrier::Carrier;
use crate::state::holdings::AccountTab;

/// The accounts, one per namespace.
pub type Accounts = Map<Namespace, Account>;

/// A connected account.
#[wire]
pub struct Account {
    /// Whether it is connected.
    pub status: Status,
    /// Its address; of eip155 with checksum.
    pub address: Option<String>,
    /// The address with its chain (CAIP-10).
    pub caip_address: Option<String>,
    /// The chain the wallet is on.
    pub chain: Option<ChainId>,
    /// The account on each of the host's chains that it was on since it was connected (CAIP-10).
    pub caip_addresses: Option<Vec<String>>,
    /// That chain's name to people; 'Unknown Network' if the host does not have it.
    pub network_name: Option<String>,
    /// Whether the host has that chain.
    pub is_supported: bool,
    /// What it holds of the native currency, exact decimal text; nothing while unknown, `0.00` where it
    /// could not be read and never was.
    pub balance: Option<String>,
    /// That currency's symbol; `ETH` where the balance could not be read and never was.
    pub balance_symbol: Option<String>,
    /// When the balance was read, in milliseconds since 1970; nothing where it never was.
    pub balance_at_ms: Option<Long>,
    /// Whether reading the balance failed since.
    pub is_balance_stale: bool,
    /// The wallet behind it.
    pub connected_wallet_info: Option<ConnectedWallet>,
    /// Who signed in to it, where the wallet is one that people sign in to.
    pub user: Option<User>,
    /// Whether the contract of a smart account is on that chain, where the wallet may have one; there is none yet.
    pub smart_account_deployed: Option<bool>,
    /// Which kind of account the host prefers in each namespace, where the wallet is the embedded one. What is used is
    /// the first of `allAccounts`.
    // Here and below made by the second half, and so not before the list shows.
    #[cfg_attr(feature = "types", ts(as = "Option<Map<Namespace, AccountType>>"))]
    pub preferred_account_types: Option<Json>,
    /// The chains the wallet serves; nothing where it does not say.
    pub approved: Option<Vec<ChainId>>,
    /// All accounts the wallet shares, the active one first.
    pub all_accounts: Vec<AccountEntry>,
    /// The account that the wallet puts first, where the person has chosen another of them.
    pub chosen_over: Option<String>,
    /// How the host calls addresses among them, by the option `addressLabels`.
    #[cfg_attr(feature = "types", ts(type = "{ [address: string]: string }"))]
    pub address_labels: Option<Json>,
    /// Where the address can be looked up.
    pub address_explorer_url: Option<String>,
    /// How it is called, where it has a name.
    pub profile_name: Option<String>,
    /// The picture that it chose, at the operator's server.
    pub profile_image: Option<String>,
    /// Which part of it shows.
    pub current_tab: AccountTab,
}

/// Who signed in.
#[wire]
pub struct User {
    /// The address that they sign in with; none where the page may not know it.
    pub email: Option<String>,
    /// What they are called by the account elsewhere that they sign in with.
    pub username: Option<String>,
}

/// Where a connection stands.
#[wire]
pub enum Status {
    /// Asking, or bringing a stored connection back.
    Connecting,
    /// Connected.
    Connected,
    /// Not connected.
    Disconnected,
}

/// One of a wallet's accounts.
#[wire]
pub struct AccountEntry {
    /// Its address; of eip155 with checksum.
    pub address: String,
    /// What kind of account it is.
    pub r#type: AccountType,
    /// Its public key, where the wallet tells it, as the wallet writes it.
    pub public_key: Option<String>,
}

/// What kind of account an address is.
#[wire]
#[derive(Default)]
pub enum AccountType {
    /// Held by a key.
    #[default]
    Eoa,
    /// A contract that a key owns.
    SmartAccount,
    /// Of Bitcoin, for payments.
    Payment,
    /// Of Bitcoin, for ordinals.
    Ordinal,
}

/// The wallet behind an account.
#[wire]
pub struct ConnectedWallet {
    /// Its reverse domain name.
    pub identifier: String,
    /// Its name to people.
    pub name: String,
    /// Its image.
    pub icon: Option<String>,
    /// Where it is spoken to, once it is there.
    pub carrier: Option<Carrier>,
    /// It is not in this browser, where it is not.
    pub is_elsewhere: Option<bool>,
}

impl Default for Account {
    fn default() -> Self {
        Account {
            status: Status::Disconnected,
            address: None,
            caip_address: None,
            chain: None,
            caip_addresses: None,
            network_name: None,
            is_supported: true,
            balance: None,
            balance_symbol: None,
            balance_at_ms: None,
            is_balance_stale: false,
            connected_wallet_info: None,
            user: None,
            smart_account_deployed: None,
            preferred_account_types: None,
            approved: None,
            all_accounts: Vec::new(),
            chosen_over: None,
            address_labels: None,
            address_explorer_url: None,
            profile_name: None,
            profile_image: None,
            current_tab: AccountTab::Tokens,
        }
    }
}
