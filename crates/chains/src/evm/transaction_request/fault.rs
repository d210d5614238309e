//! Why what a page asked to send is refused: which field, and what it must be.

use crate::amount::QuantityError;
use crate::evm::address::AddressError;
use crate::evm::fee::FeeError;
use crate::evm::hex::HexError;
use core::{error, fmt};

/// Why a request is refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RequestError {
    /// The field, such as `maxFeePerGas` or `accessList[2].address`; empty for the request itself.
    pub field: String,
    /// What is wrong with it.
    pub fault: RequestFault,
}

/// What a field must be and is not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RequestFault {
    /// The parameters must be one object.
    NotOneObject,
    /// The field must be there.
    Missing,
    /// The field must be given once.
    Twice,
    /// It must be text.
    NotText,
    /// It must be an array.
    NotList,
    /// It must be an object.
    NotObject,
    /// It must be a quantity, `0x` and hex digits, and is not.
    Quantity(QuantityError),
    /// It must have at most this many bits.
    TooManyBits(u16),
    /// It must be at most 2⁶⁴ − 2: the nonce is at its maximum.
    NonceAtMaximum,
    /// It must be bytes, `0x` and two hex digits each, and is not.
    Hex(HexError),
    /// It must be 32 bytes.
    Not32Bytes,
    /// It must have at most [`INPUT_BYTES`](super::INPUT_BYTES) bytes or
    /// [`ACCESSES`](super::ACCESSES) entries.
    TooLong,
    /// It must be an address, and is not.
    Address(AddressError),
    /// It must be the account that is connected.
    OtherAccount,
    /// It must be the number of the active chain.
    OtherChain,
    /// It must say the same as the field it is another name of.
    Differs,
    /// It must be 0x0, 0x1 or 0x2.
    UnknownType,
    /// It must be a type that has the other fields that were given.
    TypeDiffers,
    /// A creation must have input.
    EmptyCreation,
    /// It must not be there: it would make another transaction of it.
    Changes,
    /// The fees do not go together.
    Fee(FeeError),
}

/// The fault of a field.
pub(super) fn fault(field: &str, fault: RequestFault) -> RequestError {
    RequestError { field: field.to_owned(), fault }
}

/// The field, and what it must be.
impl fmt::Display for RequestError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.field.is_empty() {
            write!(formatter, "{}: ", self.field)?;
        }
        formatter.write_str(match &self.fault {
            RequestFault::NotOneObject => "the parameters must be an array of one object",
            RequestFault::Missing => "must be there",
            RequestFault::Twice => "must be given once",
            RequestFault::NotText => "must be text",
            RequestFault::NotList => "must be an array",
            RequestFault::NotObject => "must be an object",
            RequestFault::Quantity(error) => return error.fmt(formatter),
            RequestFault::TooManyBits(bits) => {
                return write!(formatter, "must have at most {bits} bits");
            }
            RequestFault::NonceAtMaximum => "must be below 2^64-1",
            RequestFault::Hex(error) => return error.fmt(formatter),
            RequestFault::Not32Bytes => "must be 32 bytes each",
            RequestFault::TooLong => "must be shorter",
            RequestFault::Address(error) => return error.fmt(formatter),
            RequestFault::OtherAccount => "must be the account that is connected",
            RequestFault::OtherChain => "must be the active chain",
            RequestFault::Differs => "must say what its other name says",
            RequestFault::UnknownType => "must be 0x0, 0x1 or 0x2",
            RequestFault::TypeDiffers => "must be a type that has the other fields",
            RequestFault::EmptyCreation => "must be there, or input to create a contract",
            RequestFault::Changes => "must not be there",
            RequestFault::Fee(error) => return error.fmt(formatter),
        })
    }
}

impl error::Error for RequestError {}
