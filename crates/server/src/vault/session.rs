//! Who is signed in: what shows it, and for how long.
//!
//! A session is 32 random bytes that only the browser has; what is kept is their hash. It is of no use
//! without the key of the browser that signed in. It ends where it is not used for a week, after a month in
//! any case, and whoever signs in again gets another one.

use super::Vault;
use super::fault::VaultFault;
use super::proof::{DeviceKey, Proof};
use crate::db::vault::row_key::RowKey;
use crate::db::vault::sign_in::{SignIn, Span};
use crate::error::ApiError;
use crate::kms::{Kms, KmsFault, Purpose};
use crate::project::Project;
use chains::evm::contracts::hex;
use protocol::api::vault::{SignedIn, VaultSession, VaultSessions, VaultUser};
use protocol::relay::base64;
use std::sync::Arc;
use wire::Long;

/// How long dear things may be done after signing in.
const FRESH_MS: i64 = 5 * 60 * 1000;
const DAY_MS: i64 = 24 * 60 * 60 * 1000;
const IDLE_MS: i64 = 7 * DAY_MS;
const LONGEST_MS: i64 = 30 * DAY_MS;
/// A session is written to be used no more often than this.
const TOUCH_MS: i64 = 60 * 1000;
/// How many letters a session has at most; others are not looked for.
const MOST_LETTERS: usize = 64;

/// What shows that somebody is signed in. It is told once and never logged.
pub(super) struct Token(String);

impl Token {
    pub(super) fn random() -> Self {
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes).expect("the system gives random bytes");
        Token(base64::encode_url(&bytes))
    }

    /// What is kept in its place.
    pub(super) async fn hash(&self, kms: &dyn Kms) -> Result<String, KmsFault> {
        hash(kms, &self.0).await
    }
}

async fn hash(kms: &dyn Kms, token: &str) -> Result<String, KmsFault> {
    Ok(hex::encode(kms.mac(Purpose::SessionHash, token.as_bytes()).await?))
}

/// What vouches for the rows that say who somebody is. No session is hashed from such a text.
pub(super) async fn row_key(kms: &dyn Kms) -> Result<RowKey, KmsFault> {
    Ok(RowKey::new(kms.mac(Purpose::SessionHash, b"latchkit/rows/v1\0").await?))
}

/// Until when somebody is signed in who has just shown who they are.
pub(super) fn span(now_ms: i64) -> Span {
    Span {
        fresh_until_ms: now_ms + FRESH_MS,
        idle_until_ms: now_ms + IDLE_MS,
        until_ms: now_ms + LONGEST_MS,
    }
}

/// Somebody who asks, and showed that they are signed in.
pub(crate) struct Caller {
    pub(crate) sign_in: SignIn,
    /// The project that they are signed in for, which allows their page.
    pub(crate) project: Arc<Project>,
    /// The hash of what was shown, as proofs have it.
    pub(crate) session_hash: String,
}

impl Vault {
    /// Who asks; nobody where the session is over, of another browser, or none. `project` gives theirs, where it
    /// allows their page.
    pub(crate) async fn caller(
        &self,
        session: &str,
        key: &DeviceKey,
        project: impl AsyncFnOnce(&SignIn) -> Result<Option<Arc<Project>>, ApiError>,
    ) -> Result<Caller, ApiError> {
        let found = self.found(session, key).await?;
        let sign_in = found.ok_or(VaultFault::SessionRefused)?;
        let project = project(&sign_in).await?.ok_or(VaultFault::SessionRefused)?;
        let now_ms = self.clock.now_ms();
        if sign_in.seen_at_ms + TOUCH_MS < now_ms {
            self.db.touch(&sign_in.hash, now_ms + IDLE_MS, now_ms).await?;
        }
        let session_hash = super::proof::hash(session.as_bytes());
        Ok(Caller { sign_in, project, session_hash })
    }

    async fn found(&self, session: &str, key: &DeviceKey) -> Result<Option<SignIn>, ApiError> {
        if session.len() > MOST_LETTERS {
            return Ok(None);
        }
        let hash = hash(&*self.kms, session).await.map_err(VaultFault::from)?;
        let rows = self.row_key().await?;
        let found = self.db.signed_in(&hash, self.clock.now_ms(), &rows).await?;
        Ok(found.filter(|it| it.key == key.text()))
    }

    /// What vouches for the rows that say who somebody is.
    pub(super) async fn row_key(&self) -> Result<RowKey, ApiError> {
        Ok(row_key(&*self.kms).await.map_err(VaultFault::from)?)
    }

    /// Takes a proof for the one request that it is for. The second time it is refused.
    pub(crate) async fn take(&self, proof: &Proof) -> Result<(), ApiError> {
        let name = super::proof::hash([proof.key.text(), ".", &proof.id].concat().as_bytes());
        let until_ms = self.clock.now_ms() + 2 * super::proof::LEEWAY_MS;
        if self.used_proofs.is_first(name, until_ms).await? {
            Ok(())
        } else {
            Err(VaultFault::ProofRefused("it was used before").into())
        }
    }

    /// Who it is.
    pub(crate) async fn user(&self, caller: &Caller) -> Result<VaultUser, ApiError> {
        let email = self.email(&caller.sign_in.subject, &caller.sign_in.email_sealed).await?;
        let is_fresh = caller.sign_in.span.fresh_until_ms > self.clock.now_ms();
        Ok(VaultUser { email: email.text(), is_fresh })
    }

    /// Another session in the place of the caller's, for as long as that would have been.
    pub(crate) async fn refresh(&self, caller: &Caller) -> Result<SignedIn, ApiError> {
        let token = Token::random();
        let hash = token.hash(&*self.kms).await.map_err(VaultFault::from)?;
        let idle_until_ms = self.clock.now_ms() + IDLE_MS;
        let code = self.row_key().await?.code(&caller.sign_in.row(&hash));
        if !self.db.renew(&caller.sign_in.hash, &hash, &code, idle_until_ms).await? {
            return Err(VaultFault::SessionRefused.into());
        }
        let span = Span { idle_until_ms, ..caller.sign_in.span };
        Ok(signed_in(token, self.user(caller).await?, span))
    }

    /// Signs the caller out; with `forget` their browser is a new one from then on.
    pub(crate) async fn sign_out(&self, caller: &Caller, forget: bool) -> Result<(), ApiError> {
        if forget {
            return Ok(self.db.forget_device(&caller.sign_in.device_id).await?);
        }
        Ok(self.db.sign_out(&caller.sign_in).await?)
    }

    /// Where the caller is signed in.
    pub(crate) async fn sessions(&self, caller: &Caller) -> Result<VaultSessions, ApiError> {
        let all = self.db.sign_ins(&caller.sign_in.user_id, self.clock.now_ms()).await?;
        let told = |it: SignIn| VaultSession {
            id: public_id(&it),
            is_this: it.hash == caller.sign_in.hash,
            origin: it.origin,
            browser: it.browser,
            created_at_ms: long(it.created_at_ms),
            seen_at_ms: long(it.seen_at_ms),
        };
        Ok(VaultSessions { sessions: all.into_iter().map(told).collect() })
    }

    /// Ends another session of the caller's, or all others. Their browsers are new ones from then on: whoever
    /// should not have been there has no share and no favour any more. A newcomer who has yet to wait ends
    /// sessions alone, and so does everybody where the wallet is locked: whoever came into it takes nobody's share.
    pub(crate) async fn revoke(&self, caller: &Caller, id: Option<&str>) -> Result<(), ApiError> {
        let SignIn { user_id, device_id, .. } = &caller.sign_in;
        let wallet = self.wallet_of(user_id).await?;
        let is_locked = wallet.is_some_and(|it| it.is_locked);
        let leaves_shares = is_locked || self.is_newcomer(caller).await?;
        match id {
            None if leaves_shares => self.db.sign_out_elsewhere(&caller.sign_in).await?,
            None => self.db.forget_other_devices(user_id, device_id).await?,
            Some(id) => {
                let all = self.db.sign_ins(user_id, self.clock.now_ms()).await?;
                let named = all.iter().find(|it| public_id(it) == id);
                let named = named.ok_or(VaultFault::SessionUnknown)?;
                if leaves_shares {
                    self.db.sign_out(named).await?;
                } else {
                    self.db.forget_device(&named.device_id).await?;
                }
            }
        }
        Ok(())
    }
}

pub(super) fn signed_in(token: Token, user: VaultUser, span: Span) -> SignedIn {
    SignedIn {
        session: token.0,
        user,
        idle_until_ms: long(span.idle_until_ms),
        until_ms: long(span.until_ms),
    }
}

/// What names a session among those of its person: nothing by which anybody is signed in.
fn public_id(it: &SignIn) -> String {
    super::proof::hash(it.hash.as_bytes())
}

fn long(ms: i64) -> Long {
    Long(ms.unsigned_abs())
}
