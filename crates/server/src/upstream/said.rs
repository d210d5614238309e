//! What a node said to one call.

use super::call::{Outcome, error_text};
use super::node::Node;
use axum::body::Body;
use bytes::Bytes;
use futures_util::stream;
use protocol::rpc;
use std::convert::Infallible;

/// Up to this size a copy costs less than a piece.
const SMALL_BYTES: usize = 16 * 1024;

/// The text of a result or of an error, byte by byte as a node wrote it. Clones share it.
#[derive(Clone, Debug)]
pub(crate) enum Said {
    Result(Bytes),
    /// Of the call itself: every node would say so.
    Error(Bytes),
    /// Of the node, or of all that was asked together: it says nothing of the call.
    Excuse(Bytes),
}

impl Said {
    /// An error of ours.
    pub(crate) fn error(code: i32, message: &str) -> Self {
        Said::Error(Bytes::from(error_text(code, message)))
    }

    /// The same error, as one that says nothing of the call.
    pub(super) fn excused(self) -> Self {
        match self {
            Said::Error(text) => Said::Excuse(text),
            other => other,
        }
    }

    /// What a node wrote in `body`, which `outcome` is a part of. Nodes quote their own URL at times, and
    /// there may be a key in it: such an error is not passed on as it is.
    pub(super) fn of(node: &Node, body: &Bytes, outcome: Outcome<'_>) -> Self {
        match outcome {
            Outcome::Result(text) => Said::Result(body.slice_ref(text.as_bytes())),
            Outcome::Error(text) if node.is_quoted_in(text) => {
                let code = outcome.code().unwrap_or(rpc::INTERNAL.into());
                let words = "The node's words are left out, for they name the node.";
                Said::Error(Bytes::from(error_text(code, words)))
            }
            Outcome::Error(text) => Said::Error(body.slice_ref(text.as_bytes())),
        }
    }

    /// The answer to a client, in pieces: a call's id stands where it stood.
    pub(crate) fn pieces<'a>(&'a self, id: &'a str) -> [&'a [u8]; 5] {
        let (name, text) = match self {
            Said::Result(text) => (&br#","result":"#[..], text),
            Said::Error(text) | Said::Excuse(text) => (&br#","error":"#[..], text),
        };
        [br#"{"jsonrpc":"2.0","id":"#, id.as_bytes(), name, text, b"}"]
    }

    /// The answer to a client as a body. A large one is not copied: its bytes are held already.
    pub(crate) fn body(&self, id: &str) -> Body {
        let pieces = self.pieces(id);
        let (Said::Result(text) | Said::Error(text) | Said::Excuse(text)) = self;
        if text.len() <= SMALL_BYTES {
            return Body::from(pieces.concat());
        }
        let (head, foot) = (pieces[..3].concat(), Bytes::from_static(b"}"));
        let pieces = [Bytes::from(head), text.clone(), foot].map(Ok::<_, Infallible>);
        Body::from_stream(stream::iter(pieces))
    }
}
