//! Changes of address that are under way, and by what they are taken back. The code of a change has its name
//! (`code.rs`).

use super::super::Db;
use super::super::statement::{Lease, Row};
use super::code::{set_code, use_code};
use super::deletion::is_theirs;
use super::row_key::{self, RowKey};
use super::wallet_event::{Noting, note};

/// Somebody who takes another address.
pub(crate) struct Change {
    pub(crate) id: String,
    pub(crate) user_id: String,
    /// The session in which it was begun; it is finished in the same.
    pub(crate) hash: String,
    /// The new address, hashed and sealed.
    pub(crate) subject: String,
    pub(crate) email_sealed: String,
    /// Whether the code that is awaited went to the new address.
    pub(crate) is_second: bool,
    pub(crate) until_ms: i64,
}

impl Change {
    /// What its codes are bound to: who changes their address, in which session, and to which.
    pub(crate) fn bound(&self) -> [&str; 4] {
        [&self.id, &self.user_id, &self.hash, &self.subject]
    }
}

/// A change whose code was right, and the tag of that code.
pub(crate) struct Before<'a> {
    pub(crate) change: &'a Change,
    pub(crate) tag: &'a str,
    /// What vouches for the rows.
    pub(crate) rows: &'a RowKey,
}

/// By what an address is given back to whom it was taken from.
pub(crate) struct Undo<'a> {
    pub(crate) link_hash: &'a str,
    pub(crate) subject: &'a str,
    pub(crate) email_sealed: &'a str,
    pub(crate) until_ms: i64,
}

/// What became of a change whose codes were both right.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ended {
    Done,
    /// The new address is somebody else's, or somebody was faster.
    Taken,
    /// There is another wallet than the one that agreed, or one where none was.
    OtherWallet,
}

impl Db {
    /// Begins a change, in the place of any other of this person. `tag` is that of its first code.
    pub(crate) async fn begin_change(&self, it: &Change, tag: &str) -> sqlx::Result<()> {
        const CODES: &str =
            "DELETE FROM codes WHERE id IN (SELECT id FROM email_changes WHERE user_id = $1)";
        const OTHERS: &str = "DELETE FROM email_changes WHERE user_id = $1";
        const ADD: &str = "INSERT INTO email_changes (id, user_id, hash, subject, email_sealed, step, \
             until_ms) VALUES ($1, $2, $3, $4, $5, $6, $7)";
        let of = |text: &str| text.into();
        let mut lease = self.writer.lease().await?;
        lease.begin().await?;
        lease.run(CODES, vec![of(&it.user_id)]).await?;
        lease.run(OTHERS, vec![of(&it.user_id)]).await?;
        let values = vec![
            of(&it.id),
            of(&it.user_id),
            of(&it.hash),
            of(&it.subject),
            of(&it.email_sealed),
            of(step(it.is_second)),
            it.until_ms.into(),
        ];
        lease.run(ADD, values).await?;
        set_code(&mut lease, &it.id, tag, it.until_ms).await?;
        lease.commit().await
    }

    /// A change that waits for this step; nothing where there is none, it is too late, or it was begun in another
    /// session.
    pub(crate) async fn change(
        &self,
        id: &str,
        hash: &str,
        is_second: bool,
        now_ms: i64,
    ) -> sqlx::Result<Option<Change>> {
        const FIND: &str = "SELECT * FROM email_changes WHERE id = $1 AND hash = $2 \
             AND step = $3 AND until_ms > $4";
        let values = vec![id.into(), hash.into(), step(is_second).into(), now_ms.into()];
        self.rows(FIND, values).await?.first().map(change).transpose()
    }

    /// The code to the old address was right: the next one, whose tag this is, goes to the new. False where
    /// somebody was faster.
    pub(crate) async fn go_on_with_change(
        &self,
        before: &Before<'_>,
        tag: &str,
        until_ms: i64,
    ) -> sqlx::Result<bool> {
        const NEXT: &str =
            "UPDATE email_changes SET step = 'new', until_ms = $2 WHERE id = $1 AND step = 'old'";
        let id = &*before.change.id;
        let mut lease = self.writer.lease().await?;
        lease.begin().await?;
        let is_used = use_code(&mut lease, id, before.tag).await?;
        if !is_used || lease.run(NEXT, vec![id.into(), until_ms.into()]).await? == 0 {
            lease.undo().await?;
            return Ok(false);
        }
        set_code(&mut lease, id, tag, until_ms).await?;
        lease.commit().await?;
        Ok(true)
    }

    /// The code to the new address was right: it is who they are from now on, here alone. `noting` is what is written
    /// down of the wallet that agreed; nothing where there is none.
    pub(crate) async fn finish_change(
        &self,
        before: &Before<'_>,
        provider: &str,
        undo: &Undo<'_>,
        noting: Option<&Noting<'_>>,
        now_ms: i64,
    ) -> sqlx::Result<Ended> {
        const CHANGE: &str = "UPDATE identities SET subject = $2, email_sealed = $3, verified_at_ms = $4, \
             code = $5 WHERE user_id = $1";
        const OTHERS: &str = "DELETE FROM sign_ins WHERE hash <> $2 \
             AND device_id IN (SELECT id FROM devices WHERE user_id = $1)";
        const UNDO: &str = "INSERT INTO email_undos (link_hash, user_id, subject, email_sealed, until_ms, \
             code) VALUES ($1, $2, $3, $4, $5, $6)";
        let of = |text: &str| text.into();
        let it = before.change;
        let user = &*it.user_id;
        let mut lease = self.lasting().await?;
        if !is_theirs(&mut lease, user, noting).await? {
            lease.undo().await?;
            return Ok(Ended::OtherWallet);
        }
        let is_first = end_change(&mut lease, before).await?;
        if !is_first || is_taken(&mut lease, provider, it, now_ms).await? {
            // The code is used up in any case.
            lease.commit().await?;
            return Ok(Ended::Taken);
        }
        let code = identity_code(&mut lease, before.rows, user, &it.subject).await?;
        let values =
            vec![of(user), of(&it.subject), of(&it.email_sealed), now_ms.into(), code.into()];
        lease.run(CHANGE, values).await?;
        lease.run(OTHERS, vec![of(user), of(&it.hash)]).await?;
        let Undo { link_hash, subject, until_ms, .. } = *undo;
        let row = row_key::Row::Undo { link_hash, user_id: user, subject, until_ms };
        let undo = vec![
            of(link_hash),
            of(user),
            of(subject),
            of(undo.email_sealed),
            until_ms.into(),
            before.rows.code(&row).into(),
        ];
        lease.run(UNDO, undo).await?;
        if let Some(noting) = noting {
            note(&mut lease, noting).await?;
        }
        lease.commit().await?;
        Ok(Ended::Done)
    }

    /// Whether a link takes a change back.
    pub(crate) async fn can_undo(&self, link_hash: &str, now_ms: i64) -> sqlx::Result<bool> {
        const FIND: &str = "SELECT 1 FROM email_undos WHERE link_hash = $1 AND until_ms > $2";
        Ok(!self.rows(FIND, vec![link_hash.into(), now_ms.into()]).await?.is_empty())
    }

    /// Takes a change back, with all that came after it, and signs everybody out. False where the link is of
    /// no use.
    pub(crate) async fn undo_change(
        &self,
        link_hash: &str,
        now_ms: i64,
        key: &RowKey,
    ) -> sqlx::Result<bool> {
        const FIND: &str = "SELECT * FROM email_undos WHERE link_hash = $1 AND until_ms > $2";
        const TAKEN: &str = "SELECT 1 FROM identities WHERE user_id <> $1 AND subject = $2 \
             AND project_id = (SELECT project_id FROM identities WHERE user_id = $1)";
        const BACK: &str =
            "UPDATE identities SET subject = $2, email_sealed = $3, code = $4 WHERE user_id = $1";
        const USED: &str = "DELETE FROM email_undos WHERE user_id = $1 AND until_ms >= $2";
        const CHANGES: &str = "DELETE FROM email_changes WHERE user_id = $1";
        const OUT: &str = "DELETE FROM sign_ins \
             WHERE device_id IN (SELECT id FROM devices WHERE user_id = $1)";
        let mut lease = self.lasting().await?;
        let rows = lease.rows(FIND, vec![link_hash.into(), now_ms.into()]).await?;
        let Some(row) = rows.first() else {
            lease.undo().await?;
            return Ok(false);
        };
        let (user, until_ms): (String, i64) = (row.get("user_id")?, row.get("until_ms")?);
        let (subject, sealed): (String, String) = (row.get("subject")?, row.get("email_sealed")?);
        let row_of = row_key::Row::Undo { link_hash, user_id: &user, subject: &subject, until_ms };
        if !key.vouches(&row_of, &row.get::<String>("code")?) {
            lease.undo().await?;
            return Ok(false);
        }
        let of = || vec![(&*user).into()];
        let mut back = of();
        back.push((&*subject).into());
        // Whoever has the old address may have a wallet of their own by now.
        if !lease.rows(TAKEN, vec![(&*user).into(), (&*subject).into()]).await?.is_empty() {
            lease.undo().await?;
            return Ok(false);
        }
        back.push(sealed.into());
        back.push(identity_code(&mut lease, key, &user, &subject).await?.into());
        lease.run(BACK, back).await?;
        let mut used = of();
        used.push(until_ms.into());
        lease.run(USED, used).await?;
        lease.run(CHANGES, of()).await?;
        lease.run(OUT, of()).await?;
        lease.commit().await?;
        Ok(true)
    }
}

/// The code of somebody's identity under another subject.
async fn identity_code(
    lease: &mut Lease,
    rows: &RowKey,
    user_id: &str,
    subject: &str,
) -> sqlx::Result<String> {
    const FIND: &str = "SELECT project_id, provider FROM identities WHERE user_id = $1";
    let found = lease.rows(FIND, vec![user_id.into()]).await?;
    let row = found.first().ok_or(sqlx::Error::RowNotFound)?;
    let (project_id, provider): (String, String) = (row.get("project_id")?, row.get("provider")?);
    let (project_id, provider) = (&*project_id, &*provider);
    Ok(rows.code(&row_key::Row::Identity { user_id, project_id, provider, subject }))
}

/// Uses up the code to the new address, with its change. False where somebody was faster.
async fn end_change(lease: &mut Lease, before: &Before<'_>) -> sqlx::Result<bool> {
    const END: &str = "DELETE FROM email_changes WHERE id = $1 AND step = 'new'";
    let id = &*before.change.id;
    let is_used = use_code(lease, id, before.tag).await?;
    Ok(is_used && lease.run(END, vec![id.into()]).await? == 1)
}

fn step(is_second: bool) -> &'static str {
    if is_second { "new" } else { "old" }
}

fn change(row: &Row) -> sqlx::Result<Change> {
    Ok(Change {
        id: row.get("id")?,
        user_id: row.get("user_id")?,
        hash: row.get("hash")?,
        subject: row.get("subject")?,
        email_sealed: row.get("email_sealed")?,
        is_second: row.get::<String>("step")? == step(true),
        until_ms: row.get("until_ms")?,
    })
}

/// Whether the new address is somebody else's, or was until lately: they may take it back.
async fn is_taken(
    lease: &mut Lease,
    provider: &str,
    it: &Change,
    now_ms: i64,
) -> sqlx::Result<bool> {
    const TAKEN: &str = "SELECT 1 FROM identities WHERE provider = $1 AND subject = $2 \
         AND project_id = (SELECT project_id FROM identities WHERE user_id = $3)";
    const LEFT: &str = "SELECT 1 FROM email_undos \
         JOIN identities ON identities.user_id = email_undos.user_id \
         WHERE email_undos.subject = $1 AND email_undos.user_id <> $2 AND until_ms > $3 \
         AND project_id = (SELECT project_id FROM identities WHERE user_id = $2)";
    let (subject, user) = (&*it.subject, &*it.user_id);
    let taken = vec![provider.into(), subject.into(), user.into()];
    let left = vec![subject.into(), user.into(), now_ms.into()];
    Ok(!lease.rows(TAKEN, taken).await?.is_empty() || !lease.rows(LEFT, left).await?.is_empty())
}
