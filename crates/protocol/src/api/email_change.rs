//! Another address to sign in with.

use wire::wire;

/// The body of [`EMAIL_CHANGE`](crate::path::EMAIL_CHANGE).
#[wire]
pub struct EmailChange {
    /// The new address.
    pub email: String,
    /// In which language the mails are to be, as BCP 47 names it.
    pub language: String,
}

/// Its answer, and that of [`EMAIL_CHANGE_PRIMARY`](crate::path::EMAIL_CHANGE_PRIMARY): a code was mailed.
#[wire]
pub struct EmailChangeStarted {
    /// To which address.
    pub action: UpdateEmailAction,
    /// What names the change from now on.
    pub change: String,
    /// The new address, as it is compared and signed.
    pub new_email: String,
}

/// Which code a visitor has to enter to change their address.
#[wire(words = "SCREAMING_SNAKE_CASE")]
pub enum UpdateEmailAction {
    /// The one that went to the old address.
    VerifyPrimaryOtp,
    /// The one that went to the new one.
    VerifySecondaryOtp,
}

/// The body of [`EMAIL_CHANGE_PRIMARY`](crate::path::EMAIL_CHANGE_PRIMARY).
#[wire]
pub struct EmailChangeOtp {
    /// The change.
    pub change: String,
    /// Six digits, which went to the old address.
    pub otp: String,
}

/// The body of [`EMAIL_CHANGE_SECONDARY`](crate::path::EMAIL_CHANGE_SECONDARY).
#[wire]
pub struct EmailChangeEnd {
    /// The change.
    pub change: String,
    /// Six digits, which went to the new address.
    pub otp: String,
    /// The move, signed by the wallet's key of eip155: 65 bytes, in base64 ([`Move::parts`]). Nothing where there is
    /// no wallet.
    pub signature: Option<String>,
}

/// That another address signs in to a wallet, as the wallet signs it. Whose it is the wallet's id says.
#[wire]
pub struct Move {
    /// The change.
    pub change: String,
    /// The old address, as [`VaultUser`] has it.
    pub old_email: String,
    /// The new one, as [`EmailChangeStarted`] has it.
    pub new_email: String,
}

impl Move {
    /// The texts that are signed, in their order.
    pub fn parts(&self) -> [&str; 3] {
        [&self.change, &self.old_email, &self.new_email]
    }
}

/// The answer of [`EMAIL_CHANGE_SECONDARY`](crate::path::EMAIL_CHANGE_SECONDARY).
#[wire]
pub struct EmailChanged {
    /// The address from now on.
    pub new_email: String,
}
