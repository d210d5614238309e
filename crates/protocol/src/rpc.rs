//! JSON-RPC: a node, the error, and the one table of its codes.
//!
//! Sources: [JSON-RPC 2.0](https://www.jsonrpc.org/specification#error_object),
//! [EIP-1193](https://eips.ethereum.org/EIPS/eip-1193#provider-errors),
//! [EIP-1474](https://eips.ethereum.org/EIPS/eip-1474#error-codes),
//! [EIP-3085](https://eips.ethereum.org/EIPS/eip-3085) and
//! [EIP-3326](https://eips.ethereum.org/EIPS/eip-3326).

use wire::{Json, facts, wire};

use crate::caip::ChainId;

facts! {
    /// All codes, and what is said with them on both sides.
    CODES:

    /// Told with 4100: a wallet is asked, and nobody is connected.
    pub const NOT_CONNECTED: &str = "Connector not connected.";
    /// The person refused the request (EIP-1193).
    pub const USER_REJECTED: i32 = 4001;
    /// The account or method is not authorized (EIP-1193).
    pub const UNAUTHORIZED: i32 = 4100;
    /// The provider does not support the method (EIP-1193).
    pub const UNSUPPORTED_METHOD: i32 = 4200;
    /// The provider has left the page, or lost its wallet (EIP-1193).
    pub const DISCONNECTED: i32 = 4900;
    /// The provider is on another chain than the one it was asked about (EIP-1193).
    pub const CHAIN_DISCONNECTED: i32 = 4901;
    /// The wallet does not know the chain, and may be asked to add it (EIP-3326).
    pub const UNRECOGNIZED_CHAIN: i32 = 4902;
    /// The person refused, as some wallets say it.
    pub const REFUSED_BY_DEFAULT: i32 = 5000;
    /// What was given is no chain id: the engine's answer to a host, and said by some wallets, of which
    /// nothing is guessed from it. JSON-RPC's internal error is negative.
    pub const INVALID_CHAIN_ID: i32 = 32603;
    /// The call reverted (geth; EIP-838 proposed it).
    pub const EXECUTION_REVERTED: i32 = 3;
    /// The text is not JSON (JSON-RPC).
    pub const PARSE: i32 = -32700;
    /// The request is not a JSON-RPC request (JSON-RPC).
    pub const INVALID_REQUEST: i32 = -32600;
    /// There is no such method (JSON-RPC).
    pub const METHOD_NOT_FOUND: i32 = -32601;
    /// The parameters are not what the method expects (JSON-RPC).
    pub const INVALID_PARAMS: i32 = -32602;
    /// Something failed inside (JSON-RPC).
    pub const INTERNAL: i32 = -32603;
    /// A request of the kind waits for the person already (EIP-1474).
    pub const RESOURCE_UNAVAILABLE: i32 = -32002;
    /// The node counts too many requests (EIP-1474).
    pub const LIMIT_EXCEEDED: i32 = -32005;
    /// The wallet lost its node for a moment; not a disconnection while accounts exist. A WebSocket
    /// close code that wallets send as the code of their `disconnect` event.
    pub const TRY_AGAIN_LATER: i32 = 1013;
}

/// A JSON-RPC node.
#[wire]
pub struct Node {
    /// Where it is.
    pub url: String,
    /// What it is told beside the request, such as a key; names in lower case.
    pub headers: Vec<(String, String)>,
}

/// Who may be asked about a chain.
#[wire]
pub struct Nodes {
    /// The chain.
    pub chain: ChainId,
    /// The host's own, in its order. One that says it is of another chain is left out.
    pub own: Vec<Node>,
    /// The operator's server, which is asked where none of those is of use; nothing where it has no such chain.
    pub server: Option<Node>,
}

/// An error as JSON-RPC and EIP-1193 shape it.
#[wire]
pub struct RpcError {
    /// One of this module's codes, or the wallet's own.
    pub code: i32,
    /// A sentence for developers.
    pub message: String,
    /// Whatever the sender adds.
    pub data: Option<Json>,
}

impl RpcError {
    /// An error without data.
    pub fn new(code: i32, message: &str) -> Self {
        RpcError { code, message: message.to_owned(), data: None }
    }

    /// Reads what a wallet threw. Junk reads as [`INTERNAL`].
    pub fn of(thrown: &Json) -> Self {
        let code = thrown.get("code").and_then(code_of).unwrap_or(INTERNAL);
        let message = thrown.get("message").and_then(Json::as_text).unwrap_or_default();
        RpcError { code, message: message.to_owned(), data: thrown.get("data").cloned() }
    }

    /// Whether the person said no.
    pub fn is_refusal(&self) -> bool {
        matches!(self.code, USER_REJECTED | REFUSED_BY_DEFAULT)
    }

    /// Whether the wallet does not know the chain. Some wallets wrap the code in
    /// `data.originalError`.
    pub fn is_unrecognized_chain(&self) -> bool {
        let nested = self.data.as_ref().and_then(|data| data.get("originalError"));
        self.code == UNRECOGNIZED_CHAIN
            || nested.and_then(|error| error.get("code")).and_then(code_of)
                == Some(UNRECOGNIZED_CHAIN)
    }

    /// Whether every node would answer the same, so that no other is asked: the person refused, code 5000,
    /// or the call reverted. Only geth has a code for that; others have the word.
    pub fn is_final(&self) -> bool {
        let reverts = |part: &[u8]| part.eq_ignore_ascii_case(b"revert");
        self.is_refusal()
            || self.code == EXECUTION_REVERTED
            || self.message.as_bytes().windows(6).any(reverts)
    }

    /// Whether the wallet does not serve the chain it was asked about, or is on another. A session says why it
    /// does not by a code of [its own](https://specs.walletconnect.com/2.0/specs/clients/sign/error-codes).
    pub fn is_elsewhere(&self) -> bool {
        matches!(self.code, UNSUPPORTED_METHOD | CHAIN_DISCONNECTED | 5100..=5104)
    }

    /// Whether the provider does not have the method.
    pub fn is_unsupported(&self) -> bool {
        matches!(self.code, METHOD_NOT_FOUND | UNSUPPORTED_METHOD)
    }
}

/// Wallets send codes as numbers and as text.
fn code_of(json: &Json) -> Option<i32> {
    json.as_number().or(json.as_text())?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use wire::from_text;

    fn thrown(text: &str) -> RpcError {
        RpcError::of(&from_text(text).unwrap())
    }

    #[test]
    fn reads_what_wallets_throw() {
        assert_eq!(thrown(r#"{"code":4001,"message":"no"}"#), RpcError::new(4001, "no"));
        assert_eq!(thrown(r#"{"code":"4001"}"#).code, 4001);
        for junk in ["null", "[]", "\"no\"", "{}", r#"{"code":1e9}"#, r#"{"code":{}}"#] {
            assert_eq!(thrown(junk).code, INTERNAL, "{junk}");
        }
    }

    #[test]
    fn no_other_node_is_asked_what_every_node_refuses() {
        let error = |code, message: &str| RpcError::new(code, message).is_final();
        assert!(error(4001, "") && error(5000, "") && error(3, ""));
        assert!(error(-32000, "execution reverted") && error(-32015, "Reverted 0x"));
        for (code, message) in [(-32603, "Internal error"), (-32000, "rever"), (-32005, "")] {
            assert!(!error(code, message), "{code} {message}");
        }
    }

    #[test]
    fn finds_4902_where_wallets_hide_it() {
        assert!(thrown(r#"{"code":4902}"#).is_unrecognized_chain());
        let nested = r#"{"code":-32603,"data":{"originalError":{"code":4902}}}"#;
        assert!(thrown(nested).is_unrecognized_chain());
        for other in ["-32603", "5000", "32603", "4001"] {
            assert!(!thrown(&[r#"{"code":"#, other, "}"].concat()).is_unrecognized_chain());
        }
    }
}
