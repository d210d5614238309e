//! Events of signing in with a wallet.

use wire::wire;

use super::Event;

/// What happens at signing in with a wallet.
#[wire(words = "SCREAMING_SNAKE_CASE")]
pub enum SiwxEvent {
    /// Signing in was begun.
    ClickSignSiwxMessage {
        /// Its CAIP-2 id; empty where there is none.
        network: String,
        /// Whether the account is a smart account.
        is_smart_account: bool,
    },
    /// Signing in was cancelled.
    ClickCancelSiwx {
        /// Its CAIP-2 id; empty where there is none.
        network: String,
        /// Whether the account is a smart account.
        is_smart_account: bool,
    },
    /// Signed in.
    SiwxAuthSuccess {
        /// Its CAIP-2 id; empty where there is none.
        network: String,
        /// Whether the account is a smart account.
        is_smart_account: bool,
    },
    /// Signing in failed.
    SiwxAuthError {
        /// Its CAIP-2 id; empty where there is none.
        network: String,
        /// Whether the account is a smart account.
        is_smart_account: bool,
    },
}

impl Event for SiwxEvent {}
