//! What somebody does about their own wallet: what brings it back, its words, where else they are signed in, and
//! leaving for good.
//!
//! Dear things need somebody who signed in a moment ago. Where the server says that it was too long ago, what was
//! wanted is remembered, a code is mailed, and once that was entered it is done. The words, and what brings the wallet
//! back, take besides what its owner keeps, where they keep something.

use protocol::api::vault::{
    AccountDelete, AccountDeleted, FactorKind, Nothing, RecoveryPolicy, SessionRevoke,
    SharePurpose, SignOut, VaultSessions, WalletClaim, WalletEvents, WalletRotate,
};
use protocol::frame::message::FrameView;
use protocol::frame::unasked::Unasked;
use protocol::module::reading::ReadingKind;
use protocol::module::signer::{SignerAnswer, SignerAsk};
use protocol::path;
use runtime::{Scope, Secret};

use crate::fault::Fault;
use crate::flow::Begun;
use crate::memory::Wanted;
use crate::recovery::Recovery;
use crate::state::{Settings, SettingsStep};
use crate::vault::Vault;
use crate::wallet::{self, Means, Opened};
use crate::{approval, passkey, screen, session, sign_in, signer, words};

const HERE: Begun = Begun {
    scope: Scope::new("settings"),
    busy: |vault| vault.slices().settings.update(|it| (it.is_busy, it.fault) = (true, None)),
    done: |vault, fault| {
        vault.slices().settings.update(|it| (it.is_busy, it.fault) = (false, fault));
    },
};

/// The view shows: reads what stands in it.
pub(crate) fn open(vault: &Vault) {
    HERE.begin(vault, |vault| async move {
        match load(&vault).await {
            // It is not here any more, and brought back once they proved who they are.
            Err(Fault::NotFresh) => prove(&vault).await,
            told => told,
        }
    });
}

/// Whether it does.
pub(crate) fn shows(vault: &Vault) -> bool {
    vault.0.place.get() == Some(FrameView::WalletSettings)
}

/// The view is left: nothing secret stays behind.
pub(crate) fn leave(vault: &Vault) {
    vault.runtime().cancel(HERE.scope);
    words::hide(vault);
    vault.0.wanted.take();
    vault.slices().settings.set(Settings::default());
}

/// Something dear is wanted.
pub(crate) fn want(vault: &Vault, wanted: Wanted) {
    HERE.begin(vault, move |vault| async move {
        let kind = match &wanted {
            Wanted::Words => ReadingKind::ShowWords,
            Wanted::Recovery(it) if it.kind == FactorKind::Automatic => {
                ReadingKind::NewAutomaticRecovery
            }
            Wanted::Recovery(_) => ReadingKind::NewRecovery,
            Wanted::Delete => ReadingKind::DeleteWallet,
        };
        approval::agree_if_needed(&vault, kind, &[]).await?;
        get(&vault, wanted, None).await
    });
}

/// A recovery code is drawn and shows. It counts once somebody says that they have it.
pub(crate) fn draw_code(vault: &Vault) {
    HERE.begin(vault, |vault| async move {
        words::draw_code(&vault).await?;
        step(&vault, SettingsStep::Code);
        Ok(())
    });
}

/// Somebody wrote the code down. It stays where it is until it counts, or is remembered as what is wanted.
pub(crate) fn keep_code(vault: &Vault) {
    if words::drawn(vault).is_none() {
        return;
    }
    HERE.begin(vault, |vault| async move {
        approval::agree_if_needed(&vault, ReadingKind::NewRecovery, &[]).await?;
        // Meanwhile they may want it no more.
        let Some(code) = words::drawn(&vault) else { return Ok(()) };
        get(&vault, Wanted::Recovery(code), None).await?;
        words::hide(&vault);
        Ok(())
    });
}

/// A passkey is made, which brings the wallet back from then on. It is approved where it is made.
pub(crate) fn want_passkey(vault: &Vault) {
    HERE.begin(vault, |vault| async move {
        let wallet = wallet::opened(&vault, &Means::SignIn).await?;
        let passkey = passkey::made(&vault, Some(&wallet)).await?;
        get(&vault, Wanted::Recovery(passkey), None).await
    });
}

/// What shows of secrets shows no more.
pub(crate) fn hide_secret(vault: &Vault) {
    words::hide(vault);
    vault.0.wanted.take();
    vault.slices().settings.update(|it| {
        it.step = SettingsStep::Overview;
        if it.sessions.is_empty() {
            // Nothing was read: they were to prove who they are first.
            *it = Settings { fault: Some(Fault::NotFresh), ..Settings::default() };
        }
    });
}

/// Another mail with the code that proves once more who it is.
pub(crate) fn resend(vault: &Vault) {
    HERE.begin(vault, |vault| async move { ask_proof(&vault).await.map(drop) });
}

/// The code that proves once more who it is: what was wanted is done.
pub(crate) fn submit_proof(vault: &Vault, otp: String) {
    HERE.begin(vault, move |vault| async move {
        sign_in::enter(&vault, &otp).await?;
        step(&vault, SettingsStep::Overview);
        match vault.0.wanted.take() {
            Some((wanted, held)) => get(&vault, wanted, held).await,
            None => load(&vault).await,
        }
    });
}

/// The recovery code that they keep: what was wanted is done.
pub(crate) fn submit_code(vault: &Vault, held: Recovery) {
    HERE.begin(vault, |vault| async move {
        match vault.0.wanted.take() {
            Some((wanted, _)) => get(&vault, wanted, Some(held)).await,
            None => load(&vault).await,
        }
    });
}

/// Ends another session, or all others.
pub(crate) fn revoke(vault: &Vault, id: Option<String>) {
    HERE.begin(vault, move |vault| async move {
        let body = SessionRevoke { id };
        session::ask::<Nothing>(&vault, path::SESSION_REVOKE, &body).await?;
        load(&vault).await
    });
}

/// This browser is forgotten: it is a new one from then on.
pub(crate) fn forget(vault: &Vault) {
    HERE.begin(vault, |vault| async move {
        let body = SignOut { forget: true };
        session::ask::<Nothing>(&vault, path::SESSION_DELETE, &body).await?;
        gone(&vault).await;
        Ok(())
    });
}

/// What is known of the wallet shows, too, where it does not open here, and why it does not.
async fn load(vault: &Vault) -> Result<(), Fault> {
    let (wallet, opens) = wallet::known(vault).await?;
    let listed: VaultSessions = session::ask(vault, path::SESSION_LIST, &Nothing {}).await?;
    let told: WalletEvents = session::ask(vault, path::WALLET_EVENTS, &Nothing {}).await?;
    let email = session::known(vault).await.map(|it| it.email).unwrap_or_default();
    vault.slices().settings.update(|it| {
        it.step = SettingsStep::Overview;
        it.email = email;
        it.factors = wallet.factors;
        it.is_sign_in_enough = vault.boot().recovery != RecoveryPolicy::Own;
        it.sessions = listed.sessions;
        it.events = told.events;
        it.is_whole = told.is_whole;
        it.leaves_at_ms = told.leaves_at_ms;
    });
    opens
}

/// What is wanted, by what brings the wallet back where somebody entered that.
async fn get(vault: &Vault, wanted: Wanted, held: Option<Recovery>) -> Result<(), Fault> {
    let got = match &wanted {
        Wanted::Words => show_words(vault, held.clone()).await,
        Wanted::Recovery(recovery) => split(vault, recovery, held.clone()).await,
        Wanted::Delete => delete(vault).await,
    };
    match got {
        Err(Fault::NotFresh) => {
            vault.0.wanted.replace(Some((wanted, held)));
            prove(vault).await
        }
        // They enter it once more.
        Err(fault) if held.is_some() || fault == Fault::FactorMissing => {
            vault.0.wanted.replace(Some((wanted, None)));
            step(vault, SettingsStep::Recover);
            held.map_or(Ok(()), |_| Err(fault))
        }
        got => got,
    }
}

async fn prove(vault: &Vault) -> Result<(), Fault> {
    let email = ask_proof(vault).await?;
    vault.slices().settings.update(|it| (it.email, it.step) = (email, SettingsStep::Prove));
    Ok(())
}

/// Mails a code to whoever is signed in; to which address.
async fn ask_proof(vault: &Vault) -> Result<String, Fault> {
    let email = session::known(vault).await.map(|it| it.email).ok_or(Fault::SignedOut)?;
    sign_in::start_anew(vault, &email).await?;
    Ok(email)
}

async fn show_words(vault: &Vault, held: Option<Recovery>) -> Result<(), Fault> {
    let Opened { wallet, receiver, opening, secrets } =
        wallet::opened_anew(vault, SharePurpose::Export, held).await?;
    let ask = SignerAsk::Words { receiver, wallet, opening };
    let (_, beside) = signer::ask(vault, &ask, &secrets).await?;
    words::show(vault, Secret::new(beside.words.ok_or(Fault::Unexpected)?)).await;
    step(vault, SettingsStep::Words);
    Ok(())
}

/// Splits the wallet anew, so that nothing but this brings it back from now on.
async fn split(vault: &Vault, by: &Recovery, held: Option<Recovery>) -> Result<(), Fault> {
    let Opened { wallet, receiver, opening, secrets } =
        wallet::opened_anew(vault, SharePurpose::Rotate, held).await?;
    let dealing = wallet::dealing(vault).await?;
    let before = wallet.clone();
    let ask = SignerAsk::Split {
        receiver,
        wallet,
        opening,
        factor: by.kind,
        params: by.params.clone(),
        set: dealing.set,
        seal_to: dealing.seal_to,
        session: dealing.session,
    };
    let (answer, kept) = signer::ask(vault, &ask, &by.beside(secrets)).await?;
    let SignerAnswer::Split { set, factor: sent, signature } = answer else {
        return Err(Fault::Unexpected);
    };
    let share = kept.device_share.ok_or(Fault::Unexpected)?;
    let rotate = WalletRotate { set, factors: vec![sent], signature };
    wallet::replaced(vault, &before, share, by.kind, &rotate).await?;
    load(vault).await
}

/// At once where the wallet can sign it here; else it is gone in a week.
async fn delete(vault: &Vault) -> Result<(), Fault> {
    let signature = match wallet::claimed(vault, WalletClaim::Delete).await {
        Ok(signature) => signature,
        Err(Fault::FactorMissing | Fault::FactorWrong | Fault::ShareLost | Fault::Unexpected) => {
            None
        }
        Err(fault) => return Err(fault),
    };
    let body = AccountDelete { is_given_up: true, signature };
    let deleted: AccountDeleted = session::ask(vault, path::ACCOUNT_DELETE, &body).await?;
    match deleted.at_ms {
        Some(at_ms) => vault.slices().settings.update(|it| it.leaves_at_ms = Some(at_ms)),
        None => gone(vault).await,
    }
    Ok(())
}

/// Nobody is signed in here any more, and no share is here.
async fn gone(vault: &Vault) {
    wallet::forget(vault).await;
    session::end(vault).await;
    screen::leave(vault);
    vault.slices().settings.set(Settings::default());
    vault.say(&Unasked::Session { is_connected: false }.text());
}

fn step(vault: &Vault, step: SettingsStep) {
    vault.slices().settings.update(|it| it.step = step);
}
