//! A module that holds sessions with wallets which are not in this page, such as a phone's.
//!
//! In every namespace it speaks as the adapters of the page do: `connect` with `{chain, silent}`,
//! answered by `{accounts, chains?, session?}`; `disconnect`; the methods of WalletConnect.

use wire::{Json, wire};

use crate::caip::{ChainId, Namespace};

/// What is asked of a wallet.
#[wire]
pub struct SessionAsk {
    /// The wallet, by the name that the module gave it.
    pub wallet: String,
    /// For which namespace it is spoken to.
    pub namespace: Namespace,
    /// The session; none where the wallet is to be connected.
    pub session: Option<String>,
    /// What of it.
    pub what: SessionWhat,
}

/// What is asked of a wallet.
#[wire]
pub enum SessionWhat {
    /// A request. Answered by `value` or `refused`, and before that by `progress` as often as it takes.
    Request {
        /// The method.
        method: String,
        /// Its parameters.
        params: Option<Json>,
        /// The chain it is about.
        chain: Option<ChainId>,
    },
    /// Stream: `event` for each `accountsChanged`, `chainChanged` and `disconnect`; the last at once
    /// where the session is over.
    Events,
}

/// What a wallet answers.
#[wire]
pub enum SessionAnswer {
    /// A result.
    Value {
        /// As it came.
        value: Json,
    },
    /// An error: `{code, message, data?}`.
    Refused {
        /// As it came.
        error: Json,
    },
    /// What the person needs to go on, such as the link of a code. The answer is still to come.
    Progress {
        /// As the module and the view that shows it agree.
        value: Json,
    },
    /// Something happened.
    Event {
        /// Its EIP-1193 name.
        name: String,
        /// Its argument.
        value: Option<Json>,
    },
}
