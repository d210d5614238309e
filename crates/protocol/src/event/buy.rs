//! Events of buying.

use wire::wire;

use super::Event;

/// What happens at buying.
#[wire(words = "SCREAMING_SNAKE_CASE")]
pub enum BuyEvent {
    /// Buying was asked for.
    SelectBuyCrypto {
        /// Whether the account is a smart account.
        is_smart_account: bool,
    },
    /// What buying is was asked.
    SelectWhatIsABuy {
        /// Whether the account is a smart account.
        is_smart_account: bool,
    },
    /// A seller was chosen.
    SelectBuyProvider {
        /// Its name.
        provider: String,
        /// Whether the account is a smart account.
        is_smart_account: bool,
    },
}

impl Event for BuyEvent {}
