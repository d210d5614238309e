//! What vouches for the rows that say who somebody is: a code of each that takes a key to make, which is not in the
//! database ([HMAC](https://www.rfc-editor.org/rfc/rfc2104)).
//!
//! So whoever writes to the database gives nobody's address to somebody else, adds no session, and has nobody's wallet.
//! What they can put back is a row that was there before. How long a mailed code counts and how often it may be wrong
//! are not vouched for: they can go on guessing at one.

use super::wallet_event::mac;
use chains::evm::contracts::hex;
use keys::secret::is_same;
use zeroize::Zeroizing;

/// What makes the codes.
pub(crate) struct RowKey(Zeroizing<[u8; 32]>);

/// A row, by what of it has to stay as it is.
pub(crate) enum Row<'a> {
    /// By which address somebody is known.
    Identity { user_id: &'a str, project_id: &'a str, provider: &'a str, subject: &'a str },
    /// By which key a browser of theirs is known.
    Device { id: &'a str, user_id: &'a str, key: &'a str, origin: &'a str },
    /// That they are signed in there.
    SignIn {
        hash: &'a str,
        device_id: &'a str,
        project_id: &'a str,
        created_at_ms: i64,
        fresh_until_ms: i64,
        until_ms: i64,
    },
    /// Whose wallet it is, and by which addresses it is known.
    Wallet { id: &'a str, user_id: &'a str, addresses: &'a str },
    /// By what somebody takes a change of address back.
    Undo { link_hash: &'a str, user_id: &'a str, subject: &'a str, until_ms: i64 },
}

impl RowKey {
    pub(crate) fn new(bytes: [u8; 32]) -> Self {
        RowKey(Zeroizing::new(bytes))
    }

    /// The code of a row.
    pub(crate) fn code(&self, row: &Row<'_>) -> String {
        let number = |it: i64| it.to_string();
        let code = match row {
            Row::Identity { user_id, project_id, provider, subject } => {
                mac(&*self.0, &[row.kind(), user_id, project_id, provider, subject])
            }
            Row::Device { id, user_id, key, origin } => {
                mac(&*self.0, &[row.kind(), id, user_id, key, origin])
            }
            Row::SignIn {
                hash,
                device_id,
                project_id,
                created_at_ms,
                fresh_until_ms,
                until_ms,
            } => {
                let times = [*created_at_ms, *fresh_until_ms, *until_ms].map(number);
                let [created, fresh, until] = &times;
                mac(&*self.0, &[row.kind(), hash, device_id, project_id, created, fresh, until])
            }
            Row::Wallet { id, user_id, addresses } => {
                mac(&*self.0, &[row.kind(), id, user_id, addresses])
            }
            Row::Undo { link_hash, user_id, subject, until_ms } => {
                mac(&*self.0, &[row.kind(), link_hash, user_id, subject, &number(*until_ms)])
            }
        };
        hex::encode(code)
    }

    /// Whether a row has the code that it must have. Where it has not, the log says so.
    pub(crate) fn vouches(&self, row: &Row<'_>, code: &str) -> bool {
        let is_ours = is_same(self.code(row).as_bytes(), code.as_bytes());
        if !is_ours {
            let row = row.kind();
            tracing::error!(row, "a row was written or changed by somebody who has not the keys");
        }
        is_ours
    }
}

impl Row<'_> {
    fn kind(&self) -> &'static str {
        match self {
            Row::Identity { .. } => "identity",
            Row::Device { .. } => "device",
            Row::SignIn { .. } => "sign-in",
            Row::Wallet { .. } => "wallet",
            Row::Undo { .. } => "undo",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_of_one_row_and_one_key() {
        let key = RowKey::new([1; 32]);
        let wallet = |id, user_id, addresses| Row::Wallet { id, user_id, addresses };
        let code = key.code(&wallet("a", "b", "c"));
        assert!(key.vouches(&wallet("a", "b", "c"), &code));
        for (other, row) in [
            (&key, wallet("b", "a", "c")),
            (&key, wallet("a", "b", "")),
            (&key, wallet("a", "bc", "")),
            (&key, Row::Device { id: "a", user_id: "b", key: "c", origin: "" }),
            (&RowKey::new([2; 32]), wallet("a", "b", "c")),
        ] {
            assert!(!other.vouches(&row, &code));
        }
        assert!(!key.vouches(&wallet("a", "b", "c"), ""));
    }
}
