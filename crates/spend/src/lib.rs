//! What an account has and did: tokens, activity, NFTs, as the operator's server tells them.
//!
//! The engine asks ([`protocol::module::spend`]), this module answers, and owns nothing that is shown. Each kind
//! of question has a file: `tokens.rs`, `activity.rs` and `nfts.rs`, and `reading.rs` says how they are alike, when
//! something is read, and what a page of a list is; `prices.rs` has what a wallet leaves out of its tokens, `sent.rs`
//! follows a transaction.

mod activity;
mod dollars;
mod nfts;
mod prices;
mod reading;
mod sent;
mod tokens;
#[cfg(target_arch = "wasm32")]
mod web;

use std::rc::Rc;

use protocol::module::spend::{SpendAsk, SpendWhat};
use runtime::{Host, Runtime, Scope};
use wire::from_text;

use crate::activity::ACTIVITY;
use crate::nfts::NFTS;
use crate::reading::{Account, Unlisted};

/// The module.
#[derive(Clone)]
pub struct Module(Runtime, Rc<Unlisted>);

impl Module {
    /// A module that speaks to `host`.
    pub fn new(host: Box<dyn Host>) -> Self {
        Module(Runtime::new(host), Rc::default())
    }

    /// Answers question `id`, the JSON text of a [`SpendAsk`].
    pub fn ask(&self, id: u32, request: &str) {
        let Ok(request) = from_text::<SpendAsk>(request) else { return };
        let (runtime, unlisted) = (self.0.clone(), self.1.clone());
        self.0.turn(move || {
            let flow = answer(runtime.clone(), unlisted, id, request);
            runtime.spawn(Scope::of("ask", id), flow);
        });
    }

    /// Drops question `id`.
    pub fn cancel(&self, id: u32) {
        let runtime = self.0.clone();
        self.0.turn(move || runtime.cancel(Scope::of("ask", id)));
    }

    /// Hands in the page's reply to op `id`.
    pub fn reply(&self, id: u32, reply: &str) {
        self.0.reply(id, reply);
    }

    /// How many ops the page still performs.
    pub fn open_ops(&self) -> usize {
        self.0.world().open_ops()
    }
}

async fn answer(runtime: Runtime, unlisted: Rc<Unlisted>, id: u32, ask: SpendAsk) {
    let SpendAsk { server, account: address, chain, currency, what } = ask;
    let account = Account { runtime, unlisted, id, server, address, chain, currency };
    match what {
        SpendWhat::Tokens { assets: Some(assets), .. } => {
            tokens::of_wallet(&account, &assets).await;
        }
        SpendWhat::Tokens { read_at_ms, .. } => tokens::watch(&account, read_at_ms).await,
        SpendWhat::Activity { read_at_ms } => ACTIVITY.watch(&account, read_at_ms).await,
        SpendWhat::ActivityAfter { cursor } => ACTIVITY.after(&account, &cursor).await,
        SpendWhat::Nfts { read_at_ms } => NFTS.watch(&account, read_at_ms).await,
        SpendWhat::NftsAfter { cursor } => NFTS.after(&account, &cursor).await,
        SpendWhat::Sent { hash, nodes } => sent::watch(&account, nodes, &hash).await,
    }
}
