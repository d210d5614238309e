//! `eth_signTypedData_v4`: what typed data says, and what its signature lets others take.

use chains::evm::flags::{self, Flag};
use chains::evm::safe_message;
use chains::evm::typed_message::{Domain, TypedMessage, Value};
use protocol::module::reading::{ReadingField, ReadingKind};
use protocol::module::reading_flag::{FlagKind, Severity};
use protocol::module::reading_row::{ReadingRow, RowKind, RowLabel};
use protocol::module::reading_step::StepAct;

use wire::Json;

use super::draft::{Draft, MOST_FIELDS, MOST_LETTERS_OF_FIELD, is_hiding};
use super::setting::Setting;
use super::verdict::{Read, Unread};
use super::{calls, evm_flags, row};
use crate::work::Work;

pub(crate) fn read(params: &Json, setting: &Setting<'_>) -> Result<Read, Unread> {
    let typed = TypedMessage::read_params(params, &setting.evm)?;
    let account = setting.evm.to_checksum();
    let mut draft = Draft::new(ReadingKind::TypedMessage, setting, account);
    let flags = flags::of_typed_message(&typed, &setting.of_flags()?);
    evm_flags::put(&mut draft, &flags, true);
    draft.rows([row::text(RowLabel::PrimaryType, &typed.primary_type)]);
    draft.rows(of_domain(&typed.domain));
    calls::put_grants(&mut draft, &flags::grants(&typed));
    if flags.iter().any(|it| matches!(it, Flag::TransferBySignature { .. })) {
        let _ = draft.step(calls::step(0, StepAct::Transfer, of_transfer(&typed)));
    }
    if let Some(call) = safe_message::read(&typed) {
        calls::put(&mut draft, &call);
    }
    put_fields(&mut draft, &typed);
    let named = typed.rows.iter().filter_map(|it| match &it.value {
        Value::Address(address) => Some(*address),
        _ => None,
    });
    draft.look_alikes(setting, &typed.domain.contract.into_iter().chain(named).collect::<Vec<_>>());
    if draft.reading().steps.is_empty() {
        let contract = typed.domain.contract.as_ref();
        draft.reading().brief =
            contract.map(|it| row::address(RowLabel::Contract, it)).into_iter().collect();
    }
    Ok(Read { reading: draft.finished(), work: Work::Digest(typed.digest()) })
}

fn put_fields(draft: &mut Draft, typed: &TypedMessage) {
    let (shown, left_out) = typed.shown(MOST_FIELDS, MOST_LETTERS_OF_FIELD);
    let fields = shown.into_iter().map(|it| {
        let (path, kind, value) = (it.path, it.kind, it.value);
        ReadingField { path, kind, value }
    });
    draft.fields(fields.collect(), left_out);
    let is_cut = |value: &Value| match value {
        Value::Text(text) => text.chars().count() > MOST_LETTERS_OF_FIELD,
        Value::Bytes(bytes) => 2 + 2 * bytes.len() > MOST_LETTERS_OF_FIELD,
        _ => false,
    };
    let shown = || typed.rows.iter().take(MOST_FIELDS).map(|it| &it.value);
    if left_out == 0 && shown().any(is_cut) {
        draft.flag(FlagKind::LeftOut, Severity::Danger, Vec::new());
    }
    let mut texts = typed.domain.name.iter().chain(&typed.domain.version);
    let is_hidden = |value: &Value| matches!(value, Value::Text(text) if is_hiding(text));
    if shown().any(is_hidden) || texts.any(|it| is_hiding(it)) {
        draft.flag(FlagKind::HiddenCharacters, Severity::Danger, Vec::new());
    }
}

fn of_domain(domain: &Domain) -> Vec<ReadingRow> {
    let Domain { name, version, chain, contract, salt } = domain;
    let mut rows = Vec::new();
    rows.extend(name.as_ref().map(|it| row::text(RowLabel::Name, it)));
    rows.extend(version.as_ref().map(|it| row::text(RowLabel::Version, it)));
    rows.extend(chain.map(|it| row::amount(RowLabel::Chain, RowKind::Chain, it)));
    rows.extend(contract.as_ref().map(|it| row::address(RowLabel::Contract, it)));
    rows.extend(salt.as_ref().map(|it| row::bytes(RowLabel::Salt, it)));
    rows
}

/// What [ERC-3009](https://eips.ethereum.org/EIPS/eip-3009) sends by a signature.
fn of_transfer(typed: &TypedMessage) -> Vec<ReadingRow> {
    let address = |label, name: &str| match typed.value(name) {
        Some(Value::Address(address)) => Some(row::address(label, address)),
        _ => None,
    };
    let amount = |name: &str| match typed.value(name) {
        Some(Value::Number { is_negative: false, size }) => Some(*size),
        _ => None,
    };
    let mut rows = Vec::new();
    rows.extend(typed.domain.contract.as_ref().map(|it| row::address(RowLabel::Token, it)));
    rows.extend(address(RowLabel::To, "to"));
    rows.extend(address(RowLabel::From, "from"));
    rows.extend(amount("value").map(|it| row::amount(RowLabel::Amount, RowKind::Units, it)));
    rows.extend(amount("validBefore").map(row::until));
    rows
}
