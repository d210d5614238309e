//! Why something did not work, as far as a person or a page can do something about it.

use protocol::api::Failed;
use protocol::rpc::{
    INTERNAL, LIMIT_EXCEEDED, RESOURCE_UNAVAILABLE, RpcError, UNAUTHORIZED, USER_REJECTED,
};
use wire::{decimal, from_text, wire};

/// Why something did not work.
#[wire]
pub enum Fault {
    /// The server was not reached.
    Offline,
    /// It is no e-mail address.
    EmailMalformed,
    /// Its mail server knows no such address.
    EmailUnknown,
    /// The mail could not be sent.
    MailNotSent,
    /// Another mail was asked for too soon, or too many codes were tried.
    TooSoon {
        /// How long to wait.
        seconds: u32,
    },
    /// It is no code of six digits.
    OtpMalformed,
    /// The code is wrong, or no longer good.
    OtpRefused,
    /// The mailed link was not followed yet.
    DeviceWaits,
    /// Signing in took too long, or was begun anew elsewhere.
    AttemptOver,
    /// Nobody is signed in, or not any more.
    SignedOut,
    /// Whoever asks signed in too long ago for this.
    NotFresh,
    /// This browser's share of the wallet was taken back: whoever wants it signs in again.
    ShareLost,
    /// The new address signs in to another wallet.
    EmailTaken,
    /// This address was given up for another one lately, which can be taken back.
    EmailLeft,
    /// The wallet cannot be brought back without what its owner kept.
    FactorMissing,
    /// What they entered is not it.
    FactorWrong,
    /// No passkey came of it: they did not want one, or the browser has none.
    PasskeyRefused,
    /// The passkey cannot give what a wallet is kept by.
    PasskeyUnfit,
    /// The passkey is on one device alone: the wallet would be lost with that.
    PasskeyAlone,
    /// There is a wallet already: another tab was faster.
    WalletThere,
    /// There is no wallet yet, and its owner is asked first what is to bring it back.
    WalletMissing,
    /// The clock of this device is off by minutes.
    ClockOff,
    /// The operator has set up no e-mail sign-in, or not for this page.
    NotSetUp,
    /// They did not want it after all.
    Declined,
    /// Nobody waits any more for what was to be approved.
    ReviewOver,
    /// Something that nobody here can do anything about.
    Unexpected,
}

impl Fault {
    /// What the server refused: see `vault/fault.rs` there.
    pub(crate) fn of_server(status: u32, body: &str, rest_ms: Option<u32>) -> Fault {
        let seconds = rest_ms.unwrap_or_default().div_ceil(1000);
        let reason = from_text::<Failed>(body).ok().and_then(|it| it.reasons.into_iter().next());
        let field = reason.as_ref().map_or("", |it| &*it.field);
        match (status, field) {
            (400, "email") => Fault::EmailMalformed,
            (422, "email") => Fault::EmailUnknown,
            (400, "otp") => Fault::OtpMalformed,
            (401, "otp") => Fault::OtpRefused,
            (401, "iat") => Fault::ClockOff,
            (401, "authorization") => Fault::SignedOut,
            (403, "authorization") => Fault::NotFresh,
            (403, _) | (503, "vault") => Fault::NotSetUp,
            (404, "set") => Fault::ShareLost,
            (404, "attempt") => Fault::AttemptOver,
            (404, "review") => Fault::ReviewOver,
            (409, "id") => Fault::WalletThere,
            (409, "email") => Fault::EmailTaken,
            (409, "attempt") => Fault::EmailLeft,
            (429, _) => Fault::TooSoon { seconds },
            (503, "email") => Fault::MailNotSent,
            _ => Fault::Unexpected,
        }
    }

    /// What a page gets where nobody can do anything about it.
    pub(crate) fn unexpected() -> RpcError {
        Fault::Unexpected.to_rpc()
    }

    /// The error that a page gets.
    pub(crate) fn to_rpc(&self) -> RpcError {
        let wait = |seconds: u32| {
            ["Please try again after ", &decimal(seconds.into()), " seconds"].concat()
        };
        let (code, text) = match self {
            Fault::Offline => (INTERNAL, "The server was not reached"),
            Fault::EmailMalformed => (INTERNAL, "Invalid email"),
            Fault::EmailUnknown => (INTERNAL, "There is no such e-mail address"),
            Fault::MailNotSent => (INTERNAL, "The mail could not be sent"),
            Fault::TooSoon { seconds } => return RpcError::new(LIMIT_EXCEEDED, &wait(*seconds)),
            Fault::OtpMalformed => (INTERNAL, "The code has six digits"),
            Fault::OtpRefused => (INTERNAL, "The code is wrong or no longer good"),
            Fault::DeviceWaits => (RESOURCE_UNAVAILABLE, "The link was not followed yet"),
            Fault::AttemptOver => (INTERNAL, "Signing in took too long. Begin again"),
            Fault::SignedOut => (UNAUTHORIZED, "Nobody is signed in"),
            Fault::NotFresh | Fault::ShareLost => (UNAUTHORIZED, "Sign in again to do this"),
            Fault::EmailLeft => (INTERNAL, "This address was given up for another one lately"),
            Fault::EmailTaken => (INTERNAL, "This address signs in to another wallet"),
            Fault::FactorMissing | Fault::FactorWrong => {
                (UNAUTHORIZED, "The wallet has to be brought back first")
            }
            Fault::PasskeyRefused | Fault::PasskeyUnfit | Fault::PasskeyAlone => {
                (UNAUTHORIZED, "The passkey does not open the wallet")
            }
            Fault::WalletMissing => (UNAUTHORIZED, "There is no wallet yet"),
            Fault::WalletThere => (INTERNAL, "There is a wallet already"),
            Fault::Declined => (USER_REJECTED, "User rejected the request"),
            Fault::ReviewOver => (INTERNAL, "The window is over"),
            Fault::ClockOff => (INTERNAL, "The clock of this device is off"),
            Fault::NotSetUp => (INTERNAL, "Nobody can sign in by e-mail here"),
            Fault::Unexpected => (INTERNAL, "An error occurred"),
        };
        RpcError::new(code, text)
    }
}
