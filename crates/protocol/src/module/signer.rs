//! What the frame asks of its worker, which alone has keys in clear, and what that answers.
//!
//! One ask, one answer, and nothing is waited for in between. What is a secret does not stand here: it goes beside the
//! ask and the answer, as [`SignerSecrets`], which the frame keeps or shows and never logs.

use wire::wire;

use crate::api::vault::{
    Factor, FactorKind, Recovered, ShareSet, ShareTold, WalletAddresses, WalletSummary,
};

/// An ask of the worker.
#[wire]
pub enum SignerAsk {
    /// A key to receive one answer of the server with. Answers [`SignerAnswer::Receiving`].
    Receive,
    /// A recovery code that nobody has yet. Answers `code`; its 24 words are the secret `words`.
    Code,
    /// A new wallet. Answers `created`; the share of this browser is the secret `deviceShare`.
    Create {
        /// Its id, and that of its first set: 32 hex digits each, random.
        wallet: String,
        /// See there.
        set: String,
        /// The server's public key.
        seal_to: String,
        /// The hash of the session in which it is sent.
        session: String,
        /// What brings it back. Of all but `automatic` the secret `factor` is what it is made of.
        factor: FactorKind,
    },
    /// A wallet in a browser that has no share of it. Answers `dealt`; the new share is the secret `deviceShare`.
    Recover {
        /// The key that received what the server told.
        receiver: u32,
        /// Which wallet.
        wallet: WalletSummary,
        /// What the server told.
        recovered: Recovered,
        /// What brings it back. Of all but `automatic` the secret `factor` is what it is made of.
        factor: FactorKind,
        /// The id of the new set.
        set: String,
        /// The server's public key.
        seal_to: String,
        /// The hash of the session in which it is sent.
        session: String,
    },
    /// The wallet split anew, with another recovery key. The secret `deviceShare` is that of this browser, and
    /// of all but `automatic` `factor` what it is made of. Answers `split`, with the new share.
    Split {
        /// The key that received what the server told.
        receiver: u32,
        /// Which wallet.
        wallet: WalletSummary,
        /// What the server told.
        told: ShareTold,
        /// What brings it back from now on.
        factor: FactorKind,
        /// The id of the new set.
        set: String,
        /// The server's public key.
        seal_to: String,
        /// The hash of the session in which it is sent.
        session: String,
    },
    /// The words of the wallet. The secret `deviceShare` is that of this browser. Answers `shown`; the words are
    /// the secret `words`.
    Words {
        /// The key that received what the server told.
        receiver: u32,
        /// Which wallet.
        wallet: WalletSummary,
        /// What the server told.
        told: ShareTold,
    },
}

/// Its answer.
#[wire]
pub enum SignerAnswer {
    /// A key is there. It is good for one answer of the server, and eight are kept.
    Receiving {
        /// What names it.
        receiver: u32,
        /// Its public half, in base64.
        seal_to: String,
    },
    /// A code was drawn.
    Code,
    /// A wallet was made.
    Created {
        /// Where it is.
        addresses: WalletAddresses,
        /// What goes to the server.
        set: ShareSet,
        /// Likewise.
        factor: Factor,
        /// Both, signed by the wallet.
        signature: String,
    },
    /// A set was dealt, under the same recovery key.
    Dealt {
        /// What goes to the server.
        set: ShareSet,
        /// The same, signed by the wallet.
        signature: String,
    },
    /// A set was dealt, under another recovery key.
    Split {
        /// What goes to the server.
        set: ShareSet,
        /// Likewise.
        factor: Factor,
        /// Both, signed by the wallet.
        signature: String,
    },
    /// The words are there.
    Shown,
    /// It cannot be.
    Refused {
        /// Why.
        why: SignerRefusal,
    },
}

/// Why the worker does not do something.
#[wire]
pub enum SignerRefusal {
    /// An id, a key, or what was told is not what it must be.
    Malformed,
    /// No key of this name waits for an answer.
    ReceiverUnknown,
    /// The share of this browser is missing, or is none.
    DeviceShareMissing,
    /// What the factor is made of is missing, too weak, or cannot be read.
    FactorUnfit,
    /// What the factor is made of is another.
    FactorWrong,
    /// The wallet has no such factor.
    FactorMissing,
    /// The shares do not belong together, or were changed.
    SharesUnfit,
    /// What they rebuild is another wallet.
    OtherWallet,
}

/// What goes beside an ask or an answer. None of it is ever part of either.
#[wire]
#[derive(Default)]
pub struct SignerSecrets {
    /// The share of this browser, in base64.
    pub device_share: Option<String>,
    /// What a factor is made of: a code's words, or what a passkey gave, in base64.
    pub factor: Option<String>,
    /// Words that are shown.
    pub words: Option<String>,
}
