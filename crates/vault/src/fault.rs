//! Why something did not work, as far as a person or a page can do something about it.

use protocol::api::Failed;
use protocol::api::vault::refusal;
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
    /// Whoever has the mail said that it was not them, or named another number.
    Disowned,
    /// Nobody is signed in, or not any more.
    SignedOut,
    /// Whoever asks signed in too long ago for this.
    NotFresh,
    /// The operator locked the wallet.
    WalletLocked,
    /// This browser's share of the wallet was taken back: whoever wants it signs in again.
    ShareLost,
    /// The new address signs in to another wallet.
    EmailTaken,
    /// It is the address that they sign in with.
    EmailSame,
    /// This address was given up for another one lately, which can be taken back.
    EmailLeft,
    /// The wallet cannot be brought back without what its owner kept.
    FactorMissing,
    /// What they entered is not it.
    FactorWrong,
    /// Signing in brings the wallet back here after a while.
    RecoveryWaits {
        /// How many hours are left, begun ones with them.
        hours: u32,
    },
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
    /// What the server refused.
    pub(crate) fn of_server(status: u32, body: &str, rest_ms: Option<u32>) -> Fault {
        let seconds = rest_ms.unwrap_or_default().div_ceil(1000);
        let reason = from_text::<Failed>(body).ok().and_then(|it| it.reasons.into_iter().next());
        let field = reason.as_ref().map_or("", |it| &*it.field);
        match (status, field) {
            refusal::EMAIL_MALFORMED => Fault::EmailMalformed,
            refusal::EMAIL_UNKNOWN => Fault::EmailUnknown,
            refusal::OTP_MALFORMED => Fault::OtpMalformed,
            refusal::OTP_REFUSED => Fault::OtpRefused,
            refusal::CLOCK_OFF => Fault::ClockOff,
            refusal::SESSION_REFUSED => Fault::SignedOut,
            refusal::NOT_FRESH => Fault::NotFresh,
            refusal::RECOVERY_WAITS => Fault::RecoveryWaits { hours: seconds.div_ceil(3600) },
            (403, _) | refusal::NOT_SET_UP => Fault::NotSetUp,
            refusal::WALLET_LOCKED => Fault::WalletLocked,
            refusal::SHARE_UNKNOWN => Fault::ShareLost,
            refusal::ATTEMPT_UNKNOWN => Fault::AttemptOver,
            refusal::ATTEMPT_REFUSED => Fault::Disowned,
            refusal::REVIEW_UNKNOWN => Fault::ReviewOver,
            refusal::WALLET_EXISTS => Fault::WalletThere,
            refusal::EMAIL_TAKEN => Fault::EmailTaken,
            refusal::EMAIL_LEFT => Fault::EmailLeft,
            // Of any call: some are counted together with others.
            (429, _) => Fault::TooSoon { seconds },
            refusal::MAIL_NOT_SENT => Fault::MailNotSent,
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
            Fault::Disowned => (INTERNAL, "It was said that it was somebody else"),
            Fault::SignedOut => (UNAUTHORIZED, "Nobody is signed in"),
            Fault::NotFresh | Fault::ShareLost => (UNAUTHORIZED, "Sign in again to do this"),
            Fault::WalletLocked => (UNAUTHORIZED, "The wallet is locked"),
            Fault::EmailLeft => (INTERNAL, "This address was given up for another one lately"),
            Fault::EmailSame => (INTERNAL, "This address is the one of now"),
            Fault::EmailTaken => (INTERNAL, "This address signs in to another wallet"),
            Fault::FactorMissing | Fault::FactorWrong => {
                (UNAUTHORIZED, "The wallet has to be brought back first")
            }
            Fault::RecoveryWaits { .. } => {
                (RESOURCE_UNAVAILABLE, "The wallet comes to this browser later")
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn how_long_a_wallet_is_waited_for_is_told_in_begun_hours() {
        let body = r#"{"status":"FAILED","reasons":[{"field":"recovery","description":""}]}"#;
        for (rest_ms, hours) in [(86_400_000, 24), (3_600_001, 2), (1, 1)] {
            let fault = Fault::of_server(403, body, Some(rest_ms));
            assert_eq!(fault, Fault::RecoveryWaits { hours });
        }
    }
}
