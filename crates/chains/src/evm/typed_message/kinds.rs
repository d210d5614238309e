//! The types of typed data: what a page declared under `types`, resolved, and how each is named when
//! it is hashed.
//!
//! [`Kinds::read`] resolves, [`Kinds::encode_type`] names. Source:
//! [EIP-712, encodeType](https://eips.ethereum.org/EIPS/eip-712#definition-of-encodetype).

use super::fault::{TypedMessageError, TypedMessageFault, at};
use wire::{Json, decimal};

/// The most types, and the most members of all of them together.
const STRUCTS: usize = 64;
const MEMBERS: usize = 512;
/// The most letters of a name, and the most brackets behind one.
const LETTERS: usize = 128;
const BRACKETS: usize = 8;

/// Every declared type.
pub struct Kinds(Vec<Struct>);

/// A type with members.
pub struct Struct {
    /// How it is called.
    pub name: String,
    /// In their order.
    pub members: Vec<Member>,
}

/// A member of a type.
pub struct Member {
    /// How it is called.
    pub name: String,
    /// Its type as it was written.
    pub written: String,
    /// Its type.
    pub kind: Kind,
}

/// A type.
pub enum Kind {
    /// `address`
    Address,
    /// `bool`
    Bool,
    /// `string`
    Text,
    /// `bytes`
    Bytes,
    /// `bytes1` to `bytes32`
    FixedBytes(u8),
    /// `uint8` to `uint256`, by its bits
    Uint(u16),
    /// `int8` to `int256`, by its bits
    Int(u16),
    /// A declared type, by its place.
    Struct(usize),
    /// An array, of a fixed length or of any.
    List(Box<Kind>, Option<usize>),
}

impl Kinds {
    /// Reads `types`: an object of arrays of `{ name, type }`. An exchange names its types with a
    /// colon; such a type may neither hold another nor be held, and no name of a type has a `$`:
    /// libraries cut names there when they look for the types of members, so that wallets would sign
    /// different hashes ([viem](https://github.com/wevm/viem), `findTypeDependencies`).
    pub fn read(types: &Json) -> Result<Kinds, TypedMessageError> {
        let fields = types.as_fields().ok_or(at("types", TypedMessageFault::NotObject))?;
        if fields.len() > STRUCTS {
            return Err(at("types", TypedMessageFault::TooMany));
        }
        let mut structs: Vec<Struct> = Vec::new();
        let mut count = 0;
        for (index, (name, members)) in fields.iter().enumerate() {
            let path = ["types.", name].concat();
            if !name.split(':').all(|part| is_name(part) && !part.contains('$')) {
                return Err(at(&path, TypedMessageFault::BadName));
            }
            if is_reserved(name) {
                return Err(at(&path, TypedMessageFault::ReservedName));
            }
            if fields[..index].iter().any(|(other, _)| other == name) {
                return Err(at(&path, TypedMessageFault::Twice));
            }
            let items = members.as_list().ok_or(at(&path, TypedMessageFault::NotList))?;
            count += items.len();
            if count > MEMBERS {
                return Err(at(&path, TypedMessageFault::TooMany));
            }
            let members = read_members(items, &path, fields)?;
            if name.contains(':') && members.iter().any(|it| struct_of(&it.kind).is_some()) {
                return Err(at(&path, TypedMessageFault::BadName));
            }
            structs.push(Struct { name: name.clone(), members });
        }
        Ok(Kinds(structs))
    }

    /// Where the type of this name is.
    pub fn find(&self, name: &str) -> Option<usize> {
        self.0.iter().position(|it| it.name == name)
    }

    /// How many types there are.
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// The type at a place that [`Kinds::find`] or a [`Kind::Struct`] named.
    pub fn at(&self, index: usize) -> &Struct {
        &self.0[index]
    }

    /// The name and members of a type, then those of every type it leads to, by name.
    pub fn encode_type(&self, index: usize) -> String {
        let mut found = vec![index];
        let mut next = 0;
        while let Some(index) = found.get(next) {
            for member in &self.0[*index].members {
                if let Some(of) = struct_of(&member.kind).filter(|of| !found.contains(of)) {
                    found.push(of);
                }
            }
            next += 1;
        }
        let mut sorted: Vec<&Struct> = Vec::new();
        for index in &found[1..] {
            let one = &self.0[*index];
            let place = sorted.iter().take_while(|other| other.name < one.name).count();
            sorted.insert(place, one);
        }
        let mut text = String::new();
        for one in core::iter::once(&self.0[index]).chain(sorted) {
            text.push_str(&one.name);
            for (index, member) in one.members.iter().enumerate() {
                text.push(if index == 0 { '(' } else { ',' });
                text.push_str(&member.written);
                text.push(' ');
                text.push_str(&member.name);
            }
            text.push_str(if one.members.is_empty() { "()" } else { ")" });
        }
        text
    }
}

fn struct_of(kind: &Kind) -> Option<usize> {
    match kind {
        Kind::Struct(index) => Some(*index),
        Kind::List(of, _) => struct_of(of),
        _ => None,
    }
}

fn read_members(
    items: &[Json],
    path: &str,
    fields: &[(String, Json)],
) -> Result<Vec<Member>, TypedMessageError> {
    let mut members: Vec<Member> = Vec::new();
    for (index, item) in items.iter().enumerate() {
        let path = [path, "[", &decimal(index as u64), "]"].concat();
        let text = |name: &str| {
            let path = [&path, ".", name].concat();
            let is_twice = item
                .as_fields()
                .is_some_and(|fields| fields.iter().filter(|(other, _)| other == name).count() > 1);
            match item.get(name) {
                _ if is_twice => Err(at(&path, TypedMessageFault::Twice)),
                Some(Json::Text(text)) => Ok((text.as_str(), path)),
                Some(_) => Err(at(&path, TypedMessageFault::NotText)),
                None => Err(at(&path, TypedMessageFault::Missing)),
            }
        };
        let (name, name_path) = text("name")?;
        let (written, type_path) = text("type")?;
        if !is_name(name) {
            return Err(at(&name_path, TypedMessageFault::BadName));
        }
        if members.iter().any(|other| other.name == name) {
            return Err(at(&name_path, TypedMessageFault::Twice));
        }
        let kind = read_kind(written, fields, BRACKETS).map_err(|fault| at(&type_path, fault))?;
        members.push(Member { name: name.to_owned(), written: written.to_owned(), kind });
    }
    Ok(members)
}

/// A type as it is written; the last bracket is the outermost array.
fn read_kind(
    written: &str,
    fields: &[(String, Json)],
    brackets: usize,
) -> Result<Kind, TypedMessageFault> {
    if let Some((of, length)) = written.strip_suffix(']').and_then(|it| it.rsplit_once('[')) {
        let length = match length {
            "" => None,
            _ => Some(short_number(length).ok_or(TypedMessageFault::UnknownType)?),
        };
        let brackets = brackets.checked_sub(1).ok_or(TypedMessageFault::TooDeep)?;
        return Ok(Kind::List(Box::new(read_kind(of, fields, brackets)?), length.map(usize::from)));
    }
    if let Some(kind) = atomic(written) {
        return Ok(kind);
    }
    let place = fields.iter().position(|(name, _)| name == written && !written.contains(':'));
    place.map(Kind::Struct).ok_or(TypedMessageFault::UnknownType)
}

/// A type of the language. There are no `uint` and `int` without bits in typed data.
fn atomic(written: &str) -> Option<Kind> {
    let bits = |digits: &str| short_number(digits).filter(|it| *it <= 256 && it % 8 == 0);
    match written {
        "address" => Some(Kind::Address),
        "bool" => Some(Kind::Bool),
        "string" => Some(Kind::Text),
        "bytes" => Some(Kind::Bytes),
        _ => {
            if let Some(digits) = written.strip_prefix("uint") {
                return bits(digits).map(Kind::Uint);
            }
            if let Some(digits) = written.strip_prefix("int") {
                return bits(digits).map(Kind::Int);
            }
            let count = short_number(written.strip_prefix("bytes")?)?;
            u8::try_from(count).ok().filter(|it| *it <= 32).map(Kind::FixedBytes)
        }
    }
}

/// A number from 1 on without leading zeros, of at most four digits.
fn short_number(digits: &str) -> Option<u16> {
    let is_fit = (1..=4).contains(&digits.len()) && !digits.starts_with('0');
    digits
        .bytes()
        .filter(|_| is_fit)
        .try_fold(0, |number, digit| {
            digit.is_ascii_digit().then(|| number * 10 + u16::from(digit - b'0'))
        })
        .filter(|number| *number > 0)
}

/// Whether who reads it would take it for a type of the language, whether or not it is one.
fn is_reserved(name: &str) -> bool {
    let after = |prefix| name.strip_prefix(prefix);
    let rest = after("uint").or_else(|| after("int")).or_else(|| after("bytes"));
    matches!(name, "address" | "bool" | "string" | "function")
        || rest.is_some_and(|rest| rest.bytes().all(|it| it.is_ascii_digit()))
}

fn is_name(name: &str) -> bool {
    let is_letter = |it: u8| it.is_ascii_alphanumeric() || it == b'_' || it == b'$';
    (1..=LETTERS).contains(&name.len())
        && name.bytes().all(is_letter)
        && !name.starts_with(|it: char| it.is_ascii_digit())
}
