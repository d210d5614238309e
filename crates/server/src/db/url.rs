//! `database_url`: where a Postgres server is. It holds a password and is never shown.

use serde::Deserialize;
use sqlx::postgres::{PgConnectOptions, PgSslMode};
use std::fmt;
use std::net::IpAddr;

/// A URL `postgres://user:password@host:port/name`. `?sslmode=verify-full` and the other parameters
/// of [libpq](https://www.postgresql.org/docs/current/libpq-connect.html) may follow.
#[derive(Clone, Deserialize)]
#[serde(try_from = "String")]
pub struct DatabaseUrl(Box<PgConnectOptions>);

impl DatabaseUrl {
    pub(super) fn options(&self) -> PgConnectOptions {
        (*self.0).clone()
    }

    /// Whether nobody on the way can read or answer in its place: it does not leave this machine, or
    /// the certificate is checked.
    pub fn is_guarded(&self) -> bool {
        let host = self.0.get_host();
        let is_local = self.0.get_socket().is_some()
            || host.starts_with('/')
            || host == "localhost"
            || host.trim_matches(['[', ']']).parse().is_ok_and(|it: IpAddr| it.is_loopback());
        is_local || matches!(self.0.get_ssl_mode(), PgSslMode::VerifyFull)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_database_elsewhere_is_guarded_by_its_certificate_only() {
        for (rest, is_guarded) in [
            ("localhost/latchkit", true),
            ("127.0.0.1:5432/latchkit", true),
            ("[::1]/latchkit", true),
            ("x/latchkit?host=/run/postgresql", true),
            ("db.example/latchkit", false),
            ("db.example/latchkit?sslmode=require", false),
            ("db.example/latchkit?sslmode=verify-ca", false),
            ("db.example/latchkit?sslmode=verify-full", true),
            ("localhost.example/latchkit", false),
        ] {
            let url = DatabaseUrl::try_from(format!("postgres://user:password@{rest}"));
            assert_eq!(url.expect(rest).is_guarded(), is_guarded, "{rest}");
        }
    }
}
