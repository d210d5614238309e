//! What is shown: the slices, and the shapes in them. And what nobody sees: `memory.rs`, what flows
//! remember between turns. Plain values, which know nothing of the flows.

mod account;
mod alert;
pub(crate) mod carrier;
mod features;
mod handoff;
mod holdings;
mod memory;
mod networks;
mod prompt;
mod vault;
mod wallets;

use protocol::caip::Namespace;
use runtime::{Runtime, Slice};
use wire::wire;

pub use account::{Account, AccountEntry, AccountType, Accounts, ConnectedWallet, Status, User};
pub use alert::Alert;
pub use carrier::Carrier;
pub use features::Features;
pub use handoff::{Code, Handoff, HandoffStep, LinkStep, Readers};
pub(crate) use handoff::{HandoffMemory, Peer, Request};
pub use holdings::{
    AccountTab, Activity, AddressTotal, Nfts, ReadStep, Receive, SentTransaction, Tokens, Totals,
};
pub(crate) use memory::{
    AnalyticsMemory, CatalogMemory, Derived, DirectoryMemory, Followed, HoldingsMemory,
    IdentityMemory, Memory, Outage, RelayMemory, Stage, Subject,
};
pub use networks::{NetworkRow, Networks, SwitchStep, Target, Unavailable};
pub(crate) use prompt::{Answer, Fault, Prompt};
pub(crate) use vault::VaultMemory;
pub use vault::{EmailEntry, EntryFault, EntryStep, VaultFrame, VaultStep};
pub(crate) use wallets::Announced;
pub use wallets::{
    Catalog, CatalogRow, Chosen, Connect, ConnectError, ConnectStep, Directory, DirectoryStep,
    Here, LIST_ROWS, LISTS, Method, Provider, ProviderKind, RECENTS, Reach, Recent, RowKind,
    WalletRow, Way, WayKind,
};

/// All slices, by the names they are published under.
#[wire]
#[derive(Default)]
pub struct State {
    /// Owned by `modal.rs`.
    pub modal: Modal,
    /// Owned by `route.rs`.
    pub route: Route,
    /// Owned by `catalog/`.
    pub catalog: Catalog,
    /// Owned by `directory/`.
    pub directory: Directory,
    /// Owned by `connect/`.
    pub connect: Connect,
    /// Owned by `account.rs`.
    pub accounts: Accounts,
    /// Owned by `network/`.
    pub networks: Networks,
    /// Owned by `features/`.
    pub features: Features,
    /// Owned by `holdings/`.
    pub tokens: Tokens,
    /// Owned by `holdings/`.
    pub activity: Activity,
    /// Owned by `holdings/`.
    pub nfts: Nfts,
    /// Owned by `holdings/`.
    pub totals: Totals,
    /// Owned by `receive.rs`.
    pub receive: Receive,
    /// Owned by `tab.rs`.
    pub presence: Presence,
    /// Owned by `vault.rs`.
    pub vault: VaultFrame,
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
    pub(crate) directory: Slice<Directory>,
    pub(crate) connect: Slice<Connect>,
    pub(crate) accounts: Slice<Accounts>,
    pub(crate) networks: Slice<Networks>,
    pub(crate) features: Slice<Features>,
    pub(crate) toast: Slice<Toast>,
}

impl Slices {
    pub(crate) fn new(runtime: &Runtime, accounts: Accounts, networks: Networks) -> Self {
        Slices {
            modal: runtime.slice("modal", Modal::default()),
            route: runtime.slice("route", Route::default()),
            catalog: runtime.slice("catalog", Catalog::default()),
            directory: runtime.slice("directory", Directory::default()),
            connect: runtime.slice("connect", Connect::default()),
            accounts: runtime.slice("accounts", accounts),
            networks: runtime.slice("networks", networks),
            features: runtime.slice("features", Features::default()),
            toast: runtime.slice("toast", Toast::default()),
        }
    }
}

/// Those that the second half writes, which has what it takes to publish them.
pub(crate) struct LateSlices {
    pub(crate) tokens: Slice<Tokens>,
    pub(crate) activity: Slice<Activity>,
    pub(crate) nfts: Slice<Nfts>,
    pub(crate) totals: Slice<Totals>,
    pub(crate) receive: Slice<Receive>,
    pub(crate) presence: Slice<Presence>,
    pub(crate) vault: Slice<VaultFrame>,
}

impl LateSlices {
    pub(crate) fn new(runtime: &Runtime) -> Self {
        LateSlices {
            tokens: runtime.slice("tokens", Tokens::default()),
            activity: runtime.slice("activity", Activity::default()),
            nfts: runtime.slice("nfts", Nfts::default()),
            totals: runtime.slice("totals", Totals::default()),
            receive: runtime.slice("receive", Receive::default()),
            presence: runtime.slice("presence", Presence::default()),
            vault: runtime.slice("vault", VaultFrame::default()),
        }
    }
}

/// How the page is there.
#[wire]
#[derive(Default)]
pub struct Presence {
    /// Whether its browser has no network, and says so.
    pub is_offline: bool,
}

/// The dialog.
#[wire]
#[derive(Default)]
pub struct Modal {
    /// Whether it is there.
    pub open: bool,
    /// Whether it waits for something before a view can be shown.
    pub loading: bool,
    /// Whether it shakes, because it may not be closed now. It always may, until a site can require that
    /// one signs in.
    pub shake: bool,
}

/// The views.
#[wire(words = "PascalCase")]
pub enum View {
    /// The list of wallets, and the other ways to connect.
    Connect,
    /// The list of wallets, where it is collapsed to one row of Connect.
    ConnectWallets,
    /// All wallets that are known.
    AllWallets,
    /// Waiting for a wallet.
    ConnectingExternal,
    /// Waiting for a wallet that is not in this browser.
    ConnectingWalletConnect,
    /// Waiting for any such wallet.
    ConnectingWalletConnectBasic,
    /// The connected wallet waits to be opened, to be asked for something there.
    OpenWallet,
    /// Choosing one of a wallet's namespaces.
    ConnectingMultiChain,
    /// Where a wallet can be had.
    Downloads,
    /// A code with which a phone opens this page in the wallet.
    OpenOnPhone,
    /// A few wallets for people who have none.
    GetWallet,
    /// What a wallet is.
    WhatIsAWallet,
    /// The connected account.
    Account,
    /// The ways out of it: its wallets, its network, where it can be looked up.
    AccountSettings,
    /// The accounts that the wallet shares, to use another one.
    SwitchAddress,
    /// The address to be paid at.
    WalletReceive,
    /// The networks on which that address can be paid.
    WalletCompatibleNetworks,
    /// The networks to choose from.
    Networks,
    /// Waiting for the wallet to switch to another network.
    SwitchNetwork,
    /// The chosen network needs another wallet.
    SwitchActiveChain,
    /// The wallet is on a network that the site does not have.
    UnsupportedChain,
    /// What a network is.
    WhatIsANetwork,
    /// The field for an address to sign in with. This and what follows the vault's frame draws.
    EmailLogin,
    /// The fields for the code that was mailed.
    EmailVerifyOtp,
    /// What somebody has to do who was mailed a link.
    EmailVerifyDevice,
    /// The field for another address to sign in with.
    UpdateEmailWallet,
    /// The fields for the code that went to the old one.
    UpdateEmailPrimaryOtp,
    /// The fields for the code that went to the new one.
    UpdateEmailSecondaryOtp,
    /// Something to be approved, or refused.
    ApproveTransaction,
    /// How the wallet is brought back, where else somebody is signed in, its words.
    WalletSettings,
}

/// Which view shows, and the way back.
#[wire]
pub struct Route {
    /// The views behind the one that shows, which is the last.
    pub history: Vec<View>,
    /// Whether the last change went forward.
    pub forward: bool,
}

/// The one message at the foot of the dialog.
#[wire]
#[derive(Default)]
pub struct Toast {
    /// It, if there is one.
    pub shown: Option<Message>,
    /// The wallet on another device that waits for a person, where there is one: told at the foot of the page,
    /// while the dialog is not in sight.
    pub awaited: Option<WaitingWallet>,
    /// The namespace of the wallet that `OpenWallet` leads to.
    pub led: Option<Namespace>,
}

/// A wallet on another device that waits for a person.
#[wire]
pub struct WaitingWallet {
    /// Its name.
    pub wallet: String,
    /// Grows with every request.
    pub number: u32,
}

/// A message.
#[wire]
pub struct Message {
    /// What it tells about.
    pub kind: MessageKind,
    /// What it says.
    pub text: ToastText,
    /// The namespace it is about.
    pub about: Option<Namespace>,
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
    /// The link that the code for a phone says is.
    LinkCopied,
    /// It is not.
    CopyFailed,
    /// The wallet was asked to switch.
    NetworkSwitching,
    /// It did.
    NetworkSwitched,
    /// It did not.
    SwitchDeclined,
    /// It cannot.
    ChainUnsupported,
    /// The balance could not be read.
    BalanceUnavailable,
    /// What the account did could not be read.
    HistoryUnavailable,
    /// Which NFTs it holds could not be read.
    NftsUnavailable,
    /// More wallets could not be asked for.
    DirectoryUnavailable,
    /// This namespace's account is connected no more, others are.
    Disconnected,
    /// Who signed in by e-mail could not be connected: they begin anew.
    AuthenticationFailed,
    /// A site asked the embedded wallet for what it does not do.
    ActionNotAllowed,
    /// What was approved in the embedded wallet was taken by no node, as far as that is known.
    NotSent,
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
    /// A file of ours did not come; nothing else is wrong.
    pub is_unloaded: bool,
}

impl Default for Route {
    fn default() -> Self {
        Route { history: vec![View::Connect], forward: true }
    }
}
