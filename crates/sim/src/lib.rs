//! A world for tests: one thread, one virtual clock, seeded chance.
//!
//! [`Sim`] plays everything around an engine — the page, its storage, the wallets in the browser
//! and the people in front of them, the operator's server — and writes down what happens as a
//! transcript. Time passes only when the test says so, and jumps from one event to the next.
//!
//! Read `page.rs` (the page: ops in, replies out), `wallet.rs` (wallets and their quirks as data),
//! `server.rs`, `transcript.rs`, then `sim.rs`, which ties them to an engine, and `tabs.rs`, several of those over one
//! `storage.rs`. `fixtures/` reaches the states that stories show, `starts.rs` and `first_lists.rs` what the
//! entry shows too; `chance.rs` and `chaos/` are for random walks.

mod announcing;
mod chance;
mod chaos;
mod clock;
pub mod directory;
mod first_lists;
pub mod fixtures;
mod modules;
mod page;
mod server;
mod sim;
mod socket;
mod starts;
mod storage;
mod tabs;
mod transcript;
mod wallet;

pub use chance::Chance;
pub use chaos::{Step, Walk};
pub use first_lists::{FirstList, first_lists};
pub use page::Page;
pub use server::{NODE_URL, Server};
pub use sim::{
    ANVIL, DEV_CHAIN, ETHEREUM, OTHER_ADDRESS, SNAPSHOT, SOLANA_ADDRESS, Sim, WAY_BACK, bitcoin,
    config, cosmos, ethereum, polkadot, solana,
};
pub use starts::{Start, starts};
pub use storage::Storage;
pub use tabs::Tabs;
pub use wallet::{Quirks, Reaction, Wallet};
