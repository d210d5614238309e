//! Another address to sign in with: a code goes to the old one, then one to the new one, and the wallet signs that it
//! is so.

use protocol::api::vault::UpdateEmailAction;
use protocol::api::vault::{
    EmailChange, EmailChangeEnd, EmailChangeOtp, EmailChangeStarted, EmailChanged, WalletClaim,
};
use protocol::path;

use crate::fault::Fault;
use crate::memory::Change;
use crate::vault::Vault;
use crate::{otp, session, wallet};

/// Begins a change; which code comes next.
pub(crate) async fn start(vault: &Vault, email: &str) -> Result<UpdateEmailAction, Fault> {
    let language = vault.boot().language.clone();
    let body = EmailChange { email: email.trim().to_owned(), language };
    let started: EmailChangeStarted = session::ask(vault, path::EMAIL_CHANGE, &body).await?;
    let EmailChangeStarted { action, change: id, new_email } = started;
    vault.0.change.replace(Some(Change { id, new_email }));
    Ok(action)
}

/// The code that went to the old address; another goes to the new one.
pub(crate) async fn primary(vault: &Vault, otp: &str) -> Result<(), Fault> {
    let (otp, Change { id: change, .. }) = (digits(otp)?, begun(vault)?);
    let body = EmailChangeOtp { change, otp };
    let _: EmailChangeStarted = session::ask(vault, path::EMAIL_CHANGE_PRIMARY, &body).await?;
    Ok(())
}

/// The code that went to the new address, which is the one from now on.
pub(crate) async fn secondary(vault: &Vault, otp: &str) -> Result<String, Fault> {
    let (otp, Change { id: change, new_email }) = (digits(otp)?, begun(vault)?);
    let old_email = session::known(vault).await.map(|it| it.email).ok_or(Fault::SignedOut)?;
    let claim = WalletClaim::Move { change: change.clone(), old_email, new_email };
    let signature = wallet::claimed(vault, claim).await?;
    let body = EmailChangeEnd { change, otp, signature };
    let EmailChanged { new_email } =
        session::ask(vault, path::EMAIL_CHANGE_SECONDARY, &body).await?;
    vault.0.change.take();
    session::change(vault, |it| it.email.clone_from(&new_email)).await;
    Ok(new_email)
}

fn begun(vault: &Vault) -> Result<Change, Fault> {
    vault.0.change.borrow().clone().ok_or(Fault::AttemptOver)
}

fn digits(otp: &str) -> Result<String, Fault> {
    otp::digits(otp).ok_or(Fault::OtpMalformed)
}
