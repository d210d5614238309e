//! What is shown: the slices, and the shapes in them.

use protocol::caip::{ChainId, Namespace};
use runtime::{Runtime, Slice};
use wire::{Long, Map, wire};

use crate::config::Boot;

/// All slices, by the names they are published under.
#[wire]
#[derive(Default)]
pub struct State {
    /// Owned by `modal.rs`.
    pub modal: Modal,
    /// Owned by `modal.rs`.
    pub route: Route,
    /// Owned by `catalog.rs`.
    pub catalog: Catalog,
    /// Owned by `connect/`.
    pub connect: Connect,
    /// Owned by `account.rs`.
    pub accounts: Accounts,
    /// Owned by `network.rs`.
    pub networks: Networks,
    /// Owned by `toast.rs`.
    pub toast: Toast,
    /// Owned by the page: an engine that has trapped cannot say so itself.
    pub failure: Failure,
}

/// The slices as flows write them.
pub(crate) struct Slices {
    pub(crate) modal: Slice<Modal>,
    pub(crate) route: Slice<Route>,
    pub(crate) catalog: Slice<Catalog>,
    pub(crate) connect: Slice<Connect>,
    pub(crate) accounts: Slice<Accounts>,
    pub(crate) networks: Slice<Networks>,
    pub(crate) toast: Slice<Toast>,
}

impl Slices {
    pub(crate) fn new(runtime: &Runtime, boot: &Boot) -> Self {
        let accounts = boot.snapshot.as_ref().map(crate::account::restored).unwrap_or_default();
        let last = boot.snapshot.as_ref().and_then(|snapshot| snapshot.networks.active.clone());
        Slices {
            modal: runtime.slice("modal", Modal::default()),
            route: runtime.slice("route", Route::default()),
            catalog: runtime.slice("catalog", Catalog::default()),
            connect: runtime.slice("connect", Connect::default()),
            accounts: runtime.slice("accounts", accounts),
            networks: runtime.slice("networks", crate::network::listed(&boot.config, last)),
            toast: runtime.slice("toast", Toast::default()),
        }
    }
}

/// The dialog.
#[wire]
#[derive(Default)]
pub struct Modal {
    /// Whether it is there.
    pub open: bool,
    /// Whether it waits for something before a view can be shown.
    pub loading: bool,
    /// Whether it shakes, because it may not be closed now.
    pub shake: bool,
}

/// The views.
#[wire(words = "PascalCase")]
pub enum View {
    /// The list of wallets.
    Connect,
    /// Waiting for a browser wallet.
    ConnectingExternal,
    /// The connected account.
    Account,
}

/// Which view shows, and the way back.
#[wire]
pub struct Route {
    /// The views behind the one that shows, which is the last.
    pub history: Vec<View>,
    /// Whether the last change went forward.
    pub forward: bool,
}

/// The wallets in this browser.
#[wire]
#[derive(Default)]
pub struct Catalog {
    /// In the order of their announcements.
    pub wallets: Vec<WalletRow>,
}

/// A wallet that can be connected.
#[wire]
pub struct WalletRow {
    /// Its reverse domain name (EIP-6963 `rdns`).
    pub id: String,
    /// Its name to people, without control characters, at most 64 characters.
    pub name: String,
    /// A `data:` URI of an image of at most 256 kB.
    pub icon: Option<String>,
    /// The page's handle of its provider.
    pub handle: u32,
}

/// The attempt to connect.
#[wire]
pub struct Connect {
    /// The wallet in question.
    pub wallet: Option<WalletRow>,
    /// How far it is.
    pub step: ConnectStep,
}

/// How far an attempt to connect is.
#[wire]
pub enum ConnectStep {
    /// There is none.
    Idle,
    /// The person decides in the wallet.
    Waiting {
        /// For more than ten seconds.
        slow: bool,
    },
    /// It failed.
    Failed {
        /// Why.
        error: ConnectError,
    },
}

/// Why a wallet was not connected.
#[wire]
pub enum ConnectError {
    /// The person declined.
    Refused,
    /// A request waits in the wallet already.
    Pending,
    /// The wallet gave no account.
    NoAccounts,
    /// The wallet stayed on another network.
    ChainRefused {
        /// The name of the network it was asked for.
        network: String,
    },
    /// The wallet did not answer in time.
    NoAnswer,
    /// The wallet failed in its own way.
    Wallet {
        /// Its code.
        code: i32,
        /// Its message, to be shown as a detail.
        message: String,
    },
}

/// The accounts, one per ecosystem.
pub type Accounts = Map<Namespace, Account>;

/// A connected account.
#[wire]
pub struct Account {
    /// Whether it is connected.
    pub status: Status,
    /// Its address, with checksum.
    pub address: Option<String>,
    /// The address with its chain (CAIP-10).
    pub caip_address: Option<String>,
    /// The chain the wallet is on.
    pub chain: Option<ChainId>,
    /// That chain's name to people; 'Unknown Network' if the host does not have it.
    pub network_name: Option<String>,
    /// Whether the host has that chain.
    pub is_supported: bool,
    /// What it holds of the native currency; nothing while unknown.
    pub balance: Option<Balance>,
    /// The wallet behind it.
    pub wallet: Option<ConnectedWallet>,
    /// All accounts the wallet shares, the active one first.
    pub all_accounts: Vec<AccountEntry>,
    /// Where the address can be looked up.
    pub explorer_url: Option<String>,
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
    /// Its address, with checksum.
    pub address: String,
    /// What kind of account it is.
    pub r#type: AccountType,
}

/// What kind of account an address is.
#[wire]
pub enum AccountType {
    /// Held by a key.
    Eoa,
}

/// The wallet behind an account.
#[wire]
pub struct ConnectedWallet {
    /// Its reverse domain name.
    pub id: String,
    /// Its name to people.
    pub name: String,
    /// Its image.
    pub icon: Option<String>,
    /// The page's handle of its provider, once it is there.
    pub handle: Option<u32>,
}

/// An amount of the native currency.
#[wire]
pub struct Balance {
    /// Exact decimal text.
    pub value: String,
    /// The currency's symbol.
    pub symbol: String,
    /// Three decimals, floored, grouped as `en` does.
    pub shown: String,
    /// When it was read, in milliseconds since 1970.
    pub at_ms: Long,
    /// Whether reading it again failed since.
    pub is_stale: bool,
}

/// The networks of the host.
#[wire]
#[derive(Default)]
pub struct Networks {
    /// In the host's order.
    pub list: Vec<NetworkRow>,
    /// The one in use.
    pub active: Option<ChainId>,
}

/// A network to choose.
#[wire]
pub struct NetworkRow {
    /// Its chain.
    pub id: ChainId,
    /// Its name.
    pub name: String,
    /// The symbol of its currency.
    pub symbol: String,
    /// Whether its coins are worthless.
    pub testnet: bool,
}

/// The one message at the foot of the dialog.
#[wire]
#[derive(Default)]
pub struct Toast {
    /// It, if there is one.
    pub shown: Option<Message>,
}

/// A message.
#[wire]
pub struct Message {
    /// What it tells about.
    pub kind: MessageKind,
    /// What it says.
    pub text: ToastText,
    /// Grows with every message.
    pub count: u32,
}

/// What a message tells about.
#[wire]
pub enum MessageKind {
    /// Something goes on.
    Loading,
    /// Something worked.
    Success,
    /// Something failed; it stays until dismissed.
    Error,
}

/// What a message says.
#[wire]
pub enum ToastText {
    /// The address is on the clipboard.
    AddressCopied,
    /// It is not.
    CopyFailed,
    /// The wallet was asked to switch.
    NetworkSwitching,
    /// It did.
    NetworkSwitched,
    /// It did not.
    SwitchDeclined,
    /// The balance could not be read.
    BalanceUnavailable,
}

/// What the page shows when the engine itself failed.
#[wire]
#[derive(Default)]
pub struct Failure {
    /// The failure, if there was one.
    pub unexpected: Option<Unexpected>,
}

/// An unexpected failure.
#[wire]
pub struct Unexpected {
    /// What to send to the host's developer.
    pub report: String,
}

impl Default for Route {
    fn default() -> Self {
        Route { history: vec![View::Connect], forward: true }
    }
}

impl Default for Connect {
    fn default() -> Self {
        Connect { wallet: None, step: ConnectStep::Idle }
    }
}

impl Default for Account {
    fn default() -> Self {
        Account {
            status: Status::Disconnected,
            address: None,
            caip_address: None,
            chain: None,
            network_name: None,
            is_supported: true,
            balance: None,
            wallet: None,
            all_accounts: Vec::new(),
            explorer_url: None,
        }
    }
}
