//! A module that holds sessions with wallets which are not in this page, such as a phone's.
//!
//! In every namespace it speaks as the adapters of the page do: `connect` with `{chain, silent}`,
//! answered by `{accounts, chains?, session?}`; `disconnect`; the methods of WalletConnect.

use wire::{Json, wire};

use crate::caip::ChainId;

/// What is asked of a wallet.
#[wire]
pub struct SessionAsk {
    /// The session; none where the wallet is to be connected.
    pub session: Option<String>,
    /// What of it.
    pub what: SessionWhat,
}

/// What is asked of a wallet.
#[wire]
pub enum SessionWhat {
    /// A request. Answered by `value` or `refused`.
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
    /// Something happened.
    Event {
        /// Its EIP-1193 name.
        name: String,
        /// Its argument.
        value: Option<Json>,
    },
}
