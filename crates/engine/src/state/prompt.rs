//! What a wallet is asked, and what comes of it.

use std::pin::Pin;

use protocol::caip::Namespace;
use protocol::rpc::RpcError;
use wire::Json;

use super::carrier::Carrier;

/// What a wallet will answer. In a box, so that flows do not hold a copy of the waiting each.
pub(crate) type Answer = Pin<Box<dyn Future<Output = Result<Json, Fault>>>>;

/// Why a request to a wallet has no result.
pub(crate) enum Fault {
    /// The wallet's own error.
    Rpc(RpcError),
    /// It did not answer in time, or nothing that can be read.
    NoAnswer,
}

/// What a wallet asks a person.
pub(crate) struct Prompt {
    pub(crate) carrier: Carrier,
    pub(crate) namespace: Namespace,
    pub(crate) method: &'static str,
    pub(crate) params: Option<Json>,
    pub(crate) answer: Answer,
}
