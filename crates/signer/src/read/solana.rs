//! The methods of Solana: a message, one transaction or several, one that is sent.

use chains::amount::Amount;
use chains::solana::action::Action;
use chains::solana::address as solana;
use chains::solana::approval::{Approval, Flag};
use chains::solana::params::{Commitment, Request, SendOptions};
use chains::solana::transaction::Transaction;
use chains::solana::transaction_message::Party;
use protocol::module::reading::{ReadingCost, ReadingKind};
use protocol::module::reading_flag::{FlagKind, Severity};
use protocol::module::reading_row::RowLabel;
use protocol::module::reading_step::{ReadingStep, StepAct};

use wire::{Json, decimal};

use super::draft::Draft;
use super::high_fee::Fee;
use super::setting::Setting;
use super::verdict::{Read, Unread};
use super::{actions, high_fee, row, sign_in};
use crate::work::Work;

/// How many of those who must sign too are named.
const MOST_SIGNERS: usize = 8;
/// Of SOL.
const DECIMALS: u8 = 9;

pub(crate) fn read(method: &str, params: &Json, setting: &Setting<'_>) -> Result<Read, Unread> {
    let request = Request::read(method, params, &setting.solana);
    match request.ok_or_else(|| Unread::method(method))?? {
        Request::Message(message) => Ok(of_message(message, setting)),
        Request::Transaction(transaction) => {
            Ok(of_transactions(ReadingKind::TransactionToPage, vec![*transaction], None, setting))
        }
        Request::Transactions(transactions) => {
            Ok(of_transactions(ReadingKind::TransactionToPage, transactions, None, setting))
        }
        Request::Sending(transaction, options) => {
            if transaction.missing_signers().any(|it| *it != setting.solana) {
                return Err(Unread::params(
                    "transaction must have the signatures of all others before it is sent",
                ));
            }
            let kind = ReadingKind::Transaction;
            Ok(of_transactions(kind, vec![*transaction], Some(options), setting))
        }
    }
}

fn of_message(message: Vec<u8>, setting: &Setting<'_>) -> Read {
    let account = solana::text(&setting.solana);
    let mut draft = Draft::new(ReadingKind::Message, setting, account);
    let text = draft.message(&message);
    sign_in::of_solana(&mut draft, &message, text, setting);
    Read { reading: draft.finished(), work: Work::Message(message) }
}

fn of_transactions(
    kind: ReadingKind,
    transactions: Vec<Transaction>,
    options: Option<SendOptions>,
    setting: &Setting<'_>,
) -> Read {
    let mut draft = Draft::new(kind, setting, solana::text(&setting.solana));
    let mut cost = Cost { fee: 0, value: 0, is_most: true, is_pay: true };
    for (number, transaction) in (0..).zip(&transactions) {
        let approval = Approval::of(transaction.message(), &setting.solana);
        let steps = put_steps(&mut draft, number, transaction, &approval);
        for flag in &approval.flags {
            put_flag(&mut draft, flag, &steps, transaction, &setting.solana);
        }
        cost.add(transaction, &approval, &setting.solana);
    }
    if options.is_some_and(|it| it.is_preflight_skipped) {
        draft.flag(FlagKind::PreflightSkipped, Severity::Notice, Vec::new());
    }
    high_fee::put(&mut draft, &cost.of_fee());
    draft.reading().cost = Some(cost.told());
    let options = options.map(|it| options_of(&it));
    Read { reading: draft.finished(), work: Work::Transactions { transactions, options } }
}

/// A step for each instruction; their places, of those that there is room for.
fn put_steps(
    draft: &mut Draft,
    number: u32,
    transaction: &Transaction,
    approval: &Approval,
) -> Vec<Option<u32>> {
    let mut places = Vec::new();
    for (instruction, action) in transaction.message().instructions().zip(&approval.actions) {
        let (act, mut rows) = actions::of(action);
        if matches!(act, StepAct::Unread | StepAct::UnknownProgram) {
            rows.push(row::bytes(RowLabel::Bytes, instruction.payload));
            rows.push(row::number(RowLabel::Length, instruction.payload.len() as u64));
            rows.push(row::number(RowLabel::Count, instruction.accounts.len() as u64));
        }
        places.push(draft.step(ReadingStep { depth: 0, transaction: number, act, rows }));
    }
    places
}

fn put_flag(
    draft: &mut Draft,
    flag: &Flag,
    steps: &[Option<u32>],
    transaction: &Transaction,
    ours: &solana::Address,
) {
    let (danger, notice) = (Severity::Danger, Severity::Notice);
    let mut rows = Vec::new();
    let (kind, severity, action) = match flag {
        Flag::DurableNonce => (FlagKind::DurableNonce, danger, None),
        Flag::LookupTables { count } => {
            rows.push(row::number(RowLabel::Count, *count as u64));
            (FlagKind::LookupTables, notice, None)
        }
        Flag::OtherFeePayer { payer } => {
            rows.push(row::key(RowLabel::Payer, payer));
            (FlagKind::OtherFeePayer, notice, None)
        }
        Flag::OtherSigners { count } => {
            let others = transaction.message().signers().iter().filter(|it| *it != ours);
            rows.extend(others.take(MOST_SIGNERS).map(|it| row::key(RowLabel::Account, it)));
            rows.push(row::number(RowLabel::Count, *count as u64));
            (FlagKind::OtherSigners, notice, None)
        }
        Flag::AuthorityChange { action } => (FlagKind::AuthorityChange, danger, Some(action)),
        Flag::UnlimitedApproval { action } => (FlagKind::UnlimitedApproval, danger, Some(action)),
        Flag::ClosedToStranger { action } => (FlagKind::ClosedToStranger, danger, Some(action)),
        Flag::MadeForStranger { action } => (FlagKind::MadeForStranger, notice, Some(action)),
        Flag::PossibleHook { action } => (FlagKind::PossibleHook, notice, Some(action)),
        Flag::Unread { action } => (FlagKind::UnreadAction, notice, Some(action)),
        Flag::UnknownProgram { action } => (FlagKind::UnknownProgram, danger, Some(action)),
    };
    let step = action.and_then(|it| steps.get(*it).copied().flatten());
    draft.flag_of(step, kind, severity, rows);
}

/// What transactions can cost the account, in lamports, as far as they say it themselves.
struct Cost {
    fee: u64,
    value: u64,
    is_most: bool,
    /// Whether they do nothing but send SOL.
    is_pay: bool,
}

impl Cost {
    fn add(&mut self, transaction: &Transaction, approval: &Approval, ours: &solana::Address) {
        if transaction.message().fee_payer() == ours {
            self.fee = self.fee.saturating_add(approval.fee.lamports());
        }
        let ours = Party::Key(*ours);
        for action in &approval.actions {
            self.is_pay &= matches!(
                action,
                Action::SolTransfer { .. } | Action::ComputeBudget(_) | Action::Memo { .. }
            );
            match action {
                Action::SolTransfer { from: payer, lamports, .. }
                | Action::CreateAccount { payer, lamports, .. }
                    if *payer == ours =>
                {
                    self.value = self.value.saturating_add(*lamports);
                }
                Action::Unread { .. } | Action::UnknownProgram { .. } => self.is_most = false,
                // How much an account of tokens has to hold says the chain.
                Action::CreateTokenAccount { payer, .. } if *payer == ours => self.is_most = false,
                _ => {}
            }
        }
    }

    /// On Solana it is always the page that says what is paid for being first.
    fn of_fee(&self) -> Fee {
        Fee {
            most: Amount::from(self.fee),
            sent: (self.is_pay && self.value > 0).then_some(Amount::from(self.value)),
            decimals: DECIMALS,
            is_chosen: true,
        }
    }

    fn told(&self) -> ReadingCost {
        ReadingCost {
            fee: decimal(self.fee),
            value: decimal(self.value),
            total: decimal(self.fee.saturating_add(self.value)),
            balance: None,
            is_most: self.is_most,
        }
    }
}

/// The second parameter of [sendTransaction](https://solana.com/docs/rpc/http/sendtransaction).
fn options_of(options: &SendOptions) -> Json {
    let number = |it: u64| Json::Number(decimal(it).into());
    let mut fields = vec![("encoding", Json::text("base58"))];
    if options.is_preflight_skipped {
        fields.push(("skipPreflight", Json::Bool(true)));
    }
    let commitment = options.preflight_commitment.map(|it| match it {
        Commitment::Processed => "processed",
        Commitment::Confirmed => "confirmed",
        Commitment::Finalized => "finalized",
    });
    fields.extend(commitment.map(|it| ("preflightCommitment", Json::text(it))));
    fields.extend(options.max_retries.map(|it| ("maxRetries", number(it))));
    fields.extend(options.min_context_slot.map(|it| ("minContextSlot", number(it))));
    Json::Object(fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
}
