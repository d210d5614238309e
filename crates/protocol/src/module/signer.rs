//! What the frame asks of its worker, which alone has keys in clear, and what that answers.
//!
//! One ask, one answer, and nothing is waited for in between. What is a secret does not stand here: it goes beside the
//! ask and the answer, as [`SignerSecrets`], which the frame keeps or shows and never logs.

use wire::{Json, Long, Opaque, wire};

use crate::api::vault::{
    Factor, FactorKind, Recovered, ShareSet, ShareTold, WalletAddresses, WalletClaim, WalletSummary,
};
use crate::caip::ChainId;
use crate::module::reading::Reading;
use crate::rpc::RpcError;

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
        /// What has to be known to use that: see [`Factor::params`].
        params: String,
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
    /// The wallet split anew, with another recovery key. Of all but `automatic` the secret `factor` is what it is made
    /// of. Answers `split`, with the new share.
    Split {
        /// The key that received what the server told.
        receiver: u32,
        /// Which wallet.
        wallet: WalletSummary,
        /// What it is opened by.
        opening: Opening,
        /// What brings it back from now on.
        factor: FactorKind,
        /// What has to be known to use that: see [`Factor::params`].
        params: String,
        /// The id of the new set.
        set: String,
        /// The server's public key.
        seal_to: String,
        /// The hash of the session in which it is sent.
        session: String,
    },
    /// The words of the wallet. Answers `shown`; the words are the secret `words`.
    Words {
        /// The key that received what the server told.
        receiver: u32,
        /// Which wallet.
        wallet: WalletSummary,
        /// What it is opened by.
        opening: Opening,
    },
    /// What a wallet says of itself, signed by it. The secret `deviceShare` is that of this browser. Answers `claimed`.
    Claim {
        /// The key that received what the server told.
        receiver: u32,
        /// Which wallet.
        wallet: WalletSummary,
        /// What the server told.
        told: ShareTold,
        /// What it says.
        claim: WalletClaim,
        /// The hash of the session in which it is sent.
        session: String,
    },
    /// What a request of a page says. Nothing is signed. Answers `read`, `incomplete` or `unfit`.
    Read {
        /// What the page requests.
        request: SignRequest,
        /// By whom and where it is signed.
        setting: SignSetting,
    },
    /// What was read, once more, with what tokens say of themselves. Answers `read`, which asks nothing.
    Count {
        /// What was read.
        prepared: u32,
        /// What nodes answer to each of its `asks`, in their order; `null` where they do not.
        told: Vec<Json>,
    },
    /// The signature of what was read, as it was read. The secret `deviceShare` is that of this browser. Answers
    /// `signed`. Whatever it answers, what was prepared is gone.
    Sign {
        /// What was read.
        prepared: u32,
        /// The key that received what the server told.
        receiver: u32,
        /// Which wallet.
        wallet: WalletSummary,
        /// What the server told.
        told: ShareTold,
    },
    /// Drops what was prepared, if it is still there. Answers `forgotten`.
    Forget {
        /// What was read.
        prepared: u32,
    },
}

/// What a wallet is opened by for more than a signature.
#[wire]
pub enum Opening {
    /// The share of this browser, which is the secret `deviceShare`, and the server's.
    Device {
        /// What the server told.
        told: ShareTold,
    },
    /// What brings it back. Of all but `automatic` the secret `held` is what that is made of.
    Recovery {
        /// What the server told.
        recovered: Recovered,
        /// What brings it back until now.
        factor: FactorKind,
    },
}

/// What a page requests to be signed.
#[wire]
pub struct SignRequest {
    /// The method, as the page calls it.
    pub method: String,
    /// Its parameters, as the page sent them.
    pub params: Option<Json>,
    /// What the network says, of `eth_sendTransaction` alone. Without it the answer is `incomplete`.
    pub network: Option<NetworkNumbers>,
}

/// What the nodes of a chain of eip155 say before a transaction is complete; all are quantities as nodes answer
/// them, `0x5208`.
#[wire]
pub struct NetworkNumbers {
    /// How many transactions the account has sent, those included that wait (`eth_getTransactionCount`, `pending`).
    pub nonce: String,
    /// How much gas it takes (`eth_estimateGas` of what `incomplete` answered); nothing where the page said it.
    pub gas: Option<String>,
    /// What the account has (`eth_getBalance`); nothing where no node says it.
    pub balance: Option<String>,
    /// What came of a trial run (`eth_simulateV1` with `traceTransfers`); nothing where no node does that.
    pub trial: Option<Json>,
    /// What the latest block says of its fee (`baseFeePerGas`); nothing on chains whose blocks have none.
    pub base_fee: Option<String>,
    /// What nodes suggest beside it (`eth_maxPriorityFeePerGas`).
    pub tip: String,
    /// The price where there is only one (`eth_gasPrice`).
    pub gas_price: String,
}

/// By whom and where something is signed.
#[wire]
pub struct SignSetting {
    /// The origin of the page, as the browser tells it: `https://example.com:8443`.
    pub origin: String,
    /// Where the wallet is.
    pub addresses: WalletAddresses,
    /// The contracts that are its own: its smart account, and the modules of it.
    pub own: Vec<String>,
    /// The chain in use, of the namespace that the method is of.
    pub chain: ChainId,
    /// Milliseconds since 1970.
    pub now_ms: Long,
    /// Addresses of eip155 that the account has dealt with.
    pub known: Vec<String>,
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
    /// The wallet says it.
    Claimed {
        /// By which the server knows that.
        signature: String,
    },
    /// It was read, and can be signed. Eight are kept.
    Read {
        /// What names it. It is good for one signature.
        prepared: u32,
        /// What it says.
        reading: Opaque<Reading>,
        /// Whom of eip155 something is sent or allowed by it, but for those that look like somebody else.
        parties: Vec<String>,
        /// What to ask the tokens of it, by parameters of `eth_call`, before it is counted.
        asks: Vec<Json>,
    },
    /// It can be signed once the network has said its numbers: the same request is to be read again with them.
    Incomplete {
        /// What `eth_estimateGas` and `eth_simulateV1` take, without fees.
        call: Json,
        /// Whether the page left out how much gas it takes.
        needs_gas: bool,
    },
    /// It is nothing that is signed here.
    Unfit {
        /// What the page is told: −32602 of parameters, 4100 of another account, 4200 of what is not done.
        error: RpcError,
    },
    /// It was signed.
    Signed {
        /// What came of it.
        signed: Signed,
    },
    /// It is not there any more.
    Forgotten,
    /// It cannot be.
    Refused {
        /// Why.
        why: SignerRefusal,
    },
}

/// What was signed, as the methods answer it.
#[wire]
pub enum Signed {
    /// `personal_sign`, `eth_signTypedData_v4` and `solana_signMessage`.
    Message {
        /// On eip155 `0x` and 65 bytes in hex: r, s and 27 or 28. On Solana 64 bytes in base58.
        signature: String,
    },
    /// `eth_sendTransaction`.
    Transaction {
        /// The parameter of `eth_sendRawTransaction`.
        transaction: String,
        /// Its hash, which the page is answered.
        hash: String,
    },
    /// `solana_signTransaction`, `solana_signAllTransactions` and `solana_signAndSendTransaction`.
    Solana {
        /// In the order of the request.
        transactions: Vec<SignedSolana>,
        /// The options of `sendTransaction`, the second parameter, where it is to be sent.
        options: Option<Json>,
    },
}

/// A transaction of Solana with the account's signature in it.
#[wire]
pub struct SignedSolana {
    /// The account's signature, in base58.
    pub signature: String,
    /// All of it, in base58: what the page is answered, and the first parameter of `sendTransaction`.
    pub transaction: String,
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
    /// What they rebuild is another wallet, or it is another one that something was read for.
    OtherWallet,
    /// Nothing of this name was read, or it was signed or dropped.
    PreparedUnknown,
    /// What was read must not be signed.
    Blocked,
    /// What the nodes said is no number, or more than there can be.
    NetworkUnfit,
}

/// What goes beside an ask or an answer. None of it is ever part of either.
#[wire(secret)]
#[derive(Default)]
pub struct SignerSecrets {
    /// The share of this browser, in base64.
    pub device_share: Option<String>,
    /// What a factor is made of: a code's words, or what a passkey gave, in base64.
    pub factor: Option<String>,
    /// The same of the one that brought the wallet back until now.
    pub held: Option<String>,
    /// Words that are shown.
    pub words: Option<String>,
}
