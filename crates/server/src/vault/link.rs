//! The mailed link by which a new browser is let in, where a project wants that.
//!
//! Opening it changes nothing, for mail servers open links, too. The page behind it asks which of three
//! numbers the site shows; whoever names another one was sent there by somebody else, and the attempt ends.

use super::Vault;
use super::fault::VaultFault;
use super::proof;
use super::sending::Sending;
use crate::db::vault::attempt::{Attempt, Step};
use crate::error::ApiError;
use crate::origin::Origin;
use crate::project::Project;
use protocol::api::vault::{EmailDevice, EmailDeviceState};
use protocol::relay::base64;
use std::sync::Arc;
use std::time::Duration;

/// Numbers have two digits.
const FIRST_NUMBER: u32 = 10;
const LAST_NUMBER: u32 = 99;
/// Which number names whoever says that it is not them.
pub(crate) const NO_NUMBER: u32 = 0;
/// How many numbers the page offers.
const OFFERED: usize = 3;
/// How long whoever waits is kept waiting at most.
pub(super) const LONGEST_WAIT: Duration = Duration::from_secs(30);
/// How often it is looked at meanwhile: another node may have let them in.
pub(super) const LOOK_TIME: Duration = Duration::from_millis(500);

/// What a mailed link holds. It is kept as a hash.
pub(super) struct Secret(String);

impl Secret {
    pub(super) fn random() -> Self {
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes).expect("the system gives random bytes");
        Secret(base64::encode_url(&bytes))
    }

    pub(super) fn hash(&self) -> String {
        proof::hash(self.0.as_bytes())
    }

    /// Where its page is, behind one of the paths of mailed links.
    pub(super) fn url(&self, origin: &Origin, path: &str) -> String {
        format!("{origin}{path}{}", self.0)
    }
}

/// What the page behind a link shows.
pub(crate) struct Asked {
    pub(crate) site: String,
    pub(crate) origin: String,
    pub(crate) browser: String,
    pub(crate) numbers: [u32; OFFERED],
}

/// What became of an answer.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Followed {
    /// The browser is let in, and a code is mailed.
    LetIn,
    /// The number was another one, so it is not.
    Refused,
    /// They said that it is not them.
    Disowned,
    /// The link is of no use any more.
    Over,
    /// It is let in, but the mail could not be sent.
    NotSent,
}

/// Two digits.
pub(super) fn number() -> u32 {
    draw(LAST_NUMBER - FIRST_NUMBER + 1) + FIRST_NUMBER
}

/// A number below another, small one, each as likely as any other.
fn draw(below: u32) -> u32 {
    loop {
        let mut bytes = [0; 4];
        getrandom::fill(&mut bytes).expect("the system gives random bytes");
        let number = u32::from_be_bytes(bytes);
        if number < u32::MAX - u32::MAX % below {
            return number % below;
        }
    }
}

impl Vault {
    /// Whether the link of an attempt was followed. Waits for it.
    pub(crate) async fn device_state(
        &self,
        device: &EmailDevice,
        key: &proof::DeviceKey,
    ) -> Result<EmailDeviceState, ApiError> {
        let wait = Duration::from_millis(device.wait_ms.into()).min(LONGEST_WAIT);
        let end = tokio::time::Instant::now() + wait;
        loop {
            let found = self.db.attempt(&device.attempt, self.clock.now_ms()).await?;
            let found = found.filter(|it| it.key == key.text());
            let attempt = found.ok_or(VaultFault::AttemptUnknown)?;
            if attempt.step == Step::Refused {
                return Err(VaultFault::AttemptRefused.into());
            }
            let is_approved = attempt.step == Step::Code;
            if is_approved || tokio::time::Instant::now() >= end {
                return Ok(EmailDeviceState { is_approved });
            }
            tokio::time::sleep(LOOK_TIME).await;
        }
    }

    /// What a link is about; nothing where it is of no use any more. Nothing changes by it.
    pub(crate) async fn look_at(&self, secret: &str) -> Result<Option<Attempt>, ApiError> {
        let hash = proof::hash(secret.as_bytes());
        Ok(self.db.attempt_of_link(&hash, self.clock.now_ms()).await?)
    }

    /// What its page shows: the right number among two others, in an order that tells nothing.
    pub(crate) fn asked(attempt: &Attempt, project: &Project) -> Asked {
        let right = attempt.number;
        let mut numbers = [right, 0, 0];
        for place in 1..OFFERED {
            numbers[place] = loop {
                let other = number();
                if !numbers[..place].contains(&other) {
                    break other;
                }
            };
        }
        numbers.swap(0, draw(3) as usize);
        Asked {
            site: project.settings.name.clone(),
            origin: attempt.origin.clone(),
            browser: attempt.browser.clone(),
            numbers,
        }
    }

    /// Whoever followed a link named a number.
    pub(crate) async fn follow(
        self: &Arc<Self>,
        secret: &str,
        number: u32,
        project: impl AsyncFnOnce(&str) -> Result<Option<Arc<Project>>, ApiError>,
    ) -> Result<Followed, ApiError> {
        let Some(attempt) = self.look_at(secret).await? else { return Ok(Followed::Over) };
        let Some(project) = project(&attempt.project_id).await? else { return Ok(Followed::Over) };
        let is_right = number == attempt.number;
        let step = if is_right { Step::Code } else { Step::Refused };
        if !self.db.use_link(&proof::hash(secret.as_bytes()), step).await? {
            return Ok(Followed::Over);
        }
        if !is_right {
            return Ok(if number == NO_NUMBER { Followed::Disowned } else { Followed::Refused });
        }
        let address = self.email(&attempt.subject, &attempt.email_sealed).await?;
        let sending = Sending { vault: self.clone(), attempt, address, project };
        // Whoever closes the page has the code come all the same.
        let sent = tokio::spawn(sending.code()).await;
        Ok(if sent.is_ok_and(|it| it.is_ok()) { Followed::LetIn } else { Followed::NotSent })
    }
}
