//! The module that has the vault's frame in the page: to the engine the embedded wallet is a wallet like others.
//!
//! The frame is there while somebody listens to [`EmbeddedAsk::Frame`]. In every namespace the wallet speaks as the
//! adapters of the page do: `connect` with `{chain, silent}`, answered by `{accounts, chains, session, user, smartAccountDeployed}`, the
//! accounts those of the namespace that asked; `disconnect` signs out, which ends it for all of them. A `connect` that
//! is not silent waits until somebody has signed in, in the frame.

use wire::{Json, facts, wire};

use crate::api::vault::ConnectAction;
use crate::caip::{ChainId, Namespace};
use crate::frame::message::FrameView;
use crate::frame::unasked::FrameProgress;
use crate::module::session::{Metadata, SessionAsk};
use crate::rpc::RpcError;

/// The module that has the frame.
pub const MODULE: &str = "embedded";

facts! {
    /// What is known of the embedded wallet before it is there.
    EMBEDDED:

    /// The wallet, by the id of its row and its connector.
    pub const WALLET: &str = "AUTH";
}

/// Whether it has an account in a namespace.
pub fn serves(namespace: Namespace) -> bool {
    matches!(namespace, Namespace::Eip155 | Namespace::Solana)
}

/// What is asked of the module.
#[wire]
#[cfg_attr(
    not(target_family = "wasm"),
    expect(
        clippy::large_enum_variant,
        reason = "one at a time is written and read, and none is kept"
    )
)]
pub enum EmbeddedAsk {
    /// Stream: [`EmbeddedNews`] of the frame, which is there until nobody listens any more. The first one that
    /// listens says which; whoever asks for another one ends it.
    Frame {
        /// Whose.
        of: Frame,
    },
    /// The modal has room for a view of the frame, or for none. Answered by `done`.
    Show {
        /// Which.
        view: Option<FrameView>,
    },
    /// How the modal looks: `SYNC_THEME`. Answered by `done`.
    Theme {
        /// `{themeMode, themeVariables, w3mThemeVariables}`.
        theme: Json,
    },
    /// Who the host is, as it says: `SYNC_DAPP_DATA`. Answered by `done`.
    Dapp {
        /// Its name and more.
        metadata: Metadata,
    },
    /// Nobody waits any more for what is to be approved. Answered by `done`.
    Abort,
    /// Somebody entered something in a field of the page's own: `CONNECT_EMAIL`, `CONNECT_DEVICE`, `CONNECT_OTP`.
    /// Answered by `entered` or `refused`.
    Enter {
        /// What.
        what: Entry,
    },
    /// As any wallet is asked that a module speaks for; answered by `SessionAnswer`.
    Wallet {
        /// What.
        ask: SessionAsk,
    },
}

/// What somebody enters who signs in.
#[wire]
pub enum Entry {
    /// Their address.
    Email {
        /// As it was typed.
        email: String,
    },
    /// That they follow the link that was mailed.
    Device,
    /// The code that was mailed.
    Otp {
        /// As it was typed.
        otp: String,
    },
}

/// Whose frame it is.
#[wire]
pub struct Frame {
    /// The vault's origin.
    pub vault_url: String,
    /// The project.
    pub project_id: String,
    /// The chain that the page is on.
    pub chain: ChainId,
    /// Whether the frame keeps a log of what it does.
    pub logs: bool,
    /// How the host names itself, and by which version it does.
    pub sdk_version: String,
}

/// What is told of the frame.
#[wire]
pub enum EmbeddedNews {
    /// What was said to it has been taken; of it nothing is told yet.
    Done,
    /// It takes requests.
    Ready,
    /// What it shows from now on.
    Shows {
        /// Nothing where it has nothing to show.
        view: Option<FrameView>,
        /// How high that is, in CSS pixels.
        height: u32,
    },
    /// Somebody signed in in it, or nobody is signed in any more.
    Session {
        /// Which of the two.
        is_connected: bool,
    },
    /// Somebody did something in it that no view tells.
    Progress {
        /// What.
        step: FrameProgress,
    },
    /// What was entered is taken.
    Entered {
        /// What comes next, after an address.
        action: Option<ConnectAction>,
        /// What the page behind a mailed link asks for.
        number: Option<u32>,
    },
    /// It is not.
    Refused {
        /// Why; `data` has the frame's own word for it.
        error: RpcError,
    },
    /// It does not load, or says nothing: it is tried anew by whoever listens anew.
    Failed {
        /// Why.
        why: FrameFault,
    },
}

/// What is wrong with a frame.
#[wire]
pub enum FrameFault {
    /// It did not come, or said nothing, in its time.
    Load,
    /// The policy of the page around it forbids it.
    Blocked,
    /// It came and did not answer in its time.
    Request,
}
