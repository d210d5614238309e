//! What stands in for the module of phones, and for the relay between: how it goes is data.
//!
//! `crates/sim/tests/stand_in.rs` holds it to what the real module answers.

use protocol::caip::ChainId;
use protocol::module::session::Unreachable;
pub use protocol::module::session::{ANY_WALLET as ANY_PHONE, MODULE as PHONES};
use wire::{Fields, Json, tree};

use crate::wallet::Wallet;

/// The relay between a page and a phone.
#[derive(Clone, Debug)]
pub struct SimRelay {
    /// After so long it answers, in milliseconds.
    pub reach_ms: u64,
    /// Why it does not.
    pub unreachable: Option<Unreachable>,
    /// It tells that a wallet has taken a pairing up, so many milliseconds after it was made.
    pub taken_up_ms: Option<u64>,
    /// It tells that a wallet is about to approve, so many milliseconds after the pairing was made.
    pub settling_ms: Option<u64>,
    /// The pairing that nobody asked for yet, and until when it is there.
    pub(crate) prepared: Option<(String, u64)>,
    /// How many were made.
    pub(crate) pairings: u64,
}

impl Default for SimRelay {
    fn default() -> Self {
        SimRelay {
            reach_ms: 10,
            unreachable: None,
            taken_up_ms: None,
            settling_ms: None,
            prepared: None,
            pairings: 0,
        }
    }
}

/// The only session that a module has with a wallet.
pub(crate) const SESSION: &str = "session-1";

/// What the session of a wallet tells of itself, which shares these accounts on these chains: none with a
/// namespace that its wallet does not serve.
pub(crate) fn session(wallet: &Wallet, accounts: Json, chains: &[ChainId]) -> Json {
    let Wallet { name, home, redirect, quirks, .. } = wallet;
    let peer = Fields("name url redirect", &[name, home, redirect]);
    Json::object([
        ("accounts", accounts),
        ("chains", Json::list(chains.iter().map(|chain| Json::Text(chain.text())))),
        ("session", Json::text(SESSION)),
        ("peer", tree(&peer)),
        ("wantsNoLink", Json::Bool(quirks.wants_no_link)),
        ("client", Json::text("did:key:z6MkodHZwneVRShtaLf8JKYkxpDGp1vGZnpGmdBpX8M2exxH")),
    ])
}
