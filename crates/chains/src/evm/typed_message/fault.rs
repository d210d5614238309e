//! Why typed data is not signed: what is wrong, and where.

use crate::evm::address::AddressError;
use crate::evm::hex::HexError;
use core::{error, fmt};

/// What is wrong, and the path to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TypedMessageError {
    /// Such as `message.to[0].wallet` or `types.Mail[2].type`, at most 200 characters of it.
    pub path: String,
    /// What is wrong there.
    pub fault: TypedMessageFault,
}

/// What something in typed data must be and is not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TypedMessageFault {
    /// The parameters must be the account's address and the typed data.
    NotTwo,
    /// It must be the account that is connected.
    OtherAccount,
    /// It must be JSON.
    NotJson,
    /// It must be shorter.
    TooLong,
    /// It must be an object.
    NotObject,
    /// It must be an array.
    NotList,
    /// It must be text.
    NotText,
    /// It must be there.
    Missing,
    /// It must be given once.
    Twice,
    /// It must not be there: its type does not have it, so it would not be signed.
    Extra,
    /// It must be a name: letters, digits, `_` and `$`, no digit first.
    BadName,
    /// It must be a name that no type of the language has.
    ReservedName,
    /// It must be a type of the language, or one that `types` lists.
    UnknownType,
    /// It must be a type of the message; the domain is signed with every message.
    PrimaryIsDomain,
    /// It must be of name, version, chainId, verifyingContract and salt, in this order and of their
    /// types.
    DomainType,
    /// It must be `true` or `false`.
    NotBool,
    /// It must be an integer: a number, or text in decimal or in hex after 0x.
    NotNumber,
    /// It must not be negative.
    Negative,
    /// It must fit its type of so many bits.
    TooManyBits(u16),
    /// It must be bytes in hex.
    Hex(HexError),
    /// It must have so many bytes.
    WrongBytes(u8),
    /// It must be an address.
    Address(AddressError),
    /// It must have as many items as its type says.
    WrongLength,
    /// It must not be nested so deep.
    TooDeep,
    /// There must be fewer of them.
    TooMany,
}

/// The fault at a path.
pub(super) fn at(path: &str, fault: TypedMessageFault) -> TypedMessageError {
    TypedMessageError { path: path.chars().take(200).collect(), fault }
}

/// The path, and what must be there.
impl fmt::Display for TypedMessageError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.path.is_empty() {
            write!(formatter, "{}: ", self.path)?;
        }
        formatter.write_str(match &self.fault {
            TypedMessageFault::NotTwo => "the parameters must be the address and the typed data",
            TypedMessageFault::OtherAccount => "must be the account that is connected",
            TypedMessageFault::NotJson => "must be JSON",
            TypedMessageFault::TooLong => "must be shorter",
            TypedMessageFault::NotObject => "must be an object",
            TypedMessageFault::NotList => "must be an array",
            TypedMessageFault::NotText => "must be text",
            TypedMessageFault::Missing => "must be there",
            TypedMessageFault::Twice => "must be given once",
            TypedMessageFault::Extra => "must not be there, as its type does not have it",
            TypedMessageFault::BadName => "must be a name",
            TypedMessageFault::ReservedName => "must not be the name of a type of the language",
            TypedMessageFault::UnknownType => "must be a known type",
            TypedMessageFault::PrimaryIsDomain => "must be a type of the message",
            TypedMessageFault::DomainType => {
                "must be of name, version, chainId, verifyingContract, salt, in this order"
            }
            TypedMessageFault::NotBool => "must be true or false",
            TypedMessageFault::NotNumber => "must be an integer",
            TypedMessageFault::Negative => "must not be negative",
            TypedMessageFault::TooManyBits(bits) => {
                return write!(formatter, "must fit {bits} bits");
            }
            TypedMessageFault::Hex(error) => return error.fmt(formatter),
            TypedMessageFault::WrongBytes(count) => {
                return write!(formatter, "must be {count} bytes");
            }
            TypedMessageFault::Address(error) => return error.fmt(formatter),
            TypedMessageFault::WrongLength => "must have as many items as its type says",
            TypedMessageFault::TooDeep => "must not be nested so deep",
            TypedMessageFault::TooMany => "must be fewer",
        })
    }
}

impl error::Error for TypedMessageError {}
