//! One walk through a message of typed data that hashes it and lists what it says, so that nothing is
//! hashed that is not listed.
//!
//! [`Walk::structure`] and [`Walk::word`] call each other, down to single values. Source:
//! [EIP-712, encodeData](https://eips.ethereum.org/EIPS/eip-712#definition-of-encodedata); arrays and
//! `null` as version 4 of `eth_signTypedData` has them.

use super::fault::{TypedMessageError, TypedMessageFault, at};
use super::kinds::{Kind, Kinds, Struct};
use super::value::{Value, read, word};
use crate::evm::keccak::keccak;
use wire::{Json, decimal};

/// How deep types and arrays may be nested in one another.
const DEPTH: usize = 24;
/// The most values, parts included.
const VALUES: usize = 4096;

/// A value and where it stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// Such as `message.to[0].wallet`; of names only, so fit to be shown.
    pub path: String,
    /// Its type as it was written: `uint256`.
    pub kind: String,
    /// What it is.
    pub value: Value,
}

/// A walk through several values of the same types.
pub struct Walk<'a> {
    kinds: &'a Kinds,
    type_hashes: Vec<Option<[u8; 32]>>,
    count: usize,
    /// The values met since it was last taken.
    pub rows: Vec<Row>,
}

impl<'a> Walk<'a> {
    /// Has met nothing yet.
    pub fn new(kinds: &'a Kinds) -> Walk<'a> {
        Walk { kinds, type_hashes: vec![None; kinds.count()], count: 0, rows: Vec::new() }
    }

    /// `hashStruct`: of the hash of its type and a word for each member.
    pub fn structure(
        &mut self,
        index: usize,
        json: &Json,
        path: &str,
        depth: usize,
    ) -> Result<[u8; 32], TypedMessageError> {
        let one = self.kinds.at(index);
        check_members(one, json, path)?;
        let mut encoded = self.type_hash(index).to_vec();
        for member in &one.members {
            let path = [path, ".", &member.name].concat();
            let value = json.get(&member.name).ok_or(at(&path, TypedMessageFault::Missing))?;
            encoded.extend(self.word(&member.kind, &member.written, value, &path, depth)?);
        }
        if one.members.is_empty() {
            self.list(path, &one.name, Value::Nothing);
        }
        Ok(keccak(&[&encoded]))
    }

    fn word(
        &mut self,
        kind: &Kind,
        written: &str,
        json: &Json,
        path: &str,
        depth: usize,
    ) -> Result<[u8; 32], TypedMessageError> {
        self.count += 1;
        if self.count > VALUES {
            return Err(at(path, TypedMessageFault::TooMany));
        }
        let deeper =
            || (depth < DEPTH).then_some(depth + 1).ok_or(at(path, TypedMessageFault::TooDeep));
        match kind {
            Kind::Struct(_) if *json == Json::Null => {
                self.list(path, written, Value::Nothing);
                Ok([0; 32])
            }
            Kind::Struct(index) => self.structure(*index, json, path, deeper()?),
            Kind::List(of, length) => {
                let items = json.as_list().ok_or(at(path, TypedMessageFault::NotList))?;
                if length.is_some_and(|length| length != items.len()) {
                    return Err(at(path, TypedMessageFault::WrongLength));
                }
                if items.is_empty() {
                    self.list(path, written, Value::Empty);
                }
                let written = written.rsplit_once('[').map_or("", |(of, _)| of);
                let mut encoded = Vec::new();
                for (index, item) in items.iter().enumerate() {
                    let path = [path, "[", &decimal(index as u64), "]"].concat();
                    encoded.extend(self.word(of, written, item, &path, deeper()?)?);
                }
                Ok(keccak(&[&encoded]))
            }
            _ => {
                let value = read(kind, json).map_err(|fault| at(path, fault))?;
                let word = word(kind, &value);
                self.list(path, written, value);
                Ok(word)
            }
        }
    }

    fn list(&mut self, path: &str, written: &str, value: Value) {
        self.rows.push(Row { path: path.to_owned(), kind: written.to_owned(), value });
    }

    fn type_hash(&mut self, index: usize) -> [u8; 32] {
        let kinds = self.kinds;
        let hash = || keccak(&[kinds.encode_type(index).as_bytes()]);
        *self.type_hashes[index].get_or_insert_with(hash)
    }
}

/// An object that has no member twice and none that its type has not.
fn check_members(one: &Struct, json: &Json, path: &str) -> Result<(), TypedMessageError> {
    let fields = json.as_fields().ok_or(at(path, TypedMessageFault::NotObject))?;
    for (index, (name, _)) in fields.iter().enumerate() {
        let inside = [path, ".", name].concat();
        if !one.members.iter().any(|member| member.name == *name) {
            return Err(at(&inside, TypedMessageFault::Extra));
        }
        if fields[..index].iter().any(|(other, _)| other == name) {
            return Err(at(&inside, TypedMessageFault::Twice));
        }
    }
    Ok(())
}
