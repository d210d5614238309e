//! What comes of reading a request: something to sign, or what the page is told instead.

use core::fmt::Display;

use chains::evm::fee::FeeError;
use chains::evm::message::MessageError;
use chains::evm::transaction_request::{RequestError, RequestFault};
use chains::evm::typed_message::{TypedMessageError, TypedMessageFault};
use chains::solana::params::{ParamsError, ParamsFault};
use chains::solana::transaction_error::TransactionError;
use protocol::module::reading::Reading;
use protocol::module::signer::SignerRefusal;
use protocol::rpc::{INVALID_PARAMS, RpcError, UNAUTHORIZED, UNSUPPORTED_METHOD};

use wire::Json;

use crate::work::Work;

/// What was read, and can be signed.
pub(crate) struct Read {
    /// What it says.
    pub(crate) reading: Reading,
    /// What is signed.
    pub(crate) work: Work,
}

/// Why nothing was read.
pub(crate) enum Unread {
    /// The network has to say its numbers first.
    Incomplete {
        /// What nodes are to try.
        call: Json,
        /// Whether the page left out how much gas it takes.
        needs_gas: bool,
    },
    /// The request is at fault: the page is told.
    Unfit(RpcError),
    /// What came with it is.
    Refused(SignerRefusal),
}

impl From<SignerRefusal> for Unread {
    fn from(why: SignerRefusal) -> Self {
        Unread::Refused(why)
    }
}

impl Unread {
    /// Nothing here does that.
    pub(crate) fn method(method: &str) -> Self {
        let message = ["the method ", method, " is not supported"].concat();
        Unread::Unfit(RpcError::new(UNSUPPORTED_METHOD, &message))
    }

    /// The parameters are not what they must be.
    pub(crate) fn params(message: &str) -> Self {
        Unread::Unfit(RpcError::new(INVALID_PARAMS, message))
    }

    fn of(error: &dyn Display, is_other_account: bool) -> Self {
        let code = if is_other_account { UNAUTHORIZED } else { INVALID_PARAMS };
        Unread::Unfit(RpcError::new(code, &error.to_string()))
    }
}

impl From<MessageError> for Unread {
    fn from(error: MessageError) -> Self {
        Unread::of(&error, error == MessageError::OtherAccount)
    }
}

impl From<TypedMessageError> for Unread {
    fn from(error: TypedMessageError) -> Self {
        Unread::of(&error, error.fault == TypedMessageFault::OtherAccount)
    }
}

impl From<RequestError> for Unread {
    fn from(error: RequestError) -> Self {
        Unread::of(&error, error.fault == RequestFault::OtherAccount)
    }
}

impl From<FeeError> for Unread {
    fn from(error: FeeError) -> Self {
        Unread::of(&error, false)
    }
}

impl From<ParamsError> for Unread {
    fn from(error: ParamsError) -> Self {
        let not_ours = ParamsFault::Transaction(TransactionError::NotSigner);
        let is_other = error.fault == ParamsFault::OtherAccount || error.fault == not_ours;
        Unread::of(&error, is_other)
    }
}
