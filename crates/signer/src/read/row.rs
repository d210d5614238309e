//! The rows of a reading: how each kind of value is written.

use chains::amount::Amount;
use chains::evm::address::Address;
use chains::evm::hex::to_hex;
use chains::evm::message::neutralised;
use chains::solana::address as solana;
use chains::solana::transaction_message::Party;
use protocol::module::reading_row::{ReadingRow, RowKind, RowLabel};

use wire::decimal;

/// The most characters of a text in a row: as many as a memo of Solana can have.
const MOST_LETTERS: usize = 1280;
/// The most bytes in a row.
const MOST_BYTES: usize = 1024;
/// The latest time that a page can show, in milliseconds
/// ([ECMA-262](https://tc39.es/ecma262/#sec-time-values-and-time-range)).
const LATEST_MS: u64 = 8_640_000_000_000_000;

pub(crate) fn row(label: RowLabel, kind: RowKind, value: String) -> ReadingRow {
    ReadingRow { label, value, kind }
}

pub(crate) fn text(label: RowLabel, text: &str) -> ReadingRow {
    row(label, RowKind::Text, neutralised(text, MOST_LETTERS))
}

pub(crate) fn address(label: RowLabel, address: &Address) -> ReadingRow {
    row(label, RowKind::Address, address.to_checksum())
}

pub(crate) fn amount(label: RowLabel, kind: RowKind, amount: Amount) -> ReadingRow {
    row(label, kind, amount.to_decimal(0))
}

pub(crate) fn number(label: RowLabel, number: u64) -> ReadingRow {
    row(label, RowKind::Number, decimal(number))
}

/// Bytes, and behind those that there is room for an ellipsis.
pub(crate) fn bytes(label: RowLabel, bytes: &[u8]) -> ReadingRow {
    let mut shown = to_hex(&bytes[..bytes.len().min(MOST_BYTES)]);
    if bytes.len() > MOST_BYTES {
        shown.push('…');
    }
    row(label, RowKind::Bytes, shown)
}

/// A time in milliseconds since 1970.
pub(crate) fn moment(label: RowLabel, at_ms: i64) -> ReadingRow {
    let sign = if at_ms < 0 { "-" } else { "" };
    row(label, RowKind::Moment, [sign, &decimal(at_ms.unsigned_abs())].concat())
}

/// An end in seconds since 1970.
pub(crate) fn until(end_s: Amount) -> ReadingRow {
    let end_ms = end_s.to_u64().and_then(|it| it.checked_mul(1000)).filter(|it| *it <= LATEST_MS);
    match end_ms {
        Some(end_ms) => row(RowLabel::Until, RowKind::Moment, decimal(end_ms)),
        None => amount(RowLabel::Until, RowKind::Never, end_s),
    }
}

pub(crate) fn key(label: RowLabel, key: &solana::Address) -> ReadingRow {
    row(label, RowKind::Address, solana::text(key))
}

pub(crate) fn party(label: RowLabel, party: &Party) -> ReadingRow {
    match party {
        Party::Key(address) => key(label, address),
        Party::InTable { table, index } => {
            let place = [&solana::text(table), "#", &decimal(u64::from(*index))].concat();
            row(label, RowKind::InTable, place)
        }
    }
}

/// SOL, in lamports.
pub(crate) fn lamports(label: RowLabel, lamports: u64) -> ReadingRow {
    row(label, RowKind::Native, decimal(lamports))
}
