//! The transaction by which Send moves SOL or tokens: [`of_sol`] and [`of_token`].
//!
//! Both are legacy messages, which every node and every wallet takes. The sender pays and is the only
//! signer. Below them is how a message is put together of instructions: accounts in the order in which
//! the format wants them, each once, with the most that any instruction asks of it.

use super::address::Address;
use super::program_address::token_account;
use super::programs::{ASSOCIATED_TOKEN, COMPUTE_BUDGET, SYSTEM};
use super::transaction_message::{Call, TransactionMessage, Version};

/// What a transaction offers for being first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Priority {
    /// The most compute units that it may use: more are used up in vain, fewer cost less.
    pub unit_limit: u32,
    /// What each is worth, in millionths of a lamport.
    pub unit_micro_lamports: u64,
}

/// Which tokens go to whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TokenTransfer {
    /// The program that the mint belongs to: [`TOKEN`](super::programs::TOKEN) or
    /// [`TOKEN_2022`](super::programs::TOKEN_2022).
    pub program: Address,
    /// The mint.
    pub mint: Address,
    /// How many decimals the mint has; the program refuses any other number.
    pub decimals: u8,
    /// The owner of the tokens, not the account in which they are.
    pub from: Address,
    /// Who is to own them.
    pub to: Address,
    /// How many, in the smallest unit.
    pub amount: u64,
}

/// Moves SOL from who pays to somebody.
pub fn of_sol(
    from: &Address,
    to: &Address,
    lamports: u64,
    priority: Option<Priority>,
    blockhash: [u8; 32],
) -> TransactionMessage {
    let transfer = Step {
        program: SYSTEM,
        accounts: vec![account(from, true, true), account(to, false, true)],
        payload: [&2_u32.to_le_bytes()[..], &lamports.to_le_bytes()].concat(),
    };
    compile(from, with_priority(priority, vec![transfer]), blockhash)
}

/// Moves tokens from the associated account of who pays to that of somebody; the latter is made where
/// there is none, at the cost of who pays. Tokens whose mint runs a program at a transfer do not move
/// by this: nodes refuse it. Nothing where an account has no address, which nobody has met.
pub fn of_token(
    transfer: &TokenTransfer,
    priority: Option<Priority>,
    blockhash: [u8; 32],
) -> Option<TransactionMessage> {
    let TokenTransfer { program, mint, decimals, from, to, amount } = transfer;
    let source = token_account(from, mint, program)?;
    let destination = token_account(to, mint, program)?;
    let creation = Step {
        program: ASSOCIATED_TOKEN,
        accounts: vec![
            account(from, true, true),
            account(&destination, false, true),
            account(to, false, false),
            account(mint, false, false),
            account(&SYSTEM, false, false),
            account(program, false, false),
        ],
        payload: vec![1],
    };
    let movement = Step {
        program: *program,
        accounts: vec![
            account(&source, false, true),
            account(mint, false, false),
            account(&destination, false, true),
            account(from, true, false),
        ],
        payload: [&[12][..], &amount.to_le_bytes(), &[*decimals]].concat(),
    };
    Some(compile(from, with_priority(priority, vec![creation, movement]), blockhash))
}

/// An instruction before its accounts have numbers.
struct Step {
    program: Address,
    accounts: Vec<Account>,
    payload: Vec<u8>,
}

#[derive(Clone, Copy)]
struct Account {
    address: Address,
    is_signer: bool,
    is_writable: bool,
}

fn account(address: &Address, is_signer: bool, is_writable: bool) -> Account {
    Account { address: *address, is_signer, is_writable }
}

fn with_priority(priority: Option<Priority>, steps: Vec<Step>) -> Vec<Step> {
    let budget = |payload| Step { program: COMPUTE_BUDGET, accounts: Vec::new(), payload };
    let limits = priority.map(|it| {
        [
            budget([&[2][..], &it.unit_limit.to_le_bytes()].concat()),
            budget([&[3][..], &it.unit_micro_lamports.to_le_bytes()].concat()),
        ]
    });
    limits.into_iter().flatten().chain(steps).collect()
}

/// A legacy message of a few steps, paid for by an account.
fn compile(payer: &Address, steps: Vec<Step>, blockhash: [u8; 32]) -> TransactionMessage {
    let accounts = accounts_of(payer, &steps);
    let number = |address: &Address| {
        let at = accounts.iter().position(|it| it.address == *address);
        few(at.unwrap_or(0))
    };
    let count = |is_counted: fn(&&Account) -> bool| few(accounts.iter().filter(is_counted).count());
    let calls = steps.into_iter().map(|step| Call {
        program: number(&step.program),
        accounts: step.accounts.iter().map(|it| number(&it.address)).collect(),
        payload: step.payload,
    });
    TransactionMessage {
        version: Version::Legacy,
        signer_count: count(|it| it.is_signer),
        readonly_signer_count: count(|it| it.is_signer && !it.is_writable),
        readonly_other_count: count(|it| !it.is_signer && !it.is_writable),
        calls: calls.collect(),
        keys: accounts.iter().map(|it| it.address).collect(),
        blockhash,
        lookups: Vec::new(),
    }
}

/// A count or a number of accounts.
fn few(accounts: usize) -> u8 {
    u8::try_from(accounts).expect("a transfer has a dozen accounts at most")
}

/// All accounts of a message, the payer first: those that sign before the others, and among both those
/// that are written to.
fn accounts_of(payer: &Address, steps: &[Step]) -> Vec<Account> {
    let mut merged: Vec<Account> = vec![account(payer, true, true)];
    let programs = steps.iter().map(|it| account(&it.program, false, false));
    for next in steps.iter().flat_map(|it| it.accounts.iter().copied()).chain(programs) {
        match merged.iter_mut().find(|it| it.address == next.address) {
            Some(known) => {
                known.is_signer |= next.is_signer;
                known.is_writable |= next.is_writable;
            }
            None => merged.push(next),
        }
    }
    let of = |is_signer: bool, is_writable: bool| {
        merged.iter().filter(move |it| (it.is_signer, it.is_writable) == (is_signer, is_writable))
    };
    of(true, true)
        .chain(of(true, false))
        .chain(of(false, true))
        .chain(of(false, false))
        .copied()
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::approval::Approval;
    use super::super::programs::{TOKEN, TOKEN_2022};
    use super::super::samples::{self, FRIEND, MINT, OWNER};
    use super::super::transaction::Transaction;
    use super::*;

    const PRIORITY: Priority = Priority { unit_limit: 500, unit_micro_lamports: 20_000_000 };

    #[test]
    fn sol_is_sent_as_other_wallets_send_it() {
        let message = of_sol(&OWNER, &FRIEND, 1_250_000_000, None, [7; 32]);
        assert_eq!(Transaction::unsigned(message).to_bytes(), samples::bytes("SOL_LEGACY"));
        let message = of_sol(&OWNER, &FRIEND, 1_250_000_000, Some(PRIORITY), [7; 32]);
        assert_does_as("SOL_PRIORITY", &message);
    }

    fn of_tokens() -> TokenTransfer {
        let (program, mint, decimals) = (TOKEN, MINT, 6);
        TokenTransfer { program, mint, decimals, from: OWNER, to: FRIEND, amount: 120_500_000 }
    }

    #[test]
    fn tokens_are_sent_as_other_wallets_send_them() {
        assert_does_as("TOKEN_LEGACY", &of_token(&of_tokens(), None, [7; 32]).unwrap());
    }

    /// The order of accounts of the same kind is free: not the bytes, but what they do is the same.
    fn assert_does_as(name: &str, message: &TransactionMessage) {
        let other = samples::transaction(name);
        assert!(message.instructions().eq(other.message().instructions()));
        let bytes = Transaction::unsigned(message.clone()).to_bytes();
        assert_eq!(bytes.len(), samples::bytes(name).len());
        for number in 0..message.account_count() {
            let same = (0..message.account_count())
                .find(|it| other.message().party(*it) == message.party(number));
            assert_eq!(message.is_writable(number), other.message().is_writable(same.unwrap()));
        }
    }

    #[test]
    fn what_is_put_together_is_sound() {
        let of_2022 = TokenTransfer { program: TOKEN_2022, ..of_tokens() };
        let to_self = TokenTransfer { to: OWNER, ..of_tokens() };
        for transfer in [of_tokens(), of_2022, to_self] {
            for priority in [None, Some(PRIORITY)] {
                let message = of_token(&transfer, priority, [7; 32]).unwrap();
                let read = Transaction::read(&Transaction::unsigned(message.clone()).to_bytes());
                assert_eq!(read.unwrap().message(), &message);
                let approval = Approval::of(&message, &OWNER);
                let paid = approval.fee.priority_lamports;
                assert_eq!(paid, if priority.is_some() { 10_000 } else { 0 });
            }
        }
        let to_self = of_sol(&OWNER, &OWNER, 1, None, [7; 32]);
        let read = Transaction::read(&Transaction::unsigned(to_self).to_bytes()).unwrap();
        assert_eq!(read.message().account_count(), 2);
    }
}
