//! What somebody does about their own wallet: what brings it back, its words, where else they are signed in, and
//! leaving for good.
//!
//! Dear things need somebody who signed in a moment ago. Where the server says that it was too long ago, what was
//! wanted is remembered, a code is mailed, and once that was entered it is done.

use protocol::api::vault::{
    AccountDelete, AccountDeleted, FactorKind, Nothing, RecoveryPolicy, SessionRevoke,
    SharePurpose, SignOut, VaultSessions, WalletClaim, WalletEvents, WalletRotate,
};
use protocol::frame::unasked::Unasked;
use protocol::module::reading::ReadingKind;
use protocol::module::signer::{SignerAnswer, SignerAsk};
use protocol::path;
use runtime::{Scope, Secret};

use crate::fault::Fault;
use crate::memory::Wanted;
use crate::recovery::Recovery;
use crate::state::{Settings, SettingsStep};
use crate::vault::Vault;
use crate::wallet::{self, Means, Unlocked};
use crate::{approval, passkey, screen, session, sign_in, signer, words};

const SCOPE: Scope = Scope::new("settings");

/// The view shows: reads what stands in it.
pub(crate) fn open(vault: &Vault) {
    spawn(vault, async |vault| load(&vault).await);
}

/// The view is left: nothing secret stays behind.
pub(crate) fn leave(vault: &Vault) {
    vault.runtime().cancel(SCOPE);
    words::hide(vault);
    vault.slices().settings.set(Settings::default());
}

/// Something dear is wanted.
pub(crate) fn want(vault: &Vault, wanted: Wanted) {
    spawn(vault, async move |vault| {
        let kind = match &wanted {
            Wanted::Words => ReadingKind::ShowWords,
            Wanted::Recovery(it) if it.kind == FactorKind::Automatic => {
                ReadingKind::NewAutomaticRecovery
            }
            Wanted::Recovery(_) => ReadingKind::NewRecovery,
            Wanted::Delete => ReadingKind::DeleteWallet,
        };
        approval::agree_if_needed(&vault, kind, &[]).await?;
        get(&vault, wanted).await
    });
}

/// A recovery code is drawn and shows. It counts once somebody says that they have it.
pub(crate) fn draw_code(vault: &Vault) {
    spawn(vault, async |vault| {
        words::draw_code(&vault).await?;
        step(&vault, SettingsStep::Code);
        Ok(())
    });
}

/// Somebody wrote the code down.
pub(crate) fn keep_code(vault: &Vault) {
    if let Some(code) = words::take_code(vault) {
        want(vault, Wanted::Recovery(code));
    }
}

/// A passkey is made, which brings the wallet back from then on. It is approved where it is made.
pub(crate) fn want_passkey(vault: &Vault) {
    spawn(vault, async |vault| {
        let wallet = wallet::opened(&vault, &Means::SignIn).await?;
        let passkey = passkey::made(&vault, Some(&wallet)).await?;
        get(&vault, Wanted::Recovery(passkey)).await
    });
}

/// What shows of secrets shows no more.
pub(crate) fn hide_secret(vault: &Vault) {
    words::hide(vault);
    step(vault, SettingsStep::Overview);
}

/// The code that proves once more who it is: what was wanted is done.
pub(crate) fn submit_proof(vault: &Vault, otp: String) {
    spawn(vault, async move |vault| {
        sign_in::enter(&vault, &otp).await?;
        match vault.0.wanted.take() {
            Some(wanted) => get(&vault, wanted).await,
            None => load(&vault).await,
        }
    });
}

/// Ends another session, or all others.
pub(crate) fn revoke(vault: &Vault, id: Option<String>) {
    spawn(vault, async move |vault| {
        let body = SessionRevoke { id };
        session::ask::<Nothing>(&vault, path::SESSION_REVOKE, &body).await?;
        load(&vault).await
    });
}

/// This browser is forgotten: it is a new one from then on.
pub(crate) fn forget(vault: &Vault) {
    spawn(vault, async |vault| {
        let body = SignOut { forget: true };
        session::ask::<Nothing>(&vault, path::SESSION_DELETE, &body).await?;
        gone(&vault).await;
        Ok(())
    });
}

async fn load(vault: &Vault) -> Result<(), Fault> {
    let wallet = wallet::opened(vault, &Means::SignIn).await?;
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
    Ok(())
}

async fn get(vault: &Vault, wanted: Wanted) -> Result<(), Fault> {
    let got = match &wanted {
        Wanted::Words => show_words(vault).await,
        Wanted::Recovery(recovery) => split(vault, recovery).await,
        Wanted::Delete => delete(vault).await,
    };
    if !matches!(got, Err(Fault::NotFresh)) {
        return got;
    }
    vault.0.wanted.replace(Some(wanted));
    let email = session::known(vault).await.map(|it| it.email).ok_or(Fault::SignedOut)?;
    sign_in::start_anew(vault, &email).await?;
    step(vault, SettingsStep::Prove);
    Ok(())
}

async fn show_words(vault: &Vault) -> Result<(), Fault> {
    let Unlocked { wallet, receiver, told, secrets } =
        wallet::unlocked(vault, SharePurpose::Export).await?;
    let ask = SignerAsk::Words { receiver, wallet, told };
    let (_, beside) = signer::ask(vault, &ask, &secrets).await?;
    words::show(vault, Secret::new(beside.words.ok_or(Fault::Unexpected)?)).await;
    step(vault, SettingsStep::Words);
    Ok(())
}

/// Splits the wallet anew, so that nothing but this brings it back from now on.
async fn split(vault: &Vault, by: &Recovery) -> Result<(), Fault> {
    let Unlocked { wallet, receiver, told, secrets } =
        wallet::unlocked(vault, SharePurpose::Rotate).await?;
    let dealing = wallet::dealing(vault).await?;
    let before = wallet.clone();
    let ask = SignerAsk::Split {
        receiver,
        wallet,
        told,
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

fn spawn(vault: &Vault, flow: impl AsyncFnOnce(Vault) -> Result<(), Fault> + 'static) {
    let vault = vault.clone();
    vault.slices().settings.update(|it| (it.is_busy, it.fault) = (true, None));
    vault.runtime().spawn(SCOPE, {
        let vault = vault.clone();
        async move {
            let fault = flow(vault.clone()).await.err();
            vault.slices().settings.update(|it| (it.is_busy, it.fault) = (false, fault));
        }
    });
}
