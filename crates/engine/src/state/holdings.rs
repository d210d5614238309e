//! What the account in use has and did.

use protocol::caip::ChainId;
use protocol::module::spend::{ActivityPage, Fate, NftPage, TokensRead};
use wire::{Long, Number, wire};

use super::handoff::Code;

/// What it holds.
#[wire]
#[derive(Default)]
pub struct Tokens {
    /// The account on its chain (CAIP-10).
    pub of: Option<String>,
    /// It, as it was read last.
    pub read: Option<TokensRead>,
    /// How far reading it is.
    pub step: ReadStep,
}

/// What it did.
#[wire]
#[derive(Default)]
pub struct Activity {
    /// The account on its chain (CAIP-10).
    pub of: Option<String>,
    /// The latest pages of it, as one.
    pub page: Option<ActivityPage>,
    /// How far reading it is.
    pub step: ReadStep,
    /// A page before those was asked for.
    pub is_adding: bool,
    /// The one that was asked for last could not be read.
    pub has_add_failed: bool,
    /// What the hash of a transaction follows where it can be looked up.
    pub transaction_url: Option<String>,
    /// What the wallet sent for it through this page, and is not among those yet; the latest first.
    pub sent: Vec<SentTransaction>,
}

/// A transaction that the wallet sent.
#[wire]
#[derive(Default)]
pub struct SentTransaction {
    /// Its hash, or signature.
    pub hash: String,
    /// When the wallet said so, in milliseconds since 1970.
    pub at_ms: Long,
    /// What became of it.
    pub fate: Fate,
    /// The hash of the one that is in its place.
    pub by: Option<String>,
    /// Nobody looks for it any more: it took too long, there are too many, or no node is there to ask.
    pub is_given_up: bool,
}

/// Which NFTs it holds.
#[wire]
#[derive(Default)]
pub struct Nfts {
    /// The account on its chain (CAIP-10).
    pub of: Option<String>,
    /// The latest pages of them, as one.
    pub page: Option<NftPage>,
    /// How far reading it is.
    pub step: ReadStep,
    /// A page before those was asked for.
    pub is_adding: bool,
    /// The one that was asked for last could not be read.
    pub has_add_failed: bool,
}

/// What each account of a wallet is worth, as far as that was asked and is known.
#[wire]
#[derive(Default)]
pub struct Totals {
    /// The chain on which they are worth that.
    pub on: Option<ChainId>,
    /// They.
    pub read: Vec<AddressTotal>,
}

/// What one account is worth.
#[wire]
pub struct AddressTotal {
    /// Its address.
    pub address: String,
    /// What those of its tokens are worth together whose price is known, in dollars.
    pub total: Number,
    /// Whether that leaves something out: what could not be read, or has no price.
    pub is_of_part: bool,
    /// When it was read, in milliseconds since 1970.
    pub at_ms: Long,
}

/// How far reading something is.
#[wire]
#[derive(Default)]
pub enum ReadStep {
    /// Nobody has answered yet.
    #[default]
    Reading,
    /// It is there.
    Read,
    /// It could not be read, or not anew.
    Failed,
    /// Likewise, and somebody has asked for it again.
    Again,
    /// It is not asked for: the operator's server reaches no node of the chain, the chain is for testing, or
    /// nothing is known of its kind.
    Unknown,
}

/// Where the account in use can be paid.
#[wire]
#[derive(Default)]
pub struct Receive {
    /// Its address as a code, while that shows.
    pub code: Option<Code>,
}

/// What of an account shows below its balance.
#[wire]
#[derive(Default)]
pub enum AccountTab {
    /// What it holds.
    #[default]
    Tokens,
    /// Which NFTs.
    Nfts,
    /// What it did.
    Activity,
}
