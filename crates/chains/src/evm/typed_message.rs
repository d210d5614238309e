//! Typed data ([EIP-712](https://eips.ethereum.org/EIPS/eip-712)), as `eth_signTypedData_v4` signs it:
//! read strictly, hashed, and listed for who signs.
//!
//! [`TypedMessage::read_params`] takes what a page asks, [`TypedMessage::read`] the typed data alone. Below:
//! `kinds.rs` has the types, `value.rs` single values, `walk.rs` goes through a message once and makes
//! of it both the hash and the rows, `fault.rs` says what was wrong. A number is never a float: JSON
//! numbers keep their digits.

mod fault;
mod kinds;
mod value;
mod walk;

use super::address::{Address, Strictness};
use super::keccak::keccak;
use crate::amount::Amount;
use fault::at;
pub use fault::{TypedMessageError, TypedMessageFault};
use kinds::Kinds;
pub use value::Value;
pub use walk::Row;
use walk::Walk;
use wire::Json;

/// The most bytes of typed data in a text.
pub const TEXT_BYTES: usize = 128 * 1024;

const DOMAIN: &str = "EIP712Domain";
/// The members that a domain may have, in their order.
const DOMAIN_MEMBERS: [(&str, &str); 5] = [
    ("name", "string"),
    ("version", "string"),
    ("chainId", "uint256"),
    ("verifyingContract", "address"),
    ("salt", "bytes32"),
];

/// Typed data that can be signed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TypedMessage {
    /// The name of the message's type.
    pub primary_type: String,
    /// Where the signature counts.
    pub domain: Domain,
    /// Every value of the message, in the order of the types.
    pub rows: Vec<Row>,
    /// The hash of the domain.
    pub domain_separator: [u8; 32],
    /// The hash of the message.
    pub message_hash: [u8; 32],
}

/// Where a signature counts; what is missing is not signed.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Domain {
    /// What asks, by its own word.
    pub name: Option<String>,
    /// Its version.
    pub version: Option<String>,
    /// The number of the chain.
    pub chain: Option<Amount>,
    /// The contract that will look at the signature.
    pub contract: Option<Address>,
    /// What tells it from others.
    pub salt: Option<[u8; 32]>,
}

/// A row as it is shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShownRow {
    /// The path without `message.` before it.
    pub path: String,
    /// The type.
    pub kind: String,
    /// The value, see [`Value::to_text`].
    pub value: String,
}

impl TypedMessage {
    /// Reads the parameters of `eth_signTypedData_v4`: the account's address and the typed data, as
    /// JSON text or as an object.
    ///
    /// # Errors
    /// [`TypedMessageError`] names the first thing that is not what it must be, and the path to it.
    pub fn read_params(
        params: &Json,
        account: &Address,
    ) -> Result<TypedMessage, TypedMessageError> {
        let Some([address, typed_message]) = params.as_list() else {
            return Err(at("", TypedMessageFault::NotTwo));
        };
        let address = address.as_text().ok_or(at("", TypedMessageFault::NotTwo))?;
        let address = Address::parse(address, Strictness::Lenient)
            .map_err(|error| at("address", TypedMessageFault::Address(error)))?;
        if address != *account {
            return Err(at("address", TypedMessageFault::OtherAccount));
        }
        TypedMessage::read(typed_message)
    }

    /// Reads typed data, as JSON text or as an object. Of the object `types`, `primaryType`, `domain`
    /// and `message` are read.
    ///
    /// # Errors
    /// As [`TypedMessage::read_params`].
    pub fn read(json: &Json) -> Result<TypedMessage, TypedMessageError> {
        let Json::Text(text) = json else { return read_object(json) };
        if text.len() > TEXT_BYTES {
            return Err(at("", TypedMessageFault::TooLong));
        }
        let json: Json = wire::from_text(text).map_err(|_| at("", TypedMessageFault::NotJson))?;
        read_object(&json)
    }

    /// What is signed.
    pub fn digest(&self) -> [u8; 32] {
        keccak(&[b"\x19\x01", &self.domain_separator, &self.message_hash])
    }

    /// The value at a path below the message, such as `details.token`.
    pub fn value(&self, path: &str) -> Option<&Value> {
        let is_it = |row: &&Row| row.path.strip_prefix("message.") == Some(path);
        self.rows.iter().find(is_it).map(|row| &row.value)
    }

    /// The first rows as they are shown, each value at most so many characters long, and how many
    /// rows were left out.
    pub fn shown(&self, most_rows: usize, most_letters: usize) -> (Vec<ShownRow>, usize) {
        let shown = self.rows.iter().take(most_rows).map(|row| ShownRow {
            path: row.path.strip_prefix("message.").unwrap_or(&row.path).to_owned(),
            kind: row.kind.clone(),
            value: row.value.to_text(most_letters),
        });
        (shown.collect(), self.rows.len().saturating_sub(most_rows))
    }
}

fn read_object(json: &Json) -> Result<TypedMessage, TypedMessageError> {
    let fields = json.as_fields().ok_or(at("", TypedMessageFault::NotObject))?;
    let field = |name: &str| {
        if fields.iter().filter(|(other, _)| other == name).count() > 1 {
            return Err(at(name, TypedMessageFault::Twice));
        }
        json.get(name).ok_or(at(name, TypedMessageFault::Missing))
    };
    let kinds = Kinds::read(field("types")?)?;
    let domain_kind = kinds.find(DOMAIN);
    let domain_kind = domain_kind.ok_or(at("types.EIP712Domain", TypedMessageFault::Missing))?;
    if !is_domain(&kinds, domain_kind) {
        return Err(at("types.EIP712Domain", TypedMessageFault::DomainType));
    }
    let primary_type = field("primaryType")?.as_text();
    let primary_type = primary_type.ok_or(at("primaryType", TypedMessageFault::NotText))?;
    if primary_type == DOMAIN {
        return Err(at("primaryType", TypedMessageFault::PrimaryIsDomain));
    }
    let primary =
        kinds.find(primary_type).ok_or(at("primaryType", TypedMessageFault::UnknownType))?;
    let mut walk = Walk::new(&kinds);
    let domain_separator = walk.structure(domain_kind, field("domain")?, "domain", 0)?;
    let domain = domain(core::mem::take(&mut walk.rows));
    let message_hash = walk.structure(primary, field("message")?, "message", 0)?;
    let rows = walk.rows;
    Ok(TypedMessage {
        primary_type: primary_type.to_owned(),
        domain,
        rows,
        domain_separator,
        message_hash,
    })
}

/// Whether the members are some of those a domain may have, in their order.
fn is_domain(kinds: &Kinds, index: usize) -> bool {
    let mut left = DOMAIN_MEMBERS.iter();
    kinds
        .at(index)
        .members
        .iter()
        .all(|member| left.any(|known| *known == (member.name.as_str(), member.written.as_str())))
}

fn domain(rows: Vec<Row>) -> Domain {
    let mut domain = Domain::default();
    for row in rows {
        match (row.path.as_str(), row.value) {
            ("domain.name", Value::Text(name)) => domain.name = Some(name),
            ("domain.version", Value::Text(version)) => domain.version = Some(version),
            (_, Value::Number { size, .. }) => domain.chain = Some(size),
            (_, Value::Address(contract)) => domain.contract = Some(contract),
            (_, Value::Bytes(salt)) => domain.salt = salt.try_into().ok(),
            _ => {}
        }
    }
    domain
}

#[cfg(test)]
mod tests;
