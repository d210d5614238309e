//! What is to be approved in a window of the vault's own.

use super::super::Db;

/// Something that a window is to show.
pub(crate) struct Review<'a> {
    pub(crate) id_hash: &'a str,
    /// The browser that waits.
    pub(crate) key: &'a str,
    pub(crate) sealed: &'a str,
    pub(crate) until_ms: i64,
}

/// How far a window is.
pub(crate) struct Reviewed {
    /// How often windows took it.
    pub(crate) taken: u32,
    pub(crate) decided: Option<String>,
}

impl Db {
    /// Keeps something for a window, unless so many of this browser wait already. False where it is not kept.
    pub(crate) async fn add_review(
        &self,
        it: &Review<'_>,
        most: i64,
        now_ms: i64,
    ) -> sqlx::Result<bool> {
        const ADD: &str = "INSERT INTO reviews (id_hash, key, sealed, until_ms) \
             SELECT $1, $2, $3, $4 \
             WHERE (SELECT COUNT(*) FROM reviews WHERE key = $2 AND until_ms > $5) < $6 \
             ON CONFLICT (id_hash) DO NOTHING";
        let values = vec![
            it.id_hash.into(),
            it.key.into(),
            it.sealed.into(),
            it.until_ms.into(),
            now_ms.into(),
            most.into(),
        ];
        Ok(self.run(ADD, values).await? == 1)
    }

    /// Nobody waits for it any more.
    pub(crate) async fn end_review(&self, id_hash: &str, key: &str) -> sqlx::Result<()> {
        const END: &str = "DELETE FROM reviews WHERE id_hash = $1 AND key = $2";
        self.run(END, vec![id_hash.into(), key.into()]).await.map(drop)
    }

    /// How far its window is; nothing where this browser offered no such thing, or it is over.
    pub(crate) async fn reviewed(
        &self,
        id_hash: &str,
        key: &str,
        now_ms: i64,
    ) -> sqlx::Result<Option<Reviewed>> {
        const FIND: &str = "SELECT taken, decided FROM reviews \
             WHERE id_hash = $1 AND key = $2 AND until_ms > $3";
        let rows = self.rows(FIND, vec![id_hash.into(), key.into(), now_ms.into()]).await?;
        let reviewed = rows.first().map(|row| {
            let taken = u32::try_from(row.get::<i64>("taken")?).unwrap_or(u32::MAX);
            Ok(Reviewed { taken, decided: row.get("decided")? })
        });
        reviewed.transpose()
    }

    /// A window takes it, again and again until somebody decided.
    pub(crate) async fn take_review(
        &self,
        id_hash: &str,
        now_ms: i64,
    ) -> sqlx::Result<Option<String>> {
        const TAKE: &str = "UPDATE reviews SET taken = taken + 1 \
             WHERE id_hash = $1 AND until_ms > $2 AND decided IS NULL RETURNING sealed";
        let mut lease = self.writer.lease().await?;
        let rows = lease.rows(TAKE, vec![id_hash.into(), now_ms.into()]).await?;
        rows.first().map(|row| row.get("sealed")).transpose()
    }

    /// Somebody decided. False where it is over, or was decided otherwise before; whoever did not hear that it was taken
    /// says the same once more.
    pub(crate) async fn decide_review(
        &self,
        id_hash: &str,
        decided: &str,
        now_ms: i64,
    ) -> sqlx::Result<bool> {
        const DECIDE: &str = "UPDATE reviews SET decided = $2 \
             WHERE id_hash = $1 AND until_ms > $3 AND taken > 0 AND (decided IS NULL OR decided = $2)";
        Ok(self.run(DECIDE, vec![id_hash.into(), decided.into(), now_ms.into()]).await? == 1)
    }
}
