//! Why a node does not take a transaction, or cannot carry it out.

use protocol::rpc::{EXECUTION_REVERTED, RpcError};

/// What is wrong with a transaction, as far as nodes say it. There are no codes for it: each client of Ethereum
/// has its own words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// A contract refused it.
    Reverted,
    /// Its `maxFeePerGas` is larger than can be.
    FeeCapTooHigh,
    /// Its `maxFeePerGas` is less than what the block takes from everybody.
    FeeCapTooLow,
    /// Transactions of the account before it are missing.
    NonceTooHigh,
    /// The account has sent another one in its place, or this one already.
    NonceTooLow,
    /// The account has sent as many as can be.
    NonceAtMaximum,
    /// The account does not have its value and its fee.
    InsufficientFunds,
    /// It asks for more gas than a block has.
    GasTooHigh,
    /// It has less gas than any transaction needs.
    GasTooLow,
    /// The chain does not know transactions of its type.
    TypeNotSupported,
    /// Its `maxPriorityFeePerGas` is larger than its `maxFeePerGas`.
    TipAboveFeeCap,
    /// Nothing that has a name.
    Unknown,
}

/// Which words tell of which fault. The first line that has one of them says it.
const WORDS: &[(Fault, &[&str])] = &[
    // Its contract may say anything.
    (Fault::Reverted, &["revert", "gas required exceeds allowance"]),
    (Fault::FeeCapTooHigh, &["fee cap higher than 2^256-1", "max fee per gas higher than 2^256-1"]),
    (
        Fault::FeeCapTooLow,
        &[
            "fee cap less than block base fee",
            "max fee per gas less than block base fee",
            "transaction is outdated",
        ],
    ),
    (Fault::NonceTooHigh, &["nonce too high"]),
    (Fault::NonceTooLow, &["nonce too low", "already known", "already imported"]),
    (Fault::NonceAtMaximum, &["nonce has max value"]),
    (
        Fault::InsufficientFunds,
        &["insufficient funds", "exceeds transaction sender account balance"],
    ),
    (Fault::GasTooHigh, &["intrinsic gas too high", "gas limit reached"]),
    (Fault::GasTooLow, &["intrinsic gas too low"]),
    (Fault::TypeNotSupported, &["transaction type not valid", "transaction type not supported"]),
    (
        Fault::TipAboveFeeCap,
        &["tip higher than fee cap", "max priority fee per gas higher than max fee per gas"],
    ),
];

impl Fault {
    /// Reads it from what a node said.
    pub fn of(error: &RpcError) -> Fault {
        let said = error.message.to_ascii_lowercase();
        let told = WORDS.iter().find(|(_, words)| words.iter().any(|it| said.contains(it)));
        match told {
            _ if error.code == EXECUTION_REVERTED => Fault::Reverted,
            Some((fault, _)) => *fault,
            None => Fault::Unknown,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_say_what_is_wrong_in_words_of_their_own() {
        for (said, fault) in [
            // geth
            ("insufficient funds for gas * price + value: balance 0", Fault::InsufficientFunds),
            ("nonce too low: next nonce 7, tx nonce 6", Fault::NonceTooLow),
            ("already known", Fault::NonceTooLow),
            ("nonce has max value: address 0x1", Fault::NonceAtMaximum),
            ("max fee per gas less than block base fee: maxFee: 1", Fault::FeeCapTooLow),
            ("max priority fee per gas higher than max fee per gas: 2 > 1", Fault::TipAboveFeeCap),
            ("max fee per gas higher than 2^256-1", Fault::FeeCapTooHigh),
            ("intrinsic gas too low: have 1, want 21000", Fault::GasTooLow),
            ("gas limit reached", Fault::GasTooHigh),
            ("transaction type not supported", Fault::TypeNotSupported),
            ("gas required exceeds allowance (0)", Fault::Reverted),
            // others
            ("Nonce too high. Expected nonce to be 1 but got 9.", Fault::NonceTooHigh),
            ("VM Exception while processing: revert", Fault::Reverted),
            ("execution reverted: nonce too low", Fault::Reverted),
            ("slower", Fault::Unknown),
        ] {
            assert_eq!(Fault::of(&RpcError::new(-32000, said)), fault, "{said}");
        }
        assert_eq!(Fault::of(&RpcError::new(3, "nonce too low")), Fault::Reverted);
    }
}
