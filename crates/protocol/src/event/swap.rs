//! Events of swaps.

use wire::wire;

use super::Event;

/// What happens with swaps.
#[wire(words = "SCREAMING_SNAKE_CASE")]
pub enum SwapEvent {
    /// The conversion of tokens was asked for.
    ClickConvert,
    /// The network of a swap is chosen.
    ClickSelectNetworkToSwap,
    /// The token of a swap is chosen.
    ClickSelectTokenToSwap,
    /// The swap was opened.
    OpenSwap {
        /// Whether the account is a smart account.
        is_smart_account: bool,
        /// Its CAIP-2 id; empty where there is none.
        network: String,
    },
    /// A swap is reviewed.
    InitiateSwap {
        /// Whether the account is a smart account.
        is_smart_account: bool,
        /// Its CAIP-2 id; empty where there is none.
        network: String,
        /// Symbol of the token that is given.
        swap_from_token: String,
        /// Symbol of the token that is got.
        swap_to_token: String,
        /// How much is given, as decimal text.
        swap_from_amount: String,
        /// How much is got, as decimal text.
        swap_to_amount: String,
    },
    /// A swap's transaction was sent.
    SwapSuccess {
        /// Whether the account is a smart account.
        is_smart_account: bool,
        /// Its CAIP-2 id; empty where there is none.
        network: String,
        /// Symbol of the token that is given.
        swap_from_token: String,
        /// Symbol of the token that is got.
        swap_to_token: String,
        /// How much is given, as decimal text.
        swap_from_amount: String,
        /// How much is got, as decimal text.
        swap_to_amount: String,
    },
    /// A swap failed.
    SwapError {
        /// Whether the account is a smart account.
        is_smart_account: bool,
        /// Its CAIP-2 id; empty where there is none.
        network: String,
        /// Symbol of the token that is given.
        swap_from_token: String,
        /// Symbol of the token that is got.
        swap_to_token: String,
        /// How much is given, as decimal text.
        swap_from_amount: String,
        /// How much is got, as decimal text.
        swap_to_amount: String,
        /// What went wrong.
        message: String,
    },
    /// The approval that a swap needs failed.
    SwapApprovalError {
        /// Whether the account is a smart account.
        is_smart_account: bool,
        /// Its CAIP-2 id; empty where there is none.
        network: String,
        /// Symbol of the token that is given.
        swap_from_token: String,
        /// Symbol of the token that is got.
        swap_to_token: String,
        /// How much is given, as decimal text.
        swap_from_amount: String,
        /// How much is got, as decimal text.
        swap_to_amount: String,
        /// What went wrong.
        message: String,
    },
}

impl Event for SwapEvent {}
