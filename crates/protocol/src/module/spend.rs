//! What the module of an account's money is asked, and what it answers.

use wire::{Json, Long, Number, wire};

use crate::api::Balance;
use crate::api::history::{Coverage, Nft, Transaction};
use crate::caip::ChainId;
use crate::event::error::ErrorEvent;
use crate::rpc::Nodes;

/// What was read of an account is as good as new for this long, in milliseconds; after a failure nobody asks again
/// for as long.
pub const FRESH_MS: u32 = 30_000;

/// An ask of the module `spend`.
#[wire]
pub struct SpendAsk {
    /// The operator's server.
    pub server: SpendServer,
    /// The account's address.
    pub account: String,
    /// The chain it is on.
    pub chain: ChainId,
    /// The native currency of that chain.
    pub currency: SpendCurrency,
    /// What is asked of it.
    pub what: SpendWhat,
}

/// A server, and what every call to it carries.
#[wire]
pub struct SpendServer {
    /// Absolute URL, without a slash at its end.
    pub url: String,
    /// The query of all calls, with its question mark.
    pub query: String,
}

/// A native currency.
#[wire]
#[derive(Default)]
pub struct SpendCurrency {
    /// Its name, "Ether".
    pub name: String,
    /// Its symbol, "ETH".
    pub symbol: String,
    /// Places between the whole unit and the smallest one.
    pub decimals: u32,
}

/// What is asked of the module. What is a *stream* is answered until it is dropped: at once unless it was read
/// already, then every 30 seconds while the page is in sight.
#[wire]
pub enum SpendWhat {
    /// Stream: what the account holds.
    Tokens {
        /// What the wallet says of it, by
        /// [ERC-7811](https://eips.ethereum.org/EIPS/eip-7811), where it says so: the server is asked for prices
        /// that it leaves out, and for nothing else.
        assets: Option<Json>,
        /// When it was read last, in milliseconds since 1970.
        read_at_ms: Option<Long>,
    },
    /// Stream: its latest transactions.
    Activity {
        /// When they were read last, in milliseconds since 1970.
        read_at_ms: Option<Long>,
    },
    /// Transactions before those.
    ActivityAfter {
        /// The `next` of the page before.
        cursor: String,
    },
    /// Stream: its NFTs.
    Nfts {
        /// When they were read last, in milliseconds since 1970.
        read_at_ms: Option<Long>,
    },
    /// NFTs after those.
    NftsAfter {
        /// The `next` of the page before.
        cursor: String,
    },
    /// What became of a transaction that it sent: one answer, as soon as it is known, or after three minutes in
    /// sight.
    Sent {
        /// Its hash, or signature.
        hash: String,
        /// Who may be asked.
        nodes: Nodes,
    },
}

/// An answer of the module.
#[wire]
pub enum SpendAnswer {
    /// What the account holds.
    Tokens {
        /// It.
        tokens: TokensRead,
    },
    /// A page of transactions.
    Activity {
        /// It.
        page: ActivityPage,
    },
    /// A page of NFTs.
    Nfts {
        /// It.
        page: NftPage,
    },
    /// What became of what was sent.
    Settled {
        /// It.
        fate: Fate,
        /// The hash of the transaction that is in its place.
        by: Option<String>,
    },
    /// It could not be read.
    Failed {
        /// What is told of that where errors are told; nothing where the server was not reached.
        error: Option<ErrorEvent>,
    },
    /// What the wallet says of it is to be asked for again.
    Due,
}

/// What became of a transaction.
#[wire]
#[derive(Default)]
pub enum Fate {
    /// Nobody knows yet.
    #[default]
    Pending,
    /// It was done.
    Confirmed,
    /// It was refused while it was done, and cost its fee.
    Failed,
    /// The same was done by another one, of another fee.
    Repriced,
    /// The account took it back: another one that does nothing is in its place.
    Cancelled,
    /// Another one that does something else is in its place.
    Replaced,
}

/// What an account holds, what is worth most first. Tokens without decimals are left out.
#[wire]
#[derive(Default)]
pub struct TokensRead {
    /// Native currencies and tokens.
    pub balances: Vec<Balance>,
    /// What those are worth together whose price is known, in dollars; nothing where it is of none.
    pub total: Option<Number>,
    /// Whether all could be read.
    pub is_whole: bool,
    /// When, in milliseconds since 1970.
    pub at_ms: Long,
}

/// A page of transactions on the chain, the newest first, without those that are spam alone.
#[wire]
#[derive(Default)]
pub struct ActivityPage {
    /// They.
    pub transactions: Vec<Transaction>,
    /// Leads to the page after this one.
    pub next: Option<String>,
    /// What they can tell.
    pub coverage: Option<Coverage>,
    /// When they were read, in milliseconds since 1970.
    pub at_ms: Long,
}

/// A page of NFTs, without those that are spam.
#[wire]
#[derive(Default)]
pub struct NftPage {
    /// They.
    pub nfts: Vec<Nft>,
    /// How many were left out.
    pub spam: u32,
    /// Leads to the page after this one.
    pub next: Option<String>,
    /// What they can tell.
    pub coverage: Option<Coverage>,
    /// When they were read, in milliseconds since 1970.
    pub at_ms: Long,
}
