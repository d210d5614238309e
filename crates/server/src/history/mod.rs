//! What accounts did, and which NFTs they hold.
//!
//! On chains of eip155 this server keeps an index, from plain nodes, of the accounts that somebody asked about
//! and of no others. A row of `history_watches` is an account on a chain; who asks puts it there
//! (`History::visit`), as far as there is room, and it goes when nobody asked for some weeks, or for an hour where
//! others need the room, in pieces, while nobody waits for it. For each chain with nodes there is one task
//! (`follower.rs`), which walks from the block it reached to the latest and then backwards, as far as is wanted, for
//! those who came later (`walker.rs`). It searches logs by topic for all
//! accounts at once, in both directions (`window.rs`), reads them (`logs.rs`), and asks for transactions, times
//! and outcomes of those that matter only (`details.rs`); where the operator says so it reads whole blocks,
//! which alone show plain transfers. A window is written with the place it reached in one transaction, so who is
//! killed goes on exactly there; the hashes of late blocks are kept, and where a node has others, what is above
//! the last common block is forgotten and read again. `telling.rs` makes what clients read of it, `nfts.rs` what is
//! left of NFTs, with what `spam.rs` holds against them.
//!
//! Of Solana nothing is kept: its nodes know the histories of accounts (`solana.rs`), of which pages are made slot
//! by slot (`solana_slots.rs`). Where the operator names an
//! explorer for a chain it is asked instead (`explorer.rs`), and the index where that is silent.

mod chain_records;
mod cursor;
mod details;
mod explorer;
mod explorer_records;
mod follower;
mod index;
mod logs;
mod naming;
mod nfts;
mod operation;
mod pulse;
pub mod settings;
mod solana;
mod solana_account;
mod solana_records;
mod solana_slots;
pub(crate) mod spam;
mod telling;
mod walker;
mod window;

pub(crate) use cursor::Cursor;
pub(crate) use explorer::ask_once as ask_explorer_once;
pub use index::History;
pub(crate) use logs::smallest_search;
pub(crate) use nfts::{Describer, PAGE as NFTS};
pub(crate) use solana::{NFT_CALLS as SOLANA_NFT_CALLS, PAGE_CALLS as SOLANA_PAGE_CALLS};
pub(crate) use solana_account::SolanaAccount;
pub(crate) use telling::Teller;
