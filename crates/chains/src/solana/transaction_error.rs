//! Why bytes are no transaction that we sign. The texts are for whoever wrote the page that asks.

use core::{error, fmt};

/// The first rule that a transaction or its message breaks; those of the structure are what a node
/// checks before it looks at a transaction (`sanitize` in
/// [solana-message](https://docs.rs/solana-message)).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TransactionError {
    /// More bytes than a transaction may have: [`MAX_BYTES`](super::transaction::MAX_BYTES).
    TooLong,
    /// It ends inside of a part.
    Cut,
    /// A length is not written in the fewest bytes, or has more than 16 bits.
    Length,
    /// Bytes follow that belong to nothing.
    Trailing,
    /// A version of the message that we do not read: neither a legacy one nor 0.
    Version(u8),
    /// Not as many places for signatures as accounts that must sign.
    SignatureCount,
    /// The header counts no signer, none that can pay, or more accounts than there are.
    Header,
    /// One account stands twice among the keys.
    DuplicateKey,
    /// An instruction names an account or a program that there is not, or the payer as its program.
    Index,
    /// A table is looked up for no account, or all in all there are more than 256 accounts.
    Lookup,
    /// Our account is none of those that must sign.
    NotSigner,
}

impl fmt::Display for TransactionError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            TransactionError::TooLong => "a transaction has at most 1232 bytes",
            TransactionError::Cut => "it ends too early",
            TransactionError::Length => "a length is not written in the fewest bytes",
            TransactionError::Trailing => "bytes follow the message",
            TransactionError::Version(_) => "the message is neither legacy nor of version 0",
            TransactionError::SignatureCount => {
                "there must be a signature, or 64 zeros, per signer"
            }
            TransactionError::Header => "the header does not fit the accounts",
            TransactionError::DuplicateKey => "an account is listed twice",
            TransactionError::Index => "an instruction names an account that is not listed",
            TransactionError::Lookup => {
                "an address table is looked up for none or too many accounts"
            }
            TransactionError::NotSigner => "this account does not have to sign it",
        })
    }
}

impl error::Error for TransactionError {}
