//! `database_url`: where a Postgres server is. It holds a password and is never shown.

use serde::Deserialize;
use sqlx::postgres::PgConnectOptions;
use std::fmt;

/// A URL `postgres://user:password@host:port/name`. `?sslmode=verify-full` and the other parameters
/// of [libpq](https://www.postgresql.org/docs/current/libpq-connect.html) may follow.
#[derive(Clone, Deserialize)]
#[serde(try_from = "String")]
pub struct DatabaseUrl(Box<PgConnectOptions>);

impl DatabaseUrl {
    pub(super) fn options(&self) -> PgConnectOptions {
        (*self.0).clone()
    }
}

impl TryFrom<String> for DatabaseUrl {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        if !text.starts_with("postgres://") && !text.starts_with("postgresql://") {
            return Err(
                "a database's URL begins with postgres://; an SQLite file is named by the \
                        key `database`"
                    .to_owned(),
            );
        }
        let options = text.parse().map_err(|_| {
            "a database's URL has the form postgres://user:password@host:port/name".to_owned()
        })?;
        Ok(DatabaseUrl(Box::new(options)))
    }
}

/// Host, port and name: what may be logged.
impl fmt::Display for DatabaseUrl {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let options = &*self.0;
        let name = options.get_database().unwrap_or_default();
        write!(out, "{}:{}/{name}", options.get_host(), options.get_port())
    }
}

impl fmt::Debug for DatabaseUrl {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, out)
    }
}
