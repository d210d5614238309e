//! Events of sending.

use wire::wire;

use super::Event;

/// What happens at sending.
#[wire(words = "SCREAMING_SNAKE_CASE")]
pub enum SendEvent {
    /// Sending was opened.
    OpenSend {
        /// Whether the account is a smart account.
        is_smart_account: bool,
        /// Its CAIP-2 id; empty where there is none.
        network: String,
    },
    /// Something is being sent.
    SendInitiated {
        /// Whether the account is a smart account.
        is_smart_account: bool,
        /// Its CAIP-2 id; empty where there is none.
        network: String,
        /// Its address, or the symbol of what has none.
        token: String,
        /// How much, as decimal text.
        amount: String,
    },
    /// It was sent.
    SendSuccess {
        /// Whether the account is a smart account.
        is_smart_account: bool,
        /// Its CAIP-2 id; empty where there is none.
        network: String,
        /// Its address, or the symbol of what has none.
        token: String,
        /// How much, as decimal text.
        amount: String,
    },
    /// It was not sent.
    SendError {
        /// Whether the account is a smart account.
        is_smart_account: bool,
        /// Its CAIP-2 id; empty where there is none.
        network: String,
        /// Its address, or the symbol of what has none.
        token: String,
        /// How much, as decimal text.
        amount: String,
        /// What went wrong.
        message: String,
    },
}

impl Event for SendEvent {}
