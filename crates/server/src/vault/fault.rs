//! Why the vault does not do something: status, field and words, which `error.rs` answers with.

use super::limits::COOL_DOWN_MS;
use super::proof::{TIME_OFF, Why};
use crate::clock::whole_seconds;
use crate::kms::KmsFault;
use axum::http::StatusCode;
use protocol::api::vault::refusal;
use std::time::Duration;

/// A refusal of the vault.
#[derive(Debug)]
pub enum VaultFault {
    /// 503: the operator has not set it up.
    NotSetUp,
    /// 403: the operator has it off for the project.
    SwitchedOff,
    /// 503: the page of the frame is not there.
    NotBuilt,
    /// 415: the body is said to be something else than JSON.
    NotJson,
    /// 403: a page of another origin asks.
    OriginRefused,
    /// 401: who asks does not prove which browser they are, and why.
    ProofRefused(Why),
    /// 401: nobody is signed in by what was shown.
    SessionRefused,
    /// 403: who asks signed in too long ago for this.
    NotFresh,
    /// 400: it is no e-mail address.
    EmailMalformed,
    /// 422: its mail server knows no such address.
    EmailUnknown,
    /// 429: another mail was asked for too soon.
    CoolDown(Duration),
    /// 429: too many mails, or too many codes that were tried.
    TooMany(Duration),
    /// 503: the mail server does not take mails.
    MailNotSent,
    /// 400: it is no code of six digits.
    OtpMalformed,
    /// 401: the code is not good: wrong, used, too old, of another attempt or browser, or tried too often.
    /// Which of these is nobody's business.
    OtpRefused,
    /// 400: a field of the body is not what it must be.
    Malformed(&'static str),
    /// 409: there is a wallet already, of this person or of this id.
    WalletExists,
    /// 404: who asks has no wallet.
    WalletUnknown,
    /// 423: the operator locked the wallet.
    WalletLocked,
    /// 404: no set was dealt to this browser, or it was taken back.
    ShareUnknown,
    /// 403: signing in brings the wallet back here after a while.
    RecoveryWaits(Duration),
    /// 409: its owner keeps what brings the wallet back, which this takes.
    FactorNeeded,
    /// 409: the new address signs in to another wallet.
    EmailTaken,
    /// 409: a wallet had this address until lately, which may take it back.
    EmailLeft,
    /// 404: there is no such attempt, or it is over.
    AttemptUnknown,
    /// 410: whoever has the mail said that it was not them, or named another number.
    AttemptRefused,
    /// 404: there is no such thing to approve, or it is over.
    ReviewUnknown,
    /// 404: there is no such session.
    SessionUnknown,
    /// 500: the keys are of no use for what was sealed. The log says more.
    Keys,
    /// 500: what is known of somebody was written or changed by somebody who has not the keys. The log says more.
    RowChanged,
}

impl VaultFault {
    /// The status, and the field of the request.
    pub(crate) fn status_and_field(&self) -> (StatusCode, &'static str) {
        let (status, field) = match self {
            Self::NotSetUp | Self::NotBuilt => refusal::NOT_SET_UP,
            Self::SwitchedOff => refusal::SWITCHED_OFF,
            Self::NotJson => return (StatusCode::UNSUPPORTED_MEDIA_TYPE, "content-type"),
            Self::OriginRefused => refusal::ORIGIN_REFUSED,
            Self::ProofRefused(TIME_OFF) => refusal::CLOCK_OFF,
            Self::ProofRefused(_) => refusal::PROOF_REFUSED,
            Self::SessionRefused => refusal::SESSION_REFUSED,
            Self::NotFresh => refusal::NOT_FRESH,
            Self::EmailMalformed => refusal::EMAIL_MALFORMED,
            Self::EmailUnknown => refusal::EMAIL_UNKNOWN,
            Self::CoolDown(_) | Self::TooMany(_) => refusal::TOO_MANY,
            Self::MailNotSent => refusal::MAIL_NOT_SENT,
            Self::OtpMalformed => refusal::OTP_MALFORMED,
            Self::OtpRefused => refusal::OTP_REFUSED,
            Self::Malformed(field) => return (StatusCode::BAD_REQUEST, field),
            Self::WalletExists => refusal::WALLET_EXISTS,
            Self::WalletUnknown => refusal::WALLET_UNKNOWN,
            Self::WalletLocked => refusal::WALLET_LOCKED,
            Self::ShareUnknown => refusal::SHARE_UNKNOWN,
            Self::RecoveryWaits(_) => refusal::RECOVERY_WAITS,
            Self::FactorNeeded => refusal::FACTOR_NEEDED,
            Self::EmailTaken => refusal::EMAIL_TAKEN,
            Self::EmailLeft => refusal::EMAIL_LEFT,
            Self::AttemptUnknown => refusal::ATTEMPT_UNKNOWN,
            Self::AttemptRefused => refusal::ATTEMPT_REFUSED,
            Self::ReviewUnknown => refusal::REVIEW_UNKNOWN,
            Self::SessionUnknown => refusal::SESSION_UNKNOWN,
            Self::Keys | Self::RowChanged => return (StatusCode::INTERNAL_SERVER_ERROR, ""),
        };
        let status = u16::try_from(status).ok().and_then(|it| StatusCode::from_u16(it).ok());
        (status.unwrap_or(StatusCode::INTERNAL_SERVER_ERROR), field)
    }

    /// The sentence that says it.
    pub(crate) fn description(&self) -> String {
        let told = match self {
            Self::NotSetUp => {
                "Nobody can sign in by e-mail here. The operator names keys and a mail server by `[vault]` \
                 in latchkit.toml."
            }
            Self::SwitchedOff => {
                "Nobody can sign in by e-mail in this project. The operator switches that on: \
                 `latchkit project set ID --feature social_login=email`."
            }
            Self::NotBuilt => {
                "This server holds no page of the frame. Build it with `cargo xtask web`, and name its folder by \
                 `frame` under `[vault]` in latchkit.toml."
            }
            Self::NotJson => "The body must be sent as application/json.",
            Self::OriginRefused => "Only the frame itself may ask here.",
            Self::ProofRefused(why) => {
                return format!("The proof of the browser's key is refused: {why}.");
            }
            Self::SessionRefused => "The session is over, or was never there. Sign in again.",
            Self::NotFresh => "This needs somebody who signed in a moment ago. Sign in again.",
            Self::EmailMalformed => "email must be an e-mail address such as ann@example.com.",
            Self::EmailUnknown => "The mail server of this address does not take mail for it.",
            Self::CoolDown(wait) => {
                return format!("Please try again after {} seconds", whole_seconds(*wait));
            }
            Self::TooMany(_) => "That was too often. Try again later.",
            Self::MailNotSent => {
                "The mail could not be sent. Try again; a code that came before is still good."
            }
            Self::OtpMalformed => "otp must be the six digits that were mailed.",
            Self::OtpRefused => "The code is wrong or no longer good.",
            Self::Malformed(field) => return format!("{field} is not what it must be."),
            Self::WalletExists => "There is a wallet already.",
            Self::WalletUnknown => "There is no wallet yet.",
            Self::WalletLocked => "The operator of this server has locked the wallet.",
            Self::ShareUnknown => {
                "This browser has no share of the wallet, or it was taken back. Bring the wallet back here."
            }
            Self::RecoveryWaits(_) => "The wallet comes to this browser later.",
            Self::FactorNeeded => "This takes what the wallet's owner keeps: wallet/recover.",
            Self::EmailTaken => "This address signs in to another wallet.",
            Self::EmailLeft => {
                "This address was given up for another one lately. The mail that says so has a link that takes that back."
            }
            Self::AttemptUnknown => "Signing in took too long, or was begun anew. Begin again.",
            Self::AttemptRefused => {
                "The page behind the mailed link was answered with no, or with another number."
            }
            Self::ReviewUnknown => "There is nothing to approve here any more.",
            Self::SessionUnknown => "There is no such session.",
            Self::Keys => "What was kept cannot be opened. The server's log tells more.",
            Self::RowChanged => {
                "What was kept was changed by somebody who may not. The server's log tells more."
            }
        };
        told.to_owned()
    }

    /// When to come again, where that is known.
    pub(crate) fn wait(&self) -> Option<Duration> {
        match self {
            Self::CoolDown(wait) | Self::TooMany(wait) | Self::RecoveryWaits(wait) => Some(*wait),
            Self::MailNotSent => Some(Duration::from_millis(COOL_DOWN_MS.unsigned_abs())),
            _ => None,
        }
    }
}

impl From<KmsFault> for VaultFault {
    fn from(fault: KmsFault) -> Self {
        tracing::error!(?fault, "a key of the vault is of no use");
        VaultFault::Keys
    }
}
