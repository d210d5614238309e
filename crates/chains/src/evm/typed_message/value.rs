//! A single value of typed data: read as its type asks, as the 32 bytes that are hashed, and as text.

use super::fault::TypedMessageFault;
use super::kinds::Kind;
use crate::amount::Amount;
use crate::evm::address::{Address, Strictness};
use crate::evm::hex::{from_hex, to_hex};
use crate::evm::keccak::keccak;
use crate::evm::message::neutralised;
use wire::Json;

/// A value that has no parts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    /// `null` in the place of a type with members, which is hashed as 32 zeros; or a type without
    /// members.
    Nothing,
    /// An array without items.
    Empty,
    /// An address.
    Address(Address),
    /// `true` or `false`
    Bool(bool),
    /// Text, as it is signed.
    Text(String),
    /// Bytes, of fixed length or not.
    Bytes(Vec<u8>),
    /// An integer.
    Number {
        /// Below zero.
        is_negative: bool,
        /// Without the sign.
        size: Amount,
    },
}

impl Value {
    /// As a person reads it: addresses with their checksum, numbers in decimal, bytes in hex, texts
    /// with nothing invisible in them; at most so many characters and an ellipsis.
    pub fn to_text(&self, most: usize) -> String {
        match self {
            Value::Nothing => String::new(),
            Value::Empty => "[]".to_owned(),
            Value::Address(address) => address.to_checksum(),
            Value::Bool(is) => if *is { "true" } else { "false" }.to_owned(),
            Value::Text(text) => neutralised(text, most),
            Value::Bytes(bytes) => {
                let shown = bytes.len().min(most.saturating_sub(2) / 2);
                let mut text = to_hex(&bytes[..shown]);
                if shown < bytes.len() {
                    text.push('…');
                }
                text
            }
            Value::Number { is_negative, size } => {
                [if *is_negative { "-" } else { "" }, &size.to_decimal(0)].concat()
            }
        }
    }
}

/// Reads a value that has no parts.
pub fn read(kind: &Kind, json: &Json) -> Result<Value, TypedMessageFault> {
    let text = || json.as_text().ok_or(TypedMessageFault::NotText);
    let bytes = || from_hex(text()?).map_err(TypedMessageFault::Hex);
    match kind {
        Kind::Address => Address::parse(text()?, Strictness::Lenient)
            .map(Value::Address)
            .map_err(TypedMessageFault::Address),
        Kind::Bool => match json {
            Json::Bool(is) => Ok(Value::Bool(*is)),
            _ => Err(TypedMessageFault::NotBool),
        },
        Kind::Text => Ok(Value::Text(text()?.to_owned())),
        Kind::Bytes => bytes().map(Value::Bytes),
        Kind::FixedBytes(count) => {
            let bytes = bytes()?;
            let is_fit = bytes.len() == usize::from(*count);
            is_fit.then_some(Value::Bytes(bytes)).ok_or(TypedMessageFault::WrongBytes(*count))
        }
        Kind::Uint(bits) => match number(json)? {
            (true, _) => Err(TypedMessageFault::Negative),
            (false, size) if bit_length(size) > *bits => Err(TypedMessageFault::TooManyBits(*bits)),
            (is_negative, size) => Ok(Value::Number { is_negative, size }),
        },
        Kind::Int(bits) => {
            let (is_negative, size) = number(json)?;
            // −2ⁿ⁻¹ is the one that has a bit more than its opposite.
            let shrunk = size.checked_sub(Amount::from(u64::from(is_negative))).unwrap_or(size);
            let is_fit = bit_length(shrunk) < *bits;
            let number = Value::Number { is_negative, size };
            is_fit.then_some(number).ok_or(TypedMessageFault::TooManyBits(*bits))
        }
        Kind::Struct(_) | Kind::List(..) => Err(TypedMessageFault::NotObject),
    }
}

/// The 32 bytes of a value ([EIP-712](https://eips.ethereum.org/EIPS/eip-712#definition-of-encodedata)).
pub fn word(kind: &Kind, value: &Value) -> [u8; 32] {
    let mut word = [0; 32];
    match value {
        Value::Nothing | Value::Empty => {}
        Value::Address(address) => word[12..].copy_from_slice(address.bytes()),
        Value::Bool(is) => word[31] = u8::from(*is),
        Value::Text(text) => word = keccak(&[text.as_bytes()]),
        Value::Bytes(bytes) => match kind {
            Kind::FixedBytes(_) => word[..bytes.len()].copy_from_slice(bytes),
            _ => word = keccak(&[bytes]),
        },
        Value::Number { is_negative: false, size } => word = size.to_be_bytes(),
        // Two's complement: all ones, less one less than the size.
        Value::Number { is_negative: true, size } => {
            let less = size.checked_sub(Amount::from(1));
            let number = less.and_then(|less| Amount::MAX.checked_sub(less));
            word = number.unwrap_or(Amount::ZERO).to_be_bytes();
        }
    }
    word
}

/// An integer and whether it is below zero. No fraction and no exponent, which would be rounded
/// somewhere.
fn number(json: &Json) -> Result<(bool, Amount), TypedMessageFault> {
    let text = json.as_number().or(json.as_text()).ok_or(TypedMessageFault::NotNumber)?;
    let (is_negative, size) = match (text.strip_prefix("0x"), text.strip_prefix('-')) {
        (Some(digits), _) => (false, hex(digits)?),
        (_, Some(digits)) => (true, decimal(digits)?),
        _ => (false, decimal(text)?),
    };
    Ok((is_negative && size != Amount::ZERO, size))
}

/// Hex digits; leading zeros are common here.
fn hex(digits: &str) -> Result<Amount, TypedMessageFault> {
    if digits.is_empty() || !digits.bytes().all(|it| it.is_ascii_hexdigit()) {
        return Err(TypedMessageFault::NotNumber);
    }
    let shortest = match digits.trim_start_matches('0') {
        "" => "0",
        digits => digits,
    };
    let amount = Amount::from_quantity(&["0x", shortest].concat());
    amount.map_err(|_| TypedMessageFault::TooManyBits(256))
}

fn decimal(digits: &str) -> Result<Amount, TypedMessageFault> {
    if digits.is_empty() || !digits.bytes().all(|it| it.is_ascii_digit()) {
        return Err(TypedMessageFault::NotNumber);
    }
    Amount::from_decimal(digits, 0).map_err(|_| TypedMessageFault::TooManyBits(256))
}

fn bit_length(amount: Amount) -> u16 {
    let mut length = 256;
    for byte in amount.to_be_bytes() {
        if byte != 0 {
            // At most 8.
            return length - u16::try_from(byte.leading_zeros()).unwrap_or(0);
        }
        length -= 8;
    }
    0
}
