//! How grave the flags of eip155 are, and what belongs to each.

use chains::amount::Amount;
use chains::evm::address::Address;
use chains::evm::flags::Flag;
use protocol::module::reading_flag::{FlagKind, Severity};
use protocol::module::reading_row::{ReadingRow, RowKind, RowLabel};

use super::draft::Draft;
use super::row;

/// Puts down the flags of a call, or of typed data.
pub(crate) fn put(draft: &mut Draft, flags: &[Flag], is_signature: bool) {
    for flag in flags {
        let (kind, severity, rows) = of(flag, is_signature);
        draft.flag(kind, severity, rows);
    }
}

fn of(flag: &Flag, is_signature: bool) -> (FlagKind, Severity, Vec<ReadingRow>) {
    let address = row::address;
    let (danger, notice) = (Severity::Danger, Severity::Notice);
    match flag {
        Flag::UnlimitedApproval { token, spender } => (
            FlagKind::UnlimitedApproval,
            danger,
            vec![address(RowLabel::Token, token), address(RowLabel::Spender, spender)],
        ),
        Flag::ApprovalForAll { token, operator } => (
            FlagKind::ApprovalForAll,
            danger,
            vec![address(RowLabel::Token, token), address(RowLabel::Spender, operator)],
        ),
        Flag::PermitBySignature { spender } => {
            let spender = spender.iter().map(|it| address(RowLabel::Spender, it)).collect();
            (FlagKind::PermitBySignature, danger, spender)
        }
        Flag::TransferBySignature { to } => {
            let to = to.iter().map(|it| address(RowLabel::To, it)).collect();
            (FlagKind::TransferBySignature, danger, to)
        }
        Flag::FarExpiry { spender, until_s } => {
            let rows = vec![address(RowLabel::Spender, spender), row::until(*until_s)];
            (FlagKind::FarExpiry, notice, rows)
        }
        Flag::Rule { contract } => {
            (FlagKind::Rule, danger, vec![address(RowLabel::Contract, contract)])
        }
        Flag::Creation => (FlagKind::Creation, notice, Vec::new()),
        Flag::OtherChain { chain: Some(chain) } => {
            let chain = row::amount(RowLabel::Chain, RowKind::Chain, *chain);
            (FlagKind::OtherChain, danger, vec![chain])
        }
        Flag::OtherChain { chain: None } => (FlagKind::EveryChain, danger, Vec::new()),
        // Nothing of what the account's own contract would do is read in a signature for it, and it could do
        // everything.
        Flag::OwnContract { contract } => {
            let severity = if is_signature { Severity::Blocked } else { danger };
            (FlagKind::OwnContract, severity, vec![address(RowLabel::Contract, contract)])
        }
        Flag::UnknownCall { to, value } => {
            let (severity, rows) = of_unknown(to, *value);
            (FlagKind::UnknownCall, severity, rows)
        }
        Flag::UnknownMessage => (FlagKind::UnknownMessage, danger, Vec::new()),
        Flag::SafeRefund { safe, refund } => {
            let mut rows = vec![address(RowLabel::Contract, safe)];
            rows.extend(refund.to.as_ref().map(|it| address(RowLabel::To, it)));
            rows.extend(refund.token.as_ref().map(|it| address(RowLabel::Token, it)));
            (FlagKind::SafeRefund, danger, rows)
        }
        Flag::Malformed { to } => {
            (FlagKind::MalformedCall, danger, vec![address(RowLabel::Contract, to)])
        }
        Flag::DelegateCall { to } => {
            (FlagKind::DelegateCall, danger, vec![address(RowLabel::Contract, to)])
        }
    }
}

/// Pages make calls that nobody knows here all the time. Money that goes along is another thing.
fn of_unknown(to: &Address, value: Amount) -> (Severity, Vec<ReadingRow>) {
    let contract = row::address(RowLabel::Contract, to);
    if value == Amount::ZERO {
        return (Severity::Notice, vec![contract]);
    }
    (Severity::Danger, vec![contract, row::amount(RowLabel::Value, RowKind::Native, value)])
}
