//! Events of payments.

use wire::wire;

use super::Event;

/// What happens with payments.
#[wire(words = "SCREAMING_SNAKE_CASE")]
pub enum PayEvent {
    /// A payment was opened.
    PayModalOpen {
        /// Where it may be paid from.
        exchanges: Vec<PayExchange>,
        /// What is to be paid.
        configuration: PayConfiguration,
    },
    /// An exchange was chosen to pay from.
    PayExchangeSelected {
        /// The one.
        exchange: PayExchange,
        /// What is to be paid.
        configuration: PayConfiguration,
        /// Where the payment stands.
        current_payment: Payment,
        /// Whether the host shows the payment itself.
        headless: bool,
    },
    /// A payment was begun.
    PayInitiated {
        /// The payment.
        payment_id: String,
        /// What is to be paid.
        configuration: PayConfiguration,
        /// Where the payment stands.
        current_payment: Payment,
    },
    /// A payment succeeded.
    PaySuccess {
        /// The payment.
        payment_id: String,
        /// What is to be paid.
        configuration: PayConfiguration,
        /// Where the payment stands.
        current_payment: Payment,
    },
    /// A payment failed.
    PayError {
        /// The payment.
        payment_id: String,
        /// What is to be paid.
        configuration: PayConfiguration,
        /// Where the payment stands.
        current_payment: Payment,
    },
}

impl Event for PayEvent {}

/// An exchange that can be paid from.
#[wire]
pub struct PayExchange {
    /// Its id.
    pub id: String,
}

/// What is to be paid.
#[wire]
pub struct PayConfiguration {
    /// CAIP-2 id of the network.
    pub network: String,
    /// The token's address, or `native`.
    pub asset: String,
    /// How much, as decimal text.
    pub amount: String,
    /// Who gets it.
    pub recipient: String,
}

/// Where a payment stands.
#[wire]
pub struct Payment {
    /// How it is paid.
    pub r#type: PayMeans,
    /// The exchange, where it is paid from one.
    pub exchange_id: Option<String>,
    /// What the exchange calls the payment.
    pub session_id: Option<String>,
    /// What is known of it.
    pub status: Option<String>,
    /// What came of it: the transaction's hash.
    pub result: Option<String>,
}

/// What is paid with.
#[wire]
pub enum PayMeans {
    /// An account at an exchange.
    Exchange,
    /// The connected wallet.
    Wallet,
}
