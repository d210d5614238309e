//! Approving in a window of the vault's own, for pages that the operator does not trust with the frame: they could draw
//! over it. What is to be approved goes to the window by way of the server, sealed under a key that stands behind the
//! `#` of the window's address, and what was decided comes back the same way. So it reaches the window whatever the page
//! around does to windows that it opens, and no window has a hold on another.

use protocol::api::vault::{Nothing, ReviewOffer, ReviewState, ReviewWait};
use protocol::frame::handshake::fits;
use protocol::module::reading::Reading;
use protocol::path;
use protocol::relay::base64;
use runtime::{Op, Race, Reply, Scope, Secret, race};
use wire::{Get, Json, Put, from_text, to_text, wire};

use crate::decision::{Signal, Verdict};
use crate::fault::Fault;
use crate::recovery::{PasskeyAsk, PasskeyGiven};
use crate::session;
use crate::state::InWindow;
use crate::vault::Vault;

/// How long the server is asked at once whether something was decided, in milliseconds.
const WAIT_MS: u32 = 24_000;
/// How long until it is asked again where it was not reached, in milliseconds.
const AGAIN_MS: u32 = 1_000;
/// For what the two texts are sealed.
pub(crate) const OFFERED: &str = "offered";
pub(crate) const DECIDED: &str = "decided";

/// What a window shows.
#[wire(secret)]
pub(crate) struct Reviewed {
    /// The page that asks.
    pub(crate) origin: String,
    /// What the operator calls the site.
    pub(crate) site: String,
    /// What is to be approved.
    pub(crate) reading: Reading,
    /// The passkey that is to be made or used, where that is what it is about.
    pub(crate) passkey: Option<PasskeyAsk>,
    /// Whether the page is dark, where it says so. Nothing else of its looks goes into a window of the vault's own.
    pub(crate) is_dark: Option<bool>,
}

/// What was decided in it.
#[wire(secret)]
pub(crate) struct Decided {
    /// Yes, or no.
    pub(crate) is_approved: bool,
    /// What the passkey gave.
    pub(crate) passkey: Option<PasskeyGiven>,
}

/// Whether it takes a window on the page around. In a page that is itself in another one, nobody knows who draws over it.
pub(crate) fn is_needed(vault: &Vault) -> bool {
    vault.boot().is_nested
        || !vault.slices().screen.with(|it| fits(&it.origin, &vault.boot().trusted))
}

/// Somebody wants the window of a request. It opens in the turn of their press, or as soon as it can.
pub(crate) fn open(vault: &Vault, request: u32) {
    let queue = vault.0.queue.borrow();
    if let Some(entry) = queue.entries.first().filter(|it| it.request == request) {
        entry.window_wanted.give(());
    }
}

/// What somebody decides in the window. `step` says how far it is.
pub(crate) async fn decided(
    vault: &Vault,
    (reading, passkey): (Reading, Option<PasskeyAsk>),
    window_wanted: &Signal<()>,
    step: impl Fn(InWindow),
) -> Result<Verdict, Fault> {
    step(InWindow::Preparing);
    let offer = Offer { vault: vault.clone(), id: base64::encode_url(&vault.random(16).await) };
    let key = Secret::new(base64::encode_url(&vault.random(32).await));
    let reviewed = vault.slices().screen.with(|it| Reviewed {
        origin: it.origin.clone(),
        site: it.site.clone(),
        reading,
        passkey,
        is_dark: vault.slices().theme.with(|it| mode(it.as_ref())),
    });
    let sealed = Some(seal(vault, &key, OFFERED, &reviewed).await?);
    let body = ReviewOffer { id: offer.id.clone(), sealed };
    session::ask::<Nothing>(vault, path::REVIEW_OFFER, &body).await?;
    let boot = vault.boot();
    let url = [&*boot.origin, path::REVIEW, "?projectId=", &boot.project_id].concat();
    let secret = Secret::new([&*offer.id, ".", key.text()].concat());
    let open = || {
        step(InWindow::Opening);
        vault.world().tell(&Op::OpenWindow { url: url.clone(), secret: Some(secret.clone()) });
    };
    step(InWindow::Ready);
    window_wanted.taken().await;
    open();
    let mut taken = 0;
    loop {
        let body = ReviewWait { id: offer.id.clone(), taken, wait_ms: WAIT_MS };
        let asked = session::ask::<ReviewState>(vault, path::REVIEW_WAIT, &body);
        let state = match race(window_wanted.taken(), asked).await {
            Race::Left(()) => {
                open();
                continue;
            }
            Race::Right(Err(fault @ (Fault::ReviewOver | Fault::SignedOut))) => return Err(fault),
            // Somebody may decide meanwhile all the same.
            Race::Right(Err(_)) => {
                vault.world().sleep(AGAIN_MS).await;
                continue;
            }
            Race::Right(Ok(state)) => state,
        };
        if let Some(sealed) = state.sealed {
            let Decided { is_approved, passkey } = unseal(vault, &key, DECIDED, sealed).await?;
            return Ok(if is_approved { Verdict::Approved(passkey) } else { Verdict::Refused });
        }
        if state.taken > taken {
            taken = state.taken;
            step(InWindow::Open);
        } else {
            // There was no room to wait.
            vault.world().sleep(AGAIN_MS).await;
        }
    }
}

fn mode(theme: Option<&Json>) -> Option<bool> {
    Some(theme?.get("themeMode")?.as_text()? == "dark")
}

/// Seals what goes to the other side.
pub(crate) async fn seal(
    vault: &Vault,
    key: &Secret,
    place: &str,
    what: &impl Put,
) -> Result<String, Fault> {
    let (place, text) = (place.to_owned(), to_text(what));
    let op = Op::Seal { secret: Some(key.clone()), place, text };
    value(vault, op).await
}

/// Opens what came from there.
pub(crate) async fn unseal<T: Get>(
    vault: &Vault,
    key: &Secret,
    place: &str,
    sealed: String,
) -> Result<T, Fault> {
    let op = Op::Unseal { secret: Some(key.clone()), place: place.to_owned(), sealed };
    from_text(&value(vault, op).await?).map_err(|_| Fault::Unexpected)
}

async fn value(vault: &Vault, op: Op) -> Result<String, Fault> {
    match vault.world().perform(op).await {
        Reply::Value { value } => value.as_text().map(str::to_owned).ok_or(Fault::Unexpected),
        _ => Err(Fault::Unexpected),
    }
}

/// Something that the server keeps for a window, until nobody waits any more.
struct Offer {
    vault: Vault,
    id: String,
}

impl Drop for Offer {
    fn drop(&mut self) {
        let (vault, id) = (self.vault.clone(), self.id.clone());
        let mut queue = vault.0.queue.borrow_mut();
        queue.withdrawn = queue.withdrawn.wrapping_add(1);
        let scope = Scope::of("withdrawn", queue.withdrawn);
        drop(queue);
        let flow = {
            let vault = vault.clone();
            async move {
                let body = ReviewOffer { id, sealed: None };
                let _: Result<Nothing, _> = session::ask(&vault, path::REVIEW_OFFER, &body).await;
            }
        };
        vault.runtime().spawn(scope, flow);
    }
}
