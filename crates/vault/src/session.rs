//! Who is signed in. What the browser keeps of it is read once; a session that the server does not know any more is
//! forgotten wherever that shows.

use std::pin::Pin;

use protocol::api::vault::{Nothing, SignOut, SignedIn, VaultUser};
use protocol::frame::unasked::Unasked;
use protocol::path;
use wire::{Get, Put, to_text};

use crate::fault::Fault;
use crate::memory::{KeptSession, Recalled};
use crate::vault::Vault;
use crate::{kept, server};

/// How long the server is waited for by whoever signs out: the page around waits 3 s.
const SIGN_OUT_MS: u32 = 2_500;

/// Who is signed in, as far as is known here.
pub(crate) async fn known(vault: &Vault) -> Option<KeptSession> {
    if let Recalled::Is(known) = &*vault.0.session.borrow() {
        return known.clone();
    }
    let kept = kept::session(vault).await;
    vault.0.session.replace(Recalled::Is(kept.clone()));
    kept
}

/// Whether somebody is signed in. Where the server is not reached, what is known here counts.
pub(crate) async fn is_connected(vault: &Vault) -> bool {
    // Another tab may have signed in, or out.
    vault.0.session.replace(Recalled::NotYet);
    let Some(kept) = known(vault).await else { return false };
    let user: Result<VaultUser, _> = ask(vault, path::SESSION_GET, &Nothing {}).await;
    match user {
        Ok(user) => {
            change(vault, |it| it.email = user.email).await;
            true
        }
        Err(Fault::SignedOut) => false,
        Err(_) => vault.world().now_ms().await < kept.until_ms.0,
    }
}

/// Somebody signed in.
pub(crate) async fn begin(vault: &Vault, signed_in: SignedIn) {
    let SignedIn { session, user, until_ms, .. } = signed_in;
    let before = known(vault).await;
    let is_same = before.as_ref().is_some_and(|it| it.email == user.email);
    let wallet = before.filter(|_| is_same).and_then(|it| it.wallet);
    let kept = KeptSession { session, email: user.email, until_ms, wallet };
    store(vault, Some(kept)).await;
}

/// Changes what is known of who is signed in.
pub(crate) async fn change(vault: &Vault, change: impl FnOnce(&mut KeptSession)) {
    let Some(before) = known(vault).await else { return };
    let mut after = before.clone();
    change(&mut after);
    if after != before {
        store(vault, Some(after)).await;
    }
}

/// Asks the server as whoever is signed in.
pub(crate) async fn ask<T: Get>(vault: &Vault, path: &str, body: &impl Put) -> Result<T, Fault> {
    let answer: Pin<Box<dyn Future<Output = _>>> = Box::pin(ask_text(vault, path, to_text(body)));
    server::parse(answer.await)
}

async fn ask_text(vault: &Vault, path: &str, body: String) -> Result<String, Fault> {
    let Some(kept) = known(vault).await else { return Err(Fault::SignedOut) };
    let answer = server::send(vault, path, Some(&kept.session), body).await;
    if matches!(answer, Err(Fault::SignedOut)) {
        // Unless somebody signed in meanwhile, here or in another tab.
        vault.0.session.replace(Recalled::NotYet);
        if known(vault).await.is_some_and(|it| it.session == kept.session) {
            over(vault).await;
        }
    }
    answer
}

/// Signs out. Whoever wants out is out, whether the server hears it or not.
pub(crate) async fn sign_out(vault: &Vault) {
    // Another tab may have signed in, and the browser may have lost that they ever did.
    let before = known(vault).await;
    vault.0.session.replace(Recalled::NotYet);
    let Some(kept) = known(vault).await.or(before) else { return };
    // First here: the page around may be gone before the server has heard of it.
    store(vault, None).await;
    let body = SignOut { forget: false };
    let told = server::ask::<Nothing>(vault, path::SESSION_DELETE, Some(&kept.session), &body);
    let _ = vault.world().within(SIGN_OUT_MS, told).await;
}

/// Nobody is signed in here from now on, as the server knows.
pub(crate) async fn end(vault: &Vault) {
    store(vault, None).await;
}

/// Nobody is signed in any more.
async fn over(vault: &Vault) {
    store(vault, None).await;
    vault.say(&Unasked::Session { is_connected: false }.text());
}

async fn store(vault: &Vault, session: Option<KeptSession>) {
    vault.0.session.replace(Recalled::Is(session.clone()));
    kept::keep_session(vault, session.as_ref()).await;
}
