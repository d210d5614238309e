//! Signing in by e-mail: a code goes out, and comes back from the browser that asked for it.
//!
//! Whether somebody was here before changes nothing of what is answered, nor when: signing up and signing in
//! are one. A code is bound to the attempt, and so to browser, project, origin and address; it is set only
//! once the mail server took the mail, so whoever asks for another one that cannot be sent loses none.

use super::code::{self, Code};
use super::email_address::EmailAddress;
use super::fault::VaultFault;
use super::limits::{self, Asking, COOL_DOWN_MS};
use super::proof::DeviceKey;
use super::sending::{ATTEMPT_MINUTES, MINUTE_MS, SIGN_IN, Sending};
use super::session::{self, Caller, Token};
use super::{Vault, link};
use crate::db::vault::attempt::{Attempt, Step};
use crate::db::vault::code::{Guarded, Tried};
use crate::db::vault::sign_in::{Arrival, Welcome, random_id};
use crate::db::vault::throttle::Limit;
use crate::error::ApiError;
use crate::kms::{Hidden, Purpose};
use crate::mail::Letter;
use crate::project::Project;
use protocol::api::vault::{
    ConnectAction, EmailOtp, EmailStart, EmailStarted, SignedIn, VaultUser,
};
use protocol::path::MAILED_LINK;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

/// How long whoever asks waits for the mail server. It goes on without them.
const MAIL_PATIENCE: Duration = Duration::from_secs(10);
/// How people are known who sign in so.
pub(super) const PROVIDER: &str = "email";

/// Whoever asks, as far as it is not in the body.
pub(crate) struct Visitor<'a> {
    pub(crate) client: IpAddr,
    pub(crate) browser: &'a str,
    pub(crate) key: &'a DeviceKey,
    /// Who they are already, where they are signed in.
    pub(crate) caller: Option<&'a Caller>,
}

impl Vault {
    /// Somebody wants to sign in. `project` is the one of `start`, and allows its origin.
    pub(crate) async fn start(
        self: &Arc<Self>,
        start: &EmailStart,
        project: &Arc<Project>,
        visitor: &Visitor<'_>,
    ) -> Result<EmailStarted, ApiError> {
        let address = EmailAddress::parse(&start.email).ok_or(VaultFault::EmailMalformed)?;
        let subject = self.subject(&address).await?;
        let is_here = |it: &Caller| {
            let it = &it.sign_in;
            (&*it.subject, &*it.project_id, &*it.origin)
                == (&subject, project.id.as_str(), &start.origin)
        };
        if visitor.caller.is_some_and(is_here) {
            return Ok(connected());
        }
        let (project_id, key) = (project.id.as_str(), visitor.key.text());
        let rows = self.row_key().await?;
        let is_known =
            self.db.is_known_device(project_id, &subject, key, &start.origin, &rows).await?;
        let mailbox = address.mailbox();
        let mailbox = if is_known { [&mailbox, "\0", key].concat() } else { mailbox };
        let asking = Asking { project_id, mailbox: &mailbox, client: visitor.client };
        let cool_down = self.count_mail(&asking).await?;
        let is_by_link = project.settings.sign_in.device_approval && !is_known;
        let secret = link::Secret::random();
        let now_ms = self.clock.now_ms();
        let attempt = Attempt {
            id: random_id(),
            project_id: project_id.to_owned(),
            origin: start.origin.clone(),
            key: key.to_owned(),
            browser: visitor.browser.to_owned(),
            email_sealed: self.sealed(&subject, &address).await?,
            subject,
            language: start.language.chars().take(35).collect(),
            step: if is_by_link { Step::Link } else { Step::Code },
            number: link::number(),
            link_hash: is_by_link.then(|| secret.hash()),
            until_ms: now_ms + ATTEMPT_MINUTES * MINUTE_MS,
        };
        self.db.add_attempt(&attempt).await?;
        let sending = Sending { vault: self.clone(), attempt, address, project: project.clone() };
        let started = EmailStarted {
            action: if is_by_link { ConnectAction::VerifyDevice } else { ConnectAction::VerifyOtp },
            attempt: Some(sending.attempt.id.clone()),
            number: is_by_link.then_some(sending.attempt.number),
            is_late: false,
            again_in_seconds: seconds(COOL_DOWN_MS),
        };
        let url = secret.url(&self.origin, MAILED_LINK);
        let sent =
            async move { if is_by_link { sending.link(&url).await } else { sending.code().await } };
        self.patiently(sent, cool_down).await.map(|is_late| EmailStarted { is_late, ..started })
    }

    /// Takes a code, and signs in whoever has it.
    pub(crate) async fn finish(
        self: &Arc<Self>,
        otp: &EmailOtp,
        projects: impl AsyncFnOnce(&str) -> Result<Option<Arc<Project>>, ApiError>,
        visitor: &Visitor<'_>,
    ) -> Result<SignedIn, ApiError> {
        let code = Code::typed(&otp.otp).ok_or(VaultFault::OtpMalformed)?;
        let limits = limits::of_tries(&*self.kms, visitor.client, self.bounds).await;
        self.count(&limits.map_err(VaultFault::from)?).await?;
        let attempt = self.db.attempt(&otp.attempt, self.clock.now_ms()).await?;
        let attempt = attempt.filter(|it| it.key == visitor.key.text() && it.step == Step::Code);
        let attempt = attempt.ok_or(VaultFault::OtpRefused)?;
        let project = projects(&attempt.project_id).await?.ok_or(VaultFault::OtpRefused)?;
        let tag =
            code.tag(&*self.kms, SIGN_IN, &attempt.bound()).await.map_err(VaultFault::from)?;
        match self.tried(&attempt.id, &tag, &self.lock_of(&attempt).await?).await? {
            Tried::Right => {}
            Tried::Unseen => return Err(VaultFault::OtpRefused.into()),
            Tried::Wrong(failures) => {
                if limits::is_series(failures) {
                    self.tell_of_series(attempt, project).await?;
                }
                return Err(VaultFault::OtpRefused.into());
            }
        }
        if !self.db.use_code(&attempt.id, &tag).await? {
            return Err(VaultFault::OtpRefused.into());
        }
        self.let_in(attempt, project).await
    }

    async fn let_in(
        self: &Arc<Self>,
        attempt: Attempt,
        project: Arc<Project>,
    ) -> Result<SignedIn, ApiError> {
        let now_ms = self.clock.now_ms();
        let address = self.email(&attempt.subject, &attempt.email_sealed).await?;
        let (token, span) = (Token::random(), session::span(now_ms));
        let welcome = self
            .db
            .sign_in(&Arrival {
                project_id: &attempt.project_id,
                provider: PROVIDER,
                subject: &attempt.subject,
                email_sealed: &attempt.email_sealed,
                key: &attempt.key,
                origin: &attempt.origin,
                browser: &attempt.browser,
                hash: &token.hash(&*self.kms).await.map_err(VaultFault::from)?,
                span,
                now_ms,
                rows: &self.row_key().await?,
            })
            .await?;
        let arrived = match welcome {
            Welcome::In(arrived) => arrived,
            Welcome::Left => return Err(VaultFault::EmailLeft.into()),
            Welcome::Changed => return Err(VaultFault::RowChanged.into()),
        };
        self.db.end_attempt(&attempt.id).await?;
        if let Err(error) = self.end_cool_down(&attempt, &address).await {
            // They are in all the same.
            tracing::warn!(?error, "a cool-down could not be ended");
        }
        let user = VaultUser { email: address.text(), is_fresh: true };
        let sending = Sending { vault: self.clone(), attempt, address, project };
        if sending.is_news(&arrived).await? {
            tokio::spawn(async move { sending.notice(Letter::new_device).await });
        }
        Ok(session::signed_in(token, user, span))
    }

    /// Whoever came in may be mailed another code at once in this browser, which is known from now on. The mailbox
    /// keeps its rest from all others.
    async fn end_cool_down(
        &self,
        attempt: &Attempt,
        address: &EmailAddress,
    ) -> Result<(), ApiError> {
        let mailbox = [&*address.mailbox(), "\0", &*attempt.key].concat();
        let cool_down = limits::cool_down(&*self.kms, &attempt.project_id, &mailbox).await;
        self.db.count_anew(&cool_down.map_err(VaultFault::from)?.key).await?;
        Ok(())
    }

    /// Counts a mail that is asked for; gives the cool-down, which ends where the mail does not leave.
    pub(super) async fn count_mail(&self, asking: &Asking<'_>) -> Result<Limit, ApiError> {
        let Asking { project_id, mailbox, .. } = asking;
        let cool_down = limits::cool_down(&*self.kms, project_id, mailbox).await;
        let cool_down = cool_down.map_err(VaultFault::from)?;
        let others = limits::of_mails(&*self.kms, asking, self.bounds).await;
        let others = others.map_err(VaultFault::from)?;
        let now_ms = self.clock.now_ms();
        let cool_down = [cool_down];
        if let Some(until_ms) = self.db.count_all(&cool_down, now_ms).await? {
            return Err(VaultFault::CoolDown(left(until_ms, now_ms)).into());
        }
        let [cool_down] = cool_down;
        if let Err(fault) = self.count(&others).await {
            self.db.count_anew(&cool_down.key).await?;
            return Err(fault);
        }
        Ok(cool_down)
    }

    pub(super) async fn count(&self, limits: &[Limit]) -> Result<(), ApiError> {
        let now_ms = self.clock.now_ms();
        match self.db.count_all(limits, now_ms).await? {
            Some(until_ms) => Err(VaultFault::TooMany(left(until_ms, now_ms)).into()),
            None => Ok(()),
        }
    }

    /// Waits for a mail, but not too long. Says whether it goes on without whoever asked.
    pub(super) async fn patiently(
        self: &Arc<Self>,
        sent: impl Future<Output = Result<(), ApiError>> + Send + 'static,
        cool_down: Limit,
    ) -> Result<bool, ApiError> {
        let vault = self.clone();
        let sent = async move {
            let sent = sent.await;
            if sent.is_err() {
                vault.db.count_anew(&cool_down.key).await?;
            }
            sent
        };
        match tokio::time::timeout(MAIL_PATIENCE, tokio::spawn(sent)).await {
            Ok(sent) => sent.map_err(|_| ApiError::Unexpected)?.map(|()| false),
            Err(_) => Ok(true),
        }
    }

    /// Whose wrong codes are counted together: for a browser that is known here by itself.
    async fn lock_of(&self, attempt: &Attempt) -> Result<Hidden, ApiError> {
        let Attempt { project_id, subject, key, origin, .. } = attempt;
        let rows = self.row_key().await?;
        let is_known = self.db.is_known_device(project_id, subject, key, origin, &rows).await?;
        let of = [project_id, "\0", subject].concat();
        let of = if is_known { [&*of, "\0", key].concat() } else { of };
        Ok(Hidden::of(&*self.kms, "wrong-codes", &of).await.map_err(VaultFault::from)?)
    }

    /// Counts a try of a code and looks whether it has this tag; `lock` is whose wrong ones are counted together.
    pub(super) async fn tried(
        &self,
        id: &str,
        tag: &str,
        lock: &Hidden,
    ) -> Result<Tried, ApiError> {
        let now_ms = self.clock.now_ms();
        let locked_until = |failures| limits::locked_until(failures, now_ms);
        let of = Guarded { key: lock, locked_until: &locked_until };
        Ok(self.db.try_code(id, &of, now_ms, |wanted| code::is_same(wanted, tag)).await?)
    }

    async fn tell_of_series(
        self: &Arc<Self>,
        attempt: Attempt,
        project: Arc<Project>,
    ) -> Result<(), ApiError> {
        tracing::warn!(project = attempt.project_id, "codes are guessed");
        let address = self.email(&attempt.subject, &attempt.email_sealed).await?;
        let sending = Sending { vault: self.clone(), attempt, address, project };
        tokio::spawn(async move { sending.notice(Letter::failures).await });
        Ok(())
    }

    /// Who an address is, to whoever has the key.
    pub(super) async fn subject(&self, address: &EmailAddress) -> Result<String, ApiError> {
        let hidden = Hidden::of(&*self.kms, "subject", &address.text()).await;
        Ok(hidden.map_err(VaultFault::from)?.text().to_owned())
    }

    pub(super) async fn sealed(
        &self,
        subject: &str,
        address: &EmailAddress,
    ) -> Result<String, ApiError> {
        let text = address.text();
        let sealed = self.kms.wrap(Purpose::EmailIndex, subject, text.as_bytes()).await;
        Ok(sealed.map_err(VaultFault::from)?)
    }

    /// The address behind a subject.
    pub(super) async fn email(
        &self,
        subject: &str,
        sealed: &str,
    ) -> Result<EmailAddress, ApiError> {
        let bytes = self.kms.unwrap(Purpose::EmailIndex, subject, sealed).await;
        let bytes = bytes.map_err(VaultFault::from)?;
        let text = std::str::from_utf8(bytes.bytes()).ok();
        Ok(text.and_then(EmailAddress::parse).ok_or(VaultFault::Keys)?)
    }
}

fn connected() -> EmailStarted {
    EmailStarted {
        action: ConnectAction::Connect,
        attempt: None,
        number: None,
        is_late: false,
        again_in_seconds: 0,
    }
}

fn left(until_ms: i64, now_ms: i64) -> Duration {
    Duration::from_millis((until_ms - now_ms).max(1).unsigned_abs())
}

fn seconds(ms: i64) -> u32 {
    u32::try_from(ms / 1000).unwrap_or_default()
}
