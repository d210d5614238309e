//! Who is signed in, in which browsers.

use super::super::Db;
use super::super::statement::{Lease, Row};

/// Somebody who has just shown who they are.
pub(crate) struct Arrival<'a> {
    pub(crate) project_id: &'a str,
    pub(crate) provider: &'static str,
    pub(crate) subject: &'a str,
    pub(crate) email_sealed: &'a str,
    pub(crate) key: &'a str,
    pub(crate) origin: &'a str,
    pub(crate) browser: &'a str,
    /// What shows it from now on, hashed.
    pub(crate) hash: &'a str,
    pub(crate) span: Span,
    pub(crate) now_ms: i64,
}

/// Until when somebody is signed in.
#[derive(Clone, Copy)]
#[expect(clippy::struct_field_names, reason = "each is a time, in its unit")]
pub(crate) struct Span {
    /// Dear things may be done until then.
    pub(crate) fresh_until_ms: i64,
    /// It ends where nothing is asked until then.
    pub(crate) idle_until_ms: i64,
    /// It ends in any case.
    pub(crate) until_ms: i64,
}

/// How somebody came.
pub(crate) struct Arrived {
    /// Whether nobody had this address here before.
    pub(crate) is_new_user: bool,
    /// Whether they come with a key that is new to us.
    pub(crate) is_new_device: bool,
    /// When the same family of browsers was last seen on this site, with whichever key.
    pub(crate) browser_seen_at_ms: Option<i64>,
    pub(crate) user_id: String,
}

/// Somebody who is signed in.
#[derive(Clone)]
pub(crate) struct SignIn {
    pub(crate) hash: String,
    pub(crate) user_id: String,
    pub(crate) device_id: String,
    pub(crate) project_id: String,
    pub(crate) email_sealed: String,
    pub(crate) subject: String,
    pub(crate) key: String,
    pub(crate) origin: String,
    pub(crate) browser: String,
    pub(crate) created_at_ms: i64,
    pub(crate) seen_at_ms: i64,
    pub(crate) span: Span,
}

/// What every query of sign-ins finds.
const ALL: &str = "SELECT sign_ins.hash, device_id, sign_ins.project_id, sign_ins.created_at_ms, fresh_until_ms, \
     idle_until_ms, until_ms, devices.user_id, key, origin, browser, seen_at_ms, email_sealed, subject \
     FROM sign_ins JOIN devices ON devices.id = sign_ins.device_id \
     JOIN identities ON identities.user_id = devices.user_id";

impl Db {
    /// Signs somebody in: whoever is new is from then on known, and so is a new browser.
    pub(crate) async fn sign_in(&self, it: &Arrival<'_>) -> sqlx::Result<Arrived> {
        const SEEN: &str = "SELECT MAX(seen_at_ms) AS seen FROM devices WHERE user_id = $1 \
             AND origin = $2 AND browser = $3";
        const LAST: &str = "DELETE FROM sign_ins WHERE device_id = $1";
        const ADD: &str = "INSERT INTO sign_ins (hash, device_id, project_id, created_at_ms, \
             fresh_until_ms, idle_until_ms, until_ms) VALUES ($1, $2, $3, $4, $5, $6, $7)";
        let mut lease = self.writer.lease().await?;
        lease.begin().await?;
        let (user_id, is_new_user) = user(&mut lease, it).await?;
        let of = vec![(&*user_id).into(), it.origin.into(), it.browser.into()];
        let seen = lease.rows(SEEN, of).await?;
        let browser_seen_at_ms = seen.first().and_then(|row| row.get("seen").ok());
        let (device_id, is_new_device) = device(&mut lease, it, &user_id).await?;
        // Whoever signs in again has one session, not two.
        lease.run(LAST, vec![(&*device_id).into()]).await?;
        let values = vec![
            it.hash.into(),
            device_id.into(),
            it.project_id.into(),
            it.now_ms.into(),
            it.span.fresh_until_ms.into(),
            it.span.idle_until_ms.into(),
            it.span.until_ms.into(),
        ];
        lease.run(ADD, values).await?;
        lease.commit().await?;
        Ok(Arrived { is_new_user, is_new_device, browser_seen_at_ms, user_id })
    }

    /// When the same family of browsers was last seen on a site, but for one browser.
    pub(crate) async fn seen_beside(&self, device: &SignIn) -> sqlx::Result<Option<i64>> {
        const SEEN: &str = "SELECT MAX(seen_at_ms) AS seen FROM devices WHERE user_id = $1 \
             AND origin = $2 AND browser = $3 AND id <> $4";
        let of = [&device.user_id, &device.origin, &device.browser, &device.device_id];
        let rows = self.rows(SEEN, of.map(|it| (&**it).into()).into()).await?;
        rows.first().map_or(Ok(None), |row| row.get("seen"))
    }

    /// Whether somebody signed in with this key on this site before.
    pub(crate) async fn is_known_device(
        &self,
        project_id: &str,
        subject: &str,
        key: &str,
        origin: &str,
    ) -> sqlx::Result<bool> {
        const FIND: &str = "SELECT 1 FROM devices JOIN identities ON identities.user_id = devices.user_id \
             WHERE project_id = $1 AND subject = $2 AND key = $3 AND origin = $4";
        let of = [project_id, subject, key, origin].map(Into::into);
        Ok(!self.rows(FIND, of.into()).await?.is_empty())
    }

    /// Who is signed in by this; nothing where it is over.
    pub(crate) async fn signed_in(&self, hash: &str, now_ms: i64) -> sqlx::Result<Option<SignIn>> {
        let sql = [ALL, " WHERE hash = $1 AND idle_until_ms > $2 AND until_ms > $2"].concat();
        let rows = self.rows(sqlx::AssertSqlSafe(sql), vec![hash.into(), now_ms.into()]).await?;
        rows.first().map(sign_in).transpose()
    }

    /// All that is open of somebody, the last used first.
    pub(crate) async fn sign_ins(&self, user_id: &str, now_ms: i64) -> sqlx::Result<Vec<SignIn>> {
        const OF: &str = " WHERE devices.user_id = $1 AND idle_until_ms > $2 AND until_ms > $2 \
             ORDER BY seen_at_ms DESC, sign_ins.created_at_ms DESC, hash LIMIT 100";
        let sql = sqlx::AssertSqlSafe([ALL, OF].concat());
        self.rows(sql, vec![user_id.into(), now_ms.into()]).await?.iter().map(sign_in).collect()
    }

    /// Somebody asked something.
    pub(crate) async fn touch(
        &self,
        hash: &str,
        idle_until_ms: i64,
        now_ms: i64,
    ) -> sqlx::Result<()> {
        const IDLE: &str = "UPDATE sign_ins SET idle_until_ms = $2 WHERE hash = $1";
        const SEEN: &str = "UPDATE devices SET seen_at_ms = $2 \
             WHERE id = (SELECT device_id FROM sign_ins WHERE hash = $1)";
        self.run(IDLE, vec![hash.into(), idle_until_ms.into()]).await?;
        self.run(SEEN, vec![hash.into(), now_ms.into()]).await.map(drop)
    }

    /// Puts another hash in the place of one. False where that is gone.
    pub(crate) async fn renew(
        &self,
        hash: &str,
        other: &str,
        idle_until_ms: i64,
    ) -> sqlx::Result<bool> {
        const RENEW: &str = "UPDATE sign_ins SET hash = $2, idle_until_ms = $3 WHERE hash = $1";
        Ok(self.run(RENEW, vec![hash.into(), other.into(), idle_until_ms.into()]).await? == 1)
    }

    /// Signs out.
    pub(crate) async fn sign_out(&self, hash: &str) -> sqlx::Result<()> {
        self.run("DELETE FROM sign_ins WHERE hash = $1", vec![hash.into()]).await.map(drop)
    }
}

/// The id of who comes, and whether they are new.
async fn user(lease: &mut Lease, it: &Arrival<'_>) -> sqlx::Result<(String, bool)> {
    const FIND: &str = "SELECT user_id FROM identities \
         WHERE project_id = $1 AND provider = $2 AND subject = $3";
    const ADD_USER: &str = "INSERT INTO users (id, created_at_ms) VALUES ($1, $2)";
    const ADD: &str = "INSERT INTO identities (user_id, project_id, provider, subject, email_sealed, \
         verified_at_ms) VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING";
    const DROP_USER: &str = "DELETE FROM users WHERE id = $1";
    let of = || vec![it.project_id.into(), it.provider.into(), it.subject.into()];
    if let Some(row) = lease.rows(FIND, of()).await?.first() {
        return Ok((row.get("user_id")?, false));
    }
    let id = random_id();
    lease.run(ADD_USER, vec![(&*id).into(), it.now_ms.into()]).await?;
    let mut values = vec![(&*id).into()];
    values.extend(of());
    values.extend([it.email_sealed.into(), it.now_ms.into()]);
    if lease.run(ADD, values).await? == 1 {
        return Ok((id, true));
    }
    // Through another node the same person came a moment earlier.
    lease.run(DROP_USER, vec![id.into()]).await?;
    let rows = lease.rows(FIND, of()).await?;
    Ok((rows.first().ok_or(sqlx::Error::RowNotFound)?.get("user_id")?, false))
}

/// The id of their browser here, and whether it is new.
async fn device(
    lease: &mut Lease,
    it: &Arrival<'_>,
    user_id: &str,
) -> sqlx::Result<(String, bool)> {
    const FIND: &str = "SELECT id FROM devices WHERE user_id = $1 AND key = $2 AND origin = $3";
    const SEEN: &str = "UPDATE devices SET seen_at_ms = $2, browser = $3 WHERE id = $1";
    const ADD: &str = "INSERT INTO devices (id, user_id, key, origin, browser, created_at_ms, seen_at_ms) \
         VALUES ($1, $2, $3, $4, $5, $6, $6)";
    let of = vec![user_id.into(), it.key.into(), it.origin.into()];
    if let Some(row) = lease.rows(FIND, of).await?.first() {
        let id: String = row.get("id")?;
        lease.run(SEEN, vec![(&*id).into(), it.now_ms.into(), it.browser.into()]).await?;
        return Ok((id, false));
    }
    let id = random_id();
    let values = vec![
        (&*id).into(),
        user_id.into(),
        it.key.into(),
        it.origin.into(),
        it.browser.into(),
        it.now_ms.into(),
    ];
    lease.run(ADD, values).await?;
    Ok((id, true))
}

/// 32 hex digits.
pub(crate) fn random_id() -> String {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).expect("the system gives random bytes");
    format!("{:032x}", u128::from_be_bytes(bytes))
}

fn sign_in(row: &Row) -> sqlx::Result<SignIn> {
    Ok(SignIn {
        hash: row.get("hash")?,
        user_id: row.get("user_id")?,
        device_id: row.get("device_id")?,
        project_id: row.get("project_id")?,
        email_sealed: row.get("email_sealed")?,
        subject: row.get("subject")?,
        key: row.get("key")?,
        origin: row.get("origin")?,
        browser: row.get("browser")?,
        created_at_ms: row.get("created_at_ms")?,
        seen_at_ms: row.get("seen_at_ms")?,
        span: Span {
            fresh_until_ms: row.get("fresh_until_ms")?,
            idle_until_ms: row.get("idle_until_ms")?,
            until_ms: row.get("until_ms")?,
        },
    })
}
