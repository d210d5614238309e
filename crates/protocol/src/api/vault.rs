//! The bodies of the calls by which the vault's frame speaks to its server. All are `POST` with JSON, at the
//! paths of [`crate::path`] that begin with `/v1/vault/`, and each comes with a proof that the browser's own
//! key made (`DPoP`, [RFC 9449](https://www.rfc-editor.org/rfc/rfc9449)), whose claim `bh` is the hash of the
//! body. A caller that is signed in shows it by `authorization: DPoP <session>`.

pub mod refusal;
mod wallet;

pub use wallet::{
    Factor, FactorKind, PepperAsk, PepperTold, RecoverAsk, Recovered, RecoveryPolicy, ShareAsk,
    SharePurpose, ShareSet, ShareTold, WalletAddresses, WalletCreate, WalletEnrol, WalletEvent,
    WalletEvents, WalletRotate, WalletState, WalletSummary, claimed,
};
use wire::{Long, wire};

/// The body of [`EMAIL_START`](crate::path::EMAIL_START): somebody wants to sign in.
#[wire]
pub struct EmailStart {
    /// The project.
    pub project_id: String,
    /// The page's origin, as the frame was told by the browser.
    pub origin: String,
    /// Who wants to.
    pub email: String,
    /// In which language the mail is to be, as BCP 47 names it.
    pub language: String,
}

/// Its answer.
#[wire]
pub struct EmailStarted {
    /// What comes next.
    pub action: ConnectAction,
    /// What names this attempt from now on; nothing where there is nothing to do.
    pub attempt: Option<String>,
    /// Two digits, which the page behind the mailed link has to name, too.
    pub number: Option<u32>,
    /// Whether the mail server takes so long that nobody knows yet whether the mail left.
    pub is_late: bool,
    /// In so many seconds another mail may be asked for.
    pub again_in_seconds: u32,
}

/// What a visitor has to do to sign in.
#[wire(words = "SCREAMING_SNAKE_CASE")]
pub enum ConnectAction {
    /// Open the link that was mailed.
    VerifyDevice,
    /// Enter the code that was mailed.
    VerifyOtp,
    /// Nothing: this browser is signed in.
    Connect,
}

/// The body of [`EMAIL_DEVICE`](crate::path::EMAIL_DEVICE): whether the mailed link was followed.
#[wire]
pub struct EmailDevice {
    /// The attempt.
    pub attempt: String,
    /// How long to wait for it, in milliseconds; half a minute at most.
    pub wait_ms: u32,
}

/// Its answer.
#[wire]
pub struct EmailDeviceState {
    /// Whether it was, and so a code was mailed.
    pub is_approved: bool,
}

/// The body of [`REVIEW_OFFER`](crate::path::REVIEW_OFFER): something that is to be approved in a window of the vault's
/// own. Who asks is the browser that waits for what is decided.
#[wire]
pub struct ReviewOffer {
    /// 16 random bytes in base64url. Whoever knows them may take it.
    pub id: String,
    /// What is to be approved, under a key that the server never learns; none takes back what was offered.
    pub sealed: Option<String>,
}

/// The body of [`REVIEW_WAIT`](crate::path::REVIEW_WAIT): what was decided.
#[wire]
pub struct ReviewWait {
    /// See there.
    pub id: String,
    /// How often windows took it, as far as is known: who knows of fewer hears of it at once.
    pub taken: u32,
    /// How long to wait for it, in milliseconds; half a minute at most.
    pub wait_ms: u32,
}

/// Its answer.
#[wire]
pub struct ReviewState {
    /// How often windows took it.
    pub taken: u32,
    /// What was decided, under the same key; none where nothing was yet.
    pub sealed: Option<String>,
}

/// The body of [`REVIEW_TAKE`](crate::path::REVIEW_TAKE): what a window is to show.
#[wire]
pub struct ReviewTake {
    /// See there.
    pub id: String,
}

/// Its answer.
#[wire]
pub struct ReviewTaken {
    /// As it was offered.
    pub sealed: String,
}

/// The body of [`REVIEW_DECIDE`](crate::path::REVIEW_DECIDE): what somebody decided in a window. The first one counts.
#[wire]
pub struct ReviewDecide {
    /// See there.
    pub id: String,
    /// What was decided, under the same key.
    pub sealed: String,
}

/// The body of [`EMAIL_OTP`](crate::path::EMAIL_OTP): the code that was mailed.
#[wire]
pub struct EmailOtp {
    /// The attempt.
    pub attempt: String,
    /// Six digits.
    pub otp: String,
}

/// Its answer, and that of [`SESSION_REFRESH`](crate::path::SESSION_REFRESH): somebody is signed in.
#[wire]
pub struct SignedIn {
    /// What shows it from now on, together with the browser's key.
    pub session: String,
    /// Who it is.
    pub user: VaultUser,
    /// Until when, in milliseconds since 1970, as long as the session is used at least so often.
    pub idle_until_ms: Long,
    /// Until when at most.
    pub until_ms: Long,
}

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
    /// The move, signed by the wallet's key of eip155: 65 bytes, in base64 ([`WalletClaim::parts`]). Nothing where there is
    /// no wallet.
    pub signature: Option<String>,
}

/// What a wallet signs of itself for its server. Whose it is the wallet's id says.
#[wire]
pub enum WalletClaim {
    /// Another address signs in to it.
    Move {
        /// The change.
        change: String,
        /// The old address, as [`VaultUser`] has it.
        old_email: String,
        /// The new one, as [`EmailChangeStarted`] has it.
        new_email: String,
    },
    /// It is deleted.
    Delete,
}

impl WalletClaim {
    /// The texts that are signed, in their order.
    pub fn parts(&self) -> Vec<&str> {
        match self {
            WalletClaim::Move { change, old_email, new_email } => {
                vec![change, old_email, new_email]
            }
            WalletClaim::Delete => Vec::new(),
        }
    }
}

/// The answer of [`EMAIL_CHANGE_SECONDARY`](crate::path::EMAIL_CHANGE_SECONDARY).
#[wire]
pub struct EmailChanged {
    /// The address from now on.
    pub new_email: String,
}

/// The answer of [`SESSION_GET`](crate::path::SESSION_GET).
#[wire]
pub struct VaultUser {
    /// The address that was signed in with.
    pub email: String,
    /// Whether that was so lately that dear things may be done.
    pub is_fresh: bool,
}

/// The answer of [`SESSION_LIST`](crate::path::SESSION_LIST).
#[wire]
pub struct VaultSessions {
    /// Those of this person and project, the last used first.
    pub sessions: Vec<VaultSession>,
}

/// Somebody is signed in somewhere.
#[wire]
pub struct VaultSession {
    /// What names it in [`SessionRevoke`].
    pub id: String,
    /// The page's origin.
    pub origin: String,
    /// The family of browsers, such as `Firefox on Linux`.
    pub browser: String,
    /// Since when, in milliseconds since 1970.
    pub created_at_ms: Long,
    /// When it was used last.
    pub seen_at_ms: Long,
    /// Whether it is that of the caller.
    pub is_this: bool,
}

/// The body of [`SESSION_REVOKE`](crate::path::SESSION_REVOKE).
#[wire]
pub struct SessionRevoke {
    /// Which one; nothing ends all but the caller's.
    pub id: Option<String>,
}

/// The body of [`SESSION_DELETE`](crate::path::SESSION_DELETE).
#[wire]
pub struct SignOut {
    /// Whether this browser is forgotten, too, with its share set: it is a new one from then on.
    pub forget: bool,
}

/// The body of [`ACCOUNT_DELETE`](crate::path::ACCOUNT_DELETE).
#[wire]
pub struct AccountDelete {
    /// That its owner has the words of the wallet, or gives up what is in it. It must be so.
    pub is_given_up: bool,
    /// That it is deleted, signed by the wallet's key of eip155: 65 bytes, in base64 ([`WalletClaim::parts`]). Without
    /// it, where there is a wallet, nothing is deleted for a week, and whoever uses the wallet meanwhile keeps it.
    pub signature: Option<String>,
}

/// Its answer.
#[wire]
pub struct AccountDeleted {
    /// When it is deleted, in milliseconds since 1970; nothing where it is gone.
    pub at_ms: Option<Long>,
}

/// A body without anything in it, and the answer of what has none.
#[wire]
pub struct Nothing {}
