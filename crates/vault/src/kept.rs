//! What outlives the page: who is signed in, this browser's share of their wallet, and whom that has dealt with. All are
//! secrets, which leave by `Op::Keep` alone; the page seals them with a key that nobody can read.
//!
//! They are kept for the page around alone: pages of one site share what a frame keeps in them, and each signs in for
//! itself. A browser may lose them at any time, on its own. Whoever was signed in signs in again, and their wallet is brought
//! back.

use runtime::{Op, Reply, Secret};
use wire::{Get, Put, from_text, to_text};

use crate::memory::{KeptDealings, KeptSession, KeptShare};
use crate::vault::Vault;

const SESSION: &str = "session";
const SHARE: &str = "share";
const DEALINGS: &str = "dealings";

/// Who was signed in when the page was left.
pub(crate) async fn session(vault: &Vault) -> Option<KeptSession> {
    recall(vault, SESSION).await
}

/// The share that was there.
pub(crate) async fn share(vault: &Vault) -> Option<KeptShare> {
    recall(vault, SHARE).await
}

/// Whom a wallet has dealt with.
pub(crate) async fn dealings(vault: &Vault) -> Option<KeptDealings> {
    recall(vault, DEALINGS).await
}

/// Keeps who is signed in, or that nobody is.
pub(crate) async fn keep_session(vault: &Vault, session: Option<&KeptSession>) {
    keep(vault, SESSION, session).await;
}

/// Keeps a share, or forgets the one that is there.
pub(crate) async fn keep_share(vault: &Vault, share: Option<&KeptShare>) {
    keep(vault, SHARE, share).await;
}

/// Keeps whom a wallet has dealt with, or forgets it.
pub(crate) async fn keep_dealings(vault: &Vault, dealings: Option<&KeptDealings>) {
    keep(vault, DEALINGS, dealings).await;
}

async fn recall<T: Get>(vault: &Vault, name: &str) -> Option<T> {
    match vault.world().perform(Op::Recall { slot: slot(vault, name) }).await {
        Reply::Secret { secret: Some(secret) } => from_text(secret.text()).ok(),
        _ => None,
    }
}

async fn keep<T: Put>(vault: &Vault, name: &str, what: Option<&T>) {
    let secret = what.map(|it| Secret::new(to_text(it)));
    vault.world().perform(Op::Keep { slot: slot(vault, name), secret }).await;
}

fn slot(vault: &Vault, name: &str) -> String {
    let origin = vault.slices().screen.with(|it| it.origin.clone());
    ["@latchkit/vault:", &vault.boot().project_id, ":", &origin, ":", name].concat()
}
