//! Who is about to sign in. The code of an attempt has its name (`code.rs`).

use super::super::Db;
use super::super::statement::{Row, Value, unreadable};
use super::code::set_code;

/// Somebody who is about to sign in, in one browser on one site.
#[derive(Clone)]
pub(crate) struct Attempt {
    pub(crate) id: String,
    pub(crate) project_id: String,
    pub(crate) origin: String,
    /// The browser's key.
    pub(crate) key: String,
    pub(crate) browser: String,
    /// The hash of the address, and the address itself, sealed.
    pub(crate) subject: String,
    pub(crate) email_sealed: String,
    pub(crate) language: String,
    pub(crate) step: Step,
    /// Two digits, which whoever follows the mailed link has to name.
    pub(crate) number: u32,
    /// The hash of the mailed link's secret; nothing where none was mailed, or it was used.
    pub(crate) link_hash: Option<String>,
    pub(crate) until_ms: i64,
}

/// What an attempt waits for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Step {
    /// That the link is followed.
    Link,
    /// The code.
    Code,
    /// Nothing: whoever followed the link said no.
    Refused,
}

impl Step {
    fn word(self) -> &'static str {
        match self {
            Step::Link => "link",
            Step::Code => "code",
            Step::Refused => "refused",
        }
    }

    fn of(word: &str) -> Self {
        match word {
            "link" => Step::Link,
            "code" => Step::Code,
            _ => Step::Refused,
        }
    }
}

impl Attempt {
    /// What its code is bound to: who signs in by it, in which browser, and where.
    pub(crate) fn bound(&self) -> [&str; 5] {
        [&self.id, &self.project_id, &self.origin, &self.key, &self.subject]
    }
}

impl Db {
    pub(crate) async fn add_attempt(&self, it: &Attempt) -> sqlx::Result<()> {
        const ADD: &str = "INSERT INTO attempts (id, project_id, origin, key, browser, subject, \
             email_sealed, language, step, number, link_hash, until_ms) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)";
        let values = vec![
            (&*it.id).into(),
            (&*it.project_id).into(),
            (&*it.origin).into(),
            (&*it.key).into(),
            (&*it.browser).into(),
            (&*it.subject).into(),
            (&*it.email_sealed).into(),
            (&*it.language).into(),
            it.step.word().into(),
            i64::from(it.number).into(),
            it.link_hash.clone().into(),
            it.until_ms.into(),
        ];
        self.run(ADD, values).await.map(drop)
    }

    /// An attempt that is not over: it lasts as long as its code, where that was mailed late.
    pub(crate) async fn attempt(&self, id: &str, now_ms: i64) -> sqlx::Result<Option<Attempt>> {
        const FIND: &str = "SELECT * FROM attempts WHERE id = $1 \
             AND (until_ms > $2 OR id IN (SELECT id FROM codes WHERE id = $1 AND until_ms > $2))";
        let rows = self.rows(FIND, vec![id.into(), now_ms.into()]).await?;
        rows.first().map(attempt).transpose()
    }

    /// The attempt for which a link was mailed that nobody used.
    pub(crate) async fn attempt_of_link(
        &self,
        hash: &str,
        now_ms: i64,
    ) -> sqlx::Result<Option<Attempt>> {
        const FIND: &str = "SELECT * FROM attempts WHERE link_hash = $1 AND until_ms > $2";
        let rows = self.rows(FIND, vec![hash.into(), now_ms.into()]).await?;
        rows.first().map(attempt).transpose()
    }

    /// Uses the link up, and says what the attempt waits for then. False where somebody was faster.
    pub(crate) async fn use_link(&self, hash: &str, step: Step) -> sqlx::Result<bool> {
        const USE: &str = "UPDATE attempts SET step = $2, link_hash = NULL WHERE link_hash = $1";
        Ok(self.run(USE, vec![hash.into(), step.word().into()]).await? == 1)
    }

    /// Makes a code the one that is good for an attempt, and ends all of this browser and person that were begun
    /// before it.
    pub(crate) async fn set_code(
        &self,
        it: &Attempt,
        tag: &str,
        until_ms: i64,
    ) -> sqlx::Result<()> {
        const CODES: &str = "DELETE FROM codes WHERE id IN (SELECT id FROM attempts \
             WHERE project_id = $1 AND key = $2 AND subject = $3 AND id <> $4 AND until_ms <= $5)";
        const OTHERS: &str = "DELETE FROM attempts WHERE project_id = $1 AND key = $2 AND subject = $3 \
             AND id <> $4 AND until_ms <= $5";
        let others = || {
            let mut all: Vec<Value> =
                [&it.project_id, &it.key, &it.subject, &it.id].map(|it| (&**it).into()).into();
            all.push(it.until_ms.into());
            all
        };
        let mut lease = self.writer.lease().await?;
        lease.begin().await?;
        lease.run(CODES, others()).await?;
        lease.run(OTHERS, others()).await?;
        set_code(&mut lease, &it.id, tag, until_ms).await?;
        lease.commit().await
    }

    /// Ends an attempt.
    pub(crate) async fn end_attempt(&self, id: &str) -> sqlx::Result<()> {
        self.run("DELETE FROM attempts WHERE id = $1", vec![id.into()]).await.map(drop)
    }
}

fn attempt(row: &Row) -> sqlx::Result<Attempt> {
    Ok(Attempt {
        id: row.get("id")?,
        project_id: row.get("project_id")?,
        origin: row.get("origin")?,
        key: row.get("key")?,
        browser: row.get("browser")?,
        subject: row.get("subject")?,
        email_sealed: row.get("email_sealed")?,
        language: row.get("language")?,
        step: Step::of(&row.get::<String>("step")?),
        number: u32::try_from(row.get::<i64>("number")?)
            .map_err(|error| unreadable("number", error))?,
        link_hash: row.get("link_hash")?,
        until_ms: row.get("until_ms")?,
    })
}
