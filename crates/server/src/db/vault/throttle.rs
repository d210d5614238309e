//! What must not happen too often, and what must not happen twice.

use super::super::Db;
use super::super::statement::Value;
use crate::kms::Hidden;

/// So often in so long a time. The key tells of nobody who has not got the pepper.
pub(crate) struct Limit {
    pub(crate) key: Hidden,
    pub(crate) most: i64,
    pub(crate) window_ms: i64,
}

impl Db {
    /// Counts one of each, or none of any: then it says when the one that is full may be asked again. What is full
    /// already keeps nobody from writing.
    pub(crate) async fn count_all(
        &self,
        limits: &[Limit],
        now_ms: i64,
    ) -> sqlx::Result<Option<i64>> {
        const COUNT: &str = "INSERT INTO throttles (key, until_ms, count) VALUES ($1, $2, 1) \
             ON CONFLICT (key) DO UPDATE SET \
             count = CASE WHEN throttles.until_ms <= $3 THEN 1 ELSE throttles.count + 1 END, \
             until_ms = CASE WHEN throttles.until_ms <= $3 THEN $2 ELSE throttles.until_ms END \
             WHERE throttles.until_ms <= $3 OR throttles.count < $4";
        const UNTIL: &str = "SELECT until_ms FROM throttles WHERE key = $1";
        if let Some(until) = self.full_until(limits, now_ms).await? {
            return Ok(Some(until));
        }
        let mut lease = self.writer.lease().await?;
        lease.begin().await?;
        for limit in limits {
            let until = now_ms.saturating_add(limit.window_ms);
            let of = vec![limit.key.text().into(), until.into(), now_ms.into(), limit.most.into()];
            if lease.run(COUNT, of).await? == 0 {
                let rows = lease.rows(UNTIL, vec![limit.key.text().into()]).await?;
                let until = rows.first().map(|row| row.get("until_ms")).transpose()?;
                lease.undo().await?;
                return Ok(Some(until.unwrap_or(now_ms)));
            }
        }
        lease.commit().await?;
        Ok(None)
    }

    /// Until when one of these is full, as far as whoever only reads knows.
    async fn full_until(&self, limits: &[Limit], now_ms: i64) -> sqlx::Result<Option<i64>> {
        const FULL: &str = "SELECT MAX(until_ms) AS until_ms FROM throttles \
             JOIN each_of($1) ON throttles.key = value ->> 0 \
             WHERE until_ms > $2 AND count >= CAST(value ->> 1 AS BIGINT)";
        let all = Value::rows(limits.iter().map(|it| (it.key.text(), it.most)));
        let rows = self.rows(FULL, vec![all, now_ms.into()]).await?;
        rows.first().map_or(Ok(None), |row| row.get("until_ms"))
    }

    /// Forgets what was counted.
    pub(crate) async fn count_anew(&self, key: &Hidden) -> sqlx::Result<()> {
        const FORGET: &str = "DELETE FROM throttles WHERE key = $1";
        self.run(FORGET, vec![key.text().into()]).await.map(drop)
    }

    /// Keeps names until their times, and says which of them nobody kept before. A name that is there twice is
    /// said once.
    pub(crate) async fn are_first(&self, names: &[(&str, i64)]) -> sqlx::Result<Vec<String>> {
        const KEEP: &str = "INSERT INTO proofs (id, until_ms) \
             SELECT value ->> 0, CAST(value ->> 1 AS BIGINT) FROM each_of($1) WHERE true \
             ON CONFLICT (id) DO NOTHING RETURNING id";
        let mut lease = self.writer.lease().await?;
        let rows = lease.rows(KEEP, vec![Value::rows(names)]).await?;
        rows.iter().map(|row| row.get("id")).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kms::local::LocalKms;
    use std::fs;

    #[tokio::test]
    async fn what_is_full_keeps_nobody_from_writing() {
        let name = format!("latchkit-throttle-{}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        LocalKms::create(&folder).expect("keys");
        let kms = LocalKms::load(&folder).unwrap_or_else(|_| panic!("fit"));
        let db = Db::open(&folder.join("latchkit.db"), None).await;
        let db = db.unwrap_or_else(|_| panic!("a database"));
        let key = async |text| Hidden::of(&kms, "test", text).await.expect("a key");
        let limits = [
            Limit { key: key("wide").await, most: 10, window_ms: 1000 },
            Limit { key: key("narrow").await, most: 2, window_ms: 500 },
        ];
        for _ in 0..2 {
            assert_eq!(db.count_all(&limits, 0).await.expect("counted"), None);
        }
        let writer = db.writer.lease().await.expect("the only one");
        assert_eq!(db.count_all(&limits, 1).await.expect("nobody writes"), Some(500));
        drop(writer);
        assert_eq!(db.count_all(&limits, 500).await.expect("counted"), None, "its time is over");
        db.close().await;
        fs::remove_dir_all(folder).expect("gone");
    }
}
