//! Everything the page can do for a flow, and what comes back.
//!
//! A new ability is a variant here, a file in `web/shell/src/ops/`, and its twin in `sim`.

use wire::{Json, Long, wire};

/// What an HTTP request is to do.
#[wire(words = "SCREAMING_SNAKE_CASE")]
pub enum Verb {
    /// Read.
    Get,
    /// Say something, or ask with a body.
    Post,
    /// Put something in the place of what is there.
    Put,
    /// Take away.
    Delete,
}

/// Something the page does for a flow. Each is performed under an id and answered by one
/// [`Reply`]; those marked *stream* may be answered many times, until they are aborted.
#[wire]
pub enum Op {
    /// Ends the op of this id: nobody waits for it any more.
    Abort,
    /// Replies `done` after `ms` milliseconds.
    Sleep {
        /// Milliseconds.
        ms: u32,
    },
    /// Replies `time`.
    Now,
    /// Replies `bytes`: as many random bytes, from a cryptographic source.
    Random {
        /// How many.
        bytes: u32,
    },
    /// An HTTP request without credentials. Replies `fetched`, whatever the status, or `failed`.
    Fetch {
        /// Absolute URL.
        url: String,
        /// What is to be done there.
        method: Verb,
        /// Names and values.
        headers: Vec<(String, String)>,
        /// Text to send.
        body: Option<String>,
        /// Milliseconds until it fails with `timeout`.
        timeout_ms: u32,
    },
    /// Reads an item of local storage. Replies `stored`.
    Read {
        /// The item's full key.
        key: String,
    },
    /// Writes an item of local storage. Replies `done`, or `failed` where storage is full or blocked.
    Write {
        /// The item's full key.
        key: String,
        /// The whole new text.
        value: String,
    },
    /// Stream: `announced` for each wallet that announces itself ([EIP-6963](https://eips.ethereum.org/EIPS/eip-6963)),
    /// those already known at once. The page bounds how many it keeps; those of the names in `wanted`
    /// it keeps nevertheless, and has those announce themselves again that it turned away before.
    Wallets {
        /// Reverse domain names (EIP-6963 `rdns`).
        wanted: Vec<String>,
    },
    /// A request to a wallet's provider ([EIP-1193](https://eips.ethereum.org/EIPS/eip-1193)).
    /// Replies `value`, `refused` or `unreadable`.
    Request {
        /// The wallet's handle.
        wallet: u32,
        /// The method.
        method: String,
        /// Its parameters.
        params: Option<Json>,
    },
    /// Stream: `event` for each `accountsChanged`, `chainChanged`, `connect` and `disconnect` of a wallet.
    Events {
        /// The wallet's handle.
        wallet: u32,
    },
    /// Puts text on the clipboard. Replies `done`, `failed` or `needsGesture`.
    Copy {
        /// The text.
        text: String,
    },
    /// Writes an item of session storage, where that can be, and loads the page anew, after what is written
    /// in the same turn. Not answered.
    Reload {
        /// The item's full key.
        key: String,
        /// Its whole text.
        value: String,
    },
    /// Warns the host's developer on the console. Replies `done`.
    Warn {
        /// The sentence.
        text: String,
    },
    /// Tells the host's developer of something to be put right, by the name of its text. Replies `done`.
    Alert {
        /// The text's name among `alerts`.
        name: String,
        /// What its placeholders stand for.
        values: Json,
    },
    /// Counts what happened: sends an event to the operator's server, with the page's address and the
    /// time. Replies `fetched`, or `failed` where the visitor's browser asks not to be counted.
    Track {
        /// Absolute URL; empty tells only those on the page who listen, and replies `failed`.
        url: String,
        /// `{"type":"MODAL_OPEN", …}`, with its properties beside the type.
        event: Json,
        /// The connected address, where the host wants it to be told.
        address: Option<String>,
    },
    /// Stream: what happens to this tab. `event` `stored` with `{key, value?}` for each item of ours
    /// that another tab writes, `resumed` when the page comes back from the back/forward cache or
    /// another tab clears the storage.
    Tab,
    /// Loads images that will probably be shown soon. Replies `done`.
    Preload {
        /// Absolute URLs.
        urls: Vec<String>,
    },
    /// Replies `value`: the list of wallets that came with the package.
    Bundled,
    /// Stream: what module `name` answers to `ask`. The page loads the module on first use.
    Module {
        /// The module's name.
        name: String,
        /// What is asked of it: JSON text of a type of `protocol::module`.
        ask: String,
    },
    /// Stream: a socket of text frames (`wss:`, on pages without https `ws:` too). `opened`, then a `frame`
    /// for each; its last reply is `closed`, or `failed` where it cannot be opened, may not be, or says
    /// what is no text or too long. The abort closes it.
    Socket {
        /// Absolute URL; of the operator's server, unless the page grants others.
        url: String,
    },
    /// Sends a frame. Replies `done`, or `failed` where the socket is closed or too much waits to be sent.
    Send {
        /// The socket, by the name it was `opened` with.
        socket: u32,
        /// The frame.
        text: String,
    },
}

/// What the page replies to an [`Op`].
#[wire]
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
    /// A socket is open.
    Opened {
        /// What frames are sent by.
        socket: u32,
    },
    /// A socket heard this.
    Frame {
        /// The frame.
        text: String,
    },
    /// A socket was closed by the other side, or the way to it broke.
    Closed {
        /// [RFC 6455, 7.4](https://www.rfc-editor.org/rfc/rfc6455#section-7.4).
        code: u32,
    },
    /// The browser wants a click first.
    NeedsGesture,
    /// The reply could not be read.
    Unreadable,
}
