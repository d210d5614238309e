//! A module that holds sessions with wallets which are not in this page, such as a phone's.
//!
//! In every namespace it speaks as the adapters of the page do: `connect` with `{chain, silent}`,
//! answered by `{accounts: [{address, chain}], chains, session, peer: {name, url, redirect?}, wantsNoLink,
//! client}`, the accounts those of the namespace that asked, whether no link is to be opened when the wallet
//! is asked for something later, and the name by which relays know the page (`did:key:z…`); `disconnect`; the
//! methods of WalletConnect. A `connect` that is not
//! silent takes the pairing that was prepared, or left with a page for the same wallet, or makes one, and tells
//! how far that is as a [`Pairing`]; who drops it gives that pairing up. One that names a pairing, by its
//! topic, goes on with that where a page before left it, or is refused where it is over, and makes none.
//! A session that serves other namespaces too answers their silent `connect` with the same `session`;
//! `disconnect` ends it for all of them; one that names a pairing gives up what a page before left.

use wire::{Json, Long, wire};

use crate::caip::{ChainId, Namespace};

/// The module that holds sessions with wallets that are not in this browser.
pub const MODULE: &str = "walletconnect";
/// By which the module is asked for any of them: the id of the row that stands for them all.
pub const ANY_WALLET: &str = "walletConnect";

/// What is asked of a wallet.
#[wire]
pub struct SessionAsk {
    /// The wallet, by the name that the module gave it. The one that speaks to phones has one name for all of
    /// them: a code is read by whichever wallet a person likes, which then says who it is.
    pub wallet: String,
    /// For which namespace it is spoken to.
    pub namespace: Namespace,
    /// The session; none where the wallet is to be connected, or the pairing that this is to go on with.
    pub session: Option<String>,
    /// What the module has to know. It comes with each ask, so that nothing is lost with a module that
    /// traps.
    pub config: SessionConfig,
    /// What of it.
    pub what: SessionWhat,
}

/// What a module has to know to hold sessions.
#[wire]
#[derive(Default)]
pub struct SessionConfig {
    /// Where it keeps all it knows, also the name of its lock, and what that of its channel begins with:
    /// `@latchkit/<instance>:walletconnect`.
    pub name: String,
    /// The relays by which the wallet can be reached, the best first. Those of one `project_id` are
    /// ways to one network of relays.
    pub relays: Vec<Relay>,
    /// What the wallet is told of the host.
    pub metadata: Metadata,
    /// The chains of the host's networks.
    pub chains: Vec<ChainId>,
    /// The wallet that a person chose, by the id of its row. What they left with a page comes back to who
    /// chooses the same again.
    pub wallet: Option<String>,
}

/// A relay.
#[wire]
pub struct Relay {
    /// Absolute URL, `wss:` or `ws:`. A token is made out to exactly this text.
    pub url: String,
    /// What the relay knows the host's project by.
    pub project_id: String,
}

/// What one side of a session is told of the other. Nothing of it is proven.
#[wire]
#[derive(Default)]
pub struct Metadata {
    /// Its name.
    pub name: String,
    /// A sentence.
    pub description: String,
    /// Where it is at home; of a host the origin of its page.
    pub url: String,
    /// Images.
    pub icons: Vec<String>,
    /// How its app is opened; none of a page.
    pub redirect: Option<Redirect>,
}

/// How an app is opened.
#[wire]
pub struct Redirect {
    /// By a scheme of its own, `wallet://`.
    pub native: Option<String>,
    /// By a URL that its phone knows as the app's.
    pub universal: Option<String>,
}

/// What is asked of a wallet.
#[wire]
pub enum SessionWhat {
    /// A request. Answered by `value` or `refused`, and before that by `progress` as often as it takes.
    Request {
        /// The method.
        method: String,
        /// Its parameters.
        params: Option<Json>,
        /// The chain it is about.
        chain: Option<ChainId>,
    },
    /// Stream: makes a pairing before anybody asks for one, so that a link which is to be set in a tap is
    /// there; `progress` as with `connect`. It ends nothing when it is dropped.
    Prepare,
    /// Stream: `event` for each `accountsChanged`, `chainChanged` and `disconnect`; the last at once
    /// where the session is over. Also `progress`, `unreachable` alone: no relay can be until that is put right.
    Events,
}

/// What a wallet answers.
#[wire]
pub enum SessionAnswer {
    /// A result.
    Value {
        /// As it came.
        value: Json,
    },
    /// An error: `{code, message, data?}`.
    Refused {
        /// As it came.
        error: Json,
    },
    /// How far the connecting is. The answer is still to come.
    Progress {
        /// How far.
        value: Pairing,
    },
    /// Something happened.
    Event {
        /// Its EIP-1193 name.
        name: String,
        /// Its argument.
        value: Option<Json>,
    },
}

/// How far a pairing is.
#[wire]
pub enum Pairing {
    /// No relay has said yet that it knows of it.
    Reaching,
    /// Wallets may take it up.
    Ready {
        /// The pairing URI ([specification](https://specs.walletconnect.com/2.0/specs/clients/core/pairing/pairing-uri)).
        uri: String,
        /// Until when, in milliseconds since 1970.
        expires_ms: Long,
    },
    /// A wallet has the URI. Only some relays tell.
    TakenUp,
    /// The person approved, and the session is on its way.
    Settling,
    /// Nobody took it up in time; the answer is a refusal.
    Expired,
    /// No relay can be reached. Where it is for `relay`, it is tried again, and `ready` may follow.
    Unreachable {
        /// Why.
        why: Unreachable,
    },
}

/// Why no relay can be reached.
#[wire]
pub enum Unreachable {
    /// It is down, or the way to it is.
    Relay,
    /// It serves no page of this origin.
    Origin,
    /// The clock here is off, so that what is signed seems not to hold.
    Clock,
    /// It knows no project of this id.
    Key,
}
