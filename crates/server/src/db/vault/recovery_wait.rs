//! Browsers that wait until a wallet comes back to them.

use super::super::Db;
use super::sign_in::SignIn;

impl Db {
    /// Until when a browser waits, and whether it does so from now on: one that waited until before `over_ms` begins anew.
    pub(crate) async fn recovery_wait(
        &self,
        device_id: &str,
        until_ms: i64,
        over_ms: i64,
    ) -> sqlx::Result<(i64, bool)> {
        const ADD: &str = "INSERT INTO recovery_waits (device_id, until_ms) VALUES ($1, $2) \
             ON CONFLICT (device_id) DO UPDATE SET until_ms = $2 WHERE recovery_waits.until_ms < $3";
        const FIND: &str = "SELECT until_ms FROM recovery_waits WHERE device_id = $1";
        let mut lease = self.writer.lease().await?;
        lease.begin().await?;
        let is_new =
            lease.run(ADD, vec![device_id.into(), until_ms.into(), over_ms.into()]).await? == 1;
        let rows = lease.rows(FIND, vec![device_id.into()]).await?;
        let until_ms = rows.first().ok_or(sqlx::Error::RowNotFound)?.get("until_ms")?;
        lease.commit().await?;
        Ok((until_ms, is_new))
    }

    /// When a browser of this one's family that has the wallet was last seen on the site; it may be this one, which lost
    /// its share alone.
    pub(crate) async fn opened_beside(&self, device: &SignIn) -> sqlx::Result<Option<i64>> {
        const SEEN: &str = "SELECT MAX(seen_at_ms) AS seen FROM devices \
             JOIN share_sets ON share_sets.device_id = devices.id WHERE user_id = $1 \
             AND origin = $2 AND browser = $3";
        let of = [&device.user_id, &device.origin, &device.browser];
        let rows = self.rows(SEEN, of.map(|it| (&**it).into()).into()).await?;
        rows.first().map_or(Ok(None), |row| row.get("seen"))
    }
}
