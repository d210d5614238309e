//! The bodies of the calls about a wallet: what it is, its share sets, what brings it back, what happened to it.

use wire::{Long, Word, wire};

/// The answer of [`WALLET_GET`](crate::path::WALLET_GET).
#[wire]
pub struct WalletState {
    /// The wallet of who asks; nothing where there is none yet.
    pub wallet: Option<WalletSummary>,
    /// The public key, in base64, to which shares are sealed that go to the server.
    pub seal_to: String,
}

/// A wallet, as far as it is no secret.
#[wire]
pub struct WalletSummary {
    /// 32 hex digits.
    pub id: String,
    /// Where it is on its chains.
    pub addresses: WalletAddresses,
    /// The share set of this browser; nothing where it has none, and the wallet has to be brought back.
    pub set_id: Option<String>,
    /// What can bring it back.
    pub factors: Vec<FactorKind>,
}

/// The addresses that a wallet's first keys have.
#[wire]
pub struct WalletAddresses {
    /// On chains of eip155.
    pub eip155: String,
    /// On Solana.
    pub solana: String,
}

/// What brings a wallet back in a new browser.
#[wire]
pub enum FactorKind {
    /// Signing in. The server can do it, too.
    Automatic,
    /// A passkey, by its PRF.
    Passkey,
    /// A code of 24 words that its owner wrote down.
    Code,
    /// A passphrase.
    Passphrase,
}

/// Who decides what brings wallets back that are made on the pages of a project.
#[wire]
#[derive(Default)]
pub enum RecoveryPolicy {
    /// Nobody is asked: signing in brings them back, until their owners choose something else.
    Automatic,
    /// Their owners, before a wallet is made.
    #[default]
    Ask,
    /// Likewise, and it is something of their own: signing in alone brings none back.
    Own,
}

/// One of them.
#[wire]
pub struct Factor {
    /// Which.
    pub kind: FactorKind,
    /// What has to be known to use it, which is no secret: JSON of the frame's own, 1 kB at most.
    pub params: String,
    /// The recovery key, in base64: sealed by the factor, and of `automatic` sealed to who receives it.
    pub wrapped: String,
}

/// A share set: what of one splitting of a wallet is not in its browser.
#[wire]
pub struct ShareSet {
    /// 32 hex digits.
    pub id: String,
    /// By which it is known that shares belong together, in base64.
    pub commitment: String,
    /// The server's share, in base64, sealed to who receives it.
    pub auth_share: String,
    /// The recovery share, in base64, sealed with the recovery key.
    pub recovery_share: String,
}

/// The body of [`WALLET_CREATE`](crate::path::WALLET_CREATE).
#[wire]
pub struct WalletCreate {
    /// 32 hex digits, which the frame drew.
    pub id: String,
    /// Where it is.
    pub addresses: WalletAddresses,
    /// The set of this browser.
    pub set: ShareSet,
    /// What brings it back: at least one.
    pub factors: Vec<Factor>,
    /// All of this, signed by the wallet's key of eip155: 65 bytes, in base64 ([`claimed`]).
    pub signature: String,
}

/// The texts of a set and of factors that are signed with them, in their order.
pub fn claimed<'a>(set: &'a ShareSet, factors: &'a [Factor]) -> Vec<&'a str> {
    let mut texts = vec![&*set.id, &*set.commitment, &*set.auth_share, &*set.recovery_share];
    for it in factors {
        texts.extend([it.kind.word(), &*it.params, &*it.wrapped]);
    }
    texts
}

/// The body of [`WALLET_SHARE`](crate::path::WALLET_SHARE): the server's share of this browser's set. Where the owner
/// keeps what brings the wallet back, it is told to sign alone: see [`RecoverAsk`].
#[wire]
pub struct ShareAsk {
    /// What for.
    pub purpose: SharePurpose,
    /// The public key, in base64, that was made to receive it.
    pub seal_to: String,
}

/// What a share is for.
#[wire]
pub enum SharePurpose {
    /// To sign once.
    Sign,
    /// To let another browser have one.
    Enrol,
    /// To show the words.
    Export,
    /// To split the wallet anew.
    Rotate,
    /// To sign a [`WalletClaim`].
    Claim,
}

/// Its answer.
#[wire]
pub struct ShareTold {
    /// The set.
    pub set_id: String,
    /// See [`ShareSet`].
    pub commitment: String,
    /// The share, in base64, sealed.
    pub auth_share: String,
}

/// The body of [`WALLET_RECOVER`](crate::path::WALLET_RECOVER): all that brings a wallet back.
#[wire]
pub struct RecoverAsk {
    /// What for: `enrol`, `export` or `rotate`.
    pub purpose: SharePurpose,
    /// The public key, in base64, that was made to receive it.
    pub seal_to: String,
}

/// Its answer.
#[wire]
pub struct Recovered {
    /// The newest set of the wallet.
    pub set: ShareSet,
    /// What opens its recovery share.
    pub factors: Vec<Factor>,
}

/// The body of [`WALLET_PEPPER`](crate::path::WALLET_PEPPER): what a passphrase is stretched with besides its salt
/// and cost, which are the frame's and stand in [`Factor::params`]. It is another one for each person, wallet and
/// salt, and takes somebody who signed in a moment ago.
#[wire]
pub struct PepperAsk {
    /// The wallet of who asks; where they have none yet, the id that it is going to have.
    pub wallet: String,
    /// The salt of the factor: 16 bytes, in base64.
    pub salt: String,
    /// The public key, in base64, that was made to receive it.
    pub seal_to: String,
}

/// Its answer.
#[wire]
pub struct PepperTold {
    /// 32 bytes, in base64, sealed.
    pub pepper: String,
}

/// The body of [`WALLET_ENROL`](crate::path::WALLET_ENROL): a set for this browser.
#[wire]
pub struct WalletEnrol {
    /// The id of the set by which the wallet was brought back. Where that is gone by now, so is this.
    pub from: String,
    /// The set.
    pub set: ShareSet,
    /// The set, signed as in [`WalletCreate`].
    pub signature: String,
}

/// The body of [`WALLET_ROTATE`](crate::path::WALLET_ROTATE): the wallet was split anew. All other sets and
/// factors are gone afterwards.
#[wire]
pub struct WalletRotate {
    /// The set of this browser.
    pub set: ShareSet,
    /// What brings it back from now on: at least one.
    pub factors: Vec<Factor>,
    /// All of this, signed as in [`WalletCreate`].
    pub signature: String,
}

/// The answer of [`WALLET_EVENTS`](crate::path::WALLET_EVENTS).
#[wire]
pub struct WalletEvents {
    /// What happened, the newest first, the last hundred.
    pub events: Vec<WalletEvent>,
    /// Whether nothing was changed or taken out since.
    pub is_whole: bool,
    /// When the wallet is deleted, in milliseconds since 1970, unless somebody uses it before; nothing where it stays.
    pub leaves_at_ms: Option<Long>,
}

/// Something that happened to a wallet.
#[wire]
pub struct WalletEvent {
    /// What: `created`, `signed`, `enrolled`, `waits`, `recovered`, `exported`, `rotated`, `moved`, `refused` or `deleted`,
    /// `leaving` and `kept`, `locked` and `unlocked` by the operator, or `passphrase`: what its passphrase is stretched
    /// with was told.
    pub kind: String,
    /// On which page.
    pub origin: String,
    /// In which family of browsers.
    pub browser: String,
    /// When, in milliseconds since 1970.
    pub at_ms: Long,
}
