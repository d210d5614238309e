//! Events of signing in by e-mail, and the wallet behind it.

use wire::wire;

use super::Event;

/// What happens at signing in by e-mail.
#[wire(words = "SCREAMING_SNAKE_CASE")]
pub enum EmailEvent {
    /// The field for an e-mail address was entered.
    EmailLoginSelected,
    /// An e-mail address was sent.
    EmailSubmitted,
    /// The device was confirmed.
    DeviceRegisteredForEmail,
    /// A code was sent by e-mail.
    EmailVerificationCodeSent,
    /// The code was right.
    EmailVerificationCodePass,
    /// Another e-mail address was saved.
    EmailEdit,
    /// What makes an e-mail wallet a visitor's own was asked for: its settings, where its words are.
    EmailUpgradeFromModal,
    /// The code was refused.
    EmailVerificationCodeFail {
        /// What went wrong.
        message: String,
    },
    /// Another type of account was chosen.
    SetPreferredAccountType {
        /// The type.
        account_type: String,
        /// Its CAIP-2 id; empty where there is none.
        network: String,
    },
}

impl Event for EmailEvent {}
