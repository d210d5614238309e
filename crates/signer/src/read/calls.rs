//! The steps of a call of eip155, and of those inside of it.

use chains::amount::Amount;
use chains::evm::calls::{Act, Call, Grant, Transfer, What};
use protocol::module::reading_row::{ReadingRow, RowKind, RowLabel};
use protocol::module::reading_step::{ReadingStep, StepAct};

use super::draft::Draft;
use super::row;

/// Puts down what a call does.
pub(crate) fn put(draft: &mut Draft, call: &Call) {
    Steps { draft }.call(call, 0);
}

/// Puts down what a signature lets others take.
pub(crate) fn put_grants(draft: &mut Draft, grants: &[Grant]) {
    for grant in grants {
        let _ = draft.step(step(0, StepAct::Permit, of_grant(grant)));
    }
}

pub(crate) fn step(depth: u32, act: StepAct, rows: Vec<ReadingRow>) -> ReadingStep {
    ReadingStep { depth, transaction: 0, act, rows }
}

struct Steps<'a> {
    draft: &'a mut Draft,
}

impl Steps<'_> {
    fn call(&mut self, call: &Call, depth: u32) {
        let to = call.to.as_ref();
        let contract = || to.map(|it| row::address(RowLabel::Contract, it));
        let mut put = |act, rows: Vec<ReadingRow>| {
            let value = value(call.value).filter(|_| act != StepAct::Pay);
            let rows = rows.into_iter().chain(value).collect();
            let _ = self.draft.step(step(depth, act, rows));
        };
        match &call.act {
            Act::Create => put(StepAct::Create, Vec::new()),
            Act::Pay => {
                let to = to.map(|it| row::address(RowLabel::To, it));
                let value = row::amount(RowLabel::Value, RowKind::Native, call.value);
                put(StepAct::Pay, to.into_iter().chain([value]).collect());
            }
            Act::Deposit => put(StepAct::Wrap, contract().into_iter().collect()),
            Act::Withdraw { amount } => {
                let amount = row::amount(RowLabel::Amount, RowKind::Units, *amount);
                put(StepAct::Unwrap, contract().into_iter().chain([amount]).collect());
            }
            Act::Transfer(_) | Act::Allow { .. } => self.each(call, depth),
            Act::Reduce { token, spender, by } => put(
                StepAct::Reduce,
                vec![
                    row::address(RowLabel::Token, token),
                    row::address(RowLabel::Spender, spender),
                    row::amount(RowLabel::Amount, RowKind::Units, *by),
                ],
            ),
            Act::AllowAll { token, operator, is_allowed } => {
                let act = if *is_allowed { StepAct::AllowAll } else { StepAct::DisallowAll };
                let token = row::address(RowLabel::Token, token);
                put(act, vec![token, row::address(RowLabel::Spender, operator)]);
            }
            Act::Rule { function, who } => {
                let function = row::text(RowLabel::Function, function);
                let who = who.as_ref().map(|it| row::address(RowLabel::Who, it));
                put(StepAct::Rule, contract().into_iter().chain([function]).chain(who).collect());
            }
            Act::Many(calls) => {
                put(StepAct::Many, contract().into_iter().collect());
                for it in calls {
                    self.call(it, depth + 1);
                }
            }
            Act::Execute { call, is_delegate, refund: _ } => {
                let act = if *is_delegate { StepAct::DelegateExecute } else { StepAct::Execute };
                put(act, contract().into_iter().collect());
                self.call(call, depth + 1);
            }
            Act::Unknown { input, is_malformed } => {
                let act = if *is_malformed { StepAct::Malformed } else { StepAct::Unknown };
                put(act, contract().into_iter().chain(of_input(input)).collect());
            }
        }
    }

    /// A step for each transfer or grant; the value goes with the first. A list of none is a step as well.
    fn each(&mut self, call: &Call, depth: u32) {
        let (act, mut parts): (_, Vec<_>) = match &call.act {
            Act::Transfer(transfers) => {
                (StepAct::Transfer, transfers.iter().map(of_transfer).collect())
            }
            Act::Allow { grants, signer } => {
                let signer = signer.as_ref().map(|it| row::address(RowLabel::Signer, it));
                let act = if signer.is_some() { StepAct::Permit } else { StepAct::Allow };
                let rows = |it| of_grant(it).into_iter().chain(signer.clone()).collect();
                (act, grants.iter().map(rows).collect())
            }
            _ => return,
        };
        if parts.is_empty() {
            parts.push(Vec::new());
        }
        let mut value = value(call.value);
        for mut rows in parts {
            let is_of_itself = rows.iter().any(|it| {
                it.label == RowLabel::Token
                    && call.to.as_ref().is_some_and(|to| to.to_checksum() == it.value)
            });
            let contract = call.to.as_ref().filter(|_| !is_of_itself);
            rows.extend(contract.map(|it| row::address(RowLabel::Contract, it)));
            rows.extend(value.take());
            let _ = self.draft.step(step(depth, act, rows));
        }
    }
}

/// What is sent along, where anything is.
fn value(value: Amount) -> Option<ReadingRow> {
    let is_some = value != Amount::ZERO;
    is_some.then(|| row::amount(RowLabel::Value, RowKind::Native, value))
}

fn of_transfer(transfer: &Transfer) -> Vec<ReadingRow> {
    let Transfer { token, from, to, what } = transfer;
    let from = from.as_ref().map(|it| row::address(RowLabel::From, it));
    let mut rows = vec![row::address(RowLabel::Token, token), row::address(RowLabel::To, to)];
    rows.extend(from);
    match what {
        What::Amount(amount) => rows.push(row::amount(RowLabel::Amount, RowKind::Units, *amount)),
        What::AmountOrId(amount) => {
            rows.push(row::amount(RowLabel::AmountOrTokenId, RowKind::Units, *amount));
        }
        What::Id(id) => rows.push(row::amount(RowLabel::TokenId, RowKind::Number, *id)),
        What::Some { id, amount } => {
            rows.push(row::amount(RowLabel::TokenId, RowKind::Number, *id));
            rows.push(row::amount(RowLabel::Amount, RowKind::Units, *amount));
        }
    }
    rows
}

fn of_grant(grant: &Grant) -> Vec<ReadingRow> {
    let Grant { token, spender, amount, is_id_perhaps, is_unlimited, until_s } = grant;
    let mut rows =
        vec![row::address(RowLabel::Token, token), row::address(RowLabel::Spender, spender)];
    if *is_unlimited {
        rows.push(row::amount(RowLabel::Amount, RowKind::Unlimited, *amount));
    }
    // The number of a piece is often a hash, and as large as what has no limit.
    if *is_id_perhaps && *amount != Amount::MAX {
        rows.push(row::amount(RowLabel::AmountOrTokenId, RowKind::Units, *amount));
    } else if !is_unlimited {
        rows.push(row::amount(RowLabel::Amount, RowKind::Units, *amount));
    }
    rows.extend(until_s.map(row::until));
    rows
}

fn of_input(input: &[u8]) -> Vec<ReadingRow> {
    let selector = input.first_chunk::<4>().map(|it| row::bytes(RowLabel::Selector, it));
    let rest =
        [row::bytes(RowLabel::Bytes, input), row::number(RowLabel::Length, input.len() as u64)];
    selector.into_iter().chain(rest).collect()
}
