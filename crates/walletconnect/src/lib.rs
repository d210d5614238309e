//! Sessions with phones, over relays: WalletConnect v2, as a page speaks it and as a wallet does.
//!
//! The engine asks ([`protocol::module::session`]), this module answers. One tab leads: it alone has
//! sockets and what is kept; the others hand it their asks.
//!
//! What changes, changes in one place that is written down as a whole; then a bell rings, and each flow
//! looks at what is now. No flow hands another what happened, so that none misses it, whichever order
//! relays, wallets, tabs and reloads come in.
//!
//! | to learn | open |
//! |---|---|
//! | how a module of the engine is asked, and which tab answers | `module.rs` |
//! | what an ask does | `ask.rs`, for requests `question.rs`, `capabilities.rs` |
//! | what a page keeps, and what is due | `kept.rs`, `book.rs`, `desk.rs`, `role.rs` |
//! | how a phone is paired, and a session settled | `offer.rs`, `settle.rs` |
//! | what a wallet says later | `session.rs` |
//! | how letters go and come | `mail.rs`, `post.rs`; over sockets `link.rs`, `way.rs`; `work.rs`, `tab.rs` |
//! | the other role, a wallet's | `phone/`, which the crate `phone` builds |
//!
//! [`protocol::relay`] says how everything is written.

mod ask;
mod book;
mod capabilities;
mod desk;
mod kept;
mod link;
mod mail;
mod module;
mod moment;
mod offer;
mod phone;
mod post;
mod question;
mod role;
mod session;
mod settle;
mod stored;
mod tab;
mod way;
#[cfg(target_arch = "wasm32")]
mod web;
mod work;

pub use module::Module;
pub use phone::Phone;
