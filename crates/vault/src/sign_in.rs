//! Signing in by e-mail. Whoever types in the frame and a page that hands on what was typed go the same way:
//! [`start`], where it is asked for [`device`], then [`enter`]. What the frame shows of it is the slice `signIn`.

use protocol::api::vault::{
    AccountDelete, AccountDeleted, ConnectAction, EmailDevice, EmailDeviceState, EmailOtp,
    EmailStart, EmailStarted, RecoveryPolicy, SignedIn,
};
use protocol::frame::message::FrameView;
use protocol::frame::unasked::{FrameProgress, Unasked};
use protocol::module::reading::ReadingKind;
use protocol::path;
use runtime::Scope;
use wire::Long;

use crate::fault::Fault;
use crate::flow::Begun;
use crate::memory::Attempt;
use crate::recovery::Recovery;
use crate::state::{SignIn, SignInStep};
use crate::vault::Vault;
use crate::wallet::{self, Means};
use crate::{approval, otp, screen, server, session, words};

/// How long the server is asked at once whether a mailed link was followed, in milliseconds. A page around is
/// answered before it stops waiting.
const DEVICE_MS: u32 = 24_000;

/// Has a code or a link mailed; what comes next.
pub(crate) async fn start(vault: &Vault, email: &str) -> Result<ConnectAction, Fault> {
    // It may be somebody else.
    vault.0.chosen.take();
    let known = session::known(vault).await;
    let session = known.as_ref().map(|it| &*it.session);
    match begin(vault, email, session).await {
        Err(Fault::SignedOut) if session.is_some() => begin(vault, email, None).await,
        begun => begun,
    }
}

/// The same for a page that has the fields: whom it connects at once has their wallet here.
pub(crate) async fn start_for_page(vault: &Vault, email: &str) -> Result<ConnectAction, Fault> {
    match start(vault, email).await? {
        ConnectAction::Connect if wallet::opened(vault, &Means::SignIn).await.is_err() => {
            start_anew(vault, email).await
        }
        action => Ok(action),
    }
}

/// The same for somebody who is signed in and has to prove it once more.
pub(crate) async fn start_anew(vault: &Vault, email: &str) -> Result<ConnectAction, Fault> {
    begin(vault, email, None).await
}

async fn begin(vault: &Vault, email: &str, session: Option<&str>) -> Result<ConnectAction, Fault> {
    let email = email.trim();
    let body = EmailStart {
        project_id: vault.boot().project_id.clone(),
        origin: vault.slices().screen.with(|it| it.origin.clone()),
        email: email.to_owned(),
        language: vault.boot().language.clone(),
    };
    let started: EmailStarted = server::ask(vault, path::EMAIL_START, session, &body).await?;
    let EmailStarted { action, attempt, number, is_late, again_in_seconds } = started;
    let attempt = attempt.map(|id| Attempt { id, email: email.to_owned() });
    vault.0.attempt.replace(attempt);
    let now_ms = vault.world().now_ms().await;
    vault.slices().sign_in.set(SignIn {
        step: match action {
            ConnectAction::VerifyDevice => SignInStep::Device,
            ConnectAction::VerifyOtp => SignInStep::Otp,
            ConnectAction::Connect => SignInStep::Opening,
        },
        email: email.to_owned(),
        number,
        again_at_ms: Some(Long(now_ms + u64::from(again_in_seconds) * 1000)),
        is_late,
        ..SignIn::default()
    });
    Ok(action)
}

/// Waits until the mailed link was followed, so that a code is on its way.
pub(crate) async fn device(vault: &Vault) -> Result<(), Fault> {
    let attempt = attempt(vault)?.id;
    let body = EmailDevice { attempt, wait_ms: DEVICE_MS };
    let state: EmailDeviceState = server::ask(vault, path::EMAIL_DEVICE, None, &body).await?;
    if !state.is_approved {
        return Err(Fault::DeviceWaits);
    }
    vault.slices().sign_in.update(|it| it.step = SignInStep::Otp);
    Ok(())
}

/// Signs in by the code that was mailed. The page around knows from then on who it is: the mail named it.
pub(crate) async fn enter(vault: &Vault, otp: &str) -> Result<(), Fault> {
    let Attempt { id: attempt, .. } = attempt(vault)?;
    let otp = otp::digits(otp).ok_or(Fault::OtpMalformed)?;
    let body = EmailOtp { attempt, otp };
    let signed_in: Result<SignedIn, _> = server::ask(vault, path::EMAIL_OTP, None, &body).await;
    if matches!(signed_in, Err(Fault::OtpRefused)) {
        tell(vault, FrameProgress::CodeRefused);
    }
    let signed_in = signed_in?;
    vault.0.attempt.take();
    session::begin(vault, signed_in).await;
    Ok(())
}

/// Tells the page around, which may count it, how far somebody is.
pub(crate) fn tell(vault: &Vault, step: FrameProgress) {
    vault.say(&Unasked::Progress { step }.text());
}

/// Somebody entered their address in the frame.
pub(crate) fn submit_email(vault: &Vault, email: String) {
    HERE.begin(vault, move |vault| async move {
        match start(&vault, &email).await? {
            ConnectAction::Connect => open(&vault, Means::SignIn).await,
            action => mailed(&vault, action).await,
        }
    });
}

/// What was mailed is waited for.
async fn mailed(vault: &Vault, action: ConnectAction) -> Result<(), Fault> {
    if action == ConnectAction::VerifyDevice {
        screen::put(vault, FrameView::EmailVerifyDevice);
        return followed(vault).await;
    }
    screen::put(vault, FrameView::EmailVerifyOtp);
    Ok(())
}

/// Somebody entered a code in the frame.
pub(crate) fn submit_otp(vault: &Vault, otp: String) {
    HERE.begin(vault, move |vault| async move {
        enter(&vault, &otp).await?;
        let means = chosen(&vault);
        open(&vault, means).await
    });
}

/// A page handed on the code, and has room for what else it takes: the wallet opens in it.
pub(crate) fn go_on(vault: &Vault) {
    if vault.0.place.get() == Some(FrameView::EmailVerifyOtp) {
        open_by(vault, chosen(vault));
    }
}

/// Another mail.
pub(crate) fn resend(vault: &Vault) {
    if let Ok(Attempt { email, .. }) = attempt(vault) {
        HERE.begin(vault, move |vault| async move { prove(&vault, &email).await });
    }
}

/// What failed once more.
pub(crate) fn retry(vault: &Vault) {
    let step = vault.slices().sign_in.with(|it| it.step.clone());
    match step {
        SignInStep::Opening => open_by(vault, chosen(vault)),
        SignInStep::Device => HERE.begin(vault, |vault| async move { followed(&vault).await }),
        SignInStep::Email
        | SignInStep::Otp
        | SignInStep::Choose { .. }
        | SignInStep::Code
        | SignInStep::Recover { .. } => {}
    }
}

/// What somebody chose before something came in between.
fn chosen(vault: &Vault) -> Means {
    vault.0.chosen.take().map_or(Means::SignIn, Means::Given)
}

/// Somebody shows once more who they are, by another mail.
async fn prove(vault: &Vault, email: &str) -> Result<(), Fault> {
    let action = start_anew(vault, email).await?;
    mailed(vault, action).await
}

/// Opens the wallet by what somebody chose, or has.
pub(crate) fn open_by(vault: &Vault, means: Means) {
    HERE.begin(vault, move |vault| async move { open(&vault, means).await });
}

/// A recovery code is drawn and shows, which is to bring the wallet back that is not made yet.
pub(crate) fn draw_code(vault: &Vault) {
    HERE.begin(vault, |vault| async move {
        words::draw_code(&vault).await?;
        vault.slices().sign_in.update(|it| it.step = SignInStep::Code);
        Ok(())
    });
}

/// Whether that shows.
fn has_code(vault: &Vault) -> bool {
    vault.slices().sign_in.with(|it| matches!(it.step, SignInStep::Code))
}

/// Somebody wrote it down.
pub(crate) fn keep_code(vault: &Vault) {
    if let Some(code) = words::take_code(vault).filter(|_| has_code(vault)) {
        open_by(vault, Means::Given(code));
    }
}

/// What somebody keeps that the wallet cannot be brought back without.
pub(crate) fn submit_code(vault: &Vault, held: Recovery) {
    if lacks_factor(vault) {
        open_by(vault, Means::Given(held));
    }
}

/// Whether the wallet takes something that it cannot be brought back without.
fn lacks_factor(vault: &Vault) -> bool {
    vault.slices().sign_in.with(|it| matches!(it.step, SignInStep::Recover { .. }))
}

/// Whoever has lost that has the wallet deleted, to begin anew. It cannot sign that here, so it is gone in a week.
pub(crate) fn delete(vault: &Vault) {
    if !lacks_factor(vault) {
        return;
    }
    HERE.begin(vault, |vault| async move {
        approval::agree_if_needed(&vault, ReadingKind::DeleteWallet, &[]).await?;
        let body = AccountDelete { is_given_up: true, signature: None };
        let deleted: AccountDeleted = session::ask(&vault, path::ACCOUNT_DELETE, &body).await?;
        if deleted.at_ms.is_none() {
            // It was deleted elsewhere.
            session::end(&vault).await;
            return Err(Fault::AttemptOver);
        }
        leaves(&vault, deleted.at_ms);
        Ok(())
    });
}

/// When the wallet is deleted that cannot be brought back.
fn leaves(vault: &Vault, at_ms: Option<Long>) {
    vault.slices().sign_in.update(|it| {
        if let SignInStep::Recover { leaves_at_ms, .. } = &mut it.step {
            *leaves_at_ms = at_ms;
        }
    });
}

/// Somebody wants something else after all.
pub(crate) fn hide_code(vault: &Vault) {
    if has_code(vault) {
        words::hide(vault);
        open_by(vault, Means::SignIn);
    }
}

/// Begins anew, as somebody does who goes back.
pub(crate) fn begin_anew(vault: &Vault) {
    vault.runtime().cancel(HERE.scope);
    vault.0.attempt.take();
    vault.0.chosen.take();
    vault.slices().sign_in.update(|it| {
        *it = SignIn { email: it.email.clone(), ..SignIn::default() };
    });
}

/// What is done for who types.
const HERE: Begun = Begun {
    scope: Scope::new("signIn"),
    busy: |vault| vault.slices().sign_in.update(|it| (it.is_busy, it.fault) = (true, None)),
    done: |vault, fault| {
        vault.slices().sign_in.update(|it| {
            it.is_busy = false;
            match fault {
                // The number is of no use any more.
                Some(Fault::AttemptOver | Fault::Disowned) if it.step == SignInStep::Device => {
                    it.number = None;
                }
                Some(Fault::AttemptOver) => it.step = SignInStep::Email,
                _ => {}
            }
            it.fault = fault;
        });
    },
};

/// Waits for the link as long as it takes: whoever goes back ends it.
async fn followed(vault: &Vault) -> Result<(), Fault> {
    vault.slices().sign_in.update(|it| it.is_busy = false);
    loop {
        match device(vault).await {
            Err(Fault::DeviceWaits) => {}
            Err(fault) => return Err(fault),
            Ok(()) => break,
        }
    }
    screen::put(vault, FrameView::EmailVerifyOtp);
    Ok(())
}

/// Opens the wallet of who signed in, and tells the page around once it is there.
async fn open(vault: &Vault, means: Means) -> Result<(), Fault> {
    let is_asked = lacks_factor(vault);
    // Whoever brings it back keeps it.
    leaves(vault, None);
    vault.0.chosen.take();
    vault.slices().sign_in.update(|it| {
        it.is_busy = true;
        // What somebody entered there, or a passkey, may be wrong: they are still there then.
        if !is_asked && !matches!(means, Means::Passkey) {
            it.step = SignInStep::Opening;
        }
    });
    match wallet::opened(vault, &means).await {
        Ok(_) => {
            vault.slices().sign_in.set(SignIn::default());
            screen::leave(vault);
            vault.say(&Unasked::Session { is_connected: true }.text());
            Ok(())
        }
        Err(Fault::WalletMissing) => {
            let is_sign_in_enough = vault.boot().recovery != RecoveryPolicy::Own;
            ask(vault, SignInStep::Choose { is_sign_in_enough });
            Ok(())
        }
        Err(Fault::FactorMissing) if !is_asked => {
            let factors = wallet::factors(vault).await;
            ask(vault, SignInStep::Recover { factors, leaves_at_ms: None });
            Ok(())
        }
        Err(fault) => {
            // A code that was written down counts the next time, too, and nothing is chosen twice.
            if let (Fault::Offline | Fault::NotFresh, Means::Given(chosen)) = (&fault, means) {
                vault.0.chosen.replace(Some(chosen));
            }
            match session::known(vault).await {
                // They go on where they are once they entered the code.
                Some(it) if fault == Fault::NotFresh => prove(vault, &it.email).await,
                _ => Err(fault),
            }
        }
    }
}

/// They are asked something, which takes a view of its own where the field stands beside other wallets.
fn ask(vault: &Vault, step: SignInStep) {
    vault.slices().sign_in.update(|it| it.step = step);
    if vault.0.place.get() == Some(FrameView::EmailLogin) {
        screen::put(vault, FrameView::EmailVerifyOtp);
    }
}

fn attempt(vault: &Vault) -> Result<Attempt, Fault> {
    vault.0.attempt.borrow().clone().ok_or(Fault::AttemptOver)
}
