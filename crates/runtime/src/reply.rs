//! What comes back from the page.

use std::fmt;

use wire::{Json, Long, to_text, wire};

use crate::secret::{Secret, shown};

/// What the page replies to an [`Op`](crate::Op).
#[wire(secret)]
#[cfg_attr(feature = "arbitrary", derive(proptest_derive::Arbitrary))]
pub enum Reply {
    /// It is done.
    Done,
    /// The wall clock.
    Time {
        /// Milliseconds since 1970.
        ms: Long,
    },
    /// Random bytes.
    Bytes {
        /// As base64.
        base64: String,
    },
    /// An HTTP answer.
    Fetched {
        /// The status code.
        status: u32,
        /// The body as text.
        body: String,
        /// What the header `Retry-After` says, in milliseconds.
        retry_after_ms: Option<u32>,
    },
    /// The page could not do it.
    Failed {
        /// Why, in a few words.
        reason: String,
    },
    /// An item of storage.
    Stored {
        /// Its text, if it is there.
        value: Option<String>,
    },
    /// A wallet announced itself.
    Announced {
        /// The handle under which the page keeps its provider.
        wallet: u32,
        /// The `info` of the announcement, as it came.
        detail: Json,
    },
    /// A result.
    Value {
        /// As it came, `null` if there was none.
        value: Json,
    },
    /// A wallet's error: `{code, message, data?}`.
    Refused {
        /// As it came, made safe for JSON.
        error: Json,
    },
    /// An event of a wallet.
    Event {
        /// Its EIP-1193 name.
        name: String,
        /// Its argument.
        value: Option<Json>,
    },
    /// What is kept.
    #[cfg_attr(feature = "arbitrary", proptest(skip))]
    Secret {
        /// None where nothing is, or what is there cannot be read any more.
        secret: Option<Secret>,
    },
    /// What the worker answered.
    #[cfg_attr(feature = "arbitrary", proptest(skip))]
    Signer {
        /// JSON text of a `SignerAnswer`.
        answer: String,
        /// JSON text of the `SignerSecrets` that come beside it.
        secret: Option<Secret>,
    },
    /// A passkey was there.
    #[cfg_attr(feature = "arbitrary", proptest(skip))]
    Passkey {
        /// Its id, in base64url.
        id: String,
        /// Whether it is also elsewhere than on this device, as its authenticator says.
        is_backed_up: bool,
        /// What its PRF gave, in base64; none where it has no PRF.
        secret: Option<Secret>,
    },
    /// A socket or channel is open.
    Opened {
        /// What frames are sent by.
        socket: u32,
    },
    /// A socket or channel heard this.
    Frame {
        /// The frame.
        text: String,
    },
    /// A socket was closed by the other side, or the way to it broke; it, or a channel, with the page.
    Closed {
        /// [RFC 6455, 7.4](https://www.rfc-editor.org/rfc/rfc6455#section-7.4).
        code: u32,
    },
    /// The browser wants a click first.
    NeedsGesture,
    /// The reply could not be read.
    Unreadable,
}

impl fmt::Debug for Reply {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str(&shown(&to_text(self)))
    }
}
