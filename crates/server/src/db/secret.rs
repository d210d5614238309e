//! Keys that all nodes of a server share.

use super::Db;
use super::statement::unreadable;
use chains::evm::contracts::hex;

/// How long a key is.
const KEY_BYTES: usize = 32;

impl Db {
    /// The key of this name. Who asks first makes it.
    pub(crate) async fn secret(&self, name: &str) -> sqlx::Result<Vec<u8>> {
        const ADD: &str =
            "INSERT INTO secrets (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING";
        const FIND: &str = "SELECT value FROM secrets WHERE name = $1";
        let find = || self.rows(FIND, vec![name.into()]);
        let mut rows = find().await?;
        if rows.is_empty() {
            let mut key = [0; KEY_BYTES];
            getrandom::fill(&mut key).expect("the system gives random bytes");
            self.run(ADD, vec![name.into(), hex::encode(key).as_str().into()]).await?;
            rows = find().await?;
        }
        let row = rows.first().ok_or(sqlx::Error::RowNotFound)?;
        hex::decode(row.get::<String>("value")?).map_err(|error| unreadable("value", error))
    }
}
