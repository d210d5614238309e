//! What a call does, in words that an approval can show.

use crate::amount::Amount;
use crate::evm::address::Address;

/// A call and what it does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Call {
    /// Who is called; `None` creates a contract.
    pub to: Option<Address>,
    /// What is sent along, in wei. Of the parts of a `multicall`, which share it, it is told once.
    pub value: Amount,
    /// What it does.
    pub act: Act,
}

/// What a call does, as far as its bytes tell. A contract is free to do something else under the
/// same name: only one that is known keeps the promise.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Act {
    /// Creates a contract.
    Create,
    /// Sends the value and nothing else.
    Pay,
    /// `deposit()`, which wraps the value where the contract is WETH.
    Deposit,
    /// `withdraw(uint256)`, which unwraps where the contract is WETH.
    Withdraw {
        /// How much.
        amount: Amount,
    },
    /// Tokens go from one account to another.
    Transfer(Vec<Transfer>),
    /// Others may take tokens.
    Allow {
        /// Who may take what.
        grants: Vec<Grant>,
        /// Whose signature is handed in with it; `None` where the sender allows it.
        signer: Option<Address>,
    },
    /// Another may take less than before.
    Reduce {
        /// The token.
        token: Address,
        /// Who may.
        spender: Address,
        /// By how much.
        by: Amount,
    },
    /// Another may take every token of a contract, those to come included.
    AllowAll {
        /// The contract of the tokens.
        token: Address,
        /// Who may.
        operator: Address,
        /// Or may not any more.
        is_allowed: bool,
    },
    /// Changes who rules a contract: its owner, owners, roles, modules or code.
    Rule {
        /// The signature of the function.
        function: &'static str,
        /// Who or what is named, where one is.
        who: Option<Address>,
    },
    /// Several calls at once.
    Many(Vec<Call>),
    /// A Safe makes a call of its own.
    Execute {
        /// The call.
        call: Box<Call>,
        /// The code of the callee runs as if it were the Safe's own.
        is_delegate: bool,
        /// What the Safe pays besides, where it pays anything.
        refund: Option<Refund>,
    },
    /// Something else.
    Unknown {
        /// What is called with. The first four bytes say what; fewer say nothing.
        input: Vec<u8>,
        /// A function that is known here, with parameters that are not as they are written; a contract
        /// may take them nevertheless.
        is_malformed: bool,
    },
}

/// What a Safe pays whoever hands a call in: a price for each unit of gas, of which its owners say themselves how much
/// is counted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refund {
    /// In what; the native currency where that is no address.
    pub token: Option<Address>,
    /// To whom; whoever hands it in where that is no address.
    pub to: Option<Address>,
}

/// A token on its way.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Transfer {
    /// The contract of the token.
    pub token: Address,
    /// Whose it is; `None` is the sender's.
    pub from: Option<Address>,
    /// Whose it will be.
    pub to: Address,
    /// Which, or how much.
    pub what: What,
}

/// Which token, or how much of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum What {
    /// So many units.
    Amount(Amount),
    /// So many units, or the one of this number: ERC-20 and ERC-721 write it alike.
    AmountOrId(Amount),
    /// The one of this number.
    Id(Amount),
    /// So many of this number.
    Some {
        /// The number.
        id: Amount,
        /// How many.
        amount: Amount,
    },
}

/// Who may take what.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Grant {
    /// The contract of the token.
    pub token: Address,
    /// Who may take it.
    pub spender: Address,
    /// How much at most, or the number of a token of ERC-721.
    pub amount: Amount,
    /// It may be such a number: `approve` of [ERC-20](https://eips.ethereum.org/EIPS/eip-20) and that of
    /// [ERC-721](https://eips.ethereum.org/EIPS/eip-721) are one call.
    pub is_id_perhaps: bool,
    /// So much that it is all, and all that comes.
    pub is_unlimited: bool,
    /// The last second since 1970 in which it can be used, or handed in; `None` where it has none.
    pub until_s: Option<Amount>,
}

impl Grant {
    /// Of a token itself: from 2²⁵⁵ on it is unlimited.
    pub fn of_token(token: Address, spender: Address, amount: Amount) -> Grant {
        let is_unlimited = amount.to_be_bytes()[0] >= 0x80;
        Grant { token, spender, amount, is_id_perhaps: false, is_unlimited, until_s: None }
    }

    /// By Permit2, which counts to 2¹⁶⁰ − 1 and takes that as unlimited.
    pub fn of_permit2(token: Address, spender: Address, amount: Amount) -> Grant {
        let bytes = amount.to_be_bytes();
        let is_unlimited = bytes[..12] != [0; 12] || bytes[12..] == [255; 20];
        Grant { token, spender, amount, is_id_perhaps: false, is_unlimited, until_s: None }
    }

    /// The same with an end.
    pub fn until(self, until_s: Amount) -> Grant {
        Grant { until_s: Some(until_s), ..self }
    }
}
