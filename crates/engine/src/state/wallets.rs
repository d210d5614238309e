//! The wallets one can choose from, and the attempt to connect one.

use protocol::caip::Namespace;
use wire::{Json, facts, wire};

use crate::state::carrier::Carrier;
use crate::state::handoff::Code;
#[cfg(feature = "types")]
use crate::state::handoff::Handoff;

facts! {
    /// How long the Connect list is, before anything is loaded.
    LISTS:

    /// So many rows the list has at least, where the host puts no wallet forward and brings none: what
    /// this browser has not is recommended by the directory.
    pub const LIST_ROWS: u32 = 4;
    /// How many wallets are remembered as used lately.
    pub const RECENTS: u32 = 2;
}

/// The Connect list.
#[wire]
#[derive(Default)]
pub struct Catalog {
    /// What is listed, in the order in which it shows.
    pub rows: Vec<CatalogRow>,
    /// How many of the directory may still come between them.
    pub awaited: u32,
    /// Before which row those come.
    pub awaited_from: u32,
    /// The ways to connect, in the order in which they show.
    pub methods: Vec<Method>,
    /// How many wallets there are in all; nothing where the way to all of them is not to show.
    pub all: Option<u32>,
    /// That way may still come.
    pub awaits_all: bool,
    /// The rows show in a view of their own, behind one row.
    pub is_collapsed: bool,
    /// Nothing has come of the directory yet: rows may still come.
    pub is_loading: bool,
    /// Only wallets of this namespace are listed.
    pub namespace: Option<Namespace>,
}

/// A row of the Connect list.
#[wire]
pub struct CatalogRow {
    /// Why it is there.
    pub kind: RowKind,
    /// The wallet.
    pub wallet: WalletRow,
}

/// Why a wallet is on the Connect list.
#[wire]
pub enum RowKind {
    /// Any wallet that is not in this browser: one that reads a code.
    WalletConnect,
    /// It was connected lately.
    Recent,
    /// It is in this browser.
    Installed,
    /// The host puts it forward.
    Featured,
    /// The host brought it.
    Custom,
    /// The operator's directory puts it forward.
    Recommended,
}

/// A way to connect.
#[wire]
pub enum Method {
    /// A code by e-mail.
    Email,
    /// An account elsewhere.
    Social,
    /// A wallet.
    Wallet,
}

/// A wallet that can be chosen.
#[wire]
pub struct WalletRow {
    /// Its reverse domain name (EIP-6963 `rdns`) where it is installed, numbered (`io.wallet#2`) from
    /// the second one that says it is this wallet; else its id in the directory.
    pub id: String,
    /// Its name to people, without control characters, at most 64 characters.
    pub name: String,
    /// A `data:` URI of an image of at most 256 kB, an image of the server, or the host's.
    pub icon: Option<String>,
    /// What it put into this page, one per namespace; empty where it is not installed.
    pub providers: Vec<Provider>,
    /// Several wallets in this browser say that they are this one; nobody here knows which is.
    pub is_double: bool,
    /// It is not in this browser, but can be connected by a code or a link.
    pub is_reached: bool,
}

impl WalletRow {
    /// Whether it is on another device, or in an app.
    pub(crate) fn is_elsewhere(&self) -> bool {
        self.providers.first().is_some_and(|it| it.kind == ProviderKind::WalletConnect)
    }
}

/// What a wallet put into the page for one namespace.
#[wire]
pub struct Provider {
    /// The namespace.
    pub namespace: Namespace,
    /// Where it is spoken to.
    pub carrier: Carrier,
    /// What kind of wallet it is.
    pub kind: ProviderKind,
}

/// What kind of wallet is spoken to; the word is that of the connector.
#[wire(words = "SCREAMING_SNAKE_CASE")]
pub enum ProviderKind {
    /// It said itself that it is in the page.
    Announced,
    /// It lies on the window, and announced nothing of itself.
    Injected,
    /// It is on another device; a module holds a session with it.
    WalletConnect,
    /// A module is the wallet: people sign in to it.
    Auth,
}

/// What one wallet announced for one namespace.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Announced {
    pub(crate) namespace: Namespace,
    /// Where it is spoken to.
    pub(crate) carrier: Carrier,
    /// What it calls itself: anybody may say the same.
    pub(crate) id: String,
    /// One for each wallet object of the page. What our adapters find is given a random one, so that
    /// two of one uuid are one wallet.
    pub(crate) uuid: Option<String>,
    pub(crate) name: String,
    pub(crate) icon: Option<String>,
    pub(crate) kind: ProviderKind,
    /// Another object of the page said that it is this one, down to the uuid.
    pub(crate) is_contested: bool,
    /// How many came before it with this id.
    pub(crate) before: usize,
}

/// A wallet that was connected lately. Stored under `recent-wallets`, the latest first.
#[wire]
pub struct Recent {
    /// The id of its row.
    pub id: String,
    /// Its name to people.
    pub name: String,
}

/// All wallets: what the view `AllWallets` and those around it show.
#[wire]
#[derive(Default)]
pub struct Directory {
    /// What is searched for; empty lists all.
    pub query: String,
    /// Only wallets that the operator certifies.
    pub is_certified: bool,
    /// Whether the operator certifies any, as far as that is known.
    pub has_certified: bool,
    /// The wallets so far.
    pub rows: Vec<WalletRow>,
    /// How many there are.
    pub count: u32,
    /// How far the list is.
    pub step: DirectoryStep,
    /// There are more rows to ask for.
    pub has_more: bool,
    /// The few that the view `GetWallet` offers.
    pub guide: Vec<WalletRow>,
    /// The wallet that the view Downloads is about.
    pub chosen: Option<Chosen>,
}

/// How far the list of all wallets is.
#[wire]
#[derive(Default)]
pub enum DirectoryStep {
    /// Nobody asked for it.
    #[default]
    Idle,
    /// The first rows are being asked for.
    Loading,
    /// More rows are being asked for.
    More,
    /// What was asked for is there.
    Ready,
    /// The server cannot be reached; what came with the package is listed.
    Offline,
    /// Nothing can be listed.
    Failed,
}

impl DirectoryStep {
    /// Where there is something to list all the same.
    pub(crate) fn of_what_is_here(self) -> Self {
        if self == DirectoryStep::Failed { DirectoryStep::Offline } else { self }
    }
}

/// A wallet that is not installed, and where it can be had.
#[wire]
pub struct Chosen {
    /// The wallet.
    pub wallet: WalletRow,
    /// What it calls itself once it is installed.
    pub rdns: Option<String>,
    /// What says in this browser by now that it is this wallet.
    pub here: Option<Here>,
    /// How it comes to this page.
    pub reach: Reach,
    /// Where it can be had with this device, best first.
    pub ways: Vec<Way>,
    /// The address with which a code opens this page in it, on a phone that has it too. It has places
    /// like that of a [`Way`]. Nothing where the code is the page's own address, for any wallet.
    pub code_url: Option<String>,
    /// That code, once it was asked for.
    pub code: Option<Code>,
}

/// What says that it is the wallet that was looked for.
#[wire]
pub enum Here {
    /// One wallet, as it names itself.
    One {
        /// Its row.
        wallet: WalletRow,
    },
    /// Several: which of them is meant, the person says on the list, where all of them show.
    Several,
}

/// How a wallet that is not in this browser comes to this page.
#[wire]
#[derive(Default)]
pub enum Reach {
    /// The first of its ways installs it here.
    Install,
    /// It is known to be in pages, in some browser or in its app; the first of its ways, its publisher's
    /// page, says whether there is an extension for this one.
    Site,
    /// The first of its ways opens this page in its own browser.
    Open,
    /// A phone opens this page in it, by a code.
    Phone,
    /// On a computer only, by its extension.
    Computer,
    /// In no way that is known. Its ways lead to the wallet alone.
    #[default]
    Nowhere,
}

/// A way to a wallet.
#[wire]
pub struct Way {
    /// What kind of place it leads to.
    pub kind: WayKind,
    /// Its address. That of a `browse` has places for the page's: `{page}` is its address, encoded;
    /// `{twice}` encoded twice; `{bare}` without its scheme; `{origin}` its origin, encoded.
    pub url: String,
}

/// What kind of place leads to a wallet.
#[wire]
pub enum WayKind {
    /// The wallet's own browser, with this page in it.
    Browse,
    /// Chrome's Web Store.
    ChromeStore,
    /// Apple's App Store.
    AppStore,
    /// Google's Play Store.
    PlayStore,
    /// Its publisher's page.
    Homepage,
    /// The wallet itself, which is a web page.
    Webapp,
}

/// The attempt to connect.
#[wire]
#[derive(Default)]
pub struct Connect {
    /// The wallet in question.
    pub wallet: Option<WalletRow>,
    /// The namespace it is to be connected on.
    pub namespace: Option<Namespace>,
    /// How far it is.
    pub step: ConnectStep,
    /// How the wallet is reached, where it is not in this browser.
    // Made by the second half, and so not before the list shows.
    #[cfg_attr(feature = "types", ts(as = "Option<Handoff>"))]
    pub handoff: Option<Json>,
    /// The namespace in which the person is shown a code, or a link to tap: nobody has the request yet.
    pub offered_in: Option<Namespace>,
}

/// How far an attempt to connect is.
#[wire]
#[derive(Default)]
pub enum ConnectStep {
    /// There is none.
    #[default]
    Idle,
    /// The person chooses one of the wallet's namespaces.
    Choosing,
    /// The person decides in the wallet.
    Waiting {
        /// For more than ten seconds.
        slow: bool,
        /// The name of the network that the wallet is asked to switch to, once it shared accounts.
        switching: Option<String>,
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
    /// A request waits in the wallet already. Who answers it is connected by that.
    Pending,
    /// The wallet gave no account.
    NoAccounts,
    /// The wallet stayed on another network.
    ChainRefused {
        /// The name of the network it was asked for.
        network: String,
        /// The name of the one it is on, where the host has that: it can be used there.
        stays_on: Option<String>,
    },
    /// The wallet cannot go to that network.
    ChainUnsupported {
        /// The name of the network it was asked for.
        network: String,
        /// The name of the one it is on, where the host has that: it can be used there.
        stays_on: Option<String>,
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
