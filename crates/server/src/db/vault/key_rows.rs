//! What of the database hangs on the keys of `kms/`, by which it is seen whether they are its own.

use super::super::Db;
use super::super::statement::Row;
use super::row_key::{self, RowKey};
use crate::kms::Purpose;

/// How many rows of a kind are looked at, so that a large database keeps no start waiting. Their ids are random.
const MOST: i64 = 10_000;
/// How many rows are looked at that a key vouches for: somebody may have changed one.
const VOUCHED: i64 = 20;

impl Db {
    /// Of each key that sealed something for a purpose, one text that it sealed. The first 13 letters of a text, in
    /// base64, name its key.
    pub(crate) async fn sealed_by_each_key(&self, of: Purpose) -> sqlx::Result<Vec<String>> {
        let find = match of {
            Purpose::AuthShare => {
                "SELECT MIN(sealed) AS sealed FROM (SELECT key_sealed AS sealed FROM wallets \
                 ORDER BY id LIMIT $1) AS looked_at GROUP BY SUBSTR(sealed, 1, 13)"
            }
            Purpose::RecoveryAuto => {
                "SELECT MIN(sealed) AS sealed FROM (SELECT wrapped AS sealed FROM recovery_factors \
                 WHERE kind = 'automatic' ORDER BY id LIMIT $1) AS looked_at GROUP BY SUBSTR(sealed, 1, 13)"
            }
            Purpose::EmailIndex => {
                "SELECT MIN(sealed) AS sealed FROM (SELECT email_sealed AS sealed FROM identities \
                 ORDER BY project_id, provider, subject LIMIT $1) AS looked_at \
                 GROUP BY SUBSTR(sealed, 1, 13)"
            }
            Purpose::OtpPepper | Purpose::SessionHash | Purpose::PassphrasePepper => {
                return Ok(Vec::new());
            }
        };
        self.rows(find, vec![MOST.into()]).await?.iter().map(|row| row.get("sealed")).collect()
    }

    /// Whether a key vouches for one at least of those who are known, or nobody is.
    pub(crate) async fn is_vouched_for(&self, key: &RowKey) -> sqlx::Result<bool> {
        const FIND: &str = "SELECT user_id, project_id, provider, subject, code FROM identities \
             ORDER BY project_id, provider, subject LIMIT $1";
        let rows = self.rows(FIND, vec![VOUCHED.into()]).await?;
        let is_ours = |row: &Row| {
            let [user_id, project_id, provider, subject, code]: [String; 5] = [
                row.get("user_id")?,
                row.get("project_id")?,
                row.get("provider")?,
                row.get("subject")?,
                row.get("code")?,
            ];
            let identity = row_key::Row::Identity {
                user_id: &user_id,
                project_id: &project_id,
                provider: &provider,
                subject: &subject,
            };
            Ok(key.code(&identity) == code)
        };
        let ours = rows.iter().map(is_ours).collect::<sqlx::Result<Vec<bool>>>()?;
        Ok(ours.is_empty() || ours.contains(&true))
    }

    /// Whether something is there that is lost without the key of a purpose. Codes are over in minutes.
    pub(crate) async fn hangs_on(&self, key: Purpose) -> sqlx::Result<bool> {
        let find = match key {
            Purpose::AuthShare => "SELECT id FROM wallets LIMIT 1",
            Purpose::RecoveryAuto => {
                "SELECT id FROM recovery_factors WHERE kind = 'automatic' LIMIT 1"
            }
            Purpose::EmailIndex | Purpose::SessionHash => "SELECT user_id FROM identities LIMIT 1",
            Purpose::PassphrasePepper => {
                "SELECT id FROM recovery_factors WHERE kind = 'passphrase' LIMIT 1"
            }
            Purpose::OtpPepper => return Ok(false),
        };
        Ok(!self.rows(find, vec![]).await?.is_empty())
    }
}
