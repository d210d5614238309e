//! Everything the page can do for a flow. What comes back is a [`Reply`](crate::Reply).
//!
//! A new ability is a variant here, a file in `web/shell/src/ops/`, and its twin in `sim`.

use std::fmt;

use wire::{Json, to_text, wire};

use crate::secret::{Secret, shown};

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

/// Where a link opens.
#[wire]
pub enum Place {
    /// In place of the page, of the outermost where that is framed. An app that takes the link leaves the
    /// page where it is.
    Here,
    /// In a tab of its own, which knows nothing of this one.
    Beside,
}

/// Something the page does for a flow. Each is performed under an id and answered by one
/// [`Reply`](crate::Reply); those marked *stream* may be answered many times, until they are aborted.
#[wire(secret)]
#[cfg_attr(feature = "arbitrary", derive(proptest_derive::Arbitrary))]
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
    /// Opens a link: `http:`, `https:`, or of an app's own scheme. Replies `done`, `failed` where the link is
    /// none that may be opened, or `needsGesture`. Inside of Telegram its app opens it.
    OpenLink {
        /// Absolute URL.
        url: String,
        /// Where.
        place: Place,
    },
    /// Writes an item of session storage, where that can be: this tab leaves it to the page that is loaded
    /// next. Not answered.
    Leave {
        /// The item's full key.
        key: String,
        /// Its whole text; none takes it away.
        value: Option<String>,
    },
    /// Loads the page anew, after what is written in the same turn. Not answered.
    Reload,
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
    /// Stream: what happens to this tab. `event` `left` and `resumed`, as the page goes into the back/forward cache
    /// and comes back; `hidden` and `offline`, each also where it is so from the beginning, `visible` and `online`.
    /// To an engine also `stored` with `{key, value?}` for each item of ours that another tab writes, and `resumed`
    /// when it clears the storage.
    Tab,
    /// Loads images that will probably be shown soon. Replies `done`.
    Preload {
        /// Absolute URLs.
        urls: Vec<String>,
    },
    /// Loads module `name`, which will probably be asked soon; nothing of it runs yet. Replies `done`.
    LoadModule {
        /// The module's name.
        name: String,
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
    /// Stream: a line to the other tabs of this browser that have one of the same name. `opened`, then a
    /// `frame` for each that another of them sends, never for its own; `closed` with 1001 when the page is
    /// left, `failed` where there is no such line. The abort closes it.
    Channel {
        /// Its name in this origin.
        name: String,
    },
    /// Sends a frame. Replies `done`, or `failed` where the line is closed or too much waits to be sent.
    Send {
        /// The socket or channel, by the name it was `opened` with.
        socket: u32,
        /// The frame.
        text: String,
    },
    /// Stream: `done` once no other tab holds the lock of this name, and this one does, until the abort. Its
    /// last reply is `failed`, where the lock was lost, as whenever the page is left.
    Lock {
        /// Its name in this origin.
        name: String,
    },
    /// Keeps a secret in the place of the one that is there, for all tabs and beyond this page; where the
    /// browser gives no room for that, for as long as this page lives. Replies `done`.
    #[cfg_attr(feature = "arbitrary", proptest(skip))]
    Keep {
        /// Its name in this origin.
        slot: String,
        /// The secret; none forgets the one that is there.
        secret: Option<Secret>,
    },
    /// Replies `secret`: what was kept last.
    Recall {
        /// Its name in this origin.
        slot: String,
    },
    /// Shows a secret where a view keeps a place for it, and nowhere else in the page. Replies `done`, `failed` where
    /// there is no such place.
    #[cfg_attr(feature = "arbitrary", proptest(skip))]
    Show {
        /// The name of the place.
        slot: String,
        /// The secret; none takes away the one that shows.
        secret: Option<Secret>,
    },
    /// Asks the worker that alone has keys in clear. Replies `signer`, or `failed`. One that traps is started afresh.
    #[cfg_attr(feature = "arbitrary", proptest(skip))]
    AskSigner {
        /// JSON text of a `SignerAsk` of `protocol::module::signer`.
        ask: String,
        /// JSON text of the `SignerSecrets` that go beside it.
        secret: Option<Secret>,
    },
    /// Opens a page of this origin in a window of its own, which knows nothing of this one; only behind the `#` of its
    /// address there is the secret. Replies `done`: whether the browser opened one it does not tell.
    #[cfg_attr(feature = "arbitrary", proptest(skip))]
    OpenWindow {
        /// Absolute URL.
        url: String,
        /// What stands behind it.
        secret: Option<Secret>,
    },
    /// Has a passkey of this origin evaluate its PRF for a salt ([WebAuthn](https://www.w3.org/TR/webauthn-3/#prf-extension)),
    /// where there is none yet a new one. Replies `passkey`, or `failed` where the person or the browser does not want it.
    /// Needs a gesture.
    #[cfg_attr(feature = "arbitrary", proptest(skip))]
    Passkey {
        /// Its id, in base64url; none makes one.
        id: Option<String>,
        /// 32 bytes in base64url.
        salt: String,
        /// For whom it is, as browsers list it.
        name: String,
    },
    /// Seals a text (AES-256-GCM). Replies `value`: base64 of 12 bytes drawn for it and what came of the text.
    #[cfg_attr(feature = "arbitrary", proptest(skip))]
    Seal {
        /// The key: 32 bytes in base64url.
        secret: Option<Secret>,
        /// What it opens for, and nothing else.
        place: String,
        /// The text.
        text: String,
    },
    /// Opens what was sealed. Replies `value`: the text; or `failed`.
    #[cfg_attr(feature = "arbitrary", proptest(skip))]
    Unseal {
        /// The key.
        secret: Option<Secret>,
        /// What it was sealed for.
        place: String,
        /// It, in base64.
        sealed: String,
    },
    /// Signs a token with this browser's own key, which is made where there is none and can be read by nobody.
    /// Replies `value`: the token ([RFC 9449](https://www.rfc-editor.org/rfc/rfc9449#section-4.2)), a text with the
    /// public key in its head.
    Prove {
        /// What it is to claim: JSON text of an object.
        claims: String,
    },
    /// Stream: has the vault's frame in this page, out of sight until a view has a place for it. Whenever it has loaded,
    /// `hello` is said to exactly its origin, with one end of a channel: `opened`, then a `frame` for each text that
    /// comes by that; and `event` `message` for each window message that it says, `{origin, isFromFrame, text?, ports}`.
    /// Its last reply is `failed`, where it cannot be had; the reason is `policy` where the page's own policy forbids it.
    /// The abort takes it away.
    Frame {
        /// Absolute URL.
        url: String,
        /// What is said to it.
        hello: String,
    },
    /// Stream: what other windows say to this page. `event` `message` for each, `{origin, isFromParent, text?, ports,
    /// knock}`: whose it is, whether it is the page around this one that said it, what, with how many ports, and the
    /// name by which it can be admitted.
    Parent,
    /// Stream: lets in whoever said something to this page. Says `text` to them, to exactly the window and origin that
    /// it came from, and listens to the port that came with it: `opened`, then a `frame` for each text. `Send` answers
    /// there. Its last reply is `failed` where there is no such port.
    Admit {
        /// As `parent` named it.
        knock: u32,
        /// What is said to them.
        text: String,
    },
}

impl fmt::Debug for Op {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str(&shown(&to_text(self)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Reply;
    use wire::from_text;

    fn secret() -> Secret {
        Secret::new("the seed of everything".to_owned())
    }

    #[test]
    fn what_holds_a_secret_is_written_whole_and_shown_without_it() {
        let keep = Op::Keep { slot: "a".to_owned(), secret: Some(secret()) };
        let text = r#"{"type":"keep","slot":"a","secret":"the seed of everything"}"#;
        assert_eq!(to_text(&keep), text);
        assert_eq!(format!("{keep:?}"), r#"{"type":"keep","slot":"a","secret":"•"}"#);
        assert!(from_text::<Op>(text).is_ok_and(|it| it == keep));
        let told = Reply::Secret { secret: Some(secret()) };
        assert!(from_text::<Reply>(&to_text(&told)).is_ok_and(|it| it == told));
        assert_eq!(format!("{:?}", [told]), r#"[{"type":"secret","secret":"•"}]"#);
        assert_eq!(secret().text(), "the seed of everything");
    }
}
