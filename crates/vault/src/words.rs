//! Where a view shows words: those of the wallet, or of a recovery code.

use protocol::module::signer::{SignerAnswer, SignerAsk, SignerSecrets};
use runtime::{Op, Secret};

use crate::fault::Fault;
use crate::recovery::Recovery;
use crate::signer;
use crate::vault::Vault;

const PLACE: &str = "words";

/// Shows them.
pub(crate) async fn show(vault: &Vault, words: Secret) {
    let op = Op::Show { slot: PLACE.to_owned(), secret: Some(words) };
    vault.world().perform(op).await;
}

/// What shows of them shows no more, and no code that was drawn counts.
pub(crate) fn hide(vault: &Vault) {
    vault.world().tell(&Op::Show { slot: PLACE.to_owned(), secret: None });
    vault.0.drawn.take();
}

/// Draws a recovery code, and shows it. It counts once somebody says that they have it.
pub(crate) async fn draw_code(vault: &Vault) -> Result<(), Fault> {
    let answer = signer::ask(vault, &SignerAsk::Code, &SignerSecrets::default()).await?;
    let (SignerAnswer::Code, SignerSecrets { words: Some(words), .. }) = answer else {
        return Err(Fault::Unexpected);
    };
    let words = Secret::new(words);
    vault.0.drawn.replace(Some(Recovery::code(words.clone())));
    show(vault, words).await;
    Ok(())
}

/// The code that was drawn, of which nobody said yet that they have it.
pub(crate) fn drawn(vault: &Vault) -> Option<Recovery> {
    vault.0.drawn.borrow().clone()
}

/// The same, once somebody wrote it down: it shows no more.
pub(crate) fn take_code(vault: &Vault) -> Option<Recovery> {
    let code = vault.0.drawn.take();
    hide(vault);
    code
}
