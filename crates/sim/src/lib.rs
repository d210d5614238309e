//! A world for tests: one thread, one virtual clock, seeded chance.
//!
//! [`Sim`] plays everything around an engine — the page, its storage, the wallets in the browser
//! and the people in front of them, the operator's server — and writes down what happens as a
//! transcript. Time passes only when the test says so, and jumps from one event to the next.
//!
//! Read `page.rs` (the page: ops in, replies out), `wallet.rs` (wallets and their quirks as data; `sharing.rs`),
//! `server.rs`, `hosted.rs` and `with_modules.rs` (modules that are the real ones), `vault_frame.rs` and `with_frame.rs` (the vault's frame in the page), `transcript.rs`, then `sim.rs`, which ties them to an engine, and `tabs.rs`, several of those over one
//! `storage.rs` and `browser.rs` (`between_tabs.rs`). `fixtures/` reaches the states that stories show, `starts.rs` and `first_lists.rs` what the
//! entry shows too; `afar/` has the module of sessions instead of an engine, with phones and relays (`relay.rs`); `with_phones.rs` puts both together; `frame.rs` is the page of a vault's frame, with its worker (and `frame_secrets.rs` what nobody around it is told), `frame_server.rs` its server (`frame_sessions.rs`, `frame_wallets.rs`, `frame_node.rs`), `frame_visit.rs` a visit to both; `chance.rs` and `chaos/` are for random walks, which `walking.rs` runs.

pub mod afar;
mod announcing;
pub mod authenticator;
mod between_tabs;
mod beyond;
mod browser;
mod chance;
mod chaos;
mod clock;
pub mod directory;
mod first_lists;
pub mod fixtures;
pub mod frame;
mod frame_node;
mod frame_secrets;
pub mod frame_server;
mod frame_sessions;
pub mod frame_visit;
mod frame_wallets;
mod hosted;
mod items;
mod links;
mod modules;
mod networks;
mod page;
mod relay;
mod relay_faults;
mod server;
mod sharing;
mod sim;
mod socket;
mod stand_in;
mod starts;
mod storage;
mod tabs;
mod transcript;
mod vault_frame;
pub mod walking;
mod wallet;
mod with_frame;
mod with_modules;
mod with_phones;

pub use beyond::Beyond;
pub use chance::Chance;
pub use chaos::{Step, Walk};
pub use first_lists::{FirstList, first_lists};
pub use networks::{bitcoin, cosmos, ethereum, polkadot, solana};
pub use page::Page;
pub use relay::{Relay, Said, What};
pub use relay_faults::{Faults, Forgets};
pub use server::{NODE_URL, OWN_WALLET, Server};
pub use sim::{
    ANVIL, DEV_CHAIN, ETHEREUM, OTHER_ADDRESS, SNAPSHOT, SOLANA_ADDRESS, Sim, WAY_BACK, config,
};
pub use stand_in::{ANY_PHONE, PHONES, SimRelay};
pub use starts::{Start, starts};
pub use storage::Storage;
pub use tabs::Tabs;
pub use vault_frame::{EMAIL, VAULT_URL, VaultFrame};
pub use wallet::{Quirks, Reaction, Wallet};
