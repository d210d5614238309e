//! Another address to sign in with: a code goes to the old one, then one to the new one, and the wallet signs that it
//! is so. Whoever types the address in the frame wants it; what a page requests a person approves first.
//!
//! In the frame the view that shows says how far somebody is, and nothing else does.

use protocol::api::vault::UpdateEmailAction;
use protocol::api::vault::{
    EmailChange, EmailChangeEnd, EmailChangeOtp, EmailChangeStarted, EmailChanged, WalletClaim,
};
use protocol::frame::message::FrameView;
use protocol::frame::unasked::FrameProgress;
use protocol::module::reading::ReadingKind;
use protocol::module::reading_row::RowLabel;
use protocol::path;
use protocol::rpc::RpcError;
use runtime::Scope;

use crate::fault::Fault;
use crate::flow::Begun;
use crate::memory::{Change, KeptSession};
use crate::state::EmailChanging;
use crate::vault::Vault;
use crate::{approval, otp, screen, session, sign_in, wallet};

/// Begins the change that the page around requests, once a person has approved it; which code comes next.
pub(crate) async fn agree(vault: &Vault, email: &str) -> Result<UpdateEmailAction, RpcError> {
    let of = |it: Fault| it.to_rpc();
    // What looks like another address is not approved by anybody's eyes.
    if !email.is_ascii() {
        return Err(of(Fault::EmailMalformed));
    }
    let old_email = differing(vault, email).await.map_err(of)?;
    let brief = [(RowLabel::From, &*old_email), (RowLabel::To, email.trim())];
    approval::agree(vault, ReadingKind::NewEmail, &brief).await?;
    start(vault, email, true).await.map_err(of)
}

/// Whether a view is one of those that change the address.
pub(crate) fn is_view(view: FrameView) -> bool {
    use FrameView::{UpdateEmailPrimaryOtp, UpdateEmailSecondaryOtp, UpdateEmailWallet};
    matches!(view, UpdateEmailWallet | UpdateEmailPrimaryOtp | UpdateEmailSecondaryOtp)
}

/// The view shows, from the beginning: no code is awaited yet.
pub(crate) fn open(vault: &Vault) {
    screen::put(vault, FrameView::UpdateEmailWallet);
    HERE.begin(vault, |vault| async move {
        let known = session::known(&vault).await.ok_or(Fault::SignedOut)?;
        vault.slices().email_change.update(|it| it.old_email = known.email);
        Ok(())
    });
}

/// The view is left.
pub(crate) fn leave(vault: &Vault) {
    vault.runtime().cancel(HERE.scope);
    vault.0.change.take();
    vault.slices().email_change.set(EmailChanging::default());
}

/// Somebody entered the other address.
pub(crate) fn change(vault: &Vault, email: String) {
    HERE.begin(vault, move |vault| async move {
        let old_email = differing(&vault, &email).await?;
        let brief = [(RowLabel::From, &*old_email), (RowLabel::To, email.trim())];
        approval::agree_if_needed(&vault, ReadingKind::NewEmail, &brief).await?;
        let action = start(&vault, &email, false).await?;
        let new_email = begun(&vault, false)?.new_email;
        vault.slices().email_change.update(|it| it.new_email = new_email);
        let next = match action {
            UpdateEmailAction::VerifyPrimaryOtp => FrameView::UpdateEmailPrimaryOtp,
            UpdateEmailAction::VerifySecondaryOtp => FrameView::UpdateEmailSecondaryOtp,
        };
        screen::put(&vault, next);
        Ok(())
    });
}

/// Somebody entered the code that is awaited.
pub(crate) fn submit_otp(vault: &Vault, otp: String) {
    let view = vault.slices().screen.with(|it| it.view);
    HERE.begin(vault, move |vault| async move {
        match view {
            Some(FrameView::UpdateEmailPrimaryOtp) => {
                primary(&vault, &otp, false).await?;
                screen::put(&vault, FrameView::UpdateEmailSecondaryOtp);
                Ok(())
            }
            Some(FrameView::UpdateEmailSecondaryOtp) => {
                secondary(&vault, &otp, false).await?;
                vault.slices().email_change.set(EmailChanging::default());
                screen::leave(&vault);
                Ok(())
            }
            _ => Ok(()),
        }
    });
}

const HERE: Begun = Begun {
    scope: Scope::new("emailChange"),
    busy: |vault| {
        vault.slices().email_change.update(|it| (it.is_busy, it.fault) = (true, None));
    },
    done: |vault, fault| {
        if matches!(fault, Some(Fault::AttemptOver)) {
            screen::put(vault, FrameView::UpdateEmailWallet);
        }
        vault.slices().email_change.update(|it| (it.is_busy, it.fault) = (false, fault));
    },
};

/// The address of now, where the other one is another.
async fn differing(vault: &Vault, email: &str) -> Result<String, Fault> {
    let KeptSession { email: old_email, .. } =
        session::known(vault).await.ok_or(Fault::SignedOut)?;
    if old_email.eq_ignore_ascii_case(email.trim()) {
        return Err(Fault::EmailSame);
    }
    Ok(old_email)
}

/// Begins a change; which code comes next. Its codes are taken from where it was begun: from the page, or from who types
/// in the frame.
async fn start(vault: &Vault, email: &str, is_of_page: bool) -> Result<UpdateEmailAction, Fault> {
    let language = vault.boot().language.clone();
    let body = EmailChange { email: email.trim().to_owned(), language };
    let started: EmailChangeStarted = session::ask(vault, path::EMAIL_CHANGE, &body).await?;
    let EmailChangeStarted { action, change: id, new_email } = started;
    vault.0.change.replace(Some(Change { id, new_email, is_of_page }));
    Ok(action)
}

/// The code that went to the old address; another goes to the new one.
pub(crate) async fn primary(vault: &Vault, otp: &str, is_of_page: bool) -> Result<(), Fault> {
    let (otp, Change { id: change, .. }) = (digits(otp)?, begun(vault, is_of_page)?);
    let body = EmailChangeOtp { change, otp };
    let _: EmailChangeStarted = session::ask(vault, path::EMAIL_CHANGE_PRIMARY, &body).await?;
    Ok(())
}

/// The code that went to the new address, which is the one from now on.
pub(crate) async fn secondary(vault: &Vault, otp: &str, is_of_page: bool) -> Result<String, Fault> {
    let (otp, Change { id: change, new_email, .. }) = (digits(otp)?, begun(vault, is_of_page)?);
    let old_email = session::known(vault).await.map(|it| it.email).ok_or(Fault::SignedOut)?;
    let claim = WalletClaim::Move { change: change.clone(), old_email, new_email };
    let signature = wallet::claimed(vault, claim).await?;
    let body = EmailChangeEnd { change, otp, signature };
    let EmailChanged { new_email } =
        session::ask(vault, path::EMAIL_CHANGE_SECONDARY, &body).await?;
    vault.0.change.take();
    session::change(vault, |it| it.email.clone_from(&new_email)).await;
    sign_in::tell(vault, FrameProgress::EmailChanged);
    Ok(new_email)
}

fn begun(vault: &Vault, is_of_page: bool) -> Result<Change, Fault> {
    let begun = vault.0.change.borrow().clone().filter(|it| it.is_of_page == is_of_page);
    begun.ok_or(Fault::AttemptOver)
}

fn digits(otp: &str) -> Result<String, Fault> {
    otp::digits(otp).ok_or(Fault::OtpMalformed)
}
