//! What the tokens of a reading say of themselves, so that a person reads `12.5` of what calls itself `USDC` where a
//! call says 12500000. A token that does not say so in time, or nothing fit to be shown, is counted in its smallest
//! units.
//!
//! Only a token itself knows this ([ERC-20](https://eips.ethereum.org/EIPS/eip-20#methods)), and any may call itself as
//! it likes: its address stands beside.

use chains::evm::hex::from_hex;
use protocol::caip::Namespace;
use protocol::module::reading::Reading;
use protocol::module::reading_flag::FlagKind;
use protocol::module::reading_row::{ReadingRow, RowKind, RowLabel};

use wire::Json;

use super::row;

/// Of how many tokens it is asked.
const MOST: usize = 8;
/// `decimals()` and `symbol()`.
const ASKED: [&str; 2] = ["0x313ce567", "0x95d89b41"];
/// No number of 256 bits has more digits.
const MOST_DECIMALS: u8 = 77;
const MOST_LETTERS: usize = 16;

/// A token.
struct Token {
    address: String,
    decimals: u8,
    symbol: Option<String>,
}

/// The parameters of `eth_call` by which a node asks them, two for each token.
pub(crate) fn asks(reading: &Reading) -> Vec<Json> {
    let call = |address: &String, data| {
        let call = Json::object([("to", Json::text(address)), ("data", Json::text(data))]);
        Json::list([call, Json::text("latest")])
    };
    addresses(reading).iter().flat_map(|it| ASKED.map(|data| call(it, data))).collect()
}

/// Counts what a reading is about in whole tokens, by what they answered to [`asks`].
pub(crate) fn put(reading: &mut Reading, told: &[Json]) {
    let bytes = |at: usize| from_hex(told.get(at)?.as_text()?).ok();
    let token = |(place, address): (usize, String)| {
        let decimals = decimals_of(&bytes(2 * place)?)?;
        let symbol = bytes(2 * place + 1).and_then(|it| symbol_of(&it));
        Some(Token { address, decimals, symbol })
    };
    let tokens: Vec<Token> = addresses(reading).into_iter().enumerate().filter_map(token).collect();
    let changes = reading.changes.iter_mut().flatten();
    for step in reading.steps.iter_mut().chain(changes) {
        put_in(&mut step.rows, &tokens);
    }
    put_in(&mut reading.brief, &tokens);
}

/// Those whose amounts it has, each once.
fn addresses(reading: &Reading) -> Vec<String> {
    let mut addresses: Vec<String> = Vec::new();
    // What is typed for another chain is about another chain's tokens.
    let is_elsewhere = reading.flags.iter().any(|it| it.kind == FlagKind::OtherChain);
    if reading.chain.namespace == Namespace::Eip155 && !is_elsewhere {
        let changes = reading.changes.iter().flatten();
        for step in reading.steps.iter().chain(changes) {
            let token = token_of(&step.rows).map(|at| &step.rows[at].value);
            addresses.extend(token.filter(|it| !addresses.contains(it)).cloned());
        }
        addresses.truncate(MOST);
    }
    addresses
}

/// Which row names the token whose amount these rows have. A collection has no amounts; what is unwrapped is the
/// contract itself.
fn token_of(rows: &[ReadingRow]) -> Option<usize> {
    let is_amount = |it: &ReadingRow| matches!(it.kind, RowKind::Units | RowKind::Unlimited);
    if !rows.iter().any(is_amount) || rows.iter().any(|it| it.label == RowLabel::TokenId) {
        return None;
    }
    let named = |label| rows.iter().position(|it| it.label == label && it.kind == RowKind::Address);
    named(RowLabel::Token).or_else(|| named(RowLabel::Contract))
}

fn put_in(rows: &mut Vec<ReadingRow>, tokens: &[Token]) {
    let Some(at) = token_of(rows) else { return };
    let Some(token) = tokens.iter().find(|it| it.address == rows[at].value) else { return };
    let is_one_perhaps = |it: &ReadingRow| it.label == RowLabel::AmountOrTokenId;
    // The contract of a collection counts no decimals.
    if token.decimals == 0 && rows.iter().any(is_one_perhaps) {
        return;
    }
    if let Some(symbol) = &token.symbol {
        rows.insert(at + 1, row::text(RowLabel::Name, symbol));
    }
    let is_grant = rows.iter().any(|it| it.label == RowLabel::Spender);
    // From the end, since rows come in between.
    for place in (0..rows.len()).rev() {
        if rows[place].kind != RowKind::Units {
            continue;
        }
        let amount = whole(&rows[place].value, token.decimals.into());
        let amount = row::row(RowLabel::Amount, RowKind::Tokens, amount);
        // One may be meant by its number though its contract counts decimals, so that is seen, too. What is allowed is nearly
        // always an amount: there the number stands beside what is less than a whole one.
        if is_one_perhaps(&rows[place]) && (!is_grant || amount.value.starts_with("0.")) {
            rows.insert(place + 1, amount);
        } else {
            rows[place] = amount;
        }
    }
}

/// A number of smallest units in whole ones: `12500000` by 6 decimals is `12.5`.
fn whole(units: &str, decimals: usize) -> String {
    let zeros = "0".repeat((decimals + 1).saturating_sub(units.len()));
    let digits = [&zeros, units].concat();
    let (whole, part) = digits.split_at(digits.len() - decimals);
    let part = part.trim_end_matches('0');
    if part.is_empty() { whole.to_owned() } else { [whole, ".", part].concat() }
}

fn decimals_of(bytes: &[u8]) -> Option<u8> {
    match bytes.split_last()? {
        (decimals, zeros) if zeros.len() == 31 && zeros.iter().all(|it| *it == 0) => {
            Some(*decimals).filter(|it| *it <= MOST_DECIMALS)
        }
        _ => None,
    }
}

/// A string of the ABI, or the 32 bytes that the first tokens answer; short, and of signs that everybody sees.
fn symbol_of(bytes: &[u8]) -> Option<String> {
    let letters = match bytes.len() {
        32 => bytes,
        _ => bytes.get(64..64 + usize::from(*bytes.get(63)?))?,
    };
    let text = core::str::from_utf8(letters).ok()?.trim_end_matches('\0');
    let is_fit = (1..=MOST_LETTERS).contains(&text.len());
    (is_fit && text.bytes().all(|it| it.is_ascii_graphic())).then(|| text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_are_written_in_whole_tokens() {
        let all = [
            ("12500000", 6, "12.5"),
            ("1", 18, "0.000000000000000001"),
            ("0", 6, "0"),
            ("1000000", 6, "1"),
            ("7", 0, "7"),
            ("123", 3, "0.123"),
        ];
        for (units, decimals, said) in all {
            assert_eq!(whole(units, decimals), said);
        }
    }

    #[test]
    fn decimals_are_a_small_number_in_a_word() {
        let word = |last: u8, first: u8| {
            let mut word = [0; 32];
            (word[0], word[31]) = (first, last);
            word
        };
        assert_eq!(decimals_of(&word(18, 0)), Some(18));
        assert_eq!(decimals_of(&word(77, 0)), Some(77));
        assert_eq!(decimals_of(&word(78, 0)), None);
        assert_eq!(decimals_of(&word(18, 1)), None);
        assert_eq!(decimals_of(&[18]), None);
        assert_eq!(decimals_of(&[]), None);
    }

    #[test]
    fn a_symbol_is_short_and_everybody_sees_its_signs() {
        let string = |text: &str| {
            let mut bytes = vec![0; 64];
            (bytes[31], bytes[63]) = (32, u8::try_from(text.len()).unwrap());
            bytes.extend(text.bytes());
            bytes.resize(bytes.len().next_multiple_of(32), 0);
            bytes
        };
        let is = |bytes: &[u8]| symbol_of(bytes);
        assert_eq!(is(&string("USDC")).as_deref(), Some("USDC"));
        let mut old = [0; 32];
        old[..3].copy_from_slice(b"MKR");
        assert_eq!(is(&old).as_deref(), Some("MKR"));
        for unfit in ["", "US DC", "USD\u{202e}C", "\u{421}OIN", "ABCDEFGHIJKLMNOPQ"] {
            assert_eq!(is(&string(unfit)), None, "{unfit}");
        }
        // It says that it is longer than what came.
        assert_eq!(is(&string("USDC")[..66]), None);
        assert_eq!(is(&[]), None);
    }
}
