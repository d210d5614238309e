//! Approving in a window of the vault's own, for pages that the operator does not trust with the frame: they could draw
//! over it. What is to be approved goes to the window by way of the server, sealed under a key that stands behind the
//! `#` of the window's address, and what was decided comes back the same way. So it reaches the window whatever the page
//! around does to windows that it opens, and no window has a hold on another.

use protocol::api::vault::{Nothing, ReviewOffer, ReviewState, ReviewWait};
use protocol::frame::handshake::fits;
use protocol::module::reading::Reading;
use protocol::path;
use runtime::{Op, Race, Scope, race};
use wire::{Json, Opaque};

use crate::decision::{Signal, Verdict};
use crate::fault::Fault;
use crate::recovery::PasskeyAsk;
use crate::session;
use crate::state::InWindow;
use crate::ticket::{Decided, Reviewed, Ticket};
use crate::vault::Vault;

/// How long the server is asked at once whether something was decided, in milliseconds.
const WAIT_MS: u32 = 24_000;
/// How long until it is asked again where it was not reached, in milliseconds.
const AGAIN_MS: u32 = 1_000;

/// Whether it takes a window on the page around. In a page that is itself in another one, nobody knows who draws over it.
pub(crate) fn is_needed(vault: &Vault) -> bool {
    vault.boot().is_nested
        || !vault.slices().screen.with(|it| fits(&it.origin, &vault.boot().trusted))
}

/// What somebody decides in a window, which opens in the turn in which it is wanted, or as soon as it can. `step` says
/// how far it is, and `fail` why it is no further; whoever wants it then has it prepared once more, and opened.
pub(crate) async fn decided(
    vault: &Vault,
    shown: &(Opaque<Reading>, Option<PasskeyAsk>),
    window_wanted: &Signal<()>,
    step: impl Fn(InWindow),
    fail: impl Fn(Option<Fault>),
) -> Verdict {
    loop {
        match decided_once(vault, shown.clone(), window_wanted, &step).await {
            Ok(verdict) => return verdict,
            Err(fault) => fail(Some(fault)),
        }
        window_wanted.taken().await;
        window_wanted.give(());
        fail(None);
    }
}

async fn decided_once(
    vault: &Vault,
    (reading, passkey): (Opaque<Reading>, Option<PasskeyAsk>),
    window_wanted: &Signal<()>,
    step: impl Fn(InWindow),
) -> Result<Verdict, Fault> {
    step(InWindow::Preparing);
    let offer = Offer { vault: vault.clone(), ticket: Ticket::drawn(vault).await };
    let ticket = &offer.ticket;
    let reviewed = vault.slices().screen.with(|it| Reviewed {
        origin: it.origin.clone(),
        site: it.site.clone(),
        reading,
        passkey,
        is_dark: vault.slices().theme.with(|it| mode(it.as_ref())),
    });
    let sealed = Some(ticket.seal(vault, &reviewed).await?);
    let body = ReviewOffer { id: ticket.id.clone(), sealed };
    session::ask::<Nothing>(vault, path::REVIEW_OFFER, &body).await?;
    let boot = vault.boot();
    let url = [&*boot.origin, path::REVIEW, "?projectId=", &boot.project_id].concat();
    let open = || {
        step(InWindow::Opening);
        vault.world().tell(&Op::OpenWindow { url: url.clone(), secret: Some(ticket.text()) });
    };
    step(InWindow::Ready);
    window_wanted.taken().await;
    open();
    let mut taken = 0;
    loop {
        let body = ReviewWait { id: ticket.id.clone(), taken, wait_ms: WAIT_MS };
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
            let Decided { is_approved, passkey } = ticket.unseal(vault, sealed).await?;
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

/// Something that the server keeps for a window, until nobody waits any more.
struct Offer {
    vault: Vault,
    ticket: Ticket,
}

impl Drop for Offer {
    fn drop(&mut self) {
        let (vault, id) = (self.vault.clone(), self.ticket.id.clone());
        let serial = vault.0.withdrawn.get().wrapping_add(1);
        vault.0.withdrawn.set(serial);
        let flow = {
            let vault = vault.clone();
            async move {
                let body = ReviewOffer { id, sealed: None };
                let _: Result<Nothing, _> = session::ask(&vault, path::REVIEW_OFFER, &body).await;
            }
        };
        vault.runtime().spawn(Scope::of("withdrawn", serial), flow);
    }
}
