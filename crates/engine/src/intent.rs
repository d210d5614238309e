//! Everything that can come in: what a person wants, and what the host asks.

use protocol::caip::{ChainId, Namespace};
use protocol::event::wallet::WalletPlatform;
use protocol::rpc::RpcError;
use wire::{Json, wire};

use crate::config::Config;
use crate::state::{AccountTab, View};

/// What a person does in the fields to sign in by e-mail.
#[wire]
pub enum EntryIntent {
    /// They have come to the field for their address.
    Select,
    /// They entered it.
    Email {
        /// As it was typed.
        email: String,
    },
    /// They entered the code that was mailed.
    Otp {
        /// As it was typed.
        otp: String,
    },
    /// They want another mail.
    Resend,
    /// They want to be waited for once more, who follow the mailed link.
    Retry,
}

/// What a person wants. Each is done in the turn it arrives.
#[wire]
pub enum Intent {
    /// Open the modal: on `view` if given, else on Account if connected, else on Connect.
    Open {
        /// The name of the view to open, as the host writes it.
        view: Option<String>,
        /// The namespace it is about.
        namespace: Option<Namespace>,
    },
    /// Close it. Whatever was waited for is given up.
    Close,
    /// The person wants it closed, by Escape, the backdrop or its cross.
    Dismiss,
    /// Go to a view.
    Show {
        /// The view.
        view: View,
    },
    /// One view back; closes on the first.
    Back,
    /// Connect the wallet of this id.
    Connect {
        /// The id of its row.
        wallet: String,
        /// The namespace, where the wallet has several.
        namespace: Option<Namespace>,
        /// The row was marked as it was chosen: it was seen to be one of several that say they are this
        /// wallet. Nothing where it was not on the Connect list.
        is_double: Option<bool>,
    },
    /// The pointer or the focus is on a wallet of the Connect list: it is about to be chosen.
    PointAt {
        /// The id of its row.
        wallet: String,
    },
    /// Try the same wallet, or the same network, again.
    Retry,
    /// Connect the wallet on the network that it stayed on.
    StayOnNetwork,
    /// Look for the wallet that is being connected in another place.
    ChoosePlatform {
        /// Which.
        platform: WalletPlatform,
    },
    /// Open the wallet that is being connected, or asked for something, by its link.
    OpenWallet,
    /// Show the pairing that the host made itself.
    ShowUri {
        /// Its pairing URI: text, unless the host mistook it.
        uri: Json,
    },
    /// Show where the wallet that is being connected can be had.
    ShowWays,
    /// Show the code that opens the page on a phone: in the wallet that Downloads is about, or in any.
    ShowCode {
        /// The `codeUrl`, filled in; or the page's own address.
        address: String,
    },
    /// The wallet that Downloads is about is installed now: load the page anew, and come back to it.
    ReloadPage,
    /// Search all wallets.
    Search {
        /// What for.
        text: String,
        /// Only among those that the operator certifies.
        is_certified: bool,
    },
    /// Ask for more of all wallets.
    MoreWallets,
    /// Accept the site's terms, or take that back.
    AcceptTerms {
        /// Whether they are accepted.
        is_accepted: bool,
    },
    /// Disconnect one namespace, or all.
    Disconnect {
        /// Which.
        namespace: Option<Namespace>,
    },
    /// Use the account of another namespace, which is connected.
    UseAccount {
        /// Which.
        namespace: Namespace,
    },
    /// Use another account of the wallet.
    SwitchAddress {
        /// Its address.
        address: String,
    },
    /// Go to another network.
    SwitchNetwork {
        /// Its chain.
        chain: ChainId,
    },
    /// Connect another wallet, for the network that was chosen.
    ConnectNamespace,
    /// Put the address on the clipboard.
    CopyAddress,
    /// Put what the code for a phone says on the clipboard.
    CopyLink,
    /// Take the message away.
    DismissToast,
    /// The balance has probably changed, and with it all that the account holds and did.
    RefreshBalance,
    /// The wallet answered a request of the host that moves something.
    Sent {
        /// The account that was asked, on the chain it was on then (CAIP-10).
        account: String,
        /// The hash, or signature, of the transaction, where it told one.
        hash: Option<String>,
    },
    /// Show another part of the account.
    ShowTab {
        /// Which.
        tab: AccountTab,
    },
    /// Ask for more of what the account did.
    MoreActivity,
    /// Ask for more of its NFTs.
    MoreNfts,
    /// Load the vault's frame once more, which did not come.
    RetryFrame,
    /// Do something in the fields to sign in by e-mail, where the modal draws them.
    Enter {
        /// What.
        // Read by the second half.
        #[cfg_attr(feature = "types", ts(as = "EntryIntent"))]
        what: Json,
    },
    /// Bring a stored connection back; sent when the page loads.
    Restore,
    /// The engine before this one trapped.
    Trapped {
        /// The error's name.
        error_type: String,
        /// What it says, where those are the words of the browser and of nobody else.
        error_message: String,
        /// Where it was raised, by names of files.
        stack_trace: Option<String>,
    },
    /// The host changed its options.
    Configure {
        /// All of them.
        config: Config,
    },
}

/// What the host asks. Each is answered once.
#[wire]
pub enum Ask {
    /// An EIP-1193 request that the engine answers itself: `eth_requestAccounts`, `eth_accounts`,
    /// and those that change permissions or the chain.
    Request {
        /// The namespace.
        namespace: Namespace,
        /// The method.
        method: String,
        /// Its parameters.
        params: Option<Json>,
    },
    /// Go to another network.
    SwitchNetwork {
        /// Its chain; nothing where the host named none.
        chain: Option<ChainId>,
    },
    /// Disconnect one namespace, or all.
    Disconnect {
        /// Which.
        namespace: Option<Namespace>,
    },
}

/// The answer to an [`Ask`].
#[wire]
pub enum Answer {
    /// It is done.
    Value {
        /// The result.
        value: Json,
    },
    /// It could not be done.
    Error {
        /// As EIP-1193 shapes it; a wallet's own error is handed through.
        error: RpcError,
    },
}
