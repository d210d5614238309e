//! Who is signed in, in which browsers.

use super::super::Db;
use super::super::statement::{Lease, Row};
use super::row_key::{self, RowKey};

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
    /// What vouches for the rows.
    pub(crate) rows: &'a RowKey,
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

/// What becomes of somebody who showed which address is theirs.
pub(crate) enum Welcome {
    /// They are signed in.
    In(Arrived),
    /// Not yet: a wallet was signed in to with this address before, and whoever has it can take that back for a while.
    Left,
    /// What is known of them was changed by somebody who has not the keys.
    Changed,
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
     idle_until_ms, until_ms, devices.user_id, key, origin, browser, seen_at_ms, email_sealed, subject, \
     provider, identities.project_id AS identity_project, identities.code AS identity_code, \
     devices.code AS device_code, sign_ins.code AS sign_in_code \
     FROM sign_ins JOIN devices ON devices.id = sign_ins.device_id \
     JOIN identities ON identities.user_id = devices.user_id";

impl Db {
    /// Signs somebody in: whoever is new is from then on known, and so is a new browser. Nobody is new by an address that
    /// a wallet may be given back to: else that could not be.
    pub(crate) async fn sign_in(&self, it: &Arrival<'_>) -> sqlx::Result<Welcome> {
        const LEFT: &str = "SELECT 1 FROM email_undos \
             JOIN identities ON identities.user_id = email_undos.user_id \
             WHERE project_id = $1 AND email_undos.subject = $2 AND until_ms > $3";
        const SEEN: &str = "SELECT MAX(seen_at_ms) AS seen FROM devices WHERE user_id = $1 \
             AND origin = $2 AND browser = $3";
        const LAST: &str = "DELETE FROM sign_ins WHERE device_id = $1";
        const ADD: &str = "INSERT INTO sign_ins (hash, device_id, project_id, created_at_ms, \
             fresh_until_ms, idle_until_ms, until_ms, code) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";
        let mut lease = self.writer.lease().await?;
        lease.begin().await?;
        let Some((user_id, is_new_user)) = user(&mut lease, it).await? else {
            lease.undo().await?;
            return Ok(Welcome::Changed);
        };
        let left = vec![it.project_id.into(), it.subject.into(), it.now_ms.into()];
        if is_new_user && !lease.rows(LEFT, left).await?.is_empty() {
            lease.undo().await?;
            return Ok(Welcome::Left);
        }
        let of = vec![(&*user_id).into(), it.origin.into(), it.browser.into()];
        let seen = lease.rows(SEEN, of).await?;
        let browser_seen_at_ms = seen.first().and_then(|row| row.get("seen").ok());
        let Some((device_id, is_new_device)) = device(&mut lease, it, &user_id).await? else {
            lease.undo().await?;
            return Ok(Welcome::Changed);
        };
        // Whoever signs in again has one session, not two.
        lease.run(LAST, vec![(&*device_id).into()]).await?;
        let code = it.rows.code(&row_key::Row::SignIn {
            hash: it.hash,
            device_id: &device_id,
            project_id: it.project_id,
            created_at_ms: it.now_ms,
            fresh_until_ms: it.span.fresh_until_ms,
            until_ms: it.span.until_ms,
        });
        let values = vec![
            it.hash.into(),
            device_id.into(),
            it.project_id.into(),
            it.now_ms.into(),
            it.span.fresh_until_ms.into(),
            it.span.idle_until_ms.into(),
            it.span.until_ms.into(),
            code.into(),
        ];
        lease.run(ADD, values).await?;
        lease.commit().await?;
        Ok(Welcome::In(Arrived { is_new_user, is_new_device, browser_seen_at_ms, user_id }))
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
        rows: &RowKey,
    ) -> sqlx::Result<bool> {
        const FIND: &str = "SELECT id, devices.user_id, provider, identities.code AS identity_code, \
             devices.code AS device_code FROM devices \
             JOIN identities ON identities.user_id = devices.user_id \
             WHERE project_id = $1 AND subject = $2 AND key = $3 AND origin = $4";
        let of = [project_id, subject, key, origin].map(Into::into);
        let found = self.rows(FIND, of.into()).await?;
        let Some(row) = found.first() else { return Ok(false) };
        let (id, user_id, provider): (String, String, String) =
            (row.get("id")?, row.get("user_id")?, row.get("provider")?);
        let (user_id, provider) = (&*user_id, &*provider);
        let identity = row_key::Row::Identity { user_id, project_id, provider, subject };
        let device = row_key::Row::Device { id: &id, user_id, key, origin };
        Ok(rows.vouches(&identity, &row.get::<String>("identity_code")?)
            && rows.vouches(&device, &row.get::<String>("device_code")?))
    }

    /// Who is signed in by this; nothing where it is over, or was changed by somebody who has not the keys.
    pub(crate) async fn signed_in(
        &self,
        hash: &str,
        now_ms: i64,
        key: &RowKey,
    ) -> sqlx::Result<Option<SignIn>> {
        let sql = [ALL, " WHERE hash = $1 AND idle_until_ms > $2 AND until_ms > $2"].concat();
        let rows = self.rows(sqlx::AssertSqlSafe(sql), vec![hash.into(), now_ms.into()]).await?;
        let Some(row) = rows.first() else { return Ok(None) };
        let it = sign_in(row)?;
        Ok(vouches(key, row, &it)?.then_some(it))
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
        code: &str,
        idle_until_ms: i64,
    ) -> sqlx::Result<bool> {
        const RENEW: &str =
            "UPDATE sign_ins SET hash = $2, code = $3, idle_until_ms = $4 WHERE hash = $1";
        let values = vec![hash.into(), other.into(), code.into(), idle_until_ms.into()];
        Ok(self.run(RENEW, values).await? == 1)
    }

    /// Signs out. A browser in which nobody is signed in waits for no wallet.
    pub(crate) async fn sign_out(&self, it: &SignIn) -> sqlx::Result<()> {
        const END: &str = "DELETE FROM sign_ins WHERE hash = $1";
        const WAIT: &str = "DELETE FROM recovery_waits WHERE device_id = $1 \
             AND NOT EXISTS (SELECT 1 FROM sign_ins WHERE device_id = $1)";
        let mut lease = self.writer.lease().await?;
        lease.begin().await?;
        lease.run(END, vec![(&*it.hash).into()]).await?;
        lease.run(WAIT, vec![(&*it.device_id).into()]).await?;
        lease.commit().await
    }

    /// Signs somebody out of all their browsers but one.
    pub(crate) async fn sign_out_elsewhere(&self, it: &SignIn) -> sqlx::Result<()> {
        const END: &str = "DELETE FROM sign_ins \
             WHERE device_id IN (SELECT id FROM devices WHERE user_id = $1 AND id <> $2)";
        const WAIT: &str = "DELETE FROM recovery_waits \
             WHERE device_id IN (SELECT id FROM devices WHERE user_id = $1 AND id <> $2)";
        let mut lease = self.writer.lease().await?;
        lease.begin().await?;
        for statement in [END, WAIT] {
            lease.run(statement, vec![(&*it.user_id).into(), (&*it.device_id).into()]).await?;
        }
        lease.commit().await
    }
}

/// The id of who comes, and whether they are new.
async fn user(lease: &mut Lease, it: &Arrival<'_>) -> sqlx::Result<Option<(String, bool)>> {
    const FIND: &str = "SELECT user_id, code FROM identities \
         WHERE project_id = $1 AND provider = $2 AND subject = $3";
    const ADD_USER: &str = "INSERT INTO users (id, created_at_ms) VALUES ($1, $2)";
    const ADD: &str = "INSERT INTO identities (user_id, project_id, provider, subject, email_sealed, \
         verified_at_ms, code) VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING";
    const DROP_USER: &str = "DELETE FROM users WHERE id = $1";
    let of = || vec![it.project_id.into(), it.provider.into(), it.subject.into()];
    if let Some(row) = lease.rows(FIND, of()).await?.first() {
        return known(it, row);
    }
    let id = random_id();
    lease.run(ADD_USER, vec![(&*id).into(), it.now_ms.into()]).await?;
    let mut values = vec![(&*id).into()];
    values.extend(of());
    let code = it.rows.code(&identity(it, &id));
    values.extend([it.email_sealed.into(), it.now_ms.into(), code.into()]);
    if lease.run(ADD, values).await? == 1 {
        return Ok(Some((id, true)));
    }
    // Through another node the same person came a moment earlier.
    lease.run(DROP_USER, vec![id.into()]).await?;
    let rows = lease.rows(FIND, of()).await?;
    known(it, rows.first().ok_or(sqlx::Error::RowNotFound)?)
}

fn known(it: &Arrival<'_>, row: &Row) -> sqlx::Result<Option<(String, bool)>> {
    let (id, code): (String, String) = (row.get("user_id")?, row.get("code")?);
    Ok(it.rows.vouches(&identity(it, &id), &code).then_some((id, false)))
}

fn identity<'a>(it: &'a Arrival<'a>, user_id: &'a str) -> row_key::Row<'a> {
    let Arrival { project_id, provider, subject, .. } = *it;
    row_key::Row::Identity { user_id, project_id, provider, subject }
}

/// The id of their browser here, and whether it is new.
async fn device(
    lease: &mut Lease,
    it: &Arrival<'_>,
    user_id: &str,
) -> sqlx::Result<Option<(String, bool)>> {
    const FIND: &str =
        "SELECT id, code FROM devices WHERE user_id = $1 AND key = $2 AND origin = $3";
    const SEEN: &str = "UPDATE devices SET seen_at_ms = $2, browser = $3 WHERE id = $1";
    const ADD: &str = "INSERT INTO devices (id, user_id, key, origin, browser, created_at_ms, seen_at_ms, \
         code) VALUES ($1, $2, $3, $4, $5, $6, $6, $7)";
    let Arrival { key, origin, .. } = *it;
    let of = vec![user_id.into(), key.into(), origin.into()];
    if let Some(row) = lease.rows(FIND, of).await?.first() {
        let (id, code): (String, String) = (row.get("id")?, row.get("code")?);
        if !it.rows.vouches(&row_key::Row::Device { id: &id, user_id, key, origin }, &code) {
            return Ok(None);
        }
        lease.run(SEEN, vec![(&*id).into(), it.now_ms.into(), it.browser.into()]).await?;
        return Ok(Some((id, false)));
    }
    let id = random_id();
    let code = it.rows.code(&row_key::Row::Device { id: &id, user_id, key, origin });
    let values = vec![
        (&*id).into(),
        user_id.into(),
        it.key.into(),
        it.origin.into(),
        it.browser.into(),
        it.now_ms.into(),
        code.into(),
    ];
    lease.run(ADD, values).await?;
    Ok(Some((id, true)))
}

/// 32 hex digits.
pub(crate) fn random_id() -> String {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).expect("the system gives random bytes");
    format!("{:032x}", u128::from_be_bytes(bytes))
}

/// Whether identity, browser and sign-in are as they were written.
fn vouches(rows: &RowKey, row: &Row, it: &SignIn) -> sqlx::Result<bool> {
    let (project_id, provider): (String, String) =
        (row.get("identity_project")?, row.get("provider")?);
    let SignIn { user_id, device_id, subject, key, origin, .. } = it;
    let (project_id, provider) = (&*project_id, &*provider);
    let identity = row_key::Row::Identity { user_id, project_id, provider, subject };
    let device = row_key::Row::Device { id: device_id, user_id, key, origin };
    Ok(rows.vouches(&identity, &row.get::<String>("identity_code")?)
        && rows.vouches(&device, &row.get::<String>("device_code")?)
        && rows.vouches(&it.row(&it.hash), &row.get::<String>("sign_in_code")?))
}

impl SignIn {
    /// Its row, by this hash.
    pub(crate) fn row<'a>(&'a self, hash: &'a str) -> row_key::Row<'a> {
        row_key::Row::SignIn {
            hash,
            device_id: &self.device_id,
            project_id: &self.project_id,
            created_at_ms: self.created_at_ms,
            fresh_until_ms: self.span.fresh_until_ms,
            until_ms: self.span.until_ms,
        }
    }
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
