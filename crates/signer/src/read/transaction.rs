//! `eth_sendTransaction`: what a transaction does, and what it can cost.
//!
//! It is read twice: by itself first, so that a node can be asked how much gas it takes, and then with the numbers of
//! the network, which make it complete. Only then there is something to sign.

use chains::amount::Amount;
use chains::evm::chain_number::ChainNumber;
use chains::evm::fee::{AskedFees, FeeError, Fees, Multiplier, NetworkFees};
use chains::evm::hex::to_hex;
use chains::evm::transaction::{Access, MAX_NONCE, Transaction};
use chains::evm::transaction_request::TransactionRequest;
use chains::evm::{calls as bytes_of_calls, flags};
use protocol::module::reading::{ReadingCost, ReadingKind};
use protocol::module::reading_flag::{FlagKind, Severity};
use protocol::module::reading_row::{ReadingRow, RowKind, RowLabel};
use protocol::module::signer::{NetworkNumbers, SignerRefusal};

use wire::{Json, decimal};

use super::draft::Draft;
use super::high_fee::Fee;
use super::setting::Setting;
use super::verdict::{Read, Unread};
use super::{calls, evm_flags, high_fee, row, trial};
use crate::outcome::Outcome;
use crate::work::Work;

/// Of the native currency: wei are counted on every chain.
const DECIMALS: u8 = 18;

pub(crate) fn read(
    params: &Json,
    network: Option<&NetworkNumbers>,
    setting: &Setting<'_>,
) -> Result<Read, Unread> {
    let chain = setting.chain_number()?;
    let request = TransactionRequest::read(params, &setting.evm, chain)?;
    let Some(numbers) = network else {
        let (call, needs_gas) = (call(&request, setting), request.gas.is_none());
        return Err(Unread::Incomplete { call, needs_gas });
    };
    let mut draft = drafted(&request, setting)?;
    if let Some(answer) = &numbers.trial {
        trial::put(&mut draft, answer, &setting.evm);
    }
    let numbers = Numbers::read(numbers)?;
    let transaction = complete(&request, chain, &numbers)?;
    put_numbers(&mut draft, &transaction);
    if transaction.nonce != numbers.nonce {
        let usual = row::number(RowLabel::Nonce, numbers.nonce);
        draft.flag(FlagKind::OtherNonce, Severity::Notice, vec![usual]);
    }
    let most = transaction.fees.most(transaction.gas).ok_or(FeeError::CapTooHigh)?;
    high_fee::put(&mut draft, &fee(&request, most));
    let total = most.checked_add(transaction.value).ok_or(FeeError::CapTooHigh)?;
    if numbers.balance.is_some_and(|it| it < total) {
        draft.flag(FlagKind::NotEnough, Severity::Danger, Vec::new());
    }
    draft.reading().cost = Some(ReadingCost {
        fee: most.to_decimal(0),
        value: transaction.value.to_decimal(0),
        total: total.to_decimal(0),
        balance: numbers.balance.map(|it| it.to_decimal(0)),
        is_most: true,
    });
    Ok(Read { reading: draft.finished(), work: Work::Transaction(Box::new(transaction)) })
}

/// What the request says by itself.
fn drafted(request: &TransactionRequest, setting: &Setting<'_>) -> Outcome<Draft> {
    let mut draft = Draft::new(ReadingKind::Transaction, setting, setting.evm.to_checksum());
    let call = bytes_of_calls::read(request.to, request.value, &request.input);
    calls::put(&mut draft, &call);
    evm_flags::put(&mut draft, &flags::of_call(&call, &setting.of_flags()?), false);
    draft.look_alikes(setting, &[]);
    if !request.input.is_empty() {
        draft.rows([
            row::bytes(RowLabel::Bytes, &request.input),
            row::number(RowLabel::Length, request.input.len() as u64),
        ]);
    }
    if !request.ignored.is_empty() {
        let names = request.ignored.iter().map(|it| row::text(RowLabel::Field, it)).collect();
        draft.flag(FlagKind::IgnoredFields, Severity::Notice, names);
    }
    Ok(draft)
}

/// What nodes are to try: no fees, which would have them look at the balance.
fn call(request: &TransactionRequest, setting: &Setting<'_>) -> Json {
    let mut fields = vec![("from", Json::text(&setting.evm.to_lowercase()))];
    fields.extend(request.to.map(|it| ("to", Json::text(&it.to_lowercase()))));
    fields.push(("value", Json::Text(request.value.to_quantity())));
    fields.push(("data", Json::Text(to_hex(&request.input))));
    fields.extend(request.access_list.as_ref().map(|it| ("accessList", accesses(it))));
    Json::Object(fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
}

fn accesses(accesses: &[Access]) -> Json {
    Json::list(accesses.iter().map(|access| {
        let slots = access.slots.iter().map(|it| Json::Text(to_hex(it)));
        Json::object([
            ("address", Json::text(&access.address.to_lowercase())),
            ("storageKeys", Json::list(slots)),
        ])
    }))
}

/// The network's numbers, read.
struct Numbers {
    nonce: u64,
    gas: Option<u64>,
    balance: Option<Amount>,
    fees: NetworkFees,
}

impl Numbers {
    fn read(numbers: &NetworkNumbers) -> Outcome<Self> {
        let amount =
            |text: &str| Amount::from_quantity(text).map_err(|_| SignerRefusal::NetworkUnfit);
        let number = |text: &str| amount(text)?.to_u64().ok_or(SignerRefusal::NetworkUnfit);
        let nonce = number(&numbers.nonce)?;
        if nonce > MAX_NONCE {
            return Err(SignerRefusal::NetworkUnfit);
        }
        Ok(Numbers {
            nonce,
            gas: numbers.gas.as_deref().map(number).transpose()?,
            balance: numbers.balance.as_deref().map(amount).transpose()?,
            fees: NetworkFees {
                base_fee: numbers.base_fee.as_deref().map(amount).transpose()?,
                tip: amount(&numbers.tip)?,
                gas_price: amount(&numbers.gas_price)?,
            },
        })
    }
}

fn complete(
    request: &TransactionRequest,
    chain: ChainNumber,
    numbers: &Numbers,
) -> Result<Transaction, Unread> {
    let gas = request.gas.or(numbers.gas).ok_or(SignerRefusal::NetworkUnfit)?;
    let given = (numbers.nonce, gas);
    let transaction = request.complete(chain, given, &numbers.fees, Multiplier::DEFAULT)?;
    if let Some(base_fee) = numbers.fees.base_fee {
        transaction.fees.check(base_fee)?;
    }
    Ok(transaction)
}

fn put_numbers(draft: &mut Draft, transaction: &Transaction) {
    let price = row::amount(RowLabel::GasPrice, RowKind::Native, transaction.fees.most_per_gas());
    draft.rows([
        row::number(RowLabel::Nonce, transaction.nonce),
        row::number(RowLabel::Gas, transaction.gas),
        price,
    ]);
    if let Fees::Market { tip, .. } = transaction.fees {
        draft.rows([row::amount(RowLabel::Tip, RowKind::Native, tip)]);
    }
    let accesses = transaction.access_list.iter().flatten();
    draft.rows(accesses.map(touches));
}

fn touches(access: &Access) -> ReadingRow {
    let slots = decimal(access.slots.len() as u64);
    let text = [&access.address.to_checksum(), " ", &slots].concat();
    row::text(RowLabel::Touches, &text)
}

fn fee(request: &TransactionRequest, most: Amount) -> Fee {
    let is_pay = request.to.is_some() && request.input.is_empty() && request.value != Amount::ZERO;
    Fee {
        most,
        sent: is_pay.then_some(request.value),
        decimals: DECIMALS,
        is_chosen: request.fees != AskedFees::default() || request.gas.is_some(),
    }
}
