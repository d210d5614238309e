//! What was read and waits to be signed: the bytes themselves, so that whatever a page says afterwards changes
//! nothing.

use chains::evm::hex::to_hex;
use chains::evm::transaction::{self, Signature, transaction_hash};
use chains::solana::base58;
use chains::solana::transaction::Transaction;
use keys::account::Account;
use protocol::api::vault::{WalletAddresses, WalletSummary};
use protocol::module::reading::Reading;
use protocol::module::signer::{Signed, SignedSolana, SignerRefusal};

use wire::Json;

use crate::outcome::Outcome;

/// What is signed.
pub(crate) enum Work {
    /// The hash of a message of eip155, or of typed data.
    Digest([u8; 32]),
    /// A transaction of eip155, of which nothing is left to be filled in.
    Transaction(Box<transaction::Transaction>),
    /// A message of Solana.
    Message(Vec<u8>),
    /// Transactions of Solana, and how the only one is sent, where it is.
    Transactions {
        /// Our account is among those that must sign each.
        transactions: Vec<Transaction>,
        /// The options of `sendTransaction`.
        options: Option<Json>,
    },
}

/// What was read and waits.
pub(crate) struct Prepared {
    /// What names it.
    pub(crate) name: u32,
    /// The wallet that it was read for.
    pub(crate) addresses: WalletAddresses,
    /// It must not be signed.
    pub(crate) is_blocked: bool,
    /// What is signed.
    pub(crate) work: Work,
    /// What it says, until tokens have said what it is about.
    pub(crate) uncounted: Option<Reading>,
}

impl Prepared {
    /// What is signed, with the keys of a wallet.
    pub(crate) fn approved(self, wallet: &WalletSummary) -> Outcome<Work> {
        if self.is_blocked {
            return Err(SignerRefusal::Blocked);
        }
        if self.addresses != wallet.addresses {
            return Err(SignerRefusal::OtherWallet);
        }
        Ok(self.work)
    }
}

impl Work {
    /// Signs it.
    pub(crate) fn signed(self, account: &Account) -> Outcome<Signed> {
        match self {
            Work::Digest(digest) => {
                let signature = to_hex(&account.evm().sign(&digest).bytes());
                Ok(Signed::Message { signature })
            }
            Work::Transaction(transaction) => {
                let signature = account.evm().sign(&transaction.digest());
                let (r, s) = (signature.r, signature.s);
                let signature = Signature { r, s, is_y_odd: signature.is_y_odd };
                let signed = transaction.signed(&signature);
                let hash = to_hex(&transaction_hash(&signed));
                Ok(Signed::Transaction { transaction: to_hex(&signed), hash })
            }
            Work::Message(message) => {
                let signature = base58::encode(&account.solana().sign(&message));
                Ok(Signed::Message { signature })
            }
            Work::Transactions { transactions, options } => {
                let signed = transactions.into_iter().map(|it| signed_solana(it, account));
                Ok(Signed::Solana { transactions: signed.collect::<Outcome<_>>()?, options })
            }
        }
    }
}

fn signed_solana(mut transaction: Transaction, account: &Account) -> Outcome<SignedSolana> {
    let key = account.solana();
    let signature = key.sign(transaction.message_bytes());
    let is_put = transaction.sign(&key.public(), signature);
    is_put.map_err(|_| SignerRefusal::OtherWallet)?;
    Ok(SignedSolana {
        signature: base58::encode(&signature),
        transaction: base58::encode(&transaction.to_bytes()),
    })
}
