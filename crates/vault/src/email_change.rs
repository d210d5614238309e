//! Another address to sign in with: a code goes to the old one, then one to the new one.

use protocol::api::vault::UpdateEmailAction;
use protocol::api::vault::{EmailChange, EmailChangeOtp, EmailChangeStarted, EmailChanged};
use protocol::path;

use crate::fault::Fault;
use crate::memory::Change;
use crate::vault::Vault;
use crate::{otp, session};

/// Begins a change; which code comes next.
pub(crate) async fn start(vault: &Vault, email: &str) -> Result<UpdateEmailAction, Fault> {
    let language = vault.boot().language.clone();
    let body = EmailChange { email: email.trim().to_owned(), language };
    let started: EmailChangeStarted = session::ask(vault, path::EMAIL_CHANGE, &body).await?;
    vault.0.change.replace(Some(Change(started.change)));
    Ok(started.action)
}

/// The code that went to the old address; another goes to the new one.
pub(crate) async fn primary(vault: &Vault, otp: &str) -> Result<(), Fault> {
    let body = body(vault, otp)?;
    let _: EmailChangeStarted = session::ask(vault, path::EMAIL_CHANGE_PRIMARY, &body).await?;
    Ok(())
}

/// The code that went to the new address, which is the one from now on.
pub(crate) async fn secondary(vault: &Vault, otp: &str) -> Result<String, Fault> {
    let body = body(vault, otp)?;
    let EmailChanged { new_email } =
        session::ask(vault, path::EMAIL_CHANGE_SECONDARY, &body).await?;
    vault.0.change.take();
    session::change(vault, |it| it.email.clone_from(&new_email)).await;
    Ok(new_email)
}

fn body(vault: &Vault, otp: &str) -> Result<EmailChangeOtp, Fault> {
    let change = vault.0.change.borrow().as_ref().map(|it| it.0.clone());
    let otp = otp::digits(otp).ok_or(Fault::OtpMalformed)?;
    Ok(EmailChangeOtp { change: change.ok_or(Fault::AttemptOver)?, otp })
}
