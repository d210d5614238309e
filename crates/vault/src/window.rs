//! A window in which something is approved: it takes what a frame left for it, shows it, and says what was decided. It
//! signs nothing, and nobody is signed in here.

use protocol::api::vault::{Nothing, ReviewDecide, ReviewTake, ReviewTaken};
use protocol::module::reading::{Reading, ReadingKind};
use protocol::path;
use runtime::{Scope, Secret};
use wire::{Json, Opaque, from_text, wire};

use crate::decision::Verdict;
use crate::fault::Fault;
use crate::queue::Place;
use crate::recovery::PasskeyAsk;
use crate::state::ReviewStep;
use crate::ticket::{Decided, Reviewed, Ticket};
use crate::vault::Vault;
use crate::{passkey, screen, server};

/// How long until a decision is told again that may not have been heard, in milliseconds.
const AGAIN_MS: u32 = 1_000;

/// What a reading is about.
#[wire]
struct About {
    kind: ReadingKind,
}

/// Begins, by what stands behind the `#` of its address.
pub(crate) fn open(vault: &Vault, secret: Secret) {
    let this = vault.clone();
    vault.runtime().spawn(Scope::new("window"), async move {
        screen::reviewed(&this, ReviewStep::Loading);
        let step = match serve(&this, &secret).await {
            Ok(()) => ReviewStep::Decided,
            Err(Fault::Offline) => ReviewStep::Offline,
            Err(_) => ReviewStep::Over,
        };
        screen::reviewed(&this, step);
    });
}

async fn serve(vault: &Vault, secret: &Secret) -> Result<(), Fault> {
    let ticket = Ticket::read(secret).ok_or(Fault::ReviewOver)?;
    let body = ReviewTake { id: ticket.id.clone() };
    let taken: ReviewTaken = server::ask(vault, path::REVIEW_TAKE, None, &body).await?;
    let Reviewed { origin, site, reading, passkey, is_dark } =
        ticket.unseal(vault, taken.sealed).await?;
    let mode = is_dark.map(|it| if it { "dark" } else { "light" });
    screen::themed(vault, mode.map(|it| Json::object([("themeMode", Json::text(it))])));
    screen::introduced(vault, &origin, &site);
    screen::reviewed(vault, ReviewStep::Open);
    // Whoever left it says what it is about: a passkey is asked for where that shows, and nowhere else.
    let About { kind } = from_text(reading.text()).map_err(|_| Fault::ReviewOver)?;
    let is_about_one = matches!(kind, ReadingKind::NewPasskey | ReadingKind::UsePasskey);
    if passkey.is_some() != is_about_one {
        return Err(Fault::ReviewOver);
    }
    let decided = decided(vault, reading, passkey.as_ref()).await?;
    screen::reviewed(vault, ReviewStep::Sending);
    let sealed = ticket.seal(vault, &decided).await?;
    let body = ReviewDecide { id: ticket.id, sealed };
    // Whoever did not hear that it was taken says the same again, and nothing else.
    loop {
        match server::ask::<Nothing>(vault, path::REVIEW_DECIDE, None, &body).await {
            Err(Fault::Offline) => vault.world().sleep(AGAIN_MS).await,
            said => return said.map(drop),
        }
    }
}

/// What came shows, until it is decided. A passkey that it is about is asked for in the turn in which it
/// was approved, and once more where none came of it.
async fn decided(
    vault: &Vault,
    reading: Opaque<Reading>,
    passkey: Option<&PasskeyAsk>,
) -> Result<Decided, Fault> {
    let place = Place::take(vault, None, reading, None).map_err(|_| Fault::Unexpected)?;
    loop {
        let Verdict::Approved(_) = place.decision.taken().await else {
            return Ok(Decided { is_approved: false, passkey: None });
        };
        let Some(ask) = passkey else {
            return Ok(Decided { is_approved: true, passkey: None });
        };
        place.mark(true, None);
        match passkey::asked(vault, ask).await {
            Ok(given) => return Ok(Decided { is_approved: true, passkey: Some(given) }),
            Err(fault) => place.mark(false, Some(fault)),
        }
    }
}
