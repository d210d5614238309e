//! Events of the history of transactions.

use wire::wire;

use super::Event;

/// What happens with the activity.
#[wire(words = "SCREAMING_SNAKE_CASE")]
pub enum ActivityEvent {
    /// The activity was asked for.
    ClickTransactions {
        /// Whether the account is a smart account.
        is_smart_account: bool,
    },
    /// The activity could not be read.
    ErrorFetchTransactions {
        /// Where the page begins.
        cursor: Option<String>,
        /// Whether the account is a smart account.
        is_smart_account: bool,
    },
    /// More of the activity was asked for.
    LoadMoreTransactions {
        /// Where the page begins.
        cursor: Option<String>,
        /// Whether the account is a smart account.
        is_smart_account: bool,
    },
}

impl Event for ActivityEvent {}
