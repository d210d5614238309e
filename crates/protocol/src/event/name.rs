//! Events of names for accounts.

use wire::wire;

use super::Event;

/// What happens with names.
#[wire(words = "SCREAMING_SNAKE_CASE")]
pub enum NameEvent {
    /// Choosing a name was begun.
    OpenEnsFlow {
        /// Whether the account is a smart account.
        is_smart_account: bool,
    },
    /// A name is being registered.
    RegisterNameInitiated {
        /// Whether the account is a smart account.
        is_smart_account: bool,
        /// The name.
        ens_name: String,
    },
    /// A name was registered.
    RegisterNameSuccess {
        /// Whether the account is a smart account.
        is_smart_account: bool,
        /// The name.
        ens_name: String,
    },
    /// A name was not registered.
    RegisterNameError {
        /// Whether the account is a smart account.
        is_smart_account: bool,
        /// The name.
        ens_name: String,
        /// What went wrong.
        error: String,
    },
}

impl Event for NameEvent {}
