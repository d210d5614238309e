//! The steps of a transaction of Solana: what each instruction does.

use chains::amount::Amount;
use chains::solana::action::{Action, Budget, Mint, StakeRight, TokenRight};
use chains::solana::approval::UNLIMITED;
use chains::solana::transaction_message::Party;
use protocol::module::reading_row::{ReadingRow, RowKind, RowLabel};
use protocol::module::reading_step::StepAct;

use wire::decimal;

use super::row::{self, key, lamports, number, party};

/// What an action is, and its rows.
pub(crate) fn of(action: &Action) -> (StepAct, Vec<ReadingRow>) {
    of_system(action)
        .or_else(|| of_nonce(action))
        .or_else(|| of_tokens(action))
        .or_else(|| of_token_accounts(action))
        .or_else(|| of_stake(action))
        .unwrap_or_else(|| of_others(action))
}

fn of_system(action: &Action) -> Option<(StepAct, Vec<ReadingRow>)> {
    Some(match action {
        Action::SolTransfer { from, to, lamports } => {
            let value = row::lamports(RowLabel::Value, *lamports);
            (StepAct::Pay, vec![party(RowLabel::To, to), party(RowLabel::From, from), value])
        }
        Action::CreateAccount { payer, account, lamports, bytes, owner } => (
            StepAct::CreateAccount,
            vec![
                party(RowLabel::Account, account),
                key(RowLabel::Owner, owner),
                row::lamports(RowLabel::Value, *lamports),
                number(RowLabel::Length, *bytes),
                party(RowLabel::Payer, payer),
            ],
        ),
        Action::Allocate { account, bytes } => {
            let length = number(RowLabel::Length, *bytes);
            (StepAct::Allocate, vec![party(RowLabel::Account, account), length])
        }
        Action::Assign { account, owner } => {
            let owner = key(RowLabel::Owner, owner);
            (StepAct::Assign, vec![party(RowLabel::Account, account), owner])
        }
        _ => return None,
    })
}

fn of_nonce(action: &Action) -> Option<(StepAct, Vec<ReadingRow>)> {
    let holder = |nonce: &Party| party(RowLabel::Holder, nonce);
    Some(match action {
        Action::AdvanceNonce { nonce, authority } => {
            (StepAct::AdvanceNonce, vec![holder(nonce), party(RowLabel::Authority, authority)])
        }
        Action::WithdrawNonce { nonce, to, lamports: value, authority } => (
            StepAct::WithdrawNonce,
            vec![
                holder(nonce),
                party(RowLabel::To, to),
                lamports(RowLabel::Value, *value),
                party(RowLabel::Authority, authority),
            ],
        ),
        Action::InitializeNonce { nonce, authority } => {
            (StepAct::InitializeNonce, vec![holder(nonce), key(RowLabel::Who, authority)])
        }
        Action::AuthorizeNonce { nonce, authority, new_authority } => (
            StepAct::AuthorizeNonce,
            vec![
                holder(nonce),
                key(RowLabel::Who, new_authority),
                party(RowLabel::Authority, authority),
            ],
        ),
        _ => return None,
    })
}

/// Tokens on their way, and who may take them.
fn of_tokens(action: &Action) -> Option<(StepAct, Vec<ReadingRow>)> {
    Some(match action {
        Action::TokenTransfer { program, from, to, authority, amount, checked } => {
            let mut rows = vec![party(RowLabel::To, to)];
            rows.extend(tokens(*amount, checked.as_ref()));
            rows.extend([
                party(RowLabel::From, from),
                party(RowLabel::Authority, authority),
                key(RowLabel::Program, program),
            ]);
            (StepAct::Transfer, rows)
        }
        Action::Approve { program, account, delegate, authority, amount, checked } => {
            let mut rows = vec![party(RowLabel::Spender, delegate)];
            rows.extend(tokens(*amount, checked.as_ref()));
            if *amount >= UNLIMITED {
                rows.iter_mut()
                    .filter(|it| it.label == RowLabel::Amount)
                    .for_each(|it| it.kind = RowKind::Unlimited);
            }
            rows.extend([
                party(RowLabel::Holder, account),
                party(RowLabel::Authority, authority),
                key(RowLabel::Program, program),
            ]);
            (StepAct::Allow, rows)
        }
        Action::Revoke { account, authority } => {
            let authority = party(RowLabel::Authority, authority);
            (StepAct::Revoke, vec![party(RowLabel::Holder, account), authority])
        }
        Action::MintTo { mint, to, authority, amount } => (
            StepAct::Mint,
            vec![
                party(RowLabel::Token, mint),
                party(RowLabel::To, to),
                units(*amount),
                party(RowLabel::Authority, authority),
            ],
        ),
        Action::Burn { mint, from, authority, amount } => (
            StepAct::Burn,
            vec![
                party(RowLabel::Token, mint),
                party(RowLabel::From, from),
                units(*amount),
                party(RowLabel::Authority, authority),
            ],
        ),
        _ => return None,
    })
}

fn of_token_accounts(action: &Action) -> Option<(StepAct, Vec<ReadingRow>)> {
    Some(match action {
        Action::SetAuthority { account, right, authority, new_authority } => {
            let mut rows = vec![party(RowLabel::Account, account), a_right(word_of(*right))];
            if let TokenRight::Other(kind) = right {
                rows.push(number(RowLabel::Right, u64::from(*kind)));
            }
            rows.extend(new_authority.as_ref().map(|it| key(RowLabel::Who, it)));
            rows.push(party(RowLabel::Authority, authority));
            (StepAct::SetAuthority, rows)
        }
        Action::CloseAccount { account, to, authority } => (
            StepAct::CloseAccount,
            vec![
                party(RowLabel::Account, account),
                party(RowLabel::To, to),
                party(RowLabel::Authority, authority),
            ],
        ),
        Action::InitializeTokenAccount { account, mint, owner } => (
            StepAct::InitializeTokenAccount,
            vec![
                party(RowLabel::Account, account),
                party(RowLabel::Token, mint),
                party(RowLabel::Owner, owner),
            ],
        ),
        Action::SyncNative { account } => {
            (StepAct::SyncNative, vec![party(RowLabel::Account, account)])
        }
        Action::CreateTokenAccount { payer, account, owner, mint, is_idempotent: _ } => (
            StepAct::CreateTokenAccount,
            vec![
                party(RowLabel::Account, account),
                party(RowLabel::Token, mint),
                party(RowLabel::Owner, owner),
                party(RowLabel::Payer, payer),
            ],
        ),
        _ => return None,
    })
}

fn of_stake(action: &Action) -> Option<(StepAct, Vec<ReadingRow>)> {
    let holder = |stake: &Party| party(RowLabel::Holder, stake);
    Some(match action {
        Action::StakeDelegate { stake, vote, authority } => (
            StepAct::Stake,
            vec![
                holder(stake),
                party(RowLabel::Validator, vote),
                party(RowLabel::Authority, authority),
            ],
        ),
        Action::StakeDeactivate { stake, authority } => {
            (StepAct::Unstake, vec![holder(stake), party(RowLabel::Authority, authority)])
        }
        Action::StakeWithdraw { stake, to, lamports: value, authority } => (
            StepAct::WithdrawStake,
            vec![
                holder(stake),
                party(RowLabel::To, to),
                lamports(RowLabel::Value, *value),
                party(RowLabel::Authority, authority),
            ],
        ),
        Action::StakeAuthorize { stake, right, new_authority } => {
            let right = match right {
                StakeRight::Stake => "stake",
                StakeRight::Withdraw => "withdraw",
            };
            let who = party(RowLabel::Who, new_authority);
            (StepAct::AuthorizeStake, vec![holder(stake), a_right(right), who])
        }
        _ => return None,
    })
}

fn of_others(action: &Action) -> (StepAct, Vec<ReadingRow>) {
    match action {
        Action::ComputeBudget(budget) => (StepAct::Budget, vec![of_budget(*budget)]),
        Action::Memo { text } => (StepAct::Memo, vec![row::text(RowLabel::Text, text)]),
        Action::UnknownProgram { program } => {
            (StepAct::UnknownProgram, vec![key(RowLabel::Program, program)])
        }
        Action::Unread { program } => (StepAct::Unread, vec![key(RowLabel::Program, program)]),
        _ => (StepAct::Unread, Vec::new()),
    }
}

fn of_budget(budget: Budget) -> ReadingRow {
    match budget {
        Budget::UnitLimit(units) => number(RowLabel::Gas, u64::from(units)),
        // In millionths of a lamport, exactly.
        Budget::UnitMicroLamports(price) => {
            let price = Amount::from(price).to_decimal(6);
            row::row(RowLabel::GasPrice, RowKind::Native, price)
        }
        Budget::HeapBytes(bytes) | Budget::LoadedBytes(bytes) => {
            number(RowLabel::Length, u64::from(bytes))
        }
    }
}

fn a_right(word: &str) -> ReadingRow {
    row::row(RowLabel::Right, RowKind::Right, word.to_owned())
}

fn word_of(right: TokenRight) -> &'static str {
    match right {
        TokenRight::MintTokens => "mint",
        TokenRight::FreezeAccount => "freeze",
        TokenRight::AccountOwner => "own",
        TokenRight::CloseAccount => "close",
        TokenRight::Other(_) => "other",
    }
}

/// How much of which token; in whole tokens where the program makes sure how many decimals they have.
fn tokens(amount: u64, checked: Option<&Mint>) -> Vec<ReadingRow> {
    let Some(Mint { mint, decimals }) = checked else { return vec![units(amount)] };
    let whole = Amount::from(amount).to_decimal(*decimals);
    vec![row::row(RowLabel::Amount, RowKind::Tokens, whole), party(RowLabel::Token, mint)]
}

fn units(amount: u64) -> ReadingRow {
    row::row(RowLabel::Amount, RowKind::Units, decimal(amount))
}
