//! Giving a wallet another address: a code to the old one, by which somebody proves once more who they are, then one to
//! the new, both in one session, and the wallet's own signature: whoever reads the mails of both has no wallet by that.
//! The old address is told, and takes it back within three days.

use super::code::Code;
use super::email_address::EmailAddress;
use super::fault::VaultFault;
use super::incoming::{check_signed, malformed};
use super::limits::{self, Asking};
use super::link::Secret;
use super::sending::{CODE_MINUTES, MINUTE_MS};
use super::session::Caller;
use super::sign_in::{PROVIDER, Visitor};
use super::wallet::Event;
use super::{Vault, proof};
use crate::db::vault::code::Tried;
use crate::db::vault::email_change::{Before, Change, Ended, Undo};
use crate::db::vault::sign_in::random_id;
use crate::db::vault::wallet::Wallet;
use crate::error::ApiError;
use crate::kms::Hidden;
use crate::mail::{Letter, MailFault};
use keys::claim::Claim;
use protocol::api::vault::{
    EmailChange, EmailChangeEnd, EmailChangeOtp, EmailChangeStarted, EmailChanged,
    UpdateEmailAction, WalletClaim,
};
use protocol::path::MAILED_UNDO;
use std::sync::Arc;
use std::time::Duration;

/// What a code is for that goes to the old address, and one that goes to the new.
const PURPOSES: [&str; 2] = ["old-address", "new-address"];
/// How long whoever asks waits for the mail server.
const MAIL_PATIENCE: Duration = Duration::from_secs(20);
/// How long a change may be taken back.
const UNDO_MS: i64 = 72 * 60 * MINUTE_MS;

impl Vault {
    /// Mails a code to the old address.
    pub(crate) async fn start_change(
        &self,
        caller: &Caller,
        asked: &EmailChange,
        visitor: &Visitor<'_>,
    ) -> Result<EmailChangeStarted, ApiError> {
        let new = EmailAddress::parse(&asked.email).ok_or(VaultFault::EmailMalformed)?;
        let subject = self.subject(&new).await?;
        if subject == caller.sign_in.subject {
            return Err(VaultFault::EmailTaken.into());
        }
        if let Some(wallet) = self.wallet_of(&caller.sign_in.user_id).await? {
            self.require_unlocked(caller, &wallet).await?;
        }
        let old = self.email(&caller.sign_in.subject, &caller.sign_in.email_sealed).await?;
        let (id, code) = (random_id(), Code::random());
        let it = Change {
            id,
            user_id: caller.sign_in.user_id.clone(),
            hash: caller.sign_in.hash.clone(),
            email_sealed: self.sealed(&subject, &new).await?,
            subject,
            is_second: false,
            until_ms: self.clock.now_ms() + CODE_MINUTES * MINUTE_MS,
        };
        let tag = self.change_tag(&code, &it, false).await?;
        let occasion = self.occasion_of(caller, &asked.language);
        let letter =
            Letter::change_code(&occasion, code.digits(), CODE_MINUTES, &new.text(), false);
        self.mail(&old, &letter, caller, visitor).await?;
        self.db.begin_change(&it, &tag).await?;
        let action = UpdateEmailAction::VerifyPrimaryOtp;
        Ok(EmailChangeStarted { action, change: it.id, new_email: new.text() })
    }

    /// Takes that code, and mails one to the new address.
    pub(crate) async fn go_on_with_change(
        &self,
        caller: &Caller,
        otp: &EmailChangeOtp,
        visitor: &Visitor<'_>,
    ) -> Result<EmailChangeStarted, ApiError> {
        let code = Code::typed(&otp.otp).ok_or(VaultFault::OtpMalformed)?;
        let change = self.change(caller, &otp.change, false, visitor).await?;
        let right = self.right(&change, &code).await?;
        let rows = self.row_key().await?;
        let before = Before { change: &change, tag: &right, rows: &rows };
        let new = self.email(&change.subject, &change.email_sealed).await?;
        let code = Code::random();
        let occasion = self.occasion_of(caller, "");
        let letter = Letter::change_code(&occasion, code.digits(), CODE_MINUTES, &new.text(), true);
        self.mail(&new, &letter, caller, visitor).await?;
        let tag = self.change_tag(&code, &change, true).await?;
        let until_ms = self.clock.now_ms() + CODE_MINUTES * MINUTE_MS;
        if !self.db.go_on_with_change(&before, &tag, until_ms).await? {
            return Err(VaultFault::OtpRefused.into());
        }
        let action = UpdateEmailAction::VerifySecondaryOtp;
        Ok(EmailChangeStarted { action, change: change.id, new_email: new.text() })
    }

    /// Takes that one: the new address is who they are from now on. Who is signed in elsewhere is not any more.
    pub(crate) async fn finish_change(
        self: &Arc<Self>,
        caller: &Caller,
        end: &EmailChangeEnd,
        visitor: &Visitor<'_>,
    ) -> Result<EmailChanged, ApiError> {
        let code = Code::typed(&end.otp).ok_or(VaultFault::OtpMalformed)?;
        let it = self.change(caller, &end.change, true, visitor).await?;
        let new = self.email(&it.subject, &it.email_sealed).await?;
        let old = self.email(&caller.sign_in.subject, &caller.sign_in.email_sealed).await?;
        let wallet = self.wallet_of(&it.user_id).await?;
        if let Some(wallet) = &wallet {
            self.require_unlocked(caller, wallet).await?;
            let (change, old_email, new_email) = (it.id.clone(), old.text(), new.text());
            let claim = WalletClaim::Move { change, old_email, new_email };
            let signature = end.signature.as_deref().unwrap_or_default();
            check_signed(Claim::Move, caller, wallet, &claim.parts(), signature)?;
        }
        let right = self.right(&it, &code).await?;
        let (secret, now_ms) = (Secret::random(), self.clock.now_ms());
        let undo = Undo {
            link_hash: &secret.hash(),
            subject: &caller.sign_in.subject,
            email_sealed: &caller.sign_in.email_sealed,
            until_ms: now_ms + UNDO_MS,
        };
        let rows = self.row_key().await?;
        let before = Before { change: &it, tag: &right, rows: &rows };
        match self.finished(caller, wallet.as_ref(), &before, &undo).await? {
            Ended::Done => {}
            Ended::Taken => return Err(VaultFault::EmailTaken.into()),
            Ended::OtherWallet => return Err(malformed("signature")),
        }
        let url = secret.url(&self.origin, MAILED_UNDO);
        let letter = Letter::changed(&self.occasion_of(caller, ""), &url);
        self.send_later(old, letter, None);
        Ok(EmailChanged { new_email: new.text() })
    }

    /// Puts the new address in the place of the old one, and writes it down of the wallet.
    async fn finished(
        &self,
        caller: &Caller,
        wallet: Option<&Wallet>,
        before: &Before<'_>,
        undo: &Undo<'_>,
    ) -> Result<Ended, ApiError> {
        let now_ms = self.clock.now_ms();
        let Some(wallet) = wallet else {
            return Ok(self.db.finish_change(before, PROVIDER, undo, None, now_ms).await?);
        };
        let chain = self.key_of(wallet).await?.chain();
        let noting = self.noting(caller, &wallet.id, &chain, Event::Moved);
        Ok(self.db.finish_change(before, PROVIDER, undo, Some(&noting), now_ms).await?)
    }

    /// Whether a link takes a change back.
    pub(crate) async fn can_undo(&self, secret: &str) -> Result<bool, ApiError> {
        let hash = proof::hash(secret.as_bytes());
        Ok(self.db.can_undo(&hash, self.clock.now_ms()).await?)
    }

    /// Takes it back. False where the link is of no use.
    pub(crate) async fn undo_change(&self, secret: &str) -> Result<bool, ApiError> {
        let hash = proof::hash(secret.as_bytes());
        let rows = self.row_key().await?;
        Ok(self.db.undo_change(&hash, self.clock.now_ms(), &rows).await?)
    }

    /// The change that waits for a code.
    async fn change(
        &self,
        caller: &Caller,
        id: &str,
        is_second: bool,
        visitor: &Visitor<'_>,
    ) -> Result<Change, ApiError> {
        let limits = limits::of_tries(&*self.kms, visitor.client, self.bounds).await;
        self.count(&limits.map_err(VaultFault::from)?).await?;
        let (hash, now_ms) = (&*caller.sign_in.hash, self.clock.now_ms());
        let change = self.db.change(id, hash, is_second, now_ms).await?;
        Ok(change.ok_or(VaultFault::OtpRefused)?)
    }

    /// The tag of its code, where this is it.
    async fn right(&self, change: &Change, code: &Code) -> Result<String, ApiError> {
        let tag = self.change_tag(code, change, change.is_second).await?;
        let lock = Hidden::of(&*self.kms, "wrong-change-codes", &change.user_id).await;
        match self.tried(&change.id, &tag, &lock.map_err(VaultFault::from)?).await? {
            Tried::Right => Ok(tag),
            Tried::Wrong(_) | Tried::Unseen => Err(VaultFault::OtpRefused.into()),
        }
    }

    async fn change_tag(
        &self,
        code: &Code,
        of: &Change,
        is_second: bool,
    ) -> Result<String, ApiError> {
        let tag = code.tag(&*self.kms, PURPOSES[usize::from(is_second)], &of.bound()).await;
        Ok(tag.map_err(VaultFault::from)?)
    }

    /// Sends a mail that counts as one that was asked for.
    pub(super) async fn mail(
        &self,
        to: &EmailAddress,
        letter: &Letter,
        caller: &Caller,
        visitor: &Visitor<'_>,
    ) -> Result<(), ApiError> {
        let mailbox = ["change\0", &to.mailbox()].concat();
        let project_id = &*caller.sign_in.project_id;
        let asking = Asking { project_id, mailbox: &mailbox, client: visitor.client };
        let cool_down = self.count_mail(&asking).await?;
        let sent = tokio::time::timeout(MAIL_PATIENCE, self.mailer.send(to, letter)).await;
        let sent = sent.unwrap_or(Err(MailFault::NotSent));
        if sent.is_err() {
            self.db.count_anew(&cool_down.key).await?;
        }
        sent.map_err(|fault| match fault {
            MailFault::AddressRefused => VaultFault::EmailUnknown.into(),
            MailFault::NotSent => VaultFault::MailNotSent.into(),
        })
    }
}
