//! How the vault's server refuses: by the status of the answer, and the field of the request that its first reason
//! names ([`Failed`](crate::api::Failed)). The server answers by these, and the frame says by them what a person can do.
//! What only a program can do something about is not here: a body that is not what it must be, keys that fail.

/// A status, and a field.
pub type Refusal = (u32, &'static str);

/// It is no e-mail address.
pub const EMAIL_MALFORMED: Refusal = (400, "email");
/// Its mail server knows no such address.
pub const EMAIL_UNKNOWN: Refusal = (422, "email");
/// Another mail was asked for too soon, or too many codes were tried. It is said when to come again.
pub const TOO_MANY: Refusal = (429, "email");
/// The mail server does not take mails.
pub const MAIL_NOT_SENT: Refusal = (503, "email");
/// It is no code of six digits.
pub const OTP_MALFORMED: Refusal = (400, "otp");
/// The code is not good.
pub const OTP_REFUSED: Refusal = (401, "otp");
/// There is no such attempt to sign in, or it is over.
pub const ATTEMPT_UNKNOWN: Refusal = (404, "attempt");
/// Whoever has the mail said that it was not them, or named another number.
pub const ATTEMPT_REFUSED: Refusal = (410, "attempt");
/// The proof of the browser's key is of another time: a clock is off.
pub const CLOCK_OFF: Refusal = (401, "iat");
/// Who asks does not prove which browser they are.
pub const PROOF_REFUSED: Refusal = (401, "dpop");
/// Nobody is signed in by what was shown.
pub const SESSION_REFUSED: Refusal = (401, "authorization");
/// Who asks signed in too long ago for this.
pub const NOT_FRESH: Refusal = (403, "authorization");
/// Signing in brings the wallet back here after a while. It is said how long that is.
pub const RECOVERY_WAITS: Refusal = (403, "recovery");
/// The operator has not set it up.
pub const NOT_SET_UP: Refusal = (503, "vault");
/// The operator has it off for the project.
pub const SWITCHED_OFF: Refusal = (403, "projectId");
/// A page of another origin asks.
pub const ORIGIN_REFUSED: Refusal = (403, "origin");
/// There is a wallet already, of this person or of this id.
pub const WALLET_EXISTS: Refusal = (409, "id");
/// Who asks has no wallet.
pub const WALLET_UNKNOWN: Refusal = (404, "wallet");
/// The operator locked the wallet.
pub const WALLET_LOCKED: Refusal = (423, "wallet");
/// No set was dealt to this browser, or it was taken back.
pub const SHARE_UNKNOWN: Refusal = (404, "set");
/// Its owner keeps what brings the wallet back, which this takes.
pub const FACTOR_NEEDED: Refusal = (409, "purpose");
/// The new address signs in to another wallet.
pub const EMAIL_TAKEN: Refusal = (409, "email");
/// A wallet had this address until lately, which may take it back.
pub const EMAIL_LEFT: Refusal = (409, "attempt");
/// There is no such thing to approve, or it is over.
pub const REVIEW_UNKNOWN: Refusal = (404, "review");
/// There is no such session.
pub const SESSION_UNKNOWN: Refusal = (404, "id");
