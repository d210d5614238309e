//! A window in which something is approved: it takes what a frame left for it, shows it, and says what was decided. It
//! signs nothing, and nobody is signed in here.

use protocol::api::vault::{Nothing, ReviewDecide, ReviewTake, ReviewTaken};
use protocol::module::reading::ReadingKind;
use protocol::path;
use runtime::{Scope, Secret};
use wire::Json;

use crate::fault::Fault;
use crate::review::{self, Reviewed};
use crate::state::ReviewStep;
use crate::vault::Vault;
use crate::{approval, server};

/// How long until a decision is told again that may not have been heard, in milliseconds.
const AGAIN_MS: u32 = 1_000;

/// Begins, by what stands behind the `#` of its address: a name, a dot, and the key.
pub(crate) fn open(vault: &Vault, secret: Secret) {
    let this = vault.clone();
    vault.runtime().spawn(Scope::new("window"), async move {
        step(&this, ReviewStep::Loading);
        step(
            &this,
            match serve(&this, &secret).await {
                Ok(()) => ReviewStep::Decided,
                Err(Fault::Offline) => ReviewStep::Offline,
                Err(_) => ReviewStep::Over,
            },
        );
    });
}

async fn serve(vault: &Vault, secret: &Secret) -> Result<(), Fault> {
    let (id, key) = secret.text().split_once('.').ok_or(Fault::ReviewOver)?;
    let (id, key) = (id.to_owned(), Secret::new(key.to_owned()));
    let body = ReviewTake { id: id.clone() };
    let taken: ReviewTaken = server::ask(vault, path::REVIEW_TAKE, None, &body).await?;
    let reviewed: Reviewed = review::unseal(vault, &key, review::OFFERED, taken.sealed).await?;
    let Reviewed { origin, site, reading, passkey, is_dark } = reviewed;
    let mode = is_dark.map(|it| if it { "dark" } else { "light" });
    vault.slices().theme.set(mode.map(|it| Json::object([("themeMode", Json::text(it))])));
    vault.slices().screen.update(|it| {
        (it.origin, it.site) = (origin, site);
        it.review = Some(ReviewStep::Open);
    });
    // Whoever left it says what it is about: a passkey is asked for where that shows, and nowhere else.
    let is_about_one = matches!(reading.kind, ReadingKind::NewPasskey | ReadingKind::UsePasskey);
    if passkey.is_some() != is_about_one {
        return Err(Fault::ReviewOver);
    }
    let decided = approval::shown(vault, reading, passkey.as_ref()).await?;
    step(vault, ReviewStep::Sending);
    let sealed = review::seal(vault, &key, review::DECIDED, &decided).await?;
    let body = ReviewDecide { id, sealed };
    // Whoever did not hear that it was taken says the same again, and nothing else.
    loop {
        match server::ask::<Nothing>(vault, path::REVIEW_DECIDE, None, &body).await {
            Err(Fault::Offline) => vault.world().sleep(AGAIN_MS).await,
            said => return said.map(drop),
        }
    }
}

fn step(vault: &Vault, step: ReviewStep) {
    vault.slices().screen.update(|it| it.review = Some(step));
}
